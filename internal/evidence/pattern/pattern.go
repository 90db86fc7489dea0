// Package pattern searches the files of repositories for literals and regular expressions. The
// expressions are RE2: their time grows with the text alone, whoever wrote them.
package pattern

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// Mode says how a pattern is read.
type Mode string

// The modes.
const (
	Auto    Mode = "auto"    // a regular expression where it uses what literals seldom have
	Literal Mode = "literal" // as it stands, in any case
	Regex   Mode = "regex"   // RE2, in any case
)

const (
	// Longest is of one pattern, in characters.
	Longest    = 256
	perFile    = 5       // hits of one pattern in one file
	snippet    = 200     // characters of a line that are shown
	mostSearch = 1 << 20 // bytes of a file
	// mostSteps bounds a compiled expression: a byte of text may cost a step of each. An
	// expression without repetitions has about as many as it has characters.
	mostSteps = 600
)

var errLarge = errors.New("too large when compiled")

// Pattern is a compiled pattern.
type Pattern struct {
	Given   string
	Regex   bool
	literal []byte // lower case, for literals
	re      *regexp.Regexp
}

// Compile reads a pattern.
func Compile(given string, mode Mode) (Pattern, error) {
	if given == "" || utf8.RuneCountInString(given) > Longest || !utf8.ValidString(given) || strings.ContainsAny(given, "\x00\n\r") {
		return Pattern{}, fault.E(fault.Invalid, fault.Say("A pattern has 1 to %d characters on one line.", "Шаблон — от 1 до %d знаков в одну строку.", Longest), nil)
	}
	if mode == Auto && looksRegex(given) {
		if re, err := compile(given); err == nil {
			return Pattern{Given: given, Regex: true, re: re}, nil
		}
	}
	if mode != Regex {
		return Pattern{Given: given, literal: []byte(strings.ToLower(given))}, nil
	}
	re, err := compile(given)
	if err != nil {
		return Pattern{}, refusal(given, err)
	}
	return Pattern{Given: given, Regex: true, re: re}, nil
}

func refusal(given string, err error) error {
	if errors.Is(err, errLarge) {
		return fault.E(fault.Invalid, fault.Say("%q repeats too much.", "В «%s» слишком много повторений.", fault.Clip(given)), err).
			WithHint(fault.Say("Use smaller counts in braces, or * and +.", "Уменьшите числа в фигурных скобках или используйте * и +."))
	}
	return fault.E(fault.Invalid, fault.Say("%q is not an RE2 expression.", "«%s» — не выражение RE2.", fault.Clip(given)), err).
		WithHint(fault.Say("RE2 has no back-references and no look-around; or search with mode literal.",
			"В RE2 нет обратных ссылок и просмотра вперёд и назад; можно искать в режиме literal."))
}

func compile(given string) (*regexp.Regexp, error) {
	parsed, err := syntax.Parse("(?i)"+given, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	if program, err := syntax.Compile(parsed.Simplify()); err != nil || len(program.Inst) > mostSteps {
		return nil, fmt.Errorf("pattern: %w", errors.Join(errLarge, err))
	}
	re, err := regexp.Compile("(?i)" + given)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	return re, nil
}

// looksRegex reports signs that code seldom has next to each other: ".*", "\b", "[a-z]", "(a|b)".
func looksRegex(s string) bool {
	for _, sign := range []string{".*", ".+", `\b`, `\s`, `\w`, `\d`, `\.`, "|", "[^", "^", "$"} {
		if strings.Contains(s, sign) {
			return true
		}
	}
	return strings.Contains(s, "[") && strings.Contains(s, "-") && strings.Contains(s, "]")
}

// Hit is one place that matches.
type Hit struct {
	Pattern    string `json:"pattern"`
	Repository string `json:"repository"`
	Path       string `json:"path"`
	Line       int    `json:"line" doc:"1-based; 0 where the path itself matches."`
	Snippet    string `json:"snippet"`
	URL        string `json:"url"`
}

// Find returns where patterns match in a file, its path included.
func Find(patterns []Pattern, f github.File) []Hit {
	var hits []Hit
	body := f.Body[:min(len(f.Body), mostSearch)]
	for _, p := range patterns {
		if p.match([]byte(f.Path)) {
			hits = append(hits, Hit{Pattern: p.Given, Path: f.Path, Snippet: f.Path})
		}
		hits = append(hits, p.lines(f.Path, body)...)
	}
	return hits
}

func (p Pattern) match(text []byte) bool {
	if p.re != nil {
		return p.re.Match(text)
	}
	return bytes.Contains(bytes.ToLower(text), p.literal)
}

// lines finds the first lines that match. A file without a match costs one pass.
func (p Pattern) lines(path string, body []byte) []Hit {
	if len(body) == 0 || p.re == nil && !p.match(body) {
		return nil
	}
	var hits []Hit
	n := 0
	for line := range bytes.SplitSeq(body, []byte{'\n'}) {
		n++
		line = bytes.TrimSuffix(line, []byte{'\r'}) // for "$" the line ends before it
		if !p.match(line) {
			continue
		}
		hits = append(hits, Hit{Pattern: p.Given, Path: path, Line: n, Snippet: shown(line)})
		if len(hits) == perFile {
			break
		}
	}
	return hits
}

// shown is a line as an answer shows it.
func shown(line []byte) string {
	text := strings.TrimSpace(strings.ToValidUTF8(string(line[:min(len(line), 4*snippet)]), "�"))
	if r := []rune(text); len(r) > snippet {
		return string(r[:snippet]) + "…"
	}
	return text
}
