package talentsql

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

func savedSearch(id, name string) talent.SavedSearch {
	return talent.SavedSearch{ID: id, Name: name, Text: "сварщик в Туле", SearchID: "q", Author: "olga", At: noon, Seen: noon}
}

// Searches come back by name with the mark of the one who asks, in their tenant alone.
func TestSearches(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		ctx := t.Context()
		for _, one := range []talent.SavedSearch{savedSearch("ss_b", "welders"), savedSearch("ss_a", "cooks")} {
			if err := s.KeepSearch(ctx, acme, one); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.KeepSearch(ctx, acme, savedSearch("ss_c", "cooks")); fault.KindOf(err) != fault.Conflict {
			t.Errorf("a name twice: %v", err)
		}
		if err := s.KeepSearch(ctx, globex, savedSearch("ss_d", "cooks")); err != nil {
			t.Errorf("the name of another tenant: %v", err)
		}
		later := noon.Add(time.Hour)
		if err := s.SeeSearch(ctx, acme, "ivan", "ss_b", later); err != nil {
			t.Fatal(err)
		}
		if err := s.SeeSearch(ctx, acme, "ivan", "ss_b", noon); err != nil { // a slower process: the mark never goes back
			t.Fatal(err)
		}
		seen := savedSearch("ss_b", "welders")
		seen.Seen = later
		for reader, want := range map[string][]talent.SavedSearch{
			"ivan": {savedSearch("ss_a", "cooks"), seen},
			"olga": {savedSearch("ss_a", "cooks"), savedSearch("ss_b", "welders")},
		} {
			got, err := s.Searches(ctx, acme, reader)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: %v (-want +got):\n%s", reader, err, diff)
			}
		}
		for name, err := range map[string]error{
			"see":  s.SeeSearch(ctx, globex, "ivan", "ss_b", later),
			"drop": s.DropSearch(ctx, globex, "ss_b", "ivan"),
			"none": s.DropSearch(ctx, acme, "ss_x", "ivan"),
			"key":  s.DropSearch(ctx, acme, "a\x00b", "ivan"),
		} {
			if fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.DropSearch(ctx, acme, "ss_b", "ivan"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Searches(ctx, acme, "ivan"); err != nil || len(got) != 1 {
			t.Errorf("%v, %v", got, err)
		}
		lines, err := auditLines(ctx, s.db, acme)
		if err != nil {
			t.Fatal(err)
		}
		var acts []string
		for _, l := range lines {
			acts = append(acts, string(l.Action)+" "+l.Subject+" "+l.Actor)
		}
		if diff := cmp.Diff([]string{"search.saved ss_b olga", "search.saved ss_a olga", "search.deleted ss_b ivan"}, acts); diff != "" {
			t.Error(diff)
		}
	})
}

func TestSearches_areBounded(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		for i := range talent.MaxSaved {
			if err := s.KeepSearch(t.Context(), acme, savedSearch("ss_"+strconv.Itoa(i), strconv.Itoa(i))); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.KeepSearch(t.Context(), acme, savedSearch("ss_more", "more")); fault.KindOf(err) != fault.Limited {
			t.Errorf("%v", err)
		}
		if err := s.KeepSearch(t.Context(), globex, savedSearch("ss_theirs", "more")); err != nil {
			t.Error(err)
		}
	})
}

// Who came after a reader's last look is new to that reader, whatever was asked; who was deleted
// is in no count.
func TestSaved_newSince(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		at := noon
		base := searching(t, s, func() time.Time { return at })
		ctx := t.Context()
		come := func(text string) string {
			t.Helper()
			at = at.Add(time.Minute)
			out, err := base.Ingest(ctx, acme, talent.File{Name: strconv.FormatInt(at.Unix(), 10) + ".txt", Data: []byte(text)}, nil)
			if err != nil || out.Status != talent.Added {
				t.Fatal(out.Status, out.Problem, err)
			}
			return out.ID
		}
		come("Ann Example\nGo developer\nSkills\nGo, Docker\n")
		at = at.Add(time.Minute)
		words, err := base.Save(ctx, acme, talent.SavedSearch{Name: " Go  people ", Text: "Go developer", Author: "olga"})
		if err != nil || words.Name != "Go people" {
			t.Fatal(words, err)
		}
		found, err := base.Find(ctx, acme, talent.FreeQuery{Text: "Go developer", TopK: 5})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := base.Save(ctx, acme, talent.SavedSearch{Name: "Filter", SearchID: found.SearchID, Author: "olga"}); err != nil {
			t.Fatal(err)
		}
		counts := func(reader string) (list []int) {
			t.Helper()
			all, err := base.Counted(ctx, acme, reader, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range all {
				list = append(list, one.Total, one.New)
			}
			return list
		}
		want := func(reader string, numbers ...int) {
			t.Helper()
			if diff := cmp.Diff(numbers, counts(reader)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", reader, diff)
			}
		}
		want("olga", 1, 0, 1, 0)
		bob := come("Bob Sample\nGo developer\nSkills\nGo, Kafka\n")
		come("Cat Sample\nCook\nSkills\nbaking\n")
		want("olga", 2, 1, 2, 1)
		at = at.Add(time.Minute)
		o, err := base.OpenSaved(ctx, acme, "olga", words.ID, talent.FreeQuery{TopK: 1}, time.Time{})
		if err != nil || o.New != 1 || o.Total != 2 {
			t.Errorf("%d new of %d, %v", o.New, o.Total, err)
		}
		next, err := base.OpenSaved(ctx, acme, "olga", words.ID, talent.FreeQuery{TopK: 1, Cursor: o.NextCursor}, o.Search.Seen)
		if err != nil || next.New != 1 || len(next.Candidates) != 1 {
			t.Errorf("the second page: %d new, %v", next.New, err)
		}
		for _, h := range append(o.Candidates, next.Candidates...) {
			if h.TakenIn.After(o.Search.Seen) != (h.CandidateID == bob) {
				t.Errorf("%s came at %v, the mark is %v", h.CandidateID, h.TakenIn, o.Search.Seen)
			}
		}
		want("olga", 2, 1, 2, 0)
		want("ivan", 2, 1, 2, 1)
		if err := base.Delete(ctx, acme, bob, "olga"); err != nil {
			t.Fatal(err)
		}
		want("ivan", 1, 0, 1, 0)
		want("olga", 1, 0, 1, 0)
		if _, err := base.OpenSaved(ctx, globex, "olga", words.ID, talent.FreeQuery{}, time.Time{}); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another tenant opens it: %v", err)
		}
		for name, bad := range map[string]talent.SavedSearch{
			"no question": {Name: "x"}, "no name": {Name: " \n", Text: "Go"}, "long": {Name: strings.Repeat("x", 10_000), Text: "Go"},
			"damaged": {Name: "x", SearchID: "???"}, "long question": {Name: "x", Text: strings.Repeat("Go ", 10_000)},
		} {
			if _, err := base.Save(ctx, acme, bad); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// searching is a base over the database, with the rules of the product.
func searching(t *testing.T, s *Candidates, now func() time.Time) *talent.Base {
	t.Helper()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	profiles, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	extractor, err := resume.New(skills)
	if err != nil {
		t.Fatal(err)
	}
	return talent.New(talent.Parts{
		Store: s, Feed: s, Saved: s, Skills: skills, Profiles: profiles, Extract: extractor.Extract, Rules: extractor.Version(), Now: now,
		Read: func(ctx context.Context, name string, data []byte) (document.Document, error) {
			return document.Read(ctx, name, data, document.DefaultLimits)
		},
	})
}
