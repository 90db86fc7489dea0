package evidence

import (
	"context"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/linkedin"
	"kadry/internal/evidence/tech"
	"kadry/internal/github"
	"kadry/internal/op"
)

// Hub is GitHub, the requests of one question.
type Hub interface {
	analysis.Hub
	Repository(ctx context.Context, fullName string) (github.Repository, error)
	Contents(ctx context.Context, fullName, path, ref string) (*github.Content, []github.Content, error)
	SearchCode(ctx context.Context, login, words string) ([]github.Path, error)
	Participation(ctx context.Context, login string) (github.Participation, error)
}

// Parts are what the operations work with.
type Parts struct {
	Analyst *analysis.Analyst
	Open    func(ctx context.Context) (Hub, error)
	// Roots are the folders that remote callers may have read; callers at this machine read any.
	Roots []string
	// ReadProfile reads a file of LinkedIn's.
	ReadProfile func(ctx context.Context, name string, body []byte) (linkedin.Profile, linkedin.Reading, error)
	// Ask calls an operation of another room; nil asks nobody.
	Ask func(ctx context.Context, operation string, in, out any) error
	Now func() time.Time
}

// indexOfCode is the operation that reads files of indexed repositories, where there is one.
const indexOfCode = "read_indexed_file"

// Asks are the operations of other rooms that this one calls.
func Asks() []string { return []string{indexOfCode} }

// handlers are the operations over the parts.
type handlers struct{ Parts }

func (h *handlers) table() *tech.Table { return h.Analyst.Table }

// The toolsets of the room's operations.
const (
	githubToolset = "github"
	hrToolset     = "hr"
)

// hubTimeout is how long a call may take. Many clients give up after a minute, so a call ends
// before that with what it has.
const hubTimeout = 55 * time.Second

// Operations declares the operations of the room. Over zero Parts they can be described and
// not called.
func Operations(p Parts) []*op.Op {
	h := &handlers{p}
	return []*op.Op{
		h.analyze(), h.analyzeBatch(), h.searchCode(), h.contributionQuality(), h.detectStack(), h.fileContents(), h.linkedinProfile(),
	}
}

func langOf(ctx context.Context) string { return op.CallerFrom(ctx).Lang }
