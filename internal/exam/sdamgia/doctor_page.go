package sdamgia

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// kept are the pages and what is known of them, in expected.json.
//
//go:embed doctor
var kept embed.FS

// expectation is what must be read from one page.
type expectation struct {
	File   string          `json:"file"`
	At     string          `json:"at"` // the address it stands for
	Exam   subject.Exam    `json:"exam"`
	Subj   subject.Subject `json:"subject"`
	Kind   string          `json:"kind"`             // problems, catalogue, contents, variant
	Code   Code            `json:"code,omitempty"`   // of the error that must come
	Hidden int             `json:"hidden,omitempty"` // problems without a number
	Topics []string        `json:"topics,omitempty"` // type, and the numbers of its categories
	Read   []known         `json:"problems,omitempty"`
}

// known is what must be read of one problem.
type known struct {
	ID       string   `json:"id"`
	Type     string   `json:"type"`
	Answer   string   `json:"answer,omitempty"`
	Points   int      `json:"points,omitempty"`
	Code     string   `json:"code,omitempty"` // of the codifier, with its name
	Source   string   `json:"source,omitempty"`
	Analogs  []string `json:"analogs,omitempty"`
	Linked   []string `json:"linked,omitempty"`
	Formulas int      `json:"formulas,omitempty"`
	Images   int      `json:"images,omitempty"`
	Files    int      `json:"files,omitempty"`
	Audio    int      `json:"audio,omitempty"`
	Question []string `json:"question"` // pieces in their order
	Passage  []string `json:"passage,omitempty"`
	Solution []string `json:"solution,omitempty"`
	Rule     []string `json:"rule,omitempty"`
}

func expectations() ([]expectation, error) {
	raw, err := kept.ReadFile("doctor/expected.json")
	if err != nil {
		return nil, fmt.Errorf("sdamgia: kept pages: %w", err)
	}
	var list []expectation
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("sdamgia: kept pages: %w", err)
	}
	return list, nil
}

func (e expectation) replay() error {
	page, err := kept.ReadFile("doctor/" + e.File)
	if err != nil {
		return fmt.Errorf("sdamgia: kept page: %w", err)
	}
	course := subject.Course{Exam: e.Exam, Subject: e.Subj}
	switch e.Kind {
	case "catalogue", "contents":
		read := CataloguePage
		if e.Kind == "contents" {
			read = ConstructorJSON
		}
		c, err := read(course, e.At, page)
		return e.judge(err, func() error { return same("topics", e.Topics, rows(c)) })
	case "variant":
		v, err := VariantPage(course, e.At, page)
		return e.judge(err, func() error { return e.compareVariant(v) })
	}
	l, err := Problems(course, e.At, page)
	return e.judge(err, func() error { return e.compare(l.Problems, len(l.Hidden)) })
}

// judge compares the error with the expected one, and the page where none is expected.
func (e expectation) judge(err error, compare func() error) error {
	switch {
	case codeOf(err) != e.Code:
		return wrong("code %q instead of %q: %v", codeOf(err), e.Code, err)
	case e.Code != "":
		return nil
	case err != nil:
		return err
	}
	return compare()
}

func rows(c problem.Catalogue) []string {
	var list []string
	for _, t := range c.Topics {
		row := []string{t.ID}
		for _, category := range t.Categories {
			row = append(row, category.ID)
		}
		list = append(list, strings.Join(row, " "))
	}
	return list
}

func (e expectation) compareVariant(v problem.Variant) error {
	var shown []problem.Problem
	hidden := 0
	for _, item := range v.Items {
		if item.Hidden {
			hidden++
			continue
		}
		shown = append(shown, *item.Problem)
	}
	return e.compare(shown, hidden)
}

func (e expectation) compare(read []problem.Problem, hidden int) error {
	if len(read) != len(e.Read) || hidden != e.Hidden {
		return wrong("%d problems and %d without a number instead of %d and %d", len(read), hidden, len(e.Read), e.Hidden)
	}
	for i, want := range e.Read {
		if err := want.compare(read[i]); err != nil {
			return err
		}
	}
	return nil
}

func (k known) compare(p problem.Problem) error {
	code := ""
	if len(p.Codes) > 0 {
		code = strings.TrimSpace(p.Codes[0].Code + " " + p.Codes[0].Name)
	}
	type facts struct {
		id, kind, answer, code, source         string
		points, formulas, images, files, audio int
	}
	got := facts{p.ID, p.Type, p.Answer, code, p.Source, p.Points, len(p.Question.Formulas()), len(p.Question.Images()), len(p.Files), len(p.Audio)}
	want := facts{k.ID, k.Type, k.Answer, k.Code, k.Source, k.Points, k.Formulas, k.Images, k.Files, k.Audio}
	if got != want {
		return wrong("%+v instead of %+v", got, want)
	}
	for _, c := range []struct {
		name string
		got  problem.Body
		want []string
	}{{"question", p.Question, k.Question}, {"passage", p.Passage, k.Passage}, {"solution", p.Solution, k.Solution}, {"rule", p.Rule, k.Rule}} {
		if err := holds(k.ID+" "+c.name, c.got, c.want); err != nil {
			return err
		}
	}
	if err := same(k.ID+" analogs", k.Analogs, p.Analogs); err != nil {
		return err
	}
	return same(k.ID+" linked", k.Linked, slices.Sorted(slices.Values(p.Linked))) // their order is the page's
}

func same(name string, want, got []string) error {
	if !slices.Equal(want, got) {
		return wrong("%s: %q instead of %q", name, got, want)
	}
	return nil
}

// holds reports whether a body has all the pieces in their order, and is empty where there
// are none.
func holds(name string, body problem.Body, pieces []string) error {
	rest := strings.Join(strings.Fields(body.SearchText()), " ")
	if len(pieces) == 0 && rest != "" {
		return wrong("%s: %q instead of nothing", name, rest)
	}
	for _, piece := range pieces {
		_, after, found := strings.Cut(rest, piece)
		if !found {
			return wrong("%s: no %q in %q", name, piece, rest)
		}
		rest = after
	}
	return nil
}

// misreading is a page that was read, and not as it should be.
type misreading struct {
	code   Code
	detail string
}

func (m *misreading) Error() string { return "sdamgia: " + m.code + ": " + m.detail }

func wrong(format string, operands ...any) error {
	return fault.E(fault.Upstream, fault.Say("A page of the exam site is read wrongly.", "Страница сайта экзаменов читается неверно."),
		&misreading{CodeWrong, fmt.Sprintf(format, operands...)})
}
