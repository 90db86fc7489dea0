package index

import (
	"cmp"
	"math/bits"
	"slices"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/retrieve"
)

// word is a word of a query: how it was written and the stem it is looked for by.
type word struct{ spelled, stem string }

// mostWords is how many different words of a query are looked for.
const mostWords = 64

// wordsOf cuts a query into its words, each stem once, without function words.
func wordsOf(query string) []word {
	var list []word
	known := map[string]bool{}
	for _, t := range retrieve.Tokens(query) {
		stem := retrieve.Stem(retrieve.Base(t.Text))
		if known[stem] || function[t.Text] || len(list) == mostWords {
			continue
		}
		known[stem] = true
		list = append(list, word{query[t.Start:t.End], stem})
	}
	return list
}

// function are the words that hold sentences together and say nothing of what a problem is
// about, as retrieve.Tokens folds them. Single letters that name quantities are not among
// them, "а" and "a" aside.
var function = folded(`а без более бы был была были было быть в вам вас весь во вот все всех вы где да для до его ее если есть еще же за и из
	или им их к как каким каких какого какое какой какая какие ко когда который которая которое которые которого которой которых которым
	кто ли либо между мне мы на над надо нам нас не него нее нет ни них но о об обо он она они оно от перед по под при про с себя со
	так такой такая такое такие там то того тоже той только том тот ту тут ты у уже хотя чего чем чему через что чтобы чья чье чьи чей
	эта эти это этого этой этот этом эту я
	a about an and any are as at be been by can could do does for from had has have he her his how if in into is it its of on or our
	she should so than that the their them then there these they this those to was we were what when where which who whose why will
	with would you your`)

func folded(list string) map[string]bool {
	set := map[string]bool{}
	for _, t := range retrieve.Tokens(list) {
		set[t.Text] = true
	}
	return set
}

// ByWords ranks the problems of all courses that in admits by the share of the query's words
// that each holds, whatever their endings; a rare word counts for more, and one word of several
// is never enough. Score and coverage are that share.
func (x *Index) ByWords(in func(subject.Course) bool, query string, most int) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	asked, courses := wordsOf(query), x.within(in)
	held, weights := x.carriers(courses, asked)
	type ranked struct {
		Hit
		rank float64 // by BM25, within a course
	}
	var list []ranked
	for i, course := range courses {
		ranks := x.holdings[course].words.Scores(retrieve.Terms(query))
		for key, words := range held[i] {
			if bits.OnesCount64(words) < min(2, len(asked)) {
				continue
			}
			hit := fuzzy.Hit{Index: i, Key: uint32(key)}
			for n, w := range asked {
				if words&(1<<n) != 0 {
					hit.Words = append(hit.Words, w.spelled)
					hit.Coverage += weights[n]
				}
			}
			hit.Score = hit.Coverage
			list = append(list, ranked{Hit{problem.Ref{Course: course, ID: x.holdings[course].entries[key].id}, hit}, ranks[key]})
		}
	}
	slices.SortFunc(list, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Coverage, a.Coverage), cmp.Compare(b.rank, a.rank), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Key, b.Key))
	})
	hits := make([]Hit, min(most, len(list)))
	for i := range hits {
		hits[i] = list[i].Hit
	}
	return hits
}

// carriers are the problems of each course that hold any of the words, with which they hold, and
// the shares of the words in the whole query. The caller holds the lock.
func (x *Index) carriers(courses []subject.Course, asked []word) (held []map[int]uint64, weights []float64) {
	held, weights = make([]map[int]uint64, len(courses)), make([]float64, len(asked))
	documents, total := 0, 0.0
	for i, course := range courses {
		held[i] = map[int]uint64{}
		documents += len(x.holdings[course].entries)
	}
	for n, w := range asked {
		texts := 0
		for i, course := range courses {
			for key, score := range x.holdings[course].words.Scores([]retrieve.Term{{Stem: w.stem, Weight: 1}}) {
				if score > 0 {
					held[i][key] |= 1 << n
					texts++
				}
			}
		}
		weights[n] = retrieve.Rarity(documents, texts)
		total += weights[n]
	}
	for n := range weights {
		weights[n] /= total
	}
	return held, weights
}
