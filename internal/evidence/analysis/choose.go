package analysis

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"kadry/internal/evidence/score"
	"kadry/internal/fault"
	"kadry/internal/github"
)

const (
	mostLookedAt  = 30      // repositories whose share is asked for
	largestSizeKB = 1 << 21 // of a history; what is over is not loaded
	perSkill      = 2       // repositories that are read for one asked skill before others
)

// candidate is a repository that may be read.
type candidate struct {
	github.Repository
	commits int // by the contributions of the years
	years   []github.YearOwn
	reviews github.Reviews
}

// choose says which repositories are read: those with the most own commits, and for each asked
// skill first those that are written in its languages or bear its name.
func (a *Analyst) choose(ctx context.Context, hub Hub, p github.Profile, q Question, terms []term, out *Analysis) ([]score.Share, error) {
	list := candidates(p)
	all := len(list)
	if !hub.Authenticated() && len(list) > q.Most {
		list = list[:q.Most] // each costs a request
	}
	known := map[string]candidate{}
	var ask []github.Repository
	for _, c := range list[:min(len(list), mostLookedAt)] {
		known[strings.ToLower(c.FullName)] = c
		ask = append(ask, c.Repository)
	}
	details, failed, err := hub.Details(ctx, p.User, ask)
	if err != nil {
		if len(ask) == 0 || !partial(err) {
			return nil, err
		}
		for _, r := range ask[:min(len(ask), q.Most)] {
			out.Failed = append(out.Failed, failure(r.FullName, err))
		}
	}
	for _, f := range failed {
		out.Failed = append(out.Failed, failure(f.Repository, f.Err))
	}
	var shares []score.Share
	for _, d := range ownOfForks(details) {
		c := known[strings.ToLower(d.FullName)]
		s := score.Share{Detail: d, Years: c.years, Reviews: c.reviews, Own: strings.EqualFold(d.Owner(), p.User.Login)}
		if fits(s, q.Lookback, out.At) {
			shares = append(shares, s)
		}
	}
	chosen := pick(shares, terms, q.Most)
	out.Left = len(shares) - len(chosen) + all - len(ask)
	return chosen, nil
}

// candidates are the repositories of a profile, most own commits first, and after all others the
// person's forks that were pushed to and in which the search found nothing.
func candidates(p github.Profile) []candidate {
	at := map[string]*candidate{}
	for _, r := range p.Repositories {
		if !r.Fork && !r.Empty {
			at[strings.ToLower(r.FullName)] = &candidate{Repository: r}
		}
	}
	for _, own := range []map[string][]github.YearOwn{p.Own, p.InForks} {
		for name, years := range own {
			key := strings.ToLower(name)
			if at[key] == nil {
				at[key] = &candidate{Repository: github.Repository{FullName: name}}
			}
			at[key].years, at[key].commits = years, p.Commits(name)
		}
	}
	for name, r := range p.Reviewed {
		key := strings.ToLower(name)
		if at[key] == nil && r.Count >= reviewsLeast {
			at[key] = &candidate{Repository: github.Repository{FullName: name}}
		}
		if at[key] != nil {
			at[key].reviews = r
		}
	}
	var list []candidate
	for _, c := range at {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.commits, b.commits), -cmp.Compare(a.reviews.Count, b.reviews.Count), b.PushedAt.Compare(a.PushedAt), strings.Compare(a.FullName, b.FullName))
	})
	for _, r := range p.Forked {
		if at[strings.ToLower(r.FullName)] == nil {
			list = append(list, candidate{Repository: r})
		}
	}
	return list
}

// reviewsLeast are so many reviews that a repository without own commits is looked at.
const reviewsLeast = 5

// forkedCommits are so many own commits that a fork is more than a patch for the original.
const forkedCommits = 5

// ownOfForks leaves with each fork the commits that were not made in its parent, which counts
// them itself.
func ownOfForks(details []github.Detail) []github.Detail {
	mine := map[string]int{}
	for _, d := range details {
		mine[strings.ToLower(d.FullName)] = d.Mine
	}
	for i, d := range details {
		if d.Fork {
			details[i].Mine = max(0, d.Mine-mine[strings.ToLower(d.Parent)])
		}
	}
	return details
}

// fits reports whether a repository can show anything of the person in the time asked for.
func fits(s score.Share, lookback int, now time.Time) bool {
	if s.Empty || s.Mirror || s.Mine == 0 && s.Reviews.Count < reviewsLeast || s.Fork && s.Mine < forkedCommits {
		return false
	}
	return lookback == 0 || s.PushedAt.IsZero() || now.Sub(s.PushedAt) <= time.Duration(lookback)*24*time.Hour
}

// pick takes so many repositories: for each term the two most promising, then by own commits.
func pick(shares []score.Share, terms []term, most int) []score.Share {
	slices.SortStableFunc(shares, func(a, b score.Share) int {
		return cmp.Or(-cmp.Compare(promise(a, term{}), promise(b, term{})), strings.Compare(a.FullName, b.FullName))
	})
	var chosen []score.Share
	taken := map[string]bool{}
	take := func(s score.Share) {
		if len(chosen) < most && !taken[s.FullName] {
			taken[s.FullName] = true
			chosen = append(chosen, s)
		}
	}
	for round := range perSkill {
		for _, t := range terms {
			ranked := slices.Clone(shares)
			slices.SortStableFunc(ranked, func(a, b score.Share) int { return -cmp.Compare(promise(a, t), promise(b, t)) })
			if round < len(ranked) && hint(ranked[round], t) > 0 {
				take(ranked[round])
			}
		}
	}
	for _, s := range shares {
		take(s)
	}
	slices.SortStableFunc(chosen, func(a, b score.Share) int {
		return cmp.Or(-cmp.Compare(a.Mine, b.Mine), strings.Compare(a.FullName, b.FullName))
	})
	return chosen
}

// promise guesses how much a repository will show of a term before it is read.
func promise(s score.Share, t term) float64 {
	weight := math.Log2(1 + float64(s.Mine))
	if s.SizeKB > largestSizeKB {
		weight /= 4
	}
	if len(t.names) == 0 {
		return weight
	}
	return weight * hint(s, t)
}

// hint is 0 where the languages of a repository rule a term out, 1 where they allow it, more
// where name, topics or description speak of it.
func hint(s score.Share, t term) float64 {
	allowed := len(t.languages) == 0 || len(s.Languages) == 0
	for _, l := range t.languages {
		allowed = allowed || s.Languages[l] > 0
	}
	h := 0.0
	if allowed {
		h = 1
	}
	for _, name := range append(t.names, t.asked) {
		low := strings.ToLower(name)
		if strings.EqualFold(s.Name(), name) || slices.Contains(s.Topics, low) {
			return h + 1
		}
		if len(low) > 2 && strings.Contains(strings.ToLower(s.Description+" "+s.FullName), low) {
			h += 0.5
		}
	}
	return h
}

// partial reports whether an answer can be given without what failed.
func partial(err error) bool {
	switch fault.KindOf(err) {
	case fault.Upstream, fault.Unavailable, fault.Limited, fault.Denied, fault.NotFound, fault.Conflict, fault.TooLarge:
		return true
	}
	return false
}
