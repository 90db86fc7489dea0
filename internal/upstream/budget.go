package upstream

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// unlimited is what is left of a budget that has no end.
const unlimited = -1

const budgetFolder = "budget"

// budget counts the requests of a policy in a UTC day. The count is the length of a file
// named after the day: one request appends one byte, and where the byte landed is the
// request's number. So a restart or kill forgets nothing, and processes that share the
// folder share the budget, with no lock.
type budget struct {
	daily  int
	prefix string // of the file, "" without a folder
	logger *slog.Logger

	mu   sync.Mutex
	day  string
	used int // by this process today; all there is without a folder
}

func newBudget(p Policy, folder string, logger *slog.Logger) *budget {
	b := &budget{daily: p.Daily, logger: logger}
	if folder != "" {
		b.prefix = filepath.Join(folder, budgetFolder, p.Name+".")
	}
	return b
}

// spend takes one request out of today's budget and reports whether there was one.
func (b *budget) spend(now time.Time) bool {
	if b.daily == 0 {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left(now) <= 0 {
		return false
	}
	b.used++
	if b.prefix == "" {
		return true
	}
	number, err := b.stamp()
	if err != nil { // a full disk must not make requests free: this process's own count goes on
		b.logger.Warn("the daily budget cannot be written", "error", err)
		return true
	}
	return number <= b.daily
}

// remaining is what is left of today's budget, unlimited if it has no end.
func (b *budget) remaining(now time.Time) int {
	if b.daily == 0 {
		return unlimited
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left(now)
}

func (b *budget) left(now time.Time) int {
	if day := now.UTC().Format(time.DateOnly); day != b.day {
		b.day, b.used = day, 0
		if b.prefix != "" {
			b.forget(now)
		}
	}
	used := b.used
	if b.prefix != "" {
		if info, err := os.Stat(b.prefix + b.day); err == nil {
			used = max(used, int(info.Size()))
		}
	}
	return max(0, b.daily-used)
}

// stamp appends one byte to the day's file and returns its place, counted from 1.
func (b *budget) stamp() (int, error) {
	if err := os.MkdirAll(filepath.Dir(b.prefix), 0o700); err != nil {
		return 0, fmt.Errorf("upstream: budget: %w", err)
	}
	f, err := os.OpenFile(b.prefix+b.day, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, fmt.Errorf("upstream: budget: %w", err)
	}
	defer f.Close()
	if _, err := f.Write([]byte{'.'}); err != nil {
		return 0, fmt.Errorf("upstream: budget: %w", err)
	}
	place, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, fmt.Errorf("upstream: budget: %w", err)
	}
	return int(place), nil
}

// forget removes the files of the policy's past days. Those of yesterday and tomorrow stay:
// the clock of another process may differ.
func (b *budget) forget(now time.Time) {
	folder, name := filepath.Split(b.prefix)
	files, err := os.ReadDir(folder)
	if err != nil {
		return // nothing was ever spent
	}
	for _, f := range files {
		date, ours := strings.CutPrefix(f.Name(), name)
		if day, err := time.Parse(time.DateOnly, date); ours && err == nil && now.Sub(day) > 72*time.Hour {
			os.Remove(filepath.Join(folder, f.Name()))
		}
	}
}

// untilTomorrow is how long a budget used up stays so.
func untilTomorrow(now time.Time) time.Duration {
	now = now.UTC()
	return now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}
