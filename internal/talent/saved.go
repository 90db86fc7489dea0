package talent

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
)

// SavedSearch is a question that somebody keeps: its words, or the filter that they were changed into.
type SavedSearch struct {
	ID       string
	Name     string // unique within a tenant
	Text     string // in plain words; read anew each time unless SearchID is set
	SearchID string // the filter as a search gave it out, empty for the words alone
	Author   string
	At       time.Time
	Seen     time.Time // when the reader who asks last opened it; At before that
}

// SavedCount is a saved search with how many it finds now.
type SavedCount struct {
	SavedSearch

	Total int
	New   int // of them taken in after Seen
}

// MaxSaved is how many searches a tenant keeps.
const MaxSaved = 100

// savedSearches keeps searches. Every method is scoped to one tenant; another tenant's id is
// fault.NotFound like an id that never was.
type savedSearches interface {
	// KeepSearch keeps a search and leaves an audit line. fault.Conflict when its name is taken,
	// fault.Limited when there are MaxSaved.
	KeepSearch(ctx context.Context, tenant string, s SavedSearch) error
	// Searches returns all, by name, with when a reader last opened each.
	Searches(ctx context.Context, tenant, reader string) ([]SavedSearch, error)
	// SeeSearch notes that a reader opened a search.
	SeeSearch(ctx context.Context, tenant, reader, id string, at time.Time) error
	// DropSearch deletes a search and leaves an audit line.
	DropSearch(ctx context.Context, tenant, id, actor string) error
}

// NoSearch is what asking for a search that is not kept answers.
func NoSearch(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no saved search %q.", "Сохранённого поиска %q нет.", id), nil)
}

// Save keeps a question under a name.
func (b *Base) Save(ctx context.Context, tenant string, s SavedSearch) (SavedSearch, error) {
	s.Name, s.Text = strings.Join(strings.Fields(s.Name), " "), strings.TrimSpace(s.Text)
	var c checker
	c.text("name", s.Name, maxSavedName)
	c.text("query", s.Text, maxFreeText)
	if s.Name == "" {
		c.Wrong("name", fault.Say("must not be empty", "не может быть пустым"))
	}
	if s.SearchID != "" {
		if _, err := querySaid(s.SearchID); err != nil {
			c.Wrong("search_id", fault.Say("not one that a search gave out", "значение получено не от поиска"))
		}
	} else if s.Text == "" {
		c.Wrong("query", fault.Say("must not be empty without search_id", "не может быть пустым без search_id"))
	}
	if err := c.Err(); err != nil {
		return SavedSearch{}, err
	}
	s.ID, s.At = "ss_"+strings.ToLower(rand.Text()), b.Now()
	s.Seen = s.At
	if err := b.Saved.KeepSearch(ctx, tenant, s); err != nil {
		return SavedSearch{}, fmt.Errorf("talent: save a search: %w", err)
	}
	return s, nil
}

// maxSavedName is how many characters the name of a saved search has at most.
const maxSavedName = 100

