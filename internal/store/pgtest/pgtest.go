// Package pgtest finds a PostgreSQL server for tests: the one named by
// KADRY_TEST_DATABASE_URL, else one on the standard local port, else one started from
// installed binaries in a temporary folder. Without any, tests that need one are skipped,
// or fail where CI=true. It is imported by tests only.
package pgtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

const envURL = "KADRY_TEST_DATABASE_URL"

// local are the logins tried on the standard port.
var local = []string{
	"postgres://root@127.0.0.1:5432/test?sslmode=disable",
	"postgres://postgres@127.0.0.1:5432/test?sslmode=disable",
	"postgres://postgres@127.0.0.1:5432/postgres?sslmode=disable",
}

// Main runs the tests of a package with a server where one can be had, and stops it when
// it was started here. The address travels in the environment, so that a test binary which
// a test starts again finds the same server.
func Main(m *testing.M) (code int) {
	if os.Getenv(envURL) != "" || find() != "" {
		return m.Run()
	}
	server, err := start()
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgtest: no PostgreSQL:", err)
		return m.Run()
	}
	if err := os.Setenv(envURL, server.url); err != nil {
		return 1
	}
	code = m.Run()
	if err := server.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest: stop PostgreSQL:", err)
		return max(code, 1)
	}
	return code
}

// Tidy is Main for packages that must leave no goroutine behind.
func Tidy(m *testing.M) (code int) {
	code = Main(m)
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return 1
	}
	return code
}

// URL returns the address of a database with an empty schema of the test's own, which is
// dropped at the end of the test.
func URL(t testing.TB) string {
	t.Helper()
	base := os.Getenv(envURL)
	if base == "" {
		base = find()
	}
	if base == "" {
		const reason = "SKIP: needs PostgreSQL: set " + envURL + ", run one on port 5432 or install its binaries"
		if os.Getenv("CI") == "true" {
			t.Fatal(reason)
		}
		t.Skip(reason)
	}
	schema := "kadry_" + strings.ToLower(rand.Text())
	execute(t, base, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { execute(t, base, "DROP SCHEMA "+schema+" CASCADE") })

	address, err := url.Parse(base)
	if err != nil {
		t.Fatalf("pgtest: %s is no URL", envURL)
	}
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	return address.String()
}

// find returns the address of a server on the standard port where we may create schemas.
func find() string {
	for _, candidate := range local {
		if usable(candidate) == nil {
			return candidate
		}
	}
	return ""
}

func usable(address string) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	var may bool
	err = conn.QueryRow(ctx, "SELECT has_database_privilege(current_database(), 'CREATE')").Scan(&may)
	if err == nil && !may {
		err = errors.New("no right to create schemas")
	}
	return err
}

func execute(t testing.TB, address, statement string) {
	t.Helper()
	// Also used in cleanups, where the test's own context is over.
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatalf("pgtest: connect: %v", err)
	}
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Errorf("pgtest: %s: %v", statement, err)
	}
	if err := conn.Close(ctx); err != nil {
		t.Errorf("pgtest: close: %v", err)
	}
}
