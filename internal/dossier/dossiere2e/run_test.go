package dossiere2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// wanted is a request of the former contract about three people.
const wanted = `{"role":"Go developer","skills":["golang","postgres"],"nice_to_have_skills":["docker"],"salary_from":200000,"salary_to":300000,
	"candidates":[{"github_username":"ada-example"},{"github_username":"cyan-demo"},{"github_username":"nobody-here"}],"benefits":["tea"]}`

// at follows a path like report.candidate_scores.0.score.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for step := range strings.SplitSeq(path, ".") {
		var i int
		switch inner := v.(type) {
		case map[string]any:
			next, ok := inner[step]
			if !ok {
				t.Fatalf("%s: there is no %s", path, step)
			}
			v = next
		case []any:
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(inner) {
				t.Fatalf("%s: there is no %s of %d", path, step, len(inner))
			}
			v = inner[i]
		default:
			t.Fatalf("%s: %v has no %s", path, v, step)
		}
	}
	return v
}

// The acceptance paths of the former service are there, with values of the right kinds.
func TestRun_acceptancePaths(t *testing.T) {
	t.Parallel()
	s := newOutside(t).serve(t)
	a := s.REST().Do(t, http.MethodPost, "/api/v1/hr/run", strings.NewReader(wanted))
	a.Ok(t)
	v := e2etest.Decode[any](t, a.Body)
	for _, path := range []string{"processing_time_ms", "cache_stats.hits", "cache_stats.misses", "report.market_summary.total_found", "report.candidate_scores.0.activity_metrics.days_since_last_push"} {
		if n, ok := at(t, v, path).(float64); !ok || n < 0 {
			t.Errorf("%s is %v", path, at(t, v, path))
		}
	}
	for _, path := range []string{"report.recommendations.shortlist", "report.market_insights.top_companies", "report.recommendations.interview_next", "report.skill_classification_report.mandatory_skills"} {
		if _, ok := at(t, v, path).([]any); !ok {
			t.Errorf("%s is %v", path, at(t, v, path))
		}
	}
	if text, ok := at(t, v, "report.candidate_scores.0.decision_reasons.0").(string); !ok || text == "" {
		t.Error("no reason of a decision")
	}
	if n := at(t, v, "report.market_summary.total_found").(float64); n < 1 {
		t.Errorf("%v vacancies; the market said %v", n, at(t, v, "market.error"))
	}
	if ignored := fmt.Sprint(at(t, v, "ignored_fields")); ignored != "[benefits]" {
		t.Errorf("ignored: %s", ignored)
	}
	interview := s.REST().Get(t, "/api/v1/hr/interview/ada-example")
	interview.Ok(t)
	if questions, ok := at(t, e2etest.Decode[any](t, interview.Body), "script.questions").([]any); !ok || len(questions) == 0 {
		t.Errorf("no questions: %s", interview.Body)
	}
	letter := s.REST().Get(t, "/api/v1/hr/outreach/ADA-example?role=Go%20developer")
	letter.Ok(t)
	if subject, ok := at(t, e2etest.Decode[any](t, letter.Body), "subject").(string); !ok || subject == "" {
		t.Errorf("no subject: %s", letter.Body)
	}
	for _, path := range []string{"/api/v1/hr/interview/dmitri-fixture", "/api/v1/hr/outreach/dmitri-fixture", "/api/v1/hr/interview/ada-example?role=Welder"} {
		s.REST().Get(t, path).Refused(t, http.StatusNotFound, "not_found")
	}
}

// Bug 9: who cannot be read stays in the report, with the reason; nobody else is touched by it.
func TestBug09_failedCandidatesStay(t *testing.T) {
	t.Parallel()
	s := newOutside(t).serve(t)
	got := run(t, s.REST(), wanted)
	errors, decisions := got.about()
	if len(errors) != 3 || !strings.Contains(errors["nobody-here"], "nobody-here") || errors["ada-example"] != "" {
		t.Errorf("%q", errors)
	}
	if _, decided := decisions["nobody-here"]; decided || len(decisions) != 2 {
		t.Errorf("decided: %v", decisions)
	}
}

