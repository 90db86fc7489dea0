// Package export writes a report for people to keep: as Markdown, as a page that prints and
// needs nothing beside it, and as JSON. It decides nothing and leaves nothing out.
package export

import (
	"encoding/json"
	"fmt"
	"io"

	"kadry/internal/dossier/number"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// Format is a form of export.
type Format string

// The forms.
const (
	AsMarkdown Format = "markdown"
	AsHTML     Format = "html"
	AsJSON     Format = "json"
)

// Enum implements the closed set of forms.
func (Format) Enum() []string { return []string{string(AsMarkdown), string(AsHTML), string(AsJSON)} }

// Type is the media type of a form.
func (f Format) Type() string {
	switch f {
	case AsHTML:
		return "text/html; charset=utf-8"
	case AsJSON:
		return "application/json"
	}
	return "text/markdown; charset=utf-8"
}

// Extension is how the name of a file of a form ends.
func (f Format) Extension() string {
	switch f {
	case AsHTML:
		return ".html"
	case AsJSON:
		return ".json"
	}
	return ".md"
}

// Write writes a report in a form and in its own language.
func Write(w io.Writer, r report.Report, f Format) error {
	var err error
	switch f {
	case AsHTML:
		err = writeHTML(w, r)
	case AsJSON:
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		err = enc.Encode(r)
	default:
		_, err = io.WriteString(w, Markdown(r))
	}
	if err != nil {
		return fmt.Errorf("export: writing %s: %w", f, err)
	}
	return nil
}

// voice is what the exports say of the nouns of a report.
type voice struct{ lang string }

func (v voice) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(v.lang)
}

func (v voice) decision(d verdict.Decision) string {
	switch d {
	case verdict.Go:
		return v.say("invite", "пригласить")
	case verdict.Hold:
		return v.say("hold", "отложить")
	case verdict.No:
		return v.say("decline", "отказать")
	}
	return v.say("no decision", "решения нет")
}

func (v voice) part(name string) string {
	switch name {
	case "mandatory":
		return v.say("Must-have skills", "Обязательные навыки")
	case "preferred":
		return v.say("Preferred skills", "Желательные навыки")
	case "evidence":
		return v.say("Strength of evidence", "Сила подтверждений")
	case "activity":
		return v.say("Activity", "Активность")
	}
	return v.say("Risks", "Риски")
}

// standing says in a word or two how a skill stands.
func (v voice) standing(c report.Cell) string {
	switch c.Status {
	case proof.Met:
		return v.say("proven (%[1]s, %[2]s)", "подтверждён (%[1]s, %[2]s)", c.Source.Name(v.lang), v.strength(c))
	case proof.Weak:
		return v.say("weak (%[1]s, %[2]s)", "слабо (%[1]s, %[2]s)", c.Source.Name(v.lang), v.strength(c))
	case proof.Denied:
		return v.say("denied (%s)", "сам пишет, что нет (%s)", c.Source.Name(v.lang))
	case proof.Unknown:
	}
	return v.say("not known", "мы не знаем")
}

func (v voice) strength(c report.Cell) string {
	if c.Strength == nil {
		return v.say("not known", "мы не знаем")
	}
	return number.Decimal(*c.Strength, 2, v.lang)
}

// source says who says a proof.
func (v voice) source(e report.Evidence) string { return e.Source.Name(v.lang) }

// origin says where the figures come from.
func (v voice) origin(r report.Report) string {
	return v.say("Made on %[1]s by %[2]s. This is advice; people decide.", "Составлено %[1]s, правила: %[2]s. Это советы; решают люди.",
		v.date(r), r.Engine)
}

func (v voice) date(r report.Report) string {
	if r.At.IsZero() {
		return v.say("an unknown date", "неизвестно когда")
	}
	if v.lang != "ru" {
		return r.At.Format("2 January 2006")
	}
	months := [...]string{"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"}
	return fmt.Sprintf("%d %s %d", r.At.Day(), months[r.At.Month()-1], r.At.Year())
}

// money is a sum with its currency, tax and period.
func (v voice) money(o report.Offer) string {
	basis := o.Basis
	switch o.Basis {
	case "net":
		basis = v.say("after tax", "на руки")
	case "gross":
		basis = v.say("before tax", "до вычета налогов")
	}
	return v.say("%[1]s to %[2]s %[3]s a month, %[4]s, by %[5]d postings", "от %[1]s до %[2]s %[3]s в месяц, %[4]s, по %[5]d вакансиям",
		number.Amount(o.From, v.lang), number.Amount(o.To, v.lang), o.Currency, basis, o.N)
}
