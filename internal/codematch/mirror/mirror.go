// Package mirror is what is kept of repositories: their files at one commit, each text once,
// cut into units. A repository is replaced as a whole: readers see the generation before
// until the next one is complete.
package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

// State is where a repository stands.
type State string

// The states.
const (
	Indexing State = "indexing" // the generation before, if there is one, can be searched meanwhile
	Ready    State = "ready"
	Failed   State = "failed" // the last attempt; the generation before can be searched
)

// Repository is a repository as it was indexed last.
type Repository struct {
	ID         int64
	URL        string // canonical: "github.com/owner/name", a folder's path, or "upload/name"
	State      State
	Generation int64 // the one that is read; they grow; 0 is none yet
	Failure    fault.Text
	Snapshot
}

// uploads is how addresses of archives begin that were sent along.
const uploads = "upload/"

// Upload is the address of an archive that was sent along under a name.
func Upload(name string) string { return uploads + name }

// Uploaded says that the repository was sent along as an archive: nobody can be asked for it.
func (r Repository) Uploaded() bool { return strings.HasPrefix(r.URL, uploads) }

// Snapshot is what an indexed commit holds.
type Snapshot struct {
	Ref         string         `json:"ref,omitempty"` // as asked for: branch, tag or commit; empty is the default branch
	Branch      string         `json:"branch"`
	Commit      string         `json:"commit"`
	CommittedAt time.Time      `json:"committed_at"`
	IndexedAt   time.Time      `json:"indexed_at"`
	Files       int            `json:"files"`
	Units       int            `json:"units"`
	Bytes       int64          `json:"bytes"`     // of the files that have units
	Languages   map[string]int `json:"languages"` // units
	Skipped     map[string]int `json:"skipped"`   // files, by reason
	Licence     match.Licence  `json:"licence"`
	// Card is what the repository is about, in the stored form of package kinship.
	Card json.RawMessage `json:"-"`
}

// File is one file of a generation.
type File struct {
	Path     string
	Digest   string // of its text, see Digest; empty where it was not kept
	Language lexer.Language
	Size     int64
	Skipped  string // why it has no units, see unit.File
	Licence  string // SPDX of its header, where it differs from that of the repository
	Units    []unit.Unit
}

// Text is the text of one or more files.
type Text struct {
	Digest string
	Body   []byte
}

// Digest names a text.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// Generation is a state of a repository that can be searched.
type Generation struct {
	Repository int64
	Number     int64
}

// Keeper keeps repositories, each tenant's apart.
type Keeper interface {
	// Begin notes that a repository is being indexed, and returns it as it stands, with the
	// generation that is to be made; no other work is given that number.
	Begin(ctx context.Context, tenant, url string) (r Repository, next Generation, err error)
	// Known are those of the digests whose texts are kept.
	Known(ctx context.Context, tenant string, digests []string) (map[string]bool, error)
	PutTexts(ctx context.Context, tenant string, texts []Text) error
	// Finish makes files, in order of their paths, the generation that Begin gave; all or
	// nothing. Where a later one was finished before, that stays. fault.Conflict says that texts
	// are not kept any more and have to be put again.
	Finish(ctx context.Context, tenant string, next Generation, s Snapshot, files []File) (Repository, error)
	// Abandon forgets a repository that Begin gave a generation and that has none that can be
	// read, and reports whether it did: not where other work on it has begun since.
	Abandon(ctx context.Context, tenant string, next Generation) (bool, error)
	// Fail notes why indexing ended without a generation.
	Fail(ctx context.Context, tenant string, id int64, why fault.Text) error

	Get(ctx context.Context, tenant, url string) (Repository, error) // fault.NotFound
	// List are all repositories in order of their addresses; without cards unless asked.
	List(ctx context.Context, tenant string, cards bool) ([]Repository, error)
	// Tenants are those that have repositories.
	Tenants(ctx context.Context) ([]string, error)
	// Generations are those that can be searched; cheap, since every search asks.
	Generations(ctx context.Context, tenant string) ([]Generation, error)
	// Unfinished are those that Begin gave last and that were neither finished nor given up.
	Unfinished(ctx context.Context, tenant string) ([]Generation, error)
	// Files are those of a generation in order of their paths, after a place in that order.
	Files(ctx context.Context, tenant string, g Generation, after, limit int) ([]File, error)
	// File is that at a path, fault.NotFound where there is none; its place is in that order.
	File(ctx context.Context, tenant string, g Generation, path string) (f File, place int, err error)
	// At are files by their places in a generation.
	At(ctx context.Context, tenant string, g Generation, places []int) (map[int]File, error)
	Texts(ctx context.Context, tenant string, digests []string) (map[string][]byte, error)

	Delete(ctx context.Context, tenant, url string) (bool, error)
	// Sweep forgets generations that were replaced, and texts that no file has, when they are
	// older than a moment: what is being read or indexed stays.
	Sweep(ctx context.Context, before time.Time) error
}
