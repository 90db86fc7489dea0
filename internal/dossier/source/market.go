package source

import (
	"context"
	"errors"
	"time"

	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/fault"
)

// marketKey begins the keys of what the market answers.
const marketKey = "hr:market_multi:"

// Role is what the market is asked about.
type Role struct {
	Title      string   `json:"role"`
	Location   string   `json:"location,omitzero"`
	Skills     []string `json:"skills,omitempty"`
	Salary     []int    `json:"salary_range,omitempty"`
	Currency   string   `json:"currency,omitzero"`
	Experience []string `json:"experience,omitempty"`
	Formats    []string `json:"work_format,omitempty"`
	Source     []string `json:"sources,omitempty"`
}

type estimate struct {
	Value float64 `json:"value"`
}

// payAnswer is pay in roubles, or in the currency that was asked for.
type payAnswer struct {
	N     int       `json:"n"`
	Basis string    `json:"basis"`
	Least float64   `json:"least"`
	Most  float64   `json:"most"`
	P25   *estimate `json:"p25"`
	P50   *estimate `json:"p50"`
	P75   *estimate `json:"p75"`
}

type marketReply struct {
	Sample struct {
		Found    int       `json:"found"`
		Fetched  int       `json:"fetched"`
		Unique   int       `json:"unique"`
		Detailed int       `json:"detailed"`
		Source   string    `json:"source"`
		At       time.Time `json:"snapshot_at"`
	} `json:"sample"`
	Salary  *payAnswer `json:"salary"`
	BySkill []struct {
		ID       string         `json:"id"`
		Name     string         `json:"name"`
		N        int            `json:"n"`
		Detailed int            `json:"detailed"`
		Share    float64        `json:"share"`
		AtLeast  float64        `json:"at_least"`
		CI95     []float64      `json:"share_ci95"`
		Sources  map[string]int `json:"sources"`
		Salary   *payAnswer     `json:"salary"`
	} `json:"by_skill"`
	Employers []struct {
		Name string `json:"name"`
		N    int    `json:"unique_postings"`
	} `json:"employers"`
	Structure struct {
		Areas []struct {
			Value string `json:"value"`
			N     int    `json:"n"`
		} `json:"area"`
	} `json:"structure"`
	Supply struct {
		Responses float64 `json:"responses_per_vacancy"`
		N         int     `json:"responses_n"`
	} `json:"demand_supply"`
}

// Market asks what the market says of a role. A market that does not answer is no error: the
// report says why.
func (r *Reader) Market(ctx context.Context, tenant string, role Role, asked requirement.Requirement, lang string) (report.Market, Tally) {
	role.Skills = names(asked)
	if role.Currency == "" {
		role.Currency = "RUB"
	}
	var a marketReply
	var tally Tally
	err := r.ask(ctx, marketKey, marketAnswer, []string{lang, tenant}, role, &a, &tally)
	switch {
	case errors.Is(err, ErrAbsent):
		return report.Market{Failed: fault.Say("This server does not know the market.", "Этот сервер не знает рынка.")}, tally
	case err != nil:
		return report.Market{Failed: fault.From(err).Text}, tally
	}
	m := report.Market{Source: a.Sample.Source, At: a.Sample.At, Found: max(a.Sample.Found, a.Sample.Unique)}
	if m.Source == "" || a.Sample.Unique == 0 {
		return report.Market{Failed: fault.Say("No vacancy for this role was found.", "Вакансий на эту роль не нашлось.")}, tally
	}
	m.Demand.Analyzed = a.Sample.Detailed
	if a.Sample.Detailed == 0 {
		m.Demand.Analyzed = a.Sample.Unique
	}
	m.Pay = paid(a.Salary, role.Currency, "")
	for _, s := range a.BySkill {
		m.Demand.Skills = append(m.Demand.Skills, demand(s.ID, s.Name, s.N, s.Detailed, s.Share, s.AtLeast, s.CI95, s.Sources["title"], a.Sample.Detailed > 0))
		if p := paid(s.Salary, role.Currency, basisOf(m.Pay)); p != nil {
			m.BySkill = append(m.BySkill, report.SkillPay{Skill: s.Name, Pay: *p})
		}
	}
	for _, e := range a.Employers {
		m.Employers = append(m.Employers, report.Count{Name: e.Name, N: e.N})
	}
	for _, p := range a.Structure.Areas {
		m.Places = append(m.Places, report.Count{Name: p.Value, N: p.N})
	}
	if a.Supply.N > 0 && a.Supply.Responses > 0 {
		m.Responses = &a.Supply.Responses
	}
	return m, tally
}

// demand is how much a skill is asked for: among the postings that were read in full, else
// among all, where a search shows too little and the share is a lower bound itself.
func demand(id, name string, n, detailed int, share, atLeast float64, ci []float64, titles int, full bool) requirement.Demand {
	d := requirement.Demand{ID: id, Name: name, N: n, Share: atLeast, Low: atLeast, Titles: titles}
	if d.ID == "" {
		d.ID = name
	}
	if full {
		d.N, d.Share, d.Low = detailed, share, 0
		if len(ci) == 2 {
			d.Low = ci[0]
		}
	}
	return d
}

// paid is pay as reports have it, nil where nothing is known.
func paid(p *payAnswer, currency, basis string) *report.Pay {
	if p == nil || p.N == 0 {
		return nil
	}
	if p.Basis != "" {
		basis = p.Basis
	}
	value := func(e *estimate) *float64 {
		if e == nil {
			return nil
		}
		return &e.Value
	}
	return &report.Pay{N: p.N, Currency: currency, Basis: basis, Min: p.Least, Max: p.Most, P25: value(p.P25), Median: value(p.P50), P75: value(p.P75)}
}

// basisOf is that of the whole pay, which those of skills share.
func basisOf(p *report.Pay) string {
	if p == nil {
		return ""
	}
	return p.Basis
}
