package sdamgia

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
)

// answerOf is the accepted answer: the line kept for it, else what the solution ends with.
func (p *page) answerOf(found *parts) string {
	if found.answer != nil {
		line := found.answer
		if span := selectors.answerText.find(line); span != nil {
			line = span
		}
		if text := plainAnswer(p.words(line)); text != "" {
			return text
		}
	}
	if found.solution == nil {
		return ""
	}
	return p.tail(found.solution)
}

// tail is what stands after the last "Ответ" of a solution, to the end of its paragraph:
// the word is set in a span of its own.
func (p *page) tail(solution *html.Node) string {
	var last *html.Node
	walk(solution, func(n *html.Node) bool {
		if n.DataAtom == atom.Span && answerWord.MatchString(textOf(n)) {
			last = n
		}
		return true
	})
	if last == nil {
		return ""
	}
	w := writer{page: p}
	for c := last.NextSibling; c != nil && c.DataAtom != atom.P && c.DataAtom != atom.Br && c.DataAtom != atom.Div; c = c.NextSibling {
		w.node(c, problem.Plain)
	}
	w.flush()
	text := strings.TrimLeft(problem.Body{Blocks: w.blocks}.Text(), ": ")
	if _, inSpan, ok := strings.Cut(textOf(last), ":"); text == "" && ok {
		text = inSpan
	}
	return strings.TrimRight(plainAnswer(text), ". ")
}

var answerWord = regexp.MustCompile(`(?i)^(?:правильный )?ответ(?: указан[а-я ]*)?\s*:?`)

// words is the text of a small element, formulas in it as notation.
func (p *page) words(n *html.Node) string {
	w := writer{page: p}
	return strings.ReplaceAll(w.body(n, everything).Text(), "\n", " ")
}

// plainAnswer takes the label off and writes variants with a bar: people also write ИЛИ.
func plainAnswer(text string) string {
	text = answerLabel.ReplaceAllString(clean(text), "")
	return strings.TrimSpace(orWord.ReplaceAllString(text, "|"))
}

var (
	answerLabel = regexp.MustCompile(`^Ответ[ы]? ?:? ?`)
	orWord      = regexp.MustCompile(` +ИЛИ +`)
)

// points is the most a long answer can get: the row that says so, else the highest mark of
// a table with one scale.
func points(criteria problem.Body) int {
	highest := 0
	for _, table := range criteria.Tables() {
		for i, row := range table.Rows {
			if len(row) == 0 {
				continue
			}
			last := len(row) - 1
			mark := mark(row[last])
			if i >= table.Head {
				highest = max(highest, mark)
			}
			if mark > 0 && slices.ContainsFunc(row[:last], saysMaximum) {
				return mark
			}
		}
	}
	if m := maximumLine.FindStringSubmatch(criteria.Text()); m != nil {
		return number(m[1])
	}
	return highest
}

var (
	maximum     = regexp.MustCompile(`(?i)максимальн\S* (?:\S+ )?балл|максимальное количество баллов`)
	maximumLine = regexp.MustCompile(`(?i)(?:максимальн\S* (?:\S+ )?балл|максимальное количество баллов)[^\d\n]{0,60}(\d{1,2})`)
	markShape   = regexp.MustCompile(`^\d{1,2}$`)
)

func saysMaximum(cell problem.Cell) bool { return maximum.MatchString(cellText(cell)) }

func mark(cell problem.Cell) int {
	if text := cellText(cell); markShape.MatchString(text) {
		return number(text)
	}
	return 0
}

func cellText(cell problem.Cell) string {
	var out strings.Builder
	for _, s := range cell.Spans {
		out.WriteString(s.Text)
	}
	return strings.TrimSpace(out.String())
}
