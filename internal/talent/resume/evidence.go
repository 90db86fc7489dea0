package resume

import (
	"strings"
	"unicode"
)

// evidence is how strongly the words of a piece speak for each role. Zero is silence; a
// word that tells by itself weighs 3, the form of a legal person 4.
type evidence struct{ title, org, place, duty float64 }

// How much a word that is a title, and one that only ends like one, speak for it.
const (
	certainTitle = 3
	guessedTitle = 1
)

// weigh judges the piece [first, last) by its words and their form.
func (p *page) weigh(first, last int) evidence {
	var e evidence
	head := p.headPhrase(first, last)
	if p.cyrillicAt(first, last) {
		p.weighRussian(&e, first, head, last)
	} else {
		p.weighEnglish(&e, first, head, last)
	}
	p.weighSigns(&e, first, last)
	p.weighFame(&e, first, last)
	p.weighPlace(&e, first, last)
	p.weighDuty(&e, first, last)
	return e
}

// headPhrase ends before the first word or sign that only adds to what was named: "Head
// of Sales", "Nurse (ICU)".
func (p *page) headPhrase(first, last int) int {
	for i := first + 1; i < last; i++ {
		switch t := p.tokens[i]; {
		case t.mark == '(', t.mark == ',', t.word == "of", t.word == "for", t.word == "to", t.word == "in", t.word == "по", t.word == "at":
			return i
		}
	}
	return last
}

func (p *page) cyrillicAt(first, last int) bool {
	for _, t := range p.tokens[first:last] {
		if t.kind == wordToken {
			return t.word[0] >= 0x80
		}
	}
	return false
}

// weighEnglish: a title or a firm ends in its telling word, "Bank Teller" and "Teller Bank".
func (p *page) weighEnglish(e *evidence, first, head, last int) {
	word, before := "", 0
	for i := first; i < head; i++ {
		t := p.tokens[i]
		if t.kind != wordToken {
			continue
		}
		if isTitleWord(t.word) {
			e.title = max(e.title, 1.5)
		}
		if companyWords[t.word] {
			e.org = max(e.org, 1)
		}
		word, before = t.word, before+1
	}
	switch {
	case isTitleWord(word):
		e.title = certainTitle
	case companyWords[word]:
		e.org = 2.5
		e.title /= 2
	case before > 0 && endsLikeTitle(word):
		e.title = max(e.title, guessedTitle)
	}
	for i := head; i < last; i++ {
		if w := p.tokens[i].word; companyWords[w] && e.title < 3 {
			e.org = max(e.org, 1)
		}
	}
}

