package codematchsql_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch"
	"kadry/internal/codematch/codematchsql"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Tidy(m)) }

const acme, other = "acme", "other"

// bench is the room's tables on one engine, with a clock that the test moves.
type bench struct {
	*codematchsql.Mirror
	searches *codematchsql.Searches
	now      time.Time
}

func eachEngine(t *testing.T, fn func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s storetest.Bench) {
		b := &bench{now: time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)}
		db := s.Open(t)
		kept, err := codematchsql.NewMirror(db, func() time.Time { return b.now })
		if err != nil {
			t.Fatal(err)
		}
		b.Mirror, b.searches = kept, codematchsql.NewSearches(db)
		fn(t, b)
	}, codematchsql.Schema())
}

// index keeps a repository of texts by path as its next generation.
func (b *bench) index(t *testing.T, tenant, url string, texts map[string]string) mirror.Repository {
	t.Helper()
	_, next, err := b.Begin(t.Context(), tenant, url)
	if err != nil {
		t.Fatal(err)
	}
	var files []mirror.File
	var bodies []mirror.Text
	for path, text := range texts {
		digest := mirror.Digest([]byte(text))
		bodies = append(bodies, mirror.Text{Digest: digest, Body: []byte(text)})
		files = append(files, mirror.File{Path: path, Digest: digest, Language: "go", Size: int64(len(text)), Units: []unit.Unit{{Kind: unit.Whole, End: len(text), First: 1, Last: 1, Parent: -1}}})
	}
	slices.SortFunc(files, func(a, b mirror.File) int { return strings.Compare(a.Path, b.Path) })
	if err := b.PutTexts(t.Context(), tenant, bodies); err != nil {
		t.Fatal(err)
	}
	r, err := b.Finish(t.Context(), tenant, next, mirror.Snapshot{Branch: "main", Commit: "c1", Files: len(files), Licence: match.Licence{SPDX: "MIT", Note: fault.Say("free", "свободная")}, Card: []byte(`{"a":1}`)}, files)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func generation(r mirror.Repository) mirror.Generation {
	return mirror.Generation{Repository: r.ID, Number: r.Generation}
}

func (b *bench) paths(t *testing.T, tenant string, g mirror.Generation) (paths []string) {
	t.Helper()
	files, err := b.Files(t.Context(), tenant, g, -1, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	return paths
}

func TestMirror_keepsAGeneration(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		r := b.index(t, acme, "github.com/a/b", map[string]string{"b.go": "package b\n", "a.go": "package a\x00\n", "c.go": "package b\n"})
		if r.State != mirror.Ready || r.Generation != 1 || r.Licence.Note.RU != "свободная" {
			t.Errorf("%+v", r)
		}
		g := generation(r)
		if diff := cmp.Diff([]string{"a.go", "b.go", "c.go"}, b.paths(t, acme, g)); diff != "" {
			t.Error(diff)
		}
		f, place, err := b.File(t.Context(), acme, g, "b.go")
		if err != nil || place != 1 || len(f.Units) != 1 || f.Units[0].Parent != -1 {
			t.Errorf("%+v, %d, %v", f, place, err)
		}
		texts, err := b.Texts(t.Context(), acme, []string{f.Digest, "none"})
		if err != nil || len(texts) != 1 || string(texts[f.Digest]) != "package b\n" {
			t.Errorf("%q, %v", texts, err)
		}
		at, err := b.At(t.Context(), acme, g, []int{0, 2, 9})
		if err != nil || len(at) != 2 || at[2].Path != "c.go" {
			t.Errorf("%+v, %v", at, err)
		}
		known, err := b.Known(t.Context(), acme, []string{f.Digest, "none"})
		if err != nil || len(known) != 1 {
			t.Errorf("%v, %v", known, err)
		}
	})
}

func TestMirror_tenantsApart(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		r := b.index(t, acme, "github.com/a/b", map[string]string{"a.go": "package a\n"})
		g := generation(r)
		if paths := b.paths(t, other, g); len(paths) > 0 {
			t.Errorf("another tenant reads %v", paths)
		}
		if _, _, err := b.File(t.Context(), other, g, "a.go"); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
		if texts, err := b.Texts(t.Context(), other, []string{mirror.Digest([]byte("package a\n"))}); err != nil || len(texts) > 0 {
			t.Errorf("%q, %v", texts, err)
		}
		if _, err := b.Get(t.Context(), other, r.URL); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
		if gone, err := b.Delete(t.Context(), other, r.URL); gone || err != nil {
			t.Error(gone, err)
		}
		if list, err := b.Generations(t.Context(), other); err != nil || len(list) > 0 {
			t.Errorf("%v, %v", list, err)
		}
		if _, err := b.Finish(t.Context(), other, mirror.Generation{Repository: r.ID, Number: 9}, mirror.Snapshot{}, nil); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
	})
}

