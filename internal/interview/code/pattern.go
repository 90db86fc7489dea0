package code

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Pattern is a piece of code of the question's language with holes in it:
//
//	$NAME        one operand: a name, a value, a call, a selection. The same name stands for
//	             the same text in all patterns of a rule.
//	$_           one operand, whatever it is
//	...          any run of tokens of a statement; alone between brackets, all that is there
//	;...;        any run of whole statements, also none
//	<... X ...>  anything in which X stands, however deep; to the end of the statement, or of
//	             the brackets when nothing follows
//	=~/re/       a token that the regular expression matches as a whole
//	"=~/re/"     a string in which the regular expression matches
//	"..."        any string
//	\...         the three dots themselves
//
// What it says of one statement must stand in one statement: a separator of the pattern (; or
// | of a pipeline) stands for one of the answer. It may stand anywhere and at any depth. Two
// quotes of any kind hold the same string. In a Dockerfile the instructions of a stage stand
// in braces after its FROM, which has "final" before it in the last stage. In Python a block
// stands in braces.
type Pattern string

// Rule is one way of proving a point: patterns that are all found and others that are not.
// In YAML a single pattern stands for a rule of one.
type Rule struct {
	Have []Pattern `yaml:"have" json:",omitzero"` // in any order
	Then []Pattern `yaml:"then" json:",omitzero"` // each begins behind what the one before, or the first of Have, was found at
	Not  []Pattern `yaml:"not" json:",omitzero"`
}

// UnmarshalYAML reads a rule, or one pattern.
func (r *Rule) UnmarshalYAML(value *yaml.Node) error {
	if value.Kind == yaml.ScalarNode {
		r.Have = []Pattern{Pattern(value.Value)}
		return nil
	}
	type plain Rule
	var p plain
	for i := 0; value.Kind == yaml.MappingNode && i < len(value.Content); i += 2 {
		if k := value.Content[i].Value; k != "have" && k != "then" && k != "not" {
			return fmt.Errorf("line %d: a rule has no field %q", value.Line, k)
		}
	}
	if err := value.Decode(&p); err != nil {
		return err
	}
	*r = Rule(p)
	return nil
}

// Check says what is wrong with a rule.
func (r Rule) Check(lang Language) error {
	if len(r.Have) == 0 {
		return errors.New("a rule needs a pattern that is found")
	}
	_, err := compile(lang, r)
	return err
}

// expression is what a token or a string must match.
type expression struct {
	*regexp.Regexp
	literal bool     // only strings
	names   []string // that are all it stands for; empty where it is more than a list of names
}

// slip tells a word that a slip of the keyboard makes of one of the names.
func (e *expression) slip(text string) bool {
	return slices.ContainsFunc(e.names, func(name string) bool { return slip(name, text) })
}

var namesOnly = regexp.MustCompile(`^[A-Za-z_]+(?:\|[A-Za-z_]+)*$`)

// compiled is a rule made ready.
type compiled struct{ have, then, not [][]node }

func compile(lang Language, r Rule) (compiled, error) {
	var c compiled
	for _, part := range []struct {
		from []Pattern
		to   *[][]node
	}{{r.Have, &c.have}, {r.Then, &c.then}, {r.Not, &c.not}} {
		for _, p := range part.from {
			nodes, err := readPattern(lang, p)
			if err != nil {
				return c, fmt.Errorf("pattern %q: %w", p, err)
			}
			*part.to = append(*part.to, nodes)
		}
	}
	return c, nil
}

func readPattern(lang Language, p Pattern) ([]node, error) {
	r := reader{lang: lang, src: string(p), pattern: true}
	nodes := r.read()
	if r.trouble != "" {
		return nil, errors.New(r.trouble)
	}
	if len(nodes) == 0 {
		return nil, errors.New("it is empty")
	}
	statementsOf(nodes)
	return nodes, expressions(nodes)
}

// statementsOf takes separators out of round brackets, as in what is read.
func statementsOf(nodes []node) {
	for i := range nodes {
		if nodes[i].kind == group && nodes[i].text == "(" {
			for j := range nodes[i].kids {
				if nodes[i].kids[j].kind == sep && nodes[i].kids[j].text == ";" {
					nodes[i].kids[j].kind = op
				}
			}
		}
		statementsOf(nodes[i].kids)
	}
}

const statementsSign = ";...;"

const expressionMark = "=~/"

func expressions(nodes []node) error {
	for i := range nodes {
		n := &nodes[i]
		literal := n.kind == lit && strings.HasPrefix(n.text, expressionMark) && strings.HasSuffix(n.text, "/")
		if literal || n.kind == match {
			body := strings.TrimSuffix(strings.TrimPrefix(n.text, expressionMark), "/")
			if !literal {
				body = "^(?:" + body + ")$"
			}
			re, err := regexp.Compile("(?is)" + body)
			if err != nil {
				return err
			}
			n.kind, n.re = match, &expression{Regexp: re, literal: literal}
			if list := strings.TrimSuffix(strings.TrimPrefix(n.text, expressionMark), "/"); !literal && namesOnly.MatchString(list) {
				n.re.names = strings.Split(list, "|")
			}
		}
		if err := expressions(n.kids); err != nil {
			return err
		}
	}
	return nil
}

// sign reads what only a pattern has.
func (r *reader) sign(rest string) bool {
	start := r.at
	for _, s := range []struct {
		text string
		kind kind
	}{{statementsSign, any}, {"<...", deep}, {"...>", deep}, {"...", any}, {`\...`, op}} {
		if strings.HasPrefix(rest, s.text) {
			r.at += len(s.text)
			r.add(s.kind, strings.TrimPrefix(s.text, `\`), start)
			return true
		}
	}
	if strings.HasPrefix(rest, expressionMark) {
		for i := len(expressionMark); i < len(rest); i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == '/' {
				r.at += i + 1
				r.add(match, rest[:i+1], start)
				return true
			}
		}
	}
	if m := holeForm.FindString(rest); m != "" && !strings.HasPrefix(rest, m+"(?") {
		if after := rest[len(m):]; after == "" || !isLetter(after) {
			r.at += len(m)
			r.add(hole, m, start)
			return true
		}
	}
	return false
}

var holeForm = regexp.MustCompile(`^\$(?:_|[A-Z][A-Z0-9]*)`)