// Bug 4: what HeadHunter refuses is told by its name and is no market; asked again it is asked
// again, and then the answer is whole.
func TestBug04_captcha(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	s := o.serve(t, "KADRY_TRUDVSEM_URL=http://127.0.0.1:1")
	o.hh.Behave(func(h *moods) { h.WebPage = true })
	got := run(t, s.REST(), wanted)
	if got.Market.Data != nil || got.Market.Error == nil || !strings.Contains(*got.Market.Error, "HeadHunter") {
		t.Errorf("%v %v", got.Market.Error, got.Market.Data)
	}
	before := o.hh.Requests("/vacancies")
	o.hh.Behave(func(h *moods) { h.WebPage = false })
	got = run(t, s.REST(), wanted)
	if got.Market.Data == nil || got.Market.Error != nil || o.hh.Requests("/vacancies") == before {
		t.Errorf("after the recovery: %v, %d requests before, %d now", got.Market.Error, before, o.hh.Requests("/vacancies"))
	}
	if third := run(t, s.REST(), wanted); third.Cache.Hits < 3 {
		t.Errorf("asked a third time: %+v", third.Cache)
	}
}

// A captcha between the pages leaves what was read, says so in the answer of the market, and is
// not kept as the market of the next half hour.
func TestBug04_captchaMidway(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	s := o.serve(t)
	o.hh.Behave(func(h *moods) { h.CaptchaAfter = 1 })
	const role = `{"role":"разработчик","candidates":[{"resume_text":"Ivan Sample\nDeveloper"}]}`
	if got := run(t, s.REST(), role); got.Cache.Misses != 1 {
		t.Errorf("%+v", got.Cache)
	}
	o.hh.Behave(func(h *moods) { h.CaptchaAfter = 0 })
	if got := run(t, s.REST(), role); got.Cache.Hits != 0 {
		t.Errorf("half a market was kept: %+v", got.Cache)
	}
}

// Bugs 7 and 8: similar names stay two people, and who has no public code passes on a CV.
func TestBug07And08_people(t *testing.T) {
	t.Parallel()
	s := newOutside(t).serve(t)
	got := run(t, s.REST(), fmt.Sprintf(`{"role":"Go developer","skills":["Go","PostgreSQL"],"candidates":[
		{"resume_text":%s},{"github_username":"ivanov1"},{"github_username":"ivanov2"}]}`, e2etest.Quoted(t, resume(1))))
	errors, decisions := got.about()
	if _, first := errors["ivanov1"]; !first || len(errors) != 3 {
		t.Errorf("%v", errors)
	}
	if len(decisions) != 1 || got.Report.Scores[0].Decision != "go" {
		t.Errorf("%+v", got.Report.Scores)
	}
}

// An empty list of mandatory skills, a hundred and one people, pay upside down.
func TestRun_badInput(t *testing.T) {
	t.Parallel()
	s := newOutside(t).serve(t)
	if got := run(t, s.REST(), `{"role":"Go developer","skills":[],"candidates":[{"github_username":"ada-example"}]}`); len(got.Report.Scores) != 1 || got.Report.Scores[0].Decision == "go" {
		t.Errorf("%+v", got.Report.Scores)
	}
	crowd := strings.Repeat(`{"github_username":"x"},`, 100) + `{"github_username":"y"}`
	for path, body := range map[string]string{
		"/api/v1/hr/run":                    `{"role":"x","candidates":[` + crowd + `]}`,
		"/api/v1/batch/submit":              `{"role":"x","candidates":[` + crowd + `]}`,
		"/api/v1/tools/evaluate_candidates": `{"role":"x","candidates":[` + crowd + `]}`,
		"/api/v1/hr/run?":                   `{"role":"x","salary_from":3,"salary_to":2,"candidates":[]}`,
		"/api/v1/batch/submit?":             `{"role":"x"}`,
		"/api/v1/hr/run?x=":                 `not JSON`,
	} {
		a := s.REST().Do(t, http.MethodPost, path, strings.NewReader(body))
		if a.Status < 400 || a.Status >= 500 {
			t.Errorf("%s %.60s: %d %.300s", path, body, a.Status, a.Body)
		}
	}
}

// A hanging or broken GitHub fails its candidates and nobody else.
func TestRun_hubOutOfOrder(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	s := o.serve(t)
	o.hub.behave(replica.Options{Faults: []*replica.Fault{replica.BadCredentials()}})
	errors, decisions := run(t, s.REST(), fmt.Sprintf(`{"role":"Go developer","skills":["Go"],"candidates":[{"github_username":"ada-example"},{"resume_text":%s}]}`, e2etest.Quoted(t, resume(1)))).about()
	if errors["ada-example"] == "" || len(decisions) != 1 {
		t.Errorf("%v %v", errors, decisions)
	}
	o.hub.behave(replica.Options{})
	if errors, _ := run(t, s.REST(), wanted).about(); errors["ada-example"] != "" {
		t.Errorf("after the recovery: %v", errors)
	}
}
