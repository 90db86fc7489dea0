package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"

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

	mu    sync.Mutex
	drawn bool   // a bar stands on the terminal
	told  string // the last message written as a line
	tenth int    // of the way, when the last line was written
}

// report is called by the operation, from any goroutine. A stream that is gone has no
// reader, so failures to write are let go.
func (p *progress) report(s op.Stage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	message := printable(strings.Join(strings.Fields(s.Text.In(p.lang)), " "))
	if p.width > 0 {
		p.drawn = true
		_, _ = io.WriteString(p.w, clearLine+clip(bar(s)+message, p.width-1))
		return
	}
	tenth := 0
	if s.Total > 0 {
		tenth = 10 * s.Done / s.Total
	}
	if message == p.told && tenth == p.tenth {
		return
	}
	p.told, p.tenth = message, tenth
	_, _ = io.WriteString(p.w, strings.TrimSpace(count(s)+message)+"\n")
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
