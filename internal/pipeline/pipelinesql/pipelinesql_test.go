package pipelinesql_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/pipeline"
	"kadry/internal/pipeline/pipelinesql"
	"kadry/internal/store"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Tidy(m)) }

const acme, other = "acme", "other"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

// eachEngine runs a test of what a keeper promises, on an empty database.
func eachEngine(t *testing.T, fn func(t *testing.T, a *pipelinesql.Applications, b storetest.Bench, db *store.DB)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		fn(t, pipelinesql.New(db, audit.New(db, clock)), b, db)
	}, pipelinesql.Schema(), audit.Schema())
}

// add is somebody put into a vacancy; minute orders the moves.
func add(vacancy, candidate string, stage pipeline.Stage, minute int) pipeline.Change {
	return pipeline.Change{
		Vacancy: vacancy, Candidate: candidate, To: pipeline.Standing{Stage: stage}, Add: true, Author: "ada", At: noon.Add(time.Duration(minute) * time.Minute),
	}
}

func move(t *testing.T, a *pipelinesql.Applications, tenant string, changes ...pipeline.Change) []pipeline.Moved {
	t.Helper()
	moved, err := a.Move(t.Context(), tenant, changes)
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

func list(t *testing.T, a *pipelinesql.Applications, tenant string, f pipeline.Filter) (people []string) {
	t.Helper()
	found, err := a.List(t.Context(), tenant, f, nil, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range found {
		people = append(people, one.Vacancy+"/"+one.Candidate)
	}
	return people
}

func TestMove_keepsEveryStep(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, db *store.DB) {
		move(t, a, acme, add("v1", "cv_a", pipeline.Shortlist, 0))
		no := pipeline.Change{
			Vacancy: "v1", Candidate: "cv_a", Version: 1, Author: "bob", At: noon.Add(time.Hour),
			To: pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Salary, Comment: "too dear"},
		}
		move(t, a, acme, no)
		again := move(t, a, acme, add("v1", "cv_a", pipeline.New, 120))[0]
		want := pipeline.Application{
			Vacancy: "v1", Candidate: "cv_a", Standing: pipeline.Standing{Stage: pipeline.New}, Again: true, Version: 3,
			AddedAt: noon, MovedAt: noon.Add(2 * time.Hour), MovedBy: "ada",
		}
		found, err := a.List(t.Context(), acme, pipeline.Filter{}, nil, 0, 10)
		if diff := cmp.Diff([]pipeline.Application{want}, found); diff != "" || err != nil || again.Status != pipeline.Reopened {
			t.Errorf("%v, %s: %s", err, again.Status, diff)
		}
		events, total, err := a.History(t.Context(), acme, "cv_a", 0, 10)
		if err != nil || total != 3 || len(events) != 3 {
			t.Fatalf("%d of %d events, %v", len(events), total, err)
		}
		wantStep := pipeline.Step{Vacancy: "v1", Seq: 2, From: pipeline.Shortlist, Standing: no.To, Author: "bob", At: no.At}
		if diff := cmp.Diff(wantStep, *events[1].Step); diff != "" {
			t.Error(diff)
		}
		if !events[0].Step.Reopened() || events[1].Step.Reopened() || events[2].Step.From != "" {
			t.Errorf("got %+v, %+v", events[0].Step, events[2].Step)
		}
		if got := actions(t, db); got != "application.added application.moved application.moved" {
			t.Errorf("the audit log holds %q", got)
		}
	})
}

