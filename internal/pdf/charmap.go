package pdf

import (
	"unicode/utf16"

	pdflib "github.com/ledongthuc/pdf"
)

// charmap is a PDF CMap: how bytes group into codes and what a code stands for.
type charmap struct {
	spaces []codeRange
	ranges []codeRange
	single map[string]string // code to text
	cids   []codeRange
}

// codeRange is a range of codes of one length. base is the text of low, or list the
// texts one by one; number is the CID of low.
type codeRange struct {
	length    int
	low, high uint32
	base      []rune
	list      []string
	number    int
}

// maxMappings is more than the codes a two-byte map has.
const maxMappings = 1 << 17

// readCharmap reads a ToUnicode or Encoding stream.
func readCharmap(v pdflib.Value, b *budget) (*charmap, error) {
	program, err := b.read(v)
	if err != nil {
		return nil, err
	}
	m := &charmap{single: map[string]string{}}
	l := &lexer{src: program}
	var operands []object
	for {
		if err := b.step(); err != nil {
			return nil, err
		}
		o, ok := l.next()
		if !ok {
			return m, nil
		}
		if o.kind != keyword {
			operands = append(operands, o)
			continue
		}
		if len(operands) <= maxMappings && len(m.single)+len(m.ranges)+len(m.cids) <= maxMappings {
			m.apply(o.str, operands)
		}
		operands = operands[:0]
	}
}

// apply takes the operands that stand before an "end..." operator.
func (m *charmap) apply(operator string, in []object) {
	switch operator {
	case "endcodespacerange":
		for ; len(in) >= 2; in = in[2:] {
			m.spaces = append(m.spaces, newRange(in[0].str, in[1].str))
		}
	case "endbfchar":
		for ; len(in) >= 2; in = in[2:] {
			m.single[in[0].str] = target(in[1])
		}
	case "endbfrange":
		for ; len(in) >= 3; in = in[3:] {
			r := newRange(in[0].str, in[1].str)
			if in[2].kind == array {
				for _, item := range in[2].list {
					r.list = append(r.list, target(item))
				}
			} else {
				r.base = []rune(target(in[2]))
			}
			m.ranges = append(m.ranges, r)
		}
	case "endcidchar":
		for ; len(in) >= 2; in = in[2:] {
			r := newRange(in[0].str, in[0].str)
			r.number = int(in[1].num)
			m.cids = append(m.cids, r)
		}
	case "endcidrange":
		for ; len(in) >= 3; in = in[3:] {
			r := newRange(in[0].str, in[1].str)
			r.number = int(in[2].num)
			m.cids = append(m.cids, r)
		}
	}
}

// target is what a code maps to: UTF-16 text or, rarely, a glyph name.
func target(o object) string {
	if o.kind == name {
		return glyphText(o.str)
	}
	return utf16Text(o.str)
}

func newRange(low, high string) codeRange {
	return codeRange{length: len(low), low: codeNumber(low), high: codeNumber(high)}
}

func codeNumber(code string) uint32 {
	var n uint32
	for i := range len(code) {
		n = n<<8 | uint32(code[i])
	}
	return n
}

func (r codeRange) holds(code string, n uint32) bool {
	return r.length == len(code) && r.low <= n && n <= r.high
}

// lookup returns the text of a code. Found ranges are remembered as single codes.
func (m *charmap) lookup(code string) (string, bool) {
	if t, ok := m.single[code]; ok {
		return t, true
	}
	n := codeNumber(code)
	for _, r := range m.ranges {
		if !r.holds(code, n) {
			continue
		}
		t := ""
		if d := int(n - r.low); r.list != nil {
			if d < len(r.list) {
				t = r.list[d]
			}
		} else if len(r.base) > 0 {
			runes := append([]rune(nil), r.base...)
			runes[len(runes)-1] += rune(d)
			t = string(runes)
		}
		m.single[code] = t
		return t, true
	}
	return "", false
}

// number returns the CID of a code.
func (m *charmap) number(code string) (int, bool) {
	n := codeNumber(code)
	for _, r := range m.cids {
		if r.holds(code, n) {
			return r.number + int(n-r.low), true
		}
	}
	return 0, false
}

// codeLength tells how many bytes the next code takes: two when no range says.
func (m *charmap) codeLength(raw string) int {
	for n := 1; n <= min(4, len(raw)); n++ {
		for _, r := range m.spaces {
			if r.holds(raw[:n], codeNumber(raw[:n])) {
				return n
			}
		}
	}
	return min(2, len(raw))
}

// utf16Text decodes big-endian UTF-16; a single byte is taken as its code.
func utf16Text(s string) string {
	if len(s) == 1 {
		return string(rune(s[0]))
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
