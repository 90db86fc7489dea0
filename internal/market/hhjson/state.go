package hhjson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/net/html"

	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

// stateID marks the element of a web page that holds its state.
const stateID = "HH-Lux-InitialState"

// view is a vacancy in the state of a web page: what the API has, under other names. A name that
// starts with @ was an attribute once.
type view struct {
	ID           loose.Text `json:"vacancyId"`
	Name         loose.Text `json:"name"`
	Compensation struct {
		From     loose.Number `json:"from"`
		To       loose.Number `json:"to"`
		Currency loose.Text   `json:"currencyCode"`
		Gross    *bool        `json:"gross"`
		Mode     loose.Text   `json:"mode"`
	} `json:"compensation"`
	Company struct {
		ID           loose.Text `json:"id"`
		Visible      loose.Text `json:"visibleName"`
		Name         loose.Text `json:"name"`
		Category     loose.Text `json:"@category"`
		AccreditedIT bool       `json:"accreditedITEmployer"`
	} `json:"company"`
	Area struct {
		ID   loose.Text `json:"@id"`
		Name loose.Text `json:"name"`
	} `json:"area"`
	Experience loose.Text `json:"workExperience"`
	Schedule   loose.Text `json:"@workSchedule"`
	Employment struct {
		Type loose.Text `json:"@type"`
	} `json:"employment"`
	EmploymentForm loose.Text `json:"employmentForm"`
	WorkFormats    loose.List[struct {
		Elements loose.List[loose.Text] `json:"workFormatsElement"`
	}] `json:"workFormats"`
	Skills      json.RawMessage        `json:"keySkills"` // {keySkill: [...]}, since 2026 the names alone
	Roles       loose.List[loose.Text] `json:"professionalRoleIds"`
	Description loose.Text             `json:"description"`
	Snippet     struct {
		Requirement loose.Text `json:"req"`
		Duty        loose.Text `json:"resp"`
	} `json:"snippet"`
	Published loose.Text `json:"publicationDate"`
	Status    status     `json:"status"`
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
			Found     loose.Number     `json:"totalResults"`
			Vacancies loose.List[view] `json:"vacancies"`
		} `json:"vacancySearchResult"`
	}
	if err := loose.Decode(body, &doc); err != nil {
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
		Names loose.List[coded] `json:"keySkill"`
	}
	if v.Skills[0] == '{' && loose.Decode(v.Skills, &wrapped) == nil {
		return names(wrapped.Names)
	}
	var flat loose.List[coded]
	if loose.Decode(v.Skills, &flat) != nil {
		return nil
	}
	return names(flat)
}
