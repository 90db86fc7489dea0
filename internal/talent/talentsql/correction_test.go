package talentsql

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

func renamed(to string) correction.Entry {
	return correction.Entry{
		Field: correction.Name, Value: correction.Value{Text: to}, Engine: correction.Person,
		Author: "olga", Reason: "said so", At: noon,
	}
}

func amend(t *testing.T, s kept, id string, a talent.Amendment) talent.Candidate {
	t.Helper()
	if err := s.Amend(t.Context(), acme, id, a); err != nil {
		t.Fatal(err)
	}
	return get(t.Context(), t, s, acme, id)[0]
}

// What is said stands beside what was read, comes back whole, in order, with the candidate
// and in the feed, and can be taken back once.
func TestAmend(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 300)
		add(t, s, acme, c)
		job := correction.Entry{
			Field: correction.Positions, Engine: correction.Model, Author: "model@1", At: noon,
			Value: correction.Value{Positions: []resume.Position{{Title: "Разработчик", From: 24000, Current: true, Work: true, Start: 3, End: 9}}},
		}
		got := amend(t, s, c.ID, talent.Amendment{Add: []correction.Entry{renamed("Пётр Иной"), job}})
		want := c
		want.Corrections = []correction.Entry{renamed("Пётр Иной"), job}
		want.Corrections[0].ID, want.Corrections[1].ID = got.Corrections[0].ID, got.Corrections[1].ID
		wantCandidates(t, []talent.Candidate{got}, want)
		if got.Corrections[0].ID >= got.Corrections[1].ID || got.Corrections[0].ID <= 0 {
			t.Errorf("ids %d, %d do not grow", got.Corrections[0].ID, got.Corrections[1].ID)
		}
		changes, err := s.Changes(t.Context(), acme, 0, 10)
		if err != nil || len(changes) != 1 {
			t.Fatalf("%d changes, %v", len(changes), err)
		}
		wantCandidates(t, []talent.Candidate{*changes[0].Candidate}, want)

		back := correction.Back{Author: "ivan", Reason: "wrong", At: noon}
		got = amend(t, s, c.ID, talent.Amendment{Take: []int64{want.Corrections[0].ID}, Back: back})
		want.Corrections[0].Back = &back
		wantCandidates(t, []talent.Candidate{got}, want)
		for _, bad := range []talent.Amendment{
			{Take: []int64{want.Corrections[0].ID}, Back: back},
			{Take: []int64{1 << 40}, Back: back},
			{Add: []correction.Entry{renamed("nobody")}, Take: []int64{1 << 40}, Back: back}, // all or nothing
		} {
			if err := s.Amend(t.Context(), acme, c.ID, bad); fault.KindOf(err) != fault.NotFound {
				t.Errorf("taking back what does not hold = %v, want kind %s", err, fault.NotFound)
			}
		}
		wantCandidates(t, get(t.Context(), t, s, acme, c.ID), want)
	})
}

func TestAmend_isOfItsTenant(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		mine, theirs := person(1, 300), person(2, 300)
		add(t, s, acme, mine)
		add(t, s, globex, theirs)
		kept := amend(t, s, mine.ID, talent.Amendment{Add: []correction.Entry{renamed("A B")}})
		for name, err := range map[string]error{
			"correct":   s.Amend(t.Context(), globex, mine.ID, talent.Amendment{Add: []correction.Entry{renamed("Eve")}}),
			"take back": s.Amend(t.Context(), globex, theirs.ID, talent.Amendment{Take: []int64{kept.Corrections[0].ID}}),
			"link":      s.Link(t.Context(), globex, theirs.ID, mine.ID, &talent.Link{Same: true}, "eve"),
			"nobody":    s.Amend(t.Context(), acme, "c-none", talent.Amendment{Add: []correction.Entry{renamed("Eve")}}),
		} {
			if fault.KindOf(err) != fault.NotFound {
				t.Errorf("%s: %v, want kind %s", name, err, fault.NotFound)
			}
		}
		if n, err := s.Reread(t.Context(), globex, []talent.Candidate{mine}); n != 0 || err != nil {
			t.Errorf("another tenant's record was replaced: %d, %v", n, err)
		}
		wantCandidates(t, get(t.Context(), t, s, acme, mine.ID), kept)
		wantCandidates(t, get(t.Context(), t, s, globex, theirs.ID), theirs)
	})
}

