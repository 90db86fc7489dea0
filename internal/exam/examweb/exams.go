package examweb

import (
	"cmp"
	"context"
	"embed"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/exam"
	"kadry/internal/exam/assignment"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/linktoken"
	"kadry/internal/webui/kit"
)

//go:embed words static
var files embed.FS

// Config is what the pages are made from.
type Config struct {
	Bank *bank.Bank
	Desk *assignment.Desk
	// PublicURL is where pupils reach this server; empty is the address that a page was asked at.
	PublicURL string
}

// New returns the pages over a bank.
func New(c Config) kit.Pages {
	w := &web{bank: c.Bank, desk: c.Desk, publicURL: c.PublicURL, guesses: linktoken.NewGuesses()}
	const course = "GET " + examsPath + "/{exam}/{course}"
	routes := map[string]func(*screen) error{
		"GET " + examsPath:             w.exams,
		"GET " + examsPath + "/file":   w.examFile,
		"GET " + examsPath + "/fill":   w.fill,
		"POST " + examsPath + "/fill":  w.beginFilling,
		course:                         w.course,
		course + "/category/{id}":      w.category,
		course + "/test":               w.anyVariant,
		course + "/test/{id}":          w.variant,
		course + "/compose":            w.compose,
		course + "/{id}":               w.problem,
		"POST " + course[4:] + "/{id}": w.checkAnswer,
		"GET " + examsPath + "/{exam}": w.examOf,
	}
	maps.Copy(routes, assignmentRoutes(w))
	maps.Copy(routes, pupilRoutes(w))
	return kit.Pages{
		Room: "exam", Files: files, Links: w.links, Jumps: w.jumps,
		Home: w.cards(), Find: w.finders(), Roles: []kit.Role{kit.Teach}, Sample: "sample.exam",
		Door:   &kit.Door{Role: kit.Teach, Text: "home.exam.door", Path: examsPath, May: func(s *kit.Screen) bool { return s.May(opProblem) }},
		Works:  w.works(),
		Traces: w.traces(), Accounts: w.accounts(), Panels: []kit.Panel{{Kind: kit.Person, Side: true, Order: 64, Show: w.personPanel}},
		Routes: kit.Routes(w.screen, routes), Linked: []string{exam.PupilPath},
	}
}

// web is the pages of one bank.
type web struct {
	bank      *bank.Bank
	desk      *assignment.Desk
	publicURL string
	guesses   *linktoken.Guesses
}

// screen is the answer of this room to one person.
type screen struct {
	*kit.Screen
	web     *web
	filesAt string // where a pupil's page gets the files of its problems; empty is the path of the room
}

func (w *web) screen(s *kit.Screen) *screen { return &screen{Screen: s, web: w} }

const (
	linkExams = "exams"
	examsPath = "/exams"
)

func (w *web) links(s *kit.Screen) []kit.Link {
	if !s.May(opProblem) {
		return nil
	}
	return []kit.Link{{ID: linkExams, Text: s.T("nav.exams"), Path: examsPath, Back: s.T("error.toExams")}}
}

// jumps are the courses of the command palette, and the search for what is typed there.
func (w *web) jumps(s *kit.Screen) []kit.Jump {
	if !s.May(opProblem) {
		return nil
	}
	var list []kit.Jump
	for _, e := range []subject.Exam{subject.EGE, subject.OGE} {
		for _, c := range coursesOf(e, nil) {
			list = append(list, kit.Jump{Name: s.Say(c.Title()), Kind: s.T("palette.course"), Path: coursePath(c)})
		}
	}
	return append(list, kit.Jump{Kind: s.T("palette.problem"), Path: examsPath + "?" + fieldWords + "=", Typed: true})
}

// examCourses is one exam with its courses, on the first page of the room.
type examCourses struct {
	exam    subject.Exam
	courses []courseCount
}

// courseCount is a course and how many problems of it the bank holds.
type courseCount struct {
	subject.Course
	problems int
}

// overview is everything the first page of the room shows.
type overview struct {
	search search
	exams  []examCourses
	held   []courseCount // courses with problems, the fullest first
	total  int           // problems of the bank
}

