package demand

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/skill"
)

// claims tells how a text speaks of the skills it mentions. Places are asked about in their
// order, and every sentence is read once however much it names.
type claims struct {
	graph    *skill.Graph
	text     string // in lower case
	mentions []skill.Mention
	sections []section // those that begin before the place asked about last come off
	employer employer
	sentence sentence
}

// category reports a skill that is a field of work rather than a thing one installs. Outside
// of the sections that ask, firms tell with such words what they do.
func (c *claims) category(id skill.ID) bool {
	s, ok := c.graph.Skill(id)
	return ok && s.Concept
}

// sentence is a part of a text that ends with a full stop or a line.
type sentence struct {
	stretch
	wished  []stretch // what words such as "будет плюсом" speak of
	company bool      // it tells of the employer
	stack   bool      // it tells what the work is done with
	asks    bool      // it speaks of the applicant
	doubled bool      // "не рассматриваем без знания SQL": two negations ask
}

// stretch is a part of a text, in bytes.
type stretch struct{ start, end int }

func (s stretch) holds(at int) bool { return at >= s.start && at < s.end }

// of says how the text speaks of its i-th mention.
func (c *claims) of(i int) stance {
	m := c.mentions[i]
	c.enter(i)
	for len(c.sections) > 1 && c.sections[1].start <= m.Start {
		c.sections = c.sections[1:]
	}
	t := c.sections[0].topic
	switch {
	case m.Stance == skill.Negated && !c.sentence.doubled, c.employer.named(c.text, m), wishCue.MatchString(c.text[m.Start:m.End]):
		return denied
	case t.ofEmployer() && !c.sentence.stack:
		return denied
	case t == neutral && !c.sentence.stack && (c.sentence.company || c.category(m.Skill) && !c.sentence.asks):
		return denied
	}
	first, last := c.run(i)
	switch how := c.refused(first, last); {
	case how != asked:
		return how
	case t == plus, m.Stance == skill.Planned, c.wished(m):
		return welcomed
	}
	return asked
}

var (
	companyCue = cues{
		"наша компания", "группа компаний", "мы —", "мы –", "мы - ", "we are a", "our company", "лидер", "на рынке", "крупнейш", "— российск", "— международн",
		"- международн", "— ведущ", "- ведущ", "leading", "one of the largest", "one of the biggest", "founded in",
	}
	stackCue = cues{
		"стек", "stack", "пишем на", "пишется на", "написан", "работаем на", "работаем с", "используем", "разрабатываем на", "технологии", "под капотом",
		"built with", "built on", "written in", "we use", "tech",
	}
	askCue = cues{
		"опыт", "знани", "знать", "навык", "умени", "умеешь", "умеете", "владе", "требу", "нужен", "нужна", "нужно", "необходим", "задач", "занима", "будешь", "будете",
		"experience", "knowledge", "skills", "require", "must", "looking for",
	}
	wishRoot = cues{"плюс", "преимуществ", "желател", "приветству", "обязательн", "бонус", "если", "идеал", "критичн", "пригод", "помеша", "лишним", "ideal", "welcome", "appreciat", "bonus", "helpful", "nice", "plus", "advantage", "asset", "bonus", "prefer", "desir", "optional"}
	wishCue  = regexp.MustCompile(`(?:будет|является|большим|станет|считается|как|огромным|несомненным|жирным|дополнительным)\s+(?:\S+\s+){0,2}(?:плюс|преимуществ)[а-яё]*|плюсом|бонусом|[—–-]\s*(?:\S+\s+)?(?:плюс|преимуществ|бонус)[ом]?(?:[^а-яё]|$)|[—–-]\s*если\s+(?:\S+\s+){1,3}?хорошо|не\s+критич[а-яё]*|пригод(?:ится|ятся)|не\s+(?:помешает|помешают|будет\s+лишним|будут\s+лишними)|(?:отлично|круто|здорово|хорошо|супер|идеально|классно|прекрасно),?\s+если|в идеале|ideally|(?:плюс|преимуществ)[а-яё]*\s*(?:будет|является|:)|\(\s*(?:плюс|преимущество)\s*\)|желател[а-яё]*|приветству[а-яё]*|необязательн[а-яё]*|не\s+обязательн[а-яё]*|nice[ -]to[ -]have|(?:is|are|as|be)\s+(?:an?\s+)?(?:\S+\s+)?(?:plus|advantage|asset|bonus)\b|a plus\b|preferred|appreciated|helpful|(?:is|are|be|would be)?\s*(?:a\s+)?welcome\b|preferably|desirable|desired|\(optional\)|optional\b`)
)

// Bounds of a sentence: how far it is read around a place, in bytes, and how many wishes.
const (
	sentenceReach = 600
	maxWishes     = 8
)

