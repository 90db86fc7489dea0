package op

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// Registry is a fixed set of operations, sorted by toolset and name.
type Registry struct {
	ops    []*Op
	byName map[string]*Op // by name and by alias
}

// NewRegistry collects operations. It reports every defect of a declaration and every
// name or route used twice, so a server with a broken operation does not start.
func NewRegistry(ops ...*Op) (*Registry, error) {
	r := &Registry{byName: map[string]*Op{}}
	for _, o := range ops {
		if o.defect != nil {
			return nil, o.defect
		}
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			if r.byName[name] != nil {
				return nil, fmt.Errorf("op: two operations are named %s", name)
			}
			r.byName[name] = o
		}
		for _, e := range o.Examples {
			if !json.Valid([]byte(e.Input)) {
				return nil, fmt.Errorf("op: %s: example %q is not JSON", o.Name, e.Title)
			}
		}
		r.ops = append(r.ops, o)
	}
	if err := clash(r.ops); err != nil {
		return nil, err
	}
	slices.SortFunc(r.ops, func(a, b *Op) int {
		return strings.Compare(a.Toolset+"\x00"+a.Name, b.Toolset+"\x00"+b.Name)
	})
	return r, nil
}

// All returns the operations in order. The slice is the caller's.
func (r *Registry) All() []*Op { return slices.Clone(r.ops) }

// On returns the operations that show on a front.
func (r *Registry) On(f Front) *Registry {
	shown := &Registry{byName: map[string]*Op{}}
	for _, o := range r.ops {
		if o.ShowsOn(f) {
			shown.ops = append(shown.ops, o)
		}
	}
	for name, o := range r.byName {
		if o.ShowsOn(f) {
			shown.byName[name] = o
		}
	}
	return shown
}

// Toolsets returns the names of the toolsets in order.
func (r *Registry) Toolsets() []string {
	var names []string
	for _, o := range r.ops {
		if !slices.Contains(names, o.Toolset) {
			names = append(names, o.Toolset)
		}
	}
	return names
}

// Lookup returns the operation of that name or alias; fault.NotFound names the nearest.
func (r *Registry) Lookup(name string) (*Op, error) {
	if o := r.byName[name]; o != nil {
		return o, nil
	}
	names := make([]string, len(r.ops))
	for i, o := range r.ops {
		names[i] = o.Name
	}
	return nil, fault.E(fault.NotFound, fault.Say("There is no operation %q.", "Операции %q нет.", fault.Clip(name)), nil).
		WithCandidates(fault.Nearest(name, names, fault.NearestKept)...)
}

// Selection narrows a registry for a process, a URL or a token. Read-only wins over
// everything, exclusion over inclusion.
type Selection struct {
	Toolsets []string // empty is all
	Tools    []string // named operations, in addition to Toolsets when both are given
	Exclude  []string
	ReadOnly bool
}

// Select returns the operations s leaves. A name that does not exist is an error: a
// misspelt exclusion must not open what it meant to close.
func (r *Registry) Select(s Selection) (*Registry, error) {
	for _, list := range []*[]string{&s.Tools, &s.Exclude} {
		named, err := r.canonical(*list)
		if err != nil {
			return nil, err
		}
		*list = named
	}
	toolsets := r.Toolsets()
	for _, name := range s.Toolsets {
		if !slices.Contains(toolsets, name) {
			return nil, fault.E(fault.Invalid, fault.Say("There is no toolset %q.", "Набора %q нет.", fault.Clip(name)), nil).WithCandidates(toolsets...)
		}
	}
	var kept []*Op
	for _, o := range r.ops {
		if s.keeps(o) {
			kept = append(kept, o)
		}
	}
	return NewRegistry(kept...)
}

// canonical turns aliases into the names they stand for.
func (r *Registry) canonical(names []string) ([]string, error) {
	list := make([]string, len(names))
	for i, name := range names {
		o, err := r.Lookup(name)
		if err != nil {
			return nil, err
		}
		list[i] = o.Name
	}
	return list, nil
}

func (s Selection) keeps(o *Op) bool {
	if s.ReadOnly && o.Effect != Reads || slices.Contains(s.Exclude, o.Name) {
		return false
	}
	if len(s.Toolsets) == 0 && len(s.Tools) == 0 {
		return true
	}
	return slices.Contains(s.Toolsets, o.Toolset) || slices.Contains(s.Tools, o.Name)
}
