// Package leadin judges the sentence that a model may put before a question: it goes out
// only when it can do no harm. Who words it is behind a port of the room.
package leadin

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/retrieve"
)

// Phrasing is what a phraser is told of the question it introduces. Nothing that a
// candidate wrote is among it, so no answer can speak through it.
type Phrasing struct {
	Language bank.Language
	Question string // as it will be put
	Probe    bool   // it asks further about the question before
	First    bool   // it is the first of the interview
}

const (
	longestLead = 160    // characters
	leadBreak   = "\n\n" // between a lead-in and the question of the plan
	longWord    = 5      // letters from which a word can carry something
)

// With puts a lead-in before a question.
func With(lead, question string) string { return lead + leadBreak + question }

// Without is the question of the plan where a text is that question behind a lead-in.
func Without(text, planned string) string {
	if planned != "" && strings.HasSuffix(text, leadBreak+planned) {
		return planned
	}
	return text
}

// Courteous tells a lead-in that can do no harm: one short sentence of plain words in the
// language of the interview, which asks nothing, judges nothing, repeats nothing of the
// answer and gives nothing away of what a good one says.
func Courteous(lead string, lang bank.Language, question, answer string, q bank.Question) bool {
	if !oneSentence(lead) || unfit.MatchString(strings.ReplaceAll(strings.ToLower(lead), "ё", "е")) {
		return false
	}
	asked, said, sought := stems(question), stems(answer), stems(reveals(q)...)
	words := letters(lead)
	for _, w := range words {
		if !written(w, lang) && !slices.Contains(letters(question), w) {
			return false
		}
	}
	for stem, long := range stems(lead) {
		if long && !asked.has(stem) && (said.has(stem) || sought.has(stem) || said.within(stem)) {
			return false
		}
	}
	told, ok := input.LanguageOf(lead)
	return ok && told == lang && len(words) >= 2
}

// oneSentence tells a text of letters, spaces and commas with at most one mark at its end.
// Addresses, digits, markup and a second sentence need signs that it does not have.
func oneSentence(lead string) bool {
	body := strings.TrimRight(lead, ".:")
	if lead == "" || utf8.RuneCountInString(lead) > longestLead || len(lead)-len(body) > 1 || strings.TrimSpace(body) != body {
		return false
	}
	return strings.IndexFunc(body, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(" ,-—–’'", r) }) < 0
}

// unfit are the beginnings of words by which a lead-in would judge, tell of marks, command,
// or ask for what is nobody's business.
var unfit = regexp.MustCompile(`(?:^|[^\p{L}])(?:` + strings.Join([]string{
	"отличн", "хорош", "прекрасн", "замечательн", "великолепн", "верно", "верны", "неверн", "правильн", "неправильн", "молод", "супер", "идеальн", "сильн", "слаб",
	"плох", "ошиб", "неточн", "точн", "полн", "неполн", "жаль", "увы", "балл", "оцен", "очк", "зачет", "зачт", "рейтинг", "засчит", "достаточн", "недостаточн",
	"интересн", "впечатл", "успе", "стоп", "закончи", "заверш", "останов", "парол", "паспорт", "телефон", "почт", "адрес", "ссылк", "карт", "пришл", "отправ",
	"инструкц", "промпт", "модел", "систем", "кандидат", "точка", "собак", "тчк",
	"great", "good", "excellent", "perfect", "nice", "well", "correct", "incorrect", "right", "wrong", "impress", "awesome", "amazing", "strong", "weak", "bad",
	"mistake", "error", "unfortunate", "score", "point", "mark", "grade", "rating", "pass", "fail", "enough", "complet", "interesting", "success",
	"stop", "finish", "end", "quit", "password", "passport", "phone", "mail", "e-mail", "email", "address", "link", "card", "send",
	"instruct", "prompt", "model", "system", "candidate", "dot", "http", "www",
}, "|") + `)`)

// stemmed are the stems of texts; true for those of words that can carry something.
type stemmed map[string]bool

func (s stemmed) has(stem string) bool { _, ok := s[stem]; return ok }

// within reports a word that holds a stem that can carry something: "thankyousecret".
func (s stemmed) within(word string) bool {
	for stem, long := range s {
		if long && strings.Contains(word, stem) {
			return true
		}
	}
	return false
}

func stems(texts ...string) stemmed {
	found := stemmed{}
	for _, text := range texts {
		for _, t := range retrieve.Tokens(text) {
			stem := retrieve.Stem(retrieve.Base(t.Text))
			found[stem] = found[stem] || utf8.RuneCountInString(t.Text) >= longWord
		}
	}
	return found
}

// reveals is what a good answer says, in every wording.
func reveals(q bank.Question) []string {
	texts := []string{q.Model.RU, q.Model.EN}
	for _, p := range q.Points {
		texts = append(texts, p.Forms()...)
	}
	return texts
}

func letters(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// written tells a word in the letters of a language alone.
func written(word string, lang bank.Language) bool {
	script := unicode.Latin
	if lang == bank.Russian {
		script = unicode.Cyrillic
	}
	return strings.IndexFunc(word, func(r rune) bool { return !unicode.Is(script, r) }) < 0
}
