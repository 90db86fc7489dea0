package talentsql

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/talent"
)

// The most that one tenant's uploads may hold at a time.
const (
	uploadFiles = 5000
	uploadBytes = 1 << 30
)

// Uploads keeps files that were sent until they are taken in.
type Uploads struct {
	db  *store.DB
	now func() time.Time
}

// NewUploads returns the uploads of db.
func NewUploads(db *store.DB, now func() time.Time) *Uploads { return &Uploads{db: db, now: now} }

// Keep implements talent's port.
func (u *Uploads) Keep(ctx context.Context, tenant, upload string, f talent.File) error {
	if !store.IsKey(tenant) || !store.IsKey(upload) {
		return fault.E(fault.Invalid, fault.Say("The upload has no usable id.", "У загрузки нет пригодного идентификатора."), nil)
	}
	name := talent.FileName(store.Clean(f.Name))
	err := u.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := u.hasRoom(ctx, tx, tenant, int64(len(f.Data))); err != nil {
			return err
		}
		for i := 1; ; i++ {
			done, err := tx.ExecContext(ctx, `INSERT INTO upload_file (tenant, upload, name, bytes, data, at)
				VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`, tenant, upload, numbered(name, i), len(f.Data), f.Data, u.now().UnixMicro())
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n > 0 {
				return err
			}
		}
	})
	if err != nil {
		return fmt.Errorf("talentsql: keep an uploaded file: %w", err)
	}
	return nil
}

func (u *Uploads) hasRoom(ctx context.Context, tx *sql.Tx, tenant string, more int64) error {
	var files, size int64
	err := tx.QueryRowContext(ctx, "SELECT count(*), CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM upload_file WHERE tenant = $1", tenant).Scan(&files, &size)
	if err != nil || files < uploadFiles && size+more <= uploadBytes {
		return err
	}
	return fault.E(fault.Limited, fault.Say("Too many files wait to be taken in.", "Слишком много файлов ждут обработки."), nil).
		WithHint(fault.Say("Wait until those that were sent are taken in, then send the rest.", "Дождитесь обработки отправленных и отправьте остальные.")).After(time.Minute)
}

// numbered is the i-th name of files that are all called the same.
func numbered(name string, i int) string {
	if i == 1 {
		return name
	}
	ext := path.Ext(name)
	return fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), i, ext)
}

// Drop implements talent's port.
func (u *Uploads) Drop(ctx context.Context, tenant, upload, upTo string) error {
	return u.remove(ctx, "tenant = $1 AND upload = $2 AND (name <= $3 OR $3 = '')", tenant, upload, upTo)
}

// Purge removes what nobody took in.
func (u *Uploads) Purge(ctx context.Context) error {
	return u.remove(ctx, "at < $1", u.now().Add(-talent.UploadKept).UnixMicro())
}

func (u *Uploads) remove(ctx context.Context, which string, args ...any) error {
	err := u.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM upload_file WHERE "+which, args...) //nolint:gosec // constants and placeholders
		return err
	})
	if err != nil {
		return fmt.Errorf("talentsql: remove uploaded files: %w", err)
	}
	return nil
}

// Files implements talent's port.
func (u *Uploads) Files(ctx context.Context, tenant, upload string) fs.FS {
	return &uploadFS{tenant: tenant, upload: upload, query: func(fn func(ctx context.Context, tx *sql.Tx) error) error { return u.db.Read(ctx, fn) }}
}

// uploadFS is an upload as a folder.
type uploadFS struct {
	tenant, upload string
	query          func(func(ctx context.Context, tx *sql.Tx) error) error
}

// ReadDir implements fs.ReadDirFS; there is one folder.
func (u *uploadFS) ReadDir(name string) (entries []fs.DirEntry, err error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	err = u.query(func(ctx context.Context, tx *sql.Tx) (err error) {
		entries = nil
		rows, err := tx.QueryContext(ctx, "SELECT name, bytes FROM upload_file WHERE tenant = $1 AND upload = $2", u.tenant, u.upload)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, rows.Close()) }()
		for rows.Next() {
			var f uploaded
			if err := rows.Scan(&f.name, &f.size); err != nil {
				return err
			}
			entries = append(entries, fs.FileInfoToDirEntry(f))
		}
		return rows.Err()
	})
	return entries, err
}

// Stat implements fs.StatFS.
func (u *uploadFS) Stat(name string) (fs.FileInfo, error) {
	f := uploaded{name: name}
	if name == "." {
		f.mode = fs.ModeDir
		return f, nil
	}
	return f, u.one("stat", name, "bytes", &f.size)
}

// Open implements fs.FS for files.
func (u *uploadFS) Open(name string) (fs.File, error) {
	var data []byte
	if err := u.one("open", name, "data", &data); err != nil {
		return nil, err
	}
	return &openUpload{bytes.NewReader(data), uploaded{name: name, size: int64(len(data))}}, nil
}

// one reads a column of a file.
func (u *uploadFS) one(why, name, column string, into any) error {
	err := u.query(func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, "SELECT "+column+" FROM upload_file WHERE tenant = $1 AND upload = $2 AND name = $3", u.tenant, u.upload, name).Scan(into)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return &fs.PathError{Op: why, Path: name, Err: err}
	}
	return nil
}

// uploaded describes a file, or the folder of all.
type uploaded struct {
	name string
	size int64
	mode fs.FileMode
}

func (f uploaded) Name() string       { return f.name }
func (f uploaded) Size() int64        { return f.size }
func (f uploaded) Mode() fs.FileMode  { return f.mode }
func (f uploaded) ModTime() time.Time { return time.Time{} }
func (f uploaded) IsDir() bool        { return f.mode.IsDir() }
func (f uploaded) Sys() any           { return nil }

// openUpload is a file that is read.
type openUpload struct {
	*bytes.Reader
	uploaded
}

func (f *openUpload) Size() int64                { return f.uploaded.size }
func (f *openUpload) Stat() (fs.FileInfo, error) { return f.uploaded, nil }
func (f *openUpload) Close() error               { return nil }
