package skill

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxAtoms bounds the length of a name: longer ones are descriptions.
const maxAtoms = 7

// joinedFrom is the shortest name, in bytes, also recognised when written as one word:
// "springboot" is Spring Boot, but "adds" is not AD DS.
const joinedFrom = 6

// lexicon is the automaton of all names. Its alphabet is atoms, not bytes, so a match
// begins and ends on a word boundary by construction, and a stem or a look-alike is just
// one more symbol tried. Names are short, so restarting at every atom costs less than the
// failure links of a byte automaton would save.
type lexicon struct {
	symbols map[string]int32
	edges   map[uint64]int32 // node<<32 | symbol -> node
	ends    [][]*name        // by node
	stems   map[string]bool  // first letters of every stem, to skip stemming most words

	stemmed map[string]string // of the words of names, which repeat; nil when all names are in
}

// name is one spelling of one skill (or of several, when the spelling is ambiguous).
type name struct {
	text   string
	skill  ID
	others []ID // further readings of an ambiguous spelling
	how    How
	lead   bool     // needs a dot before it: ".NET"
	gaps   []string // separators that must be repeated exactly; nil when any will do
	guard  *guard   // nil when the name is safe anywhere
	origin string   // the source of the name

	concept bool   // the name of a category
	words   []atom // of a phrase that takes word endings; nil for other names
}

func newLexicon() *lexicon {
	const symbols, nodes = 1 << 15, 1 << 16 // room for today's data; the maps grow beyond
	return &lexicon{
		symbols: make(map[string]int32, symbols),
		edges:   make(map[uint64]int32, nodes),
		ends:    make([][]*name, 1, nodes),
		stems:   map[string]bool{},
		stemmed: make(map[string]string, symbols),
	}
}

// add enters a spelling. Phrases of categories take any word ending.
func (l *lexicon) add(n *name, concept bool) {
	atoms := cut(n.text)
	if len(atoms) == 0 || len(atoms) > maxAtoms {
		return
	}
	n.lead, n.concept = strings.HasPrefix(n.text, "."), concept
	keys := make([]string, len(atoms))
	short := len(atoms) > 1
	if concept && len(atoms) > 1 && !n.guard.literal() {
		n.words = atoms
	}
	for i, a := range atoms {
		keys[i] = l.key(a, n, len(atoms) == 1)
		short = short && len([]rune(a.text)) == 1
	}
	if short || hasAmpersand(n.text) {
		n.gaps = gapsOf(n.text, atoms)
	}
	l.insert(keys, n)
	if a := atoms[0]; len(atoms) == 1 && a.cyrillic && !a.latin && utf8.RuneCountInString(a.text) >= shortestNoun && !n.guard.literal() {
		// A borrowed noun may look inflected itself: "реббит" is cut to "ребб", "реббитом" is not.
		l.insert([]string{nounMark + unmixed(a)}, n)
		l.stems[prefixOf(unmixed(a))] = true
	}
	var joined strings.Builder
	for _, a := range atoms {
		joined.WriteString(unmixed(a))
	}
	if len(atoms) > 1 && n.gaps == nil && joined.Len() >= joinedFrom {
		l.insert([]string{joined.String()}, n)
	}
}

func hasAmpersand(s string) bool { return strings.ContainsRune(s, '&') }

func gapsOf(text string, atoms []atom) []string {
	gaps := make([]string, 0, len(atoms)-1)
	for i := 1; i < len(atoms); i++ {
		gaps = append(gaps, strings.TrimSpace(text[atoms[i-1].end:atoms[i].start]))
	}
	return gaps
}

// key is the symbol a name's atom is entered under. A Russian noun that is a name by itself
// is found by its case forms, see declined: its stem may be that of another word ("графана"
// and "графов" share one, "фотография" and "фотограф" another).
func (l *lexicon) key(a atom, n *name, lone bool) string {
	word := unmixed(a)
	if n.guard.literal() || !stemmable(a) || a.latin && n.words == nil || a.cyrillic && lone {
		return word
	}
	stem, known := l.stemmed[word]
	if !known {
		stem = stemOf(word, a.cyrillic)
		l.stemmed[word] = stem
		l.stems[prefixOf(word)] = true
	}
	return stem
}

// prefixOf is the first three letters, which no ending reaches.
func prefixOf(word string) string {
	count := 0
	for i := range word {
		if count == 3 {
			return word[:i]
		}
		count++
	}
	return word
}

