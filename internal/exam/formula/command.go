package formula

import "strings"

// commands is the TeX that readings leave as it was and that is more than one sign.
var commands = map[string]token{
	"frac": {kind: texFraction}, "dfrac": {kind: texFraction}, "tfrac": {kind: texFraction}, "cfrac": {kind: texFraction},
	"binom": {kind: texBinomial}, "sqrt": {kind: texRoot},
	"vec": {kind: vector}, "overrightarrow": {kind: vector},
	"overline": {kind: texAccent, text: "overline"}, "bar": {kind: texAccent, text: "overline"}, "underline": {kind: texAccent, text: "underline"},
	"hat": {kind: texAccent, text: "hat"}, "widehat": {kind: texAccent, text: "widehat"}, "tilde": {kind: texAccent, text: "tilde"},
	"dot": {kind: texAccent, text: "dot"}, "ddot": {kind: texAccent, text: "ddot"},
	"mathrm": {kind: texUpright}, "operatorname": {kind: texUpright}, "rm": {kind: texUpright}, "mathop": {kind: texUpright},
	"mathbb": {kind: texBlackboard},
	"mathbf": {kind: texAlphabet, text: "mathbf"}, "boldsymbol": {kind: texAlphabet, text: "mathbf"}, "bf": {kind: texAlphabet, text: "mathbf"},
	"mathcal": {kind: texAlphabet, text: "mathcal"}, "cal": {kind: texAlphabet, text: "mathcal"}, "mathit": {kind: texStyle}, "it": {kind: texStyle},
	"limits": {kind: texStyle}, "nolimits": {kind: texStyle}, "displaystyle": {kind: texStyle}, "textstyle": {kind: texStyle},
	"left": {kind: texStyle}, "right": {kind: texStyle}, "big": {kind: texStyle}, "Big": {kind: texStyle}, "bigl": {kind: texStyle}, "bigr": {kind: texStyle},
	"strut": {kind: texStyle}, "mathstrut": {kind: texStyle}, "!": {kind: texStyle},
	"overset": {kind: texOver}, "stackrel": {kind: texOver}, "underset": {kind: texUnder},
	"xrightarrow": {kind: texLabelled}, "not": {kind: texNot},
	"quad": {kind: aGap}, "qquad": {kind: aGap}, ",": {kind: texStyle}, ";": {kind: texStyle}, ":": {kind: texStyle}, " ": {kind: texStyle},
	"{": {kind: opener, text: "{"}, "}": {kind: closer, text: "}"}, "lbrace": {kind: opener, text: "{"}, "rbrace": {kind: closer, text: "}"},
	"langle": {kind: opener, text: "⟨"}, "rangle": {kind: closer, text: "⟩"},
	"lfloor": {kind: opener, text: "⌊"}, "rfloor": {kind: closer, text: "⌋"}, "lceil": {kind: opener, text: "⌈"}, "rceil": {kind: closer, text: "⌉"},
	"lvert": {kind: bar, text: "|"}, "rvert": {kind: bar, text: "|"}, "vert": {kind: bar, text: "|"},
	"prime": {kind: primed}, "degree": {kind: degrees}, "abs": {kind: modulus}, "\\": {kind: newRow}, "newline": {kind: newRow},
	"%": {kind: aSign, sign: signByChar["%"]}, "|": {kind: aSign, sign: signByChar["∥"]},
}

// fused is the commands whose argument stood in braces, so that without them its letters
// stick to the name: "\vecF", "\overlineabcd", "\mathrmkg".
var fused = []string{"overrightarrow", "operatorname", "underline", "overline", "widehat", "mathcal", "mathrm", "mathbf", "mathbb", "mathit", "dfrac", "tfrac", "tilde", "frac", "sqrt", "vec", "bar", "hat", "angle", "triangle"}

