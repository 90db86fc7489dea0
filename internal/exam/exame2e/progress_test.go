package exame2e_test

import (
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/exam/sdamgia/sdamgiatest"
)

// Whoever waits for the exam site sees how far the call has come while it runs: the site
// answers only after the stages have been told.
func TestExam_progress(t *testing.T) {
	t.Parallel()
	for operation, c := range map[string]struct{ input, told string }{
		"sdamgia_batch_get_problems": {`{"subject":"phys","problem_ids":["1001","1002","1003"]}`, `"total":3,"message":"The site was asked for ege/phys:100`},
		"sdamgia_search_by_text":     {`{"subject":"phys","condition_text":"кузнец подковал рыжую кобылу возле кузницы"}`, `"total":3,"message":"Searching the exam site: `},
		"sdamgia_compose_test":       {`{"subject":"phys","counts":{"1":1,"2":1}}`, `"message":"Fetching problems of type 1"`},
	} {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			fake := examSite(t)
			s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
			lines := e2etest.Events(t.Context(), t, s, operation, c.input)
			told := 0
			for lines.Scan() && !strings.HasPrefix(lines.Text(), "event: result") {
				if strings.Contains(lines.Text(), c.told) {
					told++
				}
			}
			if told == 0 || !lines.Scan() || !strings.HasPrefix(lines.Text(), "data: {") {
				t.Errorf("%q was told %d times, the last line is %q", c.told, told, lines.Text())
			}
		})
	}
}

// A number that the site has nothing under is asked for once, whatever status says so.
func TestExam_absentIsRemembered(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	for range 2 {
		s.REST().Post(t, "sdamgia_get_problem", problemInput("99999")).Refused(t, 404, "not_found")
	}
	if n := fake.RequestsTo(sdamgiatest.ProblemPage); n != 1 {
		t.Errorf("%d requests for a page that is not there", n)
	}
}

// While the breaker is open nothing goes out, and the answers say so.
func TestExam_openBreakerCostsNothing(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	home := t.TempDir()
	aged(t, home, fake, "100")
	s := e2etest.Serve(t, e2etest.Options{Home: home, Env: fake.env})
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Failing})
	for i := 0; ; i++ {
		before := fake.RequestsTo(sdamgiatest.SearchPage)
		got := foundIn(t, s.REST().Post(t, "sdamgia_search_problems", `{"subject":"phys","query":"работа длилась"}`))
		if went := fake.RequestsTo(sdamgiatest.SearchPage) - before; got.Requests != went {
			t.Fatalf("%d requests reached the site, the answer says %d", went, got.Requests)
		} else if went == 0 {
			break
		}
		if i == 10 {
			t.Fatal("the breaker never opened")
		}
	}
}
