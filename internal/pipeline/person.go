package pipeline

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
)

// Bounds of what people say of a person. LongestNote and LongestTag are characters.
const (
	LongestNote = 4000
	MostNotes   = 500
	LongestTag  = 40
	MostTags    = 20
)

// Note is what somebody wrote of a person, whatever the vacancy.
type Note struct {
	ID        string    `json:"note_id"`
	Candidate string    `json:"candidate_id"`
	Author    string    `json:"author"`
	Text      string    `json:"text"`
	At        time.Time `json:"at"`
}

// Clean is what people said without what nobody sees: control characters but line ends and tabs,
// marks of direction and of no width, and white space around it.
func Clean(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c == '\n' || c == '\t' || c == '\u200c' || c == '\u200d' { // the last two join letters
			return c
		}
		if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, text))
}

// Tagging changes the tags of a person.
type Tagging struct {
	Candidate   string
	Add, Remove []string // in the form of Tags
	Author      string
}

// Tags brings tags into the one form in which they are kept and compared: lower case, single
// spaces, each once. Wrong ones are told by their place in the field.
func Tags(field string, given []string) ([]string, error) {
	var check fault.Check
	var list []string
	for i, text := range given {
		tag := strings.ToLower(strings.Join(strings.Fields(Clean(text)), " "))
		n := utf8.RuneCountInString(tag)
		switch {
		case n < 1 || n > LongestTag:
			check.Wrong(field+"["+strconv.Itoa(i)+"]", fault.Say("a tag has 1 to %d characters", "в метке от 1 до %d знаков", LongestTag))
		case !slices.Contains(list, tag):
			list = append(list, tag)
		}
	}
	return list, check.Err()
}

// After are the tags of a person after a change, sorted.
func (t Tagging) After(have []string) ([]string, error) {
	list := slices.DeleteFunc(slices.Concat(have, t.Add), func(tag string) bool { return slices.Contains(t.Remove, tag) })
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > MostTags {
		return nil, fault.Wrong("add", fault.Say("a person has at most %d tags, this would make %d", "у человека не больше %d меток, а получится %d", MostTags, len(list)))
	}
	return list, nil
}
