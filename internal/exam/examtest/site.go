// Package examtest is what the tests of the room share: a made-up exam site with behaviour, and a
// shelf in a database of the test's own that can be taken out of reach.
package examtest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/retrieve"
)

// Courses of the made-up site.
var (
	Math    = subject.Course{Exam: subject.EGE, Subject: "math"}
	Russian = subject.Course{Exam: subject.EGE, Subject: "rus"}
	OGE     = subject.Course{Exam: subject.OGE, Subject: "math"}
)

// Today is when the tests happen.
var Today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Site is an exam site with behaviour: pages of five, the last of which it repeats for
// ever, a search that wants every word, print pages, tests, and counters.
type Site struct {
	mu         sync.Mutex
	Now        func() time.Time
	Problems   map[problem.Ref]problem.Problem
	Catalogues map[subject.Course]problem.Catalogue
	Members    map[string][]string // by course and category
	variants   map[string]problem.Variant
	NoPrint    bool  // print pages do not work
	NoAnswers  bool  // lists leave solutions out
	Down       error // every request fails with it
	Broken     map[string]error
	asked      []string // "search math слова 1"
	inside     int
	Most       int           // most requests at the same time
	Hold       chan struct{} // requests wait for it
	Arrived    chan string   // told of every request, when set
}

const onPage = 5

// sent is what a failed request costs.
var sent = problem.Provenance{Sent: 1}

// NewSite returns an empty site.
func NewSite() *Site {
	return &Site{
		Now: func() time.Time { return Today }, Problems: map[problem.Ref]problem.Problem{}, Catalogues: map[subject.Course]problem.Catalogue{},
		Members: map[string][]string{}, variants: map[string]problem.Variant{}, Broken: map[string]error{},
	}
}

// enter counts a request and answers the failure it meets.
func (s *Site) enter(ctx context.Context, words ...any) (leave func(), err error) {
	name := strings.TrimSpace(fmt.Sprintln(words...))
	s.mu.Lock()
	s.asked = append(s.asked, name)
	s.inside++
	s.Most = max(s.Most, s.inside)
	err = s.Down
	if err == nil {
		err = s.Broken[name]
	}
	hold, arrived := s.Hold, s.Arrived
	s.mu.Unlock()
	if arrived != nil {
		arrived <- name
	}
	leave = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.inside--
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			leave()
			return nil, ctx.Err()
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// Requests forgets and returns what was asked since the last time.
func (s *Site) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *Site) fresh() problem.Provenance { return problem.Provenance{FetchedAt: s.Now(), Sent: 1} }

// Problem answers a problem and those linked to it.
func (s *Site) Problem(ctx context.Context, ref problem.Ref, _ bank.Freshness) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "problem", ref.Code(), ref.ID)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	p, ok := s.Problems[ref]
	if !ok {
		return problem.Listing{}, s.fresh(), fault.E(fault.NotFound, fault.Say("No such problem.", "Нет такого задания."), nil)
	}
	page := problem.Listing{Problems: []problem.Problem{p}, Whole: true}
	for _, id := range p.Linked {
		page.Problems = append(page.Problems, s.Problems[problem.Ref{Course: ref.Course, ID: id}])
	}
	return page, s.fresh(), nil
}

// Search lists the problems that hold every word.
func (s *Site) Search(ctx context.Context, course subject.Course, query string, page int) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "search", course.Code(), query, page)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	var found []problem.Problem
	for ref, p := range s.Problems {
		if ref.Course == course && holdsAll(p.Searchable(), query) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b problem.Problem) int { return strings.Compare(a.ID, b.ID) })
	return s.pageOf(found, page), s.fresh(), nil
}

// stems remembers the stems of texts: cutting them is most of a search of the fake.
var stems sync.Map

func holdsAll(text, query string) bool {
	known, ok := stems.Load(text)
	if !ok {
		set := map[string]bool{}
		for _, t := range retrieve.Terms(text) {
			set[t.Stem] = true
		}
		known, _ = stems.LoadOrStore(text, set)
	}
	for _, word := range retrieve.Terms(query) {
		if set, _ := known.(map[string]bool); !set[word.Stem] {
			return false
		}
	}
	return true
}

