// Package access knows who may call: tokens kept as digests in a file, each with a name, a
// tenant and scopes. It compares in constant time, never logs a token and follows changes
// of the file. It does not know HTTP: where a token comes from is the front's business.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/rogpeppe/go-internal/lockedfile"

	"kadry/internal/fault"
)

// Grant is what one token allows.
type Grant struct {
	Name     string    `toml:"name" json:"name"`
	Tenant   string    `toml:"tenant" json:"tenant"`
	Toolsets []string  `toml:"toolsets,omitempty" json:"toolsets" doc:"And metrics for the metrics; empty is everything."`
	ReadOnly bool      `toml:"read_only,omitempty" json:"read_only"`
	Admin    bool      `toml:"admin,omitempty" json:"admin" doc:"May also see and change secrets, tokens and the audit log."`
	Created  time.Time `toml:"created" json:"created_at"`
	// Digest is the SHA-256 of the token in hex. A token carries 256 random bits, so a
	// slow hash would add cost and no safety.
	Digest string `toml:"digest" json:"-"`
}

// DefaultTenant owns everything on a server that is open on loopback.
const DefaultTenant = "default"

// Metrics is the scope of the metrics, named among the toolsets of a token that is limited.
const Metrics = "metrics"

// prefix lets secret scanners and people recognise a token.
const prefix = "kadry_"