// exams is the first page of the room: what the bank holds, and a search over all of it.
func (w *web) exams(s *screen) error {
	h := overview{search: newSearch(s, subject.Course{Exam: subject.EGE, Subject: "math"}, bank.Everywhere)}
	if done, err := w.begin(s, h.search); done || err != nil {
		return err
	}
	err := s.Run(opProblem, func(ctx context.Context) error {
		counts, err := w.bank.Courses(ctx)
		if err == nil {
			h.fill(counts)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.Late(func(results templ.Component) templ.Component { return overviewPage(s, h, results) }, func() (templ.Component, *fault.Error) {
		if s.shows(h.search) {
			return w.found(s, h.search)
		}
		return overviewCourses(s, h), nil
	})
}

// examOf leads to the part of the first page that lists the courses of an exam.
func (w *web) examOf(s *screen) error {
	e := subject.Exam(s.Request.PathValue("exam"))
	if !slices.Contains(subject.Exams(), e) {
		return noCourse()
	}
	s.Redirect(examsPath + "#" + string(e))
	return nil
}

// fill sorts what the bank holds under all the courses there are.
func (h *overview) fill(counts map[subject.Course]int) {
	for _, c := range slices.SortedFunc(maps.Keys(counts), byName) {
		if counts[c] > 0 {
			h.held = append(h.held, courseCount{c, counts[c]})
			h.total += counts[c]
		}
	}
	slices.SortStableFunc(h.held, func(a, b courseCount) int { return cmp.Compare(b.problems, a.problems) })
	for _, e := range subject.Exams() {
		one := examCourses{exam: e}
		for _, c := range coursesOf(e, counts) {
			one.courses = append(one.courses, courseCount{c, counts[c]})
		}
		if len(one.courses) > 0 {
			h.exams = append(h.exams, one)
		}
	}
}

// coursesOf are the courses of an exam: every subject, and of the ВПР, whose subjects go by
// grade, those that the bank holds.
func coursesOf(e subject.Exam, counts map[subject.Course]int) []subject.Course {
	var list []subject.Course
	if e != subject.VPR {
		for _, name := range subject.Offered(e, 0) {
			list = append(list, subject.Course{Exam: e, Subject: name})
		}
		return list
	}
	for c, n := range counts {
		if c.Exam == e && n > 0 {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, byName)
	return list
}

// byName is the order of courses where no other is meant.
func byName(a, b subject.Course) int { return strings.Compare(a.String(), b.String()) }

// course is the course of the address.
func (s *screen) course() (subject.Course, error) {
	e, code := subject.Exam(s.Request.PathValue("exam")), s.Request.PathValue("course")
	c, err := subject.Parse(string(e)+"/"+code, subject.Course{})
	if err != nil || c.Exam != e || c.Code() != code {
		return subject.Course{}, noCourse()
	}
	return c, nil
}

func noCourse() error {
	return fault.E(fault.NotFound, fault.Say("There is no such exam or subject.", "Такого экзамена или предмета нет."), nil).
		WithHint(fault.Say("All subjects are on the page of the exams.", "Все предметы — на странице экзаменов."))
}

// coursePath is the address of a course, or of something inside it.
func coursePath(c subject.Course, inside ...string) string {
	path := []string{examsPath, string(c.Exam), url.PathEscape(c.Code())}
	for _, part := range inside {
		path = append(path, url.PathEscape(part))
	}
	return strings.Join(path, "/")
}

// problemPath is the address of the page of a problem.
func problemPath(r problem.Ref) string { return coursePath(r.Course, r.ID) }

// subjectName is the name of a course without its exam: a subject, with the grade where
// there are grades.
func (s *screen) subjectName(c subject.Course) string {
	name := s.Say(c.SubjectTitle())
	if c.Grade > 0 {
		return s.T("exams.grade", "Subject", name, "Grade", c.Grade)
	}
	return name
}

// spokenBy is the language that the problems of a course are written in.
func spokenBy(c subject.Course) string {
	switch c.Subject {
	case "en", "de", "fr":
		return string(c.Subject)
	case "sp":
		return "es"
	}
	return "ru"
}
