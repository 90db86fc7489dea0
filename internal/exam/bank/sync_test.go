package bank_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/compose"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// complete reports what keeps a shelf from being a whole copy of a course.
func complete(t testing.TB, shelf *examtest.Storage, s *examtest.Site, course subject.Course) {
	t.Helper()
	kept := examtest.All(t, shelf)
	for ref, p := range s.Problems {
		if got, ok := kept[ref]; ref.Course == course && (!ok || got.Answer != p.Answer) {
			t.Errorf("%s is missing or incomplete", ref)
		}
	}
	progress, err := shelf.Synced(context.Background(), course)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range s.Members {
		id, ours := strings.CutPrefix(key, course.String()+"/")
		if !ours {
			continue
		}
		members, err := shelf.Members(context.Background(), course, id)
		if err != nil || !slices.Equal(ids(members), want) {
			t.Errorf("category %s has %v, want %v (%v)", id, ids(members), want, err)
		}
		if !progress[id].Done {
			t.Errorf("category %s is not finished: %+v", id, progress[id])
		}
	}
}

func TestSync_copiesByPrintPages(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 90)
	b, shelf := examtest.NewBank(t, s)
	var stages []bank.SyncStage
	report, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, func(st bank.SyncStage) { stages = append(stages, st) })
	if err != nil {
		t.Fatal(err)
	}
	complete(t, shelf, s, examtest.Math)
	asked := s.Requests()
	if report.Problems != 90 || report.Copied != report.Total || report.Requests != len(asked) || len(asked) != 1+report.Total {
		t.Errorf("report %+v after %d requests", report, len(asked))
	}
	if last := stages[len(stages)-1]; last.Done != report.Total || last.Problems != 90 || last.Category == "" {
		t.Errorf("last stage %+v", last)
	}
	again, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil)
	if err != nil || again.Skipped != report.Total || len(s.Requests()) != 0 {
		t.Errorf("a second run: %+v, %v", again, err)
	}
	s.Now = func() time.Time { return examtest.Today.Add(time.Hour) }
	forced, err := bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now}).Sync(t.Context(), examtest.Math, bank.SyncOptions{Again: true, Categories: []string{"100"}}, nil)
	if err != nil || forced.Total != 1 || forced.Copied != 1 || len(s.Requests()) != 1 {
		t.Errorf("a forced run of one category: %+v, %v", forced, err)
	}
	complete(t, shelf, s, examtest.Math)
}

func TestSync_copiesByListPages(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 90)
	s.NoPrint = true
	b, shelf := examtest.NewBank(t, s)
	report, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil)
	if err != nil || report.Problems != 90 || len(report.Failed) != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	complete(t, shelf, s, examtest.Math)
}

var errKilled = errors.New("killed")

// A process killed at any write goes on where it was: nothing twice, nothing missing.
func TestSync_resumesAfterAKillAtEveryWrite(t *testing.T) {
	t.Parallel()
	for _, noPrint := range []bool{false, true} {
		writes := 0
		for killed := true; killed; writes++ {
			s := examtest.Stocked(examtest.Math, 45)
			s.NoPrint = noPrint
			b, shelf := examtest.NewBank(t, s)
			shelf.BreakAfter(writes, errKilled)
			_, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil)
			if killed = errors.Is(err, errKilled); !killed && err != nil {
				t.Fatal(err)
			}
			before := s.Requests()
			shelf.BreakAfter(0, nil)
			next := bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now})
			if _, err := next.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
				t.Fatal(err)
			}
			complete(t, shelf, s, examtest.Math)
			if asked := s.Requests(); noPrint && writes > 3 && repeated(before, asked) > 2 {
				t.Errorf("after %d writes %d pages were fetched again: %v then %v", writes, repeated(before, asked), before, asked)
			}
		}
		if writes < 4 {
			t.Errorf("only %d writes were tried", writes)
		}
	}
}

// repeated counts what was asked both times.
func repeated(before, after []string) int {
	n := 0
	for _, name := range after {
		if slices.Contains(before, name) {
			n++
		}
	}
	return n
}

