package talent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/inmemory"
)

// slowFeed answers, and keeps the first answer back until it is released.
type slowFeed struct {
	*inmemory.Store
	once    sync.Once
	release chan struct{}
}

func (f *slowFeed) Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error) {
	changes, err := f.Store.Changes(ctx, tenant, after, limit)
	f.once.Do(func() { <-f.release })
	return changes, err
}

// A search that arrives while another one pulls must not make do with that pull: it began
// before the candidate was committed.
func TestSearch_seesWhatWasCommittedBeforeIt(t *testing.T) {
	t.Parallel()
	parts, err := knowledge()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		writer, stored := newBase(t)
		feed := &slowFeed{Store: stored, release: make(chan struct{})}
		parts.Store, parts.Feed, parts.Now = stored, feed, writer.Now
		b := talent.New(parts)
		query := talent.Query{Required: []string{"Python"}, TopK: 5}
		early := make(chan error)
		go func() {
			_, err := b.Search(context.Background(), team, query)
			early <- err
		}()
		synctest.Wait()
		stock(t, writer, team, map[string]string{"a": cv("Anna Sample", "Developer", "01/2020 - Present", "Python")})
		found := make(chan int)
		go func() {
			answer, err := b.Search(context.Background(), team, query)
			if err != nil {
				t.Error(err)
			}
			found <- answer.Total
		}()
		synctest.Wait()
		close(feed.release)
		if err := <-early; err != nil {
			t.Error(err)
		}
		if n := <-found; n != 1 {
			t.Errorf("%d found", n)
		}
	})
}

// deafFeed never answers one tenant.
type deafFeed struct {
	*inmemory.Store
	deaf  string
	asked chan struct{}
}

func (f *deafFeed) Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error) {
	if tenant == f.deaf {
		close(f.asked)
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return f.Store.Changes(ctx, tenant, after, limit)
}

// What one tenant has still to be taken in holds up nobody else's search.
func TestSearch_waitsForNoOtherTenant(t *testing.T) {
	t.Parallel()
	writer, stored := newBase(t)
	stock(t, writer, team, map[string]string{"a": cv("Anna Sample", "Developer", "01/2020 - Present", "Python")})
	stock(t, writer, "globex", map[string]string{"b": cv("Boris Sample", "Developer", "01/2020 - Present", "Python")})
	parts := writer.Parts
	feed := &deafFeed{stored, "globex", make(chan struct{})}
	parts.Feed = feed
	b := talent.New(parts)
	ctx, leave := context.WithCancel(t.Context())
	query := talent.Query{Required: []string{"Python"}, TopK: 5}
	other := make(chan error)
	go func() {
		_, err := b.Search(ctx, "globex", query)
		other <- err
	}()
	<-feed.asked
	answer, err := b.Search(t.Context(), team, query)
	if err != nil || answer.Total != 1 {
		t.Errorf("%d found, %v", answer.Total, err)
	}
	leave()
	if err := <-other; fault.KindOf(err) != fault.Canceled {
		t.Errorf("the other tenant: %v", err)
	}
}

// brittleFeed fails once, at the given page.
type brittleFeed struct {
	*inmemory.Store
	failAt, pages int
}

var errBrittle = errors.New("connection lost")

func (f *brittleFeed) Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error) {
	if f.pages++; f.pages == f.failAt {
		return nil, errBrittle
	}
	return f.Store.Changes(ctx, tenant, after, limit)
}

// Pages are read ahead of what is taken in: one that fails must neither lose nor repeat
// what came before it.
func TestLoad_goesOnAfterAPageThatFailed(t *testing.T) {
	t.Parallel()
	const people = 450
	for failAt := range 4 {
		b, stored := newBase(t)
		for i := range people {
			c := talent.Candidate{ID: fmt.Sprintf("cv_%03d", i), Text: "quillwork", Source: talent.Source{SHA256: fmt.Sprint(i)}}
			if _, _, err := stored.Add(t.Context(), team, c); err != nil {
				t.Fatal(err)
			}
		}
		b.Feed = &brittleFeed{Store: stored, failAt: failAt}
		taken := 0
		progress := func(changes int) { taken = changes }
		err := b.Load(t.Context(), progress)
		if failAt > 0 {
			if want := (failAt - 1) * 200; !errors.Is(err, errBrittle) || taken != want {
				t.Errorf("failing at page %d: %d taken, want %d, %v", failAt, taken, want, err)
			}
			err = b.Load(t.Context(), progress)
		}
		if want := people - max(failAt-1, 0)*200; err != nil || taken != want {
			t.Errorf("again after page %d: %d taken, want %d, %v", failAt, taken, want, err)
		}
		if got := search(t, b, talent.Query{Required: []string{"quillwork"}}).Total; got != people {
			t.Errorf("failing at page %d: %d found, want %d", failAt, got, people)
		}
	}
}

func TestSearch_cancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	parts, err := knowledge()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		base, stored := newBase(t)
		feed := &slowFeed{Store: stored, release: make(chan struct{})}
		parts.Store, parts.Feed, parts.Now = stored, feed, base.Now
		b := talent.New(parts)
		query := talent.Query{Required: []string{"Go"}, TopK: 5}
		done := make(chan error)
		go func() {
			_, err := b.Search(context.Background(), team, query)
			done <- err
		}()
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := b.Search(ctx, team, query)
		if fault.KindOf(err) != fault.Canceled {
			t.Errorf("search: %v", err)
		}
		close(feed.release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestBase_manyAtOnce(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ctx := context.Background()
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 12 {
				text := cv(fmt.Sprintf("Sample Person%c%c", 'a'+worker, 'a'+i), "Developer", "01/2020 - Present", "Python", "Docker")
				o, err := b.Ingest(ctx, team, talent.File{Text: text}, nil)
				if err != nil {
					t.Error(err)
					return
				}
				answer, err := b.Search(ctx, team, talent.Query{Required: []string{"Python"}, TopK: 50})
				if err != nil || !slices.ContainsFunc(answer.Candidates, func(h talent.Hit) bool { return h.CandidateID == o.ID }) {
					t.Errorf("own write of %s is not found: %v", o.ID, err)
				}
				if i%3 == 0 {
					if err := b.Delete(ctx, team, o.ID, "test"); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	if answer := search(t, b, talent.Query{Required: []string{"Python"}}); answer.Total != 4*8 {
		t.Errorf("%d left, want 32", answer.Total)
	}
}
