package codematch

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/kinship"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

// subject is a repository that is asked about, indexed or not.
type subject struct {
	card      kinship.Card
	functions []function
	indexed   *mirror.Repository
}

const (
	filesAtATime = 200
	// mostSubject bounds a repository that is asked about and not indexed, in bytes.
	mostSubject = 256 << 20
	// reversed are the best candidates whose functions are looked for in the subject in turn.
	reversed          = 3
	functionsReversed = 40
)

// runRepository finds repositories: by what they are about, and by the share of functions that
// answer to each other.
func (s *searcher) runRepository(ctx context.Context) (Search, error) {
	subject, err := s.subject(ctx)
	if err != nil {
		return Search{}, err
	}
	if subject.indexed != nil {
		s.q.filter.Without = append(s.q.filter.Without, subject.indexed.ID)
	}
	list, searched, err := s.answers(ctx, subject.functions)
	if err != nil {
		return Search{}, err
	}
	s.stage(0, 0, fault.Say("Comparing repositories", "Сравнение репозиториев"))
	groups := grouped(list, false)
	kin, err := s.kin(ctx, subject, groups)
	if err != nil {
		return Search{}, err
	}
	out := s.empty(searched)
	limit := s.q.skip + s.q.top
	for _, k := range kin[min(s.q.skip, len(kin)):min(limit, len(kin))] {
		m, err := s.related(ctx, k)
		if err != nil {
			return out, err
		}
		out.Matches = append(out.Matches, m)
	}
	s.number(&out)
	if err := s.deeper(ctx, &out); err != nil {
		return out, err
	}
	return out, s.keep(ctx, &out)
}

// subject reads the repository that is asked about: from the mirror where it is indexed, else
// from where it is.
func (s *searcher) subject(ctx context.Context) (subject, error) {
	for _, r := range s.shelf.all {
		if named(r.URL, s.q.name) {
			return s.fromMirror(ctx, r)
		}
	}
	address, err := source.Parse(s.q.name)
	if err != nil {
		return subject{}, err
	}
	return s.fromSource(ctx, address)
}

func (s *searcher) fromMirror(ctx context.Context, r mirror.Repository) (subject, error) {
	kept, err := s.Mirror.Get(ctx, s.tenant, r.URL)
	if err != nil {
		return subject{}, err
	}
	out := subject{indexed: &kept, card: cardOf(kept)}
	g := mirror.Generation{Repository: kept.ID, Number: kept.Generation}
	out.functions, err = s.functions(ctx, g, functionsOfRepository)
	return out, err
}

// cardOf is what a repository is about; one that an earlier version wrote down tells nothing
// until the repository is indexed again.
func cardOf(r mirror.Repository) kinship.Card {
	card, err := kinship.Decode(r.Card)
	if err != nil {
		return kinship.Card{Repository: r.URL}
	}
	return card
}

// functions are the longest functions of an indexed repository.
func (s *searcher) functions(ctx context.Context, g mirror.Generation, most int) ([]function, error) {
	var all []function
	for after := -1; ; after += filesAtATime {
		files, err := s.Mirror.Files(ctx, s.tenant, g, after, filesAtATime)
		if err != nil || len(files) == 0 {
			return longest(all, most), err
		}
		var digests []string
		for _, f := range files {
			if len(f.Units) > 1 {
				digests = append(digests, f.Digest)
			}
		}
		texts, err := s.Mirror.Texts(ctx, s.tenant, digests)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			all = append(all, inFile(f, texts[f.Digest])...)
		}
		all = longest(all, most)
	}
}

func inFile(f mirror.File, text []byte) (list []function) {
	for _, u := range f.Units {
		if u.Kind == unit.Function && u.End <= len(text) {
			list = append(list, function{path: f.Path, unit: u, language: f.Language, code: text[u.Start:u.End]})
		}
	}
	return list
}

func (s *searcher) fromSource(ctx context.Context, from source.Address) (out subject, err error) {
	s.stage(0, 0, fault.Say("Fetching", "Загрузка"))
	tree, err := s.Fetch.Open(ctx, source.Want{Address: from, AtMachine: s.q.atMachine, Report: func(done, total int64) {
		s.stage(int(done>>10), int(total>>10), fault.Say("Fetching, KB", "Загрузка, КБ"))
	}})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	card := kinship.NewBuilder(s.q.name)
	var total int64
	for f, err := range tree.Files {
		if err != nil {
			return out, err
		}
		if total += int64(len(f.Body)); total > mostSubject {
			s.note = fault.Say("Only the first %d MB were read.", "Прочитаны только первые %d МБ.", mostSubject>>20)
			break
		}
		parts := unit.Split(f.Path, f.Body, unit.Limits{})
		if parts.Skipped == "" || parts.Skipped == "not code" {
			card.Add(f.Path, parts.Language, string(f.Body))
		}
		out.functions = append(out.functions, inFile(mirror.File{Path: f.Path, Language: parts.Language, Units: parts.Units}, f.Body)...)
		if len(out.functions) > 8*functionsOfRepository {
			out.functions = longest(out.functions, functionsOfRepository)
		}
	}
	out.functions = longest(out.functions, functionsOfRepository)
	out.card = card.Card()
	return out, nil
}

