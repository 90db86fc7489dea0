package answer

import (
	"regexp"
	"slices"
	"strings"
)

var (
	setSigns = regexp.MustCompile(`^[\[({][\d\s,.;+\-/√πa-zA-Z∞∪(){}\[\]]*[\])}]$`)
	piece    = regexp.MustCompile(`^(?:([\[(])([^;\[\]{}]+);([^;\[\]{}]+)([\])])|\{([^{}\[\]]*)\})`)
	infinity = regexp.MustCompile(`(?i)\+?(?:∞|inf(?:inity)?|oo|беск(?:онечность)?\.?)`)
	union    = regexp.MustCompile(`^(?:∪|U|u|и|или|,|;)`)
	twoEnds  = regexp.MustCompile(`([\[(])(-?[^;,\[\](){}]+),(-?[^;,\[\](){}]+)([\])])`)
)

// isSet reports whether a field of a key is intervals and sets of numbers.
func isSet(s string) bool {
	_, ok := readSet(s)
	return ok && setSigns.MatchString(s)
}

// readSet reads "(−∞; 2] ∪ {3}" into pieces that are equal for equal sets: ends written
// one way, the numbers of a set sorted, the pieces sorted.
func readSet(s string) ([]string, bool) {
	s = strings.Join(strings.Fields(infinity.ReplaceAllString(s, "∞")), "")
	if !strings.Contains(s, ";") {
		s = twoEnds.ReplaceAllString(s, "$1$2;$3$4")
	}
	var pieces []string
	for s != "" {
		m := piece.FindStringSubmatch(s)
		if m == nil {
			return nil, false
		}
		if m[1] == "" {
			points := numbers(m[5], ";")
			slices.Sort(points)
			pieces = append(pieces, "{"+strings.Join(points, ";")+"}")
		} else {
			pieces = append(pieces, m[1]+strings.Join(numbers(m[2]+";"+m[3], ";"), ";")+m[4])
		}
		s = s[len(m[0]):]
		s = s[len(union.FindString(s)):]
	}
	slices.Sort(pieces)
	return pieces, len(pieces) > 0
}

// markSet marks intervals and sets. Braces around mere numbers may be left out.
func (f field) markSet(given string) mark {
	want, _ := readSet(f.text)
	got, ok := readSet(given)
	if !ok && strings.HasPrefix(f.text, "{") {
		got, ok = readSet("{" + strings.ReplaceAll(given, " и ", ";") + "}")
	}
	if !ok {
		return wrong(given, notSet)
	}
	m := mark{Field: Field{Given: strings.Join(got, " ∪ "), Outcome: Wrong}}
	if slices.Equal(want, got) {
		m.Outcome = Correct
	}
	return m
}
