package resume

import (
	"cmp"
	"slices"
	"strings"
)

// protectedLabels open a statement that never enters a record: age, sex, photo, marital
// status, nationality, faith, health.
var protectedLabels = []string{
	"date of birth", "birth date", "birthdate", "birthday", "dob", "d o b", "born", "place of birth", "birthplace", "age", "sex", "gender",
	"marital status", "family status", "civil status", "marital", "nationality", "citizenship", "citizen", "religion", "ethnicity", "race", "photo", "photograph",
	"children", "blood group", "height", "weight", "caste", "father name", "fathers name", "father s name", "mother name", "mothers name", "mother s name",
	"дата рождения", "место рождения", "день рождения", "год рождения", "дата и место рождения", "возраст", "пол", "семейное положение", "семейный статус",
	"гражданство", "национальность", "вероисповедание", "религия", "дети", "фото", "фотография", "рост", "вес", "родился", "родилась", "число полных лет",
	"отношение к воинской обязанности", "воинская обязанность",
}

// protectedAlone are whole pieces of a line that state such a fact by themselves.
var protectedAlone = phrases(`male|female|man|woman|married|single|divorced|widowed|unmarried|photo|m|f|us citizen|u s citizen|eu citizen|he him|she her|
	мужчина|женщина|мужской|женский|муж|жен|женат|замужем|холост|не женат|не замужем|разведен|разведена|вдовец|вдова|в браке|фото|есть дети|детей нет|без детей|двое детей|один ребенок|м|ж`)

var protectedPrefixes = protectedLexicon()

func phrases(list string) map[string]bool {
	set := map[string]bool{}
	for entry := range strings.SplitSeq(list, "|") {
		set[strings.Join(strings.Fields(entry), " ")] = true
	}
	return set
}

// protectedLexicon indexes the labels by their first word.
func protectedLexicon() map[string][][]string {
	index := map[string][][]string{}
	for _, label := range protectedLabels {
		list := strings.Fields(label)
		index[list[0]] = append(index[list[0]], list)
	}
	for _, lists := range index {
		slices.SortFunc(lists, func(a, b []string) int { return cmp.Compare(len(b), len(a)) })
	}
	return index
}

// guardian finds the protected spans of one text.
type guardian struct {
	*page
	spans []Span
}

// ProtectedSpans returns every place that states age, sex, photo, marital status,
// nationality or the like, sorted and without overlaps. A record is read with these
// places blanked out, and a redacted view hides them.
func ProtectedSpans(text string) []Span {
	g := &guardian{page: newPage(text)}
	for i := range g.lines {
		g.readLine(i)
	}
	g.readPhrases()
	return merge(g.spans)
}

// readLine looks at the pieces of a line between commas, bars and the like.
func (g *guardian) readLine(i int) {
	l := g.lines[i]
	from := l.first
	for j := l.first; j <= l.last; j++ {
		if j < l.last && !g.endsPiece(j) {
			continue
		}
		if j > from {
			j = max(j, g.readPiece(i, from, j))
		}
		from = j + 1
	}
}

func (g *guardian) endsPiece(j int) bool {
	t := g.tokens[j]
	switch t.mark {
	case ',', ';', '|', '•', '·', '/', '(', ')':
		return true
	case '.':
		return !g.touches(j) && len(g.tokenAt(j-1).word) > 3
	}
	return t.kind == markToken && isDash(t.mark) && !g.touches(j-1) && !g.touches(j) && j > 0 && !g.labelEndsAt(j)
}

// labelEndsAt keeps "Пол — мужской" in one piece.
func (g *guardian) labelEndsAt(j int) bool {
	for back := 1; back <= 4; back++ {
		if g.labelAt(j-back) == j {
			return true
		}
	}
	return false
}

// readPiece protects tokens [from, to) of line i when they state a protected fact, and
// returns the index of the token where it stopped.
func (g *guardian) readPiece(i, from, to int) int {
	for from < to && g.tokens[from].kind == markToken {
		from++
	}
	if from == to {
		return to
	}
	if end := g.labelAt(from); end > 0 {
		return g.readLabelled(i, from, end, to)
	}
	if to-from <= 6 && protectedAlone[g.phrase(from, to)] && g.standsAmongFacts(i, from, to) {
		g.protect(from, to)
	}
	return to
}