// relative is a repository that relates to the subject.
type relative struct {
	repository mirror.Repository
	group      *group
	score      kinship.Score
	coverage   float64
	compared   int
}

// kin ranks all allowed repositories, those that share no function too.
func (s *searcher) kin(ctx context.Context, about subject, groups []*group) ([]relative, error) {
	all, err := s.Mirror.List(ctx, s.tenant, true)
	if err != nil {
		return nil, err
	}
	var list []relative
	var cards []kinship.Card
	coverage := map[int]float64{}
	for _, r := range all {
		if r.Generation == 0 || slices.Contains(s.q.filter.Without, r.ID) || s.q.filter.Repositories != nil && !slices.Contains(s.q.filter.Repositories, r.ID) {
			continue
		}
		k := relative{repository: r, compared: len(about.functions)}
		if i := slices.IndexFunc(groups, func(g *group) bool { return g.repository == r.ID }); i >= 0 && len(about.functions) > 0 {
			k.group = groups[i]
			k.coverage = covered(k.group, len(about.functions))
			if about.indexed != nil && i < reversed {
				if k.coverage, err = s.symmetric(ctx, k, *about.indexed); err != nil {
					return nil, err
				}
			}
		}
		if len(about.functions) > 0 {
			coverage[len(list)] = k.coverage
		}
		list, cards = append(list, k), append(cards, cardOf(r))
	}
	for _, score := range kinship.Rank(about.card, cards, kinship.Options{Coverage: coverage}) {
		list[score.Card].score = score
	}
	slices.SortStableFunc(list, func(a, b relative) int { return cmp.Compare(b.score.Similarity, a.score.Similarity) })
	return list, nil
}

// covered is the share of functions with a counterpart.
func covered(g *group, functions int) float64 {
	n := 0
	for _, p := range g.pairs {
		if p.score >= counterpart {
			n++
		}
	}
	return float64(n) / float64(functions)
}

// symmetric is the mean of how much of the subject stands in a repository and how much of that
// stands in the subject.
func (s *searcher) symmetric(ctx context.Context, k relative, subject mirror.Repository) (float64, error) {
	functions, err := s.functions(ctx, mirror.Generation{Repository: k.repository.ID, Number: k.repository.Generation}, functionsReversed)
	if err != nil || len(functions) == 0 {
		return k.coverage, err
	}
	other := *s
	other.q.filter = index.Filter{Repositories: []int64{subject.ID}}
	list, _, err := other.answers(ctx, functions)
	if err != nil {
		return 0, err
	}
	for _, g := range grouped(list, false) {
		return (k.coverage + covered(g, len(functions))) / 2, nil
	}
	return k.coverage / 2, nil
}

// related describes a repository by its best file.
func (s *searcher) related(ctx context.Context, k relative) (Match, error) {
	r := k.repository
	m := Match{Repository: r.ID, Match: match.Match{
		Place:   match.Place{RepositoryURL: r.URL, Branch: r.Branch, Commit: r.Commit},
		Score:   k.score.Similarity,
		Verdict: match.Unknown, VerifiedBy: match.None, Licence: r.Licence,
	}}
	if !r.CommittedAt.IsZero() {
		m.CommitAge = s.age(r)
	}
	reasons := k.score.Reasons
	m.Kinship = &Kinship{
		Score: k.score.Similarity, Coverage: k.coverage, Compared: k.compared, Shared: orEmpty(reasons.Words), Dependency: orEmpty(reasons.Dependencies),
		AskedOnly: orEmpty(reasons.OnlyA), FoundOnly: orEmpty(reasons.OnlyB),
	}
	if k.group == nil {
		return m, nil
	}
	pairs, err := s.pairsOf(ctx, k.group)
	if err != nil {
		return m, err
	}
	m.Pairs = pairs
	if f, u, ok := s.unitAt(k.group.pairs[0].found); ok {
		code := s.texts[f.Digest][u.Start:u.End]
		m.FilePath, m.StartLine, m.EndLine, m.Name, m.Language = f.Path, u.First, u.Last, u.Name, string(f.Language)
		m.Code, m.Cut = clipped(code), true
		m.Permalink = permalink(r, f.Path, u.First, u.Last)
	}
	return m, nil
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
