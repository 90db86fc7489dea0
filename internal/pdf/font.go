package pdf

import (
	"math"
	"strings"

	pdflib "github.com/ledongthuc/pdf"
)

// font turns the codes of a string into text and widths.
type font struct {
	composite bool
	codes     *charmap // how bytes group into codes, of a composite font
	unicode   *charmap // code to text as the producer states it
	chars     [256]string
	utf16     bool // codes are UTF-16 units themselves
	widths    map[int]float64
	missing   float64
	unit      float64 // size of one width unit in text space
	em        float64 // height of the letters for a font of size 1
	face      face
}

// glyph is one decoded code. width is in text space units, for a font of size 1.
type glyph struct {
	text  string
	width float64
	space bool // word spacing applies: single-byte code 32
}

// newFont reads what the text layer needs of a font dictionary. The streams it opens
// count against the budget.
func newFont(v pdflib.Value, b *budget) (*font, error) {
	f := &font{widths: map[int]float64{}, unit: 0.001, em: 1}
	f.face = faceOf(v)
	var err error
	if tu := v.Key("ToUnicode"); tu.Kind() == pdflib.Stream {
		if f.unicode, err = readCharmap(tu, b); err != nil {
			return nil, err
		}
	}
	if v.Key("Subtype").Name() == "Type0" {
		return f, f.readComposite(v, b)
	}
	f.readWidths(v)
	return f, f.readEncoding(v, b)
}

func (f *font) readComposite(v pdflib.Value, b *budget) error {
	f.composite = true
	encoding := v.Key("Encoding")
	if encoding.Kind() == pdflib.Stream {
		codes, err := readCharmap(encoding, b)
		if err != nil {
			return err
		}
		f.codes = codes
	}
	if n := encoding.Name(); strings.Contains(n, "UCS2") || strings.Contains(n, "UTF16") {
		f.utf16 = true
	}
	descendant := v.Key("DescendantFonts").Index(0)
	f.missing = 1000
	if dw := descendant.Key("DW"); !dw.IsNull() {
		f.missing = dw.Float64()
	}
	f.readCIDWidths(descendant.Key("W"))
	return nil
}

// maxWidths bounds the width table: a CID is 16 bits.
const maxWidths = 1 << 16

// readCIDWidths reads "c [w1 w2 ...]" and "first last w" entries.
func (f *font) readCIDWidths(w pdflib.Value) {
	for i := 0; i+1 < w.Len(); {
		first := int(w.Index(i).Int64())
		if second := w.Index(i + 1); second.Kind() == pdflib.Array {
			for j := range min(second.Len(), maxWidths) {
				f.widths[first+j] = second.Index(j).Float64()
			}
			i += 2
			continue
		}
		last := min(int(w.Index(i+1).Int64()), maxWidths)
		for c := max(first, 0); c <= last; c++ {
			f.widths[c] = w.Index(i + 2).Float64()
		}
		i += 3
	}
}

func (f *font) readWidths(v pdflib.Value) {
	if v.Key("Subtype").Name() == "Type3" {
		// Fonts drawn by programs have a scale of their own: a unit may be a pixel.
		m, box := matrixValue(v.Key("FontMatrix")), v.Key("FontBBox")
		f.unit = m[0]
		if height := math.Abs((box.Index(3).Float64() - box.Index(1).Float64()) * m[3]); height > 0 {
			f.em = height
		}
	}
	f.missing = v.Key("FontDescriptor").Key("MissingWidth").Float64()
	first := int(v.Key("FirstChar").Int64())
	w := v.Key("Widths")
	for i := range min(w.Len(), 256) {
		f.widths[first+i] = w.Index(i).Float64()
	}
	if w.Len() > 0 {
		return
	}
	base := v.Key("BaseFont").Name()
	for c := range 256 {
		f.widths[c] = standardWidth(base, byte(c))
	}
}

// glyphs decodes a string operand.
func (f *font) glyphs(raw string) []glyph {
	if f.composite {
		return f.compositeGlyphs(raw)
	}
	out := make([]glyph, 0, len(raw))
	for i := range len(raw) {
		c := raw[i]
		g := glyph{text: f.chars[c], width: f.width(int(c)), space: c == ' '}
		if f.unicode != nil {
			if t, ok := f.unicode.lookup(raw[i : i+1]); ok && !privateOnly(t) {
				g.text = t
			}
		}
		out = append(out, g)
	}
	return out
}

func (f *font) compositeGlyphs(raw string) []glyph {
	out := make([]glyph, 0, len(raw)/2)
	for len(raw) > 0 {
		n := min(2, len(raw))
		if f.codes != nil {
			n = f.codes.codeLength(raw)
		}
		code := raw[:n]
		raw = raw[n:]
		g := glyph{width: f.width(f.cid(code)), space: n == 1 && code == " "}
		if f.unicode != nil {
			g.text, _ = f.unicode.lookup(code)
		} else if f.utf16 {
			g.text = utf16Text(code)
		}
		out = append(out, g)
	}
	return out
}

// cid is the glyph selector of a code, the code itself under the identity encoding.
func (f *font) cid(code string) int {
	n := 0
	for i := range len(code) {
		n = n<<8 | int(code[i])
	}
	if f.codes != nil {
		if cid, ok := f.codes.number(code); ok {
			return cid
		}
	}
	return n
}

func (f *font) width(code int) float64 {
	if w, ok := f.widths[code]; ok {
		return w * f.unit
	}
	return f.missing * f.unit
}

// privateOnly reports whether a mapping says nothing: private-use or replacement
// characters, which producers write for glyphs they could not name.
func privateOnly(s string) bool {
	for _, r := range s {
		if (r < 0xE000 || r > 0xF8FF) && r != 0xFFFD && r != 0 {
			return false
		}
	}
	return s != ""
}
