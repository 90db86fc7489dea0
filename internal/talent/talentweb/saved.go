package talentweb

import (
	"context"
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/webui/kit"
)

// saving is the page of saved searches.
type saving struct {
	list  []talent.SavedCount
	name  string // as typed, when it could not be saved
	fault *kit.Fault
}

// savedSearches are those of the caller's tenant, none where the caller may not see them.
func (w *web) savedSearches(s *screen, totals bool) (list []talent.SavedCount, err error) {
	if !s.May(opSaved) {
		return nil, nil
	}
	err = s.Run(opSaved, func(ctx context.Context) (err error) {
		list, err = w.base.Counted(ctx, s.Caller.Tenant, s.Caller.Name, totals)
		return err
	})
	return list, err
}

func (w *web) searches(s *screen) error {
	if !s.May(opSaved) {
		return kit.Denied()
	}
	list, err := w.savedSearches(s, true)
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, searchesPage(s, saving{list: list}))
}

// saveSearch keeps the search of the page it was sent from, and goes back there.
func (w *web) saveSearch(s *screen) error {
	sent, err := s.sent()
	if err != nil {
		return err
	}
	a := readSearch(sent)
	err = s.Call(opSave, map[string]any{"name": strings.TrimSpace(sent.Get("name")), "query": a.said, "search_id": sent.Get("search_id")}, &struct{}{})
	if err == nil {
		to := a.keeping(a.Query)
		to.Set("saved", "1")
		s.Redirect(string(kit.Href("/candidates", to)))
		return nil
	}
	failed := saving{name: sent.Get("name"), fault: fault.From(err)}
	if failed.list, err = w.savedSearches(s, true); err != nil {
		return err
	}
	return s.Show(kit.Status(failed.fault), searchesPage(s, failed))
}

// openSearch leads to what a saved search finds, where those who came since the reader was there
// last are marked.
func (w *web) openSearch(s *screen) error {
	var o talent.Opened
	err := s.Run(opOpen, func(ctx context.Context) (err error) {
		o, err = w.base.OpenSaved(ctx, s.Caller.Tenant, s.Caller.Name, s.Request.PathValue("id"), talent.FreeQuery{TopK: 1}, time.Time{})
		return err
	})
	if err != nil {
		return err
	}
	q := o.Query
	if o.Search.SearchID == "" {
		q, _ = w.wish(s.Caller.Tenant, o.Search.Text)
	}
	to := search{Query: q, said: o.Search.Text, since: o.Search.Seen}
	s.Redirect(string(kit.Href("/candidates", to.keeping(q))))
	return nil
}

func (w *web) dropSearch(s *screen) error {
	if err := s.Call(opDrop, map[string]any{"saved_search_id": s.Request.PathValue("id"), "confirm": true}, &struct{}{}); err != nil {
		return err
	}
	s.Redirect("/searches")
	return nil
}

// news are the saved searches that find somebody the reader has not seen.
func (w *web) news(s *kit.Screen) (found kit.Findings, err error) {
	if !s.May(opSaved) {
		return found, nil
	}
	list, err := w.savedSearches(w.screen(s), false)
	for _, one := range list {
		if one.New > 0 {
			found.Lines = append(found.Lines, kit.Line{Title: one.Name, Note: s.N("saved.new", one.New), Path: "/searches"})
		}
	}
	return found, err
}
