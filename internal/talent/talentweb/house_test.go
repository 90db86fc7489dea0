package talentweb_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
	"kadry/internal/talent/sample"
	"kadry/internal/talent/talentsql"
	"kadry/internal/talent/talentweb"
	"kadry/internal/task"
	"kadry/internal/webui/webtest"
)

// house is the pages over a base made of the real parts.
type house struct {
	people   *talent.Base
	registry *op.Registry
	tasks    *task.Tasks // nil over a base that is broken
	queue    *jobs.Queue
	revealed []string // whose blind review ended, and by whom
}

// asOf is the day the pages are looked at.
var asOf = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// The databases that houses begin with: nobody in it, and the people of the bundled sample.
var (
	schemas = []store.Schema{talentsql.Schema(), jobs.Schema(), task.Schema()}
	empty   = storetest.NewTemplate(nil, schemas...)
	sampled = storetest.NewTemplate(fill, schemas...)
)

// fill puts the bundled sample into a database.
func fill(ctx context.Context, db *store.DB) error {
	people, err := newPeople(talentsql.NewCandidates(db, now))
	if err != nil {
		return err
	}
	files, err := sample.Files()
	if err != nil {
		return err
	}
	for _, f := range files {
		out, err := people.Ingest(ctx, "default", talent.File{Name: f.Name, Data: f.Data}, []string{"sample"})
		if err != nil || out.Status != talent.Added {
			return fmt.Errorf("sample %s: %s %w %w", f.Name, out.Status, out.Problem, err)
		}
	}
	return nil
}

// newHouse builds a house, filled with the bundled sample when full.
func newHouse(t *testing.T, full bool) *house {
	t.Helper()
	begin := empty
	if full {
		begin = sampled
	}
	db := begin.Open(t)
	h := newHouseOver(t, talentsql.NewCandidates(db, now))
	h.people.Uploads, h.people.Saved = talentsql.NewUploads(db, now), talentsql.NewCandidates(db, now)
	h.tasks = task.New(task.Config{DB: db, Pace: time.Millisecond})
	var err error
	if h.queue, err = jobs.New(db, jobs.Config{Poll: 20 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if err := h.tasks.Bind(h.queue, &op.Pipeline{}, h.registry, h.registry); err != nil {
		t.Fatal(err)
	}
	return h
}

// brokenHouse is a house whose database is gone.
func brokenHouse(t *testing.T) *house {
	t.Helper()
	stored := inmemory.New()
	stored.Fail(fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil).
		WithHint(fault.Say("Try again in a minute.", "Повторите через минуту.")))
	return newHouseOver(t, stored)
}

// keeper is what candidates are kept in: the database, or memory that fails on demand.
type keeper interface {
	Add(ctx context.Context, tenant string, c talent.Candidate) (string, bool, error)
	Known(ctx context.Context, tenant, sha256 string) (string, error)
	Candidates(ctx context.Context, tenant string, ids []string) ([]talent.Candidate, error)
	Remove(ctx context.Context, tenant, id, actor string) error
	Amend(ctx context.Context, tenant, id string, a talent.Amendment) error
	Link(ctx context.Context, tenant, id, other string, l *talent.Link, actor string) error
	Unread(ctx context.Context, tenant, rules, after string, limit int) ([]string, error)
	Reread(ctx context.Context, tenant string, list []talent.Candidate) (int, error)
	Looks(ctx context.Context, tenant string, ids []string) (map[string]layout.Page, error)
	Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error)
	Tenants(ctx context.Context) ([]string, error)
}

func newHouseOver(t *testing.T, stored keeper) *house {
	t.Helper()
	people, err := newPeople(stored)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{people: people}
	people.Revealed = func(_ context.Context, tenant, id, actor string) error {
		h.revealed = append(h.revealed, tenant+" "+id+" "+actor)
		return nil
	}
	if h.registry, err = op.NewRegistry(append(talent.Operations(h.people, talent.Roots{}), task.Operations(nil)...)...); err != nil {
		t.Fatal(err)
	}
	return h
}

func now() time.Time { return asOf }

// rules are what people are read and looked for with: nothing changes them.
var rules = sync.OnceValues(func() (talent.Parts, error) {
	skills, err := skill.Load()
	if err != nil {
		return talent.Parts{}, err
	}
	profiles, err := profile.Load()
	if err != nil {
		return talent.Parts{}, err
	}
	extractor, err := resume.New(skills)
	if err != nil {
		return talent.Parts{}, err
	}
	return talent.Parts{
		Skills: skills, Profiles: profiles, Now: now,
		Read: func(ctx context.Context, name string, data []byte) (document.Document, error) {
			return document.Read(ctx, name, data, document.DefaultLimits)
		},
		Extract: extractor.Extract,
	}, nil
})

func newPeople(stored keeper) (*talent.Base, error) {
	parts, err := rules()
	if err != nil {
		return nil, err
	}
	parts.Store, parts.Feed = stored, stored
	return talent.New(parts), nil
}

// pages is the handler of the pages for a caller.
func (h *house) pages(t *testing.T, caller op.Caller, change ...func(*talentweb.Config)) http.Handler {
	t.Helper()
	c := talentweb.Config{Base: h.people, UploadLimit: 24 << 20}
	for _, f := range change {
		f(&c)
	}
	if h.tasks == nil {
		return webtest.Pages(t, h.registry, caller, talentweb.New(c))
	}
	return webtest.WithTasks(t, h.registry, h.tasks, caller, talentweb.New(c))
}

// work works the queue until the test ends.
func (h *house) work(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.queue.Run(ctx) }()
	t.Cleanup(func() {
		h.tasks.Stop()
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// serve runs the pages on a loopback port until the test ends.
func (h *house) serve(t *testing.T, caller op.Caller) string {
	t.Helper()
	return webtest.Serve(t, h.pages(t, caller))
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, talentweb.New(talentweb.Config{}).Files)
}
