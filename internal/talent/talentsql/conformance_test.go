package talentsql

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/fault"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

func TestAddAndLoad(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		one, two, three := person(1, 300), person(2, 300), person(3, 300)
		for _, c := range []talent.Candidate{one, two, three} {
			add(t, s, acme, c)
		}
		ctx := t.Context()
		wantCandidates(t, get(ctx, t, s, acme, three.ID, "nobody", one.ID, three.ID), three, one, three)
		wantCandidates(t, get(ctx, t, s, acme))

		id, err := s.Known(ctx, acme, two.Source.SHA256)
		if err != nil || id != two.ID {
			t.Errorf("Known = %q, %v, want %q", id, err, two.ID)
		}
		if id, err := s.Known(ctx, acme, person(9, 300).Source.SHA256); err != nil || id != "" {
			t.Errorf("Known of a file never seen = %q, %v, want nothing", id, err)
		}
	})
}

func TestSameFile(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		first := person(1, 300)
		add(t, s, acme, first)

		again := first
		again.ID = "other"
		id, created, err := s.Add(t.Context(), acme, again)
		if err != nil || created || id != first.ID {
			t.Errorf("the same file again = %q, %v, %v, want %q and not created", id, created, err, first.ID)
		}
		add(t, s, globex, again) // another tenant keeps its own
		wantFeed(t, s, first.ID, again.ID)
	})
}

func TestSameName(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		one, two := person(1, 300), person(2, 300)
		two.Record.Name = one.Record.Name
		add(t, s, acme, one)
		add(t, s, acme, two)
		wantCandidates(t, get(t.Context(), t, s, acme, one.ID, two.ID), one, two)
	})
}

func TestSameID(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		one, two := person(1, 300), person(2, 300)
		two.ID = one.ID
		add(t, s, acme, one)
		for _, tenant := range []string{acme, globex} {
			if _, _, err := s.Add(t.Context(), tenant, two); fault.KindOf(err) != fault.Conflict {
				t.Errorf("another CV under a taken id = %v, want kind %s", err, fault.Conflict)
			}
		}
		wantCandidates(t, get(t.Context(), t, s, acme, one.ID), one)
	})
}

func TestTenants(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 300)
		add(t, s, acme, c)
		ctx := t.Context()
		wantCandidates(t, get(ctx, t, s, globex, c.ID))
		if id, err := s.Known(ctx, globex, c.Source.SHA256); err != nil || id != "" {
			t.Errorf("Known of another tenant's file = %q, %v, want nothing", id, err)
		}
		if err := s.Remove(ctx, globex, c.ID, "eve"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("Remove of another tenant's candidate = %v, want kind %s", err, fault.NotFound)
		}
		theirs := person(2, 300)
		add(t, s, globex, theirs)
		wantCandidates(t, get(ctx, t, s, acme, c.ID, theirs.ID), c)
		wantCandidates(t, get(ctx, t, s, globex, c.ID, theirs.ID), theirs)
	})
}

func TestRemove(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		one, two := person(1, 300), person(2, 300)
		add(t, s, acme, one)
		add(t, s, acme, two)
		ctx := t.Context()
		if err := s.Remove(ctx, acme, one.ID, "olga"); err != nil {
			t.Fatal(err)
		}
		wantCandidates(t, get(ctx, t, s, acme, one.ID, two.ID), two)
		wantFeed(t, s, two.ID, "-"+one.ID)

		err := s.Remove(ctx, acme, one.ID, "olga")
		if f := fault.From(err); f.Kind != fault.NotFound || !strings.Contains(f.Text.RU, one.ID) {
			t.Errorf("the second Remove = %v, want kind %s with the id", err, fault.NotFound)
		}

		add(t, s, acme, one) // an erased file can come back
		wantFeed(t, s, two.ID, one.ID)
	})
}

func TestRemove_isAudited(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		one := person(1, 300)
		add(t, s, acme, one)
		ctx := t.Context()
		if err := s.Remove(ctx, globex, one.ID, "eve"); err == nil {
			t.Error("another tenant's candidate was removed")
		}
		if err := s.Remove(ctx, acme, one.ID, "olga"); err != nil {
			t.Fatal(err)
		}
		for tenant, want := range map[string][]Line{
			acme:   {{Seq: 1, At: noon, Tenant: acme, Actor: "olga", Action: CandidateRemoved, Subject: one.ID}},
			globex: nil, // what was refused leaves no line
		} {
			lines, err := auditLines(ctx, s.db, tenant)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, lines, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("audit of %s differs (-want +got):\n%s", tenant, diff)
			}
		}
	})
}

func TestFeedPages(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, b storetest.Bench) {
		want := map[string][]string{}
		for n := range 9 {
			c, tenant := person(n, 100), []string{globex, acme}[n%2]
			add(t, s, tenant, c)
			want[tenant] = append(want[tenant], c.ID)
		}
		// Another process reads the feed in pages.
		other := another(t, b)
		tenants, err := other.Tenants(t.Context())
		if slices.Sort(tenants); err != nil || !slices.Equal(tenants, []string{acme, globex}) {
			t.Errorf("tenants %q, %v", tenants, err)
		}
		got := map[string][]string{}
		for _, tenant := range tenants {
			for last := int64(0); ; {
				page, err := other.Changes(t.Context(), tenant, last, 3)
				if err != nil {
					t.Fatal(err)
				}
				if len(page) == 0 {
					break
				}
				for _, change := range page {
					if change.Seq <= last {
						t.Errorf("change %d came after %d", change.Seq, last)
					}
					last = change.Seq
				}
				got[tenant] = append(got[tenant], names(page)...)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pages differ (-want +got):\n%s", diff)
		}
		for _, limit := range []int{0, -1} {
			if page, err := s.Changes(t.Context(), acme, 0, limit); err != nil || len(page) != 0 {
				t.Errorf("Changes with limit %d = %d changes, %v, want none", limit, len(page), err)
			}
		}
	})
}

