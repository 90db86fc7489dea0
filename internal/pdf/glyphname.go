package pdf

import (
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// glyphText is the text of a glyph name by the rules of the Adobe glyph list: a suffix
// after a dot is a variant, underscores join the parts of a ligature, "uni" and "u" carry
// code points, accented letters are a letter and the name of an accent. A name that says
// nothing ("g12", ".notdef") gives no text.
func glyphText(glyph string) string {
	glyph, _, _ = strings.Cut(glyph, ".")
	var out strings.Builder
	for part := range strings.SplitSeq(glyph, "_") {
		out.WriteString(glyphPart(part))
	}
	return out.String()
}

func glyphPart(part string) string {
	if len(part) == 1 {
		return part
	}
	if t, ok := glyphNames[part]; ok {
		return t
	}
	if t, ok := codePointName(part); ok {
		return t
	}
	if t, ok := cyrillicName(part); ok {
		return t
	}
	if part != "" {
		if mark, ok := accents[part[1:]]; ok {
			return norm.NFC.String(part[:1] + mark)
		}
	}
	return ""
}

// codePointName reads "uni0416", "uni04160417" and "u1F600".
func codePointName(part string) (string, bool) {
	if digits, ok := strings.CutPrefix(part, "uni"); ok && len(digits) >= 4 && len(digits)%4 == 0 {
		var raw strings.Builder
		for ; digits != ""; digits = digits[4:] {
			n, err := strconv.ParseUint(digits[:4], 16, 16)
			if err != nil {
				return "", false
			}
			raw.Write([]byte{byte(n >> 8), byte(n)})
		}
		return utf16Text(raw.String()), true
	}
	if digits, ok := strings.CutPrefix(part, "u"); ok && len(digits) >= 4 && len(digits) <= 6 {
		n, err := strconv.ParseUint(digits, 16, 32)
		return string(rune(n)), err == nil
	}
	return "", false
}

// cyrillicName reads the numbered names of Adobe's Cyrillic: afii10017 is А.
func cyrillicName(part string) (string, bool) {
	digits, ok := strings.CutPrefix(part, "afii")
	if !ok {
		return "", false
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return "", false
	}
	switch {
	case n >= 10017 && n <= 10049:
		return alphabetLetter(n-10017, 'А', "Ё"), true
	case n >= 10065 && n <= 10097:
		return alphabetLetter(n-10065, 'а', "ё"), true
	}
	t, ok := map[int]string{
		10050: "Ґ", 10053: "Є", 10055: "І", 10056: "Ї", 10062: "Ў", 10098: "ґ", 10101: "є",
		10103: "і", 10104: "ї", 10110: "ў", 61352: "№", 57929: "№", 208: "—",
	}[n]
	return t, ok
}

// alphabetLetter is the n-th letter of the Russian alphabet, where Ё is the seventh and
// stands outside the Unicode row.
func alphabetLetter(n int, first rune, yo string) string {
	switch {
	case n < 6:
		return string(first + rune(n))
	case n == 6:
		return yo
	}
	return string(first + rune(n) - 1)
}

// accents are the second part of names like eacute, as combining marks.
var accents = map[string]string{
	"grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "macron": "\u0304",
	"breve": "\u0306", "dotaccent": "\u0307", "dieresis": "\u0308", "ring": "\u030a",
	"hungarumlaut": "\u030b", "caron": "\u030c", "commaaccent": "\u0327", "cedilla": "\u0327", "ogonek": "\u0328",
}

var glyphNames = map[string]string{
	"space": " ", "nbspace": " ", "exclam": "!", "quotedbl": "\"", "numbersign": "#", "dollar": "$",
	"percent": "%", "ampersand": "&", "quotesingle": "'", "quoteright": "’", "quoteleft": "‘",
	"parenleft": "(", "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",", "hyphen": "-",
	"minus": "-", "period": ".", "slash": "/", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4",
	"five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "colon": ":", "semicolon": ";",
	"less": "<", "equal": "=", "greater": ">", "question": "?", "at": "@", "bracketleft": "[",
	"backslash": "\\", "bracketright": "]", "asciicircum": "^", "underscore": "_", "grave": "`",
	"braceleft": "{", "bar": "|", "braceright": "}", "asciitilde": "~", "sfthyphen": "\u00ad",
	"ff": "ff", "fi": "fi", "fl": "fl", "ffi": "ffi", "ffl": "ffl", "fj": "fj", "dotlessi": "ı", "dotlessj": "ȷ",
	"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "oslash": "ø", "Oslash": "Ø", "lslash": "ł", "Lslash": "Ł",
	"germandbls": "ß", "eth": "ð", "Eth": "Ð", "thorn": "þ", "Thorn": "Þ", "dcroat": "đ", "Dcroat": "Đ",
	"exclamdown": "¡", "questiondown": "¿", "cent": "¢", "sterling": "£", "yen": "¥", "Euro": "€",
	"currency": "¤", "section": "§", "copyright": "©", "registered": "®", "trademark": "™", "degree": "°",
	"paragraph": "¶", "ordfeminine": "ª", "ordmasculine": "º", "onesuperior": "¹", "twosuperior": "²",
	"threesuperior": "³", "onehalf": "½", "onequarter": "¼", "threequarters": "¾", "mu": "µ", "multiply": "×",
	"divide": "÷", "plusminus": "±", "logicalnot": "¬", "brokenbar": "¦", "endash": "–", "emdash": "—",
	"quotedblleft": "“", "quotedblright": "”", "quotedblbase": "„", "quotesinglbase": "‚",
	"guillemotleft": "«", "guillemotright": "»", "guilsinglleft": "‹", "guilsinglright": "›",
	"ellipsis": "…", "dagger": "†", "daggerdbl": "‡", "perthousand": "‰", "fraction": "⁄", "numero": "№",
	"bullet": bullet, "periodcentered": "·", "openbullet": bullet, "asteriskmath": bullet, "square": bullet,
	"filledbox": bullet, "H18543": bullet, "triagrt": bullet, "circle": bullet, "dot": bullet, "lozenge": bullet,
	"arrowright": "→", "arrowleft": "←", "checkmark": "✓", "circumflex": "ˆ", "tilde": "˜",
	"acute": "´", "dieresis": "¨", "macron": "¯", "caron": "ˇ", "breve": "˘", "ring": "˚", "cedilla": "¸",
}
