package vectors

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"
	"strconv"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/vector"
	"kadry/internal/store"
)

const (
	// First is how many units the database chooses; fewer units than that are all scored.
	First = 2000
	// sampled is how many units stand for all that were not chosen, when a field's mean and
	// deviation are estimated.
	sampled = 500
)

// search is one question on its way through the tables.
type search struct {
	parts    []part
	question index.Question
	means    vector.Lengths
	within   []int64 // parts that the filter allows
	place    map[int64]part
	weights  [feature.Fields]map[uint32]float64 // what a term of the question is worth
	answer   index.Answer
}

// scored is a unit with its raw scores.
type scored struct {
	place      index.Place
	generation int64
	raw        [feature.Fields]float64
}

func (s *search) run(ctx context.Context, tx *sql.Tx) error {
	s.answer, s.within, s.place = index.Answer{}, nil, map[int64]part{} // may run again
	s.means = means(s.parts)
	filter := s.question.Filter
	for _, p := range s.parts {
		s.answer.Units += p.units
		s.place[p.id] = p
		if (len(filter.Repositories) == 0 || slices.Contains(filter.Repositories, p.repository)) && !slices.Contains(filter.Without, p.repository) {
			s.within = append(s.within, p.id)
		}
	}
	if err := s.weigh(ctx, tx); err != nil {
		return err
	}
	where, args := s.where()
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM code_part_unit WHERE "+where, args...).Scan(&s.answer.Searched); err != nil {
		return err
	}
	if s.answer.Searched == 0 || s.question.Limit <= 0 {
		return nil
	}
	// What is read is scored in memory; an index of the terms would have to be walked instead.
	const columns = "SELECT part, file, unit, terms FROM code_part_unit WHERE "
	if s.answer.Searched <= First {
		all, err := s.read(ctx, tx, columns+where, args)
		s.best(all, nil)
		return err
	}
	n := strconv.Itoa(len(args) + 1)
	sample, err := s.read(ctx, tx, columns+where+" ORDER BY lot, part, file, unit LIMIT $"+n, append(slices.Clone(args), sampled))
	if err != nil {
		return err
	}
	_, deviations := s.moments(nil, sample)
	s.floor(&deviations)
	sketch := vector.OfQuestion(s.question, s.answer.Units, s.answer.Frequencies, deviations).String()
	chosen, err := s.read(ctx, tx, columns+where+" ORDER BY sketch <#> $"+n+"::text::sparsevec LIMIT "+strconv.Itoa(First), append(slices.Clone(args), sketch))
	if err != nil {
		return err
	}
	s.best(chosen, sample)
	return nil
}

// weigh reads how many units have each term of the question.
func (s *search) weigh(ctx context.Context, tx *sql.Tx) error {
	var keys []int64
	for f, terms := range s.question.Terms {
		s.answer.Frequencies[f] = make([]int32, len(terms))
		s.weights[f] = map[uint32]float64{}
		for _, t := range terms {
			keys = append(keys, termKey(feature.Field(f), t.Hash))
		}
	}
	ids := make([]int64, len(s.parts))
	for i, p := range s.parts {
		ids[i] = p.id
	}
	units := map[int64]int32{}
	err := store.Each(ctx, tx, "SELECT term, sum(units)::int FROM code_part_term WHERE term = ANY ($1::bigint[]) AND part = ANY ($2::bigint[]) GROUP BY term", []any{keys, ids}, func(row *sql.Rows) error {
		var key int64
		var n int32
		err := row.Scan(&key, &n)
		units[key] = n
		return err
	})
	for f, terms := range s.question.Terms {
		for i, t := range terms {
			n := units[termKey(feature.Field(f), t.Hash)]
			s.answer.Frequencies[f][i] = n
			s.weights[f][t.Hash] = float64(t.Weight) * index.Inverse(s.answer.Units, int(n))
		}
	}
	return err
}

