package hhjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

// stateID marks the element of a web page that holds its state.
const stateID = "HH-Lux-InitialState"

// view is a vacancy in the state of a web page: what the API has, under other names. A name that
// starts with @ was an attribute once.
type view struct {
	ID           word `json:"vacancyId"`
	Name         word `json:"name"`
	Compensation struct {
		From     number `json:"from"`
		To       number `json:"to"`
		Currency word   `json:"currencyCode"`
		Gross    *bool  `json:"gross"`
		Mode     word   `json:"mode"`
	} `json:"compensation"`
	Company struct {
		ID           word `json:"id"`
		Visible      word `json:"visibleName"`
		Name         word `json:"name"`
		Category     word `json:"@category"`
		AccreditedIT bool `json:"accreditedITEmployer"`
	} `json:"company"`
	Area struct {
		ID   word `json:"@id"`
		Name word `json:"name"`
	} `json:"area"`
	Experience word `json:"workExperience"`
	Schedule   word `json:"@workSchedule"`
	Employment struct {
		Type word `json:"@type"`
	} `json:"employment"`
	EmploymentForm word `json:"employmentForm"`
	WorkFormats    list[struct {
		Elements list[word] `json:"workFormatsElement"`
	}] `json:"workFormats"`
	Skills      json.RawMessage `json:"keySkills"` // {keySkill: [...]}, since 2026 the names alone
	Roles       list[word]      `json:"professionalRoleIds"`
	Description word            `json:"description"`
	Snippet     struct {
		Requirement word `json:"req"`
		Duty        word `json:"resp"`
	} `json:"snippet"`
	Published word   `json:"publicationDate"`
	Status    status `json:"status"`
}

type status struct {
	Archived bool `json:"archived"`
}

// State reads the vacancies that a web page carries: the one of a vacancy's page or those of a
// search. The body is the state itself, or the page around it.
func State(body []byte) (posting.Page, error) {
	if trimmed := bytes.TrimSpace(body); bytes.HasPrefix(trimmed, []byte("<")) {
		var err error
		if body, err = stateOf(trimmed); err != nil {
			return posting.Page{}, err
		}
	}
	var doc struct {
		View *struct {
			view
			Full struct {
				Vacancy *view `json:"vacancy"`
			} `json:"vacancyFull"`
		} `json:"vacancyView"`
		Result *struct {
			Found     number     `json:"totalResults"`
			Vacancies list[view] `json:"vacancies"`
		} `json:"vacancySearchResult"`
	}
	if err := decode(body, &doc); err != nil {
		return posting.Page{}, err
	}
	var views []view
	page := posting.Page{Pages: 1}
	switch {
	case doc.View != nil && doc.View.Full.Vacancy != nil:
		views = []view{*doc.View.Full.Vacancy}
	case doc.View != nil:
		views = []view{doc.View.view}
	case doc.Result != nil:
		views, page.Found = doc.Result.Vacancies, int(doc.Result.Found)
	default:
		return posting.Page{}, fmt.Errorf("%w: the state of a page with vacancies", ErrShape)
	}
	for i := range views {
		p := views[i].noun()
		if sound(&p) != nil {
			page.Broken++
			continue
		}
		page.Items = append(page.Items, p)
	}
	page.Found = max(page.Found, len(page.Items))
	return page, nil
}

// stateOf finds the state in a web page.
func stateOf(page []byte) ([]byte, error) {
	from := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch from.Next() {
		case html.ErrorToken:
			return nil, fmt.Errorf("%w: a web page without the state of HeadHunter", ErrShape)
		case html.StartTagToken:
			marked := slices.ContainsFunc(from.Token().Attr, func(a html.Attribute) bool { return a.Key == "id" && a.Val == stateID })
			if marked && from.Next() == html.TextToken {
				return []byte(from.Token().Data), nil
			}
		}
	}
}

func (v *view) noun() posting.Posting {
	name := v.Company.Visible
	if name == "" {
		name = v.Company.Name
	}
	paid := salary{From: v.Compensation.From, To: v.Compensation.To, Currency: v.Compensation.Currency, Gross: v.Compensation.Gross, Mode: coded{ID: v.Compensation.Mode}}
	p := posting.Posting{
		Source: posting.HH, ID: string(v.ID), Title: prose.Line(string(v.Name)),
		Employer: posting.Employer{
			ID: string(v.Company.ID), Name: prose.Line(string(name)), AccreditedIT: v.Company.AccreditedIT,
			Agency: v.Company.Category == "AGENCY" || v.Company.Category == "PRIVATE_RECRUITER",
		},
		Area: posting.Named{ID: string(v.Area.ID), Name: prose.Line(string(v.Area.Name))},
		Pay:  paid.pay(), Experience: Experience(string(v.Experience)), Employment: employment(string(v.EmploymentForm)),
		KeySkills: v.skills(), Requirement: snippet(v.Snippet.Requirement), Duty: snippet(v.Snippet.Duty),
		Description: prose.Markup(string(v.Description)), Published: Time(string(v.Published)), Archived: v.Status.Archived,
	}
	if p.Employment == "" {
		p.Employment = employment(string(v.Employment.Type))
	}
	if p.ID != "" {
		p.URL = webAddress("https://hh.ru/vacancy/" + p.ID)
	}
	for _, id := range v.Roles[:min(len(v.Roles), mostRoles)] {
		p.Roles = append(p.Roles, posting.Named{ID: string(id)})
	}
	for _, set := range v.WorkFormats {
		for _, id := range set.Elements {
			if f := Format(string(id)); f != "" && !slices.Contains(p.Formats, f) {
				p.Formats = append(p.Formats, f)
			}
		}
	}
	if f := Format(string(v.Schedule)); f != "" && len(p.Formats) == 0 {
		p.Formats = []posting.Format{f}
	}
	return p
}

// skills reads both shapes of the key skills.
func (v *view) skills() []string {
	if len(v.Skills) == 0 {
		return nil
	}
	var wrapped struct {
		Names list[coded] `json:"keySkill"`
	}
	if v.Skills[0] == '{' && decode(v.Skills, &wrapped) == nil {
		return names(wrapped.Names)
	}
	var flat list[coded]
	if decode(v.Skills, &flat) != nil {
		return nil
	}
	return names(flat)
}
