package bank

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/interview/code"
)

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// inspection gathers what is wrong with one file.
type inspection struct {
	place string // "go.yaml: question go-goroutine-leak"
	wrong []error
}

func (in *inspection) report(format string, operands ...any) {
	in.wrong = append(in.wrong, fmt.Errorf(in.place+": "+format, operands...))
}

// between reports a number of things outside of its bounds.
func (in *inspection) between(n, least, most int, of string) {
	if n < least || n > most {
		in.report("%s: want %d to %d, have %d", of, least, most, n)
	}
}

// check says everything that is wrong with a file; stem is its name without the extension.
func check(name, stem string, f file) error {
	in := &inspection{place: name}
	if (f.Skill == "") == (f.Theme == "") {
		in.report("want either a skill or a theme")
	}
	if len(f.Questions) == 0 {
		in.report("there is no question")
	}
	for i := range f.Questions {
		q := &f.Questions[i]
		in.place = fmt.Sprintf("%s: question %s", name, q.ID)
		if q.ID == "" {
			in.place = fmt.Sprintf("%s: question %d of the file", name, i+1)
		}
		if !idForm.MatchString(q.ID) || !strings.HasPrefix(q.ID, stem+"-") {
			in.report("the id must be kebab-case and begin with %s-", stem)
		}
		in.question(q)
	}
	return errors.Join(in.wrong...)
}

func (in *inspection) question(q *Question) {
	known(in, "competency", q.Competency, Competencies()...)
	known(in, "level", q.Level, Junior, Middle, Senior)
	known(in, "kind", q.Kind, Explain, Situational, Past)
	known(in, "answer", q.Answer, TextAnswer, NumberAnswer, ChoiceAnswer, CodeAnswer)
	if q.Kind == Past && q.Answer != TextAnswer {
		in.report("a question about the past is answered with text")
	}
	in.bilingual("question", q.Text)
	in.model(q)
	in.points(q)
	in.redFlags(q)
	in.between(len(q.Anchors), Grades, Grades, "anchors")
	for _, a := range q.Anchors {
		in.bilingual(fmt.Sprintf("anchor %d", a.Grade), a.Text)
	}
	in.probes(q)
	in.key(q)
	in.code(q)
}

// code checks how the code of an answer is judged: only that of a code question, and by
// patterns that can be read in its language.
func (in *inspection) code(q *Question) {
	if q.Language == "" {
		if q.Entry != "" || len(q.Limits) > 0 || len(q.Examples) > 0 || slices.ContainsFunc(q.Points, func(p Point) bool { return len(p.Code) > 0 }) {
			in.report("code is judged in a language, and none is named")
		}
		return
	}
	known(in, "language", q.Language, code.Languages()...)
	if q.Answer != CodeAnswer {
		in.report("language: a %s answer has none", q.Answer)
	}
	in.examples(q)
	for _, p := range q.Points {
		in.rules("point "+p.ID, q.Language, p.Code)
	}
	for _, r := range q.RedFlags {
		in.rules("red flag "+r.ID, q.Language, r.Code)
	}
	for i, l := range q.Limits {
		what := fmt.Sprintf("limit %d", i+1)
		in.rules(what, q.Language, l.Code)
		in.between(l.Grade, 0, Grades-2, what+": grade")
		if len(l.Without)+len(l.Lacking)+len(l.Code) == 0 {
			in.report("%s: it limits nothing", what)
		}
		for _, id := range slices.Concat(l.Without, l.Lacking) {
			if _, ok := q.Point(id); !ok {
				in.report("%s: there is no point %q", what, id)
			}
		}
	}
}

// MostExamples bounds the examples of a question: each runs the code anew.
const MostExamples = 12

// examples checks what the code of an answer is tried on.
func (in *inspection) examples(q *Question) {
	in.between(len(q.Examples), 0, MostExamples, "examples")
	if len(q.Examples) > 0 && (q.Entry == "" || !q.Language.Runs()) {
		in.report("examples: they need an entry and a language that is run here")
	}
	seen := map[string]bool{}
	for _, e := range q.Examples {
		what := "example " + e.ID
		if !idForm.MatchString(e.ID) || seen[e.ID] {
			in.report("%s: the id must be kebab-case and the only one in the question", what)
		}
		seen[e.ID] = true
		in.bilingual(what, e.Text)
		if !e.Tries(q.Entry) {
			in.report("%s: the code must call %s and compare with equal", what, q.Entry)
		}
		if len(e.Shows) == 0 {
			in.report("%s: it shows no point", what)
		}
		for _, id := range e.Shows {
			if _, ok := q.Point(id); !ok {
				in.report("%s: there is no point %q", what, id)
			}
		}
	}
}

func (in *inspection) rules(what string, lang code.Language, rules []code.Rule) {
	for _, r := range rules {
		if err := r.Check(lang); err != nil {
			in.report("%s: code: %v", what, err)
		}
	}
}

func known[T ~string](in *inspection, field string, value T, valid ...T) {
	if !slices.Contains(valid, value) {
		in.report("%s %q: want one of %v", field, value, valid)
	}
}

