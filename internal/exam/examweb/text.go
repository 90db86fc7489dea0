package examweb

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"kadry/internal/exam/formula"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/webui/kit"
)

// Most that one table shows: a page stays a page whatever a problem brings along.
const (
	mostRows  = 200
	mostCells = 4000
)

// part is a piece of a problem made ready to be shown: items that follow each other are
// one list.
type part struct {
	kind  problem.BlockKind
	block problem.Block
	items []problem.Block // of a list
}

// parts groups the blocks of a body.
func parts(b problem.Body) []part {
	var list []part
	for _, block := range b.Blocks {
		if last := len(list) - 1; block.Kind == problem.ListItem && last >= 0 && list[last].kind == problem.ListItem {
			list[last].items = append(list[last].items, block)
			continue
		}
		p := part{kind: block.Kind, block: block}
		if block.Kind == problem.ListItem {
			p.items = []problem.Block{block}
		}
		list = append(list, p)
	}
	return list
}

// numbered reports that the items carry their own numbers or letters.
func (p part) numbered() bool {
	for _, item := range p.items {
		text := strings.TrimSpace(firstText(item))
		mark, _, ok := strings.Cut(text, ")")
		if !ok || mark == "" || utf8.RuneCountInString(mark) > 2 {
			return false
		}
	}
	return true
}

func firstText(b problem.Block) string {
	if len(b.Spans) == 0 {
		return ""
	}
	return b.Spans[0].Text
}

// pictures reports a paragraph of nothing but pictures.
func pictures(spans []problem.Span) bool {
	seen := false
	for _, s := range spans {
		switch {
		case s.Image != nil:
			seen = true
		case s.Formula != nil || strings.TrimSpace(s.Text) != "":
			return false
		}
	}
	return seen
}

// rowsShown are the rows of a table that the page shows, and how many it leaves out.
func rowsShown(b problem.Block) (rows [][]problem.Cell, left int) {
	cells := 0
	for i, row := range b.Rows {
		if cells += len(row); i == mostRows || cells > mostCells {
			return b.Rows[:i], len(b.Rows) - i
		}
	}
	return b.Rows, 0
}

// span is how many columns or rows a cell covers, within reason; empty for one.
func span(n int) string {
	if n < 2 {
		return ""
	}
	return strconv.Itoa(min(n, 100))
}

// notation is the MathML of a formula. It is made here and now by our own converter, which
// escapes everything it does not know: what a page or a database once said is never
// written as markup.
func notation(f problem.Formula) (math templ.Component, ok bool) {
	made := formula.Convert(f.Alt)
	if !made.OK || made.MathML == "" {
		return nil, false
	}
	return templ.Raw(made.MathML), true
}

// filePath is the address at which we serve a picture or a file of a problem.
func (s *screen) filePath(c subject.Course, at string) templ.SafeURL {
	if s.filesAt != "" {
		return kit.Href(s.filesAt, url.Values{"at": {at}})
	}
	return kit.Href(examsPath+"/file", url.Values{"course": {c.String()}, "at": {at}})
}

// outside is an address of another site, for a link; empty when it is no ordinary address.
func outside(address string) string {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
		return ""
	}
	return u.String()
}

// How many characters of a problem a list shows: of its question alone, or of its passage
// and of the question beside it.
const (
	excerptLimit = 320
	passageLimit = 220
	besideLimit  = 160
)

// piece is a stretch of an excerpt: text, marked or not, or a formula.
type piece struct {
	text    string
	mark    bool
	formula *problem.Formula
}

// excerpt is the beginning of a body, or the paragraph in which most of the words stand.
func excerpt(b problem.Body, words []string, limit int) []piece {
	lines := linesOf(b)
	start, most := 0, 0
	for i, line := range lines {
		if n := marksIn(line, words); n > most {
			start, most = i, n
		}
	}
	if marksIn(firstOf(lines), words) == most {
		start = 0
	}
	var out []piece
	if start > 0 {
		out = append(out, piece{text: "… "})
	}
	left := limit
	for i, line := range lines[min(start, len(lines)):] {
		if i > 0 {
			out = append(out, piece{text: " "})
		}
		for _, s := range line {
			if left <= 0 {
				return append(out, piece{text: "…"})
			}
			if s.Formula != nil {
				out = append(out, piece{formula: s.Formula})
				left -= 8 // a formula is short on the page, however long it is read out
				continue
			}
			text, cut := clip(s.Text, left)
			out = append(out, marked(text, words)...)
			if left -= utf8.RuneCountInString(text); cut {
				return append(out, piece{text: "…"})
			}
		}
	}
	return out
}