// actions are those of the audit log, in order.
func actions(t *testing.T, db *store.DB) string {
	t.Helper()
	log := audit.New(db, clock)
	if _, err := log.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, err := log.List(t.Context(), acme, audit.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	slices.Reverse(entries) // they come newest first
	for _, e := range entries {
		names = append(names, e.Action)
		if text := fmt.Sprint(e.Detail); strings.Contains(text, "dear") || strings.Contains(text, "secret") {
			t.Errorf("the audit log holds somebody's words: %s", text)
		}
	}
	return strings.Join(names, " ")
}

// Of two who move one person at once, one is told of the other.
func TestMove_twoAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		move(t, a, acme, add("v1", "cv_a", pipeline.New, 0))
		results := make([]pipeline.Moved, 8)
		var group sync.WaitGroup
		for i := range results {
			group.Go(func() {
				c := add("v1", "cv_a", pipeline.Offer, i)
				c.Add, c.Version, c.To.Comment = false, 1, fmt.Sprint(i)
				moved, err := a.Move(t.Context(), acme, []pipeline.Change{c})
				if err != nil {
					t.Error(err)
					return
				}
				results[i] = moved[0]
			})
		}
		group.Wait()
		won := 0
		for _, r := range results {
			switch {
			case r.Status == pipeline.Changed:
				won++
			case r.Status != pipeline.Refused || fault.KindOf(r.Err) != fault.Conflict || !strings.Contains(fault.From(r.Err).Text.EN, "ada moved this person to “Offer”"):
				t.Errorf("got %s, %v", r.Status, r.Err)
			}
		}
		if _, total, err := a.History(t.Context(), acme, "cv_a", 0, 10); won != 1 || total != 2 || err != nil {
			t.Errorf("%d won, %d steps are kept, %v", won, total, err)
		}
	})
}

// Moves that name no version all happen, one after another.
func TestMove_withoutVersionLosesNone(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		const many = 4
		var group sync.WaitGroup
		for i := range many {
			group.Go(func() {
				c := add("v1", "cv_a", pipeline.Offer, i)
				if _, err := a.Move(t.Context(), acme, []pipeline.Change{c}); err != nil {
					t.Error(err)
				}
				c.Add, c.To.Comment = false, fmt.Sprint("by ", i)
				if _, err := a.Move(t.Context(), acme, []pipeline.Change{c}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		found, err := a.List(t.Context(), acme, pipeline.Filter{}, nil, 0, 10)
		if err != nil || len(found) != 1 || found[0].Version != many+1 {
			t.Errorf("got %+v, %v", found, err)
		}
	})
}

func TestMove_oneRefusedKeepsNobodyBack(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		absent := add("v1", "cv_b", pipeline.Offer, 0)
		absent.Add = false
		hostile := add("v1", "cv\x00\xff", pipeline.Offer, 0)
		moved := move(t, a, acme, add("v1", "cv_a", pipeline.Offer, 0), absent, hostile, add("v1", "cv_c", pipeline.Offer, 0))
		for i, want := range []pipeline.Status{pipeline.Added, pipeline.Refused, pipeline.Refused, pipeline.Added} {
			if moved[i].Status != want || (want == pipeline.Refused) != (fault.KindOf(moved[i].Err) == fault.NotFound) {
				t.Errorf("%d: %s, %v", i, moved[i].Status, moved[i].Err)
			}
		}
		if got := list(t, a, acme, pipeline.Filter{}); len(got) != 2 {
			t.Errorf("got %v", got)
		}
	})
}

