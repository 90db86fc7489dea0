package main

import (
	"math/rand"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/interview/bank"
)

// made is an answer put together from sentences of the bank by a rule, with what it proves.
type made struct {
	text string
	met  []float64 // by point of its question
	used []string  // sentences of the question that the answer is made of
	rule string
}

// maker puts answers to one question together.
type maker struct {
	q      bank.Question
	lang   bank.Language
	good   []string // right answers of people to the question
	others []string // and to other questions
	chance *rand.Rand
	speech speechOf
}

// speechOf are turns of speech of a language by which sentences are joined, doubted and
// taken back.
type speechOf struct {
	joins, doubts, denials, framed, retractions, others, asks, glues, opens, mistakes, definitions, boasts, ornaments, openings []string
}

var speeches = map[bank.Language]speechOf{
	"ru": {
		joins:       []string{"", "", "", "", "Кроме того, ", "Ещё ", "Потом ", "При этом ", "Плюс ", "И ", "Далее, ", "Во-вторых, "},
		doubts:      []string{"Думаю, ", "Мне кажется, ", "По-моему, ", "Если не ошибаюсь, ", "Насколько помню, ", "Наверное, "},
		denials:     []string{"Но это неверно.", "Хотя на самом деле всё не так.", "На деле этого не происходит.", "Впрочем, это неправда.", "А вообще так не бывает.", "Хотя нет, это ошибка.", "Хотя нет, % тут ни при чём.", "Но % этого не делает.", "Впрочем, нет, не нужно.", "Нет, наоборот.", "А может, и не так.", "Но это не поможет.", "Только % на это не влияет.", "Хотя это лишнее, так делать нельзя.", "Впрочем, % не существует.", "Но не стоит, толку никакого.", "Нет, не буду."},
		framed:      []string{"Неправда, что ", "Неверно, будто ", "Я не согласен с тем, что ", "Никогда не бывает так, что ", "Ошибочно думать, что "},
		retractions: []string{"Всё сказанное выше неверно.", "Ничего из этого не верно."},
		others:      []string{"Одни говорят, что ", "Где-то писали, что ", "Бытует мнение, что ", "Кто-то утверждает, что ", "Возможно, но не обязательно, "},
		asks:        []string{"Правда ли, что ", "А разве ", "Верно ли, что ", "Может быть, "},
		glues:       []string{"% играет важную роль для %.", "Нужно хорошо понимать %, % и %.", "С точки зрения % всегда важны % и %.", "% тесно связано с %.", "Я много работал с % и %, это полезно.", "В таких задачах используют %, а также %.", "Специалист обязан учитывать % при работе с %.", "Здесь помогает %, потому что есть %."},
		opens:       []string{"", "", "", "Смотрите. ", "Отвечу так. ", "Из практики. ", "Коротко: "},
		mistakes:    []string{"Часто думают, что %. Это не так.", "Ошибка считать, что %.", "Неверно, что %."},
		definitions: []string{"% — это понятие из области %.", "%: термин, связанный с %.", "% называют вид %."},
		boasts:      []string{"Абсолютно точно, ", "Как опытный специалист, скажу: ", "Безусловно и очевидно, ", "Правильный ответ: "},
		ornaments:   strings.Fields("видимо постепенно срочно вручную дополнительно ежедневно осторожно разумно чётко громко крепкий свежий ценный редкий общий особый мелкий широкий старый новый лишний частый полный ровный тёплый спокойно честно охотно заранее сразу слегка глубокий сложный стандартный внешний обычный строгий лёгкий практически"),
		openings:    []string{"Попробую ответить.", "Тема мне хорошо знакома.", "За пятнадцать лет я видел всякое, так что расскажу как есть.", "Ну что тут скажешь.", "Отвечаю чётко и по делу, как учили лучшие наставники.", "Да, знакомая история.", "Сейчас соберусь с мыслями.", "Вы обратились по адресу: ответ исчерпывающий."},
	},
	"en": {
		joins:       []string{"", "", "", "", "Also, ", "Besides, ", "Then ", "On top of that ", "And ", "Secondly, ", "Next, "},
		doubts:      []string{"I think ", "I believe ", "As far as I remember, ", "If I am not mistaken, ", "Probably ", "I would say "},
		denials:     []string{"But that is not true.", "In reality it is not like that.", "Actually this never happens.", "Well, no, that is a mistake.", "However, that is false.", "But no, % has nothing to do with it.", "It does not, though.", "Then again, % never does that.", "No, the other way round.", "It will not help.", "But % is not needed at all.", "Well, not really, it is useless.", "Except there is no %.", "Which it never is.", "But I would not do it.", "It won't."},
		framed:      []string{"It is not true that ", "It is wrong that ", "I disagree that ", "It never happens that ", "It is a mistake to think that "},
		retractions: []string{"Everything said above is wrong.", "None of this is true."},
		others:      []string{"Some people say that ", "I read somewhere that ", "There is an opinion that ", "Somebody claims that ", "Maybe, or maybe not, "},
		asks:        []string{"Is it true that ", "Do you mean that ", "Could it be that ", "Would you say that "},
		glues:       []string{"% plays an important role for %.", "One has to understand %, % and % well.", "From the point of view of % both % and % matter.", "% is closely related to %.", "I worked a lot with % and %, it is useful.", "Such tasks use % as well as %.", "A specialist must take % into account with %.", "Here % helps because of %."},
		opens:       []string{"", "", "", "Well. ", "Here is how I see it. ", "From practice. ", "In short: "},
		mistakes:    []string{"People often think that %. That is not so.", "It is an error to believe that %.", "It is not true that %."},
		definitions: []string{"% is a concept from the field of %.", "%: a term connected with %.", "% is a kind of %."},
		boasts:      []string{"Absolutely, ", "As an experienced specialist I can say: ", "Clearly and obviously, ", "The correct answer: "},
		ornaments:   strings.Fields("apparently gradually urgently manually additionally daily cautiously sensibly sharply loudly sturdy fresh precious rare common special small wide old new spare frequent full even warm calmly honestly gladly early slightly deep complex standard external usual strict light practically recently"),
		openings:    []string{"Let me try to answer.", "The topic is familiar to me.", "In fifteen years I have seen all sorts, so I will tell it as it is.", "Well, what can one say.", "I answer clearly and to the point, as the best mentors taught me.", "Yes, a familiar story.", "Let me gather my thoughts.", "You have come to the right person: the answer is exhaustive."},
	},
}