// A site that fails at any page leaves that category for the next run and no other.
func TestSync_goesOnAfterAFailureAtEveryPage(t *testing.T) {
	t.Parallel()
	trial := examtest.Stocked(examtest.Math, 45)
	trial.NoPrint = true
	b, _ := examtest.NewBank(t, trial)
	if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range trial.Requests() {
		if strings.HasPrefix(name, "catalogue") || strings.HasSuffix(name, " 0") {
			continue
		}
		s := examtest.Stocked(examtest.Math, 45)
		s.NoPrint = true
		s.Broken[name] = fault.E(fault.Upstream, fault.Say("A captcha.", "Капча."), nil)
		b, shelf := examtest.NewBank(t, s)
		var failed []string
		report, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, func(st bank.SyncStage) {
			if st.Failed != nil {
				failed = append(failed, st.Category)
			}
		})
		if err != nil || len(report.Failed) != 1 || report.Copied != report.Total-1 || len(failed) != 1 {
			t.Errorf("%s: %+v, told %v, %v", name, report, failed, err)
			continue
		}
		delete(s.Broken, name)
		if again, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil || again.Copied != 1 || again.Skipped != report.Copied {
			t.Errorf("%s, then: %+v, %v", name, again, err)
		}
		complete(t, shelf, s, examtest.Math)
	}
}

func TestSync_cancelAtEveryPage(t *testing.T) {
	t.Parallel()
	for stop := 1; stop < 8; stop++ {
		s := examtest.Stocked(examtest.Math, 45)
		s.NoPrint = true
		b, shelf := examtest.NewBank(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		reports := 0
		_, err := b.Sync(ctx, examtest.Math, bank.SyncOptions{}, func(bank.SyncStage) {
			if reports++; reports == stop {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || reports != stop {
			t.Errorf("stopped at %d: %v after %d reports", stop, err, reports)
		}
		if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
			t.Fatal(err)
		}
		complete(t, shelf, s, examtest.Math)
		cancel()
	}
}

func TestSync_givesUpOnASiteOutOfReach(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 160)
	b, _ := examtest.NewBank(t, s)
	if _, _, err := b.Catalogue(t.Context(), examtest.Math); err != nil {
		t.Fatal(err)
	}
	for _, down := range []error{examtest.ErrDown, errCaptcha} {
		s.Requests()
		s.Down = down
		report, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil)
		if !errors.Is(err, down) || len(report.Failed) != 3 || len(s.Requests()) != 3 {
			t.Errorf("%v: %+v, %v", down, report, err)
		}
	}
}

func TestSync_partlyCopiedLongAgoStartsAnew(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 45)
	s.NoPrint = true
	b, shelf := examtest.NewBank(t, s)
	shelf.BreakAfter(3, errKilled)
	if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	shelf.BreakAfter(0, nil)
	s.Requests()
	s.Now = func() time.Time { return examtest.Today.Add(45 * 24 * time.Hour) }
	if _, err := bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now}).Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	complete(t, shelf, s, examtest.Math)
	if asked := s.Requests(); !slices.Contains(asked, "category math 100 1") {
		t.Errorf("asked %v, want the first page again: the list may have moved since", asked)
	}
}

func TestSync_refuses(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 10)
	b, _ := examtest.NewBank(t, s)
	if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{Categories: []string{"9"}}, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("an unknown category: %v", err)
	}
	if _, err := b.Sync(t.Context(), subject.Course{}, bank.SyncOptions{}, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no course: %v", err)
	}
	s.Catalogues[examtest.Russian] = problem.Catalogue{Course: examtest.Russian}
	if _, err := b.Sync(t.Context(), examtest.Russian, bank.SyncOptions{}, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("an empty catalogue: %v", err)
	}
	lonely, _ := examtest.Offline(t, s)
	if _, err := lonely.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("alone: %v", err)
	}
}

func TestCompose_fillsUpFromTheSite(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 120)
	b, _ := examtest.NewBank(t, s)
	recipe := compose.Recipe{Course: examtest.Math, Counts: map[string]int{"1": 3, "4": 2}, Seed: 7}
	test, err := b.Compose(t.Context(), recipe)
	if err != nil || len(test.Problems) != 5 || len(test.Short) != 0 {
		t.Fatalf("%d problems, short of %v, %v", len(test.Problems), test.Short, err)
	}
	if diff := cmp.Diff([]string{"catalogue math", "category math 100 0", "category math 400 0"}, s.Requests()); diff != "" {
		t.Error(diff)
	}
	again, err := b.Compose(t.Context(), recipe)
	if err != nil || !slices.Equal(numbers(test.Problems), numbers(again.Problems)) || len(s.Requests()) != 0 {
		t.Errorf("the same recipe: %v then %v, %v", numbers(test.Problems), numbers(again.Problems), err)
	}
	recipe.Exclude = numbers(test.Problems)
	other, err := b.Compose(t.Context(), recipe)
	if err != nil || len(other.Problems) != 5 {
		t.Fatal(err)
	}
	for _, id := range numbers(other.Problems) {
		if slices.Contains(recipe.Exclude, id) {
			t.Errorf("%s came although it must not", id)
		}
	}
}

