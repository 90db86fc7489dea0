package exam

import (
	"context"
	"strconv"

	"kadry/internal/cursor"
	"kadry/internal/exam/bank"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type searchInput struct {
	courseWire
	Query string `json:"query" min:"3" max:"500" doc:"Keywords."`
	pageWire
}

// listOutput is a list of problems by number, with what is known of each.
type listOutput struct {
	IDs        []string      `json:"problem_ids"`
	Total      int           `json:"total"`
	HasMore    bool          `json:"has_more"`
	NextCursor string        `json:"next_cursor,omitempty"`
	Items      []previewWire `json:"items"`
	Local      bool          `json:"local"`
	Requests   int           `json:"requests"`
	originWire
	Warnings []string `json:"warnings,omitempty"`
}

// previewWire is a problem in a list: enough to choose by.
type previewWire struct {
	ID    string `json:"problem_id"`
	Type  string `json:"type"`
	Start string `json:"condition_start"`

	start string // as Markdown
}

const previewLetters = 75

// firstLetters and lastLetters are the ends of a text on one line.
func firstLetters(text string) string {
	letters := []rune(oneLine(text))
	return string(letters[:min(previewLetters, len(letters))])
}

func lastLetters(text string) string {
	letters := []rune(oneLine(text))
	return string(letters[max(0, len(letters)-previewLetters):])
}

// wireListed answers a list. The total is what the site says, or what is known so far.
func wireListed(l bank.Listed, asked cursor.Question, q bank.ListQuery, lang string) listOutput {
	out := listOutput{
		Total: max(l.Total, q.Offset+len(l.Refs)), HasMore: l.More, Local: l.Local, Requests: l.Requests,
		originWire: wireOrigin(l.Provenance), Warnings: wireWarnings(lang, l.Warnings),
	}
	for _, ref := range l.Refs {
		p := l.Problems[ref]
		out.IDs = append(out.IDs, ref.ID)
		out.Items = append(out.Items, previewWire{
			ID: ref.ID, Type: p.Type, Start: firstLetters(p.Question.Text()), start: p.Question.MarkdownStart(previewLetters),
		})
	}
	if l.More {
		out.NextCursor = asked.After(strconv.Itoa(q.Offset + q.Limit))
	}
	return out
}

// searchOutput is the answer of a search by keywords.
type searchOutput struct {
	listOutput

	query   string
	subject string
}

// Markdown renders the list for a chat.
func (o searchOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Search Results", "Результаты поиска"))
	m.fact(m.say("Query", "Запрос"), fault.EscapeMarkdown(o.query))
	m.fact(m.say("Subject", "Предмет"), o.subject)
	m.fact(m.say("Total Results", "Найдено"), o.Total)
	m.previews(o.listOutput)
	return m.String()
}

func (d *handlers) searchProblems() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_search_problems", Title: "Search exam problems",
		Aliases:  []string{"sdamgia_search"},
		Doc:      "Problems by keywords: a theme, a term. For a piece of a problem's own text use sdamgia_search_by_text.",
		Examples: []op.Example{{Title: "By keywords", Input: `{"subject":"math","query":"треугольник","limit":5}`}},
	}), func(ctx context.Context, in searchInput) (searchOutput, error) {
		asked, offset, err := in.opened("search", &in)
		if err != nil {
			return searchOutput{}, err
		}
		q := bank.ListQuery{Course: in.course(), Words: in.Query, Limit: in.Limit, Offset: offset}
		listed, err := d.bank.Search(ctx, q)
		if err != nil {
			return searchOutput{}, err
		}
		return searchOutput{wireListed(listed, asked, q, langOf(ctx)), in.Query, string(in.Subject)}, nil
	})
}

type textInput struct {
	courseWire
	Text      string  `json:"condition_text" min:"10" max:"1000" doc:"A piece of the problem; mistakes are forgiven."`
	Threshold float64 `json:"threshold,omitzero" min:"0" max:"1" default:"0.6" doc:"Least similarity."`
	Scope     reach   `json:"scope,omitzero" default:"subject" doc:"Where to look."`
	Include   []part  `json:"include,omitempty" max:"7" default:"[\"answer\"]" doc:"Without answer it is hidden."`
	pageWire
}

// textOutput is the answer of a search by a piece of text.
type textOutput struct {
	Matches    []matchWire `json:"matches"`
	Total      int         `json:"total"`
	HasMore    bool        `json:"has_more"`
	NextCursor string      `json:"next_cursor,omitempty"`
	Requests   int         `json:"requests"`
	originWire
	Warnings []string `json:"warnings,omitempty"`
	Note     string   `json:"note,omitempty"`

	query   string
	subject string
}

