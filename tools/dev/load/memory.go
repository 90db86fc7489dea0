package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// memory is what the system says of a process, in kB.
type memory struct{ now, peak int }

// memory reads /proc; elsewhere there is none and the figures stay out of the report.
func (s *server) memory() (memory, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return memory{}, fmt.Errorf("load: memory: %w", err)
	}
	return parseStatus(status)
}

func parseStatus(status []byte) (m memory, err error) {
	fields := map[string]*int{"VmRSS": &m.now, "VmHWM": &m.peak}
	lines := bufio.NewScanner(bytes.NewReader(status))
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		into, wanted := fields[key]
		if !wanted {
			continue
		}
		if _, err := fmt.Sscanf(value, "%d kB", into); err != nil {
			return memory{}, fmt.Errorf("load: memory: %s is %q: %w", key, value, err)
		}
	}
	if m.now == 0 || m.peak == 0 {
		return memory{}, errors.New("load: memory: VmRSS or VmHWM is missing")
	}
	return m, nil
}

func (m memory) String() string { return fmt.Sprintf("%d MB, at most %d MB", m.now>>10, m.peak>>10) }

// cpu is the processor time the server has used. Unlike a latency it does not depend on
// what else the machine does.
func (s *server) cpu() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("load: processor time: %w", err)
	}
	return parseStat(string(stat))
}

// parseStat reads fields 14 and 15 of proc_pid_stat(5), in ticks of 10 ms.
func parseStat(stat string) (time.Duration, error) {
	_, after, _ := strings.Cut(stat, ") ") // the program's name may hold spaces
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0, fmt.Errorf("load: processor time: %q", stat)
	}
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0, fmt.Errorf("load: processor time: %q: %w", stat, err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond, nil
}

// busy says how loaded the machine is: the load averages of the last 1, 5 and 15 minutes.
func busy() string {
	average, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(average))[:3], " ")
}