// shuffled are the words of a text in any order.
func shuffled(text string, chance *rand.Rand) string {
	words := strings.Fields(text)
	chance.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return strings.Join(words, " ")
}

// decorate puts words between those of an answer, and now and then a sentence before it.
func (s speechOf) decorate(text string, chance *rand.Rand) string {
	var out []string
	if chance.Intn(2) == 0 {
		out = append(out, pick(chance, s.openings)+" ")
	}
	for _, w := range strings.SplitAfter(text, " ") {
		if chance.Intn(20) == 0 {
			out = append(out, pick(chance, s.ornaments)+" ")
		}
		out = append(out, w)
	}
	return strings.Join(out, "")
}

func (m *maker) claims(p int) bank.Claims { return m.q.Points[p].Contrast.In(string(m.lang)) }

// right draws a sentence for a point.
func (m *maker) right(p int) string {
	c := m.claims(p)
	if m.chance.Intn(6) == 0 {
		return m.lang.Of(m.q.Points[p].Text)
	}
	return pick(m.chance, c.Right)
}

func (m *maker) wrong(p int) string { return pick(m.chance, m.claims(p).Wrong) }

func pick[T any](chance *rand.Rand, from []T) T { return from[chance.Intn(len(from))] }

// some draws points, at least one, in any order.
func (m *maker) some(most int) []int {
	order := m.chance.Perm(len(m.q.Points))
	return order[:1+m.chance.Intn(min(most, len(order)))]
}

func lowered(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[size:])
	if unicode.IsUpper(next) { // an abbreviation
		return s
	}
	return string(unicode.ToLower(r)) + s[size:]
}

func bare(s string) string { return strings.TrimRight(strings.TrimSpace(s), ".!") }

