package hhjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

const (
	mostRoles  = 20
	mostSkills = 100 // HeadHunter takes 30
)

// vacancy is an item of a search and a detail, as far as the market asks.
type vacancy struct {
	ID          loose.Text `json:"id"`
	Name        loose.Text `json:"name"`
	Area        coded      `json:"area"`
	Employer    employer   `json:"employer"`
	Salary      *salary    `json:"salary"`
	SalaryRange *salary    `json:"salary_range"`
	Experience  coded      `json:"experience"`
	Schedule    coded      `json:"schedule"`   // until 2025
	Employment  coded      `json:"employment"` // until 2025

	EmploymentForm coded             `json:"employment_form"`
	WorkFormat     loose.List[coded] `json:"work_format"`
	Roles          loose.List[coded] `json:"professional_roles"`
	Skills         loose.List[coded] `json:"key_skills"`

	Snippet struct {
		Requirement    loose.Text `json:"requirement"`
		Responsibility loose.Text `json:"responsibility"`
	} `json:"snippet"`
	Description loose.Text `json:"description"`
	Published   loose.Text `json:"published_at"`
	Created     loose.Text `json:"created_at"`
	First       loose.Text `json:"initial_created_at"` // where told, created_at moves with republishing
	Archived    bool       `json:"archived"`
	URL         loose.Text `json:"alternate_url"`
	Counters    struct {
		Responses *loose.Number `json:"responses"`
		Total     *loose.Number `json:"total_responses"`
	} `json:"counters"`
}

type employer struct {
	ID           loose.Text `json:"id"`
	Name         loose.Text `json:"name"`
	Type         coded      `json:"type"`
	AccreditedIT bool       `json:"accredited_it_employer"`
}

type salary struct {
	From     loose.Number `json:"from"`
	To       loose.Number `json:"to"`
	Currency loose.Text   `json:"currency"`
	Gross    *bool        `json:"gross"`
	Mode     coded        `json:"mode"`
}

// Vacancy reads one vacancy, an item of a search or a detail.
func Vacancy(body []byte) (posting.Posting, error) {
	var v vacancy
	if err := loose.Decode(body, &v); err != nil {
		return posting.Posting{}, err
	}
	p := posting.Posting{
		Source: posting.HH, ID: string(v.ID), Title: prose.Line(string(v.Name)), Employer: v.Employer.noun(),
		Area: v.Area.noun(), Roles: nouns(v.Roles, mostRoles), Pay: v.SalaryRange.pay(),
		Experience: Experience(string(v.Experience.ID)), Formats: v.formats(), Employment: v.employed(),
		KeySkills: names(v.Skills), Requirement: snippet(v.Snippet.Requirement), Duty: snippet(v.Snippet.Responsibility),
		Description: prose.Markup(string(v.Description)),
		Published:   Time(string(v.Published)), Created: Time(string(v.First)), Archived: v.Archived,
		Responses: v.responses(), URL: webAddress(string(v.URL)),
	}
	if p.Pay == nil {
		p.Pay = v.Salary.pay()
	}
	if p.Created.IsZero() {
		p.Created = Time(string(v.Created))
	}
	return p, sound(&p)
}

// sound says why something is no posting.
func sound(p *posting.Posting) error {
	if p.ID == "" || len(p.ID) > 64 || p.Title == "" {
		return fmt.Errorf("%w: a vacancy has an id and a name", ErrShape)
	}
	return nil
}

func (c coded) noun() posting.Named {
	return posting.Named{ID: string(c.ID), Name: prose.Line(string(c.Name))}
}

func (e employer) noun() posting.Employer {
	agency := e.Type.ID == "agency" || e.Type.ID == "project_director" || e.Type.ID == "private_recruiter"
	return posting.Employer{ID: string(e.ID), Name: prose.Line(string(e.Name)), Agency: agency, AccreditedIT: e.AccreditedIT}
}

func nouns(from []coded, most int) []posting.Named {
	var all []posting.Named
	for _, c := range from[:min(len(from), most)] {
		if n := c.noun(); n != (posting.Named{}) {
			all = append(all, n)
		}
	}
	return all
}

// names are the skills in the employer's words.
func names(from []coded) []string {
	var all []string
	for _, c := range from[:min(len(from), mostSkills)] {
		name := c.Name
		if name == "" {
			name = c.ID // of a list of bare names
		}
		if s := prose.Line(string(name)); s != "" && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

func (s *salary) pay() *posting.Pay {
	if s == nil || s.From == 0 && s.To == 0 {
		return nil
	}
	p := &posting.Pay{From: float64(s.From), To: float64(s.To), Currency: Currency(string(s.Currency)), Per: per(string(s.Mode.ID))}
	if s.Gross != nil {
		p.Basis = posting.Net
		if *s.Gross {
			p.Basis = posting.Gross
		}
	}
	return p
}

func (v *vacancy) formats() []posting.Format {
	var all []posting.Format
	for _, c := range v.WorkFormat[:min(len(v.WorkFormat), 10)] {
		if f := Format(string(c.ID)); f != "" && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	if f := Format(string(v.Schedule.ID)); f != "" && len(all) == 0 {
		all = append(all, f)
	}
	return all
}

func (v *vacancy) employed() posting.Employment {
	for _, id := range []loose.Text{v.EmploymentForm.ID, v.Schedule.ID, v.Employment.ID} {
		if e := employment(string(id)); e != "" {
			return e
		}
	}
	return ""
}

// responses are all that came, where HeadHunter counts for us: the other counter starts anew
// with each republishing.
func (v *vacancy) responses() *int {
	n := v.Counters.Total
	if n == nil {
		n = v.Counters.Responses
	}
	if n == nil {
		return nil
	}
	count := int(*n)
	return &count
}

// snippet is the part of a description that a search shows, with what it found marked.
func snippet(text loose.Text) string {
	return prose.Text(strings.NewReplacer("<highlighttext>", "", "</highlighttext>", "").Replace(string(text)))
}

// vacancies reads an array and counts the items that are no vacancies.
func vacancies(items []json.RawMessage) (all []posting.Posting, broken int) {
	for _, raw := range items {
		p, err := Vacancy(raw)
		if err != nil {
			broken++
			continue
		}
		all = append(all, p)
	}
	return all, broken
}

// Items reads a bare array of vacancies.
func Items(body []byte) (all []posting.Posting, broken int, err error) {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("[")) {
		return nil, 0, fmt.Errorf("%w: an array of vacancies", ErrShape)
	}
	var items []json.RawMessage
	if err := loose.Decode(body, &items); err != nil {
		return nil, 0, err
	}
	all, broken = vacancies(items)
	return all, broken, nil
}
