package document

import (
	"strings"
	"unicode"
)

// isLaTeX reports the source of a LaTeX document, which people send as text.
func isLaTeX(text string) bool {
	return strings.Contains(text, `\documentclass`) || strings.Contains(text, `\begin{document}`)
}

// latexDepth is how deep the arguments of commands are followed.
const latexDepth = 8

// latexText keeps the words of a LaTeX source and the lines they are printed on: sections
// stand apart, the arguments of a command with several of them are the cells of a row.
func latexText(source string) string {
	out := latex{source: source, closes: braces(source)}
	out.write(latexSpan{0, len(source)}, 0)
	return out.String()
}

// latex is the text of a LaTeX source under construction.
type latex struct {
	strings.Builder

	source string
	closes map[int]int // closing braces by their opening ones, as byte offsets
}

// latexSpan is a stretch of the source.
type latexSpan struct{ from, to int }

// braces pairs the braces of a source.
func braces(source string) map[int]int {
	closes := map[int]int{}
	var open []int
	for i := 0; i < len(source); i++ {
		switch source[i] {
		case '\\':
			i++
		case '{':
			open = append(open, i)
		case '}':
			if n := len(open); n > 0 {
				closes[open[n-1]], open = i, open[:n-1]
			}
		}
	}
	return closes
}

func (w *latex) write(s latexSpan, depth int) {
	source := w.source[:s.to]
	for i := s.from; i < s.to; {
		switch c := source[i]; c {
		case '\\':
			i = w.command(source, i+1, depth)
			continue
		case '%':
			if end := strings.IndexByte(source[i:], '\n'); end >= 0 {
				i += end
			} else {
				i = len(source)
			}
			continue
		case '{', '}', '$':
		case '~':
			w.WriteByte(' ')
		case '-':
			if strings.HasPrefix(source[i:], "--") {
				w.WriteString("–")
				i += len("--")
				for i < len(source) && source[i] == '-' {
					i++
				}
				continue
			}
			w.WriteByte(c)
		default:
			w.WriteByte(c)
		}
		i++
	}
}

// command writes what the command whose name begins at byte i prints, and returns where the
// text goes on.
func (w *latex) command(source string, i, depth int) int {
	end := i
	for end < len(source) && unicode.IsLetter(rune(source[end])) && source[end] < 0x80 {
		end++
	}
	if end == i {
		if i >= len(source) {
			return i
		}
		if source[i] == '\\' {
			w.WriteByte('\n')
			return skipOption(source, i+1)
		}
		if strings.IndexByte("&%$#_{}", source[i]) >= 0 {
			w.WriteByte(source[i])
		} else {
			w.WriteByte(' ')
		}
		return i + 1
	}
	name := source[i:end]
	if end < len(source) && source[end] == '*' {
		end++
	}
	end = skipOption(source, end)
	var args []latexSpan
	for len(args) < 10 {
		arg, next, ok := w.braced(source, end)
		if !ok {
			break
		}
		args, end = append(args, arg), next
	}
	w.print(name, args, depth)
	return end
}

// print writes a command. Commands that set the page up print nothing.
func (w *latex) print(name string, args []latexSpan, depth int) {
	switch name {
	case "documentclass", "usepackage", "moderncvstyle", "moderncvcolor", "setlength", "newcommand", "renewcommand", "geometry", "definecolor",
		"pagestyle", "vspace", "hspace", "begin", "end", "input", "include", "color", "fontsize", "thispagestyle":
		w.WriteByte('\n')
		return
	case "item":
		w.WriteString("\n• ")
	case "hfill":
		w.WriteString("\t")
	case "newline", "par", "linebreak":
		w.WriteByte('\n')
	case "href":
		args = args[min(len(args), 1):]
	}
	if depth >= latexDepth {
		return
	}
	apart := strings.HasSuffix(name, "section") || name == "name" || name == "title" || name == "author"
	switch {
	case apart:
		w.row(args, " ", depth)
	case len(args) > 1:
		w.row(args, " | ", depth)
	case len(args) == 1 && (name == "email" || name == "phone" || name == "mobile" || name == "address"):
		w.row(args, "", depth)
	case len(args) == 1:
		w.write(args[0], depth+1)
	}
}

// row writes arguments on a line of their own; what follows an empty or a fourth cell is
// text below it.
func (w *latex) row(args []latexSpan, between string, depth int) {
	w.WriteString("\n")
	if between == " " {
		w.WriteString("\n")
	}
	written := 0
	for _, arg := range args {
		if strings.TrimSpace(w.source[arg.from:arg.to]) == "" {
			continue
		}
		switch {
		case written >= 4:
			w.WriteString("\n")
		case written > 0:
			w.WriteString(between)
		}
		w.write(arg, depth+1)
		written++
	}
	w.WriteString("\n")
}

// braced reads the argument in braces at byte i, after spaces.
func (w *latex) braced(source string, i int) (arg latexSpan, next int, ok bool) {
	for i < len(source) && (source[i] == ' ' || source[i] == '\t') {
		i++
	}
	end, closed := w.closes[i]
	if !closed || end >= len(source) {
		return latexSpan{}, i, false
	}
	return latexSpan{i + 1, end}, end + 1, true
}

// longestOption bounds the search for the end of an option.
const longestOption = 200

// skipOption passes an option in square brackets: "[12pt]".
func skipOption(source string, i int) int {
	if i < len(source) && source[i] == '[' {
		if end := strings.IndexByte(source[i:min(len(source), i+longestOption)], ']'); end >= 0 {
			return i + end + 1
		}
	}
	return i
}
