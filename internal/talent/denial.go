package talent

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/talent/resume"
)

// denial finds clauses that say what somebody has not done yet. The skill finder judges
// the skills it knows by the same wording; this is for words that no taxonomy has, so
// that "no experience with accounts payable" is not found as accounts payable.
var denial = regexp.MustCompile(`(?i)(` +
	`\b(?:no|without|lack(?:ing)? of|never had) (?:[\pL-]+ ){0,3}(?:experience|knowledge|exposure|background)\b[^.;\n]*` +
	`|\b(?:have not|haven't|has not|never) (?:yet )?(?:worked|used|done)\b[^.;\n]*` +
	`|\b(?:plan|planning|want|hope|willing|eager) to (?:learn|study|try)\b[^.;\n]*` +
	`|[^.;\n]*(?:опыта|знаний|навыков)(?: [^.;\n]*)? (?:нет|отсутствует|отсутствуют)(?:[^\pL.;\n][^.;\n]*|)` +
	`|(?:нет|без) (?:[\pL-]+ ){0,3}(?:опыта|знаний|навыков)[^.;\n]*` +
	`|не (?:работал|работала|использовал|использовала|применял|применяла)(?:[^\pL.;\n][^.;\n]*|)` +
	`|(?:планирую|хочу|собираюсь) (?:изучить|изучать|освоить|выучить|попробовать)[^.;\n]*` +
	`)`)

// denialCues are stems one of which every denial has; looking for them first spares the
// expression most clauses.
var denialCues = []string{
	"experience", "knowledge", "exposure", "background", "worked", "used", "done", "learn", "study", "try",
	"опыт", "знани", "навык", "работал", "использовал", "применял", "изуч", "освоить", "выучить", "попробовать",
}

// denials returns the places of text that deny or only plan experience.
func denials(text string) []resume.Span {
	var spans []resume.Span
	for start := 0; start < len(text); {
		end := start + strings.IndexAny(text[start:], ".;\n")
		if end < start {
			end = len(text)
		}
		clause := strings.ToLower(text[start:end])
		if slices.ContainsFunc(denialCues, func(cue string) bool { return strings.Contains(clause, cue) }) {
			for _, at := range denial.FindAllStringIndex(text[start:end], -1) {
				spans = append(spans, resume.Span{Start: start + at[0], End: start + at[1]})
			}
		}
		start = end + 1
	}
	return spans
}