// A decision stands on both sides, a later one in its place, and goes with either candidate.
func TestLink(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		one, two, three := person(1, 300), person(2, 300), person(3, 300)
		for _, c := range []talent.Candidate{one, two, three} {
			add(t, s, acme, c)
		}
		link := func(a, b string, l *talent.Link) {
			t.Helper()
			if err := s.Link(t.Context(), acme, a, b, l, "olga"); err != nil {
				t.Fatal(err)
			}
		}
		decided := func(same bool) *talent.Link {
			return &talent.Link{Same: same, Author: "olga", Reason: "известно", At: noon}
		}
		of := func(other string, same bool) talent.Link {
			l := *decided(same)
			l.Other = other
			return l
		}
		want := func(links ...[]talent.Link) {
			t.Helper()
			for i, c := range get(t.Context(), t, s, acme, one.ID, two.ID, three.ID) {
				if diff := cmp.Diff(links[i], c.Links, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("links of %s differ (-want +got):\n%s", c.ID, diff)
				}
			}
		}
		link(three.ID, one.ID, decided(true))
		link(one.ID, two.ID, decided(false))
		want([]talent.Link{of(two.ID, false), of(three.ID, true)}, []talent.Link{of(one.ID, false)}, []talent.Link{of(one.ID, true)})
		link(two.ID, one.ID, decided(true))
		link(one.ID, three.ID, nil)
		link(one.ID, three.ID, nil)
		want([]talent.Link{of(two.ID, true)}, []talent.Link{of(one.ID, true)}, nil)
		if err := s.Remove(t.Context(), acme, two.ID, "olga"); err != nil {
			t.Fatal(err)
		}
		want(nil, nil)
		wantFeed(t, s, three.ID, one.ID, "-"+two.ID)
	})
}

// The base is read anew in pages by id; what people said, and where a CV came from, stays.
func TestReread(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		var want []string
		for n := range 7 {
			c := person(n, 100)
			c.Rules = []string{"", "old", "now"}[n%3]
			add(t, s, acme, c)
			if c.Rules != "now" {
				want = append(want, c.ID)
			}
		}
		add(t, s, globex, person(20, 100))
		amend(t, s, want[0], talent.Amendment{Add: []correction.Entry{renamed("A B")}})
		var got []string
		for after := ""; ; {
			page, err := s.Unread(t.Context(), acme, "now", after, 2)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
			after = page[len(page)-1]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("to read anew (-want +got):\n%s", diff)
		}
		if all, err := s.Unread(t.Context(), acme, "", "", 100); err != nil || len(all) != 7 {
			t.Errorf("all are %v, %v", all, err)
		}

		kept := get(t.Context(), t, s, acme, want[0])[0]
		read := kept
		read.Rules, read.Record = "now", resume.Record{Name: "Пётр Новый", Language: "ru"}
		gone := person(30, 100)
		if n, err := s.Reread(t.Context(), acme, []talent.Candidate{read, gone}); n != 1 || err != nil {
			t.Fatalf("Reread = %d, %v", n, err)
		}
		wantCandidates(t, get(t.Context(), t, s, acme, want[0], gone.ID), read)
		if left, err := s.Unread(t.Context(), acme, "now", "", 100); err != nil || len(left) != len(want)-1 {
			t.Errorf("left are %v, %v", left, err)
		}
	})
}

func TestAmend_isAuditedWithoutData(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		one, two := person(1, 300), person(2, 300)
		add(t, s, acme, one)
		add(t, s, acme, two)
		got := amend(t, s, one.ID, talent.Amendment{Add: []correction.Entry{renamed("A B")}})
		amend(t, s, one.ID, talent.Amendment{Take: []int64{got.Corrections[0].ID}, Back: correction.Back{Author: "ivan"}})
		for _, l := range []*talent.Link{{Same: true}, {}, nil} {
			if err := s.Link(t.Context(), acme, one.ID, two.ID, l, "vera"); err != nil {
				t.Fatal(err)
			}
		}
		lines, err := auditLines(t.Context(), s.db, acme)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		for _, l := range lines {
			told = append(told, fmt.Sprintf("%s %s %s", l.Actor, l.Action, l.Subject))
		}
		want := []string{
			"olga candidate.corrected c-1", "ivan candidate.correction_taken_back c-1",
			"vera candidate.linked c-1", "vera candidate.linked c-2", "vera candidate.held_apart c-1", "vera candidate.held_apart c-2",
			"vera candidate.unlinked c-1", "vera candidate.unlinked c-2",
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("audit (-want +got):\n%s", diff)
		}
	})
}

