package dossiersql_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/dossier"
	"kadry/internal/dossier/dossiersql"
	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Tidy(m)) }

const acme, other = "acme", "other"

// eachEngine runs a test of what a keeper of reports promises, on an empty database.
func eachEngine(t *testing.T, fn func(t *testing.T, r *dossiersql.Reports, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, dossiersql.NewReports(b.Open(t)), b) }, dossiersql.Schema())
}

// caseAt is the fictional case, made so many minutes later.
func caseAt(minutes int) report.Case {
	c := dossiertest.Case()
	c.At = dossiertest.Now().Add(time.Duration(minutes) * time.Minute)
	return c
}

func put(t *testing.T, r *dossiersql.Reports, tenant, id string, c report.Case) {
	t.Helper()
	if err := r.Put(t.Context(), tenant, id, c, true); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, r *dossiersql.Reports, tenant, id string) report.Case {
	t.Helper()
	c, _, err := r.Get(t.Context(), tenant, id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func decide(t *testing.T, r *dossiersql.Reports, id, person string, minute int, reason string) verdict.Override {
	t.Helper()
	o := verdict.Override{Decision: verdict.Hold, Reason: reason, Author: "Ада", At: dossiertest.Now().Add(time.Duration(minute) * time.Minute)}
	if err := r.Override(t.Context(), acme, id, person, o); err != nil {
		t.Fatal(err)
	}
	return o
}

func wantUnknown(t *testing.T, err error) {
	t.Helper()
	if fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v, want that there is none", err)
	}
}

func ids(t *testing.T, list []dossier.Kept, err error) (ids []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range list {
		ids = append(ids, k.ID)
	}
	return ids
}

func TestReports_keepWhatWasPut(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		half, whole := caseAt(0), caseAt(1)
		half.Subjects[3].Readings = nil
		if err := r.Put(t.Context(), acme, "rep_1", half, false); err != nil {
			t.Fatal(err)
		}
		got, complete, err := r.Get(t.Context(), acme, "rep_1")
		if diff := cmp.Diff(half, got); diff != "" || complete || err != nil {
			t.Errorf("complete: %t, %v: %s", complete, err, diff)
		}
		put(t, r, acme, "rep_1", whole)
		got, complete, err = r.Get(t.Context(), acme, "rep_1")
		if diff := cmp.Diff(whole, got); diff != "" || !complete || err != nil {
			t.Errorf("put again: complete: %t, %v: %s", complete, err, diff)
		}
		list, err := r.List(t.Context(), acme, 0, 10)
		want := []dossier.Kept{{ID: "rep_1", Role: whole.Role.Title, At: whole.At, People: 6, Complete: true}}
		if diff := cmp.Diff(want, list); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
	})
}

func TestReports_listTheNewestFirst(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		for i := range 5 {
			put(t, r, acme, fmt.Sprintf("rep_%d", i), caseAt(i))
		}
		list, err := r.List(t.Context(), acme, 1, 3)
		if diff := cmp.Diff([]string{"rep_3", "rep_2", "rep_1"}, ids(t, list, err)); diff != "" {
			t.Error(diff)
		}
		if list, err := r.List(t.Context(), acme, 9, 3); len(list) != 0 || err != nil {
			t.Errorf("behind the end: %v %v", list, err)
		}
	})
}

// A person is found by any id, however it is written.
func TestReports_holding(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		put(t, r, acme, "rep_0", caseAt(0))
		put(t, r, acme, "rep_1", caseAt(1))
		for _, name := range []string{"nina-example", "NINA-Example", " @nina-example ", "cv_nina"} {
			list, err := r.Holding(t.Context(), acme, name)
			if diff := cmp.Diff([]string{"rep_1", "rep_0"}, ids(t, list, err)); diff != "" {
				t.Errorf("%q: %s", name, diff)
			}
		}
		for _, name := range []string{"nina", "ivanov", "", "nina\x00example", "\xff", "' OR 1=1 --"} {
			if list, err := r.Holding(t.Context(), acme, name); len(list) != 0 || err != nil {
				t.Errorf("%q: %v %v", name, list, err)
			}
		}
	})
}

