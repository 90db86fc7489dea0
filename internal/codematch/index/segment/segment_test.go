package segment

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

var id = Identity{Tenant: "a", Repository: 7, Generation: 3, Features: 2}

func all(documents []index.Document, end error) iter.Seq2[index.Document, error] {
	return func(yield func(index.Document, error) bool) {
		for _, d := range documents {
			if !yield(d, nil) {
				return
			}
		}
		if end != nil {
			yield(index.Document{}, end)
		}
	}
}

func terms(pairs ...uint32) (out []feature.Term) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, feature.Term{Hash: pairs[i], Count: uint16(pairs[i+1])})
	}
	return out
}

// few are documents with what a file can have: places with gaps, languages and kinds, terms
// at both ends, lists of one and of more than a block.
func few() []index.Document {
	documents := []index.Document{
		{Place: index.Place{Repository: 7, File: 0, Unit: 0}, Path: "a/ы.go", Language: lexer.Go, Kind: unit.Function},
		{Place: index.Place{Repository: 7, File: 0, Unit: 4}, Path: "a/ы.go", Language: lexer.Go, Kind: unit.Whole},
		{Place: index.Place{Repository: 7, File: 5, Unit: 1}, Path: "", Language: "", Kind: unit.Class},
	}
	documents[0].Vector[feature.Subtoken] = terms(0, 1, 5, 65535, 1<<32-1, 2)
	documents[2].Vector[feature.Subtoken] = terms(0, 300, 1<<32-1, 1)
	documents[1].Vector[feature.Literal] = terms(9, 1)
	for i := range int32(300) {
		d := index.Document{Place: index.Place{Repository: 7, File: 6, Unit: i}, Path: "b.py", Language: lexer.Python, Kind: unit.Function}
		d.Vector[feature.Plain] = terms(77, uint32(i%3+1), uint32(100+i), 1)
		documents = append(documents, d)
	}
	return documents
}

func written(t testing.TB, documents []index.Document) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.segment")
	if err := Write(path, id, all(documents, nil)); err != nil {
		t.Fatal(err)
	}
	return path
}

// contents are the documents of a segment.
func contents(s *Segment) []index.Document {
	documents := make([]index.Document, s.Units())
	for u := range documents {
		language, kind := s.Tag(u)
		documents[u] = index.Document{
			Place: s.Place(u), Path: s.Path(s.File(u)),
			Language: s.Languages()[language], Kind: s.Kinds()[kind],
		}
	}
	var units, counts [Block]uint32
	for f := range feature.Fields {
		for hash, list := range s.Range(f, 0, 1<<32-1) {
			for n := list.Read(&units, &counts); n > 0; n = list.Read(&units, &counts) {
				for i, u := range units[:n] {
					v := &documents[u].Vector[f]
					*v = append(*v, feature.Term{Hash: hash, Count: uint16(counts[i])})
				}
			}
		}
	}
	return documents
}

func same(a, b index.Document) bool {
	for f := range a.Vector {
		if !slices.Equal(a.Vector[f], b.Vector[f]) {
			return false
		}
	}
	return a.Place == b.Place && a.Path == b.Path && a.Language == b.Language && a.Kind == b.Kind
}

