package transfer

import (
	"kadry/internal/interview/bank"
	"kadry/internal/interview/vacancy"
)

// wireVacancy is a vacancy in JSON, as it is exported and imported.
type wireVacancy struct {
	ID               string           `json:"id,omitempty"`
	ExternalID       string           `json:"external_id,omitempty"`
	Title            string           `json:"title"`
	Description      string           `json:"description"`
	Requirements     string           `json:"requirements,omitempty"`
	Responsibilities string           `json:"responsibilities,omitempty"`
	Language         bank.Language    `json:"language,omitempty"`
	Level            bank.Level       `json:"level,omitempty"`
	Needs            []vacancy.Need   `json:"needs,omitempty"`
	Questions        []vacancy.Choice `json:"questions,omitempty"`
}

func (w wireVacancy) saving() vacancy.Saving {
	return vacancy.Saving{ID: w.ID, ExternalID: w.ExternalID, Draft: vacancy.Draft{
		Title: w.Title, Description: w.Description, Requirements: w.Requirements,
		Responsibilities: w.Responsibilities, Language: w.Language, Level: w.Level, Needs: w.Needs, Choices: w.Questions,
	}}
}

func wired(v vacancy.Vacancy) wireVacancy {
	w := wireVacancy{
		ID: v.ID, ExternalID: v.ExternalID, Title: v.Title, Description: v.Description, Requirements: v.Requirements,
		Responsibilities: v.Responsibilities, Language: v.Language, Level: v.Level, Needs: []vacancy.Need{}, Questions: v.Choices,
	}
	for _, n := range v.Needs {
		n.Quote = "" // read from the texts again
		w.Needs = append(w.Needs, n)
	}
	return w
}

// columns of a table of vacancies, by the names they may have.
var columns = []struct {
	name  string
	also  []string
	field func(w *wireVacancy) *string
}{
	{"id", nil, func(w *wireVacancy) *string { return &w.ID }},
	{"external_id", []string{"внешний id", "код"}, func(w *wireVacancy) *string { return &w.ExternalID }},
	{"title", []string{"название", "вакансия", "должность"}, func(w *wireVacancy) *string { return &w.Title }},
	{"description", []string{"описание"}, func(w *wireVacancy) *string { return &w.Description }},
	{"requirements", []string{"требования"}, func(w *wireVacancy) *string { return &w.Requirements }},
	{"responsibilities", []string{"обязанности"}, func(w *wireVacancy) *string { return &w.Responsibilities }},
	{"language", []string{"язык"}, func(w *wireVacancy) *string { return (*string)(&w.Language) }},
	{"level", []string{"уровень"}, func(w *wireVacancy) *string { return (*string)(&w.Level) }},
}

// needsColumn holds the needs as "go:1:senior|kafka:0.5": skill, weight, level.
const needsColumn = "needs"
