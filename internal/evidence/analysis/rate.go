package analysis

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"kadry/internal/evidence/score"
	"kadry/internal/fault"
	"kadry/internal/github"
)

// mostEvident is how many skills are rated where none was asked for.
const mostEvident = 20

// evident are the skills that the shares show most of.
func (a *Analyst) evident(shares []score.Share) []term {
	names := map[string]bool{}
	for _, s := range shares {
		for name := range s.Survey.Uses {
			known := a.Skills.Resolve(name)
			if skill, ok := a.Skills.Skill(known.Skill); !ok || !skill.Concept {
				names[name] = true
			}
		}
	}
	var list []Skill
	for _, name := range slices.Sorted(maps.Keys(names)) {
		list = append(list, Skill{Name: name, Rating: score.Rate(each([]string{name}, shares), a.Now())})
	}
	slices.SortStableFunc(list, func(a, b Skill) int { return -cmp.Compare(a.Score, b.Score) })
	var terms []term
	for _, s := range list[:min(len(list), mostEvident)] {
		if s.Score > 0 {
			terms = append(terms, a.terms([]string{s.Name})...)
		}
	}
	return terms
}

// each is what every share shows of a skill with these names.
func each(names []string, shares []score.Share) []score.Evidence {
	list := make([]score.Evidence, 0, len(shares))
	for i := range shares {
		list = append(list, shares[i].Evidence(names))
	}
	return list
}

// shown is, by term, what the shares show of it and where a history would tell most.
func shown(terms []term, shares []score.Share) [][]score.Evidence {
	byTerm := make([][]score.Evidence, 0, len(terms))
	for _, t := range terms {
		list := each(t.names, shares)
		for i, s := range list {
			list[i].Paths = s.Survey.Paths(s.Use)
			list[i].Probes = s.Survey.Probes(list[i].Paths, s.Use)
		}
		byTerm = append(byTerm, list)
	}
	return byTerm
}

// trace asks for the histories of what shows the terms, in one request. Where GitHub cannot
// tell them, own commits are estimated, which is said.
func (a *Analyst) trace(ctx context.Context, hub Hub, shown [][]score.Evidence, out *Analysis) error {
	paths := paths(shown, out.Shares)
	if len(paths) == 0 {
		return nil
	}
	traces, err := history(ctx, hub, out.User, paths)
	if err != nil {
		if !partial(err) {
			return err
		}
		lost := failure("", err)
		out.Failed = append(out.Failed, lost)
		out.Unknown = append(out.Unknown, Unknown{Field: "evidence_items.own_commits", Reason: fault.Text{
			EN: "Histories of files could not be read, own commits are estimated: " + lost.Why.EN,
			RU: "Истории файлов прочесть не удалось, свои коммиты оценены: " + lost.Why.RU,
		}})
		return nil
	}
	if len(traces) == 0 {
		return nil
	}
	for i, s := range out.Shares {
		out.Shares[i].Traces = map[string]github.Traces{}
		for _, p := range paths {
			if t, ok := traces[p]; ok && p.Repository == s.FullName {
				out.Shares[i].Traces[p.Path] = t
			}
		}
	}
	return nil
}

const (
	pathsAtOnce = 90 // of one request for histories
	mostPaths   = 180
)

// history asks for the paths in one request, two where there are many.
func history(ctx context.Context, hub Hub, user github.User, paths []github.Path) (map[github.Path]github.Traces, error) {
	all := map[github.Path]github.Traces{}
	for part := range slices.Chunk(paths[:min(len(paths), mostPaths)], pathsAtOnce) {
		traces, err := hub.History(ctx, user, part)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, traces)
	}
	return all, nil
}

// paths lists whose history is asked for: in turns, so that each term of each repository has
// its best before any has its second.
func paths(shown [][]score.Evidence, shares []score.Share) []github.Path {
	var queues [][]github.Path
	for i, s := range shares {
		shows := false
		for _, byShare := range shown {
			paths := byShare[i].Paths
			if len(paths) == 0 {
				continue
			}
			shows = true
			for _, p := range paths {
				probe := byShare[i].Probes[p]
				paths = slices.Concat(paths, s.Survey.Beside(p), probe.Shown, probe.Rest)
			}
			queues = append(queues, at(s, paths))
		}
		if top, _ := s.Survey.Top(); shows {
			queues = append(queues, at(s, top))
		}
	}
	var list []github.Path
	seen := map[github.Path]bool{}
	for round := 0; ; round++ {
		more := false
		for _, q := range queues {
			if round >= len(q) {
				continue
			}
			more = true
			if !seen[q[round]] {
				seen[q[round]] = true
				list = append(list, q[round])
			}
		}
		if !more {
			return list
		}
	}
}

func at(s score.Share, paths []string) []github.Path {
	list := make([]github.Path, 0, len(paths))
	for _, p := range paths {
		list = append(list, github.Path{Repository: s.FullName, Path: p})
	}
	return list
}

func (a *Analyst) rate(terms []term, shown [][]score.Evidence, out *Analysis) {
	for i, t := range terms {
		s := Skill{Asked: t.asked, Name: t.name, Rating: score.Rate(shown[i], out.At)}
		if len(out.Failed) > 0 && s.Confidence == score.High {
			s.Confidence = score.Medium
		}
		s.Why = because(s, len(out.Shares))
		out.Skills = append(out.Skills, s)
	}
}

// languages shares out code and commits by language.
func (a *Analyst) languages(out *Analysis) {
	bytes, total := map[string]int64{}, int64(0)
	years := map[int]map[string]float64{}
	for _, s := range out.Shares {
		part := 1.0
		if s.All > 0 {
			part = min(1, float64(s.Mine)/float64(s.All))
		}
		for name, n := range s.Survey.Languages {
			bytes[name] += int64(float64(n) * part)
			total += int64(float64(n) * part)
		}
		for _, y := range s.Years {
			for name, n := range s.Survey.Languages {
				if years[y.Year] == nil {
					years[y.Year] = map[string]float64{}
				}
				years[y.Year][name] += float64(y.Commits) * float64(n) / float64(max(1, s.Survey.Code))
			}
		}
	}
	for name, n := range bytes {
		if n > 0 {
			out.Languages = append(out.Languages, Language{Name: name, Bytes: n, Share: math.Round(float64(n)/float64(total)*1000) / 1000})
		}
	}
	slices.SortFunc(out.Languages, func(a, b Language) int {
		return cmp.Or(-cmp.Compare(a.Bytes, b.Bytes), strings.Compare(a.Name, b.Name))
	})
	for _, y := range slices.Sorted(maps.Keys(years)) {
		out.Timeline = append(out.Timeline, YearOfLanguages{Year: y, Languages: years[y]})
	}
}
