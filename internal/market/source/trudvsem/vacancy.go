package trudvsem

import (
	"strings"

	"kadry/internal/market/hhjson"
	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

// vacancy is a vacancy of the register, as far as the market asks.
type vacancy struct {
	ID     loose.Text `json:"id"`
	Name   loose.Text `json:"job-name"`
	Region struct {
		Code loose.Text `json:"region_code"`
		Name loose.Text `json:"name"`
	} `json:"region"`
	Company struct {
		OGRN   loose.Text `json:"ogrn"`
		INN    loose.Text `json:"inn"`
		Code   loose.Text `json:"companycode"`
		Name   loose.Text `json:"name"`
		Agency bool       `json:"hr-agency"`
	} `json:"company"`
	From        loose.Number `json:"salary_min"`
	To          loose.Number `json:"salary_max"`
	Currency    loose.Text   `json:"currency"`
	Created     loose.Text   `json:"creation-date"`
	Modified    loose.Text   `json:"date_modify"`
	Employment  loose.Text   `json:"employment"`
	Schedule    loose.Text   `json:"schedule"`
	Duty        loose.Text   `json:"duty"`
	URL         loose.Text   `json:"vac_url"`
	Requirement struct {
		Education     loose.Text `json:"education"`
		Experience    *years     `json:"experience"`
		Qualification loose.Text `json:"qualification"`
	} `json:"requirement"`
	Skills loose.List[loose.Text] `json:"skills"`
}

// years are years of experience, which may come as a string.
type years struct{ loose.Number }

// noun makes a posting. The place is the region, with its id in HeadHunter's tree: towns are in
// addresses alone, which are written as people like.
func (v *vacancy) noun() posting.Posting {
	id := v.Company.OGRN
	for _, other := range []loose.Text{v.Company.INN, v.Company.Code} {
		if id == "" {
			id = other
		}
	}
	p := posting.Posting{
		Source: posting.Trudvsem, ID: string(v.ID), Title: prose.Line(string(v.Name)),
		Employer: posting.Employer{ID: string(id), Name: prose.Line(string(v.Company.Name)), Agency: v.Company.Agency},
		Area:     posting.Named{ID: areaOf(string(v.Region.Code)), Name: prose.Line(string(v.Region.Name))},
		Duty:     prose.Markup(string(v.Duty)), Requirement: prose.Markup(string(v.Requirement.Qualification)),
		Education: education(string(v.Requirement.Education)), Created: hhjson.Time(string(v.Created)), Published: hhjson.Time(string(v.Modified)),
	}
	if len(p.ID) > 64 {
		p.ID = ""
	}
	if p.Published.IsZero() {
		p.Published = p.Created
	}
	p.Description = strings.TrimSpace(p.Duty + "\n" + p.Requirement) // the register tells all it has
	if v.From > 0 || v.To > 0 {
		p.Pay = &posting.Pay{From: float64(v.From), To: float64(v.To), Currency: currency(string(v.Currency))}
	}
	if v.Requirement.Experience != nil {
		p.Experience = span(float64(v.Requirement.Experience.Number))
	}
	p.Formats, p.Employment = work(strings.ToLower(string(v.Schedule) + " " + string(v.Employment)))
	for _, s := range v.Skills[:min(len(v.Skills), 100)] {
		if name := prose.Line(string(s)); name != "" {
			p.KeySkills = append(p.KeySkills, name)
		}
	}
	if url := string(v.URL); strings.HasPrefix(url, "https://") && len(url) <= 500 {
		p.URL = url
	}
	return p
}

// currency reads what the register writes: «руб.», as a rule.
func currency(text string) string {
	text = strings.Trim(strings.ToLower(text), "«»\". ")
	if text == "" || strings.HasPrefix(text, "руб") {
		return "RUB"
	}
	return hhjson.Currency(text)
}

func span(n float64) posting.Experience {
	switch {
	case n < 1:
		return posting.None
	case n < 3:
		return posting.OneToThree
	case n < 6:
		return posting.ThreeToSix
	}
	return posting.OverSix
}

func education(text string) string {
	text = strings.ToLower(text)
	switch {
	case strings.HasPrefix(text, "высшее"):
		return "higher"
	case strings.HasPrefix(text, "среднее проф"):
		return "special_secondary"
	}
	return ""
}

// work reads where and how much from what the register says of schedule and employment.
func work(words string) (formats []posting.Format, form posting.Employment) {
	if strings.Contains(words, "удал") || strings.Contains(words, "дистанц") {
		formats = []posting.Format{posting.Remote}
	}
	switch {
	case strings.Contains(words, "вахт"):
		form = posting.FlyInOut
	case strings.Contains(words, "частичн") || strings.Contains(words, "неполн"):
		form = posting.Part
	case strings.Contains(words, "полн"):
		form = posting.Full
	}
	return formats, form
}
