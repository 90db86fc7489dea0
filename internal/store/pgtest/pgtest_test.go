package pgtest

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A server of our own can be started, used and stopped, and leaves nothing behind.
func TestServerOfOurOwn(t *testing.T) {
	if _, err := binaries(); err != nil {
		t.Skipf("SKIP: needs the binaries of PostgreSQL: %v", err)
	}
	s, err := start()
	if err != nil {
		t.Fatal(err)
	}
	if err := usable(s.url); err != nil {
		t.Errorf("the server cannot be used: %v", err)
	}
	if err := s.stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
	if err := usable(s.url); err == nil {
		t.Error("the server is still there")
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("its folder is still there: %v", err)
	}
}

// Every test has a schema of its own, which is gone when the test is over.
func TestSchema(t *testing.T) {
	var first, second string
	t.Run("one", func(t *testing.T) {
		first = URL(t)
		if got := schema(t, first); got == "" {
			t.Error("there is no schema to work in")
		}
	})
	t.Run("other", func(t *testing.T) { second = URL(t) })
	if first == "" {
		t.Skip("SKIP: needs PostgreSQL")
	}
	if first == second {
		t.Errorf("two tests share %s", first)
	}
	if got := schema(t, first); got != "" {
		t.Errorf("schema %s is still there", got)
	}
}

// schema returns the schema that a connection to address works in, "" when there is none.
func schema(t *testing.T, address string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := conn.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	var name *string
	if err := conn.QueryRow(t.Context(), "SELECT current_schema()").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if name == nil {
		return ""
	}
	return *name
}
