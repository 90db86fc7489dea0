package document

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Bounds of a zip container. An office file has some twenty entries; XML packs 10 to 40
// times; zeros, the filling of a bomb, pack 1000 times.
const (
	maxEntries   = 2000
	maxRatio     = 200
	ratioMatters = 1 << 20 // bytes under which no ratio is suspicious
	maxXMLDepth  = 512
)

// archive reads entries of a zip container and counts what they unpack to.
type archive struct {
	files  map[string]*zip.File
	limits Limits
	left   int64
}

func openArchive(format Format, data []byte, limits Limits) (*archive, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, damagedFault(format, err)
	}
	if len(r.File) > maxEntries {
		return nil, fault.E(fault.TooLarge, fault.Say(
			"The file holds %d entries; the limit is %d.", "В файле %d вложенных частей; допустимо не более %d.",
			len(r.File), maxEntries), nil)
	}
	a := &archive{files: make(map[string]*zip.File, len(r.File)), limits: limits, left: limits.Unpacked}
	for _, f := range r.File {
		a.files[f.Name] = f
	}
	return a, nil
}

// names returns the entries under a prefix in a stable order.
func (a *archive) names(prefix string) []string {
	var out []string
	for name := range a.files {
		if strings.HasPrefix(name, prefix) && strings.HasSuffix(name, ".xml") {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// read unpacks one entry; a missing one is empty.
func (a *archive) read(format Format, name string) ([]byte, error) {
	f, ok := a.files[name]
	if !ok {
		return nil, nil
	}
	size := f.UncompressedSize64
	if size > uint64(a.left) || size > ratioMatters && size/max(f.CompressedSize64, 1) > maxRatio {
		return nil, unpackedFault(a.limits)
	}
	r, err := f.Open()
	if err != nil {
		return nil, damagedFault(format, err)
	}
	defer r.Close()
	content, err := io.ReadAll(io.LimitReader(r, a.left+1))
	if err != nil {
		return nil, damagedFault(format, err)
	}
	a.left -= int64(len(content))
	if a.left < 0 {
		return nil, unpackedFault(a.limits)
	}
	return content, nil
}

// elements walks the tokens of an XML part. The standard decoder knows no entities but the
// five of XML, so nothing can expand.
type elements struct {
	*xml.Decoder
	ctx    func() error
	tokens int
	depth  int
}

func newElements(ctx context.Context, content []byte) *elements {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	return &elements{Decoder: d, ctx: ctx.Err}
}

// next returns the next token; io.EOF ends the part.
func (e *elements) next() (xml.Token, error) {
	if e.tokens++; e.tokens%1024 == 0 {
		if err := e.ctx(); err != nil {
			return nil, err
		}
	}
	token, err := e.Token()
	if err != nil {
		return nil, err
	}
	switch token.(type) {
	case xml.StartElement:
		if e.depth++; e.depth > maxXMLDepth {
			return nil, fault.E(fault.TooLarge, fault.Say(
				"The elements of the file are nested deeper than %d.",
				"Вложенность элементов файла больше %d.", maxXMLDepth), nil)
		}
	case xml.EndElement:
		e.depth--
	}
	return token, nil
}

// skip passes over the rest of the element that has just begun.
func (e *elements) skip() error {
	for level := 1; level > 0; {
		token, err := e.next()
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.StartElement:
			level++
		case xml.EndElement:
			level--
		}
	}
	return nil
}

// blocks reads what is inside of the open element, one read for every element in it. At
// the end of the part it returns what it has together with io.EOF.
func (e *elements) blocks(read func(xml.StartElement) ([]block, error)) ([]block, error) {
	var out []block
	for {
		token, err := e.next()
		if err != nil {
			return out, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return out, nil
		case xml.StartElement:
			inner, err := read(t)
			out = append(out, inner...)
			if err != nil {
				return out, err
			}
		}
	}
}

// attribute returns the value of an attribute by its local name.
func attribute(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}
