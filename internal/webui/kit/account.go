package kit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/a-h/templ"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// Account is what a room tells of a thing in the file of everything that is known of it.
type Account struct {
	Kind  Kind
	Order int    // ascending, over all rooms
	ID    string // names its facts in a file of JSON
	// Tell answers nothing where nothing is known. Denied is nothing to tell.
	Tell func(*Screen, Subject) (Told, error)
}

// Told is the same facts for a program and for a reader.
type Told struct {
	Facts any
	Text  string // Markdown in the reader's language, under a heading of the first level
}

// Report is everything that rooms know of a thing.
type Report struct {
	about Subject
	facts map[string]any
	text  string
}

// Report asks every room. A room that fails fails it: a file that leaves something out would
// look complete.
func (s *Screen) Report(about Subject) (Report, error) {
	s = s.WithBudget(-1)
	r := Report{about: about, facts: map[string]any{}, text: "# " + fault.EscapeMarkdown(about.Name) + "\n"}
	for _, a := range brought(s, func(p Pages) []Account { return p.Accounts }, func(a, b Account) int { return cmp.Compare(a.Order, b.Order) }) {
		if a.Kind != about.Kind {
			continue
		}
		told, err := a.Tell(s, about)
		switch {
		case fault.KindOf(err) == fault.Denied:
			continue
		case err != nil:
			return Report{}, err
		}
		if told.Facts != nil {
			r.facts[a.ID] = told.Facts
		}
		if told.Text != "" {
			r.text += "\n" + below(told.Text) + "\n"
		}
	}
	return r, nil
}

// below puts the headings of Markdown one level lower. Lines of a fenced block are no headings.
func below(text string) string {
	var b strings.Builder
	fence := ""
	for line := range strings.Lines(strings.TrimSpace(text)) {
		ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
		switch {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
		case fence != "" && strings.TrimSpace(line) == ticks && len(ticks) >= len(fence):
			fence = ""
		case fence == "" && strings.HasPrefix(line, "#"):
			b.WriteString("#")
		}
		b.WriteString(line)
	}
	return b.String()
}

// File is the report as "json" or, for every other form, as Markdown.
func (r Report) File(form string) (op.File, error) {
	if form != "json" {
		return op.File{Name: r.about.ID + ".md", Type: "text/markdown; charset=utf-8", Text: r.text}, nil
	}
	text, err := json.MarshalIndent(r.facts, "", "  ")
	if err != nil {
		return op.File{}, fmt.Errorf("kit: report: %w", err)
	}
	return op.File{Name: r.about.ID + ".json", Type: "application/json", Text: string(text)}, nil
}

// Prose is the report as a part of a page, without its first heading. What people wrote acts on
// nothing: HTML in it is left out, and so are links that run a script.
func (r Report) Prose() (templ.Component, error) {
	_, text, _ := strings.Cut(r.text, "\n")
	var body bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(text), &body); err != nil {
		return nil, fmt.Errorf("kit: report: %w", err)
	}
	return templ.Raw(body.String()), nil
}