// Readers see the generation before until the next one is complete, and go on with it while
// they read.
func TestMirror_replaced(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		const url = "github.com/a/b"
		first := b.index(t, acme, url, map[string]string{"a.go": "one\n", "b.go": "two\n"})
		if r, _, err := b.Begin(t.Context(), acme, url); err != nil || r.State != mirror.Indexing || r.Generation != 1 || r.ID != first.ID {
			t.Errorf("%+v, %v", r, err)
		}
		if list, err := b.Unfinished(t.Context(), acme); err != nil || !slices.Equal(list, []mirror.Generation{{Repository: first.ID, Number: 2}}) {
			t.Errorf("unfinished: %v, %v", list, err)
		}
		second := b.index(t, acme, url, map[string]string{"a.go": "one\n"})
		if list, err := b.Unfinished(t.Context(), acme); err != nil || len(list) > 0 {
			t.Errorf("unfinished: %v, %v", list, err)
		}
		if list, err := b.Generations(t.Context(), acme); err != nil || !slices.Equal(list, []mirror.Generation{generation(second)}) {
			t.Errorf("%v, %v", list, err)
		}
		if got := b.paths(t, acme, generation(first)); len(got) != 2 {
			t.Errorf("who reads the generation before sees %v", got)
		}
		b.now = b.now.Add(time.Hour)
		if err := b.Sweep(t.Context(), b.now); err != nil {
			t.Fatal(err)
		}
		if got := b.paths(t, acme, generation(first)); len(got) != 0 {
			t.Errorf("kept for ever: %v", got)
		}
		texts, err := b.Texts(t.Context(), acme, []string{mirror.Digest([]byte("one\n")), mirror.Digest([]byte("two\n"))})
		if err != nil || len(texts) != 1 {
			t.Errorf("%q, %v", texts, err)
		}
	})
}

// Two that index at once: the one that began last stays, whichever ends last.
func TestMirror_overtaken(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		_, first, err := b.Begin(t.Context(), acme, "github.com/a/b")
		if err != nil {
			t.Fatal(err)
		}
		b.index(t, acme, "github.com/a/b", map[string]string{"later.go": "later\n"})
		r, err := b.Finish(t.Context(), acme, first, mirror.Snapshot{}, []mirror.File{{Path: "earlier.go"}})
		if err != nil || r.Generation != first.Number+1 || !slices.Equal(b.paths(t, acme, generation(r)), []string{"later.go"}) {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

func TestMirror_failed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		r := b.index(t, acme, "github.com/a/b", map[string]string{"a.go": "one\n"})
		if err := b.Fail(t.Context(), acme, r.ID, fault.Say("gone", "исчез")); err != nil {
			t.Fatal(err)
		}
		got, err := b.Get(t.Context(), acme, r.URL)
		if err != nil || got.State != mirror.Failed || got.Failure.RU != "исчез" || got.Generation != 1 || string(got.Card) != `{"a":1}` {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// Of what never was a repository nothing stays, unless other work on it goes on.
func TestMirror_abandoned(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		_, first, err := b.Begin(t.Context(), acme, "github.com/a/nothing")
		if err != nil {
			t.Fatal(err)
		}
		_, second, err := b.Begin(t.Context(), acme, "github.com/a/nothing")
		if err != nil {
			t.Fatal(err)
		}
		if gone, err := b.Abandon(t.Context(), acme, first); gone || err != nil {
			t.Errorf("what others work on is forgotten: %v", err)
		}
		if gone, err := b.Abandon(t.Context(), "other", second); gone || err != nil {
			t.Errorf("another tenant's is forgotten: %v", err)
		}
		if gone, err := b.Abandon(t.Context(), acme, second); !gone || err != nil {
			t.Errorf("it stays: %v", err)
		}
		if _, err := b.Get(t.Context(), acme, "github.com/a/nothing"); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
		r := b.index(t, acme, "github.com/a/b", map[string]string{"a.go": "one\n"})
		if gone, err := b.Abandon(t.Context(), acme, generation(r)); gone || err != nil {
			t.Errorf("what can be read is forgotten: %v", err)
		}
	})
}

// A generation whose text went with another repository is refused whole.
func TestMirror_textGone(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		r, next, err := b.Begin(t.Context(), acme, "github.com/a/b")
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Finish(t.Context(), acme, next, mirror.Snapshot{}, []mirror.File{{Path: "a.go", Digest: mirror.Digest([]byte("never put"))}})
		if fault.KindOf(err) != fault.Conflict {
			t.Error(err)
		}
		if got, err := b.Get(t.Context(), acme, r.URL); err != nil || got.Generation != 0 || got.State != mirror.Indexing {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestMirror_deleted(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		r := b.index(t, acme, "github.com/a/b", map[string]string{"a.go": "shared\n", "b.go": "own\n"})
		b.index(t, acme, "github.com/c/d", map[string]string{"x.go": "shared\n"})
		for i, shows := range [][]int64{{r.ID}, {r.ID + 100}} {
			if err := b.searches.Put(t.Context(), acme, codematch.Search{ID: fmt.Sprint("s", i), At: b.now}, codematch.Owners{Repositories: shows}); err != nil {
				t.Fatal(err)
			}
			if err := b.searches.Record(t.Context(), acme, fmt.Sprint("p", i), codematch.Verdict{Said: "same", At: b.now}, shows); err != nil {
				t.Fatal(err)
			}
		}
		if gone, err := b.Delete(t.Context(), acme, r.URL); !gone || err != nil {
			t.Fatal(gone, err)
		}
		if said, err := b.searches.Verdicts(t.Context(), acme, []string{"p0", "p1"}); err != nil || len(said) != 1 || len(said["p1"]) != 1 {
			t.Errorf("verdicts %v, %v", said, err)
		}
		texts, err := b.Texts(t.Context(), acme, []string{mirror.Digest([]byte("shared\n")), mirror.Digest([]byte("own\n"))})
		if err != nil || len(texts) != 1 {
			t.Errorf("%q, %v", texts, err)
		}
		if _, err := b.searches.Get(t.Context(), acme, "s0"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("an answer with its code is still there: %v", err)
		}
		if _, err := b.searches.Get(t.Context(), acme, "s1"); err != nil {
			t.Error(err)
		}
	})
}

func TestMirror_list(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		b.index(t, acme, "github.com/z/z", nil)
		b.index(t, acme, "github.com/a/a", nil)
		list, err := b.List(t.Context(), acme, true)
		if err != nil || len(list) != 2 || list[0].URL != "github.com/a/a" || string(list[0].Card) != `{"a":1}` {
			t.Errorf("%+v, %v", list, err)
		}
		if tenants, err := b.Tenants(t.Context()); err != nil || !slices.Equal(tenants, []string{acme}) {
			t.Errorf("%v, %v", tenants, err)
		}
		if _, _, err := b.Begin(t.Context(), acme, "bad\x00url"); fault.KindOf(err) != fault.Invalid {
			t.Error(err)
		}
	})
}

