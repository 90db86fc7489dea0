package talent

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// Search answers search_by_skills: candidates that have every required skill, most
// convincing first, each with the evidence; near misses apart; and when there is nobody,
// what to change.
func (b *Base) Search(ctx context.Context, tenant string, q Query) (Answer, error) {
	q, err := q.check()
	if err != nil {
		return Answer{}, err
	}
	if len(q.Required)+len(q.AnyOf) == 0 {
		var c checker
		c.Wrong("required_skills", fault.Say("must name at least one skill", "укажите хотя бы один навык"))
		return Answer{}, c.Err()
	}
	return b.search(ctx, tenant, q, nil)
}

// weigher changes how much each need counts, for searches by a weighted profile.
type weigher func(*plan)

// search runs a checked query.
func (b *Base) search(ctx context.Context, tenant string, q Query, weigh weigher) (Answer, error) {
	id, err := searchID(q)
	if err != nil {
		return Answer{}, err
	}
	if err := b.follow(ctx, tenant); err != nil {
		return Answer{}, err
	}
	page, err := b.page(tenant, q, id, weigh)
	if err != nil {
		return Answer{}, err
	}
	answer := page.answer
	answer.SearchID = id
	ids := make([]string, 0, len(page.hits)+len(page.near))
	for _, s := range append(slices.Clone(page.hits), page.near...) {
		ids = append(ids, s.id)
	}
	people, err := b.fetch(ctx, tenant, ids)
	if err != nil {
		return Answer{}, err
	}
	if q.Redact {
		hide(people)
	}
	for _, s := range page.hits {
		if c, ok := people[s.id]; ok {
			answer.Candidates = append(answer.Candidates, page.plan.hit(b.Skills, s, c))
		}
	}
	for _, s := range page.near {
		if c, ok := people[s.id]; ok {
			answer.NearMisses = append(answer.NearMisses, page.plan.hit(b.Skills, s, c))
		}
	}
	return answer, nil
}

// rankedCandidate is a ranked row with what is known of its row only under the read lock.
type rankedCandidate struct {
	rankedRow
	id         string
	duplicates []string
	linked     []string
}

// page is the part of a ranking that is shown.
type page struct {
	plan   *plan
	answer Answer
	hits   []rankedCandidate
	near   []rankedCandidate
}

// page ranks under the read lock and copies out what is shown.
func (b *Base) page(tenant string, q Query, id string, weigh weigher) (page, error) {
	p, done := b.reading(tenant)
	defer done()
	now := b.Now()
	pl := b.compile(q, p, now)
	if weigh != nil {
		weigh(pl)
	}
	wanted := q.TopK
	if q.Cursor != "" {
		wanted = len(p.rows) // where a later page begins is known from the whole order
	}
	ranked := pl.rank(p, wanted)
	start, err := pageStart(p, ranked.matched, q.Cursor, id)
	if err != nil {
		return page{}, err
	}
	end := min(start+q.TopK, len(ranked.matched))
	out := page{plan: pl, answer: Answer{Total: ranked.total, LevelUnknown: ranked.unknown, Understood: pl.understood(), AsOf: resume.MonthOf(now)}}
	for _, s := range ranked.matched[start:end] {
		out.hits = append(out.hits, pl.place(p, s))
	}
	if end < ranked.total {
		out.answer.NextCursor = cursor.Ask(id).After(strconv.Itoa(end) + " " + p.rows[ranked.matched[end-1].row].id)
	}
	if q.Cursor == "" {
		for _, s := range ranked.near {
			out.near = append(out.near, pl.place(p, s))
		}
	}
	if ranked.total == 0 {
		out.answer.Message = pl.nobody()
		out.answer.Relaxations = pl.relax(p, pl.others(p))
	}
	return out, nil
}

// pageStart finds where a page begins: after the candidate that ended the page before,
// or, when that one is gone, at the same place in the list.
func pageStart(p *pool, matched []rankedRow, given, id string) (int, error) {
	place, err := cursor.Ask(id).Place(given)
	if err != nil || place == "" {
		return 0, err
	}
	count, last, _ := strings.Cut(place, " ")
	shown, err := strconv.Atoi(count)
	if err != nil || shown < 0 {
		return 0, cursor.Unknown(err)
	}
	if at := slices.IndexFunc(matched, func(s rankedRow) bool { return p.rows[s.row].id == last }); at >= 0 {
		return at + 1, nil
	}
	return min(shown, len(matched)), nil
}

func (pl *plan) place(p *pool, s rankedRow) rankedCandidate {
	linked, offered := p.relativesOf(p.rows[s.row].id)
	out := rankedCandidate{rankedRow: s, id: p.rows[s.row].id, linked: linked}
	for _, o := range offered {
		if o.Because[0] == SameContact { // a name, or a text that was not compared, is too little for a list
			out.duplicates = append(out.duplicates, o.ID)
		}
	}
	return out
}

// fetch reads candidates of one page by id.
func (b *Base) fetch(ctx context.Context, tenant string, ids []string) (map[string]Candidate, error) {
	people := make(map[string]Candidate, len(ids))
	if len(ids) == 0 {
		return people, nil
	}
	list, err := b.Store.Candidates(ctx, tenant, ids)
	if err != nil {
		return nil, fmt.Errorf("talent: candidates of a page: %w", err)
	}
	for _, c := range list {
		people[c.ID] = b.shown(c)
	}
	return people, nil
}

// flat puts the alternatives of a choice in its place and leaves occupations out.
func flat(needs []need) []*need {
	var list []*need
	for i := range needs {
		switch n := &needs[i]; {
		case len(n.alternatives) > 0:
			list = append(list, flat(n.alternatives)...)
		case len(n.names) == 0:
			list = append(list, n)
		}
	}
	return list
}

// understood lists every asked skill once, in the order asked.
func (pl *plan) understood() Understood {
	var u Understood
	for _, group := range [][]need{pl.required, pl.preferred, pl.excluded, pl.minimums} {
		for _, n := range flat(group) {
			r := n.resolved
			if slices.ContainsFunc(u.Skills, func(s skill.Resolution) bool { return s.Asked == r.Asked }) {
				continue
			}
			u.Skills = append(u.Skills, r)
			if !r.Known {
				u.Unknown = append(u.Unknown, r)
			}
		}
	}
	return u
}
