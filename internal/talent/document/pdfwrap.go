package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A narrow column breaks titles, names of firms and dates over its lines. A line was ended by
// the column and not by the writer when the first word of the next would not have fitted
// behind it.
const (
	narrowColumn = 0.6   // of the width of the page; in wider ones only running text fills a line
	wrapSlack    = 0.005 // of the width of the page: what letters of a line may be narrower than its mean
	flowPairs    = 4     // full lines of a column that tell whether its text runs on
	fewPairs     = 2     // that let a line go on with a small letter
	flowShare    = 0.4   // of them go on in the middle of a sentence where it does
	fullWords    = 2     // words of a full line at least: lists of single words are as wide as their longest
	flowWords    = 4.5   // words of a full line on average where text runs on
	filledShare  = 0.75  // of the width of the column a full line has before a capital letter
	hangingLeast = 0.008 // of the width of the page: further lines of an entry begin so much deeper
	hangingMost  = 0.04  // and no deeper than this
	mostJoined   = 40    // lines of one paragraph
)

// column is how wide one column of a page is and whether its text runs on from line to line.
type column struct {
	left, right float32
	full, amid  int // full lines without a stop, and those of them that end in the middle of a sentence
	words       int // of the full lines
}

func (c column) narrow() bool { return c.right-c.left < narrowColumn }
func (c column) flows() bool {
	full := float64(c.full)
	return c.full >= flowPairs && float64(c.amid) >= flowShare*full && float64(c.words) >= flowWords*full
}

// unwrap joins the lines that a narrow column has broken.
func unwrap(lines []line) []line {
	columns := columnsOf(lines)
	var out []line
	for i, l := range lines {
		if i > 0 && lines[i-1].text != "" && out[len(out)-1].look.Joined < mostJoined && columns[l.look.Column].wraps(lines[i-1], l) {
			last := &out[len(out)-1]
			last.text += " " + l.text
			last.look.Right = max(last.look.Right, l.look.Right)
			last.look.Joined = max(last.look.Joined, 1) + 1
			continue
		}
		out = append(out, l)
	}
	return out
}

// columnsOf measures every column of text.
func columnsOf(lines []line) map[int]*column {
	columns := map[int]*column{}
	for _, l := range lines {
		if l.text == "" || l.look.Right == 0 {
			continue
		}
		at := l.look.Column
		c := columns[at]
		if c == nil {
			c = &column{left: l.look.Left, right: l.look.Right}
			columns[at] = c
		}
		c.left, c.right = min(c.left, l.look.Left), max(c.right, l.look.Right)
	}
	for i := 1; i < len(lines); i++ {
		c, l, next := columns[lines[i].look.Column], lines[i-1], lines[i]
		if c == nil || !c.fills(l, next) || endsSentence(l.text) {
			continue
		}
		c.full++
		c.words += len(strings.Fields(l.text))
		if amid(next.text) {
			c.amid++
		}
	}
	return columns
}

// fills reports that the first word of the next line would not have fitted behind a line.
func (c *column) fills(l, next line) bool {
	if l.text == "" || next.text == "" || l.look.Column != next.look.Column || next.look.Top <= l.look.Top ||
		strings.Contains(l.text, "\t") || strings.Contains(next.text, "\t") || len(strings.Fields(l.text)) < fullWords {
		return false
	}
	word, _, _ := strings.Cut(next.text, " ")
	letter := (next.look.Right - next.look.Left) / float32(utf8.RuneCountInString(next.text))
	return l.look.Right+letter*float32(1+utf8.RuneCountInString(word)) > c.right+wrapSlack
}

// wraps reports that the column broke the line and the next one goes on with it.
func (c *column) wraps(l, next line) bool {
	if c == nil || !c.fills(l, next) || l.look.Margin != next.look.Margin ||
		!l.look.SameSize(next.look) || endsSentence(l.text) || opensItem(next.text) || holdsAddress(l.text, next.text) {
		return false
	}
	if deeper := next.look.Left - l.look.Left; deeper > hangingLeast && deeper < hangingMost && amid(next.text) {
		return true
	}
	if !c.narrow() {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next.text)
	if datedItem.MatchString(next.text) {
		return false
	}
	if unicode.IsLower(first) {
		return c.full >= fewPairs
	}
	alike := l.look.Bold == next.look.Bold && l.look.Italic == next.look.Italic || !unicode.IsUpper(first)
	return c.flows() && alike && l.look.Right-c.left >= filledShare*(c.right-c.left)
}

// amid reports a line that goes on in the middle of a sentence: with a small letter, or with a number
// that begins no dates of its own.
func amid(next string) bool {
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(first) || unicode.IsDigit(first) && !datedItem.MatchString(next)
}

// datedItem is a line that begins with the dates of something: "2015 – 2017", "03.2015", "2024–",
// «март 2019».
var datedItem = regexp.MustCompile(`(?i)^(?:\d{1,2}[./]){0,2}(?:19|20)\d\d\s*(?:[–—−-]|(?:to|по|до)\s+(?:19|20)\d\d)|^\d{1,2}[./](?:19|20)\d\d|` +
	`^(?:с |from |since )?(?:янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\pL*\.?,?\s+(?:19|20)\d\d`)

// endsSentence reports a line that the writer may have ended: behind a stop the next line begins
// something new as often as not.
func endsSentence(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".:;!?•|", last)
}

// holdsAddress reports lines of contacts at the edge between which a line ends: an e-mail address or a
// link has a line of its own.
func holdsAddress(text, next string) bool {
	last := text[strings.LastIndexByte(text, ' ')+1:]
	first, _, _ := strings.Cut(next, " ")
	return strings.ContainsAny(last+first, "@/") || strings.Contains(strings.Trim(first, ".,"), ".") && !strings.ContainsFunc(first, unicode.IsUpper)
}

// opensItem reports a line that begins with the sign of an item of a list.
func opensItem(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	return !unicode.IsLetter(first) && !unicode.IsDigit(first) && !strings.ContainsRune("«\"“(„'’", first) &&
		(size == len(text) || text[size] == ' ')
}
