package export

import (
	"fmt"
	"net/url"
	"strings"

	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// mostLines of a piece of code are shown; the rest is at its permalink.
const mostLines = 120

// page is Markdown in the making.
type page struct {
	strings.Builder
	lang string
}

func (p *page) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(p.lang)
}

// Markdown is the report as Markdown, in a language: for each match both pieces of code one
// below the other, the reasons, the differences, licence and permalink.
func Markdown(r Report, lang string) string {
	p := &page{lang: lang}
	fmt.Fprintf(p, "# %s\n\n", p.say("Similar code", "Похожий код"))
	if r.Question.Label != "" {
		fmt.Fprintf(p, "%s: %s\n\n", p.say("Asked about", "Запрос"), fault.EscapeMarkdown(r.Question.Label))
	}
	if !r.Made.IsZero() {
		fmt.Fprintf(p, "%s: %s\n\n", p.say("Made", "Составлено"), r.Made.UTC().Format("2006-01-02 15:04 UTC"))
	}
	if len(r.Matches) == 0 {
		if r.Question.Code != "" {
			p.code(p.say("Asked about", "Запрос"), r.Question.Language, r.Question.Code, max(r.Question.StartLine, 1))
		}
		p.WriteString(p.say("Nothing was found.", "Ничего не найдено.") + "\n")
		return p.String()
	}
	for i, m := range r.Matches {
		p.match(i+1, r.Question, m)
	}
	return p.String()
}

func (p *page) match(place int, q Question, m match.Match) {
	fmt.Fprintf(p, "## %d. %s:%d–%d\n\n", place, fault.EscapeMarkdown(m.FilePath), m.StartLine, m.EndLine)
	p.fact(p.say("Repository", "Репозиторий"), p.link(m.RepositoryURL))
	p.fact(p.say("Commit", "Коммит"), p.commit(m))
	if m.Permalink != "" {
		p.fact(p.say("Permalink", "Постоянная ссылка"), p.link(m.Permalink))
	}
	p.fact(p.say("Verdict", "Вердикт"), p.verdict(m))
	p.fact(p.say("Score", "Сходство"), fmt.Sprintf("%.2f", m.Score))
	p.fact(p.say("Licence", "Лицензия"), p.licence(m.Licence))
	if m.Tests.Run > 0 {
		p.fact(p.say("Tests", "Запуски"), p.say("%d of %d inputs gave the same output", "на %d из %d входов результат одинаков", m.Tests.Agree, m.Tests.Run))
	}
	p.WriteString("\n")
	p.code(p.say("A, asked about", "A, запрос"), q.Language, q.Code, max(q.StartLine, 1))
	p.code(p.say("B, found", "B, найдено"), m.Language, m.Code, max(m.StartLine, 1))
	p.reasons(q, m)
	p.differences(q, m)
}

func (p *page) fact(name, value string) { fmt.Fprintf(p, "- **%s:** %s\n", name, value) }

func (p *page) commit(m match.Match) string {
	text := fault.EscapeMarkdown(m.Commit)
	if m.Branch != "" {
		text += ", " + p.say("branch", "ветка") + " " + fault.EscapeMarkdown(m.Branch)
	}
	if m.CommitAge > 0 {
		text += ", " + p.say("%d days old", "возраст в днях: %d", int(m.CommitAge.Hours()/24))
	}
	return text
}

var verdictWords = map[match.Verdict]fault.Text{
	match.Equivalent:  fault.Say("equivalent", "равносильный код"),
	match.Similar:     fault.Say("similar", "похожий код"),
	match.Overlapping: fault.Say("overlapping", "общая часть"),
	match.Unrelated:   fault.Say("unrelated", "не связан"),
	match.Unknown:     fault.Say("unknown", "неизвестно"),
}

var levelWords = map[match.Level]fault.Text{
	match.None:      fault.Say("not verified", "не проверено"),
	match.Static:    fault.Say("by the texts", "по текстам"),
	match.Behaviour: fault.Say("by running both", "запуском обоих"),
	match.LLM:       fault.Say("by a language model", "языковой моделью"),
}

