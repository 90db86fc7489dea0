package resume

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// schoolPiece is a stretch of an education line between separators, dates left out.
type schoolPiece struct {
	first, last int
	label       string // kind of the label before it, empty without one
}

// maxSchoolTokens is how many tokens of a line are looked at: no school is named later.
const maxSchoolTokens = 120

// schoolLinks separate a school from a degree in running text: "MBA from Example School in
// the year 2017", «окончил университет по специальности ...».
var schoolLinks = words(`from at in with passed affiliated по окончил окончила закончил закончила окончание поступил поступила учился училась училась специальность
	специальности направлению специализация graduated attended studied completed обучался обучалась обучаюсь учусь`)

// schoolPieces cuts tokens [first, last) of an education line.
func (r *reading) schoolPieces(first, last int) []schoolPiece {
	var pieces []schoolPiece
	last = min(last, first+maxSchoolTokens)
	from, label := first, ""
	push := func(to int) {
		if p, ok := r.trimPiece(schoolPiece{from, to, label}); ok {
			pieces = append(pieces, p)
		}
		label = ""
	}
	k := r.firstPeriod(r.tokenAt(first).start)
	for i := first; i < last; i++ {
		for k < len(r.spans) && r.spans[k].start < r.tokens[i].start {
			k++
		}
		if k < len(r.spans) && r.spans[k].start == r.tokens[i].start && r.spans[k].next > i {
			push(i)
			i = r.spans[k].next - 1
			from = i + 1
			continue
		}
		if i == from {
			if kind, next := r.formLabelAt(i, last); kind != "" && next > i {
				label, from = kind, next
				i = next - 1
				continue
			}
		}
		if i > from && r.parted(i) || i > from && r.cellAt(i) {
			push(i)
			from = i
		}
		if r.splitsSchool(i, first, last) {
			push(i)
			from = i + 1
		}
	}
	push(last)
	return pieces
}

// cellAt reports that the look of the line says that a cell begins at token i.
func (r *reading) cellAt(i int) bool {
	l := r.lines[r.lineOf(r.tokens[i].start)]
	return len(l.look.Cells) > 0 && slices.Contains(l.look.Cells, r.tokens[i].start-l.look.Start)
}

func (r *reading) splitsSchool(i, first, last int) bool {
	t := r.tokens[i]
	switch t.mark {
	case '|', '•', '·', ';', '\t', '(', ')', '➢', '@':
		return true
	case ',':
		return true
	case ':':
		return !r.touches(i)
	case '/':
		return !r.touches(i-1) && !r.touches(i)
	case '.':
		return !r.touches(i) && i+1 < last && utf8.RuneCountInString(r.tokenAt(i-1).word) > 3
	}
	if t.kind == markToken && isDash(t.mark) {
		return !r.touches(i-1) && !r.touches(i)
	}
	if t.kind != wordToken || !schoolLinks[t.word] || t.word != r.text[t.start:t.end] && i > first {
		return false
	}
	switch t.word {
	case "in":
		// "BSc in Physics" is one piece, "in the year 2017" ends one.
		return r.tokenAt(i+1).word == "the" || r.tokenAt(i+1).kind == numberToken
	case "по":
		return strings.HasPrefix(r.tokenAt(i+1).word, "специальност") || strings.HasPrefix(r.tokenAt(i+1).word, "направлени")
	case "at", "from", "with":
		return r.isUpper(i+1) || r.tokenAt(i+1).kind == numberToken
	}
	return true
}

// pieceEnds join a piece to a date or to what follows and end none.
var pieceEnds = words("в с по и г год году года in of the and at from to for since until")

// trimPiece drops signs around a piece and refuses one without a word.
func (r *reading) trimPiece(p schoolPiece) (schoolPiece, bool) {
	for p.first < p.last && r.tokens[p.first].kind != wordToken && r.tokens[p.first].mark != '«' && r.tokens[p.first].mark != '"' && r.tokens[p.first].mark != '“' {
		if r.tokens[p.first].kind == numberToken && p.first+1 < p.last && r.tokens[p.first+1].kind == wordToken {
			break
		}
		p.first++
	}
	for p.last > p.first && r.tokens[p.last-1].kind == markToken && !strings.ContainsRune("»\"”)", r.tokens[p.last-1].mark) {
		p.last--
	}
	for p.last > p.first+1 && pieceEnds[r.tokens[p.last-1].word] && r.lowerCase(p.last-1) {
		p.last--
	}
	letters := 0
	for i := p.first; i < p.last; i++ {
		if r.tokens[i].kind == wordToken {
			letters += utf8.RuneCountInString(r.tokens[i].word)
		}
	}
	return p, letters >= 2
}

