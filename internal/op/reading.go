package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Resource is something a client reads by address rather than by calling.
type Resource struct {
	Toolset  string
	URI      string // fixed, or an RFC 6570 template with simple {variables}
	Name     string
	Title    string
	Doc      string
	MIME     string
	Read     func(ctx context.Context, vars map[string]string) (string, error)
	Complete map[string]Completer // by template variable
}

// Prompt is a conversation starter a client offers its user.
type Prompt struct {
	Toolset   string
	Name      string
	Title     string
	Doc       string
	Arguments []Argument
	Render    func(ctx context.Context, args map[string]string) (string, error)
}

// Argument is one argument of a prompt.
type Argument struct {
	Name     string
	Doc      string
	Required bool
	Complete Completer
}

// Completer proposes values that start with prefix, best first.
type Completer func(ctx context.Context, prefix string) ([]string, error)

// AsJSON writes the text of a resource the way operations write their answers.
func AsJSON(v any) (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", fmt.Errorf("op: encode resource: %w", err)
	}
	return string(bytes.TrimSpace(buf.Bytes())), nil
}

// Fenced marks text of a caller or of a foreign system as data for the model that reads a
// prompt: it stands between marks of that name, which the text cannot close.
func Fenced(name, text string) string {
	text = strings.ReplaceAll(text, "</"+name, "<\u200b/"+name)
	return fmt.Sprintf("<%s>\n%s\n</%s>", name, text, name)
}
