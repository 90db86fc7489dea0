package manifest

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxYAMLNodes bounds what aliases may multiply.
const maxYAMLNodes = 200_000

// yamlTrees reads the documents of a YAML file. Of damaged text it returns what stands
// before the damage.
func yamlTrees(text string) ([]*node, error) {
	docs, err := yamlDocuments(text)
	if err == nil {
		return docs, nil
	}
	if line := lineOfError(err); line > 1 {
		if before, again := yamlDocuments(firstLines(text, line-1)); again == nil {
			docs = before
		}
	}
	return docs, err
}

// yamlTree is the first document of a file.
func yamlTree(text string) (*node, error) {
	docs, err := yamlTrees(text)
	if len(docs) == 0 {
		return nil, err
	}
	return docs[0], err
}

func yamlDocuments(text string) ([]*node, error) {
	if tooDeepYAML(text) {
		return nil, fmt.Errorf("yaml: %w", ErrTooDeep)
	}
	var docs []*node
	dec := yaml.NewDecoder(strings.NewReader(text))
	budget := maxYAMLNodes
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return docs, nil
		}
		if err != nil {
			return docs, err
		}
		n, err := fromYAML(&doc, 0, &budget)
		if n != nil {
			docs = append(docs, n)
		}
		if err != nil {
			return docs, fmt.Errorf("yaml: %w", err)
		}
	}
}

// tooDeepYAML reports text whose brackets or indents nest so deeply that the parser would
// pay for it. Brackets in plain text count too, which no manifest has in such numbers.
func tooDeepYAML(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		depth := 0
		for i := range len(line) {
			switch line[i] {
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			}
			if depth > maxDepth {
				return true
			}
		}
		if dashes := len(line) - len(strings.TrimLeft(line, "- ?")); strings.Count(line[:dashes], "-")+strings.Count(line[:dashes], "?") > maxDepth && len(line) > dashes {
			return true
		}
	}
	return false
}

func fromYAML(y *yaml.Node, depth int, budget *int) (*node, error) {
	if *budget--; *budget < 0 || depth > maxDepth {
		return nil, ErrTooDeep
	}
	n := &node{line: y.Line}
	switch y.Kind {
	case yaml.DocumentNode:
		if len(y.Content) == 0 {
			return nil, nil
		}
		return fromYAML(y.Content[0], depth, budget)
	case yaml.AliasNode:
		return fromYAML(y.Alias, depth+1, budget)
	case yaml.SequenceNode:
		for _, item := range y.Content {
			v, err := fromYAML(item, depth+1, budget)
			if err != nil {
				return n, err
			}
			n.items = append(n.items, v)
		}
	case yaml.MappingNode:
		return n, mappingYAML(n, y, depth, budget)
	default:
		n.scalar, n.text = y.Tag != "!!null", y.Value
	}
	return n, nil
}

// mappingYAML enters the fields of a mapping; those of a merge key ("<<") come in place.
func mappingYAML(n *node, y *yaml.Node, depth int, budget *int) error {
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := y.Content[i]
		v, err := fromYAML(y.Content[i+1], depth+1, budget)
		if err != nil {
			return err
		}
		if key.Tag == "!!merge" {
			n.fields = append(n.fields, v.fields...)
			*budget -= len(v.fields)
			continue
		}
		n.fields = append(n.fields, field{key: key.Value, line: key.Line, value: v})
	}
	return nil
}

var errorLine = regexp.MustCompile(`line (\d+)`)

// lineOfError is the line that a parser's message names, 0 of none.
func lineOfError(err error) int {
	if m := errorLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ := strconv.Atoi(m[1])
		return line
	}
	return 0
}

// firstLines are the first n lines of a text.
func firstLines(text string, n int) string {
	end := 0
	for range n {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}