func numbers(problems []problem.Problem) []string {
	var list []string
	for _, p := range problems {
		list = append(list, p.ID)
	}
	return list
}

func TestCompose_tellsOfShortages(t *testing.T) {
	t.Parallel()
	offline, _ := examtest.Offline(t, examtest.Stocked(examtest.Math, 8))
	test, err := offline.Compose(t.Context(), compose.Recipe{Course: examtest.Math, Counts: map[string]int{"1": 5, "77": 1}})
	if diff := cmp.Diff(map[string]int{"1": 3, "77": 1}, test.Short); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	s := examtest.Stocked(examtest.Math, 8)
	s.Down = examtest.ErrDown
	b, _ := examtest.NewBank(t, s)
	test, err = b.Compose(t.Context(), compose.Recipe{Course: examtest.Math, Counts: map[string]int{"1": 5}})
	if err != nil || len(test.Warnings) == 0 || test.Short["1"] != 5 {
		t.Errorf("%+v, %v", test, err)
	}
}

func TestCompose_boundsWhatItAsks(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 1200)
	for i := range s.Catalogues[examtest.Math].Topics[0].Categories {
		id := s.Catalogues[examtest.Math].Topics[0].Categories[i].ID
		s.Members["ege/math/"+id] = s.Members["ege/math/"+id][:1]
	}
	b, _ := examtest.NewBank(t, s)
	test, err := b.Compose(t.Context(), compose.Recipe{Course: examtest.Math, Counts: map[string]int{"1": 20}})
	if asked := s.Requests(); err != nil || len(asked) > 7 || test.Short["1"] == 0 {
		t.Errorf("%d requests, short of %v, %v", len(asked), test.Short, err)
	}
}

func TestCompose_refuses(t *testing.T) {
	t.Parallel()
	b, _ := examtest.Offline(t, examtest.Stocked(examtest.Math, 8))
	for name, counts := range map[string]map[string]int{
		"nothing": nil, "none of a type": {"1": 0}, "too many": {"1": 61}, "too many in all": {"1": 40, "2": 40}, "a negative count": {"1": -1},
	} {
		if _, err := b.Compose(t.Context(), compose.Recipe{Course: examtest.Math, Counts: counts}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheck_marksByTheKey(t *testing.T) {
	t.Parallel()
	b, _ := examtest.Offline(t, examtest.Stocked(examtest.Math, 8))
	p := examtest.Invent(examtest.Math, 3)
	for given, correct := range map[string]bool{p.Answer: true, " " + p.Answer + " ": true, p.Answer + "1": false} {
		got, err := b.Check(t.Context(), p.Ref, given)
		if err != nil || (got.Verdict.Outcome == "correct") != correct {
			t.Errorf("%q: %+v, %v", given, got.Verdict, err)
		}
	}
	if _, err := b.Check(t.Context(), examtest.RefOf(examtest.Math, "5"), "1"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("no such problem: %v", err)
	}
}

// Two runs in step divide the work: the one that sees the other ahead goes on from the end.
func TestSync_twoAtOnceDivideTheWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := examtest.Stocked(examtest.Math, 400)
		_, shelf := examtest.NewBank(t, s)
		s.Hold, s.Arrived = make(chan struct{}), make(chan string, 2)
		var reports [2]bank.SyncReport
		var running sync.WaitGroup
		for i := range reports {
			running.Go(func() {
				var err error
				if reports[i], err = bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now}).Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
					t.Error(err)
				}
			})
		}
		for synctest.Wait(); len(s.Arrived) > 0; synctest.Wait() {
			for range len(s.Arrived) { // the second hears what the first has kept
				<-s.Arrived
				s.Hold <- struct{}{}
				synctest.Wait()
			}
		}
		running.Wait()
		complete(t, shelf, s, examtest.Math)
		if twice := reports[0].Copied + reports[1].Copied - reports[0].Total; twice > reports[0].Total/4 {
			t.Errorf("%d categories were copied twice: %+v", twice, reports)
		}
	})
}
