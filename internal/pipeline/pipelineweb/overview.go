package pipelineweb

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/webui/kit"
)

// overview is all vacancies with how many people stand where.
type overview struct {
	rows   []vacancyRow
	cursor string
	next   string
}

type vacancyRow struct {
	ID, Title string
	total     int
	stages    map[pipeline.Stage]int
}

// shelfShown is how many vacancies a page has.
const shelfShown = 50

func (w *web) overview(s *screen) error {
	if !s.May(opVacancies) {
		return kit.Denied()
	}
	o := overview{cursor: s.Request.URL.Query().Get(fieldCursor)}
	var open shelf
	if err := s.Call(opVacancies, ofShelf{Limit: shelfShown, Cursor: o.cursor}, &open); err != nil {
		return err
	}
	o.next = open.Next
	var ids []string
	for _, v := range open.Items {
		ids = append(ids, v.ID)
	}
	var count counts
	if len(ids) > 0 {
		if err := s.Call(opCount, struct {
			IDs []string `json:"vacancy_ids"`
		}{ids}, &count); err != nil {
			return err
		}
	}
	for _, v := range open.Items {
		row := vacancyRow{ID: v.ID, Title: v.Title, stages: map[pipeline.Stage]int{}}
		for _, c := range count.Items {
			if c.Vacancy != v.ID {
				continue
			}
			row.total = c.Total
			for _, at := range c.Stages {
				row.stages[at.Stage] = at.Total
			}
		}
		o.rows = append(o.rows, row)
	}
	return s.Show(http.StatusOK, overviewPage(s, o))
}

// trade is what the market says of a vacancy.
type trade struct {
	vacancy vacancy
	skills  []string
	kept    int  // snapshots there are
	counted bool // somebody asked to have them counted
	answer  marketAnswer
	fault   *fault.Error
}

// empty reports that nothing is kept of the market for this role.
func (t trade) empty() bool {
	return t.kept == 0 || t.counted && t.fault == nil && t.answer.Sample.Unique == 0
}

// mostTraded is how many skills the market is asked about: a page can compare no more.
const mostTraded = 12

// market shows what a vacancy pays and how rare its skills are, out of what was asked or
// imported before. Counting reads rates of currencies, which can ask a bank: a page does not do
// that by being opened, but when somebody presses its button.
func (w *web) market(s *screen) error {
	if !s.May(opMarket) {
		return kit.Denied()
	}
	v, err := s.opened(s.Request.PathValue("id"))
	if err != nil {
		return err
	}
	t := trade{vacancy: v, counted: s.Request.URL.Query().Has(fieldCount)}
	for _, n := range v.Needs[:min(len(v.Needs), mostTraded)] {
		t.skills = append(t.skills, w.Skills.Name(n.Skill))
	}
	return s.Late(func(part templ.Component) templ.Component { return marketPage(s, t, part) }, func() (templ.Component, *fault.Error) {
		if err := s.count(&t); err != nil {
			return nil, fault.From(err)
		}
		return marketOf(s, t), t.fault
	})
}

func (s *screen) count(t *trade) error {
	if s.May(opSnapshots) {
		var kept struct {
			Total int `json:"total"`
		}
		if err := s.Call(opSnapshots, struct{}{}, &kept); err != nil {
			return err
		}
		t.kept = kept.Total
	}
	if t.kept == 0 || !t.counted {
		return nil
	}
	err := s.Call(opMarket, ofMarket{Role: t.vacancy.Title, Skills: t.skills, Sources: []string{"snapshot"}}, &t.answer)
	if err != nil && shownInForm(err) {
		t.fault = fault.From(err)
		return nil
	}
	return err
}

// tradeRow is one skill of the vacancy on the market.
type tradeRow struct {
	name  string
	share float64 // of the vacancies that ask for it
	least bool    // more can ask for it in what was not read
	paid  *pay
}

// rows are the skills of the vacancy, the rarest first; those nobody asked for are not known.
func (t trade) rows() (list []tradeRow) {
	for _, found := range t.answer.Skills {
		if !slices.Contains(t.skills, found.Name) {
			continue
		}
		row := tradeRow{name: found.Name, share: found.Share, paid: found.Pay}
		if found.Seen == 0 {
			row.share, row.least = found.Least, true
		}
		list = append(list, row)
	}
	slices.SortStableFunc(list, func(a, b tradeRow) int { return cmp.Compare(a.share, b.share) })
	return list
}

// often is how many vacancies ask for the skill.
func (r tradeRow) often(s *screen) string {
	if r.least {
		return s.T("pipeline.shareLeast", "Share", s.Number(percent(r.share)))
	}
	return s.T("pipeline.shareOf", "Share", s.Number(percent(r.share)))
}

// pay is what vacancies with the skill pay, empty where that is not known.
func (r tradeRow) pay(s *screen) string {
	if r.paid == nil || r.paid.Median == nil {
		return ""
	}
	return s.T("pipeline.skillPay", "Median", s.money(r.paid.Median), "N", s.Number(r.paid.N))
}
