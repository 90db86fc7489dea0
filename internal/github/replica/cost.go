package replica

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/graph-gophers/graphql-go/errors"
)

// cost is GitHub's: the requests that would fill every connection to its first or last,
// by the hundred, and the nodes that would come.
type cost struct{ points, nodes int }

// load is per one parent. Figures are floats since a query can ask for more than an int.
type load struct{ requests, nodes float64 }

type counter struct {
	d         *document
	defaults  map[string]int
	variables map[string]any
	fragments map[string]load // counted once each, so that nesting them costs no time
	open      map[string]bool // being counted; a circle counts nothing
}

func (d *document) operation(name string) (operation, bool) {
	for _, o := range d.operations {
		if name == "" || o.name == name {
			return o, true
		}
	}
	return operation{}, false
}

func (d *document) cost(name string, variables map[string]any) cost {
	o, _ := d.operation(name)
	c := counter{d, o.defaults, variables, map[string]load{}, map[string]bool{}}
	l := c.count(o.fields)
	return cost{points: int(max(1, math.Round(math.Min(l.requests, 1e12)/100))), nodes: int(math.Min(l.nodes, 1e12))}
}

func (c *counter) count(fields []*selection) load {
	var sum load
	for _, s := range fields {
		l := c.one(s)
		sum.requests += l.requests
		sum.nodes += l.nodes
	}
	return sum
}

func (c *counter) one(s *selection) load {
	if s.fragment != "" {
		return c.fragment(s.fragment)
	}
	l := c.count(s.fields)
	n, ok := c.size(s.size)
	if !ok {
		return l
	}
	return load{requests: 1 + n*l.requests, nodes: n + n*l.nodes}
}

func (c *counter) fragment(name string) load {
	if l, ok := c.fragments[name]; ok || c.open[name] {
		return l
	}
	c.open[name] = true
	defer delete(c.open, name)
	l := c.count(c.d.fragments[name])
	c.fragments[name] = l
	return l
}

func (c *counter) size(a argument) (float64, bool) {
	if !a.given || a.variable == "" {
		return float64(max(0, a.number)), a.given
	}
	switch v := c.variables[a.variable].(type) {
	case float64:
		return math.Max(0, v), true
	case json.Number:
		f, err := v.Float64()
		return math.Max(0, f), err == nil
	}
	n, ok := c.defaults[a.variable]
	return float64(max(0, n)), ok
}

func tooMany(nodes int) graphqlError {
	return graphqlError{
		Type:    "MAX_NODE_LIMIT_EXCEEDED",
		Message: fmt.Sprintf("This query requests up to %d possible nodes which exceeds the maximum limit of %d.", nodes, mostNodes),
	}
}

// locate finds the field of an answer's path; places in lists are no part of the query.
func (d *document) locate(name string, path []any) (errors.Location, bool) {
	o, ok := d.operation(name)
	if !ok || len(path) == 0 {
		return errors.Location{}, false
	}
	level := o.fields
	var at errors.Location
	for _, part := range path {
		key, isField := part.(string)
		if !isField {
			continue
		}
		s := d.find(level, key, map[string]bool{})
		if s == nil {
			return errors.Location{}, false
		}
		level, at = s.fields, s.at
	}
	return at, true
}

// find looks among the fields of a level, those of fragments included, each once.
func (d *document) find(level []*selection, key string, seen map[string]bool) *selection {
	for _, s := range level {
		if s.key == key {
			return s
		}
		if s.key != "" {
			continue
		}
		inner := s.fields
		if s.fragment != "" {
			if seen[s.fragment] {
				continue
			}
			seen[s.fragment] = true
			inner = d.fragments[s.fragment]
		}
		if f := d.find(inner, key, seen); f != nil {
			return f
		}
	}
	return nil
}