// The last decision counts and survives a report that is made anew.
func TestReports_override(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		put(t, r, acme, "rep_1", caseAt(0))
		decide(t, r, "rep_1", "ivanov1", 1, "first")
		last := decide(t, r, "rep_1", "ivanov1", 2, "second")
		put(t, r, acme, "rep_1", caseAt(3))
		for _, s := range get(t, r, acme, "rep_1").Subjects {
			switch {
			case s.GitHub != "ivanov1" && s.Override != nil:
				t.Errorf("%s has a decision on somebody else", s.ID())
			case s.GitHub == "ivanov1" && (s.Override == nil || *s.Override != last):
				t.Errorf("got %+v", s.Override)
			}
		}
		wantUnknown(t, r.Override(t.Context(), acme, "rep_2", "ivanov1", last))
		wantUnknown(t, r.Override(t.Context(), other, "rep_1", "ivanov1", last))
	})
}

// A tenant sees, changes and deletes nothing of another.
func TestReports_tenantsApart(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		mine, theirs := caseAt(0), caseAt(1)
		theirs.Role.Title = "Сварщик"
		put(t, r, acme, "rep_1", mine)
		put(t, r, other, "rep_1", theirs)
		decide(t, r, "rep_1", "ivanov1", 1, "ours")
		if c := get(t, r, other, "rep_1"); c.Role.Title != "Сварщик" || slices.ContainsFunc(c.Subjects, func(s report.Subject) bool { return s.Override != nil }) {
			t.Errorf("got %+v", c.Role)
		}
		if n, err := r.Forget(t.Context(), acme, "ivanov1"); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if gone, err := r.Delete(t.Context(), acme, "rep_1"); !gone || err != nil {
			t.Fatal(gone, err)
		}
		_, _, err := r.Get(t.Context(), acme, "rep_1")
		wantUnknown(t, err)
		if diff := cmp.Diff(theirs, get(t, r, other, "rep_1")); diff != "" {
			t.Error(diff)
		}
		if gone, err := r.Delete(t.Context(), acme, "rep_1"); gone || err != nil {
			t.Errorf("deleted twice: %t %v", gone, err)
		}
	})
}

// Who is taken out of all reports is in none, nor is what was decided on them; the others keep
// what was decided on them.
func TestReports_forget(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, b storetest.Bench) {
		const mark = "Олег Вымышленный"
		alone := caseAt(2)
		alone.Subjects = alone.Subjects[1:2]
		put(t, r, acme, "rep_0", caseAt(0))
		put(t, r, acme, "rep_1", caseAt(1))
		put(t, r, acme, "rep_2", alone)
		kept := decide(t, r, "rep_1", "ivanov1", 1, "stays")
		decide(t, r, "rep_1", "cv_oleg", 1, "goes-with-oleg")
		n, err := r.Forget(t.Context(), acme, " @CV_oleg ")
		if n != 3 || err != nil {
			t.Fatal(n, err)
		}
		if list, err := r.Holding(t.Context(), acme, "cv_oleg"); len(list) != 0 || err != nil {
			t.Errorf("still held by %v, %v", list, err)
		}
		_, _, err = r.Get(t.Context(), acme, "rep_2")
		wantUnknown(t, err)
		c := get(t, r, acme, "rep_1")
		if len(c.Subjects) != 5 || slices.ContainsFunc(c.Subjects, func(s report.Subject) bool { return s.Name == mark }) {
			t.Errorf("%d people are left", len(c.Subjects))
		}
		if o := c.Subjects[2].Override; o == nil || *o != kept {
			t.Errorf("the decision on another is %+v", o)
		}
		list, err := r.List(t.Context(), acme, 0, 10)
		if diff := cmp.Diff([]string{"rep_1", "rep_0"}, ids(t, list, err)); diff != "" || list[0].People != 5 {
			t.Errorf("%v: %s", list, diff)
		}
		if n, err := r.Forget(t.Context(), acme, "cv_oleg"); n != 0 || err != nil {
			t.Errorf("forgotten twice: %d %v", n, err)
		}
		if b.Engine == store.SQLite && bytes.Contains(storetest.Raw(t, b.URL), []byte("goes-with-oleg")) {
			t.Error("the files still hold what was decided on the person")
		}
	})
}