// enter reads the sentence around the i-th mention, unless it is the one read last.
func (c *claims) enter(i int) {
	m := c.mentions[i]
	if m.Start >= c.sentence.start && m.End <= c.sentence.end {
		return
	}
	from, to := max(c.sentence.end, m.Start-sentenceReach), min(len(c.text), m.End+sentenceReach)
	from = min(from, m.Start)
	from += lastStop(c.text[from:m.Start]) + 1
	if stop := firstStop(c.text[m.End:to]); stop >= 0 {
		to = m.End + stop
	}
	text := c.text[from:to]
	c.sentence = sentence{
		stretch: stretch{from, to},
		company: companyCue.in(text), stack: stackCue.in(text), asks: askCue.in(text), doubled: doubled.MatchString(text),
	}
	if !wishRoot.in(text) {
		return
	}
	last := i
	for last < len(c.mentions) && c.mentions[last].Start < to {
		last++
	}
	for _, w := range wishCue.FindAllStringIndex(text, maxWishes) {
		c.sentence.wished = append(c.sentence.wished, c.wishOver(text, w, c.mentions[i:last]))
	}
}

// lastStop returns where the last sentence before the end of a text stops, or -1.
func lastStop(text string) int {
	return max(strings.LastIndexByte(text, '\n'), strings.LastIndex(text, ". "), strings.LastIndex(text, "! "), strings.LastIndexByte(text, ';'))
}

// firstStop returns where the first sentence of a text stops, or -1.
func firstStop(text string) int {
	first := -1
	for _, stop := range []string{"\n", ". ", "! ", ";"} {
		if i := strings.Index(text, stop); i >= 0 {
			first, text = i, text[:i]
		}
	}
	return first
}

// runMost is how many neighbours of a mention are looked at on either side.
const runMost = 12

// run returns the first and the last mention of the enumeration around the i-th: "Java,
// Kotlin и Scala".
func (c *claims) run(i int) (first, last int) {
	first, last = i, i
	for first > 0 && i-first < runMost && c.joined(first-1) {
		first--
	}
	for last+1 < len(c.mentions) && last-i < runMost && c.joined(last) {
		last++
	}
	return first, last
}

// joined reports that nothing but a conjunction stands between the i-th mention and the next.
func (c *claims) joined(i int) bool {
	from, to := c.mentions[i].End, c.mentions[i+1].Start
	if to < from || to-from > len(", а также ") {
		return false
	}
	gap := strings.TrimFunc(c.text[from:to], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",/+&", r) })
	switch gap {
	case "", "и", "или", "либо", "and", "or", "а также":
		return !strings.Contains(c.text[from:to], "\n")
	}
	return false
}

var (
	refusalRoot   = cues{"не ", "not ", "без ", "no ", "without", "вместо", "instead", "ушли", "ход", "уйти", "переш", "переезж", "отказ", "избав", "ни к чему", "обойд", "переда", "подуч", "науч", "обуч", "мигр", "перепис", "from"}
	refusedAfter  = regexp.MustCompile(`^\p{L}*[\s)»"—–-]*(?:\S+\s+){0,3}?(?:не\s+(?:требу|потребу|нуж|важ|использ|примен|понадоб|пригод|рассматрива|интерес|пиш|попрос|прид[её]тся|прос|спраш|провер)\S*|ни\s+к\s+чему|обойд[её]\S*|отказал\S*|отказыва\S*|(?:передали|отдали|перенесли|подучим|научим|обучим)(?:\s|$|[,.;])|(?:is|are)\s+not\s+(?:required|needed|used)|not\s+(?:required|needed|necessary))`)
	refusedBefore = regexp.MustCompile(`(?:не\s+(?:требу|потребу|нуж|важ|ищ|использ|примен|рассматрива|пиш)\S*(?:\s+\S+){0,3}?|без\s+(?:опыта|знани\S|навык\S*|умения)(?:\s+\S+){0,3}?|(?:no|without)\s+(?:experience|knowledge)(?:\s+\S+){0,2}?|not\s+(?:looking\s+for|using|required:?)(?:\s+\S+){0,2}?|no\s+need\s+(?:for|to\s+know)|вместо|instead\s+of)\s*$`)
	leftBehind    = regexp.MustCompile(`(?:(?:ушли|уходим|уйти|перешли|переходим|переезжаем|отказа\S+|отказываемся|избав\S+|мигриру\S+|мигрировали|переписываем|переписали)(?:\s+\S+){0,2}?\s+(?:с|со|от)|(?:moved|moving|migrat\S+|switch\S+|away)\s+(?:away\s+)?from)\s*$`)
)

// doubled is a refusal of those who lack a skill.
var doubled = regexp.MustCompile(`не\s+(?:рассматрив|берем|берём|приглаша|подойд|подход)\S*\s+(?:\S+\s+){0,3}?без\s|without\s.{0,60}will not be considered`)

