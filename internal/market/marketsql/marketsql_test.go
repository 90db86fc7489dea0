package marketsql_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/marketsql"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Tidy(m)) }

const acme, other = "acme", "other"

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var golang = posting.Query{Text: "Go", TitleOnly: true, Areas: []string{"88"}}

// eachEngine runs a test of what a keeper of snapshots promises, on an empty database.
func eachEngine(t *testing.T, fn func(t *testing.T, s *marketsql.Snapshots, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, marketsql.NewSnapshots(b.Open(t)), b) }, marketsql.Schema())
}

// answer is what a source said to a query so many days after noon.
func answer(q posting.Query, days, postings int) posting.Snapshot {
	at := noon.AddDate(0, 0, days)
	return posting.Snapshot{Source: posting.HH, Query: q, Taken: at, Found: postings + 1, Postings: sample.Postings(uint64(days)+1, postings, at)}
}

func put(t *testing.T, s *marketsql.Snapshots, tenant, name string, snapshot posting.Snapshot) archive.Kept {
	t.Helper()
	kept, err := s.Put(t.Context(), tenant, name, snapshot)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func list(t *testing.T, s *marketsql.Snapshots, tenant string) []archive.Kept {
	t.Helper()
	kept, err := s.List(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func TestSnapshots_keepWhatWasPut(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		want := answer(golang, 0, 20)
		want.Failures = []posting.Failure{{What: "page 2", Code: "captcha", Reason: "a captcha", ReasonRU: "капча"}}
		kept := put(t, s, acme, "", want)
		got, err := s.Load(t.Context(), acme, kept.ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v: %s", err, diff)
		}
		if diff := cmp.Diff([]archive.Kept{kept}, list(t, s, acme)); diff != "" {
			t.Error(diff)
		}
		if kept.Postings != 20 || kept.Found != 21 || kept.Source != posting.HH || !kept.Taken.Equal(noon) || kept.Complete {
			t.Errorf("%+v", kept)
		}
	})
}

// The same file, and the same question on one day, are one snapshot: of the question the later one.
func TestSnapshots_onceADayAndAFile(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		morning, evening := answer(golang, 0, 3), answer(golang, 0, 5)
		evening.Taken = evening.Taken.Add(6 * time.Hour)
		evening.Query.After = noon.AddDate(0, 0, -30) // no part of which question it is
		next := answer(golang, 1, 4)
		first := put(t, s, acme, "", morning)
		if second := put(t, s, acme, "", evening); second.ID != first.ID {
			t.Errorf("the same day is %s and %s", first.ID, second.ID)
		}
		put(t, s, acme, "", next)
		file := put(t, s, acme, "a.csv", morning)
		if again := put(t, s, acme, "a.csv", morning); again.ID != file.ID {
			t.Errorf("the same file is %s and %s", file.ID, again.ID)
		}
		put(t, s, acme, "a.csv", evening) // another file of the name
		got := map[string]int{}
		for _, k := range list(t, s, acme) {
			got[fmt.Sprint(k.Name, k.Postings)]++
		}
		if diff := cmp.Diff(map[string]int{"5": 1, "4": 1, "a.csv3": 1, "a.csv5": 1}, got); diff != "" {
			t.Error(diff)
		}
	})
}

// Trends see answers to the same question of the same source, oldest first, twelve at most.
func TestSnapshots_earlier(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		for day := range 14 {
			put(t, s, acme, "", answer(golang, day, 2))
		}
		foreign := answer(golang, 3, 2)
		foreign.Source = posting.Trudvsem
		put(t, s, acme, "", foreign)
		put(t, s, acme, "", answer(posting.Query{Text: "Rust"}, 3, 2))
		put(t, s, other, "", answer(golang, 20, 2))
		asked := golang
		asked.After = noon
		got, err := s.Earlier(t.Context(), acme, posting.HH, asked)
		if err != nil || len(got) != 12 {
			t.Fatal(len(got), err)
		}
		for i, snapshot := range got {
			if want := noon.AddDate(0, 0, i+2); !snapshot.Taken.Equal(want) || snapshot.Query.Text != "Go" || snapshot.Source != posting.HH {
				t.Errorf("%d is of %v", i, snapshot.Taken)
			}
		}
	})
}

// A tenant sees and deletes nothing of another.
func TestSnapshots_tenantsApart(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		kept := put(t, s, acme, "a.csv", answer(golang, 0, 2))
		if len(list(t, s, other)) != 0 {
			t.Error("another tenant sees it")
		}
		if _, err := s.Load(t.Context(), other, kept.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another tenant loads it: %v", err)
		}
		if gone, err := s.Delete(t.Context(), other, kept.ID); gone || err != nil {
			t.Errorf("another tenant deletes it: %t %v", gone, err)
		}
		if gone, err := s.Delete(t.Context(), acme, kept.ID); !gone || err != nil {
			t.Errorf("its own: %t %v", gone, err)
		}
		if gone, err := s.Delete(t.Context(), acme, kept.ID); gone || err != nil {
			t.Errorf("twice: %t %v", gone, err)
		}
		if _, err := s.Load(t.Context(), acme, kept.ID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("deleted: %v", err)
		}
	})
}

