package behaviour

import (
	"cmp"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kadry/internal/interpreter/value"
)

// input is the arguments of one call. An edge input is one at which two programs for the same
// task may well differ: empty, negative, large, or outside of ASCII.
type input struct {
	args []any
	edge bool
}

// literals are the constants in the text of programs: a function that looks for "(" says
// nothing on words.
type literals struct {
	numbers []float64
	words   []string // texts of letters and digits
	letters []rune   // single characters, and those of short texts without words
	marks   []string // single characters that are neither letters nor digits
}

var (
	numberLiteral = regexp.MustCompile(`\b\d+(\.\d+)?\b`)
	textLiteral   = regexp.MustCompile("\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`[^`]*`")
)

const (
	mostNumbers   = 12
	mostWords     = 24
	mostLetters   = 24
	largestNumber = 2000 // larger constants are moduli and bounds, whose inputs take long
)

// literalsOf finds the constants of several programs, sorted, so that the order of the
// programs does not matter.
func literalsOf(codes ...string) literals {
	var l literals
	for _, code := range codes {
		for _, text := range textLiteral.FindAllString(code, -1) {
			if inner, err := strconv.Unquote(`"` + strings.ReplaceAll(text[1:len(text)-1], `"`, `\"`) + `"`); err == nil {
				l.addText(inner)
			}
		}
		for _, number := range numberLiteral.FindAllString(textLiteral.ReplaceAllString(code, " "), -1) {
			if f, err := strconv.ParseFloat(number, 64); err == nil && f <= largestNumber {
				l.numbers = append(l.numbers, f)
			}
		}
	}
	l.numbers = distinct(l.numbers, mostNumbers)
	l.words = distinct(l.words, mostWords)
	l.letters = distinct(l.letters, mostLetters)
	l.marks = distinct(l.marks, mostLetters)
	return l
}

func (l *literals) addText(text string) {
	word := text != "" && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
	runes := []rune(text)
	if word && len(runes) > 1 && len(runes) < 12 {
		l.words = append(l.words, text)
	}
	if len(runes) > 26 {
		return
	}
	for _, r := range runes {
		if len(runes) == 1 || !word || len(runes) <= 6 {
			l.letters = append(l.letters, r)
		}
		if r < unicode.MaxASCII && r >= ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			l.marks = append(l.marks, string(r))
		}
	}
}

func distinct[T float64 | string | rune](all []T, most int) []T {
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(most, len(all))]
}

// maker makes inputs, the same ones for the same seed.
type maker struct {
	*rand.Rand
	literals literals
	size     int // of the lists of this input: lists of one input mostly go together
	style    int // of the texts of this input
	parts    int // of texts that are joined of parts
	whole    bool
	previous []any // arguments of this input made before
}

// inputsFor makes n inputs for arguments of the types. The programs give the seed and the
// constants; their order does not matter.
func inputsFor(types []value.Type, n int, codes ...string) []input {
	codes = slices.Sorted(slices.Values(codes))
	seed := fnv.New64a()
	for _, code := range codes {
		_, _ = seed.Write([]byte(code)) // a hash takes everything
	}
	m := &maker{Rand: rand.New(rand.NewPCG(seed.Sum64(), uint64(len(types)))), literals: literalsOf(codes...)}
	edges := m.edges(types)
	edges = edges[:min(len(edges), n/3)]
	seen := map[string]bool{}
	for _, in := range edges {
		seen[show(in.args)] = true
	}
	var ordinary []input
	for tries := 0; len(ordinary)+len(edges) < n && tries < 4*n; tries++ {
		args := m.regular(types)
		if key := show(args); !seen[key] {
			seen[key] = true
			ordinary = append(ordinary, input{args: args})
		}
	}
	return slices.Concat(bySize(ordinary), edges)
}

// bySize puts small inputs before large ones, which may take a program so long that all that
// follow are left; and the smallest at the end, as a loop that never ends often does so for 0.
func bySize(inputs []input) []input {
	slices.SortStableFunc(inputs, func(a, b input) int { return cmp.Compare(size(a.args), size(b.args)) })
	smallest := len(inputs) / 5
	return slices.Concat(inputs[smallest:], inputs[:smallest])
}

