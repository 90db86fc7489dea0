package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// jsonTree reads JSON, with comments and trailing commas allowed. Of damaged text it
// returns the tree up to the damage.
func jsonTree(text string) (*node, error) {
	text = withoutComments(text)
	r := &jsonReader{dec: json.NewDecoder(strings.NewReader(text)), text: text, line: 1}
	r.dec.UseNumber()
	root, err := r.value(0)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return root, fmt.Errorf("json: %w", err)
	}
	return root, nil
}

type jsonReader struct {
	dec     *json.Decoder
	text    string
	counted int // bytes of text whose line ends are in line
	line    int
}

// token takes the next token and moves the line count to its end.
func (r *jsonReader) token() (json.Token, error) {
	t, err := r.dec.Token()
	end := min(int(r.dec.InputOffset()), len(r.text))
	if end > r.counted {
		r.line += strings.Count(r.text[r.counted:end], "\n")
		r.counted = end
	}
	return t, err
}

func (r *jsonReader) value(depth int) (*node, error) {
	t, err := r.token()
	if err != nil {
		return nil, err
	}
	return r.after(t, depth)
}

// after reads the value that begins with a token.
func (r *jsonReader) after(t json.Token, depth int) (*node, error) {
	if depth > maxDepth {
		return nil, ErrTooDeep
	}
	n := &node{line: r.line}
	switch v := t.(type) {
	case json.Delim:
		if v == '{' {
			return n, r.object(n, depth)
		}
		return n, r.array(n, depth)
	case string:
		n.scalar, n.text = true, v
	case nil:
	default:
		n.scalar, n.text = true, fmt.Sprint(v)
	}
	return n, nil
}

func (r *jsonReader) object(n *node, depth int) error {
	for r.dec.More() {
		t, err := r.token()
		if err != nil {
			return err
		}
		key, ok := t.(string)
		if !ok {
			return errors.New("key is not a string")
		}
		line := r.line
		v, err := r.value(depth + 1)
		if v != nil {
			n.fields = append(n.fields, field{key: key, line: line, value: v})
		}
		if err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

func (r *jsonReader) array(n *node, depth int) error {
	for r.dec.More() {
		v, err := r.value(depth + 1)
		if v != nil {
			n.items = append(n.items, v)
		}
		if err != nil {
			return err
		}
	}
	_, err := r.token()
	return err
}

// withoutComments blanks the comments and trailing commas of JSONC, so that offsets and
// lines stay.
func withoutComments(text string) string {
	b := []byte(text)
	comma := -1 // a comma after which nothing has come yet
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			comma = -1
			i = endOfString(b, i)
		case c == '/' && i+1 < len(b) && (b[i+1] == '/' || b[i+1] == '*'):
			i = blankComment(b, i)
		case c == ',':
			comma = i
			i++
		case (c == '}' || c == ']') && comma >= 0:
			b[comma] = ' '
			comma = -1
			i++
		default:
			if c > ' ' {
				comma = -1
			}
			i++
		}
	}
	return string(b)
}

// endOfString is the place after the string that begins at i. No string spans lines.
func endOfString(b []byte, i int) int {
	for i++; i < len(b) && b[i] != '\n'; i++ {
		if b[i] == '\\' {
			i++
			continue
		}
		if b[i] == '"' {
			return i + 1
		}
	}
	return min(i, len(b))
}

func blankComment(b []byte, i int) int {
	block := b[i+1] == '*'
	b[i], b[i+1] = ' ', ' '
	for i += 2; i < len(b); i++ {
		if b[i] == '\n' {
			if !block {
				return i
			}
			continue
		}
		if block && b[i] == '*' && i+1 < len(b) && b[i+1] == '/' {
			b[i], b[i+1] = ' ', ' '
			return i + 2
		}
		b[i] = ' '
	}
	return i
}
