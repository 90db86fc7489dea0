package exame2e_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia/sdamgiatest"
)

// copyingKills is how often a copying run is killed before one is left alone.
const copyingKills = 12 // times the effort; at moments drawn; three more at the first word

var syncPhys = []string{"sdamgia", "sync", "--subject", "phys"}

// A run that copies a course can be killed at any moment, again and again: the run that is
// left alone completes the work, nothing is there twice, nothing is missing, and what was
// finished before is not asked for again.
func TestExam_syncKilled(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("the moments are drawn with the seed %d", seed)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		fake := examSite(t, sdamgiatest.Stock{Course: phys, Types: 3, Categories: 40, Problems: 12})
		// The first categories have to be copied page by page, so that some moments lie within one.
		fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Renamed, Route: sdamgiatest.PrintPage, Times: 4})
		env = append(env, fake.env...)
		draw := rand.New(rand.NewPCG(seed, 0))
		for i := range effort.Times(copyingKills) {
			runFor(t, env, time.Duration(draw.IntN(1500))*time.Millisecond)
			if i%4 == 0 {
				runToWord(t, env)
			}
		}
		kept := progressOf(t, env)
		fake.Forget()
		said := e2etest.Succeed(t, env, syncPhys...)
		report := reportOf(t, said)
		if report.copied == 0 || report.copied+report.fresh != report.total || report.failed != 0 {
			t.Errorf("the last run says %q", said)
		}
		done := 0
		for _, p := range kept {
			if p.Done {
				done++
			}
		}
		t.Logf("%d categories were finished before the last run, which made %d requests", done, fake.Requests())
		if done == 0 {
			t.Error("every run was killed before it finished a category")
		}
		if report.fresh != done {
			t.Errorf("%d categories were finished, %d were left alone", done, report.fresh)
		}
		// A category takes a print page, or that and three pages where it fails.
		if n, most := fake.Requests(), 4*(report.total-done)+1; n > most {
			t.Errorf("the last run made %d requests, at most %d were to do", n, most)
		}
		wantWholeCourse(t, env, fake)
		fake.Forget()
		if again := reportOf(t, e2etest.Succeed(t, env, syncPhys...)); again.fresh != again.total || fake.Requests() != 0 {
			t.Errorf("once more: %+v with %d requests", again, fake.Requests())
		}
	})
}

// runFor copies the course and kills the process after a while.
func runFor(t *testing.T, env []string, while time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), while)
	defer cancel()
	cmd := exec.CommandContext(ctx, e2etest.Kadry, syncPhys...)
	cmd.Env = env
	// Killed is how it ends, or before it began, so there is nothing to tell.
	_ = cmd.Run()
}

// runToWord copies the course and kills the process at its first word of a stage, so that
// there is something to lose however slow the machine is.
func runToWord(t *testing.T, env []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), e2etest.Kadry, syncPhys...)
	cmd.Env = env
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if !e2etest.Until(bufio.NewScanner(said), "ege/phys") {
		t.Error("the run says nothing of its stages")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// Killed is how it ends, so Wait has nothing to tell.
	_ = cmd.Wait()
}

// copied is what a run said of itself.
type copied struct{ total, copied, fresh, failed, problems, requests int }

var reportLine = regexp.MustCompile(`(?m)^\S+: (\d+) categories, (\d+) copied, (\d+) fresh already, (\d+) failed; (\d+) problems, (\d+) requests$`)