// size is about how much there is to do for a value.
func size(v any) float64 {
	switch v := v.(type) {
	case float64:
		return math.Abs(v)
	case string:
		return float64(len(v))
	case []any:
		total := float64(len(v))
		for _, e := range v {
			total += size(e)
		}
		return total
	case map[string]any:
		return float64(len(v))
	}
	return 0
}

// edges are inputs that hold the edge values of one type at every place, and mixed ones.
func (m *maker) edges(types []value.Type) []input {
	var out []input
	for i := range 8 {
		args := make([]any, len(types))
		for at, t := range types {
			options := edgesOf(t)
			args[at] = value.Clone(options[(i+at*(i/len(options)))%len(options)])
		}
		if !slices.ContainsFunc(out, func(in input) bool { return show(in.args) == show(args) }) {
			out = append(out, input{args: args, edge: true})
		}
	}
	return out
}

// edgesOf are the values of a type at which programs for one task differ most.
func edgesOf(t value.Type) []any {
	switch t {
	case value.Int:
		return []any{0.0, 1.0, -1.0, -7.0, 1000.0, 2.0}
	case value.Float:
		return []any{0.0, -0.5, 1.0, -3.75, 1000.25}
	case value.Text:
		return []any{"", "a", " ", "Zebra", "aa", "žluť"}
	case value.Char:
		return []any{"a", "Z", "0", " "}
	case value.Bool:
		return []any{true, false}
	case value.Any:
		return []any{0.0, "", nil, "5", 1.5, -2.0}
	}
	if elem, ok := t.Elem(); ok {
		of := edgesOf(elem)
		first, last := of[0], of[len(of)-1]
		return []any{[]any{}, []any{first}, []any{last}, []any{last, last}, []any{of[2%len(of)], first, of[1]}}
	}
	if key, elem, ok := t.Entry(); ok {
		of, name := edgesOf(elem), "a"
		if key == value.Int {
			name = "1"
		}
		return []any{map[string]any{}, map[string]any{name: of[0]}, map[string]any{name: of[1]}}
	}
	return []any{nil}
}

// regular makes one input whose arguments go together: lists of one length, a text and a part
// of it, a number within a list's length.
func (m *maker) regular(types []value.Type) []any {
	m.size = []int{1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 10}[m.IntN(12)]
	m.style = m.chooseStyle()
	m.parts = []int{1, 1, 2, 2, 3, 4}[m.IntN(6)]
	m.whole = m.IntN(3) == 0
	m.previous = m.previous[:0]
	args := make([]any, len(types))
	for i, t := range types {
		args[i] = m.related(types[:i], t)
		if args[i] == nil {
			args[i] = m.value(t, 0)
		}
		m.previous = append(m.previous, args[i])
	}
	return args
}

// related makes an argument out of one before it, at times; nil where it does not.
func (m *maker) related(earlier []value.Type, t value.Type) any {
	if len(m.previous) == 0 || m.IntN(5) < 2 {
		return nil
	}
	from := m.IntN(len(m.previous))
	switch b := m.previous[from].(type) {
	case string:
		if t == value.Text && len(b) > 0 {
			return m.partOf(b)
		}
	case []any:
		switch {
		case t == value.Int && len(b) > 0 && m.IntN(2) == 0:
			return float64(m.IntN(len(b) + 1))
		case t == earlier[from] && len(b) > 0:
			return m.variant(b, t)
		case t == value.Int || t == value.Float:
			if f, ok := m.pick(b).(float64); ok {
				return math.Trunc(f)
			}
		}
	case float64:
		if t == value.Int || t == value.Float {
			return math.Trunc(b) + float64(m.IntN(9)-2)
		}
	}
	return nil
}

func (m *maker) pick(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[m.IntN(len(list))]
}

// partOf is a text that has to do with another: a part, its letters anew, or itself.
func (m *maker) partOf(text string) any {
	runes := []rune(text)
	switch m.IntN(5) {
	case 0:
		return text
	case 1:
		m.Shuffle(len(runes), func(i, j int) { runes[i], runes[j] = runes[j], runes[i] })
		return string(runes)
	case 2:
		at := m.IntN(len(runes))
		return string(runes[at:]) + string(runes[:at])
	case 3:
		at := m.IntN(len(runes))
		return string(runes[at:min(len(runes), at+1+m.IntN(2))])
	}
	return nil
}