// environments is what \begin names.
var environments = map[string]look{"cases": system, "array": table, "aligned": table, "align": table, "matrix": table, "pmatrix": matrix, "vmatrix": determinant}

// command takes a TeX command.
func (l *lexer) command() {
	from := l.pos
	l.pos++
	name := l.run(isLatin)
	switch {
	case name == "" && l.pos < len(l.text):
		name = string(l.text[l.pos])
		l.pos++
	case strings.HasPrefix(name, "text") || name == "mbox" || name == "mathrm" && l.peek(0) == '{':
		l.literal(from, name)
		return
	case strings.HasPrefix(name, "begin") || strings.HasPrefix(name, "end"):
		l.environment(from, name)
		return
	}
	if (name == "left" || name == "right") && l.peek(0) == '.' {
		l.pos++ // the side without a bracket
		return
	}
	l.add(from, l.named(from, name))
}

// named is what a command means; of fused letters only the name is taken.
func (l *lexer) named(from int, name string) token {
	for {
		if t, ok := commands[name]; ok {
			return t
		}
		if s := signByCommand[name]; s != nil {
			return token{kind: aSign, sign: s}
		}
		short := ""
		for _, prefix := range fused {
			if strings.HasPrefix(name, prefix) && prefix != name {
				short = prefix
				break
			}
		}
		if short == "" {
			return token{kind: unknown, text: name}
		}
		name = short
		l.pos = from + 1 + len(name)
	}
}

// literal takes \text with its words, which are shown as they stand. What stood in braces
// that are gone is the run of letters that follows.
func (l *lexer) literal(from int, name string) {
	role := label
	switch name {
	case "text", "textrm", "mbox":
	case "mathrm":
		role = upright
	default: // \textstyle, or letters stuck to \text
		if _, known := commands[name]; known {
			l.add(from, commands[name])
			return
		}
		l.pos = from + len(`\text`)
		if after, ok := strings.CutPrefix(name, "textrm"); ok && after != "" {
			l.pos += len("rm")
		}
	}
	if l.peek(0) == ' ' {
		l.pos++
	}
	var text string
	if l.peek(0) == '{' {
		l.pos++
		text = l.run(func(r rune) bool { return r != '}' && r != '{' && r != '\\' && r != '$' })
		if l.peek(0) != '}' {
			l.add(from, token{kind: unknown, text: name})
			return
		}
		l.pos++
	} else {
		text = l.run(func(r rune) bool { return isLatin(r) || r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё' })
	}
	if trimmed := strings.TrimSpace(text); trimmed != "" {
		if role == label {
			role = textRole(text, trimmed)
		}
		l.add(from, token{kind: aCaption, text: trimmed, role: role})
	}
}

// textRole tells words between formulas from units and labels.
func textRole(text, trimmed string) role {
	switch meaning := lexicon[trimmed]; {
	case strings.Contains(text, " "), meaning.kind == when, meaning.kind == aCaption && meaning.role == prose:
		return prose
	case knownUnit(trimmed), meaning.kind == aCaption:
		return unit
	}
	return label
}

// environment takes \begin{cases} and its end, with braces or without.
func (l *lexer) environment(from int, name string) {
	place := gridStart
	rest, ok := strings.CutPrefix(name, "begin")
	if !ok {
		place, rest = gridEnd, strings.TrimPrefix(name, "end")
	}
	if rest == "" && l.peek(0) == '{' {
		l.pos++
		rest = l.run(isLatin)
		if l.peek(0) == '}' {
			l.pos++
		}
	}
	look, known := environments[rest]
	if !known {
		l.add(from, token{kind: unknown, text: name})
		return
	}
	if rest == "array" && place == gridStart && l.peek(0) == '{' { // the alignment of columns
		l.pos++
		l.run(func(r rune) bool { return strings.ContainsRune("lcr| ", r) })
		if l.peek(0) == '}' {
			l.pos++
		}
	}
	l.add(from, token{kind: place, look: look})
}
