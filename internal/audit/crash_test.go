package audit

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"kadry/internal/store"
)

func readText(into *string, text string) func(context.Context, *sql.Tx) error {
	return func(ctx context.Context, tx *sql.Tx) error { return tx.QueryRowContext(ctx, text).Scan(into) }
}

// childURL makes this test binary, started once more, append to and seal the log of the
// database it names until it is killed.
const childURL = "KADRY_TEST_AUDIT_URL"

// child appends and seals once for each line it hears, and tells each Seal on a line.
func child(url string) int {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Config{URL: url, Conns: 2})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	l := New(db, clock)
	orders := bufio.NewScanner(os.Stdin)
	for i := 0; orders.Scan(); i++ {
		err := db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error { return l.Append(ctx, tx, entry(i), entry(i)) })
		if err == nil {
			_, err = l.Seal(ctx)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		fmt.Fprintln(os.Stdout, "sealed")
	}
	return 1
}

// Two processes seal, one of them killed again and again: no entry is lost, doubled or out
// of the chain.
func TestSeal_killed(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		const kills = 6
		ours := 0
		for range kills {
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env = append(os.Environ(), childURL+"="+b.url)
			cmd.Stderr = os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			orders, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for range 5 {
				b.append(t, Entry{Tenant: "ours", Action: "a", Subject: fmt.Sprint(ours)})
				ours++
			}
			if _, err := io.WriteString(orders, strings.Repeat("go\n", 30)); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			for range 1 + rand.IntN(5) {
				if !lines.Scan() {
					t.Fatal("the child ended by itself")
				}
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			for lines.Scan() { // what it said meanwhile
			}
			_ = cmd.Wait() // killed is how it ends
			if v := b.verify(t, Mark{}); v.Broken != nil {
				t.Fatalf("after a kill: %+v", v.Broken)
			}
		}
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := b.verify(t, b.head(t)); v.Broken != nil || v.Unsealed != 0 {
			t.Errorf("at the end: %+v, %+v", v, v.Broken)
		}
		b.once(t, "ours", ours)
	})
}

// once checks that the subjects 0 to n-1 of a tenant are in the chain once each.
func (b *bench) once(t *testing.T, tenant string, n int) {
	t.Helper()
	var counts string
	text := "SELECT count(*) || ' ' || count(DISTINCT subject) FROM audit_entry WHERE tenant = '" + tenant + "'"
	if err := b.db.Read(t.Context(), readText(&counts, text)); err != nil || counts != fmt.Sprintf("%d %d", n, n) {
		t.Errorf("entries and subjects of %s: %s, %v, want %d of each", tenant, counts, err, n)
	}
}

// Two processes append and seal at once, and one verifies meanwhile.
func TestSeal_twoProcesses(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		const appends = 60
		group, ctx := errgroup.WithContext(t.Context())
		for p, l := range []*bench{b, b.another(t)} {
			group.Go(func() error {
				for i := range appends {
					err := l.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
						return l.Append(ctx, tx, Entry{Tenant: "both", Action: "a", Subject: fmt.Sprint(p, "/", i)})
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
			group.Go(func() error {
				for range appends {
					if _, err := l.Seal(ctx); err != nil {
						return err
					}
				}
				return nil
			})
		}
		third := b.another(t)
		group.Go(func() error {
			for range 20 {
				v, err := third.Verify(ctx, Mark{})
				if err != nil {
					return err
				}
				if v.Broken != nil {
					return fmt.Errorf("while it is written: %+v", v.Broken)
				}
			}
			return nil
		})
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := b.verify(t, b.head(t)); v.Broken != nil || v.Verified != 2*appends {
			t.Errorf("%+v, %+v", v, v.Broken)
		}
		b.once(t, "both", 2*appends)
	})
}

// An append that commits late is sealed late, and none is forgotten.
func TestSeal_lateCommit(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		if b.db.Engine() != store.PostgreSQL {
			t.Skip("SQLite has one writer at a time")
		}
		other := b.another(t)
		err := other.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := other.Append(ctx, tx, Entry{Tenant: "late", Subject: "0"}); err != nil {
				return err
			}
			b.sealed(t, 3) // behind it, and before it is committed
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := b.Seal(t.Context()); n != 1 || err != nil {
			t.Errorf("Seal = %d, %v, want the late one", n, err)
		}
		b.once(t, "late", 1)
		if v := b.verify(t, Mark{}); v.Broken != nil || v.Verified != 4 {
			t.Errorf("%+v, %+v", v, v.Broken)
		}
	})
}
