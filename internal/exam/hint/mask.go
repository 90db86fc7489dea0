package hint

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/problem"
)

// tail is where a solution says its answer. The site writes "Ответ: 45." and, in older
// problems, "Правильный ответ указан под номером 1."
var tail = regexp.MustCompile(`(?i)(?:^|[\s.;,(])((?:(?:правильн|верн)\S* )?(?:ответы?|answer)\s*(?:[:=—–\x{FFFC}-]|указан\S*|под номер\S*|\d)|^\s*(?:ответы?|answer)\s*\.?$)`)

// untailed cuts the answer off a solution. Where the line holds nothing but the word, the
// block after it is the answer and goes too.
func untailed(b problem.Body) problem.Body {
	var kept problem.Body
	skip := false
	for _, block := range b.Blocks {
		if skip {
			skip = false
			continue
		}
		text := flatText(block.Spans)
		at := tail.FindStringSubmatchIndex(text)
		if block.Kind == problem.Program || block.Kind == problem.TableRows || at == nil {
			kept.Blocks = append(kept.Blocks, block)
			continue
		}
		skip = strings.Trim(text[at[3]:], " .:\u00a0") == ""
		block.Spans = cutSpans(block.Spans, []answer.Span{{From: at[2], To: len(text)}}, "")
		if strings.Trim(flatText(block.Spans), " .\u00a0") != "" {
			kept.Blocks = append(kept.Blocks, block)
		}
	}
	return kept
}

// object stands for a formula or a picture in the text of a block.
const object = "\ufffc"

// flatText is the text of spans with a sign for what is no text, so that a place in it
// names a place in the spans.
func flatText(spans []problem.Span) string {
	var out strings.Builder
	for _, s := range spans {
		out.WriteString(flatSpan(s))
	}
	return out.String()
}

func flatSpan(s problem.Span) string {
	if s.Formula != nil || s.Image != nil {
		return object
	}
	return s.Text
}

// cutSpans takes stretches of the flat text out and puts the mark in the place of each.
func cutSpans(spans []problem.Span, cuts []answer.Span, mark string) []problem.Span {
	var kept []problem.Span
	at := 0
	for _, s := range spans {
		size := len(flatSpan(s))
		kept = append(kept, cutSpan(s, at, size, cuts, mark)...)
		at += size
	}
	return kept
}

func cutSpan(s problem.Span, at, size int, cuts []answer.Span, mark string) []problem.Span {
	pieces, from := []problem.Span{}, at
	say := func(text string) {
		if text != "" {
			pieces = append(pieces, problem.Span{Text: text, Style: s.Style})
		}
	}
	for _, c := range cuts {
		if c.To <= from || c.From >= at+size {
			continue
		}
		if s.Text == "" { // an object is cut whole
			if c.From >= at {
				say(mark)
			}
			return pieces
		}
		if c.From >= from {
			say(s.Text[from-at : c.From-at])
			say(mark)
		}
		from = min(c.To, at+size)
	}
	if s.Text == "" {
		return []problem.Span{s}
	}
	say(s.Text[from-at:])
	return pieces
}

// blank is what a reader sees where the answer stood.
const blank = "□"

// masked is a body in which nothing shows the answer. What still shows it after masking,
// put together from several blocks or cells, is left out.
func masked(b problem.Body, t answer.Task) problem.Body {
	var out problem.Body
	for _, block := range b.Blocks {
		block = maskedBlock(block, t)
		if !showsBody(t, problem.Body{Blocks: []problem.Block{block}}) {
			out.Blocks = append(out.Blocks, block)
		}
	}
	for len(out.Blocks) > 0 && showsBody(t, out) {
		out.Blocks = out.Blocks[:len(out.Blocks)-1]
	}
	return out
}

func showsBody(t answer.Task, b problem.Body) bool {
	return shows(t, b.Text()) || shows(t, b.SearchText()) || tail.MatchString(b.Text())
}

