//go:build unix

package growth

import (
	"syscall"
	"time"
)

// Processor is the time that the process and the children it has waited for computed. What
// the system did for them, as giving memory, is no work on the text.
func Processor() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		if err := syscall.Getrusage(who, &used); err != nil {
			panic(err) //nolint:forbidigo // the two constants are the only argument that can be wrong
		}
		total += time.Duration(used.Utime.Nano())
	}
	return total
}