// told joins sentences as people do.
func (m *maker) told(sentences []string) string {
	var b strings.Builder
	b.WriteString(pick(m.chance, m.speech.opens))
	style := m.chance.Intn(6)
	for i, s := range sentences {
		switch {
		case style == 0:
			b.WriteString("- " + bare(s) + "\n")
			continue
		case style == 1 && i > 0: // one long sentence
			b.WriteString(", " + pick(m.chance, []string{"", "и ", "а "}[:1+2*boolInt(m.lang == "ru")]) + lowered(bare(s)))
			continue
		case style == 1:
			b.WriteString(bare(s))
			continue
		case style == 2: // as one types in a hurry
			b.WriteString(lowered(bare(s)) + pick(m.chance, []string{". ", ", ", "; ", " \n"}))
			continue
		}
		join := pick(m.chance, m.speech.joins)
		if i == 0 || join == "" {
			b.WriteString(bare(s) + ". ")
		} else {
			b.WriteString(join + lowered(bare(s)) + ". ")
		}
	}
	return strings.TrimSpace(b.String())
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// honest puts right sentences together, sometimes with a wrong one beside them.
func (m *maker) honest() made {
	a := made{met: make([]float64, len(m.q.Points)), rule: "honest"}
	var said []string
	for _, p := range m.some(len(m.q.Points)) {
		s := m.right(p)
		a.used = append(a.used, s)
		a.met[p] = 1
		switch m.chance.Intn(8) {
		case 0:
			s = pick(m.chance, m.speech.doubts) + lowered(s)
		case 1: // an error told off
			w := m.wrong(p)
			a.used = append(a.used, w)
			s = strings.ReplaceAll(pick(m.chance, m.speech.mistakes), "%", lowered(bare(w))) + " " + s
		}
		said = append(said, s)
	}
	if m.chance.Intn(4) == 0 {
		for _, p := range m.some(2) {
			if a.met[p] == 0 {
				w := m.wrong(p)
				a.used, said = append(a.used, w), append(said, w)
			}
		}
	}
	m.chance.Shuffle(len(said), func(i, j int) { said[i], said[j] = said[j], said[i] })
	a.text = m.told(said)
	return a
}

// typed makes slips of the pen.
func (m *maker) typed(a made) made {
	letters := []rune(a.text)
	for range len(letters) / 30 {
		i := 1 + m.chance.Intn(max(1, len(letters)-2))
		if unicode.IsLetter(letters[i]) && unicode.IsLetter(letters[i-1]) {
			letters[i], letters[i-1] = letters[i-1], letters[i]
		}
	}
	a.text, a.rule = string(letters), "typed"
	return a
}

// whole is the model answer.
func (m *maker) whole() made {
	a := made{text: m.lang.Of(m.q.Model), met: make([]float64, len(m.q.Points)), rule: "model"}
	for i := range a.met {
		a.met[i] = 1
	}
	return a
}

// mistaken puts wrong sentences together.
func (m *maker) mistaken() made {
	a := made{met: make([]float64, len(m.q.Points)), rule: "mistaken"}
	var said []string
	for _, p := range m.some(len(m.q.Points)) {
		s := m.wrong(p)
		a.used = append(a.used, s)
		if m.chance.Intn(5) == 0 {
			s = pick(m.chance, m.speech.boasts) + lowered(s)
		}
		said = append(said, s)
	}
	a.text = m.told(said)
	return a
}

// under puts right sentences under words that take them back, ask them or leave them to others.
func (m *maker) under() made {
	a := made{met: make([]float64, len(m.q.Points))}
	var said []string
	kind := m.chance.Intn(4)
	a.rule = []string{"denied", "framed", "asked", "others"}[kind]
	for _, p := range m.some(4) {
		s := m.right(p)
		a.used = append(a.used, s)
		switch kind {
		case 0:
			said = append(said, bare(s)+". "+strings.ReplaceAll(pick(m.chance, m.speech.denials), "%", longest(s)))
		case 1:
			said = append(said, pick(m.chance, m.speech.framed)+lowered(bare(s))+".")
		case 2:
			said = append(said, pick(m.chance, m.speech.asks)+lowered(bare(s))+"?")
		case 3:
			said = append(said, pick(m.chance, m.speech.others)+lowered(bare(s))+".")
		}
	}
	a.text = strings.Join(said, " ")
	return a
}

// both says a thing and its opposite.
func (m *maker) both() made {
	a := made{met: make([]float64, len(m.q.Points)), rule: "both"}
	var said []string
	for _, p := range m.some(4) {
		r, w := m.right(p), m.wrong(p)
		a.used = append(a.used, r, w)
		if m.chance.Intn(2) == 0 {
			r, w = w, r
		}
		said = append(said, bare(r)+".", bare(w)+".")
	}
	a.text = strings.Join(said, " ")
	return a
}

// nouns are the words of sentences that carry the subject.
func (m *maker) nouns(points []int) (words, used []string) {
	for _, p := range points {
		s := m.right(p)
		used = append(used, s)
		for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }) {
			if utf8.RuneCountInString(w) > 3 {
				words = append(words, lowered(w))
			}
		}
	}
	m.chance.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words, used
}