func maskedBlock(block problem.Block, t answer.Task) problem.Block {
	switch block.Kind {
	case problem.Program:
		block.Text = maskedText(block.Text, t)
	case problem.TableRows:
		rows := make([][]problem.Cell, len(block.Rows))
		for i, row := range block.Rows {
			rows[i] = slices.Clone(row)
			for j := range rows[i] {
				rows[i][j].Spans = maskedSpans(row[j].Spans, t)
			}
		}
		block.Rows = rows
	case problem.Paragraph, problem.ListItem:
		block.Spans = maskedSpans(block.Spans, t)
	}
	return block
}

func maskedText(text string, t answer.Task) string {
	for _, s := range slices.Backward(answer.Reveal(t, text)) {
		text = text[:s.From] + blank + text[s.To:]
	}
	return text
}

// maskedSpans masks runs of text, and whole formulas: a number cut out of notation would
// leave neither notation nor sense.
func maskedSpans(spans []problem.Span, t answer.Task) []problem.Span {
	cuts := answer.Reveal(t, flatText(spans))
	for _, giveaway := range giveaways(t) {
		for _, at := range giveaway.FindAllStringSubmatchIndex(flatText(spans), -1) {
			cuts = append(cuts, answer.Span{From: at[2], To: at[3]})
		}
	}
	at := 0
	for _, s := range spans {
		size := len(flatSpan(s))
		if s.Formula != nil && showsFormula(t, *s.Formula) || s.Image != nil && shows(t, s.Image.Alt) {
			cuts = append(cuts, answer.Span{From: at, To: at + size})
		}
		at += size
	}
	slices.SortFunc(cuts, func(a, b answer.Span) int { return a.From - b.From })
	return cutSpans(spans, apart(cuts), blank)
}

// apart joins cuts that overlap.
func apart(cuts []answer.Span) []answer.Span {
	var list []answer.Span
	for _, c := range cuts {
		if n := len(list); n > 0 && c.From < list[n-1].To {
			list[n-1].To = max(list[n-1].To, c.To)
		} else {
			list = append(list, c)
		}
	}
	return list
}

// giveaways are what gives a choice or a table away piece by piece: "— да, верно" after an
// option, and the option's own sign where it is no part of a number.
func giveaways(t answer.Task) []*regexp.Regexp {
	switch {
	case !t.AnyOrder && !t.Row:
		return nil
	case slices.Contains(answer.KindsOf(t), answer.Letters):
		return []*regexp.Regexp{verdictWord, afterDash, letterSign}
	}
	return []*regexp.Regexp{verdictWord, afterDash, digitSign}
}

var (
	verdictWord = regexp.MustCompile(`(?i)(?:^|[^\p{L}])((?:не)?(?:верно|правильно)|(?:не)?верн(?:ое|ые|ый|ая|ы)|ошибочно)(?:[^\p{L}]|$)`)
	afterDash   = regexp.MustCompile(`(?i)[—–-]\s*(да|нет)(?:[^\p{L}]|$)`)
	digitSign   = regexp.MustCompile(`(?:^|[\s(«])(\d)(?:\)|\.\s|[,;]\s|[.;]?$|\s*[—–])`)
	letterSign  = regexp.MustCompile(`(?:^|[\s(«])([A-FА-Е])(?:\)|\.\s|[,;]\s|[.;]?$|\s*[—–])`)
)

var latexNumbers = strings.NewReplacer(`{,}`, ",", `\,`, " ", `\;`, " ", `\ `, " ")

var latexFraction = regexp.MustCompile(`\\[dt]?frac\s*\{\s*(\d+)\s*\}\s*\{\s*(\d+)\s*\}`)

// showsFormula reads a formula as it is written, as it is said, and its fractions in a line.
func showsFormula(t answer.Task, f problem.Formula) bool {
	written := latexNumbers.Replace(f.LaTeX)
	return shows(t, f.Alt) || shows(t, written) || shows(t, latexFraction.ReplaceAllString(written, "$1/$2")) ||
		shows(t, spokenFraction.ReplaceAllString(f.Alt, "$1/$2"))
}

var spokenFraction = regexp.MustCompile(`дробь: числитель: (\d+), знаменатель: (\d+) конец дроби`)
