package transfer

import (
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/code"
	"kadry/internal/interview/question"
)

// questionColumn is one column of a table of questions.
type questionColumn struct {
	name string
	get  func(c question.Content) string
	set  func(c *question.Content, cell string) error
}

// plain is a column of one text.
func plain[T ~string](name string, field func(c *question.Content) *T) questionColumn {
	return questionColumn{
		name,
		func(c question.Content) string { return string(*field(&c)) },
		func(c *question.Content, cell string) error { *field(c) = T(cell); return nil },
	}
}

// listed is a column of a list whose items are texts: one line an item.
func listed[T any](name string, list func(c *question.Content) *[]T, get func(T) []string, set func(*T, []string) error) questionColumn {
	return questionColumn{
		name,
		func(c question.Content) string {
			lines, said := make([]string, len(*list(&c))), false
			for i, item := range *list(&c) {
				lines[i] = joinCell(get(item))
				said = said || lines[i] != ""
			}
			if !said {
				return ""
			}
			return strings.Join(lines, "\n")
		},
		func(c *question.Content, cell string) error {
			if strings.TrimSpace(cell) == "" {
				return nil
			}
			items := list(c)
			for i, line := range strings.Split(strings.ReplaceAll(cell, "\r\n", "\n"), "\n") {
				if i == len(*items) {
					*items = append(*items, *new(T))
				}
				if err := set(&(*items)[i], splitCell(line)); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// one is an item with a single text.
func one[T any, S ~string](field func(*T) *S) (get func(T) []string, set func(*T, []string) error) {
	return func(t T) []string { return []string{string(*field(&t))} },
		func(t *T, parts []string) error { *field(t) = S(parts[0]); return nil }
}

// many is an item with a list of texts.
func many[T any](field func(*T) *[]string) (get func(T) []string, set func(*T, []string) error) {
	return func(t T) []string { return *field(&t) },
		func(t *T, parts []string) error { *field(t) = filled(parts); return nil }
}

// headed is an item with a text and other ways to put it.
func headedBy[T any](head func(*T) *string, rest func(*T) *[]string) (get func(T) []string, set func(*T, []string) error) {
	return func(t T) []string { return append([]string{*head(&t)}, *rest(&t)...) },
		func(t *T, parts []string) error { *head(t), *rest(t) = parts[0], filled(parts[1:]); return nil }
}

func filled(parts []string) []string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

func column[T any](name string, list func(c *question.Content) *[]T) func(get func(T) []string, set func(*T, []string) error) questionColumn {
	return func(get func(T) []string, set func(*T, []string) error) questionColumn {
		return listed(name, list, get, set)
	}
}

type (
	content = question.Content
	point   = question.Point
	flag    = question.RedFlag
	probe   = question.Probe
	option  = question.Choice
	anchor  = question.Text
	example = question.Example
)

func points(c *content) *[]point   { return &c.Points }
func flags(c *content) *[]flag     { return &c.RedFlags }
func probes(c *content) *[]probe   { return &c.Probes }
func options(c *content) *[]option { return &c.Choices }
func anchors(c *content) *[]anchor { return &c.Anchors }
func examples(c *content) *[]example {
	return &c.Code.Examples
}
func weightOf(p point) []string { return []string{number(p.Weight)} }
func number(n int) string       { return strings.TrimPrefix(strconv.Itoa(n), "0") }
func whole(text string) (int, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	return strconv.Atoi(text)
}

// questionColumns are the columns of a table of questions, in their order.
var questionColumns = []questionColumn{
	plain("id", func(c *content) *string { return &c.ID }),
	plain("status", func(c *content) *question.Status { return &c.Status }),
	plain("skill", func(c *content) *string { return &c.Skill }),
	plain("theme", func(c *content) *string { return &c.Theme }),
	plain("level", func(c *content) *bank.Level { return &c.Level }),
	plain("kind", func(c *content) *bank.Kind { return &c.Kind }),
	plain("competency", func(c *content) *bank.Competency { return &c.Competency }),
	plain("type", func(c *content) *bank.AnswerType { return &c.Type }),
	{
		"minutes",
		func(c content) string { return number(c.Minutes) },
		func(c *content, cell string) (err error) { c.Minutes, err = whole(cell); return err },
	},
	{
		"tags",
		func(c content) string { return joinCell(c.Tags) },
		func(c *content, cell string) error { c.Tags = filled(splitCell(cell)); return nil },
	},
	plain("text_ru", func(c *content) *string { return &c.Text.RU }),
	plain("text_en", func(c *content) *string { return &c.Text.EN }),
	column("point_ids", points)(one(func(p *point) *string { return &p.ID })),
	column("point_weights", points)(weightOf, func(p *point, parts []string) (err error) { p.Weight, err = whole(parts[0]); return err }),
	column("points_ru", points)(headedBy(func(p *point) *string { return &p.Text.RU }, func(p *point) *[]string { return &p.Also.RU })),
	column("points_en", points)(headedBy(func(p *point) *string { return &p.Text.EN }, func(p *point) *[]string { return &p.Also.EN })),
	column("right_ru", points)(many(func(p *point) *[]string { return &p.Right.RU })),
	column("right_en", points)(many(func(p *point) *[]string { return &p.Right.EN })),
	column("misconceptions_ru", points)(many(func(p *point) *[]string { return &p.Wrong.RU })),
	column("misconceptions_en", points)(many(func(p *point) *[]string { return &p.Wrong.EN })),
	plain("key", func(c *content) *string { return &c.Key }),
	column("choice_ids", options)(one(func(o *option) *string { return &o.ID })),
	column("choices_ru", options)(one(func(o *option) *string { return &o.Text.RU })),
	column("choices_en", options)(one(func(o *option) *string { return &o.Text.EN })),
	plain("model_ru", func(c *content) *string { return &c.Model.RU }),
	plain("model_en", func(c *content) *string { return &c.Model.EN }),
	column("anchors_ru", anchors)(one(func(a *anchor) *string { return &a.RU })),
	column("anchors_en", anchors)(one(func(a *anchor) *string { return &a.EN })),
	column("red_flag_ids", flags)(one(func(f *flag) *string { return &f.ID })),
	column("red_flags_ru", flags)(headedBy(func(f *flag) *string { return &f.Text.RU }, func(f *flag) *[]string { return &f.Also.RU })),
	column("red_flags_en", flags)(headedBy(func(f *flag) *string { return &f.Text.EN }, func(f *flag) *[]string { return &f.Also.EN })),
	column("probe_when", probes)(one(func(p *probe) *bank.When { return &p.When })),
	column("probe_points", probes)(one(func(p *probe) *string { return &p.Point })),
	column("probes_ru", probes)(one(func(p *probe) *string { return &p.Text.RU })),
	column("probes_en", probes)(one(func(p *probe) *string { return &p.Text.EN })),
	plain("code_language", func(c *content) *code.Language { return &c.Code.Language }),
	plain("code_entry", func(c *content) *string { return &c.Code.Entry }),
	plain("code_given", func(c *content) *string { return &c.Code.Given }),
	column("example_ids", examples)(one(func(e *example) *string { return &e.ID })),
	column("examples_ru", examples)(one(func(e *example) *string { return &e.Text.RU })),
	column("examples_en", examples)(one(func(e *example) *string { return &e.Text.EN })),
	column("example_codes", examples)(one(func(e *example) *string { return &e.Code })),
	column("example_points", examples)(many(func(e *example) *[]string { return &e.Shows })),
	plain("source", func(c *content) *string { return &c.Source }),
}

var cellEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", `\n`)

// joinCell puts texts side by side, parted by "|".
func joinCell(parts []string) string {
	escaped := make([]string, len(parts))
	for i, p := range parts {
		escaped[i] = cellEscapes.Replace(p)
	}
	return strings.Join(escaped, " | ")
}

// splitCell undoes joinCell. There is at least one part.
func splitCell(text string) []string {
	var parts []string
	var part strings.Builder
	escaped := false
	for _, r := range text {
		switch {
		case escaped && r == 'n':
			part.WriteByte('\n')
		case escaped:
			part.WriteRune(r)
		case r == '|':
			parts = append(parts, strings.TrimSpace(part.String()))
			part.Reset()
		case r != '\\':
			part.WriteRune(r)
		}
		escaped = r == '\\' && !escaped
	}
	return append(parts, strings.TrimSpace(part.String()))
}

// Cells are the cells of a question by their columns: the form of a page has the same fields.
func Cells(c question.Content) map[string]string {
	cells := map[string]string{}
	for _, one := range questionColumns {
		cells[one.name] = one.get(c)
	}
	return cells
}

// FromCells reads a question from its cells; the name of a cell that cannot be read stands in
// the error.
func FromCells(cells map[string]string) (question.Content, error) {
	var c question.Content
	for _, one := range questionColumns {
		if err := one.set(&c, strings.ReplaceAll(cells[one.name], "\r\n", "\n")); err != nil {
			return c, fault.Wrong(one.name, fault.Say("must be a number", "должно быть числом"))
		}
	}
	return c, nil
}