func (p *page) verdict(m match.Match) string {
	text := verdictWords[m.Verdict].In(p.lang)
	if text == "" {
		text = verdictWords[match.Unknown].In(p.lang)
	}
	if m.Clone != "" {
		text += ", " + fault.EscapeMarkdown(string(m.Clone))
	}
	if m.Confidence > 0 {
		text += ", " + p.say("confidence %.2f", "уверенность %.2f", m.Confidence)
	}
	how := levelWords[m.VerifiedBy].In(p.lang)
	if m.VerifiedBy == match.LLM && m.Model != "" {
		how += " " + fault.EscapeMarkdown(m.Model)
	}
	if how != "" {
		text += ", " + how
	}
	return text
}

func (p *page) licence(l match.Licence) string {
	text := p.say("none was found", "не найдена")
	if l.SPDX != "" {
		text = fault.EscapeMarkdown(l.SPDX)
	}
	if l.Source != "" {
		text += " (" + fault.EscapeMarkdown(l.Source) + ")"
	}
	if note := l.Note.In(p.lang); note != "" {
		text += ". " + fault.EscapeMarkdown(note)
	}
	return text
}

// link is an address to be followed; what is none of the web is text.
func (p *page) link(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r == '\\' }) {
		return fault.EscapeMarkdown(address)
	}
	return "<" + u.String() + ">"
}

// code shows a piece of code between fences that stand nowhere in it.
func (p *page) code(title, language, text string, first int) {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	cut := len(lines) > mostLines
	lines = lines[:min(len(lines), mostLines)]
	shown := strings.ReplaceAll(strings.Join(lines, "\n"), "\x00", "\uFFFD")
	fence := "```"
	for strings.Contains(shown, fence) {
		fence += "`"
	}
	if !known(language) {
		language = ""
	}
	fmt.Fprintf(p, "**%s** (%s)\n\n%s%s\n%s\n%s\n\n", title, p.say("lines %d–%d", "строки %d–%d", first, first+len(lines)-1), fence, language, shown, fence)
	if cut {
		fmt.Fprintf(p, "%s\n\n", p.say("The rest is not shown.", "Остальное не показано."))
	}
}

// known tells a language that we name ourselves: the word behind a fence is taken by pages.
func known(language string) bool {
	for _, l := range lexer.Languages() {
		if string(l) == language {
			return true
		}
	}
	return false
}

func (p *page) reasons(q Question, m match.Match) {
	if len(m.Reasons) == 0 {
		return
	}
	fmt.Fprintf(p, "### %s\n\n", p.say("Reasons", "Основания"))
	for _, r := range m.Reasons {
		fmt.Fprintf(p, "- %s%s\n", fault.EscapeMarkdown(r.Text.In(p.lang)), p.lines(q, m, r.A, r.B, ""))
	}
	p.WriteString("\n")
}

func (p *page) differences(q Question, m match.Match) {
	if len(m.Differences) == 0 {
		return
	}
	fmt.Fprintf(p, "### %s\n\n", p.say("Differences", "Различия"))
	for _, d := range m.Differences {
		mark := ""
		if !d.Material {
			mark = p.say("; changes nothing that is known", "; на результат, насколько известно, не влияет")
		}
		fmt.Fprintf(p, "- %s%s\n", fault.EscapeMarkdown(d.Text.In(p.lang)), p.lines(q, m, d.A, d.B, mark))
	}
	p.WriteString("\n")
}

// lines names lines of both files, in brackets, with a remark behind them.
func (p *page) lines(q Question, m match.Match, a, b match.Range, remark string) string {
	one := func(name string, r match.Range, first int) string {
		if r.Start == 0 {
			return ""
		}
		from, to := r.Start+max(first, 1)-1, r.End+max(first, 1)-1
		if from >= to {
			return fmt.Sprintf("%s:%d", name, from)
		}
		return fmt.Sprintf("%s:%d–%d", name, from, to)
	}
	left, right := one("A", a, q.StartLine), one("B", b, m.StartLine)
	between := ""
	if left != "" && right != "" {
		between = ", "
	}
	if text := strings.TrimPrefix(left+between+right+remark, "; "); text != "" {
		return " (" + text + ")"
	}
	return ""
}
