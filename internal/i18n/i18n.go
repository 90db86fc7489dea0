// Package i18n reads the words of the pages in English and Russian from those who bring
// them, and writes numbers, dates and durations the way each language does. Messages of
// rooms are not here: they are fault.Text, both languages side by side where they are said.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed words
var units embed.FS

// languages are the languages every key exists in.
var languages = []string{"en", "ru"}

// Source is where words come from: words/en.json and words/ru.json.
type Source struct {
	Name  string
	Files fs.FS
}

// Catalogue is every message in every language.
type Catalogue struct {
	byLang map[string]*i18n.Localizer
	keys   map[string][]string
}

// Load reads the words of all sources beside those that numbers and dates are written with.
// A key that two of them bring is an error: one would hide the other.
func Load(sources ...Source) (*Catalogue, error) {
	sources = append([]Source{{Name: "i18n", Files: units}}, sources...)
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	c := &Catalogue{byLang: map[string]*i18n.Localizer{}, keys: map[string][]string{}}
	for _, lang := range languages {
		if err := c.read(bundle, lang, sources); err != nil {
			return nil, err
		}
		c.byLang[lang] = i18n.NewLocalizer(bundle, lang)
	}
	return c, nil
}

func (c *Catalogue) read(bundle *i18n.Bundle, lang string, sources []Source) error {
	owner := map[string]string{}
	for _, source := range sources {
		file, err := bundle.LoadMessageFileFS(source.Files, nameOf(lang))
		if err != nil {
			return fmt.Errorf("i18n: read the words of %s: %w", source.Name, err)
		}
		for _, m := range file.Messages {
			if first, ok := owner[m.ID]; ok {
				return fmt.Errorf("i18n: %s and %s both bring the words %s", first, source.Name, m.ID)
			}
			owner[m.ID] = source.Name
		}
	}
	c.keys[lang] = slices.Sorted(maps.Keys(owner))
	return nil
}

func nameOf(lang string) string { return "words/" + lang + ".json" }

// Keys returns the sorted message keys of a language, for the parity test.
func (c *Catalogue) Keys(lang string) []string { return slices.Clone(c.keys[lang]) }

// In returns the speaker of lang, English for an unknown one.
func (c *Catalogue) In(lang string) Speaker {
	if c.byLang[lang] == nil {
		lang = "en"
	}
	return Speaker{Lang: lang, words: c.byLang[lang]}
}

// Speaker writes in one language.
type Speaker struct {
	Lang  string
	words *i18n.Localizer
}

// T returns the message of key with its {{.Name}} operands filled from pairs of name and
// value. An unknown key answers itself, so a gap is seen on the page and by its test.
func (s Speaker) T(key string, pairs ...any) string {
	text, err := s.words.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: operands(pairs)})
	if err != nil {
		return key
	}
	return text
}

// N is T for a counted thing: the form follows n, which the message names {{.N}}.
func (s Speaker) N(key string, n int, pairs ...any) string {
	data := operands(pairs)
	data["N"] = s.Number(n)
	text, err := s.words.Localize(&i18n.LocalizeConfig{MessageID: key, TemplateData: data, PluralCount: n})
	if err != nil {
		return key
	}
	return text
}

func operands(pairs []any) map[string]any {
	data := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		data[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return data
}

// Spaces that keep a number on one line: Russian groups digits with one.
const noBreak = "\u00a0"

// Number groups the digits of n: 1,234,567 or 1 234 567.
func (s Speaker) Number(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "−", digits[1:]
	}
	if s.Lang == "ru" && len(digits) <= 4 {
		return sign + digits
	}
	separator := ","
	if s.Lang == "ru" {
		separator = noBreak
	}
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(d)
	}
	return sign + b.String()
}

// Decimal writes x with the given number of decimals: 0.92 or 0,92.
func (s Speaker) Decimal(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if s.Lang == "ru" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

var ruGenitive = [...]string{"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря"}

var ruNominative = [...]string{"январь", "февраль", "март", "апрель", "май", "июнь", "июль", "август", "сентябрь", "октябрь", "ноябрь", "декабрь"}

// Date writes a day: 20 Nov 2026 or 20 ноября 2026.
func (s Speaker) Date(t time.Time) string {
	if s.Lang == "ru" {
		return fmt.Sprintf("%d%s%s%s%d", t.Day(), noBreak, ruGenitive[t.Month()-1], noBreak, t.Year())
	}
	return t.Format("2 Jan 2006")
}

// Month writes a month of a year: Nov 2026 or ноябрь 2026.
func (s Speaker) Month(year, month int) string {
	if month < 1 || month > 12 {
		return strconv.Itoa(year)
	}
	if s.Lang == "ru" {
		return fmt.Sprintf("%s %d", ruNominative[month-1], year)
	}
	return fmt.Sprintf("%s %d", time.Month(month).String()[:3], year)
}

// Duration writes a number of months in years and months: 3 years 7 months.
func (s Speaker) Duration(months int) string {
	years, rest := months/12, months%12
	switch {
	case years == 0:
		return s.N("unit.month", rest)
	case rest == 0:
		return s.N("unit.year", years)
	}
	return s.N("unit.year", years) + " " + s.N("unit.month", rest)
}

// Span writes a length of time in one unit, no more exactly than an estimate is.
func (s Speaker) Span(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return s.N("unit.second", int(d.Round(time.Second)/time.Second))
	case d < 90*time.Minute:
		return s.N("unit.minute", int(d.Round(time.Minute)/time.Minute))
	}
	return s.N("unit.hour", int(d.Round(time.Hour)/time.Hour))
}

// Placeholders lists the {{.Name}} operands of every message of a source, for the parity
// test.
func (s Source) Placeholders(lang string) (map[string][]string, error) {
	raw, err := fs.ReadFile(s.Files, nameOf(lang))
	if err != nil {
		return nil, fmt.Errorf("i18n: %w", err)
	}
	messages := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, fmt.Errorf("i18n: %w", err)
	}
	found := map[string][]string{}
	for key, text := range messages {
		names := map[string]bool{}
		for rest := string(text); ; {
			_, after, ok := strings.Cut(rest, "{{.")
			if !ok {
				break
			}
			name, tail, _ := strings.Cut(after, "}}")
			names[name], rest = true, tail
		}
		found[key] = slices.Sorted(maps.Keys(names))
	}
	return found, nil
}
