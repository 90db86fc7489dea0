package webui

import (
	"net/http"
	"time"

	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// cardTime is how long the first page waits for one card.
const cardTime = 2 * time.Second

// opSample fills an empty base with the sample.
const opSample = "load_sample"

// desk is everything the first page shows.
type desk struct {
	eye, rest []part[kit.Card, kit.Findings]
	refused   *fault.Error // why the sample was not loaded
	bare      bool         // there is nothing here yet
	doors     []kit.Door
}

// home is the first page: what a person has to look at, and how things stand.
func (w *Front) home(s *kit.Screen) error {
	return s.Show(http.StatusOK, homePage(s, w.desk(s)))
}

func (w *Front) desk(s *kit.Screen) desk {
	d := desk{}
	for _, p := range gather(s, s.Cards(), cardTime, func(s *kit.Screen, c kit.Card) (kit.Findings, error) { return c.Show(s) }) {
		switch {
		case p.err == nil && len(p.got.Lines) == 0, fault.KindOf(p.err) == fault.Denied:
		case p.of.Eye:
			d.eye = append(d.eye, p)
		default:
			d.rest = append(d.rest, p)
		}
	}
	if running := w.runningWork(s); running != nil {
		d.rest = append(d.rest, *running)
	}
	d.bare = len(d.eye)+len(d.rest) == 0
	d.doors = s.Doors()
	return d
}

// runningWork is the card of the long work that goes on.
func (w *Front) runningWork(s *kit.Screen) *part[kit.Card, kit.Findings] {
	if w.Tasks == nil {
		return nil
	}
	p := &part[kit.Card, kit.Findings]{of: kit.Card{Title: "nav.tasks", Path: kit.TasksPath}}
	list, _, err := w.Tasks.List(s.Request.Context(), tasksShown, "")
	if err != nil {
		p.err = err
		return p
	}
	for _, t := range list {
		if t.State.Final() {
			continue
		}
		p.got.Total++
		if len(p.got.Lines) == kit.FoundAtOnce {
			continue
		}
		title, _ := s.Work(t.Operation)
		p.got.Lines = append(p.got.Lines, kit.Line{Title: title, Note: s.T("tasks." + string(t.State)), Path: kit.TasksPath + "/" + t.ID})
	}
	if p.got.Total == 0 {
		return nil
	}
	return p
}

// loadSample puts the sample into an empty base and shows what came of it.
func (w *Front) loadSample(s *kit.Screen) error {
	var done struct{}
	if err := s.Call(opSample, struct{}{}, &done); err != nil {
		d := w.desk(s)
		d.refused = fault.From(err)
		return s.Show(kit.Status(d.refused), homePage(s, d))
	}
	s.Redirect("/")
	return nil
}
