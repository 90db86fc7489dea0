package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// Memory that the process bounds by itself: the collector works hard from softMemory on; the
// kernel refuses hardMemory on top of what an idle process maps, as the runtime reserves more
// address space than it uses. A stack without end stops at maxStack.
const (
	softMemory = 160 << 20
	hardMemory = 768 << 20
	maxStack   = 64 << 20
)

// Confine gives up what this process does not need. It is called once, before anything
// foreign is read. Its error is that of a bound that every system of this kind has.
func Confine() (Confinement, error) {
	debug.SetMemoryLimit(softMemory)
	debug.SetMaxStack(maxStack)
	var c Confinement
	mapped, err := mappedBytes()
	if err != nil {
		return c, fmt.Errorf("sandbox: confine: %w", err)
	}
	for _, l := range []struct {
		resource int
		bound    uint64
		holds    *bool
	}{
		{unix.RLIMIT_AS, mapped + hardMemory, &c.Memory},
		{unix.RLIMIT_FSIZE, 0, &c.Writes},
		{unix.RLIMIT_CORE, 0, new(bool)},
	} {
		if err := unix.Setrlimit(l.resource, &unix.Rlimit{Cur: l.bound, Max: l.bound}); err != nil {
			return c, fmt.Errorf("sandbox: confine: %w", err)
		}
		*l.holds = true
	}
	if err := BoundTask(); err != nil {
		return c, err
	}
	c.CPU = true
	c.Network = !hasNetwork()
	c.Files = unix.Chroot(".") == nil && os.Chdir("/") == nil
	return c, nil
}

// mappedBytes is the address space of this process.
func mappedBytes() (uint64, error) {
	var pages uint64
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	if _, err := fmt.Sscan(string(statm), &pages); err != nil {
		return 0, fmt.Errorf("statm %q: %w", statm, err)
	}
	return pages * uint64(os.Getpagesize()), nil
}

// hasNetwork says whether this process can reach anything: a namespace of its own has only a
// loopback that is down.
func hasNetwork() bool {
	routes, err := os.ReadFile("/proc/self/net/dev")
	if err != nil {
		return true
	}
	lines := 0
	for _, b := range routes {
		if b == '\n' {
			lines++
		}
	}
	const headAndLoopback = 3
	return lines > headAndLoopback || os.Getenv(ownNamespace) == ""
}

// BoundTask lets this process use cpuSeconds more of processor time; the kernel ends it then.
func BoundTask() error {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		return fmt.Errorf("sandbox: bound task: %w", err)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CPU, &limit); err != nil {
		return fmt.Errorf("sandbox: bound task: %w", err)
	}
	limit.Cur = min(limit.Max, uint64(used.Utime.Sec+used.Stime.Sec)+1+cpuSeconds)
	if err := unix.Setrlimit(unix.RLIMIT_CPU, &limit); err != nil {
		return fmt.Errorf("sandbox: bound task: %w", err)
	}
	return nil
}

// ownNamespace is the one variable of a process's environment that tells it anything: that it
// was started in namespaces of its own.
const ownNamespace = "KADRY_OWN_NAMESPACE"

// separate starts a process in namespaces of its own, in which it may change its root.
func separate(process *exec.Cmd) {
	process.Env = append(process.Env, ownNamespace+"=1")
	process.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	process.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
	process.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
}

// detach keeps a terminal's interrupt from the process: the server ends it.
func detach(process *exec.Cmd) { process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// resident is the memory that a process holds.
func resident(pid int) (int64, bool) {
	var size, pages int64
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, false
	}
	if _, err := fmt.Sscan(string(statm), &size, &pages); err != nil {
		return 0, false
	}
	return pages * int64(os.Getpagesize()), true
}
