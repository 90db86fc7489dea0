package examweb

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// Names of the fields of a search for problems: its whole state, so that its address is
// all it takes to see it again.
const (
	fieldWords = "q"
	fieldScope = "in"
	fieldLeast = "least" // least similarity in percent
	fieldSite  = "site"  // the site is asked too
	fieldFrom  = "from"  // how many problems come before the page
)

const (
	usualLeast  = 60   // percent
	tellsShown  = 3    // problems that are about the words, where none is a copy
	searchPage  = 10   // problems of one page
	wordsLimit  = 1000 // characters of a search
	wordsLowest = 3    // characters: a search as you type starts here
)

// leasts are the choices of the least similarity, in percent.
var leasts = []int{80, usualLeast, 40}

// search is a search for problems and its answer.
type search struct {
	at    string         // path of the page
	home  subject.Course // the course the page is about
	usual bank.Scope     // how far a search of this page looks unless it says otherwise

	words string
	scope bank.Scope
	least int
	site  bool
	from  int

	answer bank.Matches
	tells  []bank.Match // what is about the words, shown when no text is like them
	number *problem.Ref // the words are the number of a problem: this one
	looked int          // problems of the bank that the search went through
	fault  *fault.Error
}

// newSearch reads the state of a search from the address.
func newSearch(s *screen, home subject.Course, usual bank.Scope) search {
	v := s.Request.URL.Query()
	k := search{
		at: s.Request.URL.Path, home: home, usual: usual, scope: usual, least: usualLeast,
		words: strings.TrimSpace(v.Get(fieldWords)), site: v.Get(fieldSite) != "", from: kit.Count(v.Get(fieldFrom)),
	}
	if asked := bank.Scope(v.Get(fieldScope)); slices.Contains(k.scopes(), asked) {
		k.scope = asked
	}
	if n := kit.Count(v.Get(fieldLeast)); n > 0 && n <= 100 {
		k.least = n
	}
	return k
}

// scopes are how far a search of this page can look.
func (k search) scopes() []bank.Scope {
	if k.usual == bank.Everywhere {
		return []bank.Scope{bank.Everywhere}
	}
	return []bank.Scope{bank.ThisSubject, bank.ThisExam, bank.Everywhere}
}

// address is the state of the search without its page. What is as usual is left out.
func (k search) address() url.Values {
	v := url.Values{}
	if k.words != "" {
		v.Set(fieldWords, k.words)
	}
	if k.scope != k.usual {
		v.Set(fieldScope, string(k.scope))
	}
	if k.least != usualLeast {
		v.Set(fieldLeast, strconv.Itoa(k.least))
	}
	if k.site {
		v.Set(fieldSite, "1")
	}
	return v
}

// with is the address of the search with one field changed.
func (k search) with(field, value string) url.Values {
	v := k.address()
	if value == "" {
		v.Del(field)
	} else {
		v.Set(field, value)
	}
	return v
}

// asks reports that there is something to look for.
func (k search) asks() bool { return utf8.RuneCountInString(k.words) >= wordsLowest }

// shows reports that the page shows a search and not what it shows without one: begin has answered
// a script.
func (s *screen) shows(k search) bool { return k.words != "" && !s.Fragment() }

// last is the number of the last problem of the page.
func (k search) last() int { return k.from + len(k.answer.Items) }

// begin leads to the tidy address of a search. A script gets its results alone, and then the page
// is done.
func (w *web) begin(s *screen, k search) (done bool, err error) {
	tidy := string(kit.Href(k.at, k.address()))
	if k.from > 0 {
		tidy = string(kit.Href(k.at, k.with(fieldFrom, strconv.Itoa(k.from))))
	}
	if s.Fragment() {
		s.Out.Header().Set("HX-Replace-Url", tidy)
	} else if kit.HasEmpty(s.Request.URL.Query()) {
		s.Redirect(tidy)
		return true, nil
	}
	if !s.Fragment() || !k.asks() {
		return false, nil
	}
	part, f := w.found(s, k)
	return true, s.Show(kit.Status(f), part)
}

// found runs a search.
func (w *web) found(s *screen, k search) (templ.Component, *fault.Error) {
	if k.asks() {
		k.fault = fault.From(w.find(s, &k))
	}
	return examResults(s, k), k.fault
}

// find looks for the words in the bank, and in the site when it was asked for.
func (w *web) find(s *screen, k *search) error {
	if utf8.RuneCountInString(k.words) > wordsLimit {
		return fault.E(fault.Invalid, fault.Say(
			"The text is longer than %d characters.", "Текст длиннее %d знаков.", wordsLimit), nil).
			WithHint(fault.Say("A sentence or two of the problem are enough.", "Достаточно одного-двух предложений из условия."))
	}
	if ref, err := w.bank.Ref(k.words, k.home); err == nil {
		k.number = &ref
	}
	q := bank.TextQuery{
		Course: k.home, Scope: k.scope, Text: k.words, Threshold: float64(k.least) / 100,
		Limit: searchPage, Offset: k.from, Local: !k.site,
	}
	return s.Run(opFind, func(ctx context.Context) (err error) {
		k.answer, err = w.bank.Find(ctx, q)
		if err == nil && k.from > 0 && len(k.answer.Items) == 0 { // behind the last page: the bank has changed
			k.from, q.Offset = 0, 0
			k.answer, err = w.bank.Find(ctx, q)
		}
		if err != nil || k.answer.Total > 0 {
			return err
		}
		q.Limit, q.Offset = tellsShown, 0
		told, err := w.bank.InWords(ctx, q)
		if err != nil {
			return err
		}
		k.tells = told.Items
		counts, err := w.bank.Courses(ctx)
		k.looked = k.inScope(counts)
		return err
	})
}

