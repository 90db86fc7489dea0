// Package export tells the answer of a search as Markdown for people, as JSON for programs and
// as SARIF 2.1.0 for the tools that read findings. Code and names are foreign: nothing of them
// acts in the page that shows them.
package export

import (
	"encoding/json"
	"fmt"
	"time"

	"kadry/internal/codematch/match"
)

// Report is the answer of a search.
type Report struct {
	Question Question
	Matches  []match.Match
	Made     time.Time
	Version  string // of kadry
}

// Question is the code that was asked about.
type Question struct {
	Label     string `json:"label"` // a path, a link or what a person calls it; "" is pasted text
	Language  string `json:"language"`
	Code      string `json:"code"`
	StartLine int    `json:"start_line"` // of the code in its file, from 1; 0 is 1
}

// document is the JSON form.
type document struct {
	Question Question     `json:"question"`
	Made     time.Time    `json:"made"`
	Matches  []match.Item `json:"matches"`
}

// JSON is the report as JSON, its texts in a language.
func JSON(r Report, lang string) ([]byte, error) {
	d := document{Question: r.Question, Made: r.Made.UTC(), Matches: make([]match.Item, 0, len(r.Matches))}
	for _, m := range r.Matches {
		d.Matches = append(d.Matches, m.In(lang))
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("export: json: %w", err)
	}
	return append(text, '\n'), nil
}
