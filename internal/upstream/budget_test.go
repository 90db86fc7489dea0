package upstream_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestBudget_lastsADayAndSurvivesARestart(t *testing.T) {
	t.Parallel()
	for name, keeps := range map[string]bool{"with a folder": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, text("page"))
				p := plain()
				p.Daily = 3
				cfg := upstream.Config{}
				if keeps {
					cfg.Folder = t.TempDir()
				}
				time.Sleep(23 * time.Hour) // one hour before midnight UTC
				c := client(t, w, cfg, p)
				for i := range 3 {
					if _, err := c.Get(t.Context(), page(fmt.Sprint(i))); err != nil {
						t.Fatal(err)
					}
				}
				if keeps {
					c = client(t, w, cfg, p)
				}
				_, err := c.Get(t.Context(), page("more"))
				if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter != time.Hour || f.Hint.RU == "" {
					t.Errorf("%v after %s", err, f.RetryAfter)
				}
				if res, err := c.Get(t.Context(), again("0")); keeps && (err != nil || !res.Stale) {
					t.Errorf("a copy: %+v, %v", res, err)
				}
				if s := c.Stats()[0]; s.BudgetLeft != 0 || w.requests() != 3 {
					t.Errorf("%+v, %d requests", s, w.requests())
				}
				time.Sleep(time.Hour)
				if _, err := c.Get(t.Context(), page("more")); err != nil {
					t.Errorf("the next day: %v", err)
				}
				if s := c.Stats()[0]; s.BudgetLeft != 2 {
					t.Errorf("%+v", s)
				}
			})
		})
	}
}

func TestBudget_countsTriesAndRobots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, _, _ := robotsTown(t, 404, "")
		p := polite()
		p.Daily = 10
		c := client(t, w, upstream.Config{}, p)
		_, _ = c.Get(t.Context(), page("a"))
		if s := c.Stats()[0]; s.BudgetLeft != 8 || w.requests() != 2 {
			t.Errorf("%+v, %d requests", s, w.requests())
		}
	})
}

func TestBudget_isSharedByProcesses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w := newTown(t, text("page"))
	p := plain()
	p.Daily = 50
	var answered atomic.Int64
	var all sync.WaitGroup
	for n := range 4 {
		c := client(t, w, upstream.Config{Folder: folder}, p)
		for i := range 30 {
			all.Go(func() {
				if _, err := c.Get(t.Context(), page(fmt.Sprintf("%d/%d", n, i))); err == nil {
					answered.Add(1)
				}
			})
		}
	}
	all.Wait()
	if answered.Load() != 50 || w.requests() != 50 {
		t.Errorf("%d answers, %d requests, want 50", answered.Load(), w.requests())
	}
}

func TestBudget_forgetsPastDays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		p := plain()
		p.Daily = 5
		c := client(t, newTown(t, text("page")), upstream.Config{Folder: folder}, p)
		stranger := filepath.Join(folder, "budget", "other.1999-01-01")
		for range 20 {
			if _, err := c.Get(t.Context(), again("a")); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(stranger, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			time.Sleep(24 * time.Hour)
		}
		days, err := os.ReadDir(filepath.Dir(stranger))
		if err != nil || len(days) > 6 {
			t.Errorf("%d files, %v", len(days), err)
		}
		if _, err := os.Stat(stranger); err != nil {
			t.Errorf("another policy's count: %v", err)
		}
	})
}
