package market

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/place"
	"kadry/internal/market/posting"
	"kadry/internal/op"
)

// toolset is that of the room's operations.
const toolset = "market"

// handlers are the operations over the parts.
type handlers struct{ Parts }

// Operations declares the operations of the room. Over zero Parts they can be described and
// not called.
func Operations(p Parts) []*op.Op {
	h := &handlers{p}
	return []*op.Op{h.search(), h.analyze(), h.importSnapshot(), h.listSnapshots(), h.deleteSnapshot()}
}

func langOf(ctx context.Context) string { return op.CallerFrom(ctx).Lang }

// sourceName is where postings are to come from.
type sourceName string

// snapshotSource is the archive: what was asked before, and what was imported.
const snapshotSource = posting.Source("snapshot")

// Enum implements the closed set of sources.
func (sourceName) Enum() []string {
	return []string{string(posting.HH), string(posting.Trudvsem), string(snapshotSource)}
}

type experience string

// Enum implements the closed set of years of experience.
func (experience) Enum() []string {
	return []string{string(posting.None), string(posting.OneToThree), string(posting.ThreeToSix), string(posting.OverSix)}
}

type workFormat string

// Enum implements the closed set of formats.
func (workFormat) Enum() []string {
	return []string{string(posting.OnSite), string(posting.Remote), string(posting.Hybrid), string(posting.Field)}
}

// retyped turns checked names into the nouns they name.
func retyped[To, From ~string](list []From) []To {
	out := make([]To, len(list))
	for i, v := range list {
		out[i] = To(v)
	}
	return out
}

// texts are reasons in the caller's language.
func texts(list []fault.Text, lang string) []string {
	out := make([]string, 0, len(list))
	for _, t := range list {
		out = append(out, t.In(lang))
	}
	return out
}

// understoodWire is what a question was taken for, with the place in few words.
type understoodWire struct {
	Area *areaWire `json:"area,omitempty"`
	inquiry.Understood
}

type areaWire struct {
	Input  string   `json:"input"`
	ID     string   `json:"id,omitzero"`
	Name   string   `json:"name,omitzero"`
	Path   []string `json:"path,omitempty" doc:"From the country down."`
	How    string   `json:"how" doc:"How the words led to it: exact, alias, inflected, translit, typo ..."`
	Remote bool     `json:"remote,omitzero"`
	Others []string `json:"also_called_so,omitempty" doc:"Other places of that name."`
}

func wireUnderstood(u inquiry.Understood) understoodWire {
	w := understoodWire{Understood: u}
	if a := u.Area; a != nil {
		w.Area = &areaWire{Input: a.Asked, ID: a.Area.ID, Name: a.Area.Name, Path: a.Path, How: string(a.How), Remote: a.Remote}
		for _, c := range a.Candidates {
			w.Area.Others = append(w.Area.Others, c.Area.Name+" ("+c.Area.ID+")")
		}
	}
	return w
}

// widened says that a town was asked for and its country taken.
func widened(area *place.Resolution) []fault.Text {
	if area == nil || !area.Wider {
		return nil
	}
	return []fault.Text{fault.Say("%[1]q has no area of its own here; all of %[2]s is taken", "у места %[1]q нет своего кода; взята вся страна: %[2]s", fault.Clip(area.Asked), area.Area.Name)}
}

// fxWire are the rates that amounts were converted with.
type fxWire struct {
	Date   string `json:"date"`
	Source string `json:"source" doc:"cbr, hh or bundled."`
	Stale  bool   `json:"stale,omitzero" doc:"Newer ones could not be had."`
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
