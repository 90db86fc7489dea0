//go:build !linux

package confined

import (
	"os/exec"
	"runtime/debug"
)

// confine bounds the memory of this process as far as the runtime does it by itself: only
// Linux has a bound by address space that fits its allocator.
func confine(soft, _ int64) error {
	debug.SetMemoryLimit(soft)
	return nil
}

// detach is for systems with process groups.
func detach(*exec.Cmd) {}