// pageOf cuts a page; past the end it is the last one again, and no page says how many
// there are.
func (s *Site) pageOf(all []problem.Problem, page int) problem.Listing {
	start := min(max(page-1, 0)*onPage, max(len(all)-1, 0)/onPage*onPage)
	list := problem.Listing{Problems: slices.Clone(all[start:min(start+onPage, len(all))])}
	if s.NoAnswers {
		for i := range list.Problems {
			list.Problems[i].Solution, list.Problems[i].Answer, list.Problems[i].Analogs = problem.Body{}, "", nil
		}
	}
	return list
}

// Category answers a page of a category, or its print page as page 0.
func (s *Site) Category(ctx context.Context, course subject.Course, id string, page int) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "category", course.Code(), id, page)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	ids, ok := s.Members[course.String()+"/"+id]
	if !ok {
		return problem.Listing{}, s.fresh(), fault.E(fault.NotFound, fault.Say("No such category.", "Нет такой категории."), nil)
	}
	var all []problem.Problem
	for _, id := range ids {
		all = append(all, s.Problems[problem.Ref{Course: course, ID: id}])
	}
	if page > 0 {
		return s.pageOf(all, page), s.fresh(), nil
	}
	if s.NoPrint {
		return problem.Listing{}, s.fresh(), fault.E(fault.Upstream, fault.Say("The page has changed.", "Страница изменилась."), nil)
	}
	return problem.Listing{Problems: all, Whole: true}, s.fresh(), nil
}

// Catalogue answers the contents of a course.
func (s *Site) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	leave, err := s.enter(ctx, "catalogue", course.Code())
	if err != nil {
		return problem.Catalogue{}, sent, err
	}
	defer leave()
	return s.Catalogues[course], s.fresh(), nil
}

// Variant answers a test.
func (s *Site) Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error) {
	leave, err := s.enter(ctx, "test", course.Code(), id)
	if err != nil {
		return problem.Variant{}, sent, err
	}
	defer leave()
	v, ok := s.variants[id]
	if !ok {
		return problem.Variant{}, s.fresh(), fault.E(fault.NotFound, fault.Say("No such test.", "Нет такого варианта."), nil)
	}
	v.Items = slices.Clone(v.Items)
	return v, s.fresh(), nil
}

// File answers the address of the file as its bytes.
func (s *Site) File(ctx context.Context, course subject.Course, url string) (bank.Content, error) {
	leave, err := s.enter(ctx, "file", course.Code(), url)
	if err != nil {
		return bank.Content{}, err
	}
	defer leave()
	return bank.Content{Type: "image/png", Body: []byte(url)}, nil
}

// Paragraphs is a body of plain text.
func Paragraphs(lines ...string) problem.Body {
	var b problem.Body
	for _, line := range lines {
		b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: []problem.Span{{Text: line}}})
	}
	return b
}

var (
	people = []string{"лесник", "садовник", "аптекарь", "машинист", "гончар", "пчеловод", "мельник", "часовщик", "стекольщик", "переплётчик"}
	things = []string{"берёзовых саженцев", "глиняных кувшинов", "латунных шестерён", "дубовых бочек", "льняных мешков"}
	doings = []string{"перевёз на телеге", "починил за неделю", "продал на ярмарке", "уложил в амбаре"}
)

// Invent makes the nth problem of a course: texts differ in several words each.
func Invent(course subject.Course, n int) problem.Problem {
	id := strconv.Itoa(1000 + n)
	kind := strconv.Itoa(1 + n%4)
	who, what, did := people[n%len(people)], things[n/len(people)%len(things)], doings[n/(len(people)*len(things))%len(doings)]
	count := 12 + 7*n
	question := fmt.Sprintf("Утром %s %s %d %s, а к вечеру осталась ровно треть. Сколько %s пришлось считать заново?", who, did, 3*count, what, what)
	return problem.Problem{
		Ref: problem.Ref{Course: course, ID: id}, URL: "https://exam.example/problem?id=" + id, Type: kind,
		Question: Paragraphs(question), Solution: Paragraphs("Треть от утреннего числа нужно поделить.", fmt.Sprintf("Ответ: %d.", count)),
		Answer: strconv.Itoa(count), Analogs: []string{strconv.Itoa(2000 + n), strconv.Itoa(3000 + n)}, Points: 1,
	}
}

