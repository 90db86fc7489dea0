package document

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kept are first parts that are written with a hyphen in the middle of a line too, so a
// break after them was at a hyphen the author typed.
var kept = []string{
	"back", "co", "cross", "data", "end", "ex", "front", "full", "hands", "high", "in", "large", "long", "low",
	"mid", "multi", "non", "on", "open", "part", "post", "pre", "problem", "re", "real", "self", "server",
	"short", "side", "single", "team", "test", "third", "time", "two", "user", "well",
	"бизнес", "веб", "во", "из", "интернет", "кое", "онлайн", "по",
}

// keptSecond are second parts that are always written with a hyphen.
var keptSecond = []string{"end", "то", "либо", "нибудь", "таки", "сайт", "разработчик"}

// rejoin undoes hyphenation at line ends. A word broken by typesetting becomes whole;
// where the hyphen may be the author's own it stays, and the parts are put together around
// it. What the rest of the text does with the word decides first.
func rejoin(lines []line) []line {
	lower := lowerText(lines)
	for i := 0; i+1 < len(lines); i++ {
		text, next := &lines[i].text, &lines[i+1].text
		if breaksAddress(*text) && domain.MatchString(*next) {
			*text += *next
			*next = ""
			continue
		}
		if strayTail.MatchString(*next) && *text != "" {
			*text += strayTail.FindString(*next)
			*next = strings.TrimLeft(strayTail.ReplaceAllString(*next, ""), " ")
			continue
		}
		first, second, ok := broken(*text, *next)
		if !ok {
			continue
		}
		glue := "-"
		if strings.HasSuffix(*text, "\u00ad") || !strings.Contains(first, "@") && !authorsHyphen(lower, strings.ToLower(first), strings.ToLower(second)) {
			glue = ""
		}
		*text = strings.TrimRight(*text, "-\u00ad\u2010") + glue + second
		*next = strings.TrimLeft(strings.TrimPrefix(*next, second), " ")
	}
	return lines
}

func lowerText(lines []line) string {
	var out strings.Builder
	for _, l := range lines {
		out.WriteString(strings.ToLower(l.text))
		out.WriteByte('\n')
	}
	return out.String()
}

// breaksAddress reports a line that ends within an e-mail address, behind its sign or a hyphen.
func breaksAddress(text string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	return strings.HasSuffix(last, "@") || strings.Contains(last, "@") && strings.HasSuffix(last, "-")
}

// domain is a line that is the rest of an e-mail address.
var domain = regexp.MustCompile(`^[\pL\pN][\pL\pN.-]*\.\pL{2,}$`)

// strayTail is what can only be the end of the word before the line end: line breaking
// parts "C++" and leaves a comma alone.
var strayTail = regexp.MustCompile(`^(?:[+#]{1,2}[.,;:)]?|[.,;:)])(?:\s|$)`)

// broken returns the two halves of a word parted by a line end.
func broken(line, next string) (first, second string, ok bool) {
	if !strings.HasSuffix(line, "-") && !strings.HasSuffix(line, "\u00ad") && !strings.HasSuffix(line, "\u2010") {
		return "", "", false
	}
	head := strings.TrimRight(line, "-\u00ad\u2010")
	first = head[strings.LastIndexAny(head, " \t(/,")+1:]
	start, _ := utf8.DecodeRuneInString(next)
	end, _ := utf8.DecodeLastRuneInString(first)
	if !unicode.IsLower(start) || !unicode.IsLetter(end) || utf8.RuneCountInString(first) < 2 {
		return "", "", false
	}
	cut := strings.IndexFunc(next, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if cut < 0 {
		cut = len(next)
	}
	return first, next[:cut], true
}

func authorsHyphen(lower, first, second string) bool {
	if strings.Contains(lower, first+second) {
		return false
	}
	return strings.Contains(lower, first+"-"+second) || strings.Contains(first, "-") ||
		slices.Contains(kept, first) || slices.Contains(keptSecond, second) || strings.Contains(second, "-")
}
