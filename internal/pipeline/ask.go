package pipeline

import (
	"context"
	"errors"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
)

// Operations of other rooms that this one asks.
const (
	askCandidate = "get_candidate_details"
	askVacancy   = "get_vacancy"
)

// Asked lists the operations of other rooms that the room calls.
func Asked() []string { return []string{askCandidate, askVacancy} }

// askedAtOnce bounds the questions to another room that fly at one time.
const askedAtOnce = 8

// Person is what the base of CVs says of a person now.
type Person struct {
	Name    string // empty where the CV names nobody, or names are hidden
	Title   string
	Deleted bool // the base has no such CV any more
}

// people asks who the persons are. Where this server has no base of CVs, nobody has a name and
// nobody is gone.
func (p Parts) people(ctx context.Context, ids []string, redact bool) (map[string]Person, error) {
	return each(ctx, ids, func(ctx context.Context, id string) (Person, error) { return p.person(ctx, id, redact) })
}

func (p Parts) person(ctx context.Context, id string, redact bool) (Person, error) {
	in := struct {
		ID       string   `json:"candidate_id"`
		Sections []string `json:"sections"`
		MaxChars int      `json:"max_chars"`
		Redact   bool     `json:"redact"`
	}{id, []string{"languages"}, 100, redact}
	var out struct {
		Name   string `json:"name"`
		Record struct {
			Title string `json:"title"`
		} `json:"record"`
	}
	err := p.Ask(ctx, askCandidate, in, &out)
	switch {
	case errors.Is(err, ErrAbsent):
		return Person{}, nil
	case fault.KindOf(err) == fault.NotFound:
		return Person{Deleted: true}, nil
	case redact:
		out.Name = ""
	}
	return Person{Name: out.Name, Title: out.Record.Title}, err
}

// titles asks how vacancies are called. One that is deleted has no title.
func (p Parts) titles(ctx context.Context, ids []string) (map[string]string, error) {
	return each(ctx, ids, func(ctx context.Context, id string) (string, error) {
		title, err := p.title(ctx, id)
		if errors.Is(err, ErrAbsent) || fault.KindOf(err) == fault.NotFound {
			return "", nil
		}
		return title, err
	})
}

func (p Parts) title(ctx context.Context, id string) (string, error) {
	in := struct {
		ID string `json:"id"`
	}{id}
	var out struct {
		Title string `json:"title"`
	}
	err := p.Ask(ctx, askVacancy, in, &out)
	return out.Title, err
}

// each asks for every id once.
func each[T any](ctx context.Context, ids []string, ask func(ctx context.Context, id string) (T, error)) (map[string]T, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(askedAtOnce)
	found := make(map[string]T, len(ids))
	var mu sync.Mutex
	for _, id := range ids {
		group.Go(func() error {
			one, err := ask(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			found[id] = one
			return err
		})
	}
	return found, group.Wait()
}