func TestReadBack(t *testing.T) {
	t.Parallel()
	for name, documents := range map[string][]index.Document{"few": few(), "none": nil} {
		s, err := Open(written(t, documents), id)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := contents(s); !slices.EqualFunc(got, documents, same) {
			t.Errorf("%s: read back %+v, want %+v", name, got, documents)
		}
		if s.Identity() != id {
			t.Errorf("%s: it is of %+v", name, s.Identity())
		}
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Errorf("%s: close: %v", name, err)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	s, err := Open(written(t, few()), id)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		field feature.Field
		hash  uint32
		units int // 0 is not there
	}{
		{feature.Subtoken, 0, 2},
		{feature.Subtoken, 5, 1},
		{feature.Subtoken, 6, 0},
		{feature.Subtoken, 1<<32 - 1, 2},
		{feature.Subtoken, 1<<32 - 2, 0},
		{feature.Plain, 77, 300},
		{feature.Plain, 0, 0},
		{feature.Plain, 100, 1},
		{feature.Plain, 399, 1},
		{feature.Plain, 400, 0},
		{feature.Call, 5, 0},
	} {
		list, ok := s.Find(c.field, c.hash)
		if ok != (c.units > 0) || list.Units() != c.units {
			t.Errorf("field %d, hash %d: %d units, %v; want %d", c.field, c.hash, list.Units(), ok, c.units)
		}
	}
	var hashes []uint32
	for hash := range s.Range(feature.Plain, 100, 107) {
		hashes = append(hashes, hash)
	}
	if !slices.Equal(hashes, []uint32{100, 101, 102, 103, 104, 105, 106, 107}) {
		t.Errorf("from 100 to 107 there are %v", hashes)
	}
	if s.Lengths(feature.Subtoken)[0] != 65538 || s.Lengths(feature.Subtoken)[1] != 0 {
		t.Errorf("lengths %v", s.Lengths(feature.Subtoken)[:3])
	}
}

// Whatever the documents are, they are read back as they were.
func TestReadBackAny(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		documents := anyDocuments(t)
		path := filepath.Join(folder, "any.segment")
		if err := Write(path, id, all(documents, nil)); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path, id)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if got := contents(s); !slices.EqualFunc(got, documents, same) {
			t.Fatalf("read back %+v, want %+v", got, documents)
		}
		for _, d := range documents {
			for f, of := range d.Vector {
				for _, term := range of {
					if _, ok := s.Find(feature.Field(f), term.Hash); !ok {
						t.Fatalf("term %d of field %d is not found", term.Hash, f)
					}
				}
			}
		}
	})
}

func anyDocuments(t *rapid.T) (documents []index.Document) {
	// Hashes from narrow ranges collide and crowd, as few that are hashed well do.
	hash := rapid.OneOf(rapid.Uint32Range(0, 40), rapid.Uint32Range(1<<24-20, 1<<24+20), rapid.Uint32())
	at := index.Place{Repository: 7, File: rapid.Int32Range(0, 3).Draw(t, "file")}
	path := "0"
	for range rapid.IntRange(0, 40).Draw(t, "units") {
		d := index.Document{
			Place: at, Path: path,
			Language: rapid.SampledFrom(lexer.Languages()).Draw(t, "language"),
			Kind:     rapid.SampledFrom([]unit.Kind{unit.Function, unit.Class, unit.Whole}).Draw(t, "kind"),
		}
		for f := range d.Vector {
			hashes := rapid.SliceOfNDistinct(hash, 0, 12, rapid.ID[uint32]).Draw(t, "hashes")
			slices.Sort(hashes)
			for _, h := range hashes {
				d.Vector[f] = append(d.Vector[f], feature.Term{Hash: h, Count: rapid.Uint16Min(1).Draw(t, "count")})
			}
		}
		documents = append(documents, d)
		if rapid.Bool().Draw(t, "next file") {
			at.File += rapid.Int32Range(1, 9).Draw(t, "files")
			path = rapid.String().Draw(t, "path")
		} else {
			at.Unit += rapid.Int32Range(1, 9).Draw(t, "step")
		}
	}
	return documents
}

// No file appears of documents that end with an error or are not in order.
func TestWriteNothing(t *testing.T) {
	t.Parallel()
	broken := errors.New("the source broke")
	twice := append(few(), few()[2])
	otherPath := few()[:2]
	otherPath[1].Path = "c.go"
	unsorted := few()[:1]
	unsorted[0].Vector[feature.Call] = terms(5, 1, 5, 1)
	long := few()[:1]
	long[0].Language = lexer.Language(make([]byte, 300))
	for name, c := range map[string]struct {
		documents []index.Document
		end, want error
	}{
		"the source breaks":  {few(), broken, broken},
		"a place comes back": {twice, nil, ErrOrder},
		"two paths of one":   {otherPath, nil, ErrOrder},
		"a hash comes twice": {unsorted, nil, ErrOrder},
		"a name is too long": {long, nil, nil},
	} {
		folder := t.TempDir()
		err := Write(filepath.Join(folder, "x.segment"), id, all(c.documents, c.end))
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if left, _ := os.ReadDir(folder); len(left) > 0 {
			t.Errorf("%s: %v is left", name, left)
		}
	}
	err := Write(filepath.Join(t.TempDir(), "no", "x.segment"), id, all(few(), nil))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder: %v", err)
	}
}