// bilingual wants a text written in both languages, each in its own letters: a text left
// untranslated, or put under the other language, is the usual slip.
func (in *inspection) bilingual(what string, t fault.Text) {
	switch ru, en := strings.TrimSpace(t.RU), strings.TrimSpace(t.EN); {
	case ru == "":
		in.report("%s: the Russian text is missing", what)
	case en == "":
		in.report("%s: the English text is missing", what)
	case ru == en:
		in.report("%s: both languages say the same", what)
	case count(ru, unicode.Cyrillic) == 0:
		in.report("%s: the Russian text has no Cyrillic letter", what)
	case count(en, unicode.Cyrillic) > count(en, unicode.Latin):
		in.report("%s: the English text is in Cyrillic letters", what)
	}
}

// model may read the same in both languages when the answer is code.
func (in *inspection) model(q *Question) {
	if q.Answer != CodeAnswer || strings.TrimSpace(q.Model.RU) == "" || strings.TrimSpace(q.Model.EN) == "" {
		in.bilingual("model", q.Model)
	}
}

func count(s string, script *unicode.RangeTable) int {
	n := 0
	for _, r := range s {
		if unicode.Is(script, r) {
			n++
		}
	}
	return n
}

func (in *inspection) points(q *Question) {
	in.between(len(q.Points), 3, 6, "points")
	seen := map[string]bool{}
	said := map[string]string{} // wording -> point
	for _, p := range q.Points {
		what := "point " + p.ID
		if !idForm.MatchString(p.ID) || seen[p.ID] {
			in.report("%s: the id must be kebab-case and the only one in the question", what)
		}
		seen[p.ID] = true
		in.between(p.Weight, 1, 3, what+": weight")
		in.bilingual(what, p.Text)
		in.between(len(p.Wordings.RU), 2, 5, what+": ru_also")
		in.between(len(p.Wordings.EN), 2, 5, what+": en_also")
		in.wordings(what, p.ID, p.Text, p.Wordings, said)
	}
}

func (in *inspection) redFlags(q *Question) {
	in.between(len(q.RedFlags), 1, 3, "red_flags")
	seen := map[string]bool{}
	said := map[string]string{}
	for _, r := range q.RedFlags {
		what := "red flag " + r.ID
		if !idForm.MatchString(r.ID) || seen[r.ID] {
			in.report("%s: the id must be kebab-case and the only one in the question", what)
		}
		seen[r.ID] = true
		in.bilingual(what, r.Text)
		in.between(len(r.Wordings.RU), 1, 5, what+": ru_also")
		in.between(len(r.Wordings.EN), 1, 5, what+": en_also")
		in.wordings(what, r.ID, r.Text, r.Wordings, said)
	}
}

// wordings wants no wording empty, and none that stands for two things of one question:
// a grader could not tell which of them was meant. A Russian and an English wording of the
// same thing may be alike, because a term often is.
func (in *inspection) wordings(what, id string, t fault.Text, w Wordings, said map[string]string) {
	for _, list := range [][]string{append([]string{t.RU}, w.RU...), append([]string{t.EN}, w.EN...)} {
		own := map[string]bool{}
		for _, text := range list {
			folded := strings.ToLower(strings.TrimSpace(text))
			if folded == "" {
				in.report("%s: a wording is empty", what)
				continue
			}
			if other, taken := said[folded]; taken && other != id || own[folded] {
				in.report("%s: the wording %q occurs twice", what, text)
			}
			said[folded], own[folded] = id, true
		}
	}
}

func (in *inspection) probes(q *Question) {
	in.between(len(q.Probes), 1, 3, "probes")
	for i, p := range q.Probes {
		what := fmt.Sprintf("probe %d", i+1)
		known(in, what+": when", p.When, Thin, Missing)
		in.bilingual(what, p.Text)
		if _, ok := q.Point(p.Point); p.When == Missing && !ok {
			in.report("%s: there is no point %q", what, p.Point)
		}
		if p.When == Thin && p.Point != "" {
			in.report("%s: a probe for a thin answer names no point", what)
		}
	}
}

// key checks that what decides a number or choice question is there, and is absent elsewhere.
func (in *inspection) key(q *Question) {
	keys := q.Keys()
	switch q.Answer {
	case NumberAnswer:
		in.between(len(keys), 1, 5, "key")
		for _, k := range keys {
			if _, err := strconv.ParseFloat(k, 64); err != nil {
				in.report("key: %q is not a number", k)
			}
		}
	case ChoiceAnswer:
		in.between(len(keys), 1, 1, "key")
		in.choices(q, keys)
	case TextAnswer, CodeAnswer:
		if len(keys) > 0 {
			in.report("key: a %s answer has none", q.Answer)
		}
	}
	if q.Answer != ChoiceAnswer && len(q.Choices) > 0 {
		in.report("choices: a %s answer has none", q.Answer)
	}
}

func (in *inspection) choices(q *Question, keys []string) {
	in.between(len(q.Choices), 2, 6, "choices")
	var ids []string
	for _, c := range q.Choices {
		if !idForm.MatchString(c.ID) || slices.Contains(ids, c.ID) {
			in.report("choice %q: the id must be kebab-case and the only one in the question", c.ID)
		}
		if strings.TrimSpace(c.Text.RU) == "" || strings.TrimSpace(c.Text.EN) == "" {
			in.report("choice %s: both languages are needed", c.ID)
		}
		ids = append(ids, c.ID)
	}
	for _, k := range keys {
		if !slices.Contains(ids, k) {
			in.report("key: there is no choice %q", k)
		}
	}
}
