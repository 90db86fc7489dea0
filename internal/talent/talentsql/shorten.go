package talentsql

import (
	"fmt"
	"strings"

	"kadry/internal/talent/resume"
)

// shorten leaves out of a record what its text says at the places the record names. Quotes
// are most of a record, and decoding records is most of the cost of a page and of a start.
func shorten(r *resume.Record, text string) {
	for i := range r.Skills {
		for j := range r.Skills[i].Evidence {
			e := &r.Skills[i].Evidence[j]
			if at := e.QuoteStart; says(text, at, e.Quote) {
				e.Quote, e.QuoteEnd = "", at+len(e.Quote)
			}
			if says(text, e.Start, e.Surface) && e.End == e.Start+len(e.Surface) {
				e.Surface = ""
			}
		}
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		whole, ok := part(text, p.Start, p.End)
		if at := strings.Index(whole, p.Text); ok && at >= 0 && p.Text != "" {
			p.TextStart, p.TextEnd = p.Start+at, p.Start+at+len(p.Text)
			p.Text = ""
		}
	}
}

// lengthen undoes shorten. A surface is never empty where its place is not.
func lengthen(r *resume.Record, text string) error {
	for i := range r.Skills {
		for j := range r.Skills[i].Evidence {
			e := &r.Skills[i].Evidence[j]
			if err := fillIn(&e.Quote, text, e.QuoteStart, e.QuoteEnd); err != nil {
				return err
			}
			e.QuoteEnd = 0
			if err := fillIn(&e.Surface, text, e.Start, e.End); err != nil {
				return err
			}
		}
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		if err := fillIn(&p.Text, text, p.TextStart, p.TextEnd); err != nil {
			return err
		}
		p.TextStart, p.TextEnd = 0, 0
	}
	return nil
}

func fillIn(into *string, text string, start, end int) error {
	if *into != "" || end <= start {
		return nil
	}
	said, ok := part(text, start, end)
	if !ok {
		return fmt.Errorf("record names bytes %d to %d of a text of %d", start, end, len(text))
	}
	*into = said
	return nil
}

// says reports that something is what text has at a place.
func says(text string, at int, something string) bool {
	said, ok := part(text, at, at+len(something))
	return ok && something != "" && said == something
}

func part(text string, start, end int) (string, bool) {
	if start < 0 || end < start || end > len(text) {
		return "", false
	}
	return text[start:end], true
}
