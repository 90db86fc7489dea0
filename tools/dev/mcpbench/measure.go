package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

// baseline is what the ratio is against.
const baseline = "go-sdk"

var compared = []string{"kadry", baseline, "mcp-go", "kadry, default GC", "go-sdk, GOGC=400"}

type plan struct{ rounds, calls, workers, warm int }

// round is what one server did in one round.
type round struct {
	rps      float64
	p50, p99 time.Duration
	cpu      time.Duration // of the server, a call; 0 where the system does not tell
}

func (p plan) measure(ctx context.Context, out io.Writer) error {
	servers := make([]*process, 0, len(compared))
	defer func() {
		for _, s := range servers {
			s.stop()
		}
	}()
	for _, name := range compared {
		s, err := start(ctx, name)
		if err != nil {
			return err
		}
		servers = append(servers, s)
		if _, err := p.drive(ctx, s, p.warm); err != nil {
			return err
		}
	}
	rounds := map[string][]round{}
	for range p.rounds {
		for _, s := range servers {
			r, err := p.drive(ctx, s, p.calls)
			if err != nil {
				return err
			}
			rounds[s.name] = append(rounds[s.name], r)
		}
	}
	return p.report(out, rounds)
}

// drive makes n calls from all workers and holds every answer against what was asked.
func (p plan) drive(ctx context.Context, s *process, n int) (round, error) {
	var next atomic.Int64
	took := make([]time.Duration, n)
	failures := make([]error, p.workers)
	cpu := s.cpu()
	start := time.Now()
	var workers sync.WaitGroup
	for w := range p.workers {
		workers.Go(func() {
			c, err := dial(ctx, s.url)
			if err != nil {
				failures[w] = err
				return
			}
			defer c.close()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				before := time.Now()
				if failures[w] = c.call(i); failures[w] != nil {
					return
				}
				took[i] = time.Since(before)
			}
		})
	}
	workers.Wait()
	whole := time.Since(start)
	for _, err := range failures {
		if err != nil {
			return round{}, fmt.Errorf("mcpbench: %s: %w", s.name, err)
		}
	}
	slices.Sort(took)
	return round{
		rps: float64(n) / whole.Seconds(),
		p50: took[n/2],
		p99: took[n*99/100],
		cpu: (s.cpu() - cpu) / time.Duration(n),
	}, nil
}

func (p plan) report(out io.Writer, rounds map[string][]round) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%d rounds, %d calls, %d connections, revision %s\n", p.rounds, p.calls, p.workers, revision)
	text.WriteString("server\trps\tmin\tmax\tp50 ms\tp99 ms\tCPU us/call\tvs " + baseline + "\tworst round\t\n")
	base := rounds[baseline]
	for _, name := range compared {
		mine := rounds[name]
		rps := sorted(mine, func(r round) float64 { return r.rps })
		ratios := make([]float64, len(mine))
		for i := range mine {
			ratios[i] = mine[i].rps / base[i].rps
		}
		fmt.Fprintf(&text, "%s\t%.0f\t%.0f\t%.0f\t%.2f\t%.2f\t%.0f\t%.2f\t%.2f\t\n", name,
			median(rps), rps[0], rps[len(rps)-1],
			median(sorted(mine, func(r round) float64 { return ms(r.p50) })),
			median(sorted(mine, func(r round) float64 { return ms(r.p99) })),
			median(sorted(mine, func(r round) float64 { return float64(r.cpu.Microseconds()) })),
			median(rps)/median(sorted(base, func(r round) float64 { return r.rps })),
			slices.Min(ratios))
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if _, err := io.WriteString(table, text.String()); err != nil {
		return fmt.Errorf("mcpbench: report: %w", err)
	}
	return table.Flush()
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func sorted(rounds []round, of func(round) float64) []float64 {
	values := make([]float64, len(rounds))
	for i, r := range rounds {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values
}

func median(values []float64) float64 { return values[len(values)/2] }

// process is a server in a process of its own.
type process struct {
	name, url string
	command   *exec.Cmd
}

func start(ctx context.Context, name string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("mcpbench: own path: %w", err)
	}
	command := exec.CommandContext(ctx, self)
	command.Env = environment(name)
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("mcpbench: pipe of %s: %w", name, err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("mcpbench: start %s: %w", name, err)
	}
	p := &process{name: name, command: command}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("mcpbench: address of %s: %w", name, err)
	}
	p.url = strings.TrimSpace(line)
	return p, nil
}

// stop ends the server. How it ended says nothing: it is killed.
func (p *process) stop() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// cpu is the processor time the server has used, 0 where there is no /proc.
func (p *process) cpu() time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0
	}
	return time.Duration(user+system) * 10 * time.Millisecond // USER_HZ is 100 on Linux
}
