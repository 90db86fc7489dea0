package behaviour

import (
	"context"
	"slices"

	"kadry/internal/interpreter"
	"kadry/internal/interpreter/value"
)

// typing is a way to call both programs: the types of the first one's arguments, and where
// the second one takes them.
type typing struct {
	types []value.Type
	order []int // order[i] is which argument of the first is the second's i-th; nil is as they stand
}

// turn puts arguments as the second program takes them.
func (t typing) turn(args []any) []any {
	if t.order == nil {
		return args
	}
	out := make([]any, len(args))
	for i, from := range t.order {
		out[i] = args[from]
	}
	return out
}

func (t typing) names() []string {
	out := make([]string, len(t.types))
	for i, one := range t.types {
		out[i] = string(one)
	}
	return out
}

const (
	mostParams  = 6
	mostTypings = 6
	mostOptions = 5 // types that one argument may have
)

// fit finds the ways to call both functions with the same arguments, the likeliest first:
// none where the numbers of arguments or declared types speak against it.
func fit(a, b interpreter.Signature) []typing {
	if len(a.Params) != len(b.Params) || len(a.Params) == 0 || len(a.Params) > mostParams {
		return nil
	}
	if declared(a) && declared(b) {
		return fitDeclared(a, b)
	}
	options := make([][]value.Type, len(a.Params))
	for i := range a.Params {
		if options[i] = optionsOf(a.Params[i], b.Params[i]); len(options[i]) == 0 {
			return nil
		}
	}
	return spread(options)
}

func declared(s interpreter.Signature) bool {
	return !slices.ContainsFunc(s.Params, func(p interpreter.Param) bool { return p.Type == value.Unknown })
}

// fitDeclared joins declared types, in another order if only that suits.
func fitDeclared(a, b interpreter.Signature) []typing {
	if types, ok := join(a, b, nil); ok {
		return []typing{{types: types}}
	}
	for _, order := range orders(len(a.Params)) {
		if types, ok := join(a, b, order); ok {
			return []typing{{types: types, order: order}}
		}
	}
	return nil
}

// join is the types that suit both when the second takes its arguments in the order.
func join(a, b interpreter.Signature, order []int) ([]value.Type, bool) {
	types := make([]value.Type, len(a.Params))
	for i := range b.Params {
		from := i
		if order != nil {
			from = order[i]
		}
		t, ok := value.Join(a.Params[from].Type, b.Params[i].Type)
		if !ok {
			return nil, false
		}
		types[from] = t
	}
	return types, true
}

// orders are the ways to swap two of n things, and for three to turn them.
func orders(n int) [][]int {
	var out [][]int
	for i := range n {
		for j := i + 1; j < n; j++ {
			order := make([]int, n)
			for k := range order {
				order[k] = k
			}
			order[i], order[j] = j, i
			out = append(out, order)
		}
	}
	if n == 3 {
		out = append(out, []int{1, 2, 0}, []int{2, 0, 1})
	}
	return out
}

// optionsOf are the types that an argument may have for both parameters, likeliest first: the
// declared one, or those that their uses speak for together.
func optionsOf(a, b interpreter.Param) []value.Type {
	if a.Type != value.Unknown || b.Type != value.Unknown {
		t, ok := value.Join(a.Type, b.Type)
		if !ok {
			return nil
		}
		return []value.Type{t}
	}
	rank := map[value.Type]int{}
	for _, likely := range [][]value.Type{a.Likely, b.Likely} {
		for place, t := range likely {
			rank[t] += len(likely) - place
		}
	}
	options := make([]value.Type, 0, len(rank))
	for t := range rank {
		options = append(options, t)
	}
	slices.SortFunc(options, func(x, y value.Type) int {
		if rank[x] != rank[y] {
			return rank[y] - rank[x]
		}
		return slices.Compare([]byte(x), []byte(y))
	})
	return options[:min(len(options), mostOptions)]
}

// spread combines the options of all arguments: the likeliest of each, then those that differ
// from it in one argument, then in all.
func spread(options [][]value.Type) []typing {
	best := make([]value.Type, len(options))
	for i, o := range options {
		best[i] = o[0]
	}
	out := []typing{{types: best}}
	for place := 1; place < mostOptions; place++ {
		together, changed := slices.Clone(best), 0
		for i, o := range options {
			if place >= len(o) {
				continue
			}
			one := slices.Clone(best)
			one[i], together[i] = o[place], o[place]
			out = append(out, typing{types: one})
			changed++
		}
		if changed > 1 {
			out = append(out, typing{types: together})
		}
	}
	return out[:min(len(out), mostTypings)]
}

// choose runs both programs on a few inputs of each typing and takes the one on which most
// runs give an answer that is something.
func (c *Checker) choose(ctx context.Context, a, b Program, typings []typing, o Options) (typing, error) {
	if len(typings) == 1 {
		return typings[0], nil
	}
	o.Inputs, o.Each = probes, probeTime
	best, most := typings[0], -1.0
	for place, t := range typings {
		got, err := c.onTypes(ctx, a, b, t, o)
		if err != nil {
			return best, err
		}
		worth := float64(got.Ran) - 0.5*float64(got.Alone) - 0.25*float64(place)
		if !got.Informative {
			worth -= probes / 2
		}
		if worth > most {
			best, most = t, worth
		}
		if got.Ran >= probes-1 && got.Informative {
			break
		}
	}
	return best, nil
}

// probes is how many inputs tell whether a typing suits.
const probes = 12