// standsAmongFacts wants a short line around a lone word, since "single" and "photo" are
// common words, and for one letter a neighbour that is protected too.
func (g *guardian) standsAmongFacts(i, from, to int) bool {
	l := g.lines[i]
	alone := from == l.first && to == l.last
	if g.tokens[to-1].end-g.tokens[from].start <= 2 {
		return false
	}
	return alone || l.last-l.first <= 30
}

// labelAt returns the token after a label that begins at i, zero when there is none.
func (g *guardian) labelAt(i int) int {
	t := g.tokenAt(i)
	if t.kind != wordToken {
		return 0
	}
next:
	for _, label := range protectedPrefixes[t.word] {
		j := i
		for k, w := range label {
			for k > 0 && (g.tokenAt(j).mark == '.' || g.tokenAt(j).mark == '\'' || g.tokenAt(j).mark == '’') {
				j++
			}
			if g.tokenAt(j).word != w {
				continue next
			}
			j++
		}
		return j
	}
	return 0
}

// readLabelled protects a label with its value. A label without a sign or a figure after
// it is an ordinary word ("gender studies", "age of empires") unless the line ends there.
func (g *guardian) readLabelled(i, from, end, to int) int {
	l := g.lines[i]
	j := end
	for j < l.last && g.tokens[j].mark == '.' {
		j++
	}
	sign := g.tokenAt(j)
	switch {
	case j >= l.last:
		if from != l.first || !strongLabel(g.tokens[from].word) {
			return to
		}
		g.protect(from, end)
		if i+1 < len(g.lines) && g.lines[i+1].last-g.lines[i+1].first <= 8 && !g.lines[i+1].blankBefore {
			g.protect(g.lines[i+1].first, g.lines[i+1].last)
		}
		return to
	case sign.kind == markToken && (sign.mark == ':' || sign.mark == '=' || isDash(sign.mark)),
		sign.kind == numberToken, strongLabel(g.tokens[from].word) && to-from <= 8, to-from <= 3 && g.tokens[from].word != "single" && g.shortValue(j):
		stop := g.valueEnd(j, l)
		g.protect(from, stop)
		return stop
	}
	return to
}

// strongLabel are first words that open nothing but a protected fact.
func strongLabel(word string) bool {
	switch word {
	case "dob", "marital", "nationality", "citizenship", "born", "birthdate", "birthday", "birthplace",
		"гражданство", "национальность", "вероисповедание", "родился", "родилась", "семейное", "возраст":
		return true
	}
	return false
}

func (g *guardian) shortValue(j int) bool {
	switch g.tokenAt(j).word {
	case "male", "female", "m", "f", "мужской", "женский", "м", "ж", "муж", "жен", "married":
		return true
	}
	return false
}

// valueEnd is where the value of a label stops: at the next separator, or the end of the
// line. A comma within a date or a list of countries belongs to the value.
func (g *guardian) valueEnd(j int, l line) int {
	k := j
	for k < l.last {
		t := g.tokens[k]
		if t.mark == '|' || t.mark == ';' || t.mark == '•' || t.mark == '·' {
			break
		}
		if k > j+1 && (t.mark == ',' || t.mark == '.') && g.startsOther(k+1, l) {
			break
		}
		k++
	}
	return k
}

// startsOther reports that a new statement with a label of its own, or a contact, begins.
func (g *guardian) startsOther(i int, l line) bool {
	for k := i; k < min(i+5, l.last); k++ {
		switch g.tokens[k].mark {
		case ':', '@', '+':
			return true
		}
	}
	return false
}

func (g *guardian) phrase(from, to int) string {
	var list []string
	for i := from; i < to; i++ {
		if g.tokens[i].kind == wordToken {
			list = append(list, g.tokens[i].word)
		} else if g.tokens[i].kind == numberToken {
			return ""
		}
	}
	return strings.Join(list, " ")
}

// readPhrases finds ages and births inside running text: "34 years old", "34 года" as a
// piece of its own, "1990 г.р.", "born in 1990", "гражданин РФ", "US citizen".
func (g *guardian) readPhrases() {
	for i, t := range g.tokens {
		switch {
		case t.kind == numberToken && t.value >= 14 && t.value <= 99 && t.digits() == 2:
			g.age(i)
		case t.kind == numberToken && t.digits() == 4 && t.value > 1930 && t.value < 2020:
			if end := g.birthYear(i + 1); end > 0 {
				g.protect(i, end)
			}
		case t.kind == wordToken:
			g.status(i, t.word)
		}
	}
}

