package layout

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
)

// A page is cut recursively. Its words fall into bands, horizontal stripes with nothing
// but white between them. Among all runs of neighbouring bands the tallest one that a
// white vertical gutter divides into two columns is taken out; what is above it, its left
// column, its right column and what is below it are cut in turn. So a header over two
// columns, or a two-column part inside a one-column page, needs no special case.

const (
	minRows    = 3           // rows that make a column
	labelEms   = 16          // font sizes: labels are not wider
	labelShare = 0.75        // and clearly narrower than what they name
	minHeight  = 2           // font sizes: what is lower has no rows beside each other
	maxCuts    = 12          // nesting of columns
	gridStep   = 2.0         // points per cell of the gutter search
	maxWork    = 500_000     // words looked at for one page; ordinary pages take up to ten thousand
	allWork    = 6 * maxWork // for the pages of one document
)

// order returns the blocks of a page in reading order.
func (r *Reader) order(words []*word) []block {
	c := cutter{work: min(maxWork, allWork-r.work), columns: 1}
	left := c.work
	out := c.cut(words, 0, 1)
	r.work += left - c.work
	return out
}

// cutter cuts one page. What is left of its work bounds the search on pages made to have
// very many bands; the rest of such a page is read line by line.
type cutter struct {
	work    int
	columns int // given out
}

func (c *cutter) cut(words []*word, depth, column int) []block {
	if len(words) == 0 {
		return nil
	}
	if depth < maxCuts && c.work > 0 {
		lines := rows(words)
		c.work -= len(words)
		if t, ok := findTable(lines); ok {
			out := c.cut(wordsOf(lines[:t.from]), depth+1, column)
			out = append(out, block{rows: t.records, column: column})
			return append(out, c.cut(wordsOf(lines[t.to:]), depth+1, column)...)
		}
		all := bands(words)
		if s, ok := c.tallest(all); ok {
			out := c.cut(flatten(all[:s.from]), depth+1, column)
			if s.asides != nil {
				out = append(out, block{rows: s.merged(), column: column})
			} else {
				c.columns += 2
				right := c.columns
				out = append(out, c.cut(s.left, depth+1, right-1)...)
				out = append(out, c.cut(s.right, depth+1, right)...)
			}
			return append(out, c.cut(flatten(all[s.to:]), depth+1, column)...)
		}
	}
	return []block{{rows: rows(words), column: column}}
}

// band is a stripe of words whose heights overlap.
type band struct {
	words       []*word
	top, bottom float64
}

func bands(words []*word) []band {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b *word) int { return cmp.Compare(b.top(), a.top()) })
	var out []band
	for _, w := range sorted {
		if n := len(out); n > 0 && w.top() > out[n-1].bottom {
			out[n-1].words = append(out[n-1].words, w)
			out[n-1].bottom = min(out[n-1].bottom, w.bottom())
			continue
		}
		out = append(out, band{words: []*word{w}, top: w.top(), bottom: w.bottom()})
	}
	return out
}

func flatten(all []band) []*word {
	var words []*word
	for _, b := range all {
		words = append(words, b.words...)
	}
	return words
}

func wordsOf(all []row) []*word {
	var words []*word
	for _, r := range all {
		words = append(words, r.words...)
	}
	return words
}

func wordsIn(all []band) int {
	count := 0
	for _, b := range all {
		count += len(b.words)
	}
	return count
}

// split is a run of bands [from, to) divided by a gutter.
type split struct {
	from, to    int
	left, right []*word
	asides      []aside // of the narrower side where it belongs to the rows of the other
}

// merged are the rows of the two sides read together.
func (s split) merged() []row {
	if width(s.left) < width(s.right) {
		return merge(rows(s.right), s.asides, true)
	}
	return merge(rows(s.left), s.asides, false)
}

// tallest finds the highest run of bands that has a gutter.
func (c *cutter) tallest(all []band) (best split, found bool) {
	grid, ok := newGrid(all)
	if !ok {
		return best, false
	}
	height := 0.0
	for from := range all {
		if all[from].top-all[len(all)-1].bottom <= height {
			break
		}
		c.work -= grid.cells / 16
		taken := make([]bool, grid.cells)
		for to := from; to < len(all); to++ {
			if c.work -= len(all[to].words); c.work <= 0 {
				return best, found
			}
			grid.take(taken, all[to])
			if h := all[from].top - all[to].bottom; h <= height || h < minHeight*grid.em {
				continue
			}
			if !grid.open(taken) {
				break
			}
			c.work -= wordsIn(all[from : to+1])
			if s, ok := grid.divide(taken, all[from:to+1]); ok {
				best = s
				best.from, best.to = from, to+1
				height, found = all[from].top-all[to].bottom, true
			}
		}
	}
	return best, found
}

