package document

import (
	"strings"
	"unicode"

	"kadry/internal/talent/layout"
)

// face is how a stretch of text is set.
type face struct {
	size    float32 // in the units of the file
	bold    bool
	italic  bool
	heading int
	margin  layout.Margin
	column  int
}

// styled is a text under construction that remembers how its parts are set.
type styled struct {
	strings.Builder
	runs []styledRun
}

// styledRun is where a face begins.
type styledRun struct {
	from int
	face face
}

// write appends text set in a face.
func (s *styled) write(text string, f face) {
	if n := len(s.runs); text != "" && (n == 0 || s.runs[n-1].face != f) {
		s.runs = append(s.runs, styledRun{from: s.Len(), face: f})
	}
	s.WriteString(text)
}

// lines cuts the text at its line ends; each line looks as most of its characters do.
func (s *styled) lines() []line { return s.cut(s.String()) }

// cut is lines for a text that has other line ends at the same places.
func (s *styled) cut(text string) []line {
	var out []line
	start, k := 0, 0
	for part := range strings.SplitSeq(text, "\n") {
		end := start + len(part)
		var weights tally
		for ; k < len(s.runs) && s.runs[k].from < end; k++ {
			from, until := max(start, s.runs[k].from), len(text)
			if k+1 < len(s.runs) {
				until = s.runs[k+1].from
			}
			if from < until {
				weights.add(s.runs[k].face, text[from:min(until, end)])
			}
			if until > end {
				break // the run goes on in the next line
			}
		}
		out = append(out, line{text: part, look: weights.look()})
		start = end + 1
	}
	return out
}

// tally weighs the faces of a line by the characters set in them.
type tally struct {
	total, bold, italic int
	sizes               map[float32]int
	first               face
}

func (t *tally) add(f face, text string) {
	n := 0
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	if n == 0 {
		return
	}
	if t.total == 0 {
		t.first, t.sizes = f, map[float32]int{}
	}
	t.total += n
	t.sizes[f.size] += n
	if f.bold {
		t.bold += n
	}
	if f.italic {
		t.italic += n
	}
}

func (t *tally) look() layout.Line {
	out := layout.Line{Bold: 2*t.bold > t.total, Italic: 2*t.italic > t.total, Heading: t.first.heading, Margin: t.first.margin, Column: t.first.column}
	most := 0
	for size, n := range t.sizes {
		if n > most || n == most && size > out.Size {
			out.Size, most = size, n
		}
	}
	return out
}
