package judge

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// Confidences of what both orders agree on.
const (
	agreed   = 0.85
	executed = 0.95 // a counter-example was run and differs
	weakened = 0.6  // a part of the evidence is void
)

// weigh joins both answers. What they disagree on is unknown.
func weigh(ctx context.Context, q Question, static Outcome, first, second answer) Outcome {
	out := Outcome{Clone: q.Comparison.Clone, VerifiedBy: match.LLM, Model: first.model, Confidence: agreed}
	var void int
	out.Reasons, void = supported(q, first, second)
	if first.Verdict != second.Verdict {
		out.Verdict, out.Confidence = match.Unknown, 0.5
		out.Note = fault.Say("The model answers %s and, with both sides exchanged, %s.", "Модель отвечает %s, а при перестановке сторон — %s.", first.Verdict, second.Verdict)
		return out
	}
	out.Verdict = first.Verdict
	if void > 0 {
		out.Confidence = weakened
	}
	if tried(ctx, q, &out, first, second) {
		return out
	}
	if out.Verdict == match.Equivalent {
		held(q.Comparison, &out, static, first.Counterexample+second.Counterexample != "")
	}
	return out
}

// held lets "equivalent" stand only with evidence, without a counter-example and without a
// difference that the texts show of what is otherwise a copy.
func held(c align.Comparison, out *Outcome, static Outcome, counter bool) {
	switch {
	case len(out.Reasons) == 0:
		out.Verdict, out.Confidence = match.Unknown, 0.5
		out.Note = fault.Say("The model says equivalent but quotes nothing that stands in both texts.", "Модель считает код равносильным, но не приводит строк, которые есть в обоих текстах.")
	case counter:
		out.Verdict, out.Confidence = match.Unknown, 0.5
		out.Note = fault.Say("The model says equivalent and names an input on which the outputs differ.", "Модель считает код равносильным и при этом называет вход с разными результатами.")
	case contradicted(c):
		*out = Outcome{
			Verdict: match.Similar, Clone: c.Clone, Confidence: static.Confidence, Reasons: static.Reasons, VerifiedBy: match.Static, Model: out.Model,
			Note: fault.Say("The model says equivalent; the texts show a difference in what is computed, which counts.", "Модель считает код равносильным, но тексты различаются в том, что вычисляется; решает это."),
		}
	case out.Clone == "":
		out.Clone = match.T4
	}
}

// contradicted tells a copy that was changed: there a difference in what is computed is one.
// Of another algorithm every statement differs, which proves nothing.
func contradicted(c align.Comparison) bool {
	if c.Contradicted() && (c.Clone == match.T2 || c.Clone == match.T3 || c.Verdict == match.Overlapping) {
		return true
	}
	if min(c.A, c.B) < translated {
		return false
	}
	return slices.ContainsFunc(c.Differences, func(d match.Difference) bool {
		switch d.Nature {
		case match.Operator, match.Bound, match.Condition, match.Constant:
			return d.Material
		}
		return false
	})
}

// translated is the share of both sides that has to answer to the other for a translation.
const translated = 0.75

// tried runs the counter-examples and tells whether one decides: outputs that differ leave
// nothing of "equivalent".
func tried(ctx context.Context, q Question, out *Outcome, answers ...answer) bool {
	if q.Run == nil {
		return false
	}
	for _, a := range answers {
		input := strings.TrimSpace(a.Counterexample)
		if input == "" || len(input) > 4000 || !json.Valid([]byte(input)) {
			continue
		}
		agree, ran := q.Run(ctx, input)
		switch {
		case ran && !agree:
			out.Counterexample, out.Confidence = input, executed
			if out.Verdict == match.Equivalent || out.Verdict == match.Unknown {
				out.Verdict = match.Similar
			}
			out.Note = fault.Say("The outputs differ for the input %s.", "Для входа %s результаты различаются.", fault.Clip(input))
			return true
		case ran:
			out.Confidence = min(out.Confidence, weakened)
			out.Note = fault.Say("The input %s was said to tell them apart; the outputs are the same.", "Вход %s должен был показать отличие; результаты совпадают.", fault.Clip(input))
		}
	}
	return false
}

// supported are the passages that stand where the model says, as reasons, and how many do not.
func supported(q Question, answers ...answer) (reasons []match.Reason, void int) {
	a, b := shownLines(q.A), shownLines(q.B)
	seen := map[match.Reason]bool{}
	for _, one := range answers {
		for i, e := range one.Evidence {
			inA, inB := lineRange(e.ALines), lineRange(e.BLines)
			if i >= 12 || !stands(a, inA, e.AQuote) || !stands(b, inB, e.BQuote) {
				void++
				continue
			}
			why := told(e.Why)
			r := match.Reason{Text: fault.Text{EN: why, RU: why}, A: inA, B: inB}
			at := match.Reason{A: r.A, B: r.B}
			if !seen[at] {
				seen[at] = true
				reasons = append(reasons, r)
			}
		}
	}
	return reasons, void
}

// told is a model's sentence, short and on one line.
func told(text string) string {
	const most = 300
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > most {
		return string([]rune(text)[:most]) + "…"
	}
	return text
}

// stands tells whether a quotation is in the lines that it is said to be from. Space does not
// count, and the numbers before the lines may have been copied.
func stands(lines []string, at match.Range, quote string) bool {
	if at.Start < 1 || at.End < at.Start || at.End > len(lines) || at.End-at.Start > 400 {
		return false
	}
	const least = 3 // letters; less stands anywhere
	squeezed := squeeze(unnumbered(quote))
	if utf8.RuneCountInString(squeezed) < least {
		return false
	}
	return strings.Contains(squeeze(strings.Join(lines[at.Start-1:at.End], "\n")), squeezed)
}

// lineRange reads "4" and "4-6"; zero where it is neither.
func lineRange(text string) match.Range {
	from, to, several := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	if !several {
		to = from
	}
	start, err := strconv.Atoi(strings.TrimSpace(from))
	end, wrong := strconv.Atoi(strings.TrimSpace(to))
	if err != nil || wrong != nil {
		return match.Range{}
	}
	return match.Range{Start: start, End: end}
}

// unnumbered takes the numbers and bars off the beginnings of lines.
func unnumbered(text string) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if number, rest, ok := strings.Cut(line, "|"); ok && strings.Trim(strings.TrimSpace(number), "0123456789") == "" {
			line = rest
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }
