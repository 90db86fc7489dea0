package manifest

import (
	"strings"
)

// entry is a key of an INI file with the lines of its value.
type entry struct {
	section, key string
	line         int
	values       []node
}

// iniEntries reads an INI file as Python's configparser does: indented lines continue a
// value, comments begin a line.
func iniEntries(text string) []entry {
	var found []entry
	section, line := "", 0
	for raw := range strings.SplitSeq(text, "\n") {
		line++
		trimmed := strings.TrimSpace(raw)
		if trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';' {
			continue
		}
		if raw[0] == ' ' || raw[0] == '\t' {
			if len(found) > 0 && found[len(found)-1].section == section {
				last := &found[len(found)-1]
				last.values = append(last.values, node{text: trimmed, line: line})
			}
			continue
		}
		if strings.HasPrefix(trimmed, "[") {
			section = strings.Trim(trimmed, "[] \t")
			continue
		}
		e := entry{section: section, line: line}
		key, value := trimmed, ""
		if at := strings.IndexAny(trimmed, "=:"); at >= 0 {
			key, value = trimmed[:at], strings.TrimSpace(trimmed[at+1:])
		}
		e.key = strings.TrimSpace(key)
		if value != "" {
			e.values = append(e.values, node{text: value, line: line})
		}
		found = append(found, e)
	}
	return found
}

// readSetupCfg reads setup.cfg of setuptools.
func readSetupCfg(s *sheet) error {
	for _, e := range iniEntries(s.text) {
		scope, group := Scope(""), ""
		switch {
		case e.section == "metadata" && e.key == "name" && len(e.values) > 0:
			s.publish(PyPI, e.values[0].text, e.line)
		case e.section == "options" && e.key == "install_requires":
			scope = Direct
		case e.section == "options" && (e.key == "tests_require" || e.key == "setup_requires"):
			scope, group = Dev, e.key
		case e.section == "options.extras_require":
			scope, group = cmpScope(scopeOfName(e.key), Optional), e.key
		}
		if scope == "" {
			continue
		}
		for _, v := range e.values {
			s.require(v.text, scope, group, v.line)
		}
	}
	return nil
}

// readSetupPy reads the literals of setup.py: the arguments of setup() and the variables
// they name. Nothing is executed, so what the script computes stays unknown.
func readSetupPy(s *sheet) error {
	p := pythonReader{sheet: s, tokens: lex(pythonSyntax, s.text), vars: map[string][]token{}}
	p.variables()
	for i, t := range p.tokens {
		if t.word("setup") && i+1 < len(p.tokens) && p.tokens[i+1].is("(") && (i == 0 || !p.tokens[i-1].word("def")) {
			args, _ := inside(p.tokens, i+1)
			p.call(withoutLineEnds(args))
			break
		}
	}
	return nil
}

type pythonReader struct {
	sheet  *sheet
	tokens []token
	vars   map[string][]token
	items  int // read so far: a variable may be named many times
}

// variables notes what is assigned outside brackets: NAME = "x", REQUIRES = ["a", "b"].
func (p *pythonReader) variables() {
	for i := 0; i+2 < len(p.tokens); {
		if p.tokens[i].kind == lineEnd {
			i++
			continue
		}
		end := statementEnd(p.tokens, i)
		if p.tokens[i].kind == aWord && p.tokens[i+1].is("=") && end > i+2 && !p.tokens[i+2].is("=") {
			if _, again := p.vars[p.tokens[i].text]; !again {
				p.vars[p.tokens[i].text] = withoutLineEnds(p.tokens[i+2 : end])
			}
		}
		i = max(end, i+1)
	}
}

// call reads the arguments of setup().
func (p *pythonReader) call(args []token) {
	for _, arg := range parts(args) {
		if len(arg) < 3 || arg[0].kind != aWord || !arg[1].is("=") {
			continue
		}
		value := p.literal(arg[2:])
		switch arg[0].text {
		case "name":
			if text, ok := joined(value); ok {
				p.sheet.publish(PyPI, text, value[0].line)
			}
		case "install_requires", "requires":
			p.requireList(value, Direct, "")
		case "tests_require", "setup_requires":
			p.requireList(value, Dev, arg[0].text)
		case "extras_require":
			p.extras(value)
		}
	}
}

// literal is a value, or that of the variable it names.
func (p *pythonReader) literal(value []token) []token {
	if len(value) == 1 && value[0].kind == aWord {
		return p.vars[value[0].text]
	}
	return value
}

// requireList reads ["a", "b"], ("a",), "a\nb", and sums of lists and variables.
func (p *pythonReader) requireList(value []token, scope Scope, group string) {
	if p.items += len(value); p.items > 2*len(p.tokens) {
		return
	}
	if text, ok := joined(value); ok {
		for line := range strings.SplitSeq(strings.ReplaceAll(text, `\n`, "\n"), "\n") {
			p.sheet.require(line, scope, group, value[0].line)
		}
		return
	}
	for i := 0; i < len(value); i++ {
		switch t := value[i]; {
		case t.is("[") || t.is("("):
			if i > 0 && value[i-1].kind == aWord { // a call or an index: its result is not known
				return
			}
			list, next := inside(value, i)
			p.requireItems(list, scope, group)
			i = next - 1
		case t.kind == aWord:
			if list := p.vars[t.text]; len(list) > 0 && list[0].is("[") && (i+1 == len(value) || value[i+1].is("+")) {
				items, _ := inside(list, 0)
				p.requireItems(items, scope, group)
			}
		}
	}
}

func (p *pythonReader) requireItems(list []token, scope Scope, group string) {
	if p.items += len(list); p.items > 2*len(p.tokens) {
		return
	}
	for _, item := range parts(list) {
		if text, ok := joined(item); ok {
			p.sheet.require(text, scope, group, item[0].line)
		}
	}
}

// extras reads {"test": ["a"]} and dict(test=["a"]).
func (p *pythonReader) extras(value []token) {
	open := 0
	if len(value) > 1 && value[0].word("dict") {
		open = 1
	}
	if open >= len(value) || !value[open].opens() {
		return
	}
	table, _ := inside(value, open)
	for _, item := range parts(table) {
		if len(item) < 3 || item[0].kind != aString && item[0].kind != aWord || !item[1].is(":") && !item[1].is("=") {
			continue
		}
		name, _, _ := strings.Cut(item[0].text, ":")
		p.requireList(p.literal(item[2:]), cmpScope(scopeOfName(name), Optional), name)
	}
}

// joined is the text of adjacent strings, if the tokens are nothing else. Prefixes that
// change the text (f"…") are something else.
func joined(tokens []token) (string, bool) {
	text := ""
	for i, t := range tokens {
		switch {
		case t.kind == aString && len(text) <= maxName+maxVersion:
			text += t.text
		case t.oneOf("r", "u", "R", "U") && i+1 < len(tokens) && tokens[i+1].kind == aString:
		default:
			return "", false
		}
	}
	return text, len(tokens) > 0
}
