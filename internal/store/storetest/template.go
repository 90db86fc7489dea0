package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kadry/internal/store"
)

// Template is an SQLite database that is made once and copied for every test that begins with
// it. To copy one takes a small part of the time that making its tables takes, the more so of
// filling them.
type Template struct {
	file func() ([]byte, error)
}

// NewTemplate describes a database with the tables of schemas and what fill puts in, which may
// be nil. It is made for the first copy.
func NewTemplate(fill func(ctx context.Context, db *store.DB) error, schemas ...store.Schema) *Template {
	return &Template{file: sync.OnceValues(func() ([]byte, error) {
		file, err := made(fill, schemas)
		if err != nil {
			return nil, fmt.Errorf("storetest: template: %w", err)
		}
		return file, nil
	})}
}

func made(fill func(ctx context.Context, db *store.DB) error, schemas []store.Schema) (file []byte, err error) {
	dir, err := os.MkdirTemp("", "storetest")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	ctx, path := context.Background(), filepath.Join(dir, "kadry.db") // it outlives the test that asked first
	db, err := store.Open(ctx, store.Config{URL: path})
	if err != nil {
		return nil, err
	}
	err = db.Migrate(ctx, schemas...)
	if err == nil && fill != nil {
		err = fill(ctx, db)
	}
	// Closing brings everything from the log into the one file.
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// CopyTo puts the database where there is none, whole or not at all.
func (p *Template) CopyTo(path string) (err error) {
	file, err := p.file()
	if err != nil {
		return err
	}
	part, err := os.CreateTemp(filepath.Dir(path), "template-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(part.Name())) }()
	_, err = part.Write(file)
	if err := errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Link(part.Name(), path) // refuses to replace a file
}

// Open opens a copy in a folder of the test's own and closes it at the end of the test.
func (p *Template) Open(t testing.TB) *store.DB {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kadry.db")
	if err := p.CopyTo(path); err != nil {
		t.Fatal(err)
	}
	return OpenURL(t, path)
}

// migrated are the templates of schemas, by what their files say.
var migrated struct {
	sync.Mutex
	templates map[[sha256.Size]byte]*Template
}

// templateOf is the template with the tables of schemas and nothing in them.
func templateOf(schemas []store.Schema) (*Template, error) {
	h := sha256.New()
	for _, s := range schemas {
		if err := digest(h, s); err != nil {
			return nil, err
		}
	}
	key := [sha256.Size]byte(h.Sum(nil))
	migrated.Lock()
	defer migrated.Unlock()
	if p := migrated.templates[key]; p != nil {
		return p, nil
	}
	if migrated.templates == nil {
		migrated.templates = map[[sha256.Size]byte]*Template{}
	}
	p := NewTemplate(nil, schemas...)
	migrated.templates[key] = p
	return p, nil
}

func digest(h hash.Hash, s store.Schema) error {
	names, err := fs.Glob(s.Files, string(store.SQLite)+"/*.sql")
	if err != nil {
		return err
	}
	fmt.Fprintf(h, "%q %v %q", s.Name, s.Formerly, names)
	for _, name := range names {
		text, err := fs.ReadFile(s.Files, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return nil
}
