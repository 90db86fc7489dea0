package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// report is the table of docs/performance.md.
type report struct {
	notes []string
	rows  []row
}

type row struct {
	what, figure, bar string
	missed            bool
}

func (r *report) note(text string) { r.notes = append(r.notes, text) }

// add puts a figure into the table; bar is empty when nothing was promised.
func (r *report) add(what, figure, bar string, kept bool) {
	r.rows = append(r.rows, row{what, figure, bar, bar != "" && !kept})
}

func (r *report) write(out io.Writer) error {
	var b strings.Builder
	for _, note := range r.notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	b.WriteString("\n| What | Measured | Bar | |\n|---|---|---|---|\n")
	for _, row := range r.rows {
		verdict := ""
		switch {
		case row.missed:
			verdict = "missed"
		case row.bar != "":
			verdict = "kept"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", row.what, row.figure, row.bar, verdict)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// ms is a duration in milliseconds with three digits that say something.
func ms(d time.Duration) string {
	value := float64(d.Microseconds()) / 1000
	if value < 10 {
		return fmt.Sprintf("%.2f ms", value)
	}
	return fmt.Sprintf("%.1f ms", value)
}

func (l latency) String() string {
	return fmt.Sprintf("p50 %s, p95 %s, p99 %s, most %s", ms(l.p50), ms(l.p95), ms(l.p99), ms(l.most))
}
