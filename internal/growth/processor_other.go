//go:build !unix

package growth

import "time"

var start = time.Now()

// Processor is time on the clock where the system tells no better.
func Processor() time.Duration { return time.Since(start) }
