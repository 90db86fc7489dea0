package app

import (
	"runtime"
	"runtime/debug"
)

// How much garbage the collector lets stand before it runs, in percent of the live data,
// and in bytes where that is less. Most of a small request's cost is collecting, so a small
// heap may grow to five times its live data; a large one is worth its room.
const (
	mostGarbage  = 400
	leastGarbage = 200
	roomy        = 64 << 20
)

// limitMemory bounds what the process takes while it loads and serves.
func limitMemory(limitMB int64) {
	debug.SetGCPercent(mostGarbage)
	if limitMB > 0 {
		debug.SetMemoryLimit(limitMB << 20)
	}
}

// settleMemory gives back what loading left behind and sets the collector's pace by what
// stays: the search structures.
func settleMemory() {
	debug.FreeOSMemory()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	debug.SetGCPercent(garbageFor(stats.HeapAlloc))
}

func garbageFor(live uint64) int {
	return int(min(mostGarbage, max(leastGarbage, 100*roomy/max(live, 1))))
}
