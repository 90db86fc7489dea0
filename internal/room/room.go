// Package room is the contract between the house and its rooms. A room is one field of
// work: it lives in one folder, and the program knows it by one line of app/rooms.go. What
// it brings stands in Room, as data; what the house hands it when it opens stands in House.
// Nothing else of the program names a room, so that adding or deleting one is adding or
// deleting its folder and its line.
package room

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"kadry/internal/audit"
	"kadry/internal/cache"
	"kadry/internal/embed"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/llm"
	"kadry/internal/op"
	"kadry/internal/outbox"
	"kadry/internal/seal"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/upstream"
	"kadry/internal/webui/kit"
)

// Room is what one field of work brings to the program. Only Name, Shapes and Open are
// needed.
type Room struct {
	Name   string            // that of its folder
	About  string            // one sentence for assistants: what it is for
	Guides map[string]string // by toolset: when and in which order to use its operations; those of several rooms stand together
	// OwnPaths are toolsets and operations that assistants see on /mcp/{toolset} and, unless
	// somebody chose toolsets, not on /mcp, whose list stays small; it takes calls of them all
	// the same.
	OwnPaths []string
	// Asks are operations of other rooms that it calls, by name: their input and answer are
	// what the rooms agree on, and a room that is not there is no error before it is asked.
	Asks []string

	// Settings is a pointer to a struct with the defaults; see config.Section. It is filled
	// before Policies and Open are called.
	Settings any
	Schemas  []store.Schema // its tables
	// Policies says how foreign systems are asked.
	Policies func() ([]upstream.Policy, error)
	// Shapes are the declarations over nothing: they can be listed and documented, not called.
	Shapes Offer
	// Open puts the room together.
	Open func(ctx context.Context, h House) (Opened, error)

	Children    []Child
	Commands    []Command
	Help        []byte // the Russian help of its operations and commands; see cli.HelpFile
	Evaluations []Evaluation
}

// Offer is what a room offers to every front.
type Offer struct {
	Operations []*op.Op
	Resources  []op.Resource
	Prompts    []op.Prompt
}

// With is both offers in one.
func (o Offer) With(other Offer) Offer {
	return Offer{
		Operations: slices.Concat(o.Operations, other.Operations),
		Resources:  slices.Concat(o.Resources, other.Resources),
		Prompts:    slices.Concat(o.Prompts, other.Prompts),
	}
}

// House is what a room is handed when it opens. Everything in it outlives the room.
type House struct {
	DB       *store.DB
	Queue    *jobs.Queue // the room adds its kinds when it opens
	Outbox   *outbox.Outbox
	Audit    *audit.Log
	Cache    *cache.Cache // shared by all rooms: a key begins with what it is of, like hr:candidate:
	Upstream *upstream.Client
	Seal     *seal.Vault   // for secrets that a room has to read again
	Model    *llm.Client   // nil where none is configured
	Embed    *embed.Client // of dense vectors; nil where none is configured
	Skills   *skill.Graph
	Log      *slog.Logger
	Now      func() time.Time

	Version     string
	PublicURL   string // under which clients reach this server, as the operator says; empty is not said
	Folder      string // for files of its own
	UploadLimit int64  // bytes of one upload
	Offline     bool   // foreign systems are not asked
	Workers     int    // jobs of one kind that this process should work at once
	// Ask calls one of the operations that the room asks for, on behalf of the caller of ctx
	// and with the rights to that one operation; its answer, whole, is read into out. Where no
	// room brings the operation, or this server was told to leave it out, the error wraps ErrAbsent.
	Ask func(ctx context.Context, operation string, in, out any) error
	// Forget makes every open room forget somebody, before their CV goes: a failure leaves the CV,
	// so that it can be deleted again.
	Forget func(ctx context.Context, tenant, candidate string) error
	// Self is the command line of a Child of this program.
	Self func(child string) ([]string, error)
	// Warnings are settings of this server that make it less safe than it could be.
	Warnings []fault.Text
}

// Opened is an open room.
type Opened struct {
	Offer

	Routes []Route
	Checks []Check

	// Counts are what an operator sees of the room in /status and /metrics, by name; nothing of people.
	Counts func() map[string]int64

	// LeavesWork says that calls which change something put jobs into the queue: a process
	// that made one works the queue, since nobody else may be there to do it.
	LeavesWork bool

	// Load reads what has to be in memory before the first call.
	Load func(ctx context.Context) error
	// Sample puts fictional data into the tenant's part of the base; what is there already
	// is left as it is.
	Sample func(ctx context.Context, tenant string) error
	// Empty reports that the tenant has nothing of this room yet, so that a sample cannot mix
	// with what people put in; nil of a room whose data are no tenant's.
	Empty func(ctx context.Context, tenant string) (bool, error)
	// Forget deletes what the room keeps of somebody whose CV is deleted; the CV itself is still
	// there. Forgetting nobody is no error.
	Forget func(ctx context.Context, tenant, candidate string) error
	// Listening is told the address under which this server can be reached, before it
	// takes requests.
	Listening func(base string) error
	// Pages are what the room shows in a browser.
	Pages *kit.Pages
	// Close releases what Open and Listening opened.
	Close func() error
}

// ErrAbsent is what Ask answers of an operation that this server does not have.
var ErrAbsent = errors.New("room: no room here brings it")

// Route is a path that is no operation: bytes go in or out that no schema describes.
type Route struct {
	Pattern string // as net/http has them
	Handler http.Handler
	Open    bool // needs no token
}

// Check is one line of `kadry doctor`.
type Check struct {
	Name fault.Text
	Run  func(ctx context.Context) (state fault.Text, err error)
}

// Child is a part of the program that runs in a process of its own, so that input which
// loops or eats memory ends that process and not the server.
type Child struct {
	Name string // of the hidden command
	Run  func(ctx context.Context, in io.Reader, out io.Writer) error
}

// Command is a command of the operator: one that is no operation, or an operation in a form
// for people, which then stands in the place of the command that is derived from it.
type Command struct {
	Below string // the command it stands below, like a toolset; empty is the top
	New   func(Console) *cobra.Command
}

// Console is what a command works with.
type Console struct {
	Out, Err io.Writer
	// Open opens every room for the settings a command was given, and returns a context
	// whose caller is the operator at this machine. The program closes them.
	Open func(cmd *cobra.Command) (context.Context, error)
	// Call calls an operation as the operator at this machine, who is one of a tenant here, the
	// default one where it is empty, and reads its answer into out. It opens what Open opens.
	Call func(ctx context.Context, tenant, operation string, in, out any) error
	// Follow is Call for work that is longer than a call: it runs as a task, which the command
	// follows to its end and whose progress it shows.
	Follow func(ctx context.Context, operation string, in, out any) error
	// Lang is the operator's language, "ru" or "en".
	Lang func() string
}

// Evaluation is a command of kadry-eval: it measures quality on labelled data.
type Evaluation struct {
	Name  string
	Short string
	Long  string
	Flags []Flag
	// Run measures what it finds in dir, tells notes what it left out, and returns one
	// object of figures.
	Run func(ctx context.Context, dir string, flags map[string]string, notes io.Writer) (any, error)
}

// Flag is a setting of an evaluation.
type Flag struct{ Name, Default, Doc string }
