package interviewweb

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kadry/internal/interview/bias"
	"kadry/internal/interview/vacancy"
	"kadry/internal/webui/kit"
)

// fourFifths is the ratio below which a difference between groups is worth a look; a rule
// of thumb of US federal guidelines (29 CFR 1607.4 D), not a verdict.
const fourFifths = 0.8

// biasReport is everything the report on groups shows.
type biasReport struct {
	bias.Report
	vacancy   string
	vacancies []vacancy.Vacancy
}

// biasMeasures are the measures of the report, the usual one first.
var biasMeasures = []bias.Measure{bias.ScoringRate, bias.SelectionRate}

// bias is the report on how groups fared.
func (w *web) bias(s *screen) error {
	q := s.Request.URL.Query()
	f := biasReport{vacancy: q.Get(fieldVacancy)}
	measure := cmp.Or(bias.Measure(q.Get("measure")), bias.ScoringRate)
	if kit.HasEmpty(q) {
		s.Redirect(string(kit.Href(biasPath, f.address(measure))))
		return nil
	}
	err := s.Run(opBias, func(ctx context.Context) (err error) {
		if f.vacancies, err = w.room.ListVacancies(ctx, s.Caller.Tenant); err != nil {
			return err
		}
		f.Report, err = w.room.BiasReport(ctx, s.Caller.Tenant, f.vacancy, measure)
		return err
	})
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, biasScreen(s, f))
}

// address is the address of the report with another measure.
func (f biasReport) address(m bias.Measure) url.Values {
	v := url.Values{}
	if f.vacancy != "" {
		v.Set(fieldVacancy, f.vacancy)
	}
	if m != bias.ScoringRate {
		v.Set("measure", string(m))
	}
	return v
}

// dropped reports a report on a vacancy that is no longer there.
func (f biasReport) dropped() bool {
	return f.vacancy != "" && !slices.ContainsFunc(f.vacancies, func(v vacancy.Vacancy) bool { return v.ID == f.vacancy })
}

// tableTitle names a table: a dimension, or several crossed.
func tableTitle(t bias.Table) string { return strings.Join(t.Dimensions, " × ") }

// groupName names a group of a table.
func groupName(r bias.Row) string { return strings.Join(r.Group, " × ") }

// lag reports a group whose rate is far behind the highest one.
func lag(r bias.Row) bool { return r.Impact < fourFifths }

// percentText writes a share of one with one decimal.
func (s *screen) percentText(share float64) string {
	return s.T("interview.percent", "Value", s.Decimal(share*100, 1))
}

// measureText says what the rate of the report counts.
func (s *screen) measureText(f biasReport) string {
	if f.Measure == bias.SelectionRate {
		return s.T("interview.bias.selectionText")
	}
	return s.T("interview.bias.scoringText", "Median", s.Decimal(f.Median, 1))
}