func (l *lexicon) insert(keys []string, n *name) {
	node := int32(0)
	for _, k := range keys {
		symbol, ok := l.symbols[k]
		if !ok {
			symbol = int32(len(l.symbols))
			l.symbols[k] = symbol
		}
		edge := uint64(node)<<32 | uint64(symbol)
		next, ok := l.edges[edge]
		if !ok {
			next = int32(len(l.ends))
			l.ends = append(l.ends, nil)
			l.edges[edge] = next
		}
		node = next
	}
	for _, have := range l.ends[node] {
		if have.skill == n.skill && have.lead == n.lead && have.guard == n.guard && slices.EqualFunc(have.words, n.words, sameWord) {
			return
		}
	}
	l.ends[node] = append(l.ends[node], n)
}

func sameWord(a, b atom) bool { return a.text == b.text }

// read gives the symbols an atom of a text may stand for, fewest doubts first.
func (l *lexicon) read(a atom, into []int32) []int32 {
	into = into[:0]
	word := unmixed(a)
	if s, ok := l.symbols[word]; ok {
		into = append(into, s)
	}
	if a.cyrillic && a.upper && utf8.RuneCountInString(word) == 1 {
		twin, _ := latinTwin(word)
		if s, ok := l.symbols[twin]; ok {
			into = append(into, s)
		}
	}
	if stemmable(a) && l.stems[prefixOf(word)] {
		exact := len(into) > 0
		if s, ok := l.symbols[stemOf(word, a.cyrillic)]; ok {
			into = append(into, s)
		}
		if a.cyrillic && !exact {
			into = l.declined(word, into)
		}
	}
	return into
}

// declined undoes the case ending of a noun that is a name by itself: "графане" is a case
// of "графана", "гитом" of "гит".
func (l *lexicon) declined(word string, into []int32) []int32 {
	for _, ending := range caseEndings {
		base, ok := strings.CutSuffix(word, ending)
		if !ok || utf8.RuneCountInString(base) < shortestNoun {
			continue
		}
		for _, last := range nounEndings {
			if s, known := l.symbols[nounMark+base+last]; known && !slices.Contains(into, s) {
				return append(into, s)
			}
		}
	}
	return into
}

// caseEndings are those of Russian nouns, the longest first; nounEndings are those under
// which a name is written in the taxonomy, in the singular or the plural.
var (
	caseEndings = []string{"ами", "ями", "ом", "ой", "ем", "ей", "ью", "ов", "ам", "ям", "ах", "ях", "е", "у", "ы", "и", "а", "ю", "я", "й"}
	nounEndings = []string{"", "а", "й", "ь", "я", "о", "е", "и", "ы"}
)

// nounMark tells the symbol of a noun's first case from a word and from a stem.
const nounMark = "^"

// shortestNoun is the shortest noun, in letters, read in its case forms.
const shortestNoun = 3

// span is a stretch of atoms that spells a name.
type span struct {
	from, to int // atoms [from, to)
	name     *name
}

// reading is a text prepared for the automaton.
type reading struct {
	text    string
	atoms   []atom
	symbols [][]int32
	breaks  []bool // a sentence or a line of thought ends before the atom
	where   Where
	lines   []line // of the text, counted when a guard first asks for them
}

func (l *lexicon) prepare(text string, where Where) *reading {
	r := &reading{text: text, atoms: cut(text), where: where}
	r.symbols = make([][]int32, len(r.atoms))
	pool := make([]int32, 0, len(r.atoms))
	var one []int32
	for i, a := range r.atoms {
		if a.address {
			continue
		}
		one = l.read(a, one)
		from := len(pool)
		pool = append(pool, one...)
		r.symbols[i] = pool[from:len(pool):len(pool)]
	}
	r.breaks = make([]bool, len(r.atoms)+1)
	for i := range r.breaks {
		r.breaks[i] = r.breaksAt(i)
	}
	return r
}

// gap is the text between atom i-1 and atom i; at the ends, what surrounds the text.
func (r *reading) gap(i int) string {
	from, to := 0, len(r.text)
	if i > 0 {
		from = r.atoms[i-1].end
	}
	if i < len(r.atoms) {
		to = r.atoms[i].start
	}
	return r.text[from:to]
}

// spansAt lists every name that begins at atom i, longest first.
func (l *lexicon) spansAt(r *reading, i int) []span {
	var found []span
	l.walk(r, i, i, 0, &found)
	if len(found) == 0 {
		if s, ok := l.versioned(r, i); ok {
			found = append(found, s)
		}
	}
	byLength(found)
	return found
}

