package talentsql

import "kadry/internal/store"

// The stored form of a record, version 1. Renaming a field of the room changes nothing
// here; renaming a key here loses what is stored under the old one. Months count from
// January of year 0; start and end are byte offsets into the candidate's text. A quote, a
// surface and the text of a position that stand in that text are not stored again: see
// shorten.

type plain = store.Plain

type recordWire struct {
	Language     plain             `json:"language,omitempty"`
	Name         plain             `json:"name,omitempty"`
	Title        plain             `json:"title,omitempty"`
	Summary      plain             `json:"summary,omitempty"`
	Location     plain             `json:"location,omitempty"`
	Contacts     contactsWire      `json:"contacts,omitzero"`
	Skills       []skillWire       `json:"skills,omitempty"`
	Positions    []positionWire    `json:"positions,omitempty"`
	Education    []educationWire   `json:"education,omitempty"`
	Certificates []certificateWire `json:"certificates,omitempty"`
	Projects     []projectWire     `json:"projects,omitempty"`
	Languages    []languageWire    `json:"languages,omitempty"`
	SalaryWish   plain             `json:"salary_wish,omitempty"`
	Relocation   plain             `json:"relocation,omitempty"`
	TotalMonths  int               `json:"total_months,omitempty"`
	StatedMonths int               `json:"stated_months,omitempty"`
	Level        plain             `json:"level,omitempty"`
	LevelBasis   plain             `json:"level_basis,omitempty"`
	StatedLevel  plain             `json:"stated_level,omitempty"`
	Sections     []sectionWire     `json:"sections,omitempty"`
	Warnings     []warningWire     `json:"warnings,omitempty"`
	Confidence   confidenceWire    `json:"confidence,omitzero"`
	AsOf         int               `json:"as_of,omitempty"`
}

type contactsWire struct {
	Emails []plain    `json:"emails,omitempty"`
	Phones []plain    `json:"phones,omitempty"`
	Links  []plain    `json:"links,omitempty"`
	Spans  []spanWire `json:"spans,omitempty"`
}

type spanWire struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

type skillWire struct {
	Skill       plain          `json:"skill"`
	Name        plain          `json:"name,omitempty"`
	Months      int            `json:"months,omitempty"`
	MonthsKnown bool           `json:"months_known,omitempty"`
	Stated      bool           `json:"stated,omitempty"`
	FirstUsed   int            `json:"first_used,omitempty"`
	LastUsed    int            `json:"last_used,omitempty"`
	Strength    plain          `json:"strength,omitempty"`
	Stance      plain          `json:"stance,omitempty"`
	Evidence    []evidenceWire `json:"evidence,omitempty"`
}

type evidenceWire struct {
	Section    plain `json:"section,omitempty"`
	Quote      plain `json:"quote,omitempty"`
	QuoteStart int   `json:"quote_start"`
	QuoteEnd   int   `json:"quote_end,omitempty"` // set when Quote is left out
	Start      int   `json:"start"`
	End        int   `json:"end"`
	Surface    plain `json:"surface,omitempty"`
	How        plain `json:"how,omitempty"`
	Stance     plain `json:"stance,omitempty"`
	Position   int   `json:"position"`
}

type positionWire struct {
	Title     plain `json:"title,omitempty"`
	Company   plain `json:"company,omitempty"`
	Location  plain `json:"location,omitempty"`
	From      int   `json:"from,omitempty"`
	To        int   `json:"to,omitempty"`
	Current   bool  `json:"current,omitempty"`
	Precision plain `json:"precision,omitempty"`
	Work      bool  `json:"work,omitempty"`
	Text      plain `json:"text,omitempty"`
	TextStart int   `json:"text_start,omitempty"`
	TextEnd   int   `json:"text_end,omitempty"` // set when Text is left out
	Start     int   `json:"start"`
	End       int   `json:"end"`
}

type educationWire struct {
	Institution plain `json:"institution,omitempty"`
	Degree      plain `json:"degree,omitempty"`
	Level       plain `json:"level,omitempty"`
	Field       plain `json:"field,omitempty"`
	From        int   `json:"from,omitempty"`
	To          int   `json:"to,omitempty"`
	Start       int   `json:"start"`
	End         int   `json:"end"`
}

type certificateWire struct {
	Name   plain `json:"name,omitempty"`
	Issuer plain `json:"issuer,omitempty"`
	Date   int   `json:"date,omitempty"`
	Start  int   `json:"start"`
	End    int   `json:"end"`
}

type projectWire struct {
	Name   plain   `json:"name,omitempty"`
	Text   plain   `json:"text,omitempty"`
	Link   plain   `json:"link,omitempty"`
	Skills []plain `json:"skills,omitempty"`
	Start  int     `json:"start"`
	End    int     `json:"end"`
}

type languageWire struct {
	Code  plain `json:"code,omitempty"`
	Name  plain `json:"name,omitempty"`
	CEFR  plain `json:"cefr,omitempty"`
	Start int   `json:"start"`
	End   int   `json:"end"`
}

type sectionWire struct {
	Kind    plain `json:"kind"`
	Heading plain `json:"heading,omitempty"`
	Start   int   `json:"start"`
	End     int   `json:"end"`
}

type warningWire struct {
	Code plain `json:"code"`
	EN   plain `json:"en,omitempty"`
	RU   plain `json:"ru,omitempty"`
}

type confidenceWire struct {
	Name         float64 `json:"name,omitempty"`
	Title        float64 `json:"title,omitempty"`
	Positions    float64 `json:"positions,omitempty"`
	Skills       float64 `json:"skills,omitempty"`
	Education    float64 `json:"education,omitempty"`
	Languages    float64 `json:"languages,omitempty"`
	Certificates float64 `json:"certificates,omitempty"`
	Projects     float64 `json:"projects,omitempty"`
	Contacts     float64 `json:"contacts,omitempty"`
}
