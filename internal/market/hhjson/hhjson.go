// Package hhjson reads the JSON of HeadHunter into the nouns of the market: pages of a search,
// vacancies, clusters, dictionaries, refusals, and the state that its web pages carry. It is
// tolerant: a field of another type is a field that was not told, an item that is none is counted
// and left out. It asks nobody and keeps no way to reach a person.
package hhjson

import (
	"errors"
	"strings"
	"time"

	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
)

// ErrShape is a document that is JSON and not what was expected.
var ErrShape = errors.New("hhjson: not a document of this kind")

// coded is an entry of a dictionary: an id with a name, or the id alone.
type coded struct {
	ID   loose.Text `json:"id"`
	Name loose.Text `json:"name"`
	Text loose.Text `json:"text"` // of a suggestion
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *coded) UnmarshalJSON(raw []byte) error {
	if raw[0] != '{' {
		return c.ID.UnmarshalJSON(raw)
	}
	type plain coded
	return loose.Decode(raw, (*plain)(c))
}

// Time reads a moment as HeadHunter and its dumps write it, zero where it is none or lies
// outside of the years the house can write.
func Time(text string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05-0700", time.RFC3339Nano, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil && at.Year() > 1990 && at.Year() < 2200 {
			return at.UTC()
		}
	}
	return time.Time{}
}

// Currency is the ISO 4217 code of a currency of HeadHunter: RUR is RUB there, and BYR the
// Belarusian rouble of today. What is no code is empty.
func Currency(code string) string {
	code = strings.ToUpper(strings.TrimSpace(code))
	switch code {
	case "RUR":
		return "RUB"
	case "BYR":
		return "BYN"
	}
	if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return code
}

// Experience reads an id or a Russian name of the dictionary.
func Experience(name string) posting.Experience {
	switch name {
	case "noExperience", "Нет опыта":
		return posting.None
	case "between1And3", "От 1 года до 3 лет":
		return posting.OneToThree
	case "between3And6", "От 3 до 6 лет":
		return posting.ThreeToSix
	case "moreThan6", "Более 6 лет":
		return posting.OverSix
	}
	return ""
}

// Format reads an id of the formats, or an id or a Russian name of the schedules before 2025, of
// which one alone tells where the work is done.
func Format(name string) posting.Format {
	switch name {
	case "ON_SITE":
		return posting.OnSite
	case "REMOTE", "remote", "Удаленная работа", "Удалённая работа":
		return posting.Remote
	case "HYBRID":
		return posting.Hybrid
	case "FIELD_WORK":
		return posting.Field
	}
	return ""
}

// employment reads an id of the forms, or of the employment before 2025.
func employment(id string) posting.Employment {
	switch id {
	case "FULL", "full":
		return posting.Full
	case "PART", "part", "SIDE_JOB":
		return posting.Part
	case "PROJECT", "project":
		return posting.Project
	case "FLY_IN_FLY_OUT", "flyInFlyOut":
		return posting.FlyInOut
	}
	return ""
}

// per reads a mode of a salary.
func per(mode string) posting.Per {
	switch mode {
	case "MONTH":
		return posting.Month
	case "HOUR":
		return posting.Hour
	case "SHIFT":
		return posting.Shift
	case "FLY_IN_FLY_OUT":
		return posting.Rotation
	case "SERVICE":
		return posting.Service
	}
	return ""
}

// webAddress keeps what a page may link to.
func webAddress(text string) string {
	if len(text) > 500 || !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") || strings.ContainsAny(text, " \n\t\"<>\\") {
		return ""
	}
	return text
}
