package behaviour

import (
	"strconv"
	"strings"
)

// The styles of texts. One input keeps to one style, as the arguments of a call do.
const (
	words = iota
	mixed
	sentence
	digits
	ofLetters // of the single characters in the programs
	ofMarks   // of those that are neither letters nor digits
	ofWords   // of the words in the programs, with a mark of theirs between
	numbered  // numbers, with a mark of the programs between
	mirrored
	binary
	counted // a sentence with numbers in it
	styles
)

var vocabulary = []string{
	"a", "at", "bar", "bee", "cat", "code", "Day", "eel", "end", "find", "go", "Hello", "in", "jam", "key", "level", "list", "Moon",
	"noon", "old", "pop", "queue", "run", "sky", "Test", "up", "view", "word", "Xylem", "yes", "zoo",
}

func (m *maker) word() string { return vocabulary[m.IntN(len(vocabulary))] }

func (m *maker) letter() any {
	if len(m.literals.letters) > 0 && m.IntN(2) == 0 {
		return string(m.literals.letters[m.IntN(len(m.literals.letters))])
	}
	return string(rune('a' + m.IntN(26)))
}

// chooseStyle takes a style for the texts of an input. What the programs look for matters
// most: every second input is made of their constants where they have some.
func (m *maker) chooseStyle() int {
	var own []int
	if len(m.literals.marks) > 0 {
		own = append(own, ofMarks, numbered)
	}
	if len(m.literals.words) > 0 {
		own = append(own, ofWords, ofWords)
	}
	if len(m.literals.letters) > 0 {
		own = append(own, ofLetters)
	}
	if len(own) > 0 && m.IntN(2) == 0 {
		return own[m.IntN(len(own))]
	}
	return m.IntN(styles)
}

// text makes a text in the style of the input, at times in another one.
func (m *maker) text() string {
	style := m.style
	if m.IntN(10) == 0 {
		style = m.chooseStyle()
	}
	length := 1 + m.IntN(8)
	switch style {
	case mixed:
		return m.of(length, "abcdeiouxyzABCDEIOUXYZ")
	case sentence:
		return m.sentence()
	case digits:
		return m.of(length, "0123456789")
	case ofLetters:
		if letters := string(m.literals.letters); letters != "" {
			return m.of(length+m.IntN(4), letters)
		}
	case ofMarks:
		if marks := strings.Join(m.literals.marks, ""); marks != "" {
			return m.marks(length+m.IntN(4), marks)
		}
	case ofWords:
		if len(m.literals.words) > 0 {
			return m.joined(m.parts, func() string { return m.literals.words[m.IntN(len(m.literals.words))] })
		}
	case numbered:
		return m.joined(m.parts, func() string { return strconv.Itoa(m.IntN(32)) })
	case mirrored:
		return m.mirror(length)
	case binary:
		return m.of(length, "01")
	case counted:
		return strconv.Itoa(m.IntN(12)) + " " + m.word() + " " + m.word() + " " + strconv.Itoa(m.IntN(12)) + " " + m.word()
	}
	return strings.ToLower(m.of(length, "abcdefghijklmnopqrstuvwxyzaeiou"))
}

func (m *maker) of(length int, letters string) string {
	from := []rune(letters)
	var b strings.Builder
	for range length {
		b.WriteRune(from[m.IntN(len(from))])
	}
	return b.String()
}

// pairs are brackets; a text of them is often balanced.
var pairs = [][2]string{{"(", ")"}, {"[", "]"}, {"{", "}"}, {"<", ">"}}

func (m *maker) marks(length int, marks string) string {
	for _, p := range pairs {
		if strings.Contains(marks, p[0]) && strings.Contains(marks, p[1]) && m.IntN(3) > 0 {
			groups := make([]string, 1+m.IntN(3))
			for i := range groups {
				groups[i] = m.nested(p, 1+m.IntN(4))
			}
			between := ""
			if strings.Contains(marks, " ") {
				between = " "
			}
			return strings.Join(groups, between)
		}
	}
	return m.of(length, marks)
}

// nested is a balanced text of so many pairs.
func (m *maker) nested(pair [2]string, n int) string {
	if n <= 0 {
		return ""
	}
	inner := m.IntN(n)
	return pair[0] + m.nested(pair, inner) + pair[1] + m.nested(pair, n-1-inner)
}

// joined puts a mark of the programs between parts, a space where they have none.
func (m *maker) joined(n int, part func() string) string {
	mark := " "
	if len(m.literals.marks) > 0 && m.IntN(4) > 0 {
		mark = m.literals.marks[m.IntN(len(m.literals.marks))]
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part()
	}
	return strings.Join(parts, mark)
}

func (m *maker) sentence() string {
	var b strings.Builder
	for i := range 2 + m.IntN(5) {
		if i > 0 {
			b.WriteString([]string{" ", " ", " ", ", ", ". ", "! ", "  "}[m.IntN(7)])
		}
		b.WriteString(m.word())
	}
	return b.String()
}

func (m *maker) mirror(length int) string {
	half := []rune(m.of((length+1)/2, "abcxyz"))
	out := append([]rune{}, half...)
	for i := length/2 - 1; i >= 0; i-- {
		out = append(out, half[i])
	}
	return string(out)
}
