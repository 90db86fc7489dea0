package api

import (
	"cmp"
	"context"
	"slices"
	"strings"

	gh "github.com/google/go-github/v92/github"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// What the contributions of the years leave out, the search for commits finds: work in forks,
// which GitHub counts as no contribution and, where an organisation has them, lists under nobody.

// elsewhere is what the search found by repository.
type elsewhere struct{ own, forks map[string][]github.YearOwn }

// elsewhere asks for the newest hundred commits of a login, in one request. What was found before
// the search broke off comes beside the error.
func (s *Session) elsewhere(ctx context.Context, login string) (elsewhere, error) {
	hits, _, err := s.rest.Search.Commits(ctx, "author:"+login+" merge:false", &gh.SearchOptions{
		Sort: "author-date", Order: "desc", ListOptions: gh.ListOptions{PerPage: 100},
	})
	if err = s.refused(err, aUser(login)); fault.KindOf(err) == fault.Limited {
		err = s.limited(fault.From(err).RetryAfter, err) // a pause of ours that an earlier answer asked for is one as well
	}
	if err != nil {
		return elsewhere{}, unsearched(err)
	}
	found := counted(hits.Commits)
	if hits.GetIncompleteResults() {
		return found, unsearched(fault.E(fault.Upstream, fault.Say("GitHub ended the search early.", "GitHub прервал поиск."), nil))
	}
	return found, nil
}

// unsearched tells what a failure of the search leaves unknown; one that is not GitHub's stays
// as it is.
func unsearched(err error) error {
	f := fault.From(err)
	if f.Kind == fault.Internal || f.Kind == fault.Timeout {
		return err
	}
	told := *f
	told.Text = fault.Text{
		EN: "Commits in forks and outside of the profile's lists were not searched for: " + f.Text.EN,
		RU: "Коммиты в форках и вне списков профиля не искались: " + f.Text.RU,
	}
	return &told
}

// counted counts commits by repository and year. One that several repositories have went from one
// to its forks: it counts for none of these.
func counted(hits []*gh.CommitResult) elsewhere {
	in := map[string]int{} // repositories that have a commit
	for _, h := range hits {
		in[h.GetSHA()]++
	}
	own, forks := map[string]map[int]int{}, map[string]map[int]int{}
	for _, h := range hits {
		name, year := h.GetRepository().GetFullName(), h.GetCommit().GetAuthor().GetDate().UTC().Year()
		at := own
		if h.GetRepository().GetFork() {
			at = forks
		}
		if name == "" || h.GetRepository().GetFork() && in[h.GetSHA()] > 1 {
			continue
		}
		if at[name] == nil {
			at[name] = map[int]int{}
		}
		at[name][year]++
	}
	return elsewhere{own: byYear(own), forks: byYear(forks)}
}

func byYear(counts map[string]map[int]int) map[string][]github.YearOwn {
	list := map[string][]github.YearOwn{}
	for name, years := range counts {
		for year, n := range years {
			list[name] = append(list[name], github.YearOwn{Year: year, Commits: n})
		}
		slices.SortFunc(list[name], func(a, b github.YearOwn) int { return cmp.Compare(a.Year, b.Year) })
	}
	return list
}

// widen puts beside a profile what the search finds; what the profile knows already is counted
// better there. It fails only with its caller.
func (s *Session) widen(ctx context.Context, p *github.Profile) error {
	found, err := s.elsewhere(ctx, p.User.Login)
	if ctx.Err() != nil {
		return err
	}
	known := map[string]bool{}
	for name := range p.Own {
		known[strings.ToLower(name)] = true
	}
	for name, years := range found.own {
		if !known[strings.ToLower(name)] {
			p.Own[name] = years
		}
	}
	p.InForks, p.Unsearched = found.forks, err
	return nil
}
