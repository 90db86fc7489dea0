package sample

import (
	"fmt"
	"regexp"
	"strings"

	"kadry/internal/exam/formula"
	"kadry/internal/exam/problem"
)

// The markup of a text: a line is a paragraph, "- " makes a list item, lines of cells
// between "|" a table (a line of dashes under its heading), three backquotes fence a
// program, "[[" and "]]" enclose the reading aloud of a formula, two stars make bold.

// read turns a text into blocks.
func read(text string) (problem.Body, error) {
	var body problem.Body
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.TrimSpace(line) == "":
		case strings.HasPrefix(line, "```"):
			end := i + 1
			for end < len(lines) && !strings.HasPrefix(lines[end], "```") {
				end++
			}
			if end == len(lines) {
				return problem.Body{}, fmt.Errorf("the program %q has no end", line)
			}
			body.Blocks = append(body.Blocks, problem.Block{
				Kind: problem.Program, Lang: line[3:], Text: strings.Join(lines[i+1:end], "\n") + "\n",
			})
			i = end
		case strings.HasPrefix(line, "|"):
			end := i
			for end < len(lines) && strings.HasPrefix(lines[end], "|") {
				end++
			}
			table, err := readTable(lines[i:end])
			if err != nil {
				return problem.Body{}, err
			}
			body.Blocks = append(body.Blocks, table)
			i = end - 1
		default:
			block, err := readLine(line)
			if err != nil {
				return problem.Body{}, err
			}
			body.Blocks = append(body.Blocks, block)
		}
	}
	return body, nil
}

func readLine(line string) (problem.Block, error) {
	block := problem.Block{Kind: problem.Paragraph}
	if rest, ok := strings.CutPrefix(line, "- "); ok {
		block.Kind, line = problem.ListItem, rest
	}
	var err error
	block.Spans, err = readSpans(line)
	return block, err
}

func readTable(lines []string) (problem.Block, error) {
	table := problem.Block{Kind: problem.TableRows}
	for _, line := range lines {
		if strings.Trim(line, "|- ") == "" && strings.Contains(line, "-") {
			table.Head = len(table.Rows)
			continue
		}
		var row []problem.Cell
		for text := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			spans, err := readSpans(strings.TrimSpace(text))
			if err != nil {
				return problem.Block{}, err
			}
			row = append(row, problem.Cell{Spans: spans})
		}
		table.Rows = append(table.Rows, row)
	}
	return table, nil
}

var inline = regexp.MustCompile(`\[\[(.+?)\]\]|\*\*(.+?)\*\*`)

// readSpans takes a line apart into text and formulas. A reading that does not convert is
// a mistake in the text.
func readSpans(line string) ([]problem.Span, error) {
	var spans []problem.Span
	from := 0
	for _, at := range inline.FindAllStringSubmatchIndex(line, -1) {
		if at[0] > from {
			spans = append(spans, problem.Span{Text: line[from:at[0]]})
		}
		if at[2] >= 0 {
			alt := line[at[2]:at[3]]
			made := formula.Convert(alt)
			if !made.OK {
				return nil, fmt.Errorf("the formula %q cannot be read", alt)
			}
			spans = append(spans, problem.Span{Formula: &problem.Formula{Alt: alt, LaTeX: made.LaTeX, MathML: made.MathML, OK: true}})
		} else {
			spans = append(spans, problem.Span{Text: line[at[4]:at[5]], Style: problem.Bold})
		}
		from = at[1]
	}
	if from < len(line) {
		spans = append(spans, problem.Span{Text: line[from:]})
	}
	return spans, nil
}
