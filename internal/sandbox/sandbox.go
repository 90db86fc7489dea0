// Package sandbox keeps processes in which foreign code runs: without environment, files and
// network where the system allows it, with bounds on memory, processor time, wall time and
// output. A Pool is the server's end; Confine and BoundTask are called by the process itself.
// What a process is asked and answers is of those who use it: lines of JSON each way.
package sandbox

import (
	"fmt"
	"time"
)

// Limits bound what one process may cost. A field of zero takes its default.
type Limits struct {
	Memory int64         // resident bytes; 256 MB
	Line   int           // bytes of one line that it answers; 64 KB
	Task   time.Duration // wall time of one task; 10 s
}

// cpuSeconds is the processor time of one task.
const cpuSeconds = 2

func (l Limits) orDefault() Limits {
	if l.Memory <= 0 {
		l.Memory = 256 << 20
	}
	if l.Line <= 0 {
		l.Line = 64 << 10
	}
	if l.Task <= 0 {
		l.Task = 10 * time.Second
	}
	return l
}

// Confinement tells what holds a process: what the system did not allow is false.
type Confinement struct {
	Network bool // has no network
	Files   bool // sees an empty folder alone
	Memory  bool // the kernel refuses more address space
	CPU     bool // the kernel ends it after its processor time
	Writes  bool // cannot make a file longer than empty
}

// Whole says whether nothing is missing.
func (c Confinement) Whole() bool { return c.Network && c.Files && c.Memory && c.CPU && c.Writes }

// Cause is why a process ended in the middle of a task.
type Cause string

// The causes.
const (
	Memory Cause = "memory"
	Time   Cause = "time" // wall or processor
	Output Cause = "output"
	Crash  Cause = "crash" // by itself: a stack without end, a defect of the interpreter
)

// Death is the error of a task that ended its process.
type Death struct {
	Cause  Cause
	Status error // of the process
}

func (d *Death) Error() string {
	return fmt.Sprintf("sandbox: process ended: %s: %v", d.Cause, d.Status)
}

func (d *Death) Unwrap() error { return d.Status }
