// Package sdamgiatest is the exam site as tests need it: a server with the site's routes,
// page shapes and habits, filled with invented problems. It repeats the last page of a
// list for ever, hides the numbers of a teacher's test, answers 304 to who knows the page
// already, and falls ill on demand: captcha, renamed classes, 503, silence. It counts what
// it is asked and how much of it at once. The same stock gives the same pages, so that a
// test can say beforehand what must be read from them.
//
// The shapes of problem blocks and of category lists follow genuine pages. Those of the
// catalogue, the search, the print page, the tests and the constructor's data are
// modelled on what clients of the site rely on.
package sdamgiatest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kadry/internal/exam/subject"
)

// Stock is what the fake site holds of one course. Zero numbers take small defaults.
// Numbers of problems begin with FirstID in every course, as the genuine ones collide
// between courses too.
type Stock struct {
	Course     subject.Course
	Types      int // types of problems; the last one is supplementary, "Д1" (3)
	Categories int // of a type (2)
	Problems   int // of a category (12)
}

// FirstID is the number of the first problem of every course.
const FirstID = 1001

// firstCategory is the number of the first category of every course.
const firstCategory = 100

// PerPage is how many problems a page of a list holds.
const PerPage = 5

// Total is how many problems the course has.
func (s Stock) Total() int { return s.Types * s.Categories * s.Problems }

func (s Stock) withDefaults() Stock {
	if s.Types == 0 {
		s.Types = 3
	}
	if s.Categories == 0 {
		s.Categories = 2
	}
	if s.Problems == 0 {
		s.Problems = 12
	}
	return s
}

// Fake is the site. Its methods may be called while it is serving.
type Fake struct {
	stocks map[string]*shelf // by host
	server *httptest.Server
	ledger *ledger
	mu     sync.Mutex
	breaks []Break
	robots string
	held   chan struct{}
}

// shelf is one course with what is made of it once.
type shelf struct {
	Stock
	revision int // of all problems; guarded by Fake.mu
	texts    func() []string
}

// Start serves the courses on a port of its own until Close.
func Start(stocks ...Stock) *Fake {
	f := New(stocks...)
	f.server = httptest.NewServer(f)
	return f
}

// New returns the site as a handler, for a server of the caller's own.
func New(stocks ...Stock) *Fake {
	f := &Fake{stocks: map[string]*shelf{}, ledger: newLedger(), robots: openRobots}
	for _, s := range stocks {
		kept := &shelf{Stock: s.withDefaults()}
		kept.texts = sync.OnceValue(kept.searchable)
		f.stocks[Host(s.Course)] = kept
	}
	return f
}

const openRobots = "User-agent: *\nDisallow: /profile\nDisallow: /cgi-bin/\n"

// Close stops the server of Start and lets go of whoever is kept waiting.
func (f *Fake) Close() {
	f.Release()
	if f.server == nil {
		return
	}
	f.server.CloseClientConnections()
	f.server.Close()
}

// Base is the template of addresses by which the fake is asked: each host of the site is a
// folder of the fake's.
func (f *Fake) Base() string { return f.server.URL + "/{host}" }

// URL is the address of a page of a course: URL(c, "/problem?id=1001").
func (f *Fake) URL(c subject.Course, at string) string { return f.server.URL + "/" + Host(c) + at }

// Host is the site's own host of a course.
func Host(c subject.Course) string {
	if c.Exam == subject.CT {
		return c.Code() + ".reshuct.by"
	}
	return fmt.Sprintf("%s-%s.sdamgia.ru", c.Code(), c.Exam)
}

// Problem is the problem of a course by its number; false where there is none.
func (f *Fake) Problem(c subject.Course, id string) (Problem, bool) {
	s, ok := f.stocks[Host(c)]
	if !ok {
		return Problem{}, false
	}
	n, err := strconv.Atoi(id)
	if err != nil || n < FirstID || n >= FirstID+s.Total() {
		return Problem{}, false
	}
	return s.problem(n - FirstID), true
}

// Category lists the numbers of a category's problems in the order of the site.
func (f *Fake) Category(c subject.Course, id string) []string {
	s, ok := f.stocks[Host(c)]
	if !ok {
		return nil
	}
	var ids []string
	for _, i := range s.members(id) {
		ids = append(ids, s.id(i))
	}
	return ids
}

// Categories lists the numbers of all categories of a course.
func (f *Fake) Categories(c subject.Course) []string {
	s, ok := f.stocks[Host(c)]
	if !ok {
		return nil
	}
	var ids []string
	for i := range s.Types * s.Categories {
		ids = append(ids, strconv.Itoa(firstCategory+i))
	}
	return ids
}

// Revise changes the text of every solution of a course, and so all its pages.
func (f *Fake) Revise(c subject.Course) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s, ok := f.stocks[Host(c)]; ok {
		s.revision++
	}
}

// SetRobots changes what /robots.txt says.
func (f *Fake) SetRobots(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.robots = text
}

func (s *shelf) id(i int) string { return strconv.Itoa(FirstID + i) }

func (s *shelf) category(i int) string { return strconv.Itoa(firstCategory + i/s.Problems) }

// kind is the type of a problem as the site writes it.
func (s *shelf) kind(category int) string {
	if n := category / s.Categories; n < s.Types-1 || s.Types == 1 {
		return strconv.Itoa(n + 1)
	}
	return "Д1"
}

// members lists the places of a category's problems in the stock.
func (s *shelf) members(category string) []int {
	n, err := strconv.Atoi(category)
	if err != nil || n < firstCategory || n >= firstCategory+s.Types*s.Categories {
		return nil
	}
	var list []int
	for i := range s.Problems {
		list = append(list, (n-firstCategory)*s.Problems+i)
	}
	return list
}

// searchable is what the search compares with, a text a problem.
func (s *shelf) searchable() []string {
	texts := make([]string, s.Total())
	for i := range texts {
		p := s.problem(i)
		texts[i] = strings.ToLower(strings.Join([]string{p.Question, p.Passage, p.Code, p.ID}, "\n"))
	}
	return texts
}

// found lists the problems that hold every word of the query.
func (s *shelf) found(query string) []int {
	words := strings.Fields(strings.ToLower(query))
	var list []int
	for i, text := range s.texts() {
		missing := slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
		if !missing && len(words) > 0 {
			list = append(list, i)
		}
	}
	return list
}

var _ http.Handler = (*Fake)(nil)
