package exam

import (
	"context"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type catalogInput struct {
	courseWire
	TopicID string     `json:"topic_id,omitzero" max:"40" doc:"This topic alone."`
	Format  textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// catalogOutput is the table of contents of a course.
type catalogOutput struct {
	Catalog []topicWire `json:"catalog"`
	Total   int         `json:"total_topics"`
	Derived bool        `json:"derived"`
	originWire
	Note string `json:"note,omitempty"`

	title string
}

type topicWire struct {
	ID            string         `json:"topic_id"`
	Name          string         `json:"topic_name"`
	Categories    []categoryWire `json:"categories"`
	Problems      int            `json:"problems,omitzero"`
	Supplementary bool           `json:"supplementary,omitempty"`
}

type categoryWire struct {
	ID       string `json:"category_id"`
	Name     string `json:"category_name"`
	Problems int    `json:"problems,omitzero"`
}

// Condense leaves out the categories of supplementary topics, then of all.
func (o catalogOutput) Condense() (catalogOutput, bool) {
	for _, all := range []bool{false, true} {
		dropped := false
		for i := range o.Catalog {
			if t := &o.Catalog[i]; (all || t.Supplementary) && len(t.Categories) > 0 {
				t.Categories, dropped = nil, true
			}
		}
		if dropped {
			o.Note = "Shortened to fit: some categories are left out; topic_id answers one topic with all of its own."
			return o, true
		}
	}
	return o, false
}

// Markdown renders the catalogue for a chat.
func (o catalogOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Catalog", "Каталог")+": "+o.title)
	m.fact(m.say("Total Topics", "Всего тем"), o.Total)
	for _, t := range o.Catalog {
		m.head(2, fault.EscapeMarkdown(t.Name)+" (ID: "+fault.EscapeMarkdown(t.ID)+")")
		for _, c := range t.Categories {
			m.line("- " + fault.EscapeMarkdown(c.Name) + " (ID: " + fault.EscapeMarkdown(c.ID) + ")")
		}
	}
	m.note(o.Note)
	m.warnings(nil, o.originWire)
	return m.String()
}

func (d *handlers) getCatalog() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_get_catalog", Title: "Catalogue of an exam",
		Doc:      "Topics (types of problems) of a course and their categories; category_id goes into sdamgia_get_category_problems.",
		Examples: []op.Example{{Title: "Mathematics", Input: `{"subject":"math"}`}},
	}), func(ctx context.Context, in catalogInput) (catalogOutput, error) {
		contents, from, err := d.bank.Catalogue(ctx, in.course())
		if err != nil {
			return catalogOutput{}, err
		}
		out := wireCatalogue(contents, from, langOf(ctx))
		if in.TopicID == "" {
			return out, nil
		}
		for _, t := range out.Catalog {
			if t.ID == in.TopicID {
				out.Catalog = []topicWire{t}
				return out, nil
			}
		}
		return catalogOutput{}, fault.E(fault.NotFound, fault.Say("There is no topic %q.", "Темы %q нет.", fault.Clip(in.TopicID)), nil).
			WithHint(fault.Say("Leave topic_id out to list the topics.", "Без topic_id вернётся список тем."))
	})
}

func wireCatalogue(c problem.Catalogue, from problem.Provenance, lang string) catalogOutput {
	out := catalogOutput{Total: len(c.Topics), Derived: c.Derived, originWire: wireOrigin(from), title: c.Course.Title().In(lang)}
	for _, t := range c.Topics {
		topic := topicWire{ID: t.ID, Name: t.Name, Problems: t.Count, Supplementary: t.Supplementary}
		for _, category := range t.Categories {
			topic.Categories = append(topic.Categories, categoryWire{category.ID, category.Name, category.Count})
		}
		out.Catalog = append(out.Catalog, topic)
	}
	return out
}

type categoryInput struct {
	courseWire
	CategoryID string `json:"category_id" min:"1" max:"20" doc:"From the catalogue."`
	pageWire
}

