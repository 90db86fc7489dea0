package index

import (
	"cmp"
	"slices"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/retrieve"
)

// Hit is one text of the bank that resembles a query.
type Hit struct {
	Ref problem.Ref
	fuzzy.Hit
}

// Resembling ranks the texts of all courses that in admits, as if they were one: at most so
// many, the most similar first.
func (x *Index) Resembling(in func(subject.Course) bool, text string, most int) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	courses := x.within(in)
	indexes := make([]*fuzzy.Index, len(courses))
	for i, course := range courses {
		indexes[i] = x.holdings[course].texts
	}
	var hits []Hit
	for _, found := range fuzzy.Across(indexes, text, most) {
		course := courses[found.Index]
		hits = append(hits, Hit{problem.Ref{Course: course, ID: x.holdings[course].entries[found.Key].id}, found})
	}
	return hits
}

// within lists the courses with problems that in admits, in an order that does not change.
// The caller holds the lock.
func (x *Index) within(in func(subject.Course) bool) []subject.Course {
	var courses []subject.Course
	for course := range x.holdings {
		if in(course) {
			courses = append(courses, course)
		}
	}
	slices.SortFunc(courses, func(a, b subject.Course) int {
		return cmp.Or(cmp.Compare(a.Exam, b.Exam), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Grade, b.Grade))
	})
	return courses
}

// WithMostWords lists the problems that hold as many different words of the query as any
// problem does.
func (x *Index) WithMostWords(course subject.Course, words string) []problem.Ref {
	x.mu.RLock()
	defer x.mu.RUnlock()
	h := x.holdings[course]
	if h == nil {
		return nil
	}
	terms := retrieve.Terms(words)
	held, most := make([]int, len(h.entries)), 1
	for _, term := range terms {
		for key, score := range h.words.Scores([]retrieve.Term{term}) {
			if score > 0 {
				held[key]++
				most = max(most, held[key])
			}
		}
	}
	scores := h.words.Scores(terms)
	var keys []int
	for key, n := range held {
		if n == most {
			keys = append(keys, key)
		}
	}
	slices.SortStableFunc(keys, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return a - b
	})
	refs := make([]problem.Ref, len(keys))
	for i, key := range keys {
		refs[i] = problem.Ref{Course: course, ID: h.entries[key].id}
	}
	return refs
}