// Stocked is a site with so many problems of a course, by category of ten, and a catalogue.
func Stocked(course subject.Course, problems int) *Site {
	s := NewSite()
	s.Stock(course, problems)
	return s
}

// Stock adds problems of a course, by category of ten, and its catalogue.
func (s *Site) Stock(course subject.Course, problems int) {
	contents := problem.Catalogue{Course: course}
	for kind := range 4 {
		contents.Topics = append(contents.Topics, problem.Topic{ID: strconv.Itoa(kind + 1), Name: fmt.Sprintf("Задачи вида %d", kind+1)})
	}
	for n := range problems {
		p := Invent(course, n)
		s.Problems[p.Ref] = p
		t := &contents.Topics[n%4]
		id := strconv.Itoa(100*(n%4+1) + n/40)
		if len(t.Categories) == 0 || t.Categories[len(t.Categories)-1].ID != id {
			t.Categories = append(t.Categories, problem.Category{ID: id, Name: "Раздел " + id})
		}
		key := course.String() + "/" + id
		s.Members[key] = append(s.Members[key], p.ID)
	}
	s.Catalogues[course] = contents
}

// NewBank returns an empty bank over a site.
func NewBank(t testing.TB, s *Site) (*bank.Bank, *Storage) {
	t.Helper()
	shelf := NewStorage(t)
	return bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now, Locate: locate}), shelf
}

// Offline returns a bank that holds everything of a site and never asks it.
func Offline(t testing.TB, s *Site) (*bank.Bank, *Storage) {
	t.Helper()
	shelf := NewStorage(t)
	Put(t, shelf, s, Today.Add(-time.Hour))
	for _, c := range s.Catalogues {
		if err := shelf.PutCatalogue(context.Background(), c, Today.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	return bank.New(bank.Parts{Shelf: shelf, Now: s.Now, Alone: true, Locate: locate}), shelf
}

// Put shelves everything of a site as seen at a time, in the order of the numbers.
func Put(t testing.TB, shelf *Storage, s *Site, at time.Time) {
	t.Helper()
	var stored []problem.Stored
	for _, p := range s.Problems {
		stored = append(stored, problem.Stored{Problem: p, FetchedAt: at})
	}
	slices.SortFunc(stored, func(a, b problem.Stored) int { return strings.Compare(a.ID, b.ID) })
	if err := shelf.Put(context.Background(), stored); err != nil {
		t.Fatal(err)
	}
}

// locate reads addresses of the fake site.
func locate(address string) (problem.Ref, bool) {
	id, ok := strings.CutPrefix(address, "https://exam.example/problem?id=")
	return problem.Ref{Course: Math, ID: id}, ok
}

// ErrDown is a site out of order.
var ErrDown = fault.E(fault.Unavailable, fault.Say("The site is down.", "Сайт не работает."), nil)

// RefOf names a problem.
func RefOf(course subject.Course, id string) problem.Ref { return problem.Ref{Course: course, ID: id} }

// Holding are the numbers of a site's problems whose text has a word, in order.
func (s *Site) Holding(course subject.Course, word string) []string {
	list := []string{}
	for ref, p := range s.Problems {
		if ref.Course == course && holdsAll(p.Searchable(), word) {
			list = append(list, ref.ID)
		}
	}
	slices.Sort(list)
	return list
}

// TextOf is what search reads of the nth problem that Invent makes.
func TextOf(course subject.Course, n int) string { return Invent(course, n).Question.SearchText() }

// unanswered is a problem as a test shows it.
func unanswered(p problem.Problem) *problem.Problem {
	p.Answer, p.Solution, p.Analogs = "", problem.Body{}, nil
	return &p
}

// WithTest adds a test of four problems, the second and the third with hidden numbers.
func (s *Site) WithTest(course subject.Course) {
	v := problem.Variant{Course: course, ID: "555", Title: "Тренировочный вариант"}
	for i, n := range []int{3, 8, 15, 22} {
		p := unanswered(Invent(course, n))
		item := problem.Item{Position: i + 1, Ref: p.Ref, Problem: p}
		if i == 1 || i == 2 {
			p.ID = ""
			item.Ref, item.Hidden = problem.Ref{}, true
		}
		v.Items = append(v.Items, item)
	}
	s.variants["555"] = v
}