// grid is the width of the page in cells.
type grid struct {
	left  float64
	cells int
	em    float64 // the usual font size
}

func newGrid(all []band) (grid, bool) {
	left, right := math.Inf(1), math.Inf(-1)
	var sizes []float64
	for _, b := range all {
		for _, w := range b.words {
			left, right = min(left, w.left), max(right, w.right)
			sizes = append(sizes, w.size)
		}
	}
	slices.Sort(sizes)
	g := grid{left: left, em: sizes[len(sizes)/2], cells: int((right-left)/gridStep) + 1}
	return g, g.cells > 0 && g.cells < 1<<14
}

func (g grid) cell(x float64) int {
	return min(max(int((x-g.left)/gridStep), 0), g.cells-1)
}

func (g grid) take(taken []bool, b band) {
	for _, w := range b.words {
		for i := g.cell(w.left); i <= g.cell(w.right); i++ {
			taken[i] = true
		}
	}
}

// open reports whether any gutter is left: once a run is closed, longer ones are too.
func (g grid) open(taken []bool) bool {
	for range g.gutters(taken) {
		return true
	}
	return false
}

// gutters yields the free stripes inside the taken width. Dates at the margin may stand
// closer to the text than columns do.
func (g grid) gutters(taken []bool) iter.Seq[gutter] {
	return func(yield func(gutter) bool) {
		start := -1
		for i, t := range taken {
			if !t {
				continue
			}
			if free := float64(i-start-1) * gridStep; start >= 0 && free > marginGap*g.em {
				if !yield(gutter{middle: g.left + (float64(start+i)/2+0.5)*gridStep, width: free, wide: free > gutterGap*g.em}) {
					return
				}
			}
			start = i
		}
	}
}

// widestFirst are the gutters by their width: in justified or spaced text the gaps between
// words may stand one below the other.
func (g grid) widestFirst(taken []bool) []gutter {
	all := slices.Collect(g.gutters(taken))
	slices.SortStableFunc(all, func(a, b gutter) int { return cmp.Compare(b.width, a.width) })
	return all
}

// divide tries the gutters of a run of bands and returns the words on both sides of the
// first one that parts two columns, or a column and what belongs to its rows.
func (g grid) divide(taken []bool, run []band) (s split, ok bool) {
	words := flatten(run)
	var inner *split
	for _, gutter := range g.widestFirst(taken) {
		s = split{left: make([]*word, 0, len(words)), right: make([]*word, 0, len(words))}
		for _, w := range words {
			if w.left < gutter.middle {
				s.left = append(s.left, w)
			} else {
				s.right = append(s.right, w)
			}
		}
		if nameFields(s.left, s.right, g.em) {
			return split{}, false
		}
		narrow, wide := s.left, s.right
		if width(narrow) >= width(wide) {
			narrow, wide = wide, narrow
		}
		beside, ok := asides(narrow, wide)
		if ok && !gutter.wide {
			ok = closeDates(s.left, s.right, beside)
		}
		if ok {
			if width(s.left) >= width(s.right) && placesFirst(beside) {
				continue
			}
			if inRows(beside) {
				if inner == nil && 3*dates(beside) >= 2*len(beside) && len(beside) >= minRows {
					inner = &split{left: s.left, right: s.right, asides: beside}
				}
				continue
			}
			s.asides = beside
			return s, true
		}
		if gutter.wide && columns(s.left, s.right, g.em) {
			return s, true
		}
	}
	if inner != nil {
		return *inner, true // no part of rows that belong together is to be cut into columns
	}
	return split{}, false
}

// gutter is a free stripe of a run of bands.
type gutter struct {
	middle float64
	width  float64
	wide   bool // wide enough to part columns
}

