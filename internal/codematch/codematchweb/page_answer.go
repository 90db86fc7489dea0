package codematchweb

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// report is a kept answer as its page shows it: all matches in short, one of them whole.
type report struct {
	id    string
	about kept
	list  []found
	n     int // the match that is shown whole, from 1; 0 where there is none
	one   found
	left  text // what the match was found for
	whole bool // every line of a long text is shown
	note  string
	fault *fault.Error // of the verdict that was given
}

// by is the match by way of which another one was found.
func (r report) by(m found) (n int, via found, ok bool) {
	at := slices.IndexFunc(r.list, func(other found) bool { return other.ID == m.Via })
	if m.Via == "" || at < 0 {
		return 0, found{}, false
	}
	return at + 1, r.list[at], true
}

// different reports whether a match turned out to do something else.
func different(m found) bool { return m.Verdict == match.Unrelated }

// different counts the matches that turned out to do something else.
func (r report) different() (n int) {
	for _, m := range r.list {
		if different(m) {
			n++
		}
	}
	return n
}

// answer shows a kept answer.
func (w *web) answer(s *screen) error {
	r, err := s.report()
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, answerPage(s, r))
}

// report reads an answer at once, and the match that is shown whole by itself: only so it comes
// with its pairs, its verdicts and the match by way of which it was found.
func (s *screen) report() (report, error) {
	r := report{id: s.Request.PathValue("id"), whole: s.Request.URL.Query().Has(fieldAll)}
	all, err := s.answered(r.id)
	if err != nil {
		return r, err
	}
	r.about, r.list = all.about(r.id), all.Matches
	if r.n, err = chosen(s.Request.PathValue("n"), len(r.list)); r.n == 0 || err != nil {
		return r, err
	}
	e, err := s.explain(r.list[r.n-1].ID)
	if err != nil {
		return r, err
	}
	r.one, r.left = e.Match, newText(e.Asked, 1)
	if r.one.Depth > 0 {
		r.left = s.surrounding(r, r.one)
	}
	return r, nil
}

// chosen is the match that an address names, the first one without; 0 of an answer without any.
func chosen(text string, most int) (int, error) {
	if text == "" {
		return min(1, most), nil
	}
	n := kit.Count(text)
	if n < 1 || n > most {
		return 0, fault.E(fault.NotFound, fault.Say("The search has no match %q.", "В этом поиске нет совпадения «%s».", fault.Clip(text)), nil)
	}
	return n, nil
}

// surrounding is the code that a deeper match was found for: a function in the file of the
// match by way of which it was found. It is empty where that cannot be read any more.
func (s *screen) surrounding(r report, m found) text {
	_, via, ok := r.by(m)
	if !ok || len(m.Pairs) == 0 || !s.May(opRead) {
		return text{first: 1}
	}
	from := m.Pairs[0].Asked
	f, err := s.read(via.RepositoryURL, from.Path)
	lines := strings.Split(f.Text, "\n")
	if err != nil || from.Start < 1 || from.End > len(lines) || from.Start > from.End {
		return text{first: 1}
	}
	return newText(strings.Join(lines[from.Start-1:from.End], "\n"), from.Start)
}

// judge records what a person says of a match.
func (w *web) judge(s *screen) error {
	if !s.May(opVerdict) {
		return kit.Denied()
	}
	v, err := s.parse()
	if err != nil {
		return err
	}
	id, n := s.Request.PathValue("id"), kit.Count(s.Request.PathValue("n"))
	err = s.Call(opVerdict, verdict{ID: id + "." + strconv.Itoa(n), Said: v.Get(fieldSaid), Note: strings.TrimSpace(v.Get(fieldNote))}, &struct{}{})
	if err == nil {
		s.Redirect(matchPath(id, n) + "#verdicts")
		return nil
	}
	f := fault.From(err)
	if f.Kind != fault.Invalid {
		return err
	}
	r, err := s.report()
	if err != nil {
		return err
	}
	r.fault, r.note = f, v.Get(fieldNote)
	return s.Show(kit.Status(f), answerPage(s, r))
}

func matchPath(id string, n int) string { return searchPath(id) + "/" + strconv.Itoa(n) }

// formats are those of the files, with the ends of their names.
var formats = []struct{ id, end string }{{"markdown", ".md"}, {"json", ".json"}, {"sarif", ".sarif"}}

// export hands an answer out as a file.
func (w *web) export(s *screen) error {
	format := s.Request.URL.Query().Get(fieldFormat)
	at := max(0, slices.IndexFunc(formats, func(f struct{ id, end string }) bool { return f.id == format }))
	id := s.Request.PathValue("id")
	f, err := s.exported(id, formats[at].id)
	if err != nil {
		return err
	}
	f.Name = "code-search" + formats[at].end
	return s.Send(f)
}