var plainName = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]{0,62}$`)

// Tokens is the content of a tokens file. The zero value knows no token; use Open.
type Tokens struct {
	path string

	mu      sync.RWMutex
	opened  bool // the file was read once
	guarded bool // see Guarded
	stamp   fileStamp
	grants  []Grant
}

type fileStamp struct {
	modified time.Time
	size     int64
}

type file struct {
	Token []Grant `toml:"token"`
}

// Open reads the tokens file at path. A file that does not exist is an empty one, so that
// the first token can be created.
func Open(path string) (*Tokens, error) {
	t := &Tokens{path: path}
	err := t.refresh()
	t.opened = true
	return t, err
}

// Len returns how many tokens there are.
func (t *Tokens) Len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.grants)
}

// Guarded tells whether callers must show a token: there is one, as the file says at this
// moment, or there has been one since Open. A server that is open until the first token is
// created closes then, and neither the end of the last token nor the loss of the file opens
// it again.
func (t *Tokens) Guarded() (bool, error) {
	if err := t.refresh(); err != nil {
		return true, err
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.guarded, nil
}

// List returns the grants in file order.
func (t *Tokens) List() []Grant {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Clone(t.grants)
}

// Find returns what token allows; fault.Unauthenticated when it is unknown. Every digest
// is compared, so the time does not tell which one came close.
func (t *Tokens) Find(token string) (Grant, error) {
	if err := t.refresh(); err != nil {
		return Grant{}, err
	}
	digest := []byte(digestOf(token))
	t.mu.RLock()
	defer t.mu.RUnlock()
	found := -1
	for i, g := range t.grants {
		if subtle.ConstantTimeCompare(digest, []byte(g.Digest)) == 1 {
			found = i
		}
	}
	if found < 0 {
		return Grant{}, fault.E(fault.Unauthenticated, fault.Say("The token is not known here.", "Этот токен здесь неизвестен."), nil).
			WithHint(fault.Say("Create one with `kadry token create`.", "Создайте его командой `kadry token create`."))
	}
	return t.grants[found], nil
}

// Create adds a token and returns it in clear, the only time it can be seen.
func (t *Tokens) Create(g Grant, now time.Time) (token string, err error) {
	if !plainName.MatchString(g.Name) || !plainName.MatchString(g.Tenant) {
		return "", fault.E(fault.Invalid, fault.Say(
			"A name and a tenant are made of a-z, 0-9, dot, dash and underscore, at most 63 characters.",
			"Имя и арендатор состоят из a-z, 0-9, точки, дефиса и подчёркивания, не длиннее 63 знаков."), nil)
	}
	token = prefix + rand.Text() + rand.Text()
	g.Digest, g.Created = digestOf(token), now.UTC().Truncate(time.Second)
	err = t.change(func(grants []Grant) ([]Grant, error) {
		if slices.ContainsFunc(grants, func(other Grant) bool { return other.Name == g.Name }) {
			return nil, fault.E(fault.Conflict, fault.Say("There is a token named %q already.", "Токен с именем %q уже есть.", g.Name), nil)
		}
		return append(grants, g), nil
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Revoke removes the token of that name.
func (t *Tokens) Revoke(name string) error {
	return t.change(func(grants []Grant) ([]Grant, error) {
		kept := slices.DeleteFunc(slices.Clone(grants), func(g Grant) bool { return g.Name == name })
		if len(kept) == len(grants) {
			return nil, Unknown(name)
		}
		return kept, nil
	})
}

// Unknown says that there is no token of that name.
func Unknown(name string) error {
	return fault.E(fault.NotFound, fault.Say("There is no token named %q.", "Токена с именем %q нет.", name), nil)
}

// change rewrites the file while every other process that would change it waits: of two
// tokens created at the same moment none may be lost, and no revoked one may come back.
func (t *Tokens) change(edit func([]Grant) ([]Grant, error)) error {
	if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
		return fmt.Errorf("access: folder of %s: %w", t.path, err)
	}
	if err := private(t.path + ".lock"); err != nil {
		return fmt.Errorf("access: lock %s: %w", t.path, err)
	}
	unlock, err := lockedfile.MutexAt(t.path + ".lock").Lock()
	if err != nil {
		return fmt.Errorf("access: lock %s: %w", t.path, err)
	}
	defer unlock()
	grants, err := read(t.path)
	if err != nil {
		return err
	}
	if grants, err = edit(grants); err != nil {
		return err
	}
	return t.save(grants)
}

// private makes sure that a file is there and that only its owner can open it: whoever may
// open a lock can hold it for ever.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(f.Chmod(0o600), f.Close())
}

// save writes the file whole and moves it into place, so that a crash leaves the old one.
func (t *Tokens) save(grants []Grant) error {
	next, err := os.CreateTemp(filepath.Dir(t.path), ".tokens-*")
	if err != nil {
		return fmt.Errorf("access: write %s: %w", t.path, err)
	}
	defer os.Remove(next.Name())
	if err := errors.Join(toml.NewEncoder(next).Encode(file{Token: grants}), next.Sync(), next.Close()); err != nil {
		return fmt.Errorf("access: write %s: %w", t.path, err)
	}
	if err := os.Rename(next.Name(), t.path); err != nil {
		return fmt.Errorf("access: write %s: %w", t.path, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.grants, t.stamp = grants, fileStamp{} // the next Find reads what was written
	return nil
}

// refresh rereads the file when it changed, so that a revoked token dies without a restart.
func (t *Tokens) refresh() error {
	info, err := os.Stat(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.grants, t.stamp = nil, fileStamp{}
		return nil
	}
	if err != nil {
		return fmt.Errorf("access: read %s: %w", t.path, err)
	}
	stamp := fileStamp{info.ModTime(), info.Size()}
	t.mu.RLock()
	current := t.stamp == stamp
	t.mu.RUnlock()
	if current {
		return nil
	}
	grants, err := read(t.path)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.grants, t.stamp = grants, stamp
	// A file that is new or changed without a token in it had one in between.
	t.guarded = t.guarded || t.opened || len(grants) > 0
	return nil
}

// read returns the grants of a file; one that is not there grants nothing.
func read(path string) ([]Grant, error) {
	var f file
	meta, err := toml.DecodeFile(path, &f)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("access: read %s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("access: read %s: unknown key %s", path, unknown[0])
	}
	for _, g := range f.Token {
		if !plainName.MatchString(g.Name) {
			return nil, fmt.Errorf("access: read %s: %q is no name of a token", path, g.Name)
		}
		if raw, err := hex.DecodeString(g.Digest); err != nil || len(raw) != sha256.Size {
			return nil, fmt.Errorf("access: read %s: token %q has no SHA-256 digest", path, g.Name)
		}
		if !plainName.MatchString(g.Tenant) {
			return nil, fmt.Errorf("access: read %s: token %q has no valid tenant", path, g.Name)
		}
	}
	return f.Token, nil
}

func digestOf(token string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	return hex.EncodeToString(sum[:])
}