func TestList_filtersAndPages(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		move(t, a, acme, add("v1", "cv_a", pipeline.New, 1), add("v1", "cv_b", pipeline.Offer, 2), add("v2", "cv_a", pipeline.Invited, 3), add("v1", "cv_c", pipeline.New, 3))
		if _, err := a.Tag(t.Context(), acme, pipeline.Tagging{Candidate: "cv_a", Add: []string{"удалённо"}}); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			f    pipeline.Filter
			want []string
		}{
			"all":        {pipeline.Filter{}, []string{"v2/cv_a", "v1/cv_c", "v1/cv_b", "v1/cv_a"}},
			"vacancy":    {pipeline.Filter{Vacancy: "v1"}, []string{"v1/cv_c", "v1/cv_b", "v1/cv_a"}},
			"stage":      {pipeline.Filter{Vacancy: "v1", Stages: []pipeline.Stage{pipeline.New}}, []string{"v1/cv_c", "v1/cv_a"}},
			"stages":     {pipeline.Filter{Stages: []pipeline.Stage{pipeline.Offer, pipeline.Invited}}, []string{"v2/cv_a", "v1/cv_b"}},
			"person":     {pipeline.Filter{Candidates: []string{"cv_a", "\x00"}}, []string{"v2/cv_a", "v1/cv_a"}},
			"tag":        {pipeline.Filter{Tag: "удалённо", Vacancy: "v1"}, []string{"v1/cv_a"}},
			"no tag":     {pipeline.Filter{Tag: "x' OR 1=1 --"}, nil},
			"nobody":     {pipeline.Filter{Candidates: []string{"\x00"}}, nil},
			"people":     {pipeline.Filter{Candidates: []string{"cv_b", "cv_c"}}, []string{"v1/cv_c", "v1/cv_b"}},
			"hostile id": {pipeline.Filter{Vacancy: "v\x00"}, nil},
		} {
			if diff := cmp.Diff(c.want, list(t, a, acme, c.f)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		var paged []string
		for after := (*pipeline.Place)(nil); ; {
			page, err := a.List(t.Context(), acme, pipeline.Filter{}, after, 0, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			paged = append(paged, page[0].Vacancy+"/"+page[0].Candidate)
			after = &pipeline.Place{At: page[0].MovedAt.UnixMicro(), Vacancy: page[0].Vacancy, Candidate: page[0].Candidate}
		}
		if diff := cmp.Diff([]string{"v2/cv_a", "v1/cv_c", "v1/cv_b", "v1/cv_a"}, paged); diff != "" {
			t.Error(diff)
		}
		count, err := a.Count(t.Context(), acme, pipeline.Filter{})
		want := map[string]map[pipeline.Stage]int{"v1": {pipeline.New: 2, pipeline.Offer: 1}, "v2": {pipeline.Invited: 1}}
		if diff := cmp.Diff(want, count); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
	})
}

func TestNotes_belongToTheirAuthor(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, db *store.DB) {
		n := pipeline.Note{ID: "note_1", Candidate: "cv_a", Author: "ada", Text: "secret\x00 \xff words", At: noon}
		if err := a.AddNote(t.Context(), acme, n); err != nil {
			t.Fatal(err)
		}
		for _, who := range []struct{ tenant, id, author string }{{acme, "note_1", "bob"}, {other, "note_1", "ada"}, {acme, "note_2", "ada"}, {acme, "\x00", "ada"}} {
			if err := a.DeleteNote(t.Context(), who.tenant, who.id, who.author); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%v: %v", who, err)
			}
		}
		events, total, err := a.History(t.Context(), acme, "cv_a", 0, 10)
		if err != nil || total != 1 || events[0].Note.Text != "secret  ? words" {
			t.Errorf("got %+v, %v", events, err)
		}
		if err := a.DeleteNote(t.Context(), acme, "note_1", "ada"); err != nil {
			t.Error(err)
		}
		if _, total, err = a.History(t.Context(), acme, "cv_a", 0, 10); total != 0 || err != nil {
			t.Errorf("%d entries are left, %v", total, err)
		}
		if got := actions(t, db); got != "candidate.noted note.deleted" {
			t.Errorf("the audit log holds %q", got)
		}
	})
}

func TestNotes_areBounded(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		for i := range pipeline.MostNotes {
			if err := a.AddNote(t.Context(), acme, pipeline.Note{ID: fmt.Sprint("note_", i), Candidate: "cv_a", Author: "ada", Text: "x", At: noon}); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.AddNote(t.Context(), acme, pipeline.Note{ID: "one more", Candidate: "cv_a", At: noon}); fault.KindOf(err) != fault.Conflict {
			t.Errorf("got %v", err)
		}
		events, total, err := a.History(t.Context(), acme, "cv_a", 490, 50)
		if err != nil || total != pipeline.MostNotes || len(events) != 10 {
			t.Errorf("the last page has %d of %d, %v", len(events), total, err)
		}
	})
}

