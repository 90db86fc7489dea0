package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/embedded"
	"kadry/internal/codematch/index/indextest"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

// memory is a source that a test fills.
type memory struct {
	mu      sync.Mutex
	tenants map[string]map[int64]content
	read    int   // how often documents were asked for
	fails   error // what they end with

	unfinished []mirror.Generation
}

type content struct {
	number    int64
	documents []index.Document
}

func (m *memory) put(tenant string, repository, number int64, documents []index.Document) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tenants == nil {
		m.tenants = map[string]map[int64]content{}
	}
	if m.tenants[tenant] == nil {
		m.tenants[tenant] = map[int64]content{}
	}
	if documents == nil {
		delete(m.tenants[tenant], repository)
		return
	}
	m.tenants[tenant][repository] = content{number, documents}
}

func (m *memory) Generations(_ context.Context, tenant string) (list []mirror.Generation, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for repository, c := range m.tenants[tenant] {
		list = append(list, mirror.Generation{Repository: repository, Number: c.number})
	}
	return list, nil
}

func (m *memory) Unfinished(context.Context, string) ([]mirror.Generation, error) {
	return m.unfinished, nil
}

func (m *memory) Documents(_ context.Context, tenant string, g mirror.Generation) iter.Seq2[index.Document, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read++
	have, fails := m.tenants[tenant][g.Repository], m.fails
	if have.number != g.Number {
		fails = fmt.Errorf("generation %+v is gone", g)
	}
	documents := have.documents
	return func(yield func(index.Document, error) bool) {
		for _, d := range documents {
			if !yield(d, nil) {
				return
			}
		}
		if fails != nil {
			yield(index.Document{}, fails)
		}
	}
}

