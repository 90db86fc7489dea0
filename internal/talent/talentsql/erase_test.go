package talentsql

import (
	"bytes"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
)

// traces are the words that point at one person: whole words, so that number 1 is not
// found in number 10.
func traces(c talent.Candidate) []string {
	return []string{
		c.Record.Name + ",", c.Record.Contacts.Emails[0], c.Source.File, `"` + c.Tags[1] + `"`,
		`"name":"` + c.Record.Name + `"`, c.Source.SHA256,
	}
}

// After a removal none of the person's words is left in SQLite's files, whatever was
// added and removed before and however large it was.
func TestErasedBytesAreGone(t *testing.T) {
	t.Parallel()
	empty := storetest.NewTemplate(nil, Schema())
	rapid.Check(t, func(rt *rapid.T) {
		url := filepath.Join(t.TempDir(), "kadry.db")
		if err := empty.CopyTo(url); err != nil {
			rt.Fatal(err)
		}
		db, err := store.Open(t.Context(), store.Config{URL: url})
		if err != nil {
			rt.Fatal(err)
		}
		defer func() {
			if err := db.Close(); err != nil {
				rt.Error(err)
			}
		}()
		eraseAtRandom(t, rt, NewCandidates(db, clock), url)
	})
}

func eraseAtRandom(t *testing.T, rt *rapid.T, s *Candidates, url string) {
	t.Helper()
	var kept, gone []talent.Candidate
	size := rapid.OneOf(rapid.IntRange(1, 600), rapid.IntRange(2000, 6000), rapid.IntRange(10_000, 100_000))
	for step := range rapid.IntRange(10, 40).Draw(rt, "steps") {
		if len(kept) == 0 || rapid.IntRange(0, 2).Draw(rt, "what") > 0 {
			c := person(step, size.Draw(rt, "size"))
			if _, _, err := s.Add(t.Context(), acme, c); err != nil {
				rt.Fatal(err)
			}
			kept = append(kept, c)
			continue
		}
		i := rapid.IntRange(0, len(kept)-1).Draw(rt, "whom")
		c := kept[i]
		kept = append(kept[:i], kept[i+1:]...)
		gone = append(gone, c)
		if err := s.Remove(t.Context(), acme, c.ID, "olga"); err != nil {
			rt.Fatal(err)
		}
		raw := storetest.Raw(rt, url)
		for _, erased := range gone {
			for _, trace := range traces(erased) {
				if bytes.Contains(raw, []byte(trace)) {
					rt.Fatalf("%q of the removed %s is still in the files", trace, erased.ID)
				}
			}
		}
		for _, c := range kept {
			if !bytes.Contains(raw, []byte(c.Record.Contacts.Emails[0])) {
				rt.Fatalf("the kept %s is not found in the files: this test looks in the wrong place", c.ID)
			}
		}
	}
}

// The same through a second process that has the database open.
func TestErasedBesideAnotherProcess(t *testing.T) {
	t.Parallel()
	b := storetest.SQLite(t, Schema())
	s, other := another(t, b), another(t, b)
	c := person(1, 50_000)
	add(t, s, acme, c)
	wantCandidates(t, get(t.Context(), t, other, acme, c.ID), c)
	if err := other.Remove(t.Context(), acme, c.ID, "olga"); err != nil {
		t.Fatal(err)
	}
	raw := storetest.Raw(t, b.URL)
	for _, trace := range traces(c) {
		if bytes.Contains(raw, []byte(trace)) {
			t.Errorf("%q is still in the files", trace)
		}
	}
}
