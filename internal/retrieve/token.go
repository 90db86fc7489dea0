// Package retrieve is pure text retrieval: tokens that keep the names of technologies
// whole, Russian and English stems, a BM25 index with phrases, rank fusion and a ranking
// metric. It knows nothing of CVs, skills, storage or the network.
package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Token is one word of a text: folded (NFKC, lower case, ё as е, Cyrillic look-alikes of
// Latin letters mapped) and with its place in bytes of the text given.
type Token struct {
	Text       string
	Start, End int
}

// maxToken bounds one token in bytes; a longer run is base64 or an attack and is cut.
const maxToken = 64

// slashed are the compounds written with a slash that are one name. Any other slash
// separates alternatives ("Java/Kotlin").
var slashed = map[string]bool{
	"ci/cd": true, "tcp/ip": true, "pl/sql": true, "i/o": true, "a/b": true, "os/2": true, "s/4hana": true,
}

// dotted are the endings that belong to a name across a dot: Node.js, ASP.NET, Socket.IO.
var dotted = map[string]bool{"js": true, "net": true, "io": true, "ai": true, "py": true, "ts": true}

// Tokens splits text into words. C, C++, C#, .NET, Node.js, CI/CD, R&D and 1С stay whole
// and apart from each other; sentence punctuation never becomes part of a word.
func Tokens(text string) []Token {
	tokens := make([]Token, 0, len(text)/6)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !wordRune(r) && !startsNet(text, at) {
			at += size
			continue
		}
		end := tokenEnd(text, at)
		if folded := Fold(text[at:end]); folded != "" {
			tokens = append(tokens, Token{Text: folded, Start: at, End: end})
		}
		at = skipPossessive(text, end)
	}
	return tokens
}

// tokenEnd returns where the word that starts at the offset ends.
func tokenEnd(text string, start int) int {
	at := start
	if text[at] == '.' {
		at++
	}
	limit := start + maxToken + utf8.UTFMax // no word reads further, however long the run is
	at = runEnd(text, at, limit)
	for at < len(text) && at-start < maxToken {
		next := extend(text, start, at)
		if next == at {
			break
		}
		at = next
	}
	if at-start > maxToken {
		for at = start + maxToken; !utf8.RuneStart(text[at]); at-- {
		}
	}
	return at
}

// extend grows a word over the one mark that follows it when the mark is part of the name.
func extend(text string, start, at int) int {
	word := text[start:at]
	rest := runEnd(text, min(at+1, len(text)), start+maxToken+utf8.UTFMax)
	right := text[min(at+1, len(text)):rest]
	switch text[at] {
	case '+':
		if strings.HasPrefix(text[at:], "++") && !wordAt(text, at+2) {
			return at + 2
		}
	case '#':
		if utf8.RuneCountInString(word) == 1 && !unicode.IsDigit(firstRune(word)) && right == "" {
			return at + 1
		}
	case '.':
		if right != "" && (dotted[strings.ToLower(right)] || digits(word) && digits(right)) {
			return rest
		}
	case '/':
		if right != "" && len(word) <= 3 && slashed[strings.ToLower(word+"/"+right)] {
			return rest
		}
	case '&':
		if right != "" && len(word) <= 2 && len(right) <= 2 {
			return rest
		}
	case '-':
		if right != "" && len(word) == 1 && strings.ContainsAny(word, "eEtTxX") {
			return rest
		}
	}
	return at
}

// Fold brings one word to the form under which it is indexed.
func Fold(word string) string {
	if ascii(word) {
		return dropInner(strings.ToLower(word))
	}
	word = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case r == 'ё':
			return 'е'
		}
		return r
	}, strings.ToLower(norm.NFKC.String(word)))
	return dropInner(latinise(word))
}

// dropInner removes the hyphen of a joined single-letter prefix: e-mail and email are one word.
func dropInner(word string) string {
	if len(word) > 2 && word[1] == '-' {
		return word[:1] + word[2:]
	}
	return word
}

// lookAlikes maps Cyrillic letters that are typed for Latin ones by mistake.
var lookAlikes = map[rune]rune{
	'а': 'a', 'в': 'b', 'е': 'e', 'к': 'k', 'м': 'm', 'н': 'h', 'о': 'o', 'р': 'p', 'с': 'c', 'т': 't', 'у': 'y', 'х': 'x',
}

// latinise maps look-alikes in a word that is Latin by its other signs: "С++", "1С", "Рython".
func latinise(word string) string {
	latin, sign, alike := false, false, true
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin = true
		case unicode.Is(unicode.Cyrillic, r):
			_, ok := lookAlikes[r]
			alike = alike && ok
		default:
			sign = true
		}
	}
	if !alike || !latin && !sign {
		return word
	}
	return strings.Map(func(r rune) rune {
		if to, ok := lookAlikes[r]; ok {
			return to
		}
		return r
	}, word)
}

func startsNet(text string, at int) bool {
	if text[at] != '.' || len(text) < at+4 || !strings.EqualFold(text[at:at+4], ".net") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	return !wordAt(text, at+4) && (at == 0 || !wordRune(before))
}

// skipPossessive leaves 's of "bachelor's" out of the text.
func skipPossessive(text string, at int) int {
	for _, mark := range []string{"'s", "’s"} {
		if strings.HasPrefix(text[at:], mark) && !wordAt(text, at+len(mark)) {
			return at + len(mark)
		}
	}
	return at
}

// runEnd returns where the run of word runes ends, or a place behind the limit.
func runEnd(text string, at, limit int) int {
	for at < len(text) && at <= limit {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !wordRune(r) {
			break
		}
		at += size
	}
	return at
}

func wordAt(text string, at int) bool {
	if at >= len(text) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text[at:])
	return wordRune(r)
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	// A soft hyphen or a zero-width mark inside a word does not end it.
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.Cf, r)
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
