package document

import (
	"math"
	"strings"
	"unicode/utf8"

	"kadry/internal/talent/layout"
)

// line is one line of a file before it is cleaned. A tab in its text begins another cell
// of a row; an empty line parts paragraphs. The size of its look is in the units of the
// file.
type line struct {
	text   string
	look   layout.Line
	fields []layout.Field // offsets in text; for text that is clean already
}

// plain are the lines of a text without any look.
func plain(text string) []line {
	var out []line
	for part := range strings.SplitSeq(text, "\n") {
		out = append(out, line{text: part})
	}
	return out
}

// setText makes the clean lines the text of the document and remembers how they look.
// There is at most one empty line in a row and none at either end.
func (d *Document) setText(lines []line) {
	var out strings.Builder
	empty := false
	usual := usualSize(lines)
	for _, raw := range lines {
		for part := range strings.SplitSeq(replace(raw.text), "\n") {
			text, cells := tidy(part)
			if text == "" {
				empty = true
				continue
			}
			if out.Len() > 0 {
				out.WriteString("\n")
				if empty {
					out.WriteString("\n")
				}
			}
			empty = false
			look := raw.look
			look.Start, look.Cells = out.Len(), cells
			out.WriteString(text)
			if text == raw.text {
				d.addFields(raw.fields, look.Start)
			}
			if look = relative(look, usual); known(look) {
				d.Lines = append(d.Lines, look)
			}
		}
	}
	d.Text = out.String()
}

func (d *Document) addFields(fields []layout.Field, start int) {
	for _, f := range fields {
		f.Start += start
		f.End += start
		d.Fields = append(d.Fields, f)
	}
}

// known reports whether a look says anything beside where its line begins.
func known(l layout.Line) bool {
	return l.Page != 0 || l.Column != 0 || l.Right != 0 || l.Size != 0 || l.Bold || l.Italic || l.Heading != 0 || l.Margin != "" || len(l.Cells) > 0
}

// usualSize is the size most characters are set in, zero when no line has one.
func usualSize(lines []line) float32 {
	count := map[float32]int{}
	usual := float32(0)
	for _, l := range lines {
		if l.look.Size <= 0 {
			continue
		}
		size := rounded(l.look.Size)
		count[size] += utf8.RuneCountInString(l.text)
		if n, most := count[size], count[usual]; n > most || n == most && size < usual {
			usual = size
		}
	}
	return usual
}

// relative gives the size as a multiple of the usual one.
func relative(l layout.Line, usual float32) layout.Line {
	if usual > 0 {
		l.Size = rounded(l.Size / usual)
	}
	l.Left, l.Right, l.Top = rounded(l.Left), rounded(l.Right), rounded(l.Top)
	return l
}

// rounded keeps two digits, what the eye can tell and a record need hold.
func rounded(share float32) float32 { return float32(math.Round(float64(share)*100) / 100) }
