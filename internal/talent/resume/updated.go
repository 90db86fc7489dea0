package resume

import "strings"

// updatedWords are before the date on which a CV says it was last changed.
var updatedWords = []string{"last updated", "last update", "updated", "updated on", "last modified", "last revised", "revised", "cv updated", "resume updated", "обновлено", "обновлен", "резюме обновлено", "дата обновления", "последнее обновление", "дата составления", "актуально на", "составлено"}

// readUpdated takes the month a CV says it was last updated for the month its open dates
// reach to: later nobody knows. A date after the given month is a slip.
func (r *reading) readUpdated() {
	for _, p := range r.spans {
		if p.ranged || p.from.yearOnly || p.from.first >= r.asOf || p.from.first == 0 {
			continue
		}
		l := r.lines[r.lineOf(p.start)]
		said := strings.Trim(fold(r.text[max(l.start, p.start-maxUpdated):p.start]), " :·•—–-")
		for _, words := range updatedWords {
			if strings.HasSuffix(said, words) && !letterBefore(said, words) {
				r.asOf = p.from.first
				return
			}
		}
	}
}

// maxUpdated is how many bytes before the date the words are looked for.
const maxUpdated = 60

// letterBefore reports that the words at the end of s are the end of a longer word.
func letterBefore(s, words string) bool {
	rest := strings.TrimSuffix(s, words)
	return rest != "" && rest == strings.TrimRight(rest, " .,:;|·•—–-(\"\t")
}
