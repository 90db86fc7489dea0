package audit

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"testing"
	"time"

	"kadry/internal/store"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		os.Exit(child(url))
	}
	os.Exit(pgtest.Tidy(m))
}

// noon is the time of the tests' clock.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

// bench is a log on one engine with its database.
type bench struct {
	*Log
	db  *store.DB
	url string
}

func conform(t *testing.T, fn func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		fn(t, &bench{New(db, clock), db, b.URL})
	}, Schema())
}

// another opens the log like a second process does.
func (b *bench) another(t *testing.T) *bench {
	t.Helper()
	db := storetest.OpenURL(t, b.url, Schema())
	return &bench{New(db, clock), db, b.url}
}

func (b *bench) append(t testing.TB, entries ...Entry) {
	t.Helper()
	err := b.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error { return b.Append(ctx, tx, entries...) })
	if err != nil {
		t.Fatal(err)
	}
}

// sealed appends n entries and seals them.
func (b *bench) sealed(t testing.TB, n int) {
	t.Helper()
	for i := range n {
		b.append(t, entry(i))
	}
	if got, err := b.Seal(t.Context()); err != nil || got != n {
		t.Fatalf("Seal = %d, %v, want %d", got, err, n)
	}
}

func entry(i int) Entry {
	return Entry{
		Tenant: "team", Actor: "ats", Action: "interview.started", Subject: fmt.Sprintf("session-%03d", i),
		Detail: map[string]string{"plan": "9f2c", "модель": "нет"}, At: noon.Add(time.Duration(i) * time.Second),
	}
}

func (b *bench) perform(t testing.TB, text string, values ...any) {
	t.Helper()
	err := b.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text, values...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func (b *bench) verify(t testing.TB, known Mark) Verdict {
	t.Helper()
	v, err := b.Verify(t.Context(), known)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func (b *bench) head(t testing.TB) Mark {
	t.Helper()
	m, err := b.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// broke fails unless the verdict names a place and a way.
func broke(t testing.TB, name string, v Verdict, seq int64, what What) {
	t.Helper()
	if v.Broken == nil || *v.Broken != (Break{seq, what}) {
		t.Errorf("%s: got %+v, want %s at %d", name, v.Broken, what, seq)
	}
}
