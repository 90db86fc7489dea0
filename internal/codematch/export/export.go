// Package export tells the answer of a search as Markdown for people, and
// as SARIF 2.1.0 for the tools that read findings. Code and names are foreign: nothing of them
// acts in the page that shows them.
package export

import (
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
