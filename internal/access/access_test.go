package access_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/access"
	"kadry/internal/fault"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, path string) *access.Tokens {
	t.Helper()
	tokens, err := access.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func TestTokens_liveAndDie(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "sub", "tokens.toml")
	server, admin := open(t, path), open(t, path)
	token, err := admin.Create(access.Grant{Name: "ats", Tenant: "acme", Toolsets: []string{"talent"}, ReadOnly: true}, now)
	if err != nil {
		t.Fatal(err)
	}
	got, err := server.Find(token)
	if err != nil || got.Name != "ats" || got.Tenant != "acme" || !got.ReadOnly || len(got.Toolsets) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	content, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(content), token) {
		t.Errorf("the file holds the token in clear: %v", err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode().Perm())
	}
	if err := admin.Revoke("ats"); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Find(token); fault.KindOf(err) != fault.Unauthenticated {
		t.Errorf("a revoked token answers %v", err)
	}
}

func TestTokens_refuse(t *testing.T) {
	t.Parallel()
	tokens := open(t, filepath.Join(t.TempDir(), "tokens.toml"))
	if _, err := tokens.Create(access.Grant{Name: "one", Tenant: "acme"}, now); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		do   func() error
		want fault.Kind
	}{
		"same name":      {func() error { _, err := tokens.Create(access.Grant{Name: "one", Tenant: "b"}, now); return err }, fault.Conflict},
		"no tenant":      {func() error { _, err := tokens.Create(access.Grant{Name: "two"}, now); return err }, fault.Invalid},
		"path as tenant": {func() error { _, err := tokens.Create(access.Grant{Name: "two", Tenant: "../x"}, now); return err }, fault.Invalid},
		"revoke nobody":  {func() error { return tokens.Revoke("nobody") }, fault.NotFound},
		"empty token":    {func() error { _, err := tokens.Find(""); return err }, fault.Unauthenticated},
		"digest as token": {func() error {
			_, err := tokens.Find(tokens.List()[0].Digest)
			return err
		}, fault.Unauthenticated},
	} {
		t.Run(name, func(t *testing.T) {
			if got := fault.KindOf(c.do()); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestOpen_refusesABrokenFile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"not TOML":    "[[token",
		"unknown key": "[[token]]\nname='a'\ntenant='t'\nsecret='x'\n",
		"no digest":   "[[token]]\nname='a'\ntenant='t'\n",
		"no name":     "[[token]]\nname=\"a\\nb\"\ntenant='t'\ndigest='" + strings.Repeat("ab", 32) + "'\n",
		"no tenant":   "[[token]]\nname='a'\ndigest='" + strings.Repeat("ab", 32) + "'\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "tokens.toml")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := access.Open(path); err == nil {
				t.Error("no error")
			}
		})
	}
}

// Every process has its own view of the file; what one writes the others must not undo.
func TestTokens_changedByManyAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.toml")
	const processes = 8
	var running sync.WaitGroup
	for i := range processes {
		running.Go(func() {
			tokens, err := access.Open(path)
			if err != nil {
				t.Error(err)
				return
			}
			for _, name := range []string{fmt.Sprintf("keep-%d", i), fmt.Sprintf("drop-%d", i)} {
				if _, err := tokens.Create(access.Grant{Name: name, Tenant: "acme"}, now); err != nil {
					t.Error(err)
				}
			}
			if err := tokens.Revoke(fmt.Sprintf("drop-%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	left := open(t, path).List()
	if len(left) != processes {
		t.Fatalf("%d tokens are left, want %d: %v", len(left), processes, left)
	}
	for _, g := range left {
		if !strings.HasPrefix(g.Name, "keep-") {
			t.Errorf("%s came back", g.Name)
		}
	}
}

// Guarded is true from the first token on, and for good.
func TestTokens_guarded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.toml")
	want := func(when string, tokens *access.Tokens, want bool) {
		t.Helper()
		if got, err := tokens.Guarded(); err != nil || got != want {
			t.Errorf("%s: guarded %t, %v", when, got, err)
		}
	}
	early := open(t, path)
	want("before the first token", early, false)
	other := open(t, path)
	if _, err := other.Create(access.Grant{Name: "ats", Tenant: "acme"}, now); err != nil {
		t.Fatal(err)
	}
	want("with a token", other, true)
	late := open(t, path)
	if err := other.Revoke("ats"); err != nil {
		t.Fatal(err)
	}
	want("a token came and went unseen", early, true)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for name, tokens := range map[string]*access.Tokens{"early": early, "late": late, "other": other} {
		want("without the file, "+name, tokens, true)
	}
	want("a new start without the file", open(t, path), false)
}

func TestTokens_lockIsTheOwners(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tokens.toml")
	if err := os.WriteFile(path+".lock", nil, 0o644); err != nil { // as an older version left it
		t.Fatal(err)
	}
	if _, err := open(t, path).Create(access.Grant{Name: "ats", Tenant: "acme"}, now); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path + ".lock")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}
