package vectors_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kadry/internal/codematch/codematchsql/vectors"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/embedded"
	"kadry/internal/codematch/index/indextest"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
	"kadry/internal/store"
)

// memory is a source that a test fills.
type memory struct {
	indextest.Reference
	mu      sync.Mutex
	tenants map[string]map[int64]content
	read    int
	fails   error
}

type content struct {
	number    int64
	documents []index.Document
}

func (m *memory) put(tenant string, repository, number int64, documents []index.Document) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Put(tenant, repository, number, documents)
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

func (*memory) Unfinished(context.Context, string) ([]mirror.Generation, error) { return nil, nil }

func (m *memory) Documents(_ context.Context, tenant string, g mirror.Generation) iter.Seq2[index.Document, error] {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read++
	documents, fails := m.tenants[tenant][g.Repository].documents, m.fails
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

// turns makes the tests use the database one after another: PGlite answers one at a time.
var turns sync.Mutex

// open is an index of an empty database.
func open(t *testing.T, m *memory) (*vectors.Index, *store.DB) {
	t.Helper()
	if database == "" {
		text := fmt.Sprintf("SKIP: needs pgvector: run tools/setup.sh (%v)", reason)
		if os.Getenv("CI") == "true" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	turns.Lock()
	t.Cleanup(turns.Unlock)
	db, err := store.Open(t.Context(), store.Config{URL: database, Conns: 2, Patience: 2 * time.Minute, DialTimeout: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	err = db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DROP TABLE IF EXISTS code_part_unit, code_part_term, code_part")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	x, err := vectors.New(t.Context(), db, 1, m)
	if err != nil {
		t.Fatal(err)
	}
	return x, db
}

func TestConformance(t *testing.T) {
	t.Parallel()
	indextest.Run(t, func(t *testing.T) (index.Index, indextest.Put) {
		var m memory
		x, _ := open(t, &m)
		return x, m.put
	})
}

// Of many units a part is chosen by vectors. At least 95 of 100 of those that a full search
// finds first are found.
func TestRecall(t *testing.T) {
	t.Parallel()
	var m memory
	x, _ := open(t, &m)
	full, err := embedded.New(t.TempDir(), 1, &m)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	const repositories, units, first = 4, 1500, 200
	for repository := range int64(repositories) {
		m.put("a", repository, 1, indextest.Lifelike(11, repository, units, 300))
	}
	found, wanted := 0, 0
	for i := 1; i < units; i += units / 8 {
		q := indextest.Ask(m.tenants["a"][int64(i%repositories)].documents[i].Vector, first)
		want, err := full.Search(t.Context(), "a", q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Search(t.Context(), "a", q)
		if err != nil {
			t.Fatal(err)
		}
		if got.Searched != repositories*units || got.Hits[0].Place != want.Hits[0].Place {
			t.Errorf("searched %d, first is %+v, want %+v", got.Searched, got.Hits[0].Place, want.Hits[0].Place)
		}
		places := map[index.Place]bool{}
		for _, h := range got.Hits {
			places[h.Place] = true
		}
		for _, h := range want.Hits {
			if wanted++; places[h.Place] {
				found++
			}
		}
	}
	t.Logf("%d of %d", found, wanted)
	if float64(found) < .95*float64(wanted) {
		t.Errorf("%d of %d units were found", found, wanted)
	}
}

// A repository that could not be written to its end is not seen, and leaves nothing.
func TestBroken(t *testing.T) {
	t.Parallel()
	m := memory{fails: errors.New("the source broke")}
	x, db := open(t, &m)
	some := indextest.Lifelike(9, 1, 300, 20)
	m.put("a", 1, 1, some)
	q := indextest.Ask(some[7].Vector, 5)
	if _, err := x.Search(t.Context(), "a", q); !errors.Is(err, m.fails) {
		t.Errorf("a search of a broken source: %v", err)
	}
	m.fails = nil
	for range 2 {
		answer, err := x.Search(t.Context(), "a", q)
		if err != nil || answer.Units != 300 || answer.Hits[0].Place != some[7].Place {
			t.Fatalf("found %+v, %v", answer, err)
		}
	}
	if m.read != 2 {
		t.Errorf("documents were read %d times", m.read)
	}
	m.put("a", 1, 1, nil)
	if answer, err := x.Search(t.Context(), "a", q); err != nil || answer.Units != 0 {
		t.Fatalf("found %+v, %v", answer, err)
	}
	for _, table := range []string{"code_part", "code_part_unit", "code_part_term"} {
		var rows int
		err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&rows)
		})
		if err != nil || rows > 0 {
			t.Errorf("%s has %d rows, %v", table, rows, err)
		}
	}
}

func TestNoVectors(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{URL: filepath.Join(t.TempDir(), "kadry.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := vectors.New(t.Context(), db, 1, &memory{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("SQLite: %v", err)
	}
}