func start(t testing.TB, folder string, m *memory) *embedded.Index {
	t.Helper()
	x, err := embedded.New(folder, 1, m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func TestConformance(t *testing.T) {
	t.Parallel()
	indextest.Run(t, func(t *testing.T) (index.Index, indextest.Put) {
		var m memory
		return start(t, t.TempDir(), &m), m.put
	})
}

// files are the names of what stands in the folder of an index.
func files(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, e.Name())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func some(repository int64) []index.Document { return indextest.Lifelike(9, repository, 30, 40) }

func search(t *testing.T, x *embedded.Index, tenant string) index.Answer {
	t.Helper()
	answer, err := x.Search(t.Context(), tenant, indextest.Ask(some(1)[3].Vector, 5))
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// The files of what is gone are deleted with the next search, those that a killed process
// left with the first; what another process is making stays.
func TestFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var m memory
	m.put("a", 1, 1, some(1))
	m.put("a", 2, 1, some(2))
	m.put("b", 1, 1, some(1))
	x := start(t, folder, &m)
	search(t, x, "a")
	search(t, x, "b")
	if got := files(t, folder); len(got) != 3 {
		t.Fatalf("files %v", got)
	}
	m.put("a", 1, 2, some(1))
	m.put("a", 2, 1, nil)
	m.put("b", 1, 1, nil)
	search(t, x, "a")
	search(t, x, "b")
	if got := files(t, folder); !slices.Equal(got, []string{"1-2.segment"}) {
		t.Fatalf("files %v", got)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}

	homes, _ := filepath.Glob(filepath.Join(folder, "*"))
	m.unfinished = []mirror.Generation{{Repository: 1, Number: 4}, {Repository: 7, Number: 1}}
	making := []string{"1-2.segment", "1-4.segment.5.tmp", "7-1.segment"}
	for _, left := range append(making[1:], "1-1.segment", "9-9.segment", "1-3.segment.123.tmp", "17-1.segment") {
		if err := os.WriteFile(filepath.Join(homes[0], left), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	search(t, start(t, folder, &m), "a")
	if got := files(t, folder); !slices.Equal(got, making) {
		t.Fatalf("files %v after a crash, while another process makes two", got)
	}
}

// An index that is opened again finds its files; those that are damaged, of another version
// or missing are made again, and only those.
func TestOpenAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var m memory
	for repository := range int64(5) {
		m.put("a", repository, 1, some(repository))
	}
	first := start(t, folder, &m)
	want := search(t, first, "a")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		spoil func(path string) error
		read  int
	}{
		"nothing": {func(string) error { return nil }, 0},
		"gone":    {os.Remove, 5},
		"empty":   {func(path string) error { return os.Truncate(path, 0) }, 5},
		"cut":     {func(path string) error { return os.Truncate(path, 3000) }, 5},
		"changed": {change, 5},
	} {
		paths, _ := filepath.Glob(filepath.Join(folder, "*", "*"))
		for _, path := range paths {
			if err := c.spoil(path); err != nil {
				t.Fatal(err)
			}
		}
		m.read = 0
		x := start(t, folder, &m)
		indextest.Same(t, search(t, x, "a"), want)
		indextest.Same(t, search(t, x, "a"), want)
		if m.read != c.read {
			t.Errorf("%s: %d repositories were read, want %d", name, m.read, c.read)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m.read = 0
	other, err := embedded.New(folder, 2, &m)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	indextest.Same(t, search(t, other, "a"), want)
	if m.read != 5 {
		t.Errorf("of another version of features %d repositories were read", m.read)
	}
}

// change spoils a byte in the middle of a file.
func change(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	data[len(data)/2] ^= 1
	return os.WriteFile(path, data, 0o600)
}

// What was prepared is not read again; what is prepared but not listed is not found.
func TestPrepare(t *testing.T) {
	t.Parallel()
	var m, hidden memory
	x := start(t, t.TempDir(), &m)
	m.put("a", 2, 1, some(2))
	search(t, x, "a")
	m.read = 0
	g := mirror.Generation{Repository: 1, Number: 5}
	hidden.put("a", 1, 5, some(1))
	if err := x.Prepare(t.Context(), "a", g, hidden.Documents(t.Context(), "a", g)); err != nil {
		t.Fatal(err)
	}
	if got := search(t, x, "a"); got.Units != 30 {
		t.Errorf("%d units before it is listed", got.Units)
	}
	m.put("a", 1, 5, some(1))
	got := search(t, x, "a")
	if got.Units != 60 || got.Hits[0].Place != some(1)[3].Place || got.Hits[0].Generation != 5 {
		t.Errorf("%d units, first hit %+v", got.Units, got.Hits[0])
	}
	if m.read != 0 {
		t.Errorf("documents were read %d times", m.read)
	}
}

// A source that breaks fails the search; when it works again so does the search.
func TestBroken(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var m memory
	m.put("a", 1, 1, some(1))
	m.fails = errors.New("the disk of the database broke")
	x := start(t, folder, &m)
	if _, err := x.Search(t.Context(), "a", index.Question{}); !errors.Is(err, m.fails) {
		t.Errorf("a search of a broken source: %v", err)
	}
	if got := files(t, folder); len(got) > 0 {
		t.Errorf("files %v of a broken source", got)
	}
	m.fails = nil
	if got := search(t, x, "a"); got.Units != 30 {
		t.Errorf("%d units", got.Units)
	}
}

// vanishing is a source whose repository goes while its units are read.
type vanishing struct{ *memory }

func (v vanishing) Documents(ctx context.Context, tenant string, g mirror.Generation) iter.Seq2[index.Document, error] {
	v.put(tenant, 1, 1, nil)
	return func(yield func(index.Document, error) bool) {
		yield(index.Document{}, errors.New("there is no such repository"))
	}
}

func TestVanishes(t *testing.T) {
	t.Parallel()
	var m memory
	m.put("a", 1, 1, some(1))
	x, err := embedded.New(t.TempDir(), 1, vanishing{&m})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if got := search(t, x, "a"); got.Units != 0 || len(got.Hits) != 0 {
		t.Errorf("found %+v", got)
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.New(file, 1, &memory{}); err == nil {
		t.Error("a file was taken for a folder")
	}
	var m memory
	m.put("a", 1, 1, some(1))
	folder := t.TempDir()
	x := start(t, folder, &m)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(t.Context(), "a", index.Question{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a folder that became a file: %v", err)
	}
}

func TestOver(t *testing.T) {
	t.Parallel()
	var m memory
	m.put("a", 1, 1, some(1))
	x := start(t, t.TempDir(), &m)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, "a", indextest.Ask(some(1)[3].Vector, 5)); !errors.Is(err, context.Canceled) {
		t.Errorf("before the first search: %v", err)
	}
	search(t, x, "a")
	if _, err := x.Search(ctx, "a", indextest.Ask(some(1)[3].Vector, 5)); !errors.Is(err, context.Canceled) {
		t.Errorf("after it: %v", err)
	}
	if size := x.Size("a"); size.Units != 30 || size.Repositories != 1 || size.Mapped == 0 || x.Size("b").Units != 0 {
		t.Errorf("size %+v", size)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Search(t.Context(), "a", index.Question{}); !errors.Is(err, embedded.ErrClosed) {
		t.Errorf("after closing: %v", err)
	}
	if err := x.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
}

// Searches beside changes see one generation or the other, whole, and nothing of what was
// gone before they began.
func TestBesideChanges(t *testing.T) {
	t.Parallel()
	var m memory
	x := start(t, t.TempDir(), &m)
	// A generation has as many units as its number says.
	documents := indextest.Lifelike(9, 1, 60, 40)
	m.put("a", 1, 60, documents)
	m.put("a", 2, 1, some(2))
	stop := make(chan struct{})
	var searchers sync.WaitGroup
	for range 4 {
		searchers.Go(func() {
			for {
				answer, err := x.Search(t.Context(), "a", indextest.Ask(documents[3].Vector, 5))
				if err != nil || len(answer.Hits) == 0 {
					t.Errorf("search: %d hits, %v", len(answer.Hits), err)
					return
				}
				for _, h := range answer.Hits {
					if h.Place.Repository == 1 && int(h.Generation) != answer.Units && int(h.Generation)+30 != answer.Units {
						t.Errorf("a hit of generation %d among %d units", h.Generation, answer.Units)
					}
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for i := range 40 {
		if i%2 == 0 {
			m.put("a", 2, 1, nil)
			if got := search(t, x, "a"); got.Units > 60 {
				t.Errorf("%d units after one repository went", got.Units)
			}
		} else {
			m.put("a", 2, 1, some(2))
		}
		m.put("a", 1, int64(20+i), documents[:20+i])
	}
	close(stop)
	searchers.Wait()
}
