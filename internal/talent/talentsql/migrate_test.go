package talentsql

import (
	"context"
	"database/sql"
	"io/fs"
	"testing"
	"testing/fstest"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// before is the schema as it was up to a version.
func before(t *testing.T, last string) store.Schema {
	t.Helper()
	s := Schema()
	files := fstest.MapFS{}
	err := fs.WalkDir(s.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() >= last {
			return err
		}
		data, err := fs.ReadFile(s.Files, path)
		files[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Files = files
	return s
}

// A base that an older program kept opens whole: its candidates are there, read by rules older
// than versions were kept, and can be corrected.
func TestMigrate_keepsWhatIsThere(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		c := person(1, 300)
		r, err := encodeRow(c)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `
				INSERT INTO candidate (tenant, id, sha256, file, format, bytes, pages, ingested_at, tags, warnings, text, record, record_version)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
				acme, r.id, r.sha256, r.file, r.format, r.bytes, r.pages, r.ingestedAt, r.tags, r.warnings, r.text, r.record, r.recordVersion)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Migrate(t.Context(), Schema()); err != nil {
			t.Fatal(err)
		}
		s := NewCandidates(db, clock)
		wantCandidates(t, get(t.Context(), t, s, acme, c.ID), c)
		if old, err := s.Unread(t.Context(), acme, "1-now", "", 10); err != nil || len(old) != 1 {
			t.Errorf("to read anew are %v, %v", old, err)
		}
	}, before(t, "00003"))
}