var (
	// bears is what has a name, a subject or a system of its own: "проект «Ruby»", "статья «что такое
	// Kubernetes»", "смартфон на Android".
	bears = regexp.MustCompile(`(?:проект|продукт|команд|компани|магазин|кафе|клуб|школ|отел|кличк|названи|бренд|зал|корпус|переговорк|called|named)[а-яё]*\s+(?:\p{L}+\s+)?[«"“]\s*$|что\s+такое\s*$|(?:смартфон|телефон|планшет|устройств)[а-яё]*\s+(?:на|с)\s*(?:баз[еы]\s*)?$|(?:smartphone|phone)\s+(?:on|with|running)\s*$`)
	// hiring and hired stand around those whom a recruiter looks for.
	hiring = regexp.MustCompile(`(?:подбор|подбир|нанима|на[йе]м|поиск|закрыва|рекрут|recruit|hiring)\p{L}*(?:\s+\p{L}+){0,2}\s*$`)
	hired  = regexp.MustCompile(`^[\s-]*(?:разработчик|программист|инженер|аналитик|тестировщик|специалист|developer|engineer)`)
)

// hired reports an enumeration that only tells whom a recruiter looks for.
func (c *claims) hired(before, after string) bool {
	return hired.MatchString(after) && hiring.MatchString(before)
}

// reach is how far around an enumeration the words of a refusal stand, in bytes.
const reach = 90

// refused reads the words around an enumeration that say it is not needed: what the team has
// left, what is not required. "Не обязательно" is a wish, see wishCue.
func (c *claims) refused(first, last int) stance {
	start, end := c.mentions[first].Start, c.mentions[last].End
	after := c.text[end:max(end, min(c.sentence.end, end+reach))]
	if i := strings.IndexAny(after, ",("); i >= 0 {
		after = after[:i]
	}
	before := c.text[min(start, max(c.sentence.start, start-reach)):start]
	if i := strings.LastIndexAny(before, ",("); i >= 0 {
		before = before[i+1:]
	}
	if bears.MatchString(before) || c.hired(before, after) {
		return denied
	}
	if c.sentence.doubled || !refusalRoot.in(after) && !refusalRoot.in(before) {
		return asked
	}
	if refusedAfter.MatchString(after) || refusedBefore.MatchString(before) || leftBehind.MatchString(before) {
		return denied
	}
	return asked
}

// wished reports a mention that a wish of its sentence speaks of.
func (c *claims) wished(m skill.Mention) bool {
	return slices.ContainsFunc(c.sentence.wished, func(s stretch) bool { return s.holds(m.Start) })
}

// wishOver returns what a wish speaks of: one that opens its clause speaks of what follows,
// one that closes it of what was just named.
func (c *claims) wishOver(text string, wish []int, among []skill.Mention) stretch {
	start := c.sentence.start
	if opens(text, wish) {
		return stretch{start + wish[1], c.sentence.end}
	}
	if s, ok := bracketed(text[:wish[0]], start, among); ok {
		return s
	}
	nouns := skillNoun.FindAllStringIndex(text[:wish[0]], -1)
	for _, n := range slices.Backward(nouns) {
		clause := stretch{start + n[0], start + wish[0]}
		if slices.ContainsFunc(among, func(m skill.Mention) bool { return clause.holds(m.Start) }) {
			return clause
		}
	}
	return stretch{start, start + wish[0]}
}

// skillNoun begins what a sentence asks for: "опыт с Python, знание Kafka будет плюсом".
var skillNoun = regexp.MustCompile(`опыт|знани|навык|умени|понимани|владени|знакомств|представлени|experience|knowledge|familiarity|understanding|skills`)

// bracketed returns what a wish in brackets speaks of: the skills in them, "(Vue — плюс)", else
// the one before them, "Kafka (желательно)". Before is the sentence up to the wish.
func bracketed(before string, start int, among []skill.Mention) (stretch, bool) {
	open := strings.LastIndexByte(before, '(')
	if open < 0 || strings.Contains(before[open:], ")") {
		return stretch{}, false
	}
	inside := stretch{start + open, start + len(before)}
	var last skill.Mention
	for _, m := range among {
		if inside.holds(m.Start) {
			return inside, true
		}
		if m.Start < inside.start {
			last = m
		}
	}
	return stretch{last.Start, inside.start}, true
}

// fillers stand before a wish that opens its clause.
var fillers = regexp.MustCompile(`^[\s"«•*·–—-]*(?:(?:также|но|и|а|будет|очень|особенно|дополнительно|большим|огромным|крайне|еще|ещё|also|would|be|it|is)\s*)*$`)

// opens reports a wish that begins its clause and has more of the sentence behind it.
func opens(text string, wish []int) bool {
	before := text[:wish[0]]
	if i := strings.LastIndexAny(before, ",("); i >= 0 {
		before = before[i+1:]
	}
	rest := strings.TrimSpace(text[wish[1]:])
	return fillers.MatchString(before) && !strings.HasPrefix(rest, ")") && strings.ContainsFunc(rest, isLetter)
}