// What is older than a year and a month goes, and so does what is too much; of others nothing.
func TestSnapshots_prune(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		put(t, s, other, "", answer(golang, -500, 1))
		put(t, s, acme, "", answer(golang, -401, 1))
		put(t, s, acme, "", answer(golang, -399, 1))
		put(t, s, acme, "", answer(golang, 0, 1))
		if kept := list(t, s, acme); len(kept) != 2 || !kept[1].Taken.Equal(noon.AddDate(0, 0, -399)) {
			t.Errorf("got %+v", kept)
		}
		for i := range 502 {
			put(t, s, acme, fmt.Sprintf("%d.csv", i), posting.Snapshot{Source: posting.Imported, Taken: noon.Add(time.Duration(i) * time.Second)})
		}
		kept := list(t, s, acme)
		if len(kept) != 500 || kept[0].Name != "501.csv" || kept[499].Name != "2.csv" {
			t.Errorf("%d are kept, from %s to %s", len(kept), kept[0].Name, kept[len(kept)-1].Name)
		}
		if len(list(t, s, other)) != 1 {
			t.Error("another tenant's went too")
		}
	})
}

// Texts that an engine does not take are kept cleaned, and ids of that kind name nothing.
func TestSnapshots_hostileTexts(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *marketsql.Snapshots, _ storetest.Bench) {
		bad := answer(posting.Query{Text: "Go\x00\xff'; DROP TABLE market_snapshot; --"}, 0, 1)
		bad.Postings[0].Title, bad.Postings[0].Employer.Name = "\x00\xff", strings.Repeat("\xfe", 100)
		kept := put(t, s, acme, "a\x00\xff.csv", bad)
		got, err := s.Load(t.Context(), acme, kept.ID)
		if err != nil || got.Postings[0].Title != " ?" || got.Query.Text != "Go ?'; DROP TABLE market_snapshot; --" {
			t.Errorf("%v: %+v", err, got)
		}
		all := list(t, s, acme)
		if diff := cmp.Diff([]archive.Kept{kept}, all); diff != "" || kept.Name != "a ?.csv" {
			t.Errorf("%q: %s", kept.Name, diff)
		}
		if earlier, err := s.Earlier(t.Context(), acme, posting.HH, bad.Query); err != nil || len(earlier) != 1 {
			t.Errorf("%d earlier ones, %v", len(earlier), err)
		}
		for _, id := range []string{"", "s_\x00", "\xff", kept.ID + "' --"} {
			if _, err := s.Load(t.Context(), acme, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("%q: %v", id, err)
			}
			if gone, err := s.Delete(t.Context(), acme, id); gone || err != nil {
				t.Errorf("%q: %t %v", id, gone, err)
			}
		}
	})
}

func TestCredentials_replace(t *testing.T) {
	eachEngine(t, func(t *testing.T, _ *marketsql.Snapshots, b storetest.Bench) {
		c := marketsql.NewCredentials(b.Open(t))
		if sealed, err := c.Load(t.Context(), "hh"); len(sealed) != 0 || err != nil {
			t.Errorf("before: %q %v", sealed, err)
		}
		failed := errors.New("refused")
		if err := c.Replace(t.Context(), "hh", func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
			t.Errorf("got %v", err)
		}
		for _, next := range []string{"one\x00\xff", "two"} { // at once after the failure: nobody holds it
			if err := c.Replace(t.Context(), "hh", func([]byte) ([]byte, error) { return []byte(next), nil }); err != nil {
				t.Fatal(err)
			}
			if sealed, err := c.Load(t.Context(), "hh"); string(sealed) != next || err != nil {
				t.Errorf("%q %v", sealed, err)
			}
		}
		if err := c.Replace(t.Context(), "hh", func([]byte) ([]byte, error) { return nil, failed }); !errors.Is(err, failed) {
			t.Errorf("got %v", err)
		}
		if sealed, _ := c.Load(t.Context(), "hh"); string(sealed) != "two" {
			t.Errorf("a failure changed it to %q", sealed)
		}
		if sealed, _ := c.Load(t.Context(), "other"); len(sealed) != 0 {
			t.Errorf("another source has %q", sealed)
		}
	})
}

// Of several processes one at a time replaces a credential, and the next sees what it made.
func TestCredentials_oneAtATime(t *testing.T) {
	eachEngine(t, func(t *testing.T, _ *marketsql.Snapshots, b storetest.Bench) {
		var inside, most, made atomic.Int64
		var all sync.WaitGroup
		for range 3 {
			c := marketsql.NewCredentials(b.Open(t)) // a process of its own
			for range 2 {
				all.Go(func() {
					err := c.Replace(t.Context(), "hh", func(sealed []byte) ([]byte, error) {
						defer inside.Add(-1)
						if n := inside.Add(1); n > most.Load() {
							most.Store(n)
						}
						if len(sealed) > 0 {
							return sealed, nil
						}
						made.Add(1)
						return []byte("token"), nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		if made.Load() != 1 || most.Load() != 1 {
			t.Errorf("made %d times, by %d at once", made.Load(), most.Load())
		}
	})
}

// Who leaves while waiting is let go, and who leaves while asking does not hold it for others.
func TestCredentials_callerLeaves(t *testing.T) {
	eachEngine(t, func(t *testing.T, _ *marketsql.Snapshots, b storetest.Bench) {
		c := marketsql.NewCredentials(b.Open(t))
		ctx, leave := context.WithCancel(t.Context())
		err := c.Replace(ctx, "hh", func([]byte) ([]byte, error) {
			waiting, giveUp := context.WithCancel(t.Context())
			giveUp()
			if err := c.Replace(waiting, "hh", func([]byte) ([]byte, error) { return nil, nil }); err == nil {
				t.Error("somebody who left replaced it")
			}
			leave()
			return []byte("asked"), nil
		})
		if err != nil {
			t.Errorf("what was asked for is lost: %v", err)
		}
		if err := c.Replace(t.Context(), "hh", func(sealed []byte) ([]byte, error) { return append(sealed, '!'), nil }); err != nil {
			t.Fatal(err)
		}
		if sealed, err := c.Load(t.Context(), "hh"); string(sealed) != "asked!" || err != nil {
			t.Errorf("%q %v", sealed, err)
		}
	})
}