// variant is a list that shares elements with another of the same type.
func (m *maker) variant(list []any, t value.Type) any {
	made, ok := m.value(t, 0).([]any)
	if !ok || len(made) == 0 {
		return nil
	}
	if !sameKind(made[0], list[0]) {
		return nil
	}
	out := value.Clone(list).([]any)
	switch m.IntN(4) {
	case 0:
		return out
	case 1:
		m.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	default:
		for i := range out {
			if m.IntN(2) == 0 {
				out[i] = m.pick(made)
			}
		}
	}
	return out
}

func sameKind(a, b any) bool {
	switch a.(type) {
	case float64:
		_, ok := b.(float64)
		return ok
	case string:
		_, ok := b.(string)
		return ok
	}
	return false
}

// value makes a value of a type.
func (m *maker) value(t value.Type, depth int) any {
	switch t {
	case value.Int:
		return m.int()
	case value.Float:
		return m.float()
	case value.Text:
		return m.text()
	case value.Char:
		return m.letter()
	case value.Bool:
		return m.IntN(2) == 0
	case value.Any:
		return m.any(depth)
	}
	if elem, ok := t.Elem(); ok {
		return m.list(elem, depth)
	}
	if key, elem, ok := t.Entry(); ok {
		out := map[string]any{}
		for range 1 + m.IntN(4) {
			k := m.word()
			if key == value.Int {
				k = strconv.Itoa(m.IntN(20))
			}
			out[k] = m.value(elem, depth+1)
		}
		return out
	}
	return nil
}

func (m *maker) int() any {
	switch p := m.IntN(100); {
	case p < 30:
		return float64(m.IntN(13))
	case p < 60:
		return float64(1 + m.IntN(40))
	case p < 72 && len(m.literals.numbers) > 0:
		near := m.literals.numbers[m.IntN(len(m.literals.numbers))]
		return math.Max(0, math.Trunc(near)+float64(m.IntN(3)-1))
	case p < 88:
		return float64(1 + m.IntN(150))
	default:
		return float64(100 + m.IntN(3000))
	}
}

func (m *maker) float() any {
	n := float64(m.IntN(400)) / 4
	switch m.IntN(6) {
	case 0:
		return math.Trunc(n)
	case 1:
		return -n
	case 2:
		return float64(m.IntN(1000)) / 100
	case 3:
		if number, ok := m.int().(float64); ok {
			return number
		}
	}
	return n / 4
}

// list makes a list in one of the ways that matter: any numbers, small ones with many equal,
// sorted either way, with negative ones, of many digits.
func (m *maker) list(elem value.Type, depth int) any {
	size := m.size
	if depth > 0 {
		size = 1 + m.IntN(4)
		if m.whole {
			size = m.size // a square or table
		}
	} else if m.IntN(5) == 0 {
		size = max(1, size+m.IntN(3)-1)
	}
	way := m.IntN(8)
	if way == 6 && m.size > 2 {
		way = 1
	}
	out := make([]any, size)
	for i := range out {
		out[i] = m.element(elem, way, depth)
	}
	if elem == value.Int || elem == value.Float {
		m.arrange(out, way)
	}
	return out
}

func (m *maker) element(elem value.Type, way, depth int) any {
	if elem != value.Int && elem != value.Float {
		return m.value(elem, depth+1)
	}
	switch way {
	case 1:
		return float64(m.IntN(5))
	case 2:
		return float64(m.IntN(41) - 20)
	case 3:
		return float64(m.IntN(240) - 80)
	case 5:
		return float64(m.IntN(10))
	}
	return m.value(elem, depth+1)
}

// arrange sorts a list of numbers for some of the ways, or makes it read the same both ways.
func (m *maker) arrange(list []any, way int) {
	switch way {
	case 4:
		slices.SortFunc(list, compareNumbers)
	case 5:
		slices.SortFunc(list, func(a, b any) int { return compareNumbers(b, a) })
	case 6, 7:
		if m.IntN(2) == 0 {
			for i := range len(list) / 2 {
				list[len(list)-1-i] = list[i]
			}
		}
	}
}

func compareNumbers(a, b any) int {
	x, _ := a.(float64)
	y, _ := b.(float64)
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

func (m *maker) any(depth int) any {
	switch p := m.IntN(12); {
	case p < 5:
		return m.int()
	case p < 8:
		return m.text()
	case p < 10:
		return m.float()
	case p == 10 && depth < 2:
		return m.list(value.Int, depth+1)
	}
	return strconv.Itoa(m.IntN(100))
}
