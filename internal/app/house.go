package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"kadry/internal/audit"
	"kadry/internal/config"
	"kadry/internal/exam"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/interview"
	"kadry/internal/interview/interviewjobs"
	"kadry/internal/jobs"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/outbox"
	"kadry/internal/skill"
	"kadry/internal/sqlstore"
	"kadry/internal/store"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
	"kadry/internal/upstream"
)

// house is everything a running kadry consists of, below the fronts.
type house struct {
	cfg      *config.Loaded
	log      *slog.Logger
	metrics  *obs.Metrics
	db       *store.DB
	reader   *document.Reader
	people   *talent.Base
	upstream *upstream.Client
	site     *sdamgia.Site
	problems *sqlstore.Problems
	bank     *exam.Bank

	interviews *interview.Room
	audit      *audit.Log
	outbox     *outbox.Outbox
	hooks      *interviewjobs.Hooks
	queue      *jobs.Queue
	idle       bool             // the queue is left to other processes
	working    *worker          // while the queue is worked here
	tryouts    *upstream.Client // to our own receiver; nil before the server listens
	tally      tally

	skills   *skill.Graph
	rooms    room
	registry *op.Registry // what this process serves
	limiter  *limiter
	pipeline *op.Pipeline
}

// room is what rooms offer to the fronts, collected.
type room struct {
	operations []*op.Op
	resources  []op.Resource
	prompts    []op.Prompt
}

// declare collects the rooms' declarations. Over nil rooms they can be listed and
// documented, not called: the command line needs their shapes before it opens anything.
func declare(people *talent.Base, roots talent.Roots, bank *exam.Bank, interviews *interview.Room) room {
	return room{
		operations: slices.Concat(talent.Operations(people, roots), exam.Operations(bank), interview.Operations(interviews)),
		resources:  slices.Concat(talent.Resources(people), exam.Resources(bank), interview.Resources(interviews)),
		prompts:    slices.Concat(talent.Prompts(people), exam.Prompts(bank), interview.Prompts(interviews)),
	}
}

// build opens the database, brings its schema up to date and puts the rooms together.
// What it opened is closed again when it fails. identity names the process for the queue.
func build(ctx context.Context, cfg *config.Loaded, log *slog.Logger, identity string) (h *house, err error) {
	h = &house{cfg: cfg, log: log, metrics: obs.NewMetrics(), tally: newTally()}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
			h = nil
		}
	}()
	if h.db, err = openStore(ctx, cfg); err != nil {
		return h, err
	}
	if h.skills, err = skill.Load(); err != nil {
		return h, err
	}
	profiles, err := loadProfiles(cfg.Profiles)
	if err != nil {
		return h, err
	}
	extractor, err := resume.New(h.skills)
	if err != nil {
		return h, err
	}
	if h.reader, err = newReader(); err != nil {
		return h, err
	}
	shelf := sqlstore.NewCandidates(h.db, time.Now)
	h.people = talent.New(talent.Parts{
		Shelf: shelf, Feed: shelf, Skills: h.skills, Profiles: profiles,
		Read: func(ctx context.Context, name string, data []byte) (document.Document, error) {
			return h.reader.Read(ctx, name, data, document.DefaultLimits)
		},
		Extract: extractor.Extract,
		Now:     time.Now,
	})
	if err := h.openExams(); err != nil {
		return h, err
	}
	if err := h.openInterviews(identity); err != nil {
		return h, err
	}
	h.rooms = declare(h.people, talent.Roots{Ingest: cfg.IngestRoot}, h.bank, h.interviews)
	all, err := op.NewRegistry(h.rooms.operations...)
	if err != nil {
		return h, err
	}
	if h.registry, err = all.Select(selection(cfg)); err != nil {
		return h, err
	}
	h.limiter = newLimiter(cfg.RatePerMin)
	h.pipeline = &op.Pipeline{Limit: h.limiter.allow, Observe: observe(log, h.metrics)}
	return h, nil
}

func selection(cfg *config.Loaded) op.Selection {
	return op.Selection{Toolsets: cfg.Toolsets, Tools: cfg.Tools, Exclude: cfg.ExcludeTools, ReadOnly: cfg.ReadOnly}
}

// openStore opens the configured database and migrates it.
func openStore(ctx context.Context, cfg *config.Loaded) (*store.DB, error) {
	db, err := openUntouched(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openUntouched opens the configured database as it is.
func openUntouched(ctx context.Context, cfg *config.Loaded) (*store.DB, error) {
	url := cfg.DatabaseURL.Reveal()
	if url == "" {
		url = cfg.Data + string(filepath.Separator)
	}
	return store.Open(ctx, store.Config{URL: url})
}

// loadProfiles reads the built-in role profiles and the user's own beside them.
func loadProfiles(path string) (*profile.Library, error) {
	library, err := profile.Load()
	if err != nil || path == "" {
		return library, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("app: role profiles: %w", err)
	}
	defer f.Close()
	return library.Import(f)
}

// newReader reads documents in children of our own program, so that a file which loops
// or eats memory takes down a child and not the server.
func newReader() (*document.Reader, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("app: own executable: %w", err)
	}
	return document.NewReader([]string{self, readDocumentCommand}, runtime.GOMAXPROCS(0)), nil
}

// close releases what build opened, in reverse order.
func (h *house) close() error {
	errs := []error{h.rest()}
	if h.tryouts != nil {
		errs = append(errs, h.tryouts.Close())
	}
	if h.upstream != nil {
		errs = append(errs, h.upstream.Close())
	}
	if h.reader != nil {
		errs = append(errs, h.reader.Close())
	}
	if h.db != nil {
		errs = append(errs, h.db.Close())
	}
	return errors.Join(errs...)
}
