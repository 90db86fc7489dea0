package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const (
	barCells = 24
	// clearLine is the terminal's own word for "back to the start and erase".
	clearLine = "\r\x1b[K"
)

// progress shows how far a call has come: a bar that redraws itself on a terminal, else a
// line for every new message and every tenth of the way.
type progress struct {
	w     io.Writer
	lang  string
	width int // cells of the terminal, 0 when it is none
	now   func() time.Time

	mu    sync.Mutex
	drawn bool   // a bar stands on the terminal
	told  string // the last message written as a line
	tenth int    // of the way, when the last line was written
	first op.Stage
	since time.Time // of the first stage: the pace is measured from there
}

// report is called by the operation, from any goroutine. A stream that is gone has no
// reader, so failures to write are let go.
func (p *progress) report(s op.Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	message := printable(strings.Join(strings.Fields(s.Text.In(p.lang)), " "))
	if p.width > 0 {
		p.drawn = true
		_, _ = io.WriteString(p.w, clearLine+clip(bar(s)+p.pace(s)+message, p.width-1))
		return
	}
	tenth := tenthOf(s)
	if message == p.told && tenth == p.tenth {
		return
	}
	p.told, p.tenth = message, tenth
	_, _ = io.WriteString(p.w, strings.TrimSpace(count(s)+message)+"\n")
}

// measurable is how long a pace must have been kept to be told.
const measurable = 2 * time.Second

// pace is how many a second are done, and how long the rest takes at that pace.
func (p *progress) pace(s op.Stage) string {
	if p.since.IsZero() || s.Total != p.first.Total || s.Done < p.first.Done {
		p.first, p.since = s, p.now()
		return ""
	}
	took, done := p.now().Sub(p.since), s.Done-p.first.Done
	if took < measurable || done == 0 || s.Total <= 0 {
		return ""
	}
	rate := float64(done) / took.Seconds()
	left := time.Duration(float64(s.Total-s.Done) / rate * float64(time.Second)).Round(time.Second)
	if left <= 0 {
		return fmt.Sprintf("%.1f/s ", rate)
	}
	return fault.Say("%.1f/s, %s left ", "%.1f/с, осталось %s ", rate, left).In(p.lang)
}

// tenthOf is how many tenths of the way are behind.
func tenthOf(s op.Stage) int {
	if s.Total <= 0 {
		return 0
	}
	return 10 * s.Done / s.Total
}

// clear takes the bar away, so that the answer starts on an empty line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		_, _ = io.WriteString(p.w, clearLine)
	}
	p.drawn = false
}

func bar(s op.Stage) string {
	if s.Total <= 0 {
		return count(s)
	}
	full := barCells * min(max(s.Done, 0), s.Total) / s.Total
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", barCells-full) + "] " + count(s)
}

func count(s op.Stage) string {
	switch {
	case s.Total > 0:
		return fmt.Sprintf("%d/%d ", s.Done, s.Total)
	case s.Done > 0:
		return fmt.Sprintf("%d ", s.Done)
	}
	return ""
}
