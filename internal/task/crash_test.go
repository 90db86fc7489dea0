package task

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"kadry/internal/effort"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// childURL makes this test binary, started once more, work the tasks of the database it names
// until it is killed.
const childURL = "KADRY_TEST_TASK_URL"

// crashKills is how often the process is killed on each engine, times the effort.
const crashKills = 3

// marking counts by rows of a table: one step twice would break its key.
func marking(db *store.DB) *op.Op {
	return counting("mark", func(ctx context.Context, n int) error {
		fmt.Println("step", n)
		return db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO mark (n) VALUES ($1) ON CONFLICT DO NOTHING", n)
			return err
		})
	})
}

// child works the tasks and prints each step.
func child(url string) int {
	ctx := context.Background()
	db, err := store.Open(ctx, store.Config{URL: url, Conns: 4})
	if err == nil {
		tasks := New(Config{DB: db, Pace: 5 * time.Millisecond})
		var registry *op.Registry
		var queue *jobs.Queue
		if registry, err = op.NewRegistry(marking(db)); err == nil {
			queue, err = jobs.New(db, jobs.Config{Poll: 50 * time.Millisecond, Identity: "child"})
		}
		if err == nil {
			err = tasks.Bind(queue, &op.Pipeline{}, registry, registry)
		}
		if err == nil {
			err = queue.Run(ctx)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// A process is killed at any step again and again: the task goes on from its resume point
// each time and ends once, with every step taken.
func TestCrash_goesOnToTheEnd(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		const steps = 300
		perform(t, db, "CREATE TABLE mark (n BIGINT NOT NULL PRIMARY KEY)")
		p := newProcess(t, db, Config{}, marking(db))
		ctx := as(t, "acme", "ann")
		id := p.submit(ctx, "mark", fmt.Sprintf(`{"to":%d}`, steps)).ID
		resumed := 0
		for range effort.Times(crashKills) {
			cmd := exec.CommandContext(t.Context(), os.Args[0])
			cmd.Env, cmd.Stderr = append(os.Environ(), childURL+"="+b.URL), os.Stderr
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			for i := range 5 + rand.IntN(40) {
				if !lines.Scan() {
					t.Fatal("the child ended by itself")
				}
				var n int
				if _, err := fmt.Sscanf(lines.Text(), "step %d", &n); err != nil {
					t.Fatal(lines.Text())
				}
				if i == 0 && n > 0 {
					resumed++
				}
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait() // killed is how it ends
		}
		if resumed < effort.Times(crashKills)-1 {
			t.Errorf("%d attempts began anew and not from the resume point", effort.Times(crashKills)-1-resumed)
		}
		p.start()
		if task := p.untilFinal(ctx, id); task.State != op.TaskDone || task.Stage.Done != steps {
			t.Errorf("%+v", task)
		}
		if n := number(t, db, "SELECT count(*) FROM mark"); n != steps {
			t.Errorf("%d steps were taken, want %d", n, steps)
		}
	})
}
