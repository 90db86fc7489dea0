package examweb

import (
	"fmt"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// personPath is where the page of a candidate of the CV base is, before the id.
const personPath = "/candidates/"

// newestTests is how many tests of a person their page shows.
const newestTests = 5

// mostOffered is how many tests that are out a form offers.
const mostOffered = 30

// taken is a test of a person with what came back, nil until it did.
type taken struct {
	Test   assigned `json:"test"`
	Result *outcome `json:"result,omitempty"`
}

// outcome is what a paper that was sent was worth.
type outcome struct {
	Sent  time.Time `json:"sent_at"`
	Right int       `json:"right"`
	Of    int       `json:"of"`
}

// testsOf are the newest tests of a person with their results, and how many there are in all.
func (s *screen) testsOf(candidate string, most int) (list []taken, total int, err error) {
	var out struct{ Items []assigned }
	if err := s.Call(opAssignments, map[string]string{"candidate_id": candidate}, &out); err != nil {
		return nil, 0, err
	}
	for _, a := range out.Items[:min(len(out.Items), most)] {
		one := taken{Test: a}
		if a.Sent > 0 {
			var r results
			if err := s.Call(opPapers, byID{ID: a.ID}, &r); err != nil {
				return nil, 0, err
			}
			for _, p := range r.Items {
				if !p.Sent.IsZero() {
					one.Result = &outcome{p.Sent, p.Right, p.Of}
				}
			}
		}
		list = append(list, one)
	}
	return list, len(out.Items), nil
}

// personPanel is what a person of the CV base answered in tests, and the way to give them one
// that is out. A server that gives out no tests has nothing to say.
func (w *web) personPanel(k *kit.Screen, about kit.Subject) (templ.Component, error) {
	s := w.screen(k)
	if !s.May(opAssignments) || !s.May(opPapers) {
		return nil, nil //nolint:nilnil // nothing to say
	}
	list, total, err := s.testsOf(about.ID, newestTests)
	if err != nil {
		return nil, err
	}
	var offered []assigned
	if s.May(opRepeat) && !about.Blind {
		if offered, err = s.offered(); err != nil {
			return nil, err
		}
	}
	if total == 0 && len(offered) == 0 {
		return nil, nil //nolint:nilnil // nothing to say
	}
	return personTests(s, about, list, offered), nil
}

// offered are the newest tests that were given out, each once.
func (s *screen) offered() (list []assigned, err error) {
	var out struct{ Items []assigned }
	if err := s.Call(opAssignments, struct{}{}, &out); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, a := range out.Items {
		key := strings.Join(append([]string{a.Title}, a.IDs...), "\x00")
		if !seen[key] && len(list) < mostOffered {
			seen[key], list = true, append(list, a)
		}
	}
	return list, nil
}

// stateOf is how far a test of a person has come.
func (s *screen) stateOf(t taken) string {
	switch {
	case t.Result != nil:
		return s.T("assign.personSent", "At", s.Moment(t.Result.Sent))
	case t.Test.Papers > 0:
		return s.T("assign.personWriting")
	}
	return s.stateText(t.Test)
}

// accounts are the tests of a person for the file of everything that is known of them.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 50, ID: "tests", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		list, _, err := s.testsOf(about.ID, mostTests)
		if err != nil || len(list) == 0 {
			return kit.Told{}, err
		}
		var text strings.Builder
		fmt.Fprintf(&text, "# %s\n\n", s.T("assign.person"))
		for i := range list {
			t := &list[i]
			if about.Blind {
				t.Test.Pupil = ""
			}
			fmt.Fprintf(&text, "- %s (%s): ", fault.EscapeMarkdown(t.Test.Title), fault.EscapeMarkdown(s.courseName(t.Test.Course)))
			if t.Result != nil {
				text.WriteString(s.scoreText(t.Result.Right, t.Result.Of) + ", ")
			}
			text.WriteString(s.stateOf(*t) + "\n")
		}
		return kit.Told{Facts: list, Text: text.String()}, nil
	}}}
}

// mostTests bounds the tests of one person in a file: more than a list of them has.
const mostTests = 200

// traces are the tests of a person, which go with them.
func (w *web) traces() []kit.Trace {
	return []kit.Trace{{Kind: kit.Person, Order: 40, Told: func(k *kit.Screen, about kit.Subject) (string, error) {
		_, total, err := w.screen(k).testsOf(about.ID, 0)
		if err != nil || total == 0 {
			return "", err
		}
		return k.N("trace.tests", total), nil
	}}}
}
