package examweb

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"kadry/internal/exam/assignment"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

const assignmentsPath = examsPath + "/assignments"

// Names of the fields of the form that gives a test out.
const (
	fieldTitle  = "title"
	fieldPupils = "pupils" // a name a line
	fieldDays   = "days"
	fieldShows  = "shows"

	fieldAssignment = "assignment"
	fieldCandidate  = "candidate"
)

// given is a link as the operation made it.
type given struct {
	ID      string `json:"assignment_id"`
	Variant int    `json:"variant"`
	Pupil   string `json:"pupil"`
	Path    string `json:"path"`
}

// assigned is a test that is out, as the operations tell of it.
type assigned struct {
	ID        string           `json:"assignment_id"`
	Title     string           `json:"title"`
	Pupil     string           `json:"pupil"`
	Candidate string           `json:"candidate_id"`
	Course    string           `json:"course"`
	IDs       []string         `json:"problem_ids"`
	Shows     assignment.Shows `json:"shows"`
	Created   time.Time        `json:"created_at"`
	Expires   time.Time        `json:"expires_at"`
	Withdrawn time.Time        `json:"withdrawn_at"`
	Live      bool             `json:"live"`
	Papers    int              `json:"papers"`
	Sent      int              `json:"sent"`
}

// results are the papers of a test.
type results struct {
	Assignment assigned `json:"assignment"`
	Items      []struct {
		ID    string            `json:"paper_id"`
		Name  string            `json:"name"`
		Begun time.Time         `json:"begun_at"`
		Sent  time.Time         `json:"sent_at"`
		Right int               `json:"right"`
		Of    int               `json:"of"`
		Marks []assignment.Mark `json:"marks"`
	} `json:"items"`
}

func (s *screen) courseName(code string) string {
	c, err := subject.Parse(code, subject.Course{})
	if err != nil {
		return code
	}
	return s.Say(c.Title())
}

func assignmentRoutes(w *web) map[string]func(*screen) error {
	const one = assignmentsPath + "/{id}"
	return map[string]func(*screen) error{
		"POST " + examsPath + "/{exam}/{course}/assign": w.giveOut,
		"GET " + assignmentsPath:                        w.assignments,
		"POST " + assignmentsPath:                       w.repeat,
		"GET " + one:                                    w.results,
		"GET " + one + "/table":                         w.table,
		"POST " + one + "/withdraw":                     w.acting(opWithdrawLink, byID{}, ""),
		"POST " + one + "/delete":                       w.acting(opDeleteLink, byID{Confirm: true}, assignmentsPath),
		"POST " + one + "/papers/{paper}/delete":        w.acting(opDeletePaper, byID{Confirm: true}, ""),
	}
}

// giveOut makes the links of a composed test and shows them once.
func (w *web) giveOut(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	f, err := s.form()
	if err != nil {
		return err
	}
	p := readPaper(c, f)
	if len(p.wrong) > 0 {
		refused := fault.E(fault.Invalid, fault.Say("Some numbers cannot be read.", "Часть чисел не удалось прочитать."), nil)
		refused.Fields = p.wrong
		return refused
	}
	var pupils []string
	for line := range strings.Lines(f.Get(fieldPupils)) {
		if line = strings.TrimSpace(line); line != "" {
			pupils = append(pupils, line)
		}
	}
	var out struct{ Items []given }
	if err := s.Call(opAssign, struct {
		Subject  subject.Subject `json:"subject"`
		Exam     subject.Exam    `json:"exam"`
		Grade    int             `json:"grade,omitzero"`
		Counts   map[string]int  `json:"counts"`
		Seed     uint64          `json:"seed"`
		Variants int             `json:"variants"`
		Title    string          `json:"title"`
		Pupils   []string        `json:"pupils,omitempty"`
		Days     int             `json:"days"`
		Shows    string          `json:"shows"`
	}{
		c.Subject, c.Exam, c.Grade, p.counts, p.seed, p.class, cmp.Or(strings.TrimSpace(f.Get(fieldTitle)), s.Say(c.Title())), pupils,
		cmp.Or(kit.Count(f.Get(fieldDays)), 7), cmp.Or(f.Get(fieldShows), string(assignment.ShowsScore)),
	}, &out); err != nil {
		return err
	}
	s.Out.Header().Set("Cache-Control", "no-store")
	return s.Show(http.StatusOK, linksPage(s, &c, out.Items))
}

// repeat gives a test that is out to one more person and shows the link once.
func (w *web) repeat(s *screen) error {
	f, err := s.form()
	if err != nil {
		return err
	}
	var out given
	if err := s.Call(opRepeat, struct {
		ID        string `json:"assignment_id"`
		Pupil     string `json:"pupil"`
		Candidate string `json:"candidate_id,omitempty"`
	}{f.Get(fieldAssignment), f.Get(fieldName), f.Get(fieldCandidate)}, &out); err != nil {
		return err
	}
	s.Out.Header().Set("Cache-Control", "no-store")
	return s.Show(http.StatusOK, linksPage(s, nil, []given{out}))
}

// link is the whole address of a link.
func (s *screen) link(path string) string {
	return strings.TrimSuffix(cmp.Or(s.web.publicURL, s.Base()), "/") + path
}

func (w *web) assignments(s *screen) error {
	var out struct{ Items []assigned }
	if err := s.Call(opAssignments, struct{}{}, &out); err != nil {
		return err
	}
	return s.Show(http.StatusOK, assignmentsPage(s, out.Items))
}

// byID is the input of the operations on one test.
type byID struct {
	ID      string `json:"assignment_id"`
	Paper   string `json:"paper_id,omitempty"`
	Confirm bool   `json:"confirm,omitempty"`
}

func (w *web) results(s *screen) error {
	var r results
	if err := s.Call(opPapers, byID{ID: s.Request.PathValue("id")}, &r); err != nil {
		return err
	}
	return s.Show(http.StatusOK, resultsPage(s, r))
}

// table is the results as a file for a spreadsheet.
func (w *web) table(s *screen) error {
	var f op.File
	if err := s.Call(opExportPapers, byID{ID: s.Request.PathValue("id")}, &f); err != nil {
		return err
	}
	return s.Send(f)
}

// acting does what a button of the results asks for and leads back.
func (w *web) acting(operation string, in byID, to string) func(*screen) error {
	return func(s *screen) error {
		of := in
		of.ID, of.Paper = s.Request.PathValue("id"), s.Request.PathValue("paper")
		var done struct{}
		if err := s.Call(operation, of, &done); err != nil {
			return err
		}
		s.Redirect(cmp.Or(to, assignmentsPath+"/"+of.ID))
		return nil
	}
}

// stateText says whether the link works.
func (s *screen) stateText(a assigned) string {
	switch {
	case !a.Withdrawn.IsZero():
		return s.T("assign.withdrawn")
	case !a.Live:
		return s.T("assign.over")
	}
	return s.T("assign.live", "At", s.Moment(a.Expires))
}

// sentText is how many papers came back.
func (s *screen) sentText(a assigned) string {
	return s.T("assign.sent", "Sent", strconv.Itoa(a.Sent), "Papers", strconv.Itoa(a.Papers))
}
