package webui_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"kadry/internal/exam"
	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/obs"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
	"kadry/internal/talent/sample"
	"kadry/internal/talent/talentsql"
	"kadry/internal/webui"
)

// house is a server made of the real parts over a temporary database.
type house struct {
	people   *talent.Base
	exams    *exam.Bank // nil without an exam room
	registry *op.Registry
	words    *i18n.Catalogue
}

// asOf is the day the pages are looked at.
var asOf = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// newHouse builds a house, filled with the bundled sample when full.
func newHouse(t *testing.T, full bool) *house {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{URL: t.TempDir() + "/"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Migrate(t.Context(), talentsql.Schema()); err != nil {
		t.Fatal(err)
	}
	h := newHouseOver(t, talentsql.NewCandidates(db, now))
	if full {
		h.fill(t)
	}
	return h
}

// brokenHouse is a house whose database is gone.
func brokenHouse(t *testing.T) *house {
	t.Helper()
	shelf := inmemory.New()
	shelf.Fail(fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil).
		WithHint(fault.Say("Try again in a minute.", "Повторите через минуту.")))
	return newHouseOver(t, shelf)
}

// keeper is what candidates are kept in: the database, or memory that fails on demand.
type keeper interface {
	Add(ctx context.Context, tenant string, c talent.Candidate) (string, bool, error)
	Known(ctx context.Context, tenant, sha256 string) (string, error)
	Candidates(ctx context.Context, tenant string, ids []string) ([]talent.Candidate, error)
	Remove(ctx context.Context, tenant, id, actor string) error
	Changes(ctx context.Context, after int64, limit int) ([]talent.Change, error)
}

func newHouseOver(t *testing.T, shelf keeper) *house {
	t.Helper()
	h := &house{people: newPeople(t, shelf), words: catalogue(t)}
	var err error
	if h.registry, err = op.NewRegistry(talent.Operations(h.people, talent.Roots{})...); err != nil {
		t.Fatal(err)
	}
	return h
}

func now() time.Time { return asOf }

func newPeople(t *testing.T, shelf keeper) *talent.Base {
	t.Helper()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	profiles, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return talent.New(talent.Parts{
		Shelf: shelf, Feed: shelf, Skills: skills, Profiles: profiles, Now: now,
		Read: func(ctx context.Context, name string, data []byte) (document.Document, error) {
			return document.Read(ctx, name, data, document.DefaultLimits)
		},
		Extract: resume.New(skills).Extract,
	})
}

func catalogue(t *testing.T) *i18n.Catalogue {
	t.Helper()
	words, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func (h *house) fill(t *testing.T) {
	t.Helper()
	files, err := sample.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		out, err := h.people.Ingest(t.Context(), "default", talent.File{Name: f.Name, Data: f.Data}, []string{"sample"})
		if err != nil || out.Status != talent.Added {
			t.Fatalf("sample %s: %s %v %v", f.Name, out.Status, out.Problem, err)
		}
	}
}

// everyone is a caller with every right.
var everyone = op.Caller{Name: "local", Tenant: "default", Local: true}

// pages is the handler of the pages for a caller, with the request's own language.
func (h *house) pages(t *testing.T, caller op.Caller, change ...func(*webui.Config)) http.Handler {
	t.Helper()
	c := webui.Config{
		Registry: h.registry, Pipeline: &op.Pipeline{}, Words: h.words, People: h.people, Exams: h.exams,
		Version: "1.2.3", UploadLimit: 24 << 20, TokenCookie: "kadry_token",
	}
	for _, f := range change {
		f(&c)
	}
	pages, err := webui.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := obs.WithRequestID(r.Context(), "req-42")
		pages.ServeHTTP(w, r.WithContext(op.WithCaller(ctx, caller)))
	})
}

// serve runs the pages on a loopback port until the test ends.
func (h *house) serve(t *testing.T, caller op.Caller) string {
	t.Helper()
	server := httptest.NewServer(h.pages(t, caller))
	t.Cleanup(server.Close)
	return server.URL
}
