package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// The parser behind this package trusts a file's cross-reference table: a table that
// points at itself, an object stream that contains itself or a declared size of four
// billion objects make it loop or exhaust memory where no caller can stop it. It also
// refuses files other readers open: PDF 2.0, bytes after %%EOF, a damaged table. So the
// file is mended first: the objects are found by reading the bytes from front to back,
// object streams are unpacked into plain objects, and one flat table over what was found
// is put at the end. What the parser then sees has nothing in it that can loop.

// maxObjects is far above a CV (hundreds) and far below what costs a server anything.
const maxObjects = 200_000

// header replaces the file's own, which the parser accepts in a few spellings only.
const header = "%PDF-1.7\n"

// place is where one object starts in the mended file.
type place struct{ number, generation, offset int }

// mender collects objects while it walks over a file.
type mender struct {
	src    []byte
	limit  int64 // bytes object streams may unpack to
	places map[int]place
	packed []byte // unpacked objects, to be appended
	unpack int64
	raw    map[string]string // source text of trailer entries
}

// mend returns an equivalent file with a flat cross-reference table.
func mend(ctx context.Context, data []byte, unpacked int64) ([]byte, error) {
	m := &mender{
		src: append([]byte(header), data...), limit: unpacked,
		places: map[int]place{}, raw: map[string]string{},
	}
	if err := m.walk(ctx); err != nil {
		return nil, err
	}
	if m.raw["Encrypt"] != "" {
		return nil, ErrEncrypted
	}
	if m.raw["Root"] == "" {
		return nil, fmt.Errorf("pdf: no document catalogue among %d objects", len(m.places))
	}
	return m.write(), nil
}

// walk visits every object of the file in file order, so that a later version of an
// object replaces an earlier one, as incremental updates mean it.
func (m *mender) walk(ctx context.Context) error {
	pos, trailer := len(header), -1
	for count := 0; ; count++ {
		if count%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(m.places) > maxObjects {
			return &SizeError{What: Objects, Got: int64(len(m.places)), Max: maxObjects}
		}
		if trailer < pos {
			trailer = find(m.src, pos, "trailer")
		}
		at := find(m.src, pos, "obj")
		if trailer < at {
			pos = m.readTrailer(trailer + len("trailer"))
			continue
		}
		if at == len(m.src) {
			return nil
		}
		pos = at + len("obj")
		where, ok := m.definition(at)
		if !ok {
			continue
		}
		end, err := m.body(where, pos)
		if err != nil {
			return err
		}
		pos = end
	}
}

// find returns where the word next stands, and the length of src when it does not.
func find(src []byte, from int, word string) int {
	if n := bytes.Index(src[from:], []byte(word)); n >= 0 {
		return from + n
	}
	return len(src)
}

// definition reads "12 0 " backwards from the keyword obj.
func (m *mender) definition(at int) (place, bool) {
	i := at
	generation, i, ok := m.integerBefore(i)
	if !ok {
		return place{}, false
	}
	number, i, ok := m.integerBefore(i)
	if !ok || number <= 0 || number > 8*maxObjects || generation > 65535 {
		return place{}, false
	}
	return place{number: number, generation: generation, offset: i}, true
}

// integerBefore reads the integer that ends before i, with white space between.
func (m *mender) integerBefore(i int) (value, start int, ok bool) {
	for i > 0 && isSpace(m.src[i-1]) {
		i--
	}
	end := i
	for i > 0 && m.src[i-1] >= '0' && m.src[i-1] <= '9' && end-i < 10 {
		i--
	}
	value, err := strconv.Atoi(string(m.src[i:end]))
	return value, i, err == nil
}

// body reads the object after its definition and returns where it ends. Streams are
// stepped over, because their bytes may look like objects.
func (m *mender) body(where place, pos int) (int, error) {
	l := &lexer{src: m.src, pos: pos}
	l.skipSpace()
	if !bytes.HasPrefix(m.src[l.pos:], []byte("<<")) {
		m.places[where.number] = where
		return l.pos, nil
	}
	start := l.pos
	head, _ := l.next()
	m.places[where.number] = where
	l.skipSpace()
	if !bytes.HasPrefix(m.src[l.pos:], []byte("stream")) {
		return l.pos, nil
	}
	from := afterLine(m.src, l.pos+len("stream"))
	end := m.streamEnd(head, from)
	switch head.dict["Type"].str {
	case "XRef":
		m.keepTrailer(m.src[start:l.pos], head.dict)
	case "ObjStm":
		if err := m.open(head.dict, m.src[from:end]); err != nil {
			return 0, err
		}
	}
	return end, nil
}

