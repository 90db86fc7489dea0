package dossierweb

import (
	"encoding/json"
	"fmt"

	"github.com/a-h/templ"

	"kadry/internal/dossier"
	"kadry/internal/dossier/outreach"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/script"
	"kadry/internal/dossier/verdict"
	"kadry/internal/webui/kit"
)

// kept is a report as the operations answer it.
type kept struct {
	ID string `json:"report_id"`
	report.Report
	Complete bool `json:"complete"`
}

// ofReport names a report.
type ofReport struct {
	ID string `json:"report_id"`
}

// ofPerson names a person of a report.
type ofPerson struct {
	Report string `json:"report_id"`
	ID     string `json:"id"`
}

func (s *screen) load(id string) (kept, error) {
	var k kept
	err := s.Call(opGet, ofReport{id}, &k)
	return k, err
}

// shelf is a page of the kept reports.
type shelf struct {
	Items []dossier.Kept `json:"items"`
	Next  string         `json:"next_cursor"`
}

func (s *screen) shelf(cursor string) (shelf, error) {
	var l shelf
	err := s.Call(opList, struct {
		Cursor string `json:"cursor,omitempty"`
	}{cursor}, &l)
	return l, err
}

// talk are the texts made of one person's report. What the access does not cover is nil.
type talk struct {
	questions []script.Question
	letter    *outreach.Letter
}

func (s *screen) talk(of ofPerson) (talk, error) {
	var t talk
	if s.May(opScript) {
		var made script.Interview
		if err := s.Call(opScript, of, &made); err != nil {
			return t, err
		}
		t.questions = made.Script.Questions
	}
	if s.May(opOutreach) {
		t.letter = &outreach.Letter{}
		if err := s.Call(opOutreach, of, t.letter); err != nil {
			return t, err
		}
	}
	return t, nil
}

// ruling is what a person decides.
type ruling struct {
	Report    string           `json:"report_id"`
	Candidate string           `json:"candidate"`
	Decision  verdict.Decision `json:"decision"`
	Reason    string           `json:"reason"`
}

// removal deletes a report, or takes a person out of all.
type removal struct {
	Report  string `json:"report_id,omitempty"`
	Person  string `json:"candidate,omitempty"`
	Confirm bool   `json:"confirm"`
}

func (s *screen) remove(r removal) error {
	r.Confirm = true
	return s.Call(opDelete, r, &struct{}{})
}

// works says how a report of many people is followed while it is made.
func (w *web) works() map[string]kit.Work {
	return map[string]kit.Work{opEvaluate: {Title: "report.work", Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
		var made kept
		if err := json.Unmarshal(answer, &made); err != nil {
			return nil, fmt.Errorf("dossierweb: report: %w", err)
		}
		return workPart(w.screen(s), made), nil
	}}}
}
