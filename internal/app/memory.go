package app

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// How much garbage the collector lets stand before it runs, in percent of the live data,
// and in bytes where that is less. Most of a small request's cost is collecting, so a small
// heap may grow to five times its live data; a large one is worth its room.
const (
	startGarbage = 1600 // of the least heap of 4 MB
	mostGarbage  = 400
	leastGarbage = 200
	roomy        = 64 << 20
)

// startMemory spares the collector what is read at every start: many a command ends there.
// The first collection, or end, sets the pace that the process began with.
func startMemory() (end func()) {
	before := debug.SetGCPercent(startGarbage)
	if before < 0 || before > startGarbage {
		debug.SetGCPercent(before)
		return func() {}
	}
	end = sync.OnceFunc(func() { debug.SetGCPercent(before) })
	runtime.AddCleanup(new([16]*byte), func(end func()) { end() }, end)
	return end
}

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
