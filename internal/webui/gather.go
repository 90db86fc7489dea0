package webui

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"kadry/internal/webui/kit"
)

// part is what one room had to say of a page, or why it did not.
type part[Of, Got any] struct {
	of   Of
	got  Got
	err  error
	late bool // it did not answer in time
}

// gather asks all at one time, each for at most limit, and waits for every one: whoever asks
// ends when their context does. The parts stand in the order of those asked.
func gather[Of, Got any](s *kit.Screen, all []Of, limit time.Duration, ask func(*kit.Screen, Of) (Got, error)) []part[Of, Got] {
	parts := make([]part[Of, Got], len(all))
	var asked sync.WaitGroup
	for i, of := range all {
		parts[i].of = of
		asked.Go(func() {
			ctx, cancel := context.WithTimeout(s.Request.Context(), limit)
			defer cancel()
			parts[i].got, parts[i].err = guarded(s.For(ctx), of, ask)
			parts[i].late = parts[i].err != nil && ctx.Err() != nil
		})
	}
	asked.Wait()
	return parts
}

// guarded turns the panic of a part into its error: on a page of its own the server would do so.
func guarded[Of, Got any](s *kit.Screen, of Of, ask func(*kit.Screen, Of) (Got, error)) (got Got, err error) {
	defer func() {
		if thrown := recover(); thrown != nil {
			err = fmt.Errorf("webui: a part of the page: %v\n%s", thrown, debug.Stack())
		}
	}()
	return ask(s, of)
}