func TestSearches(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		for i := range 3 {
			s := codematch.Search{ID: fmt.Sprint("s", i), At: b.now.Add(time.Duration(i) * time.Hour), Matches: []codematch.Match{{Match: match.Match{Code: "a\x00b", Verdict: match.Similar}}}}
			if err := b.searches.Put(t.Context(), acme, s, codematch.Owners{}); err != nil {
				t.Fatal(err)
			}
		}
		list, err := b.searches.List(t.Context(), acme, "", 2)
		if err != nil || len(list) != 2 || list[0].ID != "s2" || list[0].Matches[0].Verdict != match.Similar {
			t.Errorf("%+v, %v", list, err)
		}
		if err := b.searches.Forget(t.Context(), b.now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.searches.Get(t.Context(), acme, "s0"); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
		if _, err := b.searches.Get(t.Context(), other, "s1"); fault.KindOf(err) != fault.NotFound {
			t.Error(err)
		}
	})
}

// An answer about two candidates goes with the first of them; one that grows old leaves nothing.
func TestSearches_ofACandidate(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		put := func(tenant, id, candidate string) {
			t.Helper()
			if err := b.searches.Put(t.Context(), tenant, codematch.Search{ID: id, At: b.now}, codematch.Owners{Candidate: candidate, Repositories: []int64{7}}); err != nil {
				t.Fatal(err)
			}
		}
		put(acme, "s0", "")
		put(acme, "s1", "cv_alma")
		put(acme, "s2", "cv_alma")
		put(acme, "s2", "cv_ben")
		put(other, "s1", "cv_alma")
		count := func(tenant, candidate string, want int) {
			t.Helper()
			if list, err := b.searches.List(t.Context(), tenant, candidate, 10); err != nil || len(list) != want {
				t.Errorf("%s, %q: %+v, %v", tenant, candidate, list, err)
			}
		}
		count(acme, "", 3)
		count(acme, "cv_alma", 2)
		count(acme, "cv_ben", 1)
		count(acme, "bad\x00", 0)
		for _, candidate := range []string{"", "cv_nobody", "cv_alma"} {
			if err := b.searches.ForgetCandidate(t.Context(), acme, candidate); err != nil {
				t.Fatal(err)
			}
		}
		count(acme, "", 1)
		count(acme, "cv_ben", 0)
		count(other, "cv_alma", 1)
		if err := b.searches.Forget(t.Context(), b.now.Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		put(other, "s1", "")
		count(other, "cv_alma", 0)
	})
}

func TestVerdicts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *bench) {
		for i, said := range []string{"same", "not_same"} {
			if err := b.searches.Record(t.Context(), acme, "p1", codematch.Verdict{Said: said, Author: "Ада", At: b.now.Add(time.Duration(i) * time.Minute)}, []int64{1}); err != nil {
				t.Fatal(err)
			}
		}
		all, err := b.searches.Verdicts(t.Context(), acme, []string{"p1", "p2"})
		if err != nil || len(all) != 1 || len(all["p1"]) != 2 || all["p1"][1].Said != "not_same" || !all["p1"][0].At.Equal(b.now) {
			t.Errorf("%+v, %v", all, err)
		}
		if all, err := b.searches.Verdicts(t.Context(), other, []string{"p1"}); err != nil || len(all) > 0 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}
