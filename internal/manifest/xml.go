package manifest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// xmlTree reads an XML file; the root is a table with the document's element. Attributes
// are fields named "@Name", an element without children is a scalar as well.
func xmlTree(text string) (*node, error) {
	dec := xml.NewDecoder(strings.NewReader(text))
	dec.Strict = false
	dec.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil } // names are ASCII
	root := &node{line: 1}
	open := []*node{root}
	for {
		t, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return root, fmt.Errorf("xml: %w", err)
		}
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return root, fmt.Errorf("xml: %w", ErrTooDeep)
			}
			line, _ := dec.InputPos()
			n := &node{line: line, scalar: true}
			for _, a := range t.Attr {
				n.fields = append(n.fields, field{key: "@" + a.Name.Local, line: line, value: &node{line: line, scalar: true, text: a.Value}})
			}
			top.fields = append(top.fields, field{key: t.Name.Local, line: line, value: n})
			top.scalar = false
			open = append(open, n)
		case xml.EndElement:
			top.text = strings.TrimSpace(top.text)
			if len(open) > 1 {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			if top.scalar && len(top.text)+len(t) <= maxName+maxVersion { // nothing longer is of use
				top.text += string(t)
			}
		}
	}
}

// attr is an attribute of an element.
func (n *node) attr(name string) string { return n.at("@" + name).str() }