// salad makes words of right sentences into lists, heaps, empty sentences and definitions.
func (m *maker) salad() made {
	a := made{met: make([]float64, len(m.q.Points))}
	words, used := m.nouns(m.some(len(m.q.Points)))
	a.used = used
	kind := m.chance.Intn(4)
	a.rule = []string{"list", "shuffled", "glued", "defined"}[kind]
	switch kind {
	case 0:
		a.text = strings.Join(words[:min(len(words), 6+m.chance.Intn(20))], pick(m.chance, []string{", ", " ", "; ", "\n"}))
	case 1:
		text := strings.Join(used, " ")
		if m.chance.Intn(3) == 0 {
			text = m.lang.Of(m.q.Model)
		}
		a.text = shuffled(text, m.chance)
	default:
		forms := m.speech.glues
		if kind == 3 {
			forms = m.speech.definitions
		}
		var b strings.Builder
		for range 2 + m.chance.Intn(5) {
			for _, r := range pick(m.chance, forms) {
				if r != '%' || len(words) == 0 {
					b.WriteRune(r)
					continue
				}
				b.WriteString(words[0])
				words = append(words[1:], words[0])
			}
			b.WriteByte(' ')
		}
		a.text = b.String()
	}
	return a
}

// crossed exchanges two words of each right sentence that stand far from each other.
func (m *maker) crossed() made {
	a := made{met: make([]float64, len(m.q.Points)), rule: "crossed"}
	var said []string
	for _, p := range m.some(4) {
		s := m.right(p)
		a.used = append(a.used, s)
		words := strings.Fields(bare(s))
		long := slices.DeleteFunc(seq(len(words)), func(i int) bool { return utf8.RuneCountInString(words[i]) < 5 })
		if len(long) < 2 {
			continue
		}
		i, j := long[0], long[len(long)-1]
		if len(long) > 3 && m.chance.Intn(2) == 0 {
			i, j = long[1], long[len(long)-2]
		}
		words[i], words[j] = words[j], words[i]
		said = append(said, strings.Join(words, " "))
	}
	if len(said) == 0 {
		return m.salad()
	}
	a.text = m.told(said)
	return a
}

func seq(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// sentencesOf cuts an answer of a person at the ends of sentences.
func sentencesOf(text string) []string {
	var all []string
	for s := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		if s = strings.TrimSpace(s); len(strings.Fields(s)) > 2 {
			all = append(all, s)
		}
	}
	return all
}

// longest is the longest word of a sentence.
func longest(sentence string) string {
	long := ""
	for w := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCountInString(w) > utf8.RuneCountInString(long) {
			long = w
		}
	}
	return lowered(long)
}

// spoiled makes a right answer of a person into one that claims nothing of it.
func (m *maker) spoiled() made {
	a := made{met: make([]float64, len(m.q.Points))}
	text := pick(m.chance, m.good)
	parts := sentencesOf(text)
	switch kind := m.chance.Intn(6); {
	case kind == 0 || len(parts) < 2:
		a.rule = "shuffled"
		a.text = shuffled(text, m.chance)
	case kind == 1:
		a.rule = "taken back"
		for _, s := range parts {
			a.text += s + ". " + strings.ReplaceAll(pick(m.chance, m.speech.denials), "%", longest(s)) + " "
		}
	case kind == 2:
		a.rule = "repeated"
		a.text = strings.Repeat(pick(m.chance, parts)+". ", 4+m.chance.Intn(12))
	case kind == 3:
		a.rule = "hearsay"
		for _, s := range parts {
			a.text += pick(m.chance, m.speech.others) + lowered(s) + ". "
		}
	case kind == 4:
		a.rule = "names"
		var names []string
		for _, w := range strings.Fields(text) {
			if w = strings.Trim(w, ".,;:()!?\"«»"); utf8.RuneCountInString(w) > 4 {
				names = append(names, w)
			}
		}
		m.chance.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		a.text = strings.Join(names[:min(len(names), 5+m.chance.Intn(15))], pick(m.chance, []string{", ", " ", "; ", "\n- "}))
	default:
		a.rule = "elsewhere"
		for range 1 + m.chance.Intn(5) {
			a.text += pick(m.chance, m.others) + "\n"
		}
	}
	return a
}

// answers makes the answers to a question: few, as those that people judged weigh more.
func (m *maker) answers() []made {
	all := []made{m.whole(), m.typed(m.honest()), m.mistaken(), m.both(), m.crossed(), m.honest(), m.honest(), m.under(), m.under(), m.salad(), m.salad(), m.salad()}
	for range 3 {
		if len(m.good) > 0 && len(m.others) > 0 {
			all = append(all, m.spoiled())
		}
	}
	return all
}
