package correction

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/talent/resume"
)

// hide marks what was said to identify the person wherever the text says it, beside what the
// rules found: a name that was misread still stands in the text.
func (l *layer) hide() {
	spans := slices.Concat(l.record.Contacts.Spans, places(l.text, l.said))
	slices.SortFunc(spans, func(a, b resume.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	l.record.Contacts.Spans = spans
}

// leastHidden is in letters: a shorter part of a name hides too many other words.
const leastHidden = 3

// places are where a text says one of the words, in any case and not as part of another word.
func places(text string, said []string) []resume.Span {
	var quoted []string
	for _, s := range said {
		if s = strings.TrimSpace(strings.ToValidUTF8(s, "")); utf8.RuneCountInString(s) >= leastHidden {
			quoted = append(quoted, regexp.QuoteMeta(s))
		}
	}
	if len(quoted) == 0 {
		return nil
	}
	slices.SortStableFunc(quoted, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	words, err := regexp.Compile("(?i)" + strings.Join(quoted, "|"))
	if err != nil {
		return []resume.Span{{End: len(text)}} // too long to look for: rather nothing is shown than a name
	}
	var spans []resume.Span
	for _, at := range words.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			spans = append(spans, resume.Span{Start: at[0], End: at[1]})
		}
	}
	return spans
}