// matchWire begins with the five fields every client of this operation knows.
type matchWire struct {
	ID         string  `json:"problem_id"`
	Similarity float64 `json:"similarity"`
	Start      string  `json:"condition_start"`
	End        string  `json:"condition_end"`
	Answer     string  `json:"answer"`

	Exam     string   `json:"exam"`
	Subject  string   `json:"subject"`
	Grade    int      `json:"grade,omitzero"`
	Type     string   `json:"type"`
	Coverage float64  `json:"coverage"`
	Words    []string `json:"matched_words"`
	URL      string   `json:"url"`

	start, end string // as Markdown
}

// Condense drops what a match can be told without: its words, then its ends.
func (o textOutput) Condense() (textOutput, bool) {
	words, ends := false, false
	for _, m := range o.Matches {
		words, ends = words || len(m.Words) > 0, ends || m.End != ""
	}
	for i := range o.Matches {
		if words {
			o.Matches[i].Words = nil
		} else {
			o.Matches[i].End, o.Matches[i].end = "", ""
		}
	}
	o.Note = "Shortened to fit: without matched_words or condition_end; a smaller limit keeps them."
	return o, words || ends
}

// Markdown renders the matches for a chat.
func (o textOutput) Markdown(lang string) string {
	m := markdown{lang: lang}
	m.head(1, m.say("Search Results", "Результаты поиска"))
	m.fact(m.say("Query", "Запрос"), fault.EscapeMarkdown(oneLine(o.query)))
	m.fact(m.say("Subject", "Предмет"), o.subject)
	m.fact(m.say("Total Results", "Найдено"), o.Total)
	for i, match := range o.Matches {
		m.match(i+1, match)
	}
	m.more(o.HasMore, o.NextCursor)
	m.warnings(o.Warnings, o.originWire)
	return m.String()
}

func (d *handlers) searchByText() *op.Op {
	return op.New(declared(op.Spec{
		Name: "sdamgia_search_by_text", Title: "Find a problem by its text",
		Doc: "Finds a problem by a photographed, mistyped or half-remembered piece of it. similarity 1 is the same text; coverage is the share of the piece found. For a theme or keywords use sdamgia_search_problems.",
		Examples: []op.Example{
			{Title: "A piece with a mistake", Input: `{"subject":"math","condition_text":"В треугольнике KLM угол M 90, высата MH делит гипатенузу"}`},
		},
	}), d.findByText)
}

func (d *handlers) findByText(ctx context.Context, in textInput) (textOutput, error) {
	asked, offset, err := in.opened("text", &in)
	if err != nil {
		return textOutput{}, err
	}
	q := bank.TextQuery{Course: in.course(), Scope: bank.Scope(in.Scope), Text: in.Text, Threshold: in.Threshold, Limit: in.Limit, Offset: offset}
	found, err := d.bank.Find(watched(ctx), q)
	if err != nil {
		return textOutput{}, err
	}
	view := d.view(ctx, in.Include)
	out := textOutput{
		Total: found.Total, HasMore: found.Total > q.Offset+q.Limit, Requests: found.Requests,
		originWire: wireOrigin(found.Provenance), Warnings: wireWarnings(view.lang, found.Warnings), query: in.Text, subject: string(in.Subject),
	}
	for _, m := range found.Items {
		out.Matches = append(out.Matches, view.match(m))
	}
	if out.HasMore {
		out.NextCursor = asked.After(strconv.Itoa(q.Offset + q.Limit))
	}
	return out, nil
}

func (v view) match(m bank.Match) matchWire {
	text := m.Problem.Question.Text()
	w := matchWire{
		ID: m.Ref.ID, Similarity: rounded(m.Similarity), Start: firstLetters(text), End: lastLetters(text),
		Exam: string(m.Ref.Exam), Subject: string(m.Ref.Subject), Grade: m.Ref.Grade, Type: m.Problem.Type,
		Coverage: rounded(m.Coverage), Words: m.Words, URL: m.Problem.URL,
		start: m.Problem.Question.MarkdownStart(previewLetters), end: m.Problem.Question.MarkdownEnd(previewLetters),
	}
	if v.has(withAnswer) {
		w.Answer = m.Problem.Answer
	}
	return w
}

// rounded keeps four digits: more are noise. Only the same text is 1.
func rounded(score float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(score, 'f', 4, 64), 64)
	if err != nil || short == 1 && score < 1 {
		return 0.9999
	}
	return short
}
