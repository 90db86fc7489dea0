package sdamgia

import (
	"context"
	"errors"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// Codes of a Finding beside those of a page that could not be read.
const (
	CodeWrong      Code = "read_wrongly" // the page was read, and something else than is on it came out
	CodeIncomplete Code = "incomplete"   // a problem without a question, a type or any sign of its solution
)

// Finding is one thing the doctor looked at.
type Finding struct {
	What  fault.Text
	State fault.Text // what was found, where all is well
	Code  Code       // "" where all is well; else of the page, of the Finding, or a fault.Kind
	Err   error      // nil where all is well
}

// Replay reads the pages that come with the program and compares what is read with what is
// known to be on them. It needs no network. The pages have the site's shapes and invented
// contents.
func Replay() []Finding {
	cases, err := expectations()
	if err != nil {
		return []Finding{bad(fault.Say("kept pages", "сохранённые страницы"), err)}
	}
	findings := make([]Finding, 0, len(cases))
	for _, c := range cases {
		what := fault.Say("page %[1]s", "страница %[1]s", c.File)
		if err := c.replay(); err != nil {
			findings = append(findings, bad(what, err))
			continue
		}
		findings = append(findings, Finding{What: what, State: fault.Say("read as expected", "прочитана верно")})
	}
	return findings
}

// probeKind has no lifetime: a probe is answered by the site or not at all.
const probeKind upstream.Kind = "probe"

// probeWord stands in thousands of problems wherever something is to be calculated.
const probeWord = "найдите"

// Probe reads live pages of a course, best of mathematics or a science: both catalogues, a
// search, and the first problem it finds. It makes four requests.
func Probe(ctx context.Context, s *Site, course subject.Course) []Finding {
	contents := probe(ctx, s, fault.Say("catalogue data of %s", "данные каталога %s", course), contentsAt, course, ConstructorJSON, topics)
	catalogue := probe(ctx, s, fault.Say("catalogue page of %s", "страница каталога %s", course), catalogueAt, course, CataloguePage, topics)
	var first problem.Ref
	search := probe(ctx, s, fault.Say("search in %s", "поиск по %s", course),
		func(c subject.Course) (string, error) { return searchAt(c, probeWord, 1) }, course, Problems,
		func(l problem.Listing) (fault.Text, error) {
			if len(l.Problems) == 0 {
				return fault.Text{}, wrong("no problem for %q", probeWord)
			}
			first = l.Problems[0].Ref
			return fault.Say("%[1]d problems on the page", "заданий на странице: %[1]d", len(l.Problems)), nil
		})
	findings := []Finding{contents, catalogue, search}
	if first.ID == "" {
		return findings
	}
	return append(findings, probe(ctx, s, fault.Say("problem %s", "задание %s", first),
		func(subject.Course) (string, error) { return problemAt(first) }, course, Problems,
		func(l problem.Listing) (fault.Text, error) { return complete(l, first) }))
}

func probe[T any](ctx context.Context, s *Site, what fault.Text, address func(subject.Course) (string, error), course subject.Course,
	read func(subject.Course, string, []byte) (T, error), judge func(T) (fault.Text, error),
) Finding {
	at, err := address(course)
	if err != nil {
		return bad(what, err)
	}
	value, _, err := ask(ctx, s, question[T]{
		address: at, kind: probeKind,
		read: func(at string, body []byte) (T, error) { return read(course, at, body) },
	})
	if err != nil {
		return bad(what, err)
	}
	state, err := judge(value)
	if err != nil {
		return bad(what, err)
	}
	return Finding{What: what, State: state}
}

func topics(c problem.Catalogue) (fault.Text, error) {
	categories := 0
	for _, t := range c.Topics {
		categories += len(t.Categories)
	}
	if categories == 0 {
		return fault.Text{}, wrong("%d types without a category", len(c.Topics))
	}
	return fault.Say("%[1]d types, %[2]d categories", "типов: %[1]d, категорий: %[2]d", len(c.Topics), categories), nil
}

// complete reports whether a live problem has what every problem has.
func complete(l problem.Listing, asked problem.Ref) (fault.Text, error) {
	p := l.Problems[0]
	if p.ID != asked.ID {
		return fault.Text{}, wrong("the problem %s instead of %s", p.ID, asked.ID)
	}
	if p.Question.Empty() || p.Type == "" || p.Answer == "" && p.Solution.Empty() && p.Criteria.Empty() {
		return fault.Text{}, fault.E(fault.Upstream, fault.Say("The page of problem %s was read without its question, type or solution.",
			"Страница задания %s прочитана без условия, типа или решения.", asked), &misreading{CodeIncomplete, p.URL})
	}
	return fault.Say("type %[1]s, %[2]d letters of question", "тип %[1]s, букв в условии: %[2]d", p.Type, len([]rune(p.Question.Text()))), nil
}

func bad(what fault.Text, err error) Finding {
	code := codeOf(err)
	if read, ok := errors.AsType[*misreading](err); ok {
		code = read.code
	}
	if code == "" {
		code = string(fault.KindOf(err))
	}
	return Finding{What: what, Code: code, Err: err}
}