// afterLine returns the position after the line end at pos.
func afterLine(src []byte, pos int) int {
	if pos < len(src) && src[pos] == '\r' {
		pos++
	}
	if pos < len(src) && src[pos] == '\n' {
		pos++
	}
	return pos
}

// streamEnd trusts the declared length when the stream really ends there, and looks for
// the end otherwise.
func (m *mender) streamEnd(head object, from int) int {
	if n := head.dict["Length"]; n.kind == number && n.num >= 0 && n.num <= float64(len(m.src)-from) {
		end := from + int(n.num)
		window := m.src[end:min(end+32, len(m.src))]
		if bytes.HasPrefix(bytes.TrimLeft(window, "\r\n\t "), []byte("endstream")) {
			return end
		}
	}
	return find(m.src, from, "endstream")
}

// open unpacks an object stream and adds its objects as plain ones. A damaged stream
// gives what it still holds; the pages that need the rest will say so.
func (m *mender) open(head map[string]object, packed []byte) error {
	plain, err := m.inflate(head, packed)
	if err != nil {
		return err
	}
	count, first := int(head["N"].num), int(head["First"].num)
	if first <= 0 || first > len(plain) || count <= 0 {
		return nil
	}
	index := &lexer{src: plain[:first]}
	for range min(count, maxObjects) {
		number, ok1 := index.next()
		offset, ok2 := index.next()
		if !ok1 || !ok2 {
			break
		}
		at := first + int(offset.num)
		if at < first || at >= len(plain) || number.num <= 0 || number.num > 8*maxObjects {
			continue
		}
		l := &lexer{src: plain, pos: at}
		l.next()
		end := l.pos
		m.places[int(number.num)] = place{number: int(number.num), offset: len(m.src) + len(m.packed)}
		m.packed = fmt.Appendf(m.packed, "%d 0 obj\n%s\nendobj\n", int(number.num), plain[at:end])
		if int64(len(m.packed)) > m.limit {
			return &SizeError{What: Unpacked, Got: int64(len(m.packed)), Max: m.limit}
		}
	}
	return nil
}

// inflate decodes the one filter object streams use in practice. Predictors are not used
// with them.
func (m *mender) inflate(head map[string]object, packed []byte) ([]byte, error) {
	filter := head["Filter"]
	if filter.kind == array && len(filter.list) == 1 {
		filter = filter.list[0]
	}
	if filter.kind == null {
		return packed, nil
	}
	if filter.str != "FlateDecode" {
		return nil, nil
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, nil //nolint:nilerr // a stream that does not unpack holds no objects; the rest of the file may
	}
	left := m.limit - m.unpack
	// A truncated stream still holds its beginning, so the error is of no use here.
	plain, _ := io.ReadAll(io.LimitReader(r, left+1))
	m.unpack += int64(len(plain))
	if m.unpack > m.limit {
		return nil, &SizeError{What: Unpacked, Got: m.unpack, Max: m.limit}
	}
	return plain, nil
}

// readTrailer reads the dictionary after the keyword and returns where it ends.
func (m *mender) readTrailer(pos int) int {
	l := &lexer{src: m.src, pos: pos}
	l.skipSpace()
	start := l.pos
	if !bytes.HasPrefix(m.src[start:], []byte("<<")) {
		return pos
	}
	head, _ := l.next()
	m.keepTrailer(m.src[start:l.pos], head.dict)
	return l.pos
}

func (m *mender) keepTrailer(source []byte, entries map[string]object) {
	for _, key := range []string{"Root", "Encrypt"} {
		if ref := entries[key]; ref.kind == array && isReference(ref.list) {
			m.raw[key] = fmt.Sprintf("%d %d R", int(ref.list[0].num), int(ref.list[1].num))
		}
	}
	if entries["Encrypt"].kind == dict {
		m.raw["Encrypt"] = string(source)
	}
}

// write puts the unpacked objects and the flat table behind the original bytes.
func (m *mender) write() []byte {
	out := slices.Concat(m.src, []byte{'\n'})
	shift := len(out) - len(m.src)
	out = append(out, m.packed...)
	table := len(out)
	numbers := make([]int, 0, len(m.places))
	for n := range m.places {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	out = append(out, "xref\n"...)
	for _, n := range numbers {
		p := m.places[n]
		offset := p.offset
		if offset >= len(m.src) {
			offset += shift
		}
		out = fmt.Appendf(out, "%d 1\n%010d %05d n\r\n", n, offset, p.generation)
	}
	size := 1
	if len(numbers) > 0 {
		size = numbers[len(numbers)-1] + 1
	}
	return fmt.Appendf(out, "trailer\n<</Size %d/Root %s>>\nstartxref\n%d\n%%%%EOF\n", size, m.raw["Root"], table)
}