// What people said of somebody is erased with the rest.
func TestErasedCorrectionsAreGone(t *testing.T) {
	t.Parallel()
	url := filepath.Join(t.TempDir(), "kadry.db")
	db, err := store.Open(t.Context(), store.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := db.Migrate(t.Context(), Schema()); err != nil {
		t.Fatal(err)
	}
	s := NewCandidates(db, clock)
	one, two := person(1, 300), person(2, 300)
	add(t, s, acme, one)
	add(t, s, acme, two)
	secret := "Вымышленная-Иначе"
	e := renamed("Анна " + secret)
	e.Reason = "перезвонила " + secret
	got := amend(t, s, one.ID, talent.Amendment{Add: []correction.Entry{e}})
	amend(t, s, one.ID, talent.Amendment{Take: []int64{got.Corrections[0].ID}, Back: correction.Back{Reason: secret}})
	if err := s.Link(t.Context(), acme, one.ID, two.ID, &talent.Link{Same: true, Reason: secret}, "olga"); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(storetest.Raw(t, url), []byte(secret)) {
		t.Fatal("this test looks in the wrong place")
	}
	if err := s.Remove(t.Context(), acme, one.ID, "olga"); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(storetest.Raw(t, url), []byte(secret)) {
		t.Error("what was said of a removed candidate is still in the files")
	}
}

// Many who correct, link, read anew and remove at once end, and leave no half of anything.
func TestAmend_atOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		var people []talent.Candidate
		for n := range 4 {
			c := person(n, 100)
			add(t, s, acme, c)
			people = append(people, c)
		}
		done := make(chan error)
		const rounds = 10
		for range rounds {
			go func() { _, err := s.Reread(t.Context(), acme, people); done <- err }()
			go func() { done <- s.Link(t.Context(), acme, people[1].ID, people[0].ID, &talent.Link{Same: true}, "x") }()
			go func() {
				done <- s.Amend(t.Context(), acme, people[3].ID, talent.Amendment{Add: []correction.Entry{renamed("A B")}})
			}()
		}
		for range 3 * rounds {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if got := get(t.Context(), t, s, acme, people[3].ID)[0]; len(got.Corrections) != rounds || !strings.HasPrefix(got.Corrections[0].Value.Text, "A") {
			t.Errorf("%d corrections of %d are kept", len(got.Corrections), rounds)
		}
	})
}

// How a text looks is kept for the next reading, of its tenant, and goes with the candidate.
func TestLooks(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		plain, set := person(1, 300), person(2, 300)
		page := layout.Page{
			Lines:  []layout.Line{{Start: 0, Page: 1, Left: 0.25, Right: 0.75, Size: 1.5, Bold: true, Cells: []int{4, 9}}, {Start: 40, Margin: layout.Footer}},
			Fields: []layout.Field{{Role: layout.Name, Start: 0, End: 9}},
		}
		set.Lines, set.Fields = page.Lines, page.Fields
		add(t, s, acme, plain)
		add(t, s, acme, set)
		set.Lines, set.Fields = nil, nil
		wantCandidates(t, get(t.Context(), t, s, acme, set.ID), set)
		looks := func(tenant string) map[string]layout.Page {
			t.Helper()
			got, err := s.Looks(t.Context(), tenant, []string{plain.ID, set.ID, "nobody", "a\x00b"})
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if diff := cmp.Diff(map[string]layout.Page{set.ID: page}, looks(acme)); diff != "" {
			t.Errorf("looks differ (-want +got):\n%s", diff)
		}
		if got := looks(globex); len(got) != 0 {
			t.Errorf("another tenant sees %v", got)
		}
		if _, err := s.Reread(t.Context(), acme, []talent.Candidate{set}); err != nil {
			t.Fatal(err)
		}
		if got := looks(acme); len(got) != 1 {
			t.Errorf("reading anew lost the look: %v", got)
		}
		if err := s.Remove(t.Context(), acme, set.ID, "olga"); err != nil {
			t.Fatal(err)
		}
		if got := looks(acme); len(got) != 0 {
			t.Errorf("a removed candidate has left %v", got)
		}
	})
}
