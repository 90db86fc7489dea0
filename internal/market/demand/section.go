package demand

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// topic is what a section of a vacancy speaks of.
type topic int

const (
	neutral topic = iota // before the first heading and under one that says nothing
	needs                // requirements, the stack
	duties
	plus   // what is welcome
	offers // what the employer gives, and what it teaches
	about  // the employer
)

// section is a stretch of a text under one heading, in bytes.
type section struct {
	start int
	topic topic
}

// told lists the parts of a text in which a skill can be asked for: what the employer offers
// and tells of itself is left out unless it names the stack.
func told(text string, sections []section) []stretch {
	var parts []stretch
	for i, s := range sections {
		end := len(text)
		if i+1 < len(sections) {
			end = sections[i+1].start
		}
		if s.topic.ofEmployer() && !stackCue.in(text[s.start:end]) {
			continue
		}
		if last := len(parts) - 1; last >= 0 && parts[last].end == s.start {
			parts[last].end = end
			continue
		}
		parts = append(parts, stretch{s.start, end})
	}
	return parts
}

// ofEmployer reports a section that speaks of the employer and not of the applicant.
func (t topic) ofEmployer() bool { return t == offers || t == about }

// headings tell the topic of a section by the words of its first line; the first that fits
// decides, so that "мы предлагаем" is an offer before anything in it is a plus.
var headings = []struct {
	topic topic
	words cues
}{
	{needs, cues{"стек", "stack", "технологии", "technologies"}},
	{offers, cues{
		"мы предлагаем", "что предлага", "предлагаем", "предложить", "услови", "от нас", "с нас", "с нашей стороны", "у нас ты", "у нас вы", "у нас есть",
		"бонусы", "плюшки", "почему", "научим", "ты получ", "вы получ", "мы гарантируем", "наши преимуществ", "преимущества работы", "преимущества компан",
		"we offer", "benefits", "perks", "what you'll get", "you will get", "why us", "why join", "conditions",
	}},
	{plus, cues{
		"плюс", "желательн", "приветству", "преимуществ", "необязательн", "не обязательн", "было бы", "бонусом", "nice to have", "nice-to-have", "bonus", "preferred",
		"desirable", "good to have", "a plus", "an asset", "welcome", "если знаете", "если умеете", "если есть", "would be great", "would be nice", "advantage", "optional",
	}},
	{about, cues{"о компании", "о нас", "кто мы", "немного о", "факты о", "наши ценности", "этапы", "процесс отбора", "about us", "about the company", "about company", "who we are", "our values"}},
	{duties, cues{"обязанност", "задач", "предстоит", "делать", "заниматься", "функционал", "responsibilit", "duties", "what you'll do", "you will do", "tasks"}},
	{needs, cues{
		"требован", "ожида", "ждем", "ждём", "необходим", "нужн", "важн", "знани", "умени", "навык", "опыт", "ищем", "кандидат", "подход", "смотрим",
		"requirement", "qualification", "skills", "expect", "must have", "looking for", "you have", "about you", "инструмент", "кого мы", "мы ценим", "образован",
	}},
}

// Bounds of a heading: its letters, and its words where the line goes on behind the colon.
const (
	headingRunes = 70
	inlineWords  = 4
)

// sectionsOf cuts a text, in lower case, at its headings. A title and the two lines of a search's answer
// have none: they are cut out of the sections that their names tell.
func sectionsOf(text string, from Origin) []section {
	switch from {
	case Requirement, Title:
		return []section{{topic: needs}}
	case Duty:
		return []section{{topic: duties}}
	}
	sections := []section{{topic: neutral}}
	at := 0
	for line := range strings.Lines(text) {
		if t, ok := heading(strings.TrimSpace(line)); ok {
			sections = append(sections, section{at, t})
		}
		at += len(line)
	}
	return sections
}

// heading reads a line, in lower case, as the heading of a section: a short one with a colon
// that speaks of a topic, or one that begins as headings do.
func heading(line string) (topic, bool) {
	head, rest, colon := strings.Cut(line, ":")
	head = strings.TrimSpace(head)
	if head == "" || utf8.RuneCountInString(head) > headingRunes {
		return neutral, false
	}
	if !colon {
		return opening(line)
	}
	inline := strings.TrimSpace(rest) != ""
	if inline && len(strings.Fields(head)) > inlineWords {
		return neutral, false
	}
	for _, h := range headings {
		if !h.words.in(head) {
			continue
		}
		if inline && bulleted(line) && h.topic != plus {
			return neutral, false // an item with a list of its own
		}
		return h.topic, true
	}
	return neutral, false // "а также:" goes on
}

// openings are the beginnings of headings that stand without a colon.
var openings = []struct {
	topic topic
	words []string
}{
	{needs, []string{"требования", "основные требования", "наши требования", "ожидания", "мы ожидаем", "что мы ждем", "что мы ждём", "от тебя", "от вас", "стек", "наш стек", "технологии", "requirements", "qualifications", "required", "must have", "what we expect"}},
	{plus, []string{"будет плюсом", "плюсом будет", "будет преимуществом", "дополнительно приветству", "плюсы", "желательно", "nice to have", "would be a plus", "good to have", "bonus points", "will be a plus"}},
	{offers, []string{"мы предлагаем", "что мы предлага", "предлагаем", "условия", "от нас", "с нас", "почему ", "бонусы", "мы гарантируем", "что ты получ", "что вы получ", "we offer", "what we offer", "benefits", "why "}},
	{about, []string{"о компании", "о нас", "кто мы", "немного о", "about us", "about the company", "who we are"}},
	{duties, []string{"обязанности", "основные обязанности", "должностные обязанности", "задачи", "основные задачи", "твои задачи", "ваши задачи", "чем предстоит", "что предстоит", "тебе предстоит", "вам предстоит", "что нужно делать", "чем заниматься", "responsibilities", "duties", "what you'll do", "your tasks"}},
}

// wishLine is a heading of nothing but words of a wish: "Здорово, если", "Преимуществом станет".
var wishLine = regexp.MustCompile(`^(?:(?:и|также|ещё|еще|будет|особенно|очень|большим|дополнительным|огромным|our|it|would|be|is|will)\s+)*(?:(?:отлично|круто|здорово|хорошо|супер|идеально|классно|прекрасно|рады|замечательно),?\s*(?:будет,?\s*)?(?:,?\s*если)?|(?:плюсом|преимуществом|бонусом)\s+(?:будет|станет|является|считаем|считается)|(?:плюсы?|преимущества?|бонусом|желательно|приветствуется|необязательно|не обязательно)|(?:great|nice|good|cool|a plus|bonus|an advantage)\s*(?:if|to have|points)?)(?:\s+(?:если|вы|ты|у вас|у тебя|есть|знаете|умеете|if|you|have|know))*\s*[:.…—–-]*$`)

// openingWords is how many words a heading without a colon has at most.
const openingWords = 6

func opening(line string) (topic, bool) {
	if wishLine.MatchString(line) {
		return plus, true
	}
	if strings.ContainsAny(line, ".,;") || bulleted(line) || len(strings.Fields(line)) > openingWords {
		return neutral, false
	}
	for _, o := range openings {
		for _, w := range o.words {
			if strings.HasPrefix(line, w) && !skillNoun.MatchString(line[len(w):]) {
				return o.topic, true
			}
		}
	}
	return neutral, false
}

// bulleted reports an item of a list.
func bulleted(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return strings.ContainsRune("-–—•·*▪●", r)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) }