// where is the filter in SQL, with its arguments.
func (s *search) where() (text string, args []any) {
	text, args = "part = ANY ($1::bigint[])", []any{s.within}
	add := func(condition string, list []string) {
		if len(list) > 0 {
			args = append(args, list)
			text += " AND " + condition + " ANY ($" + strconv.Itoa(len(args)) + "::text[])"
		}
	}
	filter := s.question.Filter
	var languages, kinds, paths []string
	for _, l := range filter.Languages {
		languages = append(languages, string(l))
	}
	for _, k := range filter.Kinds {
		kinds = append(kinds, string(k))
	}
	for _, p := range filter.Paths {
		paths = append(paths, index.PatternOf(p).Expression())
	}
	add("language =", languages)
	add("kind =", kinds)
	add("path ~", paths)
	return text, args
}

// read scores the units of a query.
func (s *search) read(ctx context.Context, tx *sql.Tx, text string, args []any) (list []scored, err error) {
	err = store.Each(ctx, tx, text, args, func(row *sql.Rows) error {
		var part int64
		var u scored
		var packed []byte
		if err := row.Scan(&part, &u.place.File, &u.place.Unit, &packed); err != nil {
			return err
		}
		u.place.Repository, u.generation = s.place[part].repository, s.place[part].generation
		v, err := vector.Unpack(packed)
		for f, terms := range v {
			u.raw[f] = s.score(feature.Field(f), terms)
		}
		list = append(list, u)
		return err
	})
	return list, err
}

func (s *search) score(f feature.Field, terms []feature.Term) (raw float64) {
	if len(s.weights[f]) == 0 {
		return 0
	}
	length := 0
	for _, t := range terms {
		length += int(t.Count)
	}
	for _, t := range terms {
		if weight := s.weights[f][t.Hash]; weight != 0 {
			raw += weight * index.Saturated(int(t.Count), length, s.means[f])
		}
	}
	return raw
}

// moments are mean and deviation by field over all units that the filter allows: the chosen
// ones count for themselves, those of the sample that are not among them for all others.
func (s *search) moments(chosen, sample []scored) (mean, deviation [feature.Fields]float64) {
	known := map[index.Place]bool{}
	for _, u := range chosen {
		known[u.place] = true
	}
	others := slices.DeleteFunc(slices.Clone(sample), func(u scored) bool { return known[u.place] })
	weight := 0.0
	if len(others) > 0 {
		weight = float64(s.answer.Searched-len(chosen)) / float64(len(others))
	}
	missing := float64(max(0, index.LeastUnits-s.answer.Searched))
	total := float64(len(chosen)) + weight*float64(len(others)) + missing
	over := func(f int, value func(raw float64) float64) float64 {
		sum := missing * value(0) / total
		for _, u := range chosen {
			sum += value(u.raw[f]) / total
		}
		for _, u := range others {
			sum += weight * value(u.raw[f]) / total
		}
		return sum
	}
	for f := range mean {
		mean[f] = over(f, func(raw float64) float64 { return raw })
		deviation[f] = math.Sqrt(over(f, func(raw float64) float64 { return (raw - mean[f]) * (raw - mean[f]) }))
	}
	return mean, deviation
}

// rarest is the share of a perfect score below which the deviation of a field is not believed
// when it comes of a sample: nobody in the sample may have what a few units have.
const rarest = 0.01

func (s *search) floor(deviations *[feature.Fields]float64) {
	for f := range deviations {
		perfect := 0.0
		for _, weight := range s.weights[f] {
			perfect += weight
		}
		if len(s.weights[f]) > 0 {
			deviations[f] = math.Max(deviations[f], rarest*perfect)
		}
	}
}

// best fills the answer with the best of the chosen units.
func (s *search) best(chosen, sample []scored) {
	mean, deviation := s.moments(chosen, sample)
	for _, u := range chosen {
		h := index.Hit{Place: u.place, Generation: u.generation}
		shares := false
		for f, raw := range u.raw {
			if len(s.question.Terms[f]) == 0 {
				continue
			}
			signal := index.Signal(raw, mean[f], deviation[f])
			h.Raw[f], h.Signals[f] = float32(raw), float32(signal)
			h.Score += s.question.Weights[f] * signal
			shares = shares || raw > 0
		}
		if shares {
			s.answer.Hits = append(s.answer.Hits, h)
		}
	}
	slices.SortFunc(s.answer.Hits, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), a.Place.Compare(b.Place))
	})
	s.answer.Hits = s.answer.Hits[:min(len(s.answer.Hits), s.question.Limit)]
}
