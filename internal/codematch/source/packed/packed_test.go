package packed_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"go.uber.org/goleak"

	"kadry/internal/codematch/source/packed"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pack writes packs by hand: whole objects and differences.
type pack struct {
	body  bytes.Buffer
	count uint32
}

// put adds an entry and returns its offset.
func (p *pack) put(kind plumbing.ObjectType, size int, base []byte, content []byte) int {
	at := 12 + p.body.Len()
	p.count++
	head := byte(kind)<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		p.body.WriteByte(head | 0x80)
		head = byte(size & 127)
	}
	p.body.WriteByte(head)
	p.body.Write(base)
	w := zlib.NewWriter(&p.body)
	_, _ = w.Write(content)
	_ = w.Close()
	return at
}

func (p *pack) blob(content string) int {
	return p.put(plumbing.BlobObject, len(content), nil, []byte(content))
}

// from adds a difference to the object at an offset.
func (p *pack) from(base int, difference []byte) int {
	return p.put(plumbing.OFSDeltaObject, len(difference), back(12+p.body.Len()-base), difference)
}

// back is git's way to write how far an entry lies behind (gitformat-pack, "offset encoding").
func back(n int) []byte {
	bytes := []byte{byte(n & 127)}
	for n >>= 7; n > 0; n >>= 7 {
		n--
		bytes = append([]byte{byte(n&127) | 0x80}, bytes...)
	}
	return bytes
}

// repeat is a difference that writes the first 16 bytes of its base so many times.
func repeat(base, times int) []byte {
	d := binary.AppendUvarint(nil, uint64(base))
	d = binary.AppendUvarint(d, uint64(16*times))
	for range times {
		d = append(d, 0x80|0x10, 16)
	}
	return d
}

// whole is a difference that writes all of its base, up to 64 kB, so many times.
func whole(base, times int) []byte {
	d := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(base)), uint64(base*times))
	for range times {
		d = append(d, 0x80|0x10|0x20, byte(base), byte(base>>8))
	}
	return d
}

// bytes is the whole pack.
func (p *pack) bytes() []byte {
	whole := append([]byte("PACK"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 2), p.count)...)
	whole = append(whole, p.body.Bytes()...)
	sum := sha1.Sum(whole)
	return append(whole, sum[:]...)
}

func read(tb testing.TB, body []byte, limits tree.Limits) (*packed.Objects, error) {
	tb.Helper()
	disk, err := os.Create(filepath.Join(tb.TempDir(), "pack"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = disk.Close() })
	if _, err := disk.Write(body); err != nil {
		tb.Fatal(err)
	}
	return packed.Read(tb.Context(), disk, limits)
}

func content(tb testing.TB, o *packed.Objects, hash plumbing.Hash) (string, error) {
	tb.Helper()
	got, err := o.EncodedObject(plumbing.AnyObject, hash)
	if err != nil {
		return "", err
	}
	from, err := got.Reader()
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(from)
	return string(body), err
}

func hashOf(body string) plumbing.Hash {
	return plumbing.ComputeHash(plumbing.BlobObject, []byte(body))
}