func TestFeedCarriesCandidates(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 300)
		add(t, s, acme, c)
		changes, err := s.Changes(t.Context(), acme, 0, 10)
		if err != nil || len(changes) != 1 {
			t.Fatalf("Changes = %+v, %v, want one", changes, err)
		}
		if changes[0].Removed || changes[0].Candidate == nil {
			t.Fatalf("change = %+v, want a kept candidate", changes[0])
		}
		wantCandidates(t, []talent.Candidate{*changes[0].Candidate}, c)
	})
}

// A follower that saw a candidate learns of its removal, one that comes later sees it as
// removed only, and a number is never used twice even when the newest change is replaced.
func TestFeedAfterRemoval(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 300)
		add(t, s, acme, c)
		seen, err := s.Changes(t.Context(), acme, 0, 10)
		if err != nil || len(seen) != 1 {
			t.Fatalf("Changes = %v, %v", names(seen), err)
		}
		if err := s.Remove(t.Context(), acme, c.ID, "olga"); err != nil {
			t.Fatal(err)
		}
		next, err := s.Changes(t.Context(), acme, seen[0].Seq, 10)
		if err != nil || !slices.Equal(names(next), []string{"-" + c.ID}) || next[0].Candidate != nil {
			t.Errorf("Changes after the one seen = %v, %v, want the removal", names(next), err)
		}
		wantFeed(t, s, "-"+c.ID)
	})
}

func TestManyIDs(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		var (
			want []talent.Candidate
			ids  []string
		)
		for n := range 2*batch + 1 {
			ids = append(ids, person(n, 1).ID)
		}
		for _, n := range []int{0, batch - 1, batch, 2 * batch} {
			c := person(n, 100)
			add(t, s, acme, c)
			want = append(want, c)
		}
		wantCandidates(t, get(t.Context(), t, s, acme, ids...), want...)
	})
}

func TestHugeText(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 8<<20)
		add(t, s, acme, c)
		wantCandidates(t, get(t.Context(), t, s, acme, c.ID), c)
	})
}

// Bytes that a database cannot hold are replaced one for one, on both engines alike, so
// that every offset of the record still points at its place.
func TestBytesThatAreNoText(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		c := person(1, 100)
		c.Text = "Имя\x00Фамилия \xff\xfe Go"
		c.Source.File = "cv\x00.pdf"
		c.Tags = []string{"a\x00b"}
		c.Record = resume.Record{Name: "Имя\x00Фамилия", Contacts: resume.Contacts{Emails: []string{"a\xff@example.org"}}}
		add(t, s, acme, c)
		want := c
		want.Text = "Имя Фамилия ?? Go"
		want.Source.File = "cv .pdf"
		want.Tags = []string{"a b"}
		want.Record = resume.Record{Name: "Имя Фамилия", Contacts: resume.Contacts{Emails: []string{"a?@example.org"}}}
		wantCandidates(t, get(t.Context(), t, s, acme, c.ID), want)
		if len(want.Text) != len(c.Text) {
			t.Errorf("the stored text has %d bytes, the text had %d", len(want.Text), len(c.Text))
		}
	})
}

func TestKeysThatAreNoText(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) {
		ctx := t.Context()
		for _, bad := range []string{"", "a\x00b", "\xff"} {
			if got := get(ctx, t, s, acme, bad); len(got) != 0 {
				t.Errorf("Candidates(%q) = %v, want none", bad, got)
			}
			if got := get(ctx, t, s, bad, "c-1"); len(got) != 0 {
				t.Errorf("Candidates of tenant %q = %v, want none", bad, got)
			}
			if id, err := s.Known(ctx, acme, bad); err != nil || id != "" {
				t.Errorf("Known(%q) = %q, %v, want nothing", bad, id, err)
			}
			if err := s.Remove(ctx, acme, bad, "olga"); fault.KindOf(err) != fault.NotFound {
				t.Errorf("Remove(%q) = %v, want kind %s", bad, err, fault.NotFound)
			}
			c := person(1, 100)
			if _, _, err := s.Add(ctx, bad, c); fault.KindOf(err) != fault.Invalid {
				t.Errorf("Add for tenant %q = %v, want kind %s", bad, err, fault.Invalid)
			}
			c.ID = bad
			if _, _, err := s.Add(ctx, acme, c); fault.KindOf(err) != fault.Invalid {
				t.Errorf("Add under id %q = %v, want kind %s", bad, err, fault.Invalid)
			}
		}
	})
}

func TestQuotesAreData(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		c := person(1, 100)
		c.ID = `'; DROP TABLE candidate; --`
		c.Text = `"''$1 ? \ ` + c.Text
		add(t, s, acme, c)
		wantCandidates(t, get(t.Context(), t, s, acme, c.ID), c)
	})
}

func TestCanceledCall(t *testing.T) {
	conform(t, func(t *testing.T, s kept) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		c := person(1, 300)
		if _, _, err := s.Add(ctx, acme, c); fault.KindOf(err) != fault.Canceled {
			t.Errorf("Add = %v, want kind %s", err, fault.Canceled)
		}
		if _, err := s.Changes(ctx, acme, 0, 1); fault.KindOf(err) != fault.Canceled {
			t.Errorf("Changes = %v, want kind %s", err, fault.Canceled)
		}
		wantFeed(t, s)
		add(t, s, acme, c)
	})
}
