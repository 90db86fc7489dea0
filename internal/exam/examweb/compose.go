package examweb

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/exam/compose"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// Names of the fields of the form that composes a test. Counts have one each, the type
// behind the prefix: "n.9=2" is two problems of the type 9.
const (
	fieldSeed  = "seed"
	fieldKey   = "key" // the answers on a page of their own
	fieldClass = "variants"
	countField = "n."
)

const (
	mostOfType = 20
	mostInTest = 60     // problems: some fifteen sheets
	seedRange  = 10_000 // a number one can say over the telephone
)

// paper is a test to be composed, and the composed one in its variants.
type paper struct {
	course  subject.Course
	types   []problem.Topic
	counts  map[string]int
	seed    uint64
	class   int // how many variants
	key     bool
	tests   []compose.Test
	problem *fault.Error
	wrong   []fault.Field
}

// composed reports that there is something to print.
func (p paper) composed() bool { return len(p.tests) > 0 && len(p.tests[0].Problems) > 0 }

// variant is the number of a variant: that of the test, and its place where there are several.
func (p paper) variant(i int) string {
	number := strconv.FormatUint(p.seed, 10)
	if len(p.tests) > 1 {
		number += "-" + strconv.Itoa(i+1)
	}
	return number
}

// keyColumns is how many variants one table of answers has beside each other on a sheet.
const keyColumns = 6

// keyTables are the places of the variants that stand in one table of answers.
func (p paper) keyTables() [][]int {
	places := make([]int, len(p.tests))
	for i := range places {
		places[i] = i
	}
	return slices.Collect(slices.Chunk(places, keyColumns))
}

// repeated are the types of which the bank has too few for all variants to differ, in order.
func (p paper) repeated() (kinds []string, counts map[string]int) {
	counts = compose.Repeated(p.tests)
	return slices.SortedFunc(maps.Keys(counts), byType), counts
}

// compose is the page that composes a test. Its address is the whole recipe, so the same
// address gives the same test.
func (w *web) compose(s *screen) error {
	c, err := s.course()
	if err != nil {
		return err
	}
	v := s.Request.URL.Query()
	p := readPaper(c, v)
	if len(p.counts) > 0 && (v.Get(fieldSeed) == "" || kit.HasEmpty(v)) && len(p.wrong) == 0 {
		s.Redirect(string(p.at()))
		return nil
	}
	return s.Late(func(part templ.Component) templ.Component { return composePage(s, c, part) }, func() (templ.Component, *fault.Error) {
		if err := s.Run(opCompose, func(ctx context.Context) error { return w.set(ctx, &p) }); err != nil {
			return nil, fault.From(err)
		}
		return composed(s, p), p.problem
	})
}

// set lists the types there are and composes what was asked for. A recipe that cannot be
// followed leaves the form as it is.
func (w *web) set(ctx context.Context, p *paper) error {
	contents, _, err := w.bank.Catalogue(ctx, p.course)
	if err != nil && fault.KindOf(err) != fault.NotFound && fault.KindOf(err) != fault.Unavailable && fault.KindOf(err) != fault.Upstream {
		return err
	}
	for _, t := range contents.Topics {
		if !t.Supplementary || p.counts[t.ID] > 0 {
			p.types = append(p.types, t)
		}
	}
	if len(p.wrong) > 0 {
		p.problem = fault.E(fault.Invalid, fault.Say("Some numbers cannot be read.", "Часть чисел не удалось прочитать."), nil)
		p.problem.Fields = p.wrong
		return nil
	}
	if len(p.counts) == 0 {
		return nil
	}
	p.tests, err = w.bank.Variants(ctx, compose.Recipe{Course: p.course, Counts: p.counts, Seed: p.seed}, p.class)
	if kind := fault.KindOf(err); kind == fault.Invalid || kind == fault.NotFound {
		p.problem = fault.From(err)
		return nil
	}
	return err
}

// readPaper reads a recipe from the address.
func readPaper(c subject.Course, v url.Values) paper {
	p := paper{course: c, counts: map[string]int{}, key: v.Get(fieldKey) != "", class: 1, seed: uint64(1 + rand.IntN(seedRange-1))}
	if text := v.Get(fieldSeed); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			p.wrong = append(p.wrong, fault.Field{Path: fieldSeed, Text: fault.Say("Write a whole number, for example 42.", "Напишите целое число, например 42.")})
		}
		p.seed = n
	}
	if text := v.Get(fieldClass); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > compose.MostVariants {
			p.wrong = append(p.wrong, fault.Field{Path: fieldClass, Text: fault.Say("Write a number from 1 to %d.", "Напишите число от 1 до %d.", compose.MostVariants)})
		}
		p.class = n
	}
	total := 0
	for name, values := range v {
		kind, ok := strings.CutPrefix(name, countField)
		text := strings.TrimSpace(values[0])
		if !ok || kind == "" || text == "" || text == "0" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > mostOfType {
			p.wrong = append(p.wrong, fault.Field{Path: kind, Text: fault.Say("Write a number from 0 to %d.", "Напишите число от 0 до %d.", mostOfType)})
			continue
		}
		p.counts[kind] = n
		total += n
	}
	slices.SortFunc(p.wrong, func(a, b fault.Field) int { return cmp.Compare(a.Path, b.Path) })
	if total > mostInTest {
		p.wrong = append(p.wrong, fault.Field{Text: fault.Say("A test holds at most %d problems.", "В варианте не больше %d заданий.", mostInTest)})
	}
	return p
}

// address is the recipe.
func (p paper) address() url.Values {
	v := url.Values{fieldSeed: {strconv.FormatUint(p.seed, 10)}}
	for kind, n := range p.counts {
		v.Set(countField+kind, strconv.Itoa(n))
	}
	if p.class > 1 {
		v.Set(fieldClass, strconv.Itoa(p.class))
	}
	if p.key {
		v.Set(fieldKey, "1")
	}
	return v
}

func (p paper) at() templ.SafeURL { return kit.Href(coursePath(p.course, "compose"), p.address()) }

// other is the same recipe with another seed.
func (p paper) other() templ.SafeURL {
	p.seed++
	return p.at()
}

// keyed is the same test with the key, or without it.
func (p paper) keyed(key bool) templ.SafeURL {
	p.key = key
	return p.at()
}

// oneEach is a recipe like the exam: one problem of every type.
func (p paper) oneEach() templ.SafeURL {
	p.counts = map[string]int{}
	for _, t := range p.types {
		if !t.Supplementary {
			p.counts[t.ID] = 1
		}
	}
	return p.at()
}

// counted is the number in the field of a type, empty for none.
func (p paper) counted(kind string) string {
	if n := p.counts[kind]; n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// short are the types that the bank has too few of, in order.
func (p paper) short() []string {
	var list []string
	for kind, n := range p.tests[0].Short {
		if n > 0 {
			list = append(list, kind)
		}
	}
	slices.SortFunc(list, byType)
	return list
}

// byType is the order of types: numbers by size before all others.
func byType(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}

// samePassage reports that a problem of the test reads the passage of the one before it,
// which need not be printed twice.
func samePassage(list []problem.Problem, i int) bool {
	return i > 0 && !list[i].Passage.Empty() && list[i].Passage.Text() == list[i-1].Passage.Text()
}
