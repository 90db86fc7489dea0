package resume

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// readNameRepeats marks every place the name stands: each of its words where it is
// written with a capital, Russian case endings included.
func (r *reading) readNameRepeats() {
	stems := map[string]bool{}
	for _, w := range strings.FieldsFunc(r.record.Name, func(c rune) bool { return !unicode.IsLetter(c) }) {
		if utf8.RuneCountInString(w) >= 3 && !nameParticles[fold(w)] {
			stems[fold(w)] = true
			stems[nameStem(fold(w))] = true
		}
	}
	if len(stems) == 0 {
		return
	}
	nameless := r.nameIsOrdinary()
	for i, t := range r.tokens {
		if t.kind != wordToken || !r.isUpper(i) || !stems[t.word] && !stems[nameStem(t.word)] {
			continue
		}
		if nameless && !r.besideName(i, stems) {
			continue
		}
		r.identify(t.start, t.end)
	}
}

// nameIsOrdinary reports a name with a word that means something else too, such as Java:
// then only places with both words are the person.
func (r *reading) nameIsOrdinary() bool {
	for w := range strings.FieldsSeq(fold(r.record.Name)) {
		if r.taxonomyKnows(w) || placeWords[w] {
			return true
		}
	}
	return false
}

func (r *reading) besideName(i int, stems map[string]bool) bool {
	for _, j := range []int{i - 1, i + 1} {
		if t := r.tokenAt(j); t.kind == wordToken && (stems[t.word] || stems[nameStem(t.word)]) && r.isUpper(j) {
			return true
		}
	}
	return false
}

// nameStem cuts a Russian case ending off.
func nameStem(w string) string {
	if w == "" || w[0] < 0x80 {
		return w
	}
	for _, ending := range []string{"ского", "скому", "ским", "ском", "ской", "скую", "ого", "ому", "ым", "ом", "ой", "ою", "ем", "ей", "ую", "ы", "а", "у", "е", "я", "ю", "и"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && utf8.RuneCountInString(rest) >= 3 {
			return rest
		}
	}
	return w
}
