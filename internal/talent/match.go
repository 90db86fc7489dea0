package talent

import "context"

// Browse lists everybody who meets the conditions of q, which may name no skill at all:
// the way to leaf through a base.
func (b *Base) Browse(ctx context.Context, tenant string, q Query) (Answer, error) {
	q, err := q.check()
	if err != nil {
		return Answer{}, err
	}
	return b.search(ctx, tenant, q, nil)
}

// Match holds one candidate against a search: the same hit the search would show,
// whether or not the candidate matches. fault.NotFound when there is no such candidate.
func (b *Base) Match(ctx context.Context, tenant, id string, q Query) (Hit, error) {
	q, err := q.check()
	if err != nil {
		return Hit{}, err
	}
	if err := b.follow(ctx, tenant); err != nil {
		return Hit{}, err
	}
	people, err := b.fetch(ctx, tenant, []string{id})
	if err != nil {
		return Hit{}, err
	}
	if q.Redact {
		hide(people)
	}
	person, ok := people[id]
	if !ok {
		return Hit{}, noCandidate(id)
	}
	pl, rows, err := b.rankedRows(tenant, q, []string{id})
	if err != nil {
		return Hit{}, err
	}
	return pl.hit(b.Skills, rows[0], person), nil
}
