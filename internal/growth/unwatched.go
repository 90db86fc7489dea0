//go:build !race

package growth

// watched is whether the race detector is on: a measure would be one of the detector.
const watched = false