// Every object that git packs is found again, with what git says is in it.
func TestReadsWhatGitPacks(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	dir := t.TempDir()
	git := func(args ...string) string {
		command := exec.Command("git", args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
			"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org")
		out, err := command.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	text := ""
	for i := range 60 { // versions that differ by little: git packs them as chains of differences
		text += fmt.Sprintf("line %d of a file that grows, with words enough to be worth a difference\n", i)
		if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		git("add", "-A")
		git("commit", "-q", "-m", "version")
	}
	git("tag", "-a", "v1", "-m", "one")
	git("repack", "-q", "-a", "-d", "-f", "--depth=50", "--window=50")
	found, err := filepath.Glob(filepath.Join(dir, ".git", "objects", "pack", "*.pack"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	body, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	o, err := read(t, body, tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Split(strings.TrimSpace(git("cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype)")), "\n")
	if len(all) != o.Len() || len(all) < 180 {
		t.Fatalf("git has %d objects, we %d", len(all), o.Len())
	}
	for i, line := range all {
		name, kind, _ := strings.Cut(line, " ")
		if i%8 > 0 {
			if err := o.HasEncodedObject(plumbing.NewHash(name)); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			continue
		}
		got, err := content(t, o, plumbing.NewHash(name))
		if err != nil || got != git("cat-file", kind, name) {
			t.Fatalf("%s: %q, %v", line, got, err)
		}
	}
	if _, err := object.GetCommit(o, plumbing.NewHash(strings.TrimSpace(git("rev-parse", "HEAD")))); err != nil {
		t.Error(err)
	}
	if o.HasEncodedObject(plumbing.ZeroHash) == nil {
		t.Error("an object that is not there")
	}
}

// A few bytes that stand for gigabytes cost nothing: what unpacks to more than the limit is as
// if it were not there, and the rest is.
func TestBombs(t *testing.T) {
	t.Parallel()
	var p pack
	small := "sixteen bytes long"
	base := p.blob(small)
	doubled := p.from(base, repeat(len(small), 2))
	wide := p.from(doubled, whole(32, 500))
	p.from(p.from(wide, whole(16_000, 1000)), whole(16_000_000, 1)) // 16 MB of 4 kB, and more of that
	huge := binary.AppendUvarint(binary.AppendUvarint(nil, uint64(len(small))), 1<<40)
	p.from(base, append(huge, 0x90, 16))
	p.blob(strings.Repeat("x", 100_000))
	o, err := read(t, p.bytes(), tree.Limits{Entry: 20_000, File: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	for body, there := range map[string]bool{small: true, strings.Repeat(small[:16], 2): true, strings.Repeat(small[:16], 1000): true, strings.Repeat("x", 100_000): false} {
		got, err := content(t, o, hashOf(body))
		if there && (err != nil || got != body) || !there && !errors.Is(err, plumbing.ErrObjectNotFound) {
			t.Errorf("%.20q: %.20q, %v", body, got, err)
		}
	}
	if size, err := o.EncodedObjectSize(hashOf(strings.Repeat("x", 100_000))); err != nil || size != 100_000 {
		t.Errorf("the size of a large object is %d, %v", size, err)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	made := func(fill func(*pack)) []byte {
		var p pack
		fill(&p)
		return p.bytes()
	}
	good := made(func(p *pack) { p.blob("a") })
	many := bytes.Clone(good)
	binary.BigEndian.PutUint32(many[8:], 1<<31)
	more := bytes.Clone(good)
	binary.BigEndian.PutUint32(more[8:], 2)
	for name, c := range map[string]struct {
		body   []byte
		limits tree.Limits
		kind   fault.Kind
	}{
		"nothing":               {nil, tree.Limits{}, fault.Internal},
		"text":                  {[]byte("package a, and more of it"), tree.Limits{}, fault.Internal},
		"cut":                   {good[:len(good)-25], tree.Limits{}, fault.Internal},
		"fewer than it says":    {more, tree.Limits{}, fault.Internal},
		"far too many":          {many, tree.Limits{}, fault.TooLarge},
		"of no known kind":      {made(func(p *pack) { p.put(5, 1, nil, []byte("a")) }), tree.Limits{}, fault.Internal},
		"longer than it says":   {made(func(p *pack) { p.put(plumbing.BlobObject, 1, nil, []byte("abc")) }), tree.Limits{}, fault.Internal},
		"shorter than it says":  {made(func(p *pack) { p.put(plumbing.BlobObject, 9, nil, []byte("abc")) }), tree.Limits{}, fault.Internal},
		"from nowhere":          {made(func(p *pack) { p.put(plumbing.OFSDeltaObject, 4, back(5), []byte{1, 1, 0x90, 1}) }), tree.Limits{}, fault.Internal},
		"from a stranger":       {made(func(p *pack) { p.put(plumbing.REFDeltaObject, 4, make([]byte, 20), []byte{1, 1, 0x90, 1}) }), tree.Limits{}, fault.Internal},
		"no difference":         {made(func(p *pack) { p.from(p.blob("a"), []byte{0xff}) }), tree.Limits{}, fault.Internal},
		"of another base":       {made(func(p *pack) { p.from(p.blob("a"), []byte{9, 1, 0x90, 1}) }), tree.Limits{}, fault.Internal},
		"unpacks to too much":   {made(func(p *pack) { p.blob(strings.Repeat("x", 9000)) }), tree.Limits{Unpack: 1000}, fault.TooLarge},
		"says it is very large": {made(func(p *pack) { p.put(plumbing.BlobObject, 1<<50, nil, nil) }), tree.Limits{}, fault.TooLarge},
	} {
		if _, err := read(t, c.body, c.limits); fault.KindOf(err) != c.kind {
			t.Errorf("%s: %v, want %s", name, err, c.kind)
		}
	}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	disk, err := os.Create(filepath.Join(t.TempDir(), "pack"))
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	if _, err := disk.Write(good); err != nil {
		t.Fatal(err)
	}
	if _, err := packed.Read(ctx, disk, tree.Limits{}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("after its caller left: %v", err)
	}
}

// A difference may name its base by hash.
func TestByHash(t *testing.T) {
	t.Parallel()
	var p pack
	body := "sixteen bytes long"
	hash := hashOf(body)
	p.put(plumbing.REFDeltaObject, len(repeat(len(body), 3)), hash[:], repeat(len(body), 3))
	p.blob(body)
	o, err := read(t, p.bytes(), tree.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := content(t, o, hashOf(strings.Repeat(body[:16], 3))); err != nil || len(got) != 48 {
		t.Errorf("%q, %v", got, err)
	}
}

// Whatever the bytes, an object that is told under a hash has it.
func FuzzRead(f *testing.F) {
	var p pack
	base := p.blob("sixteen bytes long")
	p.from(p.from(base, repeat(18, 2)), repeat(32, 3))
	f.Add(p.bytes())
	f.Add([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01"))
	folder, err := os.MkdirTemp("", "kadry-fuzz-*")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = os.RemoveAll(folder) })
	f.Fuzz(func(t *testing.T, body []byte) {
		disk, err := os.CreateTemp(folder, "pack-*")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _, _ = disk.Close(), os.Remove(disk.Name()) }()
		if _, err := disk.Write(body); err != nil {
			t.Fatal(err)
		}
		o, err := packed.Read(context.Background(), disk, tree.Limits{Entry: 4 << 10, File: 1 << 10, Unpack: 1 << 20})
		if err != nil {
			return
		}
		for _, want := range []string{"sixteen bytes long", strings.Repeat("sixteen bytes lo", 2), strings.Repeat("sixteen bytes lo", 3)} {
			if got, err := content(t, o, hashOf(want)); err == nil && got != want {
				t.Fatalf("%q is %q", want, got)
			}
		}
	})
}
