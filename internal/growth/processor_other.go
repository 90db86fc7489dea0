//go:build !unix

package growth

import "time"

var start = time.Now()

// processor is time on the clock where the system tells no better.
func processor() time.Duration { return time.Since(start) }
