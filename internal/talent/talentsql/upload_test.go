package talentsql

import (
	"bytes"
	"context"
	"database/sql"
	"io/fs"
	"slices"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
)

// sent lists the names and contents of an upload.
func sent(t *testing.T, files fs.FS) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		info, statErr := fs.Stat(files, name)
		if statErr != nil || info.Size() != int64(len(data)) || !info.Mode().IsRegular() {
			t.Errorf("%s: %v, %v", name, info, statErr)
		}
		all = append(all, name+" "+string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestUploads(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		now := clock()
		u := NewUploads(db, func() time.Time { return now })
		keep := func(tenant, upload, name, data string) {
			t.Helper()
			if err := u.Keep(t.Context(), tenant, upload, talent.File{Name: name, Data: []byte(data)}); err != nil {
				t.Fatal(err)
			}
		}
		wants := func(tenant, upload string, want ...string) {
			t.Helper()
			if got := sent(t, u.Files(t.Context(), tenant, upload)); !slices.Equal(got, want) {
				t.Errorf("%s/%s has %q, want %q", tenant, upload, got, want)
			}
		}
		keep(acme, "u1", "cv.pdf", "one")
		keep(acme, "u1", "батч/cv.pdf", "two")
		keep(acme, "u1", ".cv", "\x00\xff")
		keep(acme, "u2", "cv.pdf", "three")
		keep(globex, "u1", "cv.pdf", "four")
		wants(acme, "u1", "_.cv \x00\xff", "cv (2).pdf two", "cv.pdf one")
		wants(acme, "u3")
		if _, err := fs.ReadFile(u.Files(t.Context(), acme, "u2"), "other.pdf"); err == nil {
			t.Error("a file that was not sent is read")
		}
		keep(acme, "u1", "Ёлкин.txt", "six")
		keep(acme, "u1", "Zoya.txt", "seven")
		if err := u.Drop(t.Context(), acme, "u1", "cv (2).pdf"); err != nil { // by bytes: capitals and _ stand before small letters
			t.Fatal(err)
		}
		wants(acme, "u1", "cv.pdf one", "Ёлкин.txt six")
		if err := u.Drop(t.Context(), acme, "u1", ""); err != nil {
			t.Fatal(err)
		}
		wants(acme, "u1")
		wants(globex, "u1", "cv.pdf four")
		now = now.Add(talent.UploadKept - time.Hour)
		keep(acme, "u4", "late.pdf", "five")
		now = now.Add(2 * time.Hour)
		if err := u.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		wants(acme, "u2")
		wants(globex, "u1")
		wants(acme, "u4", "late.pdf five")
		for _, bad := range []string{"", "a\x00b"} {
			if err := u.Keep(t.Context(), acme, bad, talent.File{Name: "cv.pdf"}); fault.KindOf(err) != fault.Invalid {
				t.Errorf("an upload %q: %v", bad, err)
			}
		}
	}, Schema())
}

// A tenant's uploads are bounded, those of another do not count.
func TestUploads_areBounded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		u := NewUploads(b.Open(t), clock)
		big := bytes.Repeat([]byte("x"), 16<<10)
		err := u.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO upload_file (tenant, upload, name, bytes, data, at) VALUES ('acme', 'u', 'n', 1073740000, $1, 0)", []byte{})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := u.Keep(t.Context(), acme, "u1", talent.File{Name: "cv.pdf", Data: big}); fault.KindOf(err) != fault.Limited {
			t.Errorf("over the bound: %v", err)
		}
		if err := u.Keep(t.Context(), globex, "u1", talent.File{Name: "cv.pdf", Data: big}); err != nil {
			t.Errorf("another tenant: %v", err)
		}
	}, Schema())
}
