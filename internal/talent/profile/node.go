package profile

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"kadry/internal/fault"
)

// maxText bounds one string of a role, in bytes.
const maxText = 500

// mapping returns the values of a mapping by key; nil for a nil node or another kind of
// node, which is reported.
func (r *reader) mapping(node *yaml.Node, path string, allowed ...string) map[string]*yaml.Node {
	if node == nil {
		return nil
	}
	if node.Kind != yaml.MappingNode {
		r.report(node, path, "must be a mapping with the keys %s", "нужен набор полей %s", strings.Join(allowed, ", "))
		return nil
	}
	fields := make(map[string]*yaml.Node, len(node.Content)/2)
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		switch {
		case !slices.Contains(allowed, key.Value):
			r.report(key, path+"."+key.Value, "unknown key; the keys are %s", "неизвестное поле; допустимы %s",
				strings.Join(allowed, ", "))
		case fields[key.Value] != nil:
			r.report(key, path+"."+key.Value, "the key is given twice", "поле указано дважды")
		default:
			fields[key.Value] = value
		}
	}
	return fields
}

func (r *reader) list(node *yaml.Node, path string) []*yaml.Node {
	if node == nil {
		return nil
	}
	if node.Kind != yaml.SequenceNode {
		r.report(node, path, "must be a list", "нужен список")
		return nil
	}
	if len(node.Content) == 0 {
		r.report(node, path, "must not be empty", "список не должен быть пустым")
	}
	return node.Content
}

// text returns a scalar as written; "" for a nil node. Numbers are accepted, so that an
// unquoted 1C or 3 need not surprise anybody.
func (r *reader) text(node *yaml.Node, path string) string {
	if node == nil {
		return ""
	}
	value := strings.TrimSpace(node.Value)
	switch {
	case node.Kind != yaml.ScalarNode || value == "" || node.ShortTag() == "!!null":
		r.report(node, path, "must be a text", "нужен текст")
		return ""
	case len(value) > maxText:
		r.report(node, path, "must be at most %d bytes long", "длина не больше %d байт", maxText)
		return ""
	}
	return value
}

func (r *reader) texts(node *yaml.Node, path string) []string {
	if node == nil {
		return nil
	}
	var all []string
	for i, item := range r.list(node, path) {
		if text := r.text(item, fmt.Sprintf("%s[%d]", path, i)); text != "" {
			all = append(all, text)
		}
	}
	return all
}

// bilingual reads {en, ru}; one language stands in for the other when only one is given.
func (r *reader) bilingual(node *yaml.Node, path string) fault.Text {
	fields := r.mapping(node, path, "en", "ru")
	if fields == nil {
		return fault.Text{}
	}
	text := fault.Text{EN: r.text(fields["en"], path+".en"), RU: r.text(fields["ru"], path+".ru")}
	switch {
	case fields["en"] == nil && fields["ru"] == nil:
		r.report(node, path, "needs en, ru or both", "нужно en, ru или оба")
	case text.EN == "":
		text.EN = text.RU
	case text.RU == "":
		text.RU = text.EN
	}
	return text
}
