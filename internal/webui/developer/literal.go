package developer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// notation is how a language writes the values of JSON.
type notation struct {
	object, list     [2]string // the brackets
	nothing          string    // an object without members
	pair             string    // between a name and its value
	yes, no, unknown string
	text             func(string) string
}

var pythonNotation = notation{
	object: [2]string{"{", "}"}, list: [2]string{"[", "]"}, nothing: "{}", pair: ": ", yes: "True", no: "False", unknown: "None",
	text: func(text string) string {
		quoted, err := jsonText(text)
		if err != nil {
			return `""` // a Go string always encodes
		}
		return quoted // the escapes that JSON needs mean the same in Python
	},
}

var phpNotation = notation{
	object: [2]string{"[", "]"}, list: [2]string{"[", "]"}, nothing: "new stdClass()", pair: " => ", yes: "true", no: "false", unknown: "null",
	text: func(text string) string {
		// A new line within quotes would take the indentation of the code into the text.
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `' . "\n" . '`).Replace(text) + "'"
	},
}

// literal writes a JSON value in a notation, its members in their order.
func literal(value []byte, n notation) (string, error) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	return n.value(d, "")
}

const step = "    "

func (n notation) value(d *json.Decoder, indent string) (string, error) {
	t, err := d.Token()
	if err != nil {
		return "", fmt.Errorf("developer: example input: %w", err)
	}
	switch v := t.(type) {
	case json.Delim:
		if v == '{' {
			return n.members(d, indent)
		}
		return n.items(d, indent)
	case string:
		return n.text(v), nil
	case bool:
		if v {
			return n.yes, nil
		}
		return n.no, nil
	case json.Number:
		return v.String(), nil
	}
	return n.unknown, nil
}

func (n notation) members(d *json.Decoder, indent string) (string, error) {
	var lines []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return "", fmt.Errorf("developer: example input: %w", err)
		}
		value, err := n.value(d, indent+step)
		if err != nil {
			return "", err
		}
		lines = append(lines, indent+step+n.text(key.(string))+n.pair+value+",\n") // a JSON object has no other keys
	}
	if _, err := d.Token(); err != nil {
		return "", fmt.Errorf("developer: example input: %w", err)
	}
	if lines == nil {
		return n.nothing, nil
	}
	return n.object[0] + "\n" + strings.Join(lines, "") + indent + n.object[1], nil
}

func (n notation) items(d *json.Decoder, indent string) (string, error) {
	var items []string
	for d.More() {
		item, err := n.value(d, indent)
		if err != nil {
			return "", err
		}
		items = append(items, item)
	}
	if _, err := d.Token(); err != nil {
		return "", fmt.Errorf("developer: example input: %w", err)
	}
	return n.list[0] + strings.Join(items, ", ") + n.list[1], nil
}

func jsonText(text string) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(text)
	return strings.TrimSuffix(b.String(), "\n"), err
}
