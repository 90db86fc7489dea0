package behaviour

import (
	"context"
	"encoding/json"
)

// On runs two programs on one input, the arguments as a JSON array, such as somebody proposes to
// tell them apart. Ran is false where one of them did not answer, or the input is none.
func (c *Checker) On(ctx context.Context, a, b Program, input string) (agree, ran bool) {
	var args []any
	if len(input) > maxCode || json.Unmarshal([]byte(input), &args) != nil {
		return false, false
	}
	o := Options{}.orDefault(compareTime)
	limited, cancel := context.WithTimeout(ctx, o.Time)
	defer cancel()
	first, err := c.run(limited, a, [][]any{args}, o)
	if err != nil || first.refusal != nil {
		return false, false
	}
	second, err := c.run(limited, b, [][]any{args}, o)
	if err != nil || second.refusal != nil {
		return false, false
	}
	got := relate(first.results[0], second.results[0])
	return got == equal, got == equal || got == unequal
}