func firstOf(lines [][]problem.Span) []problem.Span {
	if len(lines) == 0 {
		return nil
	}
	return lines[0]
}

// linesOf are the readable spans of a body, a paragraph or a row each.
func linesOf(b problem.Body) [][]problem.Span {
	var lines [][]problem.Span
	add := func(spans []problem.Span) {
		spans = slices.DeleteFunc(slices.Clone(spans), func(s problem.Span) bool { return s.Image != nil })
		if len(spans) > 0 {
			lines = append(lines, spans)
		}
	}
	for _, block := range b.Blocks {
		switch block.Kind {
		case problem.TableRows:
			rows, _ := rowsShown(block)
			for _, row := range rows {
				var spans []problem.Span
				for i, cell := range row {
					if i > 0 {
						spans = append(spans, problem.Span{Text: " · "})
					}
					spans = append(spans, cell.Spans...)
				}
				add(spans)
			}
		case problem.Program:
			add([]problem.Span{{Text: block.Text}})
		case problem.Paragraph, problem.ListItem:
			add(block.Spans)
		}
	}
	return lines
}

// clip cuts text after limit characters, at a space where one is near.
func clip(text string, limit int) (string, bool) {
	runes := []rune(text)
	if len(runes) <= limit {
		return text, false
	}
	kept := string(runes[:limit])
	if at := strings.LastIndexByte(kept, ' '); at > len(kept)*2/3 {
		kept = kept[:at]
	}
	return kept, true
}

func marksIn(line []problem.Span, words []string) int {
	n := 0
	for _, s := range line {
		for _, p := range marked(s.Text, words) {
			if p.mark {
				n++
			}
		}
	}
	return n
}

// marked cuts text so that the words stand apart. A word may stand in another form or be
// misspelt, so half of it is enough.
func marked(text string, words []string) []piece {
	if len(words) == 0 || text == "" {
		return []piece{{text: text}}
	}
	var list []piece
	add := func(s string, mark bool) {
		if last := len(list) - 1; last >= 0 && list[last].mark == mark {
			list[last].text += s
		} else if s != "" {
			list = append(list, piece{text: s, mark: mark})
		}
	}
	for text != "" {
		inside := wordRune(firstRune(text))
		end := strings.IndexFunc(text, func(r rune) bool { return wordRune(r) != inside })
		if end < 0 {
			end = len(text)
		}
		token := text[:end]
		add(token, inside && slices.ContainsFunc(words, func(w string) bool { return alike(token, w) }))
		text = text[end:]
	}
	return list
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// alike reports that two words are the same but for their ending, or but for one letter.
func alike(a, b string) bool {
	x, y := []rune(foldWord(a)), []rune(foldWord(b))
	if slices.Equal(x, y) {
		return true
	}
	shorter, longer := min(len(x), len(y)), max(len(x), len(y))
	if shorter < 4 {
		return false
	}
	head := 0
	for head < shorter && x[head] == y[head] {
		head++
	}
	if head >= max(4, longer*2/3) {
		return true
	}
	tail := 0
	for tail < shorter-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	return head+tail >= longer-1 && (longer > 4 || head >= 3)
}

func foldWord(s string) string {
	return strings.ReplaceAll(strings.ToLower(s), "ё", "е")
}

// excerpts are the parts of a problem that show the words: of its question, and before it
// of its passage where that has more of them.
func excerpts(p problem.Problem, words []string) (passage, question []piece) {
	question = excerpt(p.Question, words, excerptLimit)
	if p.Passage.Empty() {
		return nil, question
	}
	passage = excerpt(p.Passage, words, passageLimit)
	if marksOf(passage) <= marksOf(question) {
		return nil, question
	}
	return passage, excerpt(p.Question, words, besideLimit)
}

func marksOf(pieces []piece) int {
	n := 0
	for _, p := range pieces {
		if p.mark {
			n++
		}
	}
	return n
}

// covers are the attributes of a cell that covers several columns or rows.
func covers(c problem.Cell) templ.Attributes {
	attributes := templ.Attributes{}
	if n := span(c.Cols); n != "" {
		attributes["colspan"] = n
	}
	if n := span(c.Rows); n != "" {
		attributes["rowspan"] = n
	}
	return attributes
}