// Counted are the saved searches with how many people each finds, where totals are asked for, and how
// many of them are new to a reader. A search that cannot be run any more finds nobody.
func (b *Base) Counted(ctx context.Context, tenant, reader string, totals bool) ([]SavedCount, error) {
	kept, err := b.Saved.Searches(ctx, tenant, reader)
	if err != nil {
		return nil, fmt.Errorf("talent: saved searches: %w", err)
	}
	newest, err := b.newest(ctx, tenant)
	if err != nil {
		return nil, err
	}
	list := make([]SavedCount, len(kept))
	for i, s := range kept {
		list[i].SavedSearch = s
		if totals {
			if list[i].Total, err = b.countOf(ctx, tenant, s, time.Time{}); err != nil {
				return nil, err
			}
		}
		if list[i].New, err = b.countNew(ctx, tenant, s, newest); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// countNew is how many a search finds that its reader has not seen. Whom the base got last spares most
// searches of a day on which nobody came.
func (b *Base) countNew(ctx context.Context, tenant string, s SavedSearch, newest time.Time) (int, error) {
	if !newest.After(s.Seen) {
		return 0, nil
	}
	return b.countOf(ctx, tenant, s, s.Seen)
}

func (b *Base) countOf(ctx context.Context, tenant string, s SavedSearch, after time.Time) (int, error) {
	f := s.asks()
	f.TopK = 1
	if s.SearchID != "" {
		if q, err := querySaid(s.SearchID); err == nil && q.UploadedAfter.After(after) {
			after = q.UploadedAfter
		}
	}
	f.Set.UploadedAfter = after
	answer, err := b.Find(ctx, tenant, f)
	if kind := fault.KindOf(err); err != nil && (kind == fault.Invalid || kind == fault.NotFound) {
		return 0, nil
	}
	return answer.Total, err
}

// newest is when the last of a tenant's people was taken in.
func (b *Base) newest(ctx context.Context, tenant string) (newest time.Time, err error) {
	if err := b.follow(ctx, tenant); err != nil {
		return newest, err
	}
	p, done := b.reading(tenant)
	defer done()
	for _, r := range p.rows {
		if r.uploaded.After(newest) {
			newest = r.uploaded
		}
	}
	return newest, nil
}

// asks is the question of a saved search.
func (s SavedSearch) asks() FreeQuery {
	if s.SearchID != "" {
		return FreeQuery{RefineOf: s.SearchID}
	}
	return FreeQuery{Text: s.Text}
}

// Opened is the answer of a saved search to one reader.
type Opened struct {
	FreeAnswer

	Search SavedSearch // Seen is when the reader opened it before
	New    int
}

// OpenSaved runs a saved search; its first page moves the mark from which people are new to the
// reader. page gives the size, the cursor and the blindness of the answer; since is the Seen of the
// first page for the pages after it, which would all be old by the mark that it set.
func (b *Base) OpenSaved(ctx context.Context, tenant, reader, id string, page FreeQuery, since time.Time) (Opened, error) {
	kept, err := b.Saved.Searches(ctx, tenant, reader)
	if err != nil {
		return Opened{}, fmt.Errorf("talent: saved searches: %w", err)
	}
	for _, s := range kept {
		if s.ID != id {
			continue
		}
		if !since.IsZero() {
			s.Seen = since
		}
		return b.openSaved(ctx, tenant, reader, s, page)
	}
	return Opened{}, NoSearch(id)
}

func (b *Base) openSaved(ctx context.Context, tenant, reader string, s SavedSearch, page FreeQuery) (o Opened, err error) {
	o.Search = s
	// The mark is the newest who can be in the answer, and no clock: who is stamped now and kept a moment
	// later is new next time.
	mark, err := b.newest(ctx, tenant)
	if err != nil {
		return Opened{}, err
	}
	f := s.asks()
	f.TopK, f.Cursor, f.Redact = page.TopK, page.Cursor, page.Redact
	if o.FreeAnswer, err = b.Find(ctx, tenant, f); err != nil {
		return Opened{}, err
	}
	if o.New, err = b.countNew(ctx, tenant, s, mark); err != nil {
		return Opened{}, err
	}
	if page.Cursor == "" && mark.After(s.Seen) {
		err = b.Saved.SeeSearch(ctx, tenant, reader, s.ID, mark)
	}
	return o, err
}

// DropSaved deletes a saved search.
func (b *Base) DropSaved(ctx context.Context, tenant, id, actor string) error {
	if err := b.Saved.DropSearch(ctx, tenant, id, actor); err != nil {
		return fmt.Errorf("talent: delete a saved search: %w", err)
	}
	return nil
}

// nothingSaved is the port of a base without a place to keep searches.
type nothingSaved struct{}

var errNotKept = errors.New("talent: no place to keep searches")

func (nothingSaved) KeepSearch(context.Context, string, SavedSearch) error { return errNotKept }
func (nothingSaved) Searches(context.Context, string, string) ([]SavedSearch, error) {
	return nil, nil
}

func (nothingSaved) SeeSearch(_ context.Context, _, _, id string, _ time.Time) error {
	return NoSearch(id)
}

func (nothingSaved) DropSearch(_ context.Context, _, id, _ string) error { return NoSearch(id) }
