package talentweb

import (
	"context"
	"net/http"
	"net/url"

	"kadry/internal/fault"
	"kadry/internal/talent"
)

// widest is how many candidates one table can hold and still be read.
const widest = 5

// matrix is candidates side by side.
type matrix struct {
	talent.Comparison
	search   search
	verdicts []verdict // a row each, in the order of the columns
	fault    *fault.Error
}

// compare puts the chosen candidates side by side, skill by skill.
func (w *web) compare(s *screen) error {
	ids := s.Request.URL.Query()["id"]
	m := matrix{search: readSearch(s.Request.URL.Query())}
	if len(ids) < 2 || len(ids) > widest {
		m.fault = fault.E(fault.Invalid, fault.Say("Choose two to %d candidates.", "Выберите от двух до %d кандидатов.", widest), nil).
			WithHint(fault.Say("Tick them in the list of candidates.", "Отметьте их в списке кандидатов."))
		return s.Show(http.StatusBadRequest, comparePage(s, m))
	}
	err := s.Run(opCompare, func(ctx context.Context) (err error) {
		m.Comparison, err = w.base.Compare(ctx, s.Caller.Tenant, talent.CompareQuery{
			IDs: ids, Required: m.search.Required, Preferred: m.search.Preferred, Redact: m.search.Redact,
		})
		return err
	})
	if err != nil {
		return err
	}
	asked := m.search
	if !asked.skills() {
		asked.Preferred = m.Skills
	}
	for _, row := range m.Rows {
		m.verdicts = append(m.verdicts, s.verdict(row.Hit, asked))
	}
	return s.Show(http.StatusOK, comparePage(s, m))
}

// cell is the finding of one skill for one candidate.
func (m matrix) cell(skill, candidate int) finding {
	c := m.Rows[candidate].Cells[skill]
	f := finding{asked: c.Asked, required: skill < m.Required}
	if c.Matched {
		f.match = &c.Match
	}
	return f
}

// without is the address of the comparison without one candidate.
func (m matrix) without(id string) url.Values {
	v := address(m.search.Query)
	for _, row := range m.Rows {
		if row.CandidateID != id {
			v.Add("id", row.CandidateID)
		}
	}
	return v
}
