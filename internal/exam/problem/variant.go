package problem

import "kadry/internal/exam/subject"

// Variant is a test on the site: problems in the order of the exam.
type Variant struct {
	Course subject.Course
	ID     string
	Title  string
	Items  []Item

	Warnings []Warning // numbers that could not be found, an old copy
}

// Item is one place of a variant.
type Item struct {
	Position int
	Ref      Ref      // zero ID when the number is hidden and nothing in the bank matches
	Hidden   bool     // the page kept the number back
	Found    float64  // similarity when the number was found by text, else 0
	Problem  *Problem // what the page shows of it
}
