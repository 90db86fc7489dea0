package interview_test

import (
	"math/rand/v2"

	"kadry/internal/effort"
)

// Attacks go through whole interviews, which takes minutes for all of them: without more
// effort a run tries one in oneOf, from one drawn anew for each run.
const oneOf = 14

var attackShift = rand.IntN(oneOf)

// passedOver leaves an attack out of this run.
func passedOver(i int) bool { return effort.Times(1) < 10 && (i+attackShift)%oneOf != 0 }
