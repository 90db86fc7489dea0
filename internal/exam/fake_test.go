package exam_test

import (
	"context"
	"fmt"
	"slices"
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

var (
	math    = subject.Course{Exam: subject.EGE, Subject: "math"}
	russian = subject.Course{Exam: subject.EGE, Subject: "rus"}
	oge     = subject.Course{Exam: subject.OGE, Subject: "math"}
)

// today is when the tests happen.
var today = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// fakeSite is an exam site with behaviour: pages of five, the last of which it repeats for
// ever, a search that wants every word, print pages, tests, and counters.
type fakeSite struct {
	mu         sync.Mutex
	now        func() time.Time
	problems   map[problem.Ref]problem.Problem
	catalogues map[subject.Course]problem.Catalogue
	members    map[string][]string // by course and category
	variants   map[string]problem.Variant
	noPrint    bool  // print pages do not work
	noAnswers  bool  // lists leave solutions out
	down       error // every request fails with it
	broken     map[string]error
	asked      []string // "search math слова 1"
	inside     int
	most       int           // most requests at the same time
	hold       chan struct{} // requests wait for it
	arrived    chan string   // told of every request, when set
}

const onPage = 5

// sent is what a failed request costs.
var sent = problem.Provenance{Sent: 1}

func newSite() *fakeSite {
	return &fakeSite{
		now: func() time.Time { return today }, problems: map[problem.Ref]problem.Problem{}, catalogues: map[subject.Course]problem.Catalogue{},
		members: map[string][]string{}, variants: map[string]problem.Variant{}, broken: map[string]error{},
	}
}

// enter counts a request and answers the failure it meets.
func (s *fakeSite) enter(ctx context.Context, words ...any) (leave func(), err error) {
	name := strings.TrimSpace(fmt.Sprintln(words...))
	s.mu.Lock()
	s.asked = append(s.asked, name)
	s.inside++
	s.most = max(s.most, s.inside)
	err = s.down
	if err == nil {
		err = s.broken[name]
	}
	hold, arrived := s.hold, s.arrived
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

// requests forgets and returns what was asked since the last time.
func (s *fakeSite) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *fakeSite) fresh() problem.Provenance { return problem.Provenance{FetchedAt: s.now(), Sent: 1} }

func (s *fakeSite) Problem(ctx context.Context, ref problem.Ref, _ bank.Freshness) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "problem", ref.Code(), ref.ID)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	p, ok := s.problems[ref]
	if !ok {
		return problem.Listing{}, s.fresh(), fault.E(fault.NotFound, fault.Say("No such problem.", "Нет такого задания."), nil)
	}
	page := problem.Listing{Problems: []problem.Problem{p}, Whole: true}
	for _, id := range p.Linked {
		page.Problems = append(page.Problems, s.problems[problem.Ref{Course: ref.Course, ID: id}])
	}
	return page, s.fresh(), nil
}

func (s *fakeSite) Search(ctx context.Context, course subject.Course, query string, page int) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "search", course.Code(), query, page)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	var found []problem.Problem
	for ref, p := range s.problems {
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
func (s *fakeSite) pageOf(all []problem.Problem, page int) problem.Listing {
	start := min(max(page-1, 0)*onPage, max(len(all)-1, 0)/onPage*onPage)
	list := problem.Listing{Problems: slices.Clone(all[start:min(start+onPage, len(all))])}
	if s.noAnswers {
		for i := range list.Problems {
			list.Problems[i].Solution, list.Problems[i].Answer, list.Problems[i].Analogs = problem.Body{}, "", nil
		}
	}
	return list
}

func (s *fakeSite) Category(ctx context.Context, course subject.Course, id string, page int) (problem.Listing, problem.Provenance, error) {
	leave, err := s.enter(ctx, "category", course.Code(), id, page)
	if err != nil {
		return problem.Listing{}, sent, err
	}
	defer leave()
	ids, ok := s.members[course.String()+"/"+id]
	if !ok {
		return problem.Listing{}, s.fresh(), fault.E(fault.NotFound, fault.Say("No such category.", "Нет такой категории."), nil)
	}
	var all []problem.Problem
	for _, id := range ids {
		all = append(all, s.problems[problem.Ref{Course: course, ID: id}])
	}
	if page > 0 {
		return s.pageOf(all, page), s.fresh(), nil
	}
	if s.noPrint {
		return problem.Listing{}, s.fresh(), fault.E(fault.Upstream, fault.Say("The page has changed.", "Страница изменилась."), nil)
	}
	return problem.Listing{Problems: all, Whole: true}, s.fresh(), nil
}

func (s *fakeSite) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	leave, err := s.enter(ctx, "catalogue", course.Code())
	if err != nil {
		return problem.Catalogue{}, sent, err
	}
	defer leave()
	return s.catalogues[course], s.fresh(), nil
}

