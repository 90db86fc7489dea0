package document

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

const utf8Name = "utf-8"

// decodeText turns the bytes of a text file into UTF-8 and names their charset. A byte
// order mark decides, then validity as UTF-8; what is left is one of the single-byte
// charsets CVs still come in.
func decodeText(data []byte) (text, name string) {
	if order := utf16Order(data); order != nil {
		decoded, err := order.codec.NewDecoder().Bytes(data)
		if err == nil {
			return string(decoded), order.name
		}
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if utf8.Valid(data) {
		return string(data), utf8Name
	}
	table, name := singleByte(data)
	decoded, err := table.NewDecoder().Bytes(data)
	if err != nil {
		return string(bytes.ToValidUTF8(data, []byte("\uFFFD"))), utf8Name
	}
	return string(decoded), name
}

// order is a byte order of UTF-16.
type order struct {
	codec encoding.Encoding
	name  string
}

// utf16Order tells UTF-16 by its mark, or by zeros that keep to even or odd places.
func utf16Order(data []byte) *order {
	little := &order{unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-16le"}
	big := &order{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "utf-16be"}
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return little
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return big
	}
	sample := data[:min(len(data), 1024)]
	var zeros [2]int
	for i, c := range sample {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(sample) / 2; {
	case half < 8:
		return nil
	case zeros[1] > half*3/10 && zeros[0] == 0:
		return &order{unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le"}
	case zeros[0] > half*3/10 && zeros[1] == 0:
		return &order{unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be"}
	}
	return nil
}

// singleByte chooses among the single-byte charsets by what the text would look like in
// each. Russian text is mostly lower-case letters, of which о, е, а, и, н, т alone make up
// 45 percent; the wrong table turns case upside down or gives signs that no word has.
func singleByte(data []byte) (*charmap.Charmap, string) {
	candidates := []struct {
		table *charmap.Charmap
		name  string
	}{
		{charmap.Windows1251, "windows-1251"},
		{charmap.KOI8R, "koi8-r"},
		{charmap.CodePage866, "ibm866"},
		{charmap.Windows1252, "windows-1252"},
	}
	best, bestScore := candidates[len(candidates)-1], 0
	for _, c := range candidates {
		if score := plausibility(c.table, data); score > bestScore {
			best, bestScore = c, score
		}
	}
	return best.table, best.name
}

// plausibility scores the bytes outside of ASCII as letters of a text in the table.
func plausibility(table *charmap.Charmap, data []byte) int {
	score, before := 0, rune(' ')
	for _, c := range data {
		r := table.DecodeByte(c)
		if c < 0x80 {
			if isASCIILetter(r) {
				score += mixed(before)
			}
			before = r
			continue
		}
		if isCyrillic(r) && isASCIILetter(before) {
			score -= 3
		}
		switch {
		case bytes.ContainsRune([]byte("оеаинтсрвл"), r):
			score += 3
		case r >= 'а' && r <= 'я' || r == 'ё':
			score += 2
		case r >= 'А' && r <= 'Я' || r == 'Ё':
			if before >= 'а' && before <= 'я' {
				score -= 3
			}
		case isLatin(r):
			if isASCIILetter(before) {
				score++
			}
			if isLatin(before) {
				score -= 3
			}
		case bytes.ContainsRune([]byte("—–«»“”„’№•…©®°\u00a0"), r):
		default:
			score -= 3
		}
		before = r
	}
	return score
}

// mixed scores an ASCII letter by the one before it: accented Latin letters stand among
// plain ones, Cyrillic letters do not.
func mixed(before rune) int {
	switch {
	case isLatin(before):
		return 1
	case isCyrillic(before):
		return -3
	}
	return 0
}

func isCyrillic(r rune) bool { return r >= 'Ѐ' && r <= 'ӿ' }

// isLatin reports whether r is an accented letter of Western Europe.
func isLatin(r rune) bool { return r >= 0xC0 && r <= 0x17F && r != 0xD7 && r != 0xF7 }

func isASCIILetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