func TestTags(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, _ storetest.Bench, _ *store.DB) {
		tag := func(add, remove []string) ([]string, error) {
			return a.Tag(t.Context(), acme, pipeline.Tagging{Candidate: "cv_a", Add: add, Remove: remove, Author: "ada"})
		}
		if _, err := tag([]string{"b", "a", "ю"}, nil); err != nil {
			t.Fatal(err)
		}
		got, err := tag([]string{"a", "c"}, []string{"b", "never"})
		if diff := cmp.Diff([]string{"a", "c", "ю"}, got); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		var many []string
		for i := range pipeline.MostTags {
			many = append(many, fmt.Sprint("t", i))
		}
		if _, err := tag(many, nil); fault.KindOf(err) != fault.Invalid {
			t.Errorf("23 tags: %v", err)
		}
		all, err := a.Tags(t.Context(), acme, []string{"cv_a", "cv_b", "\x00"})
		if diff := cmp.Diff(map[string][]string{"cv_a": {"a", "c", "ю"}}, all); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		if theirs, err := a.Tags(t.Context(), other, []string{"cv_a"}); len(theirs) != 0 || err != nil {
			t.Errorf("another tenant sees %v, %v", theirs, err)
		}
	})
}

// A person who is forgotten leaves nothing; others and other tenants keep what is theirs.
func TestForget(t *testing.T) {
	eachEngine(t, func(t *testing.T, a *pipelinesql.Applications, b storetest.Bench, _ *store.DB) {
		for _, tenant := range []string{acme, other} {
			move(t, a, tenant, add("v1", "cv_a", pipeline.New, 0), add("v2", "cv_a", pipeline.New, 0), add("v1", "cv_b", pipeline.New, 0))
			if err := a.AddNote(t.Context(), tenant, pipeline.Note{ID: "note_1", Candidate: "cv_a", Author: "ada", Text: "mark-of-" + tenant, At: noon}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := a.Tag(t.Context(), acme, pipeline.Tagging{Candidate: "cv_a", Add: []string{"tag-of-acme"}}); err != nil {
			t.Fatal(err)
		}
		people, err := a.People(t.Context(), pipeline.Held{Tenant: acme, Candidate: "cv_a"}, 2)
		if diff := cmp.Diff([]pipeline.Held{{Tenant: acme, Candidate: "cv_b"}, {Tenant: other, Candidate: "cv_a"}}, people); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		gone, err := a.Forget(t.Context(), acme, "cv_a", "ada")
		if diff := cmp.Diff(pipeline.Forgotten{Applications: 2, Notes: 1, Tags: 1}, gone); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		if got := list(t, a, acme, pipeline.Filter{}); len(got) != 1 || got[0] != "v1/cv_b" {
			t.Errorf("acme has %v", got)
		}
		if _, total, err := a.History(t.Context(), acme, "cv_a", 0, 10); total != 0 || err != nil {
			t.Errorf("%d entries are left, %v", total, err)
		}
		if _, total, err := a.History(t.Context(), other, "cv_a", 0, 10); total != 3 || err != nil {
			t.Errorf("the other tenant has %d entries, %v", total, err)
		}
		if gone, err := a.Forget(t.Context(), acme, "cv_a", "ada"); gone != (pipeline.Forgotten{}) || err != nil {
			t.Errorf("forgotten twice: %+v, %v", gone, err)
		}
		if b.Engine == store.SQLite {
			raw := storetest.Raw(t, b.URL)
			if bytes.Contains(raw, []byte("mark-of-acme")) || bytes.Contains(raw, []byte("tag-of-acme")) || !bytes.Contains(raw, []byte("mark-of-other")) {
				t.Error("the files hold words on the person, or lack those of another tenant")
			}
		}
	})
}
