// Package exam is the exam room: subjects and problems of Russian school exams, the local
// bank they are kept in, search that forgives typing and scanning mistakes, checking of an
// answer by the exam's own rules, and tests composed from the bank. It reads the exam site
// through a port and never says HTML or SQL. What a page means is the adapter's business;
// formulas, fuzzy search and the rules of answers are its own sub-packages.
package exam

import "kadry/internal/exam/subject"

// Ref names a problem.
type Ref struct {
	subject.Course
	ID string // digits
}

// String is the problem in one word: "ege/math:26662".
func (r Ref) String() string { return r.Course.String() + ":" + r.ID }

// firstOwn is the first number of the practice problems that come with kadry; the site's
// numbers have six digits at most.
const firstOwn = "9000001"

// Own reports whether a problem is one that comes with kadry. The site knows nothing of
// those, and their copies never age.
func (r Ref) Own() bool { return len(r.ID) == len(firstOwn) && r.ID >= firstOwn }

func texts[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = string(item)
	}
	return out
}