// categoryOutput is the problems of a category.
type categoryOutput struct {
	CategoryID string `json:"category_id"`
	listOutput
}

// Markdown renders the list for a chat.
func (o categoryOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Category", "Категория")+" "+fault.EscapeMarkdown(o.CategoryID))
	m.fact(m.say("Total", "Всего"), o.Total)
	m.ids(o.IDs)
	m.more(o.HasMore, o.NextCursor)
	m.warnings(o.Warnings, o.originWire)
	return m.String()
}

func (d *handlers) getCategory() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_get_category_problems", Title: "Problems of a category",
		Doc:      "Numbers and beginnings of the problems of a category.",
		Examples: []op.Example{{Title: "A category", Input: `{"subject":"math","category_id":"9101","limit":5}`}},
	}), func(ctx context.Context, in categoryInput) (categoryOutput, error) {
		asked, offset, err := in.opened("category", &in)
		if err != nil {
			return categoryOutput{}, err
		}
		q := bank.ListQuery{Course: in.course(), Category: in.CategoryID, Limit: in.Limit, Offset: offset}
		listed, err := d.bank.Category(ctx, q)
		if err != nil {
			return categoryOutput{}, err
		}
		return categoryOutput{in.CategoryID, wireListed(listed, asked, q, langOf(ctx))}, nil
	})
}

type testInput struct {
	courseWire
	TestID string     `json:"test_id" min:"1" max:"20" doc:"Digits."`
	Format textFormat `json:"response_format,omitzero" default:"markdown" doc:"Form of the text block."`
}

// testOutput is a test of the site.
type testOutput struct {
	IDs    []string   `json:"problem_ids"`
	TestID string     `json:"test_id"`
	Total  int        `json:"total"`
	Title  string     `json:"title,omitempty"`
	Items  []itemWire `json:"items"`
	originWire
	Warnings []string `json:"warnings,omitempty"`
}

// itemWire is one place of a test. Where the page hides the number, hidden is set, and
// similarity says how sure the number found by text is.
type itemWire struct {
	Position   int     `json:"position"`
	ID         string  `json:"problem_id"`
	Hidden     bool    `json:"hidden"`
	Similarity float64 `json:"similarity,omitzero"`
	Type       string  `json:"type"`
	Start      string  `json:"condition_start"`
}

// Markdown renders the test for a chat.
func (o testOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Test", "Вариант")+" "+fault.EscapeMarkdown(o.TestID))
	if o.Title != "" {
		m.line(fault.EscapeMarkdown(o.Title))
	}
	m.fact(m.say("Total", "Всего"), o.Total)
	m.ids(o.IDs)
	m.warnings(o.Warnings, o.originWire)
	return m.String()
}

func (d *handlers) getTest() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_get_test", Title: "A test of the site",
		Doc:      "Problems of a ready-made test (variant) in its order; numbers the page hides are found by text.",
		Examples: []op.Example{{Title: "A test", Input: `{"subject":"math","test_id":"9000001"}`}},
	}), func(ctx context.Context, in testInput) (testOutput, error) {
		variant, from, err := d.bank.Variant(ctx, in.course(), in.TestID)
		if err != nil {
			return testOutput{}, err
		}
		return wireVariant(variant, from, langOf(ctx)), nil
	})
}

func wireVariant(v problem.Variant, from problem.Provenance, lang string) testOutput {
	out := testOutput{TestID: v.ID, Title: v.Title, originWire: wireOrigin(from), Warnings: wireWarnings(lang, v.Warnings)}
	for _, item := range v.Items {
		w := itemWire{Position: item.Position, ID: item.Ref.ID, Hidden: item.Hidden, Similarity: rounded(item.Found)}
		if item.Problem != nil {
			w.Type, w.Start = item.Problem.Type, firstLetters(item.Problem.Question.Text())
		}
		out.Items = append(out.Items, w)
		if item.Ref.ID != "" {
			out.IDs = append(out.IDs, item.Ref.ID)
		}
	}
	out.Total = len(v.Items)
	return out
}