// Of two people with one GitHub name the other one is called by that name alone when the first
// is gone, and keeps what was decided.
func TestReports_forgetOneOfTwoOfAName(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		c := caseAt(0)
		c.Subjects = c.Subjects[:2]
		c.Subjects[0].Identity = identity.Identity{GitHub: "twin-example", CV: "cv_a"}
		c.Subjects[1].Identity = identity.Identity{GitHub: "twin-example", CV: "cv_b"}
		put(t, r, acme, "rep_1", c)
		kept := decide(t, r, "rep_1", "cv_b", 1, "of b")
		decide(t, r, "rep_1", "cv_a", 2, "of a")
		if n, err := r.Forget(t.Context(), acme, "cv_a"); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		left := get(t, r, acme, "rep_1").Subjects
		if len(left) != 1 || left[0].CV != "cv_b" || left[0].Override == nil || *left[0].Override != kept {
			t.Errorf("got %+v", left)
		}
	})
}

// A person in more reports than one look finds is taken out of all of them.
func TestReports_forgetFromMany(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		const many = 205
		c := caseAt(0)
		c.Subjects, c.Market = c.Subjects[1:2], report.Market{}
		for i := range many {
			put(t, r, acme, fmt.Sprintf("rep_%d", i), c)
		}
		if n, err := r.Forget(t.Context(), acme, "cv_oleg"); n != many || err != nil {
			t.Errorf("out of %d reports, %v", n, err)
		}
		if list, err := r.List(t.Context(), acme, 0, many); len(list) != 0 || err != nil {
			t.Errorf("%d reports are left, %v", len(list), err)
		}
	})
}

// Texts that an engine does not take are kept cleaned, and ids of that kind name nothing.
func TestReports_hostileTexts(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		c := caseAt(0)
		c.Role.Title, c.Subjects[1].Name, c.Subjects[1].CV = "Go\x00\xff'); DROP TABLE dossier_report; --", "\x00\xfe", "cv\x00\xffoleg"
		put(t, r, acme, "rep_1", c)
		decide(t, r, "rep_1", "cv\x00\xffoleg", 1, "\x00\xff")
		got := get(t, r, acme, "rep_1")
		if got.Role.Title != "Go ?'); DROP TABLE dossier_report; --" || got.Subjects[1].Name != " ?" || got.Subjects[1].Override == nil {
			t.Errorf("got %q, %q, %+v", got.Role.Title, got.Subjects[1].Name, got.Subjects[1].Override)
		}
		list, err := r.Holding(t.Context(), acme, "cv\x00\xffoleg")
		if diff := cmp.Diff([]string{"rep_1"}, ids(t, list, err)); diff != "" {
			t.Error(diff)
		}
		for _, id := range []string{"", "rep\x00", "\xff", "rep_1' --"} {
			_, _, err := r.Get(t.Context(), acme, id)
			wantUnknown(t, err)
			wantUnknown(t, r.Override(t.Context(), acme, id, "x", verdict.Override{At: dossiertest.Now()}))
			if gone, err := r.Delete(t.Context(), acme, id); gone || err != nil {
				t.Errorf("%q: %t %v", id, gone, err)
			}
		}
		if n, err := r.Forget(t.Context(), acme, "cv\x00\xffoleg"); n != 1 || err != nil {
			t.Error(n, err)
		}
	})
}

// A caller who left gets no answer.
func TestReports_cancelled(t *testing.T) {
	eachEngine(t, func(t *testing.T, r *dossiersql.Reports, _ storetest.Bench) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := r.Put(ctx, acme, "rep_1", caseAt(0), true); err == nil {
			t.Error("put for somebody who left")
		}
		if _, err := r.List(ctx, acme, 0, 1); err == nil {
			t.Error("listed for somebody who left")
		}
	})
}
