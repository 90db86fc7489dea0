package exam

import (
	"fmt"
	"strings"

	"kadry/internal/fault"
)

// markdown writes an answer for a chat, in the layout its users know: the same headings in
// the same order, in the language of the caller.
type markdown struct {
	strings.Builder
	lang string
}

func (m *markdown) say(en, ru string) string { return fault.Text{EN: en, RU: ru}.In(m.lang) }

func (m *markdown) head(level int, text string) {
	if m.Len() > 0 {
		m.WriteString("\n")
	}
	fmt.Fprintf(m, "%s %s\n\n", strings.Repeat("#", level), text)
}

func (m *markdown) line(text string) { m.WriteString(text + "\n") }

// fact writes a line of its own: two spaces keep it from running into the next.
func (m *markdown) fact(name string, value any) { fmt.Fprintf(m, "**%s**: %v  \n", name, value) }

// between parts one problem from the next. Without the empty line before it the line would
// make a heading of what stands above.
func (m *markdown) between() { m.WriteString("\n---\n") }

// section writes a heading and what stands under it, nothing where there is nothing.
func (m *markdown) section(name, text string) {
	if text != "" {
		m.head(2, name)
		m.line(text)
	}
}

func (m *markdown) problem(p problemWire) {
	m.head(1, m.say("Problem", "Задание")+" "+p.ID)
	m.fact("URL", p.URL)
	topic := p.Topic
	if p.TypeName != "" {
		topic += " (" + p.TypeName + ")"
	}
	m.fact(m.say("Topic", "Тема"), fault.EscapeMarkdown(topic))
	if p.Passage != nil {
		m.section(m.say("Passage", "Текст"), p.Passage.markdown)
	}
	m.section(m.say("Condition", "Условие"), p.Condition.markdown)
	m.section(m.say("Images", "Рисунки"), bullets(p.Condition.Images))
	m.section(m.say("Solution", "Решение"), p.Solution.markdown)
	m.section(m.say("Solution Images", "Рисунки решения"), bullets(p.Solution.Images))
	m.section(m.say("Answer", "Ответ"), fault.EscapeMarkdown(strings.Join(p.Accepted, " | ")))
	if p.Criteria != nil {
		m.section(m.say("Criteria", "Критерии"), p.Criteria.markdown)
	}
	m.section(m.say("Hints", "Подсказки"), numbered(p.hints))
	if p.Rule != nil {
		m.section(m.say("Rule", "Правило"), p.Rule.markdown)
	}
	m.section(m.say("Files", "Файлы"), links(p.Files))
	m.section(m.say("Audio", "Аудио"), links(p.Audio))
	m.section(m.say("Similar Problems", "Похожие задания"), strings.Join(p.Analogs, ", "))
	m.section(m.say("Linked Problems", "Связанные задания"), strings.Join(p.Linked, ", "))
	if p.Hidden {
		m.line("\n" + m.say("The answer is hidden; sdamgia_check_answer marks one.", "Ответ скрыт; проверить свой можно через sdamgia_check_answer."))
	}
	m.note(p.Note)
	m.warnings(nil, p.originWire)
}

func (m *markdown) previews(o listOutput) {
	m.line("")
	for i, item := range o.Items {
		fmt.Fprintf(m, "%d. %s (%s %s): %s\n", i+1, item.ID, m.say("type", "тип"), fault.EscapeMarkdown(item.Type), item.start)
	}
	m.more(o.HasMore, o.NextCursor)
	m.warnings(o.Warnings, o.originWire)
}

func (m *markdown) match(place int, w matchWire) {
	fmt.Fprintf(m, "\n%d. **%s** (%s: %.1f%%) %s/%s\n", place, w.ID, m.say("similarity", "сходство"), 100*w.Similarity, w.Exam, w.Subject)
	fmt.Fprintf(m, "   %s: %s\n", m.say("Start", "Начало"), w.start)
	fmt.Fprintf(m, "   %s: %s\n", m.say("End", "Конец"), w.end)
	if w.Answer != "" {
		fmt.Fprintf(m, "   %s: %s\n", m.say("Answer", "Ответ"), fault.EscapeMarkdown(w.Answer))
	}
}

func (m *markdown) ids(list []string) {
	m.section(m.say("Problem IDs", "Номера заданий"), strings.Join(list, ", "))
}

func (m *markdown) more(has bool, cursor string) {
	if has {
		fmt.Fprintf(m, "\n%s: `%s`\n", m.say("More with cursor", "Дальше с курсором"), cursor)
	}
}

func (m *markdown) note(text string) {
	if text != "" {
		m.line("\n" + text)
	}
}

// warnings end an answer: what went wrong, and how old a copy is that could not be renewed.
func (m *markdown) warnings(list []string, from originWire) {
	for _, w := range list {
		m.line("\n> " + w)
	}
	if from.Stale {
		m.line("\n> " + m.say("The site could not be asked; this copy is from ", "Сайт спросить не удалось; копия сделана ") + from.FetchedAt + ".")
	}
}

func bullets(addresses []string) string {
	lines := make([]string, len(addresses))
	for i, address := range addresses {
		lines[i] = "- " + address
	}
	return strings.Join(lines, "\n")
}

// numbered lists texts in Markdown. What follows their first lines is indented, which keeps
// tables and listings inside their item.
func numbered(texts []string) string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		first, rest, more := strings.Cut(text, "\n")
		lines[i] = fmt.Sprintf("%d. %s", i+1, first)
		if more {
			lines[i] += "\n\n   " + strings.ReplaceAll(rest, "\n", "\n   ")
		}
	}
	return strings.Join(lines, "\n")
}

func links(list []linkWire) string {
	lines := make([]string, len(list))
	for i, l := range list {
		lines[i] = fmt.Sprintf("- %s: %s", fault.EscapeMarkdown(l.Title), l.URL)
	}
	return strings.Join(lines, "\n")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