func (s *fakeSite) Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error) {
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

func (s *fakeSite) File(ctx context.Context, course subject.Course, url string) (bank.Content, error) {
	leave, err := s.enter(ctx, "file", course.Code(), url)
	if err != nil {
		return bank.Content{}, err
	}
	defer leave()
	return bank.Content{Type: "image/png", Body: []byte(url)}, nil
}

// paragraphs is a body of plain text.
func paragraphs(lines ...string) problem.Body {
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

// invent makes the nth problem of a course: texts differ in several words each.
func invent(course subject.Course, n int) problem.Problem {
	id := fmt.Sprint(1000 + n)
	kind := fmt.Sprint(1 + n%4)
	who, what, did := people[n%len(people)], things[n/len(people)%len(things)], doings[n/(len(people)*len(things))%len(doings)]
	count := 12 + 7*n
	question := fmt.Sprintf("Утром %s %s %d %s, а к вечеру осталась ровно треть. Сколько %s пришлось считать заново?", who, did, 3*count, what, what)
	return problem.Problem{
		Ref: problem.Ref{Course: course, ID: id}, URL: "https://exam.example/problem?id=" + id, Type: kind,
		Question: paragraphs(question), Solution: paragraphs("Треть от утреннего числа нужно поделить.", fmt.Sprintf("Ответ: %d.", count)),
		Answer: fmt.Sprint(count), Analogs: []string{fmt.Sprint(2000 + n), fmt.Sprint(3000 + n)}, Points: 1,
	}
}

// stocked is a site with so many problems of a course, by category of ten, and a catalogue.
func stocked(course subject.Course, problems int) *fakeSite {
	s := newSite()
	s.stock(course, problems)
	return s
}

func (s *fakeSite) stock(course subject.Course, problems int) {
	contents := problem.Catalogue{Course: course}
	for kind := range 4 {
		contents.Topics = append(contents.Topics, problem.Topic{ID: fmt.Sprint(kind + 1), Name: fmt.Sprintf("Задачи вида %d", kind+1)})
	}
	for n := range problems {
		p := invent(course, n)
		s.problems[p.Ref] = p
		t := &contents.Topics[n%4]
		id := fmt.Sprint(100*(n%4+1) + n/40)
		if len(t.Categories) == 0 || t.Categories[len(t.Categories)-1].ID != id {
			t.Categories = append(t.Categories, problem.Category{ID: id, Name: "Раздел " + id})
		}
		key := course.String() + "/" + id
		s.members[key] = append(s.members[key], p.ID)
	}
	s.catalogues[course] = contents
}

// newBank returns an empty bank over a site.
func newBank(t testing.TB, s *fakeSite) (*bank.Bank, *storage) {
	t.Helper()
	shelf := newStorage(t)
	return bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.now, Locate: locate}), shelf
}

// alone returns a bank that holds everything of a site and never asks it.
func alone(t testing.TB, s *fakeSite) (*bank.Bank, *storage) {
	t.Helper()
	shelf := newStorage(t)
	put(t, shelf, s, today.Add(-time.Hour))
	for _, c := range s.catalogues {
		if err := shelf.PutCatalogue(context.Background(), c, today.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	return bank.New(bank.Parts{Shelf: shelf, Now: s.now, Alone: true, Locate: locate}), shelf
}

// put shelves everything of a site as seen at a time, in the order of the numbers.
func put(t testing.TB, shelf *storage, s *fakeSite, at time.Time) {
	t.Helper()
	var stored []problem.Stored
	for _, p := range s.problems {
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
	return problem.Ref{Course: math, ID: id}, ok
}

var errDown = fault.E(fault.Unavailable, fault.Say("The site is down.", "Сайт не работает."), nil)

func refOf(course subject.Course, id string) problem.Ref { return problem.Ref{Course: course, ID: id} }