func reportOf(t *testing.T, said string) copied {
	t.Helper()
	found := reportLine.FindStringSubmatch(said)
	if found == nil {
		t.Fatalf("no report: %q", said)
	}
	var n [6]int
	for i := range n {
		var err error
		if n[i], err = strconv.Atoi(found[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return copied{n[0], n[1], n[2], n[3], n[4], n[5]}
}

// databaseOf is where the processes of an environment keep their data.
func databaseOf(env []string) string {
	address := ""
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		switch {
		case name == "KADRY_DATA" && address == "":
			address = value + string(filepath.Separator)
		case name == "KADRY_DATABASE_URL":
			address = value
		}
	}
	return address
}

func progressOf(t *testing.T, env []string) (progress map[string]bank.Progress) {
	t.Helper()
	onShelf(t, databaseOf(env), func(ctx context.Context, shelf *examsql.Problems) {
		var err error
		if progress, err = shelf.Synced(ctx, phys); err != nil {
			t.Fatal(err)
		}
	})
	return progress
}

// wantWholeCourse compares the bank with the site: every category has its problems in
// order, each once and whole, and there is nothing else. The second look is over REST and
// asks the site for nothing.
func wantWholeCourse(t *testing.T, env []string, fake site) {
	t.Helper()
	all := map[string]bool{}
	onShelf(t, databaseOf(env), func(ctx context.Context, shelf *examsql.Problems) {
		for _, category := range fake.Categories(phys) {
			refs, err := shelf.Members(ctx, phys, category)
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, ref := range refs {
				ids, all[ref.ID] = append(ids, ref.ID), true
			}
			if diff := cmp.Diff(fake.Category(phys, category), ids); diff != "" {
				t.Errorf("category %s (-site +bank):\n%s", category, diff)
			}
		}
		if counts, err := shelf.Count(ctx); err != nil || len(counts) != 1 || counts[phys] != len(all) {
			t.Errorf("the bank counts %v, want %d: %v", counts, len(all), err)
		}
		wantSolved(ctx, t, shelf, fake, slices.Sorted(maps.Keys(all)))
	})
	s := e2etest.Serve(t, e2etest.Options{Env: env})
	fake.Forget()
	for _, category := range fake.Categories(phys) {
		got := foundIn(t, s.REST().Post(t, "sdamgia_get_category_problems", fmt.Sprintf(`{"subject":"phys","category_id":%q,"limit":50}`, category)))
		if diff := cmp.Diff(fake.Category(phys, category), got.IDs); diff != "" || got.Requests != 0 || got.Stale {
			t.Errorf("category %s: %d requests (-site +answer):\n%s", category, got.Requests, diff)
		}
	}
	if n := fake.Requests(); n != 0 {
		t.Errorf("the site was asked %d times for what is in the bank", n)
	}
}

// wantSolved checks that problems are there with question and answer.
func wantSolved(ctx context.Context, t *testing.T, shelf *examsql.Problems, fake site, ids []string) {
	t.Helper()
	refs := make([]problem.Ref, len(ids))
	for i, id := range ids {
		refs[i] = problem.Ref{Course: phys, ID: id}
	}
	stored, err := shelf.Get(ctx, refs)
	if err != nil {
		t.Fatal(err)
	}
	for _, ref := range refs {
		want, _ := fake.Problem(phys, ref.ID)
		if got := stored[ref]; got.Answer != want.Answer || got.Type != want.Type || got.Question.Empty() || got.Solution.Empty() {
			t.Errorf("%s is not whole: answer %q, type %q; want %q, %q", ref, got.Answer, got.Type, want.Answer, want.Type)
		}
	}
}

// Two runs at once over one base do the work together or twice, and the bank is the same.
func TestExam_syncTwice(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		fake := examSite(t)
		env = append(env, fake.env...)
		e2etest.Succeed(t, env, "migrate")
		var ended [2]e2etest.Outcome
		var running sync.WaitGroup
		for i := range ended {
			running.Go(func() { ended[i] = e2etest.Command(t, env, syncPhys...) })
		}
		running.Wait()
		for _, o := range ended {
			if o.Code != 0 {
				t.Fatalf("exit code %d: %s", o.Code, o.Stderr)
			}
			t.Logf("%s", o.Stdout)
		}
		if n := fake.MostAtOnce(); n > 2 {
			t.Errorf("%d requests at once", n)
		}
		wantWholeCourse(t, env, fake)
	})
}

// A server that runs while a course is copied shows the new problems without a restart.
func TestExam_syncWhileServing(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		fake := examSite(t)
		s := e2etest.Serve(t, e2etest.Options{Env: slices.Concat(env, []string{"KADRY_OFFLINE=true"})})
		p, _ := fake.Problem(phys, "1065")
		search := fmt.Sprintf(`{"subject":"phys","condition_text":%s}`, e2etest.Quoted(t, damaged(p)))
		if found := foundIn(t, s.REST().Post(t, "sdamgia_search_by_text", search)); found.Total != 0 {
			t.Fatalf("found before it was there: %+v", found)
		}
		foundIn(t, s.REST().Post(t, "sdamgia_compose_test", `{"subject":"phys","counts":{"1":2}}`))
		e2etest.Succeed(t, append(env, fake.env...), syncPhys...)
		if found := foundIn(t, s.REST().Post(t, "sdamgia_search_by_text", search)); len(found.Matches) == 0 || found.Matches[0].ID != "1065" {
			t.Errorf("by text: %+v", found)
		}
		if found := foundIn(t, s.REST().Post(t, "sdamgia_search_problems", `{"subject":"phys","query":"работа длилась"}`)); found.Total == 0 {
			t.Errorf("by words: %+v", found)
		}
		if test := foundIn(t, s.REST().Post(t, "sdamgia_compose_test", `{"subject":"phys","counts":{"1":2}}`)); test.Total != 2 {
			t.Errorf("composed: %+v", test)
		}
	})
}

// A site that goes down on the way ends the run with a code of its own and keeps what was
// copied; the next run goes on from there.
func TestExam_syncOutage(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	home := t.TempDir()
	e2etest.Succeed(t, fake.at(home), append(slices.Clone(syncPhys), "--category", "100,101")...)
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Outage, Route: sdamgiatest.PrintPage})
	got := e2etest.Command(t, fake.at(home), syncPhys...)
	if got.Code != 8 || !strings.Contains(got.Stderr, "categories") {
		t.Errorf("exit code %d: %s", got.Code, got.Stderr)
	}
	fake.Heal()
	if report := reportOf(t, e2etest.Succeed(t, fake.at(home), syncPhys...)); report.copied != 4 || report.fresh != 2 {
		t.Errorf("after the outage: %+v", report)
	}
	wantWholeCourse(t, fake.at(home), fake)
}
