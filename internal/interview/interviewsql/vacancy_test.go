package interviewsql

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

func aVacancy(tenant, id, external string, version int) vacancy.Vacancy {
	return vacancy.Vacancy{
		ID: id, Tenant: tenant, ExternalID: external, Version: version, CreatedAt: noon, UpdatedAt: noon.Add(time.Duration(version) * time.Minute),
		Draft: vacancy.Draft{
			Title: fmt.Sprintf("Разработчик Go, версия %d", version), Description: "\"Кавычки\" & 😀", Requirements: "Go\nSQL", Responsibilities: "Писать",
			Language: bank.Russian, Level: bank.Senior,
			Needs: []vacancy.Need{{Skill: "go", Weight: 0.8, Level: bank.Middle, Quote: "Go"}, {Skill: "sql", Weight: 0.3}},
		},
	}
}

func wantVacancies(t *testing.T, k keeper, tenant string, want ...vacancy.Vacancy) {
	t.Helper()
	list, err := k.Vacancies(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]vacancy.Vacancy{}
	for _, v := range list {
		got[v.ID] = v
	}
	all := map[string]vacancy.Vacancy{}
	for _, v := range want {
		all[v.ID] = v
		one, err := k.Vacancy(t.Context(), tenant, v.ID)
		if diff := cmp.Diff(v, one); err != nil || diff != "" {
			t.Errorf("vacancy %s: %v\n%s", v.ID, err, diff)
		}
		if v.ExternalID == "" {
			continue
		}
		if one, err = k.External(t.Context(), tenant, v.ExternalID); err != nil || one.ID != v.ID {
			t.Errorf("vacancy %s by its external id: %q, %v", v.ID, one.ID, err)
		}
	}
	if diff := cmp.Diff(all, got); diff != "" || len(list) != len(want) {
		t.Errorf("vacancies differ (-want +got):\n%s", diff)
	}
}

func TestVacancies_keepTheLastVersion(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		one, two, theirs := aVacancy(acme, "v1", "x", 1), aVacancy(acme, "v2", "", 1), aVacancy(globex, "v1", "x", 1)
		two.Needs = nil
		for _, v := range []vacancy.Vacancy{one, two, theirs} {
			if err := k.PutVacancy(t.Context(), v); err != nil {
				t.Fatal(err)
			}
		}
		wantVacancies(t, k, acme, one, two)
		one = aVacancy(acme, "v1", "y", 2)
		if err := k.PutVacancy(t.Context(), one); err != nil {
			t.Fatal(err)
		}
		wantVacancies(t, k, acme, one, two)
		wantVacancies(t, k, globex, theirs)

		for name, v := range map[string]vacancy.Vacancy{
			"the same version":         one,
			"an older one":             aVacancy(acme, "v1", "y", 1),
			"one that skips":           aVacancy(acme, "v1", "y", 4),
			"a later one of nothing":   aVacancy(acme, "v3", "", 2),
			"another's external id":    aVacancy(acme, "v3", "y", 1),
			"the same by a change":     aVacancy(acme, "v2", "y", 2),
			"of another tenant's only": aVacancy(globex, "v2", "", 2),
		} {
			if err := k.PutVacancy(t.Context(), v); !errors.Is(err, interview.ErrMoved) {
				t.Errorf("%s: %v, want ErrMoved", name, err)
			}
		}
		wantVacancies(t, k, acme, one, two)
		for _, id := range []string{"v3", "", "\x00", "x"} {
			if _, err := k.Vacancy(t.Context(), acme, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("Vacancy(%q) = %v, want kind %s", id, err, fault.NotFound)
			}
			if _, err := k.External(t.Context(), acme, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("External(%q) = %v, want kind %s", id, err, fault.NotFound)
			}
			if err := k.DropVacancy(t.Context(), acme, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("DropVacancy(%q) = %v, want kind %s", id, err, fault.NotFound)
			}
		}
	})
}

func TestVacancies_stampTellsOfEveryChange(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		ctx := t.Context()
		last := "none yet"
		differs := func(what string, empty bool) {
			t.Helper()
			stamp, err := k.Stamp(ctx, acme)
			if err != nil || stamp == last || (stamp == "") != empty {
				t.Errorf("after %s: stamp %q after %q, %v", what, stamp, last, err)
			}
			last = stamp
		}
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		seen := map[string]bool{}
		differs("nothing", true)
		for range 2 { // a stamp never comes back
			do(k.PutVacancy(ctx, aVacancy(acme, "v1", "x", 1)))
			differs("the first", false)
			if seen[last] {
				t.Errorf("stamp %q was there before", last)
			}
			seen[last] = true
			do(k.PutVacancy(ctx, aVacancy(acme, "v2", "", 1)))
			differs("the second", false)
			do(k.PutVacancy(ctx, aVacancy(acme, "v1", "x", 2)))
			differs("a change", false)
			do(k.PutVacancy(ctx, aVacancy(globex, "v1", "x", 1)))
			do(k.DropVacancy(ctx, globex, "v1"))
			if stamp, err := k.Stamp(ctx, acme); err != nil || stamp != last {
				t.Errorf("another tenant's change moved the stamp: %q, %v", stamp, err)
			}
			if err := k.PutVacancy(ctx, aVacancy(acme, "v1", "x", 9)); !errors.Is(err, interview.ErrMoved) {
				t.Error(err)
			}
			if stamp, err := k.Stamp(ctx, acme); err != nil || stamp != last {
				t.Errorf("a refused change moved the stamp: %q, %v", stamp, err)
			}
			do(k.DropVacancy(ctx, acme, "v2"))
			differs("a removal", false)
			do(k.DropVacancy(ctx, acme, "v1"))
			differs("the last removal", true)
			last = "none yet"
		}
		wantVacancies(t, k, acme)
	})
}

// Two processes save the same vacancy at once: one version is kept for each number, and the
// others are told.
func TestVacancies_savedAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		handles := []*Interviews{NewInterviews(b.Open(t), TxHooks{}), NewInterviews(b.Open(t), TxHooks{})}
		for version := 1; version <= 5; version++ {
			var kept atomic.Int32
			var group sync.WaitGroup
			for i := range 8 {
				group.Go(func() {
					v := aVacancy(acme, "v1", "x", version)
					if version == 1 {
						v.ID = fmt.Sprint("v", 1+i%2) // two ids want one external id
					}
					switch err := handles[i%2].PutVacancy(context.Background(), v); {
					case err == nil:
						kept.Add(1)
					case !errors.Is(err, interview.ErrMoved):
						t.Error(err)
					}
				})
			}
			group.Wait()
			if version == 1 {
				v, err := handles[0].External(t.Context(), acme, "x")
				if err != nil {
					t.Fatal(err)
				}
				if v.ID != "v1" { // the others go on with v1
					if err := handles[0].DropVacancy(t.Context(), acme, v.ID); err != nil {
						t.Fatal(err)
					}
					if err := handles[0].PutVacancy(t.Context(), aVacancy(acme, "v1", "x", 1)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if n := kept.Load(); n != 1 {
				t.Errorf("version %d was kept %d times", version, n)
			}
		}
	}, Schema())
}
