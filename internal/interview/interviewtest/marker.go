package interviewtest

import (
	"sync"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

// markers are those of the tests of this process, by bank.
var markers struct {
	sync.Mutex
	of map[*bank.Bank]*marking.Marker
}

// Marker returns the marker of a bank, one for all rooms of a process: to read the model answers
// of a bank takes longer than most interviews of tests.
func Marker(b *bank.Bank) *marking.Marker {
	markers.Lock()
	defer markers.Unlock()
	if m := markers.of[b]; m != nil {
		return m
	}
	if markers.of == nil {
		markers.of = map[*bank.Bank]*marking.Marker{}
	}
	m := marking.NewMarker(b)
	markers.of[b] = m
	return m
}