// A write that fails leaves the file that was there.
func TestWriteKeeps(t *testing.T) {
	t.Parallel()
	path := written(t, few())
	if err := Write(path, id, all(few()[:1], errors.New("broken"))); err == nil {
		t.Fatal("it was written")
	}
	s, err := Open(path, id)
	if err != nil || s.Units() != len(few()) {
		t.Fatalf("the old file: %v", err)
	}
	_ = s.Close()
}

func TestOpenOther(t *testing.T) {
	t.Parallel()
	path := written(t, few())
	for name, other := range map[string]Identity{
		"tenant":     {"b", 7, 3, 2},
		"repository": {"a", 8, 3, 2},
		"generation": {"a", 7, 4, 2},
		"features":   {"a", 7, 3, 1},
	} {
		if _, err := Open(path, other); !errors.Is(err, ErrOther) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if _, err := Open(path+".no", id); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// A file in which any byte was changed, or that was cut, is not opened.
func TestOpenDamaged(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(written(t, few()[:4]))
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		changed := slices.Clone(data)
		changed[i] ^= 0x10
		if _, err := Of(changed, id); err == nil {
			t.Errorf("byte %d of %d was changed and nobody saw it", i, len(data))
		}
		if _, err := Of(data[:i:i], id); err == nil {
			t.Errorf("the file was cut to %d bytes and nobody saw it", i)
		}
	}
	if _, err := Of(append(slices.Clone(data), 0), id); err == nil {
		t.Error("a byte more and nobody saw it")
	}
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(empty, id); !errors.Is(err, errDamaged) {
		t.Errorf("an empty file: %v", err)
	}
}

// sign gives changed bytes the sums that they should have, so that what is behind the sums is
// tried too.
func sign(data []byte) {
	if len(data) < headerBytes {
		return
	}
	binary.LittleEndian.PutUint32(data[headerBytes-8:], crc32.Checksum(data[headerBytes:], castagnoli))
	binary.LittleEndian.PutUint32(data[headerBytes-4:], crc32.Checksum(data[:headerBytes-4], castagnoli))
}

// A file whose sums are right can be wrong all the same: it is refused, or read to its end.
func TestOpenForged(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(written(t, few()[:40]))
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	for i := range data {
		for _, change := range []byte{1, 0x10, 0x80, 0xff} {
			forged := slices.Clone(data)
			forged[i] ^= change
			sign(forged)
			s, err := Of(forged, id)
			if err != nil {
				refused++
				continue
			}
			if got := contents(s); !slices.IsSortedFunc(got, func(a, b index.Document) int { return a.Place.Compare(b.Place) }) {
				t.Fatalf("byte %d xor %#x: units are not in order", i, change)
			}
		}
	}
	if refused == 0 || refused == 4*len(data) {
		t.Errorf("%d of %d forgeries were refused", refused, 4*len(data))
	}
}

// Bytes of any kind are no segment, or one that can be read to its end.
func FuzzOpen(f *testing.F) {
	for _, documents := range [][]index.Document{nil, few()[:1], few()[:4], few()} {
		data, err := os.ReadFile(written(f, documents))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = slices.Clone(data)
		sign(data)
		s, err := Of(data, id)
		if err != nil {
			return
		}
		documents := contents(s)
		path := filepath.Join(t.TempDir(), "again")
		if err := Write(path, id, all(documents, nil)); err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := Open(path, id)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if got := contents(again); !slices.EqualFunc(got, documents, same) {
			t.Errorf("read back %+v, want %+v", got, documents)
		}
	})
}