func endsLikeTitle(word string) bool {
	if len(word) < 5 {
		return false
	}
	for _, end := range []string{"er", "or", "ist", "ian", "eer", "man", "woman"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// weighRussian: the first telling word decides, "Учитель школы" and "Школа учителя".
func (p *page) weighRussian(e *evidence, first, head, last int) {
	for i := first; i < last; i++ {
		t := p.tokens[i]
		if t.kind != wordToken {
			continue
		}
		titled, firm := isTitleWord(t.word), companyWords[t.word]
		switch {
		case titled && e.org == 0:
			e.title = max(e.title, certainTitle)
		case firm && e.title == 0:
			e.org = max(e.org, 3)
		case firm:
			e.org = max(e.org, 0.5)
		}
		if i == first && e.title == 0 && endsLikeRussianTitle(t.word) {
			e.title = guessedTitle
		}
		if upper := p.text[t.start:t.end]; len([]rune(upper)) > 1 && len([]rune(upper)) < 6 && upper == strings.ToUpper(upper) && i < head && e.title == 0 {
			e.org = max(e.org, 1.5) // ГКБ, МОУ
		}
		if t.word == "им" || t.word == "имени" {
			e.org += 1.5
		}
	}
}

func endsLikeRussianTitle(word string) bool {
	for _, end := range []string{"тель", "щик", "щица", "чик", "чица", "ник", "ница", "лог", "ист", "истка", "арь", "тор", "ер", "ёр", "яр"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}

// weighSigns looks at quotation marks, legal forms and the look of proper names.
func (p *page) weighSigns(e *evidence, first, last int) {
	for i := first; i < last; i++ {
		t := p.tokens[i]
		switch {
		case t.kind == wordToken && orgForms[t.word]:
			e.org = max(e.org, 4)
		case t.mark == '«' || t.mark == '“' || t.mark == '"' || t.mark == '„':
			e.org = max(e.org, 2.5)
			if i == first {
				e.org = 3
			}
		case t.mark == '№':
			e.org += 1
		case t.mark == '&':
			e.org += 1
		case t.kind == wordToken && camelCase(p.text[t.start:t.end]):
			e.org += 1
		}
	}
}

// weighFame knows firms that are called by a bare name: "Tesco", «Сбер».
func (p *page) weighFame(e *evidence, first, last int) {
	switch end := p.employerAt(first, last); {
	case end == first:
	case p.phraseOf(end, last) == "":
		e.org, e.title = max(e.org, 4), min(e.title, guessedTitle)
	case e.title < certainTitle:
		e.org = max(e.org, 2)
	}
}

// camelCase reports a capital inside a word, as names of firms have.
func camelCase(s string) bool {
	small := false
	for _, c := range s {
		if unicode.IsUpper(c) && small {
			return true
		}
		small = unicode.IsLower(c)
	}
	return false
}

func (p *page) weighPlace(e *evidence, first, last int) {
	count, places := 0, 0
	for i := first; i < last; i++ {
		t := p.tokens[i]
		if t.kind != wordToken {
			continue
		}
		count++
		if placeWords[t.word] || isStateCode(p.text[t.start:t.end]) {
			places++
		}
	}
	switch {
	case places == 0 || count > 4:
	case 2*places < count:
		e.place = 1 // firms are called after places: "Carolina Pines Distribution"
	default:
		e.place = 3
	}
	if w := p.tokens[first]; w.word == "г" && p.tokenAt(first+1).mark == '.' {
		e.place = 4
	}
}

// weighDuty tells what was done from who did it.
func (p *page) weighDuty(e *evidence, first, last int) {
	count, small := 0, 0
	for i := first; i < last; i++ {
		t := p.tokens[i]
		if t.mark == ';' || t.mark == '%' {
			e.duty += 1.5
		}
		if t.kind != wordToken {
			continue
		}
		count++
		if t.word == p.text[t.start:t.end] && !smallWords[t.word] && len(t.word) > 3 {
			small++
		}
	}
	w := p.tokens[first].word
	switch {
	case count > maxHeaderWords-4:
		e.duty += 2
	case count >= 2 && e.org < 2 && tellsDeed(w):
		e.duty += 2
	case count >= 2 && e.title < 3 && deeds[w]:
		e.duty += 2
		if small > 0 {
			e.duty += 2
		}
	case count >= 4 && w != "" && w[0] < 0x80 && (small*2 > count || small >= 2 && e.title < 3):
		e.duty++
	}
}

// deeds are what duties begin with and no ending tells.
var deeds = words(`built wrote ran led made taught sold kept cut drove held took grew won oversaw began gave brought set spoke dealt sent
	bought paid met rebuilt ensure maintain manage lead provide prepare handle assist support perform conduct develop design work`)

// tellsDeed reports a word that begins a duty: "Ведение", "Разработка", "Managed".
func tellsDeed(word string) bool {
	for _, end := range []string{"ние", "тие", "ция", "овка", "отка", "ерка", "учет", "контроль", "прием", "расчет", "сдача", "поиск"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return strings.HasSuffix(word, "ed") && len(word) > 4 || strings.HasSuffix(word, "ing") && len(word) > 5 && !isTitleWord(word)
}