// columns reports whether two sides are columns to be read one after the other. They are
// not when one side only completes the rows of the other, as dates at the right margin and
// labels at the left one do: then nearly every row of the shorter side stands on a row of
// the longer, and the side is narrow or full of holes.
func columns(left, right []*word, em float64) bool {
	l, r := rows(left), rows(right)
	short, long := l, r
	if len(r) < len(l) {
		short, long = r, l
	}
	if len(short) < minRows {
		return false
	}
	common := 1.0
	if named := unheaded(short, long, em); len(named) > 0 {
		common = float64(shared(named, bases(long), em)) / float64(len(named))
	}
	if len(short) == minRows && common > 0.5 {
		return false
	}
	if common < 0.8 {
		return true
	}
	if labels(left, right, l, r, em) {
		return false
	}
	wide := min(width(left), width(right)) > 0.3*(width(left)+width(right))
	dense := float64(len(short)) > 0.8*float64(len(long))
	return wide && dense && len(short) > minRows
}

// unheaded are the rows of a side at the left margin without the headings over both sides, which have no
// other row at their height and tell nothing of how the sides belong together.
func unheaded(short, long []row, em float64) []row {
	if !atMargin(short, long) {
		return short
	}
	at := 0
	return slices.DeleteFunc(slices.Clone(short), func(r row) bool {
		for at < len(long) && long[at].base > r.base {
			at++
		}
		if !inGap(r, long, at) {
			return false
		}
		line := r.line()
		return line.Bold || line.Size > em+em*sameFace
	})
}

// labels reports whether the left side names what stands on the right: short texts in one
// face, each on a row of the other side.
func labels(left, right []*word, l, r []row, em float64) bool {
	named := l[:0:0]
	colons := 0
	lines := bases(r)
	for i, label := range l {
		if shared(l[i:i+1], lines, em) == 0 {
			continue
		}
		named = append(named, label)
		line, first := label.line(), named[0].line()
		if strings.HasSuffix(line.Text, ":") {
			colons++
		}
		if line.Bold != first.Bold || math.Abs(line.Size-first.Size) > 0.05*first.Size {
			return false
		}
	}
	if 5*len(named) < 4*len(l) {
		return false
	}
	for _, value := range r {
		if strings.HasPrefix(value.text(), ":") {
			colons++
		}
	}
	return 2*colons > len(named) || width(left) < min(labelEms*em, labelShare*width(right))
}

// nameFields reports whether the left side is the names of the fields of a form: most of what
// stands on a row of the right side begins with a word that such names begin with. A sidebar
// has some of them ("Phone"), over their values and among much else.
func nameFields(left, right []*word, em float64) bool {
	l, lines := rows(left), bases(rows(right))
	even, known := 0, 0
	for i := range l {
		if shared(l[i:i+1], lines, em) == 0 {
			continue
		}
		even++
		if fieldWords[firstWord(l[i].text())] {
			known++
		}
	}
	return known >= leastFields && 2*known >= even && 10*even >= 6*len(l)
}

// leastFields is how many names of fields make a form.
const leastFields = 2

// firstWord is the letters that a text begins with, in small letters.
func firstWord(text string) string {
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' })
	if end < 0 {
		end = len(text)
	}
	return strings.ToLower(text[:end])
}

// fieldWords begin the names of fields of the forms that people fill in when they apply.
var fieldWords = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`name surname first last forename title address postcode telephone phone mobile tel e-mail email fax nationality citizenship gender sex
		date dates birth marital status from to period start end occupation position job employer company organisation organization
		department duties responsibilities main reason salary grade supervisor hours series principal qualification institution school
		university subject place year level education language languages mother driving passport visa rank vessel religion
		фамилия имя отчество фио дата место адрес телефон тел почта пол гражданство семейное образование специальность квалификация
		должность организация компания работодатель период начало окончание обязанности причина зарплата подразделение отдел
		учебное факультет год годы паспорт снилс инн воинская языки языка город проживание регион график занятость`) {
		set[w] = true
	}
	return set
}()

// shared counts the rows that stand on one of some base lines, which are in ascending order.
func shared(rows []row, lines []float64, em float64) int {
	count := 0
	for _, r := range rows {
		// The nearest are the first that is not below, and the one before it.
		at, _ := slices.BinarySearch(lines, r.base)
		for _, line := range lines[max(0, at-1):min(at+1, len(lines))] {
			if math.Abs(line-r.base) < 0.2*em {
				count++
				break
			}
		}
	}
	return count
}

// bases are the base lines of rows in ascending order.
func bases(rows []row) []float64 {
	lines := make([]float64, len(rows))
	for i, r := range rows {
		lines[i] = r.base
	}
	slices.Sort(lines)
	return lines
}

func width(words []*word) float64 {
	left, right := math.Inf(1), math.Inf(-1)
	for _, w := range words {
		left, right = min(left, w.left), max(right, w.right)
	}
	return right - left
}
