//go:build race

package interview_test

// passedOver leaves most attacks out: with the race detector the suite would take ten times
// as long, and races do not depend on what an attack says. Without it all are tried.
func passedOver(i int) bool { return i%7 != 0 }
