package bank

import "kadry/internal/fault"

// Language is the language of an interview: questions, notice and analysis.
type Language string

// The languages, in both of which every question is written.
const (
	Russian Language = "ru"
	English Language = "en"
)

// Languages lists the languages.
func Languages() []Language { return []Language{Russian, English} }

// Of picks the text written in the language.
func (l Language) Of(t fault.Text) string { return t.In(string(l)) }
