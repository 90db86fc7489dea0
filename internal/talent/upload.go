package talent

import (
	"context"
	"io/fs"
	"path"
	"strings"
	"time"
)

// UploadKept is how long files that were sent wait for somebody to take them in.
const UploadKept = 72 * time.Hour

// uploads keeps files that were sent until they are taken in. An upload is known by an id
// that its tenant made.
type uploads interface {
	// Keep adds a file to an upload; one whose name is taken gets another.
	Keep(ctx context.Context, tenant, upload string, f File) error
	// Files are those of an upload, without folders. An unknown one has none.
	Files(ctx context.Context, tenant, upload string) fs.FS
	// Drop forgets the files up to a name, in the order of bytes; all where it is empty.
	Drop(ctx context.Context, tenant, upload, upTo string) error
}

// FileName is the name of a sent file as an upload keeps it: no path, and not hidden.
func FileName(sent string) string {
	name := path.Base(strings.ReplaceAll(sent, `\`, "/"))
	if name == "/" || strings.HasPrefix(name, ".") {
		return "_" + strings.Trim(name, "/")
	}
	return name
}
