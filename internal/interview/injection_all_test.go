//go:build !race

package interview_test

// passedOver leaves no attack out.
func passedOver(int) bool { return false }
