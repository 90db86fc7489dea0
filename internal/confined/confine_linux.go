package confined

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"
)

// confine bounds the memory of this process. The kernel counts address space, of which the
// runtime reserves more than it uses, so the hard bound is on top of what is mapped now.
func confine(soft, hard int64) error {
	debug.SetMemoryLimit(soft)
	var pages int64
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	if _, err := fmt.Sscan(string(statm), &pages); err != nil {
		return fmt.Errorf("statm %q: %w", statm, err)
	}
	bound := uint64(pages*int64(os.Getpagesize()) + hard)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &limit); err != nil {
		return err
	}
	limit.Cur = min(bound, limit.Max)
	return syscall.Setrlimit(syscall.RLIMIT_AS, &limit)
}

// detach keeps a terminal's interrupt from the child: the server that gets it too finishes
// what it has begun, and needs its children for that.
func detach(process *exec.Cmd) { process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