// textOfPiece puts a piece on one line.
func (r *reading) textOfPiece(p schoolPiece) string {
	return strings.Trim(flat(r.textOfTokens(p.first, p.last), maxQuote), " *_|")
}

// namesSchool reports that tokens [first, last) name an institution of education.
func (r *reading) namesSchool(first, last int) bool {
	for i := first; i < last; i++ {
		if r.tokens[i].kind == wordToken && (r.inSet(&r.schools, i) || last-first <= 3 && r.schoolInitials(i)) {
			return !r.namesDiploma(i, first, last)
		}
	}
	return false
}

// namesDiploma tells "High School Diploma" from "Lincoln High School".
func (r *reading) namesDiploma(i, first, last int) bool {
	switch r.tokenAt(i + 1).word {
	case "diploma", "degree", "graduate", "equivalent", "equivalency", "certificate", "leaving":
		return true
	}
	return r.tokens[i].word == "school" && r.tokenAt(i-1).word == "high" && last-first <= 2
}

// schoolInitials recognises «КГТУ» and «СПбГУ»: Cyrillic capitals that end in the letter
// of university, institute or academy.
func (r *reading) schoolInitials(i int) bool {
	t := r.tokens[i]
	text := []rune(r.text[t.start:t.end])
	if len(text) < 3 || len(text) > 8 || !strings.ContainsRune("УИА", text[len(text)-1]) {
		return false
	}
	upper := 0
	for _, c := range text {
		if c >= 'А' && c <= 'Я' {
			upper++
		}
	}
	return upper >= 3 && len(text)-upper <= 2 && text[0] >= 'А' && text[0] <= 'Я'
}

// degreeLevel returns the level of the strongest degree named by the tokens.
func (r *reading) degreeLevel(first, last int) string {
	best := len(r.degrees)
	for i := first; i < last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			continue
		}
		for _, d := range r.degreesBy[t.word] {
			if d < best && r.hasPhrase(i, last, r.degrees[d].phrase) && !r.lowerShort(t) {
				best = d
			}
		}
	}
	if best == len(r.degrees) {
		return ""
	}
	return r.degrees[best].level
}

// lowerShort keeps "be" and "ma" in running text from being degrees.
func (r *reading) lowerShort(t token) bool {
	return len(t.word) <= 2 && t.word == r.text[t.start:t.end]
}

func (r *reading) hasPhrase(i, last int, phrase string) bool {
	for w := range strings.FieldsSeq(phrase) {
		for i < last && (r.tokens[i].mark == '.' || r.tokens[i].mark == '\'' || r.tokens[i].mark == '’') {
			i++
		}
		if i >= last || r.tokens[i].word != w {
			return false
		}
		i++
	}
	return true
}

// fieldOf takes the subject out of "BSc in Computer Science" and "BSc Computer Science".
func fieldOf(degree string) string {
	for _, sep := range []string{" in ", " of Science in ", " по специальности ", " по направлению "} {
		if i := strings.LastIndex(degree, sep); i >= 0 {
			return strings.TrimSpace(degree[i+len(sep):])
		}
	}
	first, rest, ok := strings.Cut(degree, " ")
	if ok && fold(first) != "high" && len(first) <= 6 && first[0] < 0x80 && !strings.HasPrefix(rest, "of ") {
		return strings.TrimSpace(rest)
	}
	return ""
}

// properName reports that every word of a piece but small ones is capitalised.
func (r *reading) properName(p schoolPiece) bool {
	full := 0
	for i := p.first; i < p.last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			continue
		}
		c, _ := utf8.DecodeRuneInString(r.text[t.start:])
		if !unicode.IsUpper(c) && !smallWords[t.word] {
			return false
		}
		full++
	}
	return full > 0
}
