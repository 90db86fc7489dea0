package assertion

import (
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
)

// kind is what a token is.
type kind uint8

const (
	word kind = iota
	mark      // a sign that is no letter and no figure
	line      // the end of a line that the next one does not go on with
	gap       // an empty line: what is beyond it is another matter
)

// class is who or what a word stands for, whichever word it is.
type class uint8

const (
	none   class = iota
	self         // the writer
	other        // somebody else: a team, a supplier, "they"
	named        // written as a name: a person, a firm, a product
	number       // a figure
	known        // a skill
)

// token is a word or a sign of a text, with what a feature is made of hashed once.
type token struct {
	start, end int // bytes
	kind       kind
	class      class
	sign       rune // of a mark
	whole      uint32
	parts      []uint32 // the word, its beginning and its endings
}

// cut reads the tokens of a text; skills are its places of skills, in its order.
func cut(text string, skills []skill.Range) []token {
	tokens := make([]token, 0, len(text)/5)
	begins := true // a sentence
	began := 0     // the line
	for at := 0; at < len(text); {
		letter, size := utf8.DecodeRuneInString(text[at:])
		t := token{start: at, end: at + size, kind: mark}
		switch {
		case letter == '\n':
			t.end += len(text[t.end:]) - len(strings.TrimLeftFunc(text[t.end:], unicode.IsSpace))
			t.kind = lineEnd(text[t.start:t.end])
		case unicode.IsSpace(letter) || strings.ContainsRune(quotes, letter):
			at = t.end
			continue
		case unicode.IsLetter(letter) || unicode.IsDigit(letter):
			t.end = wordEnd(text, t.end)
			t.kind = word
		}
		at = t.end
		if t.kind == line && wrapped(text[began:t.start], text[at:]) {
			began = at
			continue
		}
		if t.kind > mark {
			began = at
		}
		for len(skills) > 0 && skills[0].End <= t.start {
			skills = skills[1:]
		}
		t.describe(text[t.start:t.end], begins)
		if len(skills) > 0 && skills[0].Start < t.end {
			t.class = known
		}
		begins = t.kind > mark || t.isAny(beginning)
		tokens = append(tokens, t)
	}
	return tokens
}

// quotes are passed over: names of products stand in them as well as titles of books.
const quotes = "\"«»„“”"

// lineEnd tells the end of a line from an empty line.
func lineEnd(space string) kind {
	if strings.Count(space, "\n") > 1 {
		return gap
	}
	return line
}

// narrowest is the runes of a line that a layout may have broken; shorter ones are items of lists.
const narrowest = 20

// wrapped reports that a line goes on with rest, as layouts break it: with a small letter.
func wrapped(before, rest string) bool {
	letter, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLower(letter) && utf8.RuneCountInString(before) >= narrowest
}

// wordEnd returns where the word goes to that has begun before at.
func wordEnd(text string, at int) int {
	for at < len(text) {
		letter, size := utf8.DecodeRuneInString(text[at:])
		inWord := unicode.IsLetter(letter) || unicode.IsDigit(letter) || strings.ContainsRune("_+#'’", letter)
		if letter == '-' {
			after, _ := utf8.DecodeRuneInString(text[at+size:])
			inWord = unicode.IsLetter(after)
		}
		if !inWord {
			break
		}
		at += size
	}
	return at
}

// isAny reports a mark that is one of the signs given.
func (t *token) isAny(signs string) bool { return t.sign != 0 && strings.ContainsRune(signs, t.sign) }

// describe hashes the token and says what it stands for; first is the first of a sentence.
func (t *token) describe(surface string, first bool) {
	if t.kind != word {
		sign, size := utf8.DecodeRuneInString(surface)
		if t.kind == mark {
			t.sign = sign
		}
		t.whole = hash(surface[:size])
		t.parts = []uint32{t.whole}
		return
	}
	folded := fold(surface)
	t.whole = hash(folded)
	t.class = classOf(surface, folded, first)
	t.parts = append(make([]uint32, 0, 4), t.whole)
	if t.class == named || t.class == number {
		return
	}
	letters := []rune(folded)
	if len(letters) > 5 {
		t.parts = append(t.parts, hash(string(letters[:5])+"~"))
	}
	for _, ending := range []int{3, 2} {
		if len(letters) > ending+1 {
			t.parts = append(t.parts, hash("~"+string(letters[len(letters)-ending:])))
		}
	}
}

func fold(surface string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(surface), "ё", "е"), "’", "'")
}

func classOf(surface, folded string, first bool) class {
	switch {
	case selves[folded]:
		return self
	case others[strings.TrimSuffix(folded, "'s")] || stemOfOthers(folded):
		return other
	}
	letter, size := utf8.DecodeRuneInString(surface)
	if unicode.IsDigit(letter) {
		return number
	}
	following, _ := utf8.DecodeRuneInString(surface[size:])
	if !first && unicode.IsUpper(letter) && unicode.IsLower(following) {
		return named
	}
	return none
}

// stemOfOthers tells the Russian words for others, whatever their ending.
func stemOfOthers(folded string) bool {
	for at, n := range folded {
		if n >= 'а' && at >= len("отде") && others[folded[:at]+"*"] {
			return true
		}
		if at > len("предшествен") {
			return false
		}
	}
	return false
}

// selves are the words for the writer.
var selves = words(`i i've i'm i'd me my mine myself personally
	я мне меня мной мой моя мое мои моего моей моих моим моими мою лично сам сама самостоятельно`)

// others are the words for somebody else; those with a star stand for what begins so.
var others = words(`they them their theirs he him his she her hers someone somebody others another who whose
	team teams colleague colleagues coworker coworkers teammate teammates department departments dept office
	contractor contractors subcontractor subcontractors supplier suppliers vendor vendors agency agencies
	customer customers client clients partner partners outsourcer outsourcers integrator consultant consultants
	predecessor successor boss manager director owner company firm group desk crew shop provider providers
	colleague's neighbours neighbour husband wife brother sister father mother friend flatmate
	они их ими ним него ее ей нее он она другой другая другие других другим другому кто который которая которые
	команд* коллег* отдел* подряд* поставщ* заказчик* клиент* партнер* агентств* вендор* смежник* смежны* сосед*
	предшеств* преемник* департамент* фирм* компани* руководите* начальник* директор* консультант* интегратор*
	специалист* муж* жена* брат* сестр* друг* напарни* аутсорс* субподряд* лаборатори* группа* группы* группе*`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // a hash never fails
	return h.Sum32()
}
