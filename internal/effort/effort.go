// Package effort says how hard tests try. What is drawn by chance (moments to kill a
// process at, lists of attacks, made-up inputs) is tried a few times on every run and many
// times where somebody asks for it: KADRY_TEST_EFFORT multiplies it, `make soak` sets 10.
package effort

import (
	"flag"
	"fmt"
	"os"
	"strconv"
)

// Times is n, which is enough for every run, times the effort.
func Times(n int) int {
	effort, err := strconv.Atoi(os.Getenv("KADRY_TEST_EFFORT"))
	if err != nil || effort < 1 {
		return n
	}
	return n * effort
}

// Checks makes every property of a test binary be tried with n inputs times the effort, in place
// of the hundred that rapid tries by itself. TestMain calls it before the tests; -rapid.checks
// on the command line is stronger.
func Checks(n int) {
	if err := flag.Set("rapid.checks", strconv.Itoa(Times(n))); err != nil {
		panic(fmt.Sprintf("effort: a test binary without rapid: %v", err)) //nolint:forbidigo // a mistake of its TestMain, which nobody could return an error to
	}
}