func (g *guardian) age(i int) {
	unit, next := g.tokenAt(i+1).word, g.tokenAt(i+2).word
	switch {
	case (unit == "years" || unit == "year" || unit == "yrs" || unit == "yr") && (next == "old" || next == "young"):
		g.protect(i, i+3)
	case unit == "yo" || unit == "y" && g.tokenAt(i+2).mark == '.' && g.tokenAt(i+3).word == "o" || unit == "y" && g.tokenAt(i+2).mark == '/':
		g.protect(i, i+2)
	case unit == "лет" || unit == "год" || unit == "года":
		if g.agePiece(i) {
			g.protect(i, i+2)
		}
	}
}

// agePiece tells "Мужчина, 34 года" and "Мне 34 года" from a length of experience.
func (g *guardian) agePiece(i int) bool {
	before, after := g.tokenAt(i-1), g.tokenAt(i+2)
	if before.word == "мне" || before.word == "возраст" {
		return true
	}
	closed := after.kind == breakToken || after.mark == ',' || after.mark == '|' || after.mark == ';' || after.mark == '(' || after.mark == '•' || after.mark == '/'
	switch g.tokenAt(i - 2).word {
	case "мужчина", "женщина", "муж", "жен", "м", "ж":
		return before.kind == markToken && closed
	}
	return before.kind == breakToken && closed && after.kind != breakToken && g.tokenAt(i+3).word != "опыта" && g.tokenAt(i+3).word != "опыт" &&
		(g.tokenAt(i+3).word == "родился" || g.tokenAt(i+3).word == "родилась" || protectedAlone[g.tokenAt(i+3).word])
}

func (g *guardian) birthYear(i int) int {
	t := g.tokenAt(i)
	switch {
	case t.word == "г" && g.tokenAt(i+1).mark == '.' && g.tokenAt(i+2).word == "р":
		return i + 4
	case t.word == "гр":
		return i + 1
	case (t.word == "года" || t.word == "г" || t.word == "год") && g.tokenAt(i+1).word == "рождения":
		return i + 2
	case t.word == "года" && g.tokenAt(i+1).word == "рожд":
		return i + 2
	}
	return 0
}

// statusWords are single words that state a protected fact wherever they stand.
var statusWords = words("гражданин гражданка гражданином гражданкой замужем женат холост незамужем")

func (g *guardian) status(i int, word string) {
	switch {
	case (word == "born" || word == "родился" || word == "родилась") && g.bornNear(i):
		g.protect(i, g.clauseStop(i))
	case statusWords[word]:
		g.protect(i, g.clauseStop(i))
	case word == "citizen" || word == "citizenship":
		from := i
		for from > 0 && i-from < 4 && (g.tokens[from-1].kind == wordToken || g.tokens[from-1].mark == '.') && g.isUpper(from-1) || from > 0 && g.tokens[from-1].mark == '.' && i-from < 4 && g.touches(from-2) {
			from--
		}
		end := i + 1
		if g.tokenAt(end).word == "of" {
			end = g.clauseStop(end)
		}
		if from < i || end > i+1 {
			g.protect(from, end)
		}
	case word == "aged" && g.tokenAt(i+1).kind == numberToken && g.tokenAt(i+1).digits() == 2:
		g.protect(i, i+2)
	case word == "married" && g.tokenAt(i+1).word == "with":
		g.protect(i, g.clauseStop(i))
	}
}

func (g *guardian) bornNear(i int) bool {
	for j := i + 1; j < i+6; j++ {
		t := g.tokenAt(j)
		if t.kind == breakToken {
			return false
		}
		if t.kind == numberToken || t.word == "in" && g.isUpper(j+1) || t.word == "в" && g.isUpper(j+1) {
			return true
		}
	}
	return false
}

// clauseStop is the token at which the clause begun at i ends, at most twelve on.
func (g *guardian) clauseStop(i int) int {
	j := i + 1
	for ; j < i+12; j++ {
		t := g.tokenAt(j)
		if t.kind == breakToken || t.mark == ',' || t.mark == ';' || t.mark == '|' || t.mark == '.' && len(g.tokenAt(j-1).word) > 3 {
			break
		}
	}
	return j
}

func (g *guardian) protect(from, to int) {
	to = min(to, len(g.tokens))
	if from < to {
		g.spans = append(g.spans, Span{g.tokens[from].start, g.tokens[to-1].end})
	}
}

// merge sorts spans and joins those that overlap.
func merge(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}