// inScope counts the problems that a search looks at.
func (k search) inScope(counts map[subject.Course]int) int {
	n := 0
	for c, held := range counts {
		if k.scope == bank.Everywhere || c == k.home || k.scope == bank.ThisExam && c.Exam == k.home.Exam {
			n += held
		}
	}
	return n
}

// likeness is how alike a problem and the words are, in whole percent.
func likeness(m bank.Match) int { return percent(m.Similarity) }

// percent rounds a share. Only the whole is a hundred.
func percent(share float64) int {
	n := int(math.Round(share * 100))
	if n == 100 && share < 1 {
		return 99
	}
	return min(max(n, 0), 100)
}

// Bands of likeness in percent, in words of the catalogue.
const (
	closeFrom   = 85
	similarFrom = 60
)

// likenessBand is the key of the word for a likeness.
func likenessBand(n int) string {
	switch {
	case n == 100:
		return "likeness.same"
	case n >= closeFrom:
		return "likeness.close"
	case n >= similarFrom:
		return "likeness.similar"
	}
	return "likeness.distant"
}

// condition is a chip of the conditions in force with the address without it, or a change
// of them with the address of it.
type condition struct {
	text string
	drop url.Values
}

type hiddenField struct{ name, value string }

// searchConditions are the chips of a search: what is not as usual, with the address without it.
func (s *screen) searchConditions(k search) []condition {
	var list []condition
	add := func(field, text string) { list = append(list, condition{text: text, drop: k.with(field, "")}) }
	if k.scope != k.usual {
		add(fieldScope, s.scopeName(k, k.scope))
	}
	if k.least != usualLeast {
		add(fieldLeast, s.T("seek.atLeast", "Percent", k.least))
	}
	if k.site {
		add(fieldSite, s.T("seek.siteToo"))
	}
	return list
}

// scopeName says how far a search looks.
func (s *screen) scopeName(k search, scope bank.Scope) string {
	switch scope {
	case bank.ThisSubject:
		return s.Say(k.home.Title())
	case bank.ThisExam:
		return s.T("seek.thisExam", "Exam", s.Say(k.home.Exam.Title()))
	case bank.Everywhere:
	}
	return s.T("seek.everywhere")
}

// foundText is the count that is read out when it changes.
func (s *screen) foundText(k search) string {
	switch {
	case k.fault != nil:
		return s.T("total.failed")
	case !k.asks() && k.words != "":
		return s.T("seek.more")
	case k.answer.Total == 0 && len(k.tells) > 0:
		return s.N("seek.told", len(k.tells))
	case k.answer.Total == 0:
		return s.T("seek.nothing")
	}
	return s.N("seek.found", k.answer.Total)
}

// wider are the changes of a search that may find more, with where they lead.
func (s *screen) wider(k search) []condition {
	var list []condition
	if k.least > leasts[len(leasts)-1] {
		list = append(list, condition{s.T("seek.lower", "Percent", leasts[len(leasts)-1]), k.with(fieldLeast, strconv.Itoa(leasts[len(leasts)-1]))})
	}
	if k.scope != bank.Everywhere {
		list = append(list, condition{s.T("seek.lookEverywhere"), k.with(fieldScope, string(bank.Everywhere))})
	}
	if !k.site && !s.web.bank.Alone && k.scope == bank.ThisSubject {
		list = append(list, condition{s.T("seek.askSite"), k.with(fieldSite, "1")})
	}
	return list
}

// hidden carries what the form does not show, so that sending it keeps the search.
func (k search) hidden() []hiddenField {
	if k.site {
		return []hiddenField{{fieldSite, "1"}}
	}
	return nil
}

// leasts are the choices of the least likeness; one that came by address is among them.
func (k search) leasts() []int {
	if slices.Contains(leasts, k.least) {
		return leasts
	}
	return append([]int{k.least}, leasts...)
}

// leastValue is a least likeness as the form sends it: the usual one needs no word.
func leastValue(n int) string {
	if n == usualLeast {
		return ""
	}
	return strconv.Itoa(n)
}

// shortestMark is the least letters of a word of a search that is marked by itself: small
// words stand everywhere.
const shortestMark = 4

// marks are the words to mark in a problem: those that speak for it, and the longer words
// of the search.
func (k search) marks(m bank.Match) []string {
	list := slices.Clone(m.Words)
	for _, word := range strings.FieldsFunc(k.words, func(r rune) bool { return !wordRune(r) }) {
		if utf8.RuneCountInString(word) >= shortestMark {
			list = append(list, word)
		}
	}
	return list
}