func (l *lexicon) walk(r *reading, start, at int, node int32, found *[]span) {
	if at >= len(r.atoms) || at-start >= maxAtoms {
		return
	}
	if at > start && (!r.joinsAt(at) || strings.Contains(r.gap(at), "/") && l.divides(r, at)) {
		return
	}
	for _, symbol := range r.symbols[at] {
		next, ok := l.edges[uint64(node)<<32|uint64(symbol)]
		if !ok {
			continue
		}
		for _, n := range l.ends[next] {
			if n.fits(r, start, at+1) {
				*found = append(*found, span{start, at + 1, n})
			}
		}
		l.walk(r, start, at+1, next, found)
	}
}

// divides reports a slash between two names, as in "Go/Python": it separates them unless
// they are parts of one name, as in "CI/CD", neither of which is a skill by itself.
func (l *lexicon) divides(r *reading, at int) bool {
	left, right := l.whole(r.symbols[at-1]), l.whole(r.symbols[at])
	return left != "" && right != "" && left != right
}

// whole is the skill that one of the symbols names by itself, or nothing.
func (l *lexicon) whole(symbols []int32) ID {
	for _, symbol := range symbols {
		if node, ok := l.edges[uint64(symbol)]; ok && len(l.ends[node]) > 0 {
			return l.ends[node][0].skill
		}
	}
	return ""
}

// versioned reads "python3" and "postgres14" as the name before the digits, for plain
// names only: "c3" and "r2" are not versions of C and R.
func (l *lexicon) versioned(r *reading, i int) (span, bool) {
	a := r.atoms[i]
	if a.address || a.digits {
		return span{}, false
	}
	base := strings.TrimRight(unmixed(a), "0123456789")
	if base == unmixed(a) || len(base) < 3 {
		return span{}, false
	}
	symbol, ok := l.symbols[base]
	if !ok {
		return span{}, false
	}
	node, ok := l.edges[uint64(symbol)]
	if !ok {
		return span{}, false
	}
	for _, n := range l.ends[node] {
		if !n.guard.unsafe() && !n.lead && len(n.others) == 0 {
			alias := *n
			alias.how = Alias
			return span{i, i + 1, &alias}, true
		}
	}
	return span{}, false
}

// fits checks what atoms alone cannot say: a leading dot, literal separators, and English
// word endings that make another word.
func (n *name) fits(r *reading, from, to int) bool {
	if n.lead {
		start := r.atoms[from].start
		if start == 0 || r.text[start-1] != '.' {
			return false
		}
	}
	for i, gap := range n.gaps {
		if strings.TrimSpace(r.gap(from+1+i)) != gap {
			return false
		}
	}
	if len(n.words) == to-from { // fewer atoms: the name written as one word
		for i, w := range n.words {
			if w.latin && !bentFrom(w.text, r.atoms[from+i].text, i == 0) {
				return false
			}
		}
	}
	return to > from
}

// joinsAt reports that the gap before atom i may stand inside one name. Items of a list
// end with their lines, unless commas part them and the line merely ran out.
func (r *reading) joinsAt(i int) bool {
	gap := r.gap(i)
	if !joins(gap) {
		return false
	}
	return r.where == Prose || !strings.Contains(gap, "\n") || !r.atoms[i].upper && r.commaAbove(i)
}

// wrapReach is how many bytes before the end of a line are looked at for a comma.
const wrapReach = 160

// commaAbove reports a comma in the line that ends before atom i, or in its tail.
func (r *reading) commaAbove(i int) bool {
	end := r.atoms[i-1].end
	above := r.text[max(0, end-wrapReach):end]
	return strings.LastIndexByte(above, ',') > strings.LastIndexByte(above, '\n')
}

// joins reports a gap that may stand inside one name: "node js", "node.js", "CI / CD".
func joins(gap string) bool {
	if len(gap) > 4 {
		return false
	}
	marks, lines := 0, 0
	for _, r := range gap {
		switch r {
		case ' ', '\t', '\r', '\u00a0', '\u202f', '\u00ad', '\u2009':
		case '\n':
			lines++
		case '-', '\u2010', '\u2011', '\u2012', '\u2013', '.', '/', '_', ':', '&', '\'', '\u2019':
			marks++
		case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ae', '\u2122':
		default:
			return false
		}
	}
	if marks > 0 && strings.ContainsAny(gap, ".:") && strings.ContainsAny(gap, " \n\t") {
		return false
	}
	return marks <= 1 && lines <= 1
}
