package index

import (
	"cmp"
	"slices"

	"kadry/internal/exam/fuzzy"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// Hit is one text of the bank that resembles a query.
type Hit struct {
	Ref problem.Ref
	fuzzy.Hit
}

// Resembling ranks the texts of all courses that in admits, as if they were one: at most so
// many, the most similar first. Function words alone resemble nothing.
func (x *Index) Resembling(in func(subject.Course) bool, text string, most int) []Hit {
	if len(wordsOf(text)) == 0 {
		return nil
	}
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
