package dossier_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// answered is the part of a report that tests look at.
type answered struct {
	ID     string `json:"report_id"`
	Market struct {
		Known  bool   `json:"known"`
		Reason string `json:"reason"`
	} `json:"market"`
	Candidates []candidateOf                     `json:"candidates"`
	Cache      struct{ Hits, Misses, Total int } `json:"cache_stats"`
}

// candidateOf is one person of it.
type candidateOf struct {
	ID       string   `json:"id"`
	GitHub   string   `json:"github_username"`
	CV       string   `json:"candidate_id"`
	Status   string   `json:"status"`
	Problems []string `json:"problems"`
	Decision string   `json:"decision"`
	Override *struct {
		Decision, Reason, Author string
	} `json:"override"`
	Verdict *struct {
		Decision string `json:"decision"`
		Gate     struct {
			Open bool `json:"open"`
		} `json:"gate"`
	} `json:"verdict"`
}

func evaluated(t *testing.T, r *room, input string) (a answered) {
	t.Helper()
	if err := r.call(t.Context(), t, "evaluate_candidates", input, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

const two = `{"role":"Go developer","skills":["golang","postgres"],"candidates":[{"github_username":"nina-example"},{"candidate_id":"cv_oleg"}]}`

// Every skill is asked for by its field's name, whatever the employer wrote, and every source by
// the id it knows.
func TestEvaluate_asksTheSources(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	a := evaluated(t, r, two)
	if len(a.Candidates) != 2 || !a.Market.Known || a.Candidates[0].Verdict == nil || a.Candidates[1].Verdict == nil {
		t.Fatalf("%+v", a)
	}
	for operation, want := range map[string]string{
		"analyze_github":             `{"username":"nina-example","required_skills":["Go","PostgreSQL"]}`,
		"get_candidate_details":      `{"candidate_id":"cv_oleg","required_skills":["Go","PostgreSQL"],"sections":["skills","positions"]}`,
		"analyze_market_competition": `{"role":"Go developer","skills":["Go","PostgreSQL"],"currency":"RUB"}`,
	} {
		if diff := cmp.Diff(want, r.inputs[operation]); diff != "" {
			t.Errorf("%s: %s", operation, diff)
		}
	}
}

// Bug 8: who has no public code at all passes on what a CV proves.
func TestBug08_noGitHubPasses(t *testing.T) {
	t.Parallel()
	a := evaluated(t, newRoom(t), `{"role":"Go developer","skills":["Go","PostgreSQL"],"candidates":[{"candidate_id":"cv_oleg"}]}`)
	if c := a.Candidates[0]; c.Decision != "go" || c.Status != "ok" || !c.Verdict.Gate.Open {
		t.Errorf("%+v %+v", c, c.Verdict)
	}
}

// Bug 7: two people with similar names stay two.
func TestBug07_similarNamesStay(t *testing.T) {
	t.Parallel()
	a := evaluated(t, newRoom(t), `{"role":"Go developer","skills":["Go"],"candidates":[{"github_username":"ivanov1"},{"github_username":"ivanov2"},{"github_username":"@IVANOV1"}]}`)
	var names []string
	for _, c := range a.Candidates {
		names = append(names, c.GitHub)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"ivanov1", "ivanov2"}, names); diff != "" {
		t.Error(diff)
	}
}

// Entries that share an id are one person, with what each of them brought.
func TestEvaluate_joinsIdentities(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	a := evaluated(t, r, `{"role":"Go developer","skills":["Go"],"without_market":true,"candidates":[
		{"github_username":"https://github.com/nina-example/"},{"github_username":"nina-example","candidate_id":"cv_oleg"},{"candidate_id":"cv_oleg","full_name":"Нина"}]}`)
	if len(a.Candidates) != 1 || a.Candidates[0].GitHub != "nina-example" || a.Candidates[0].CV != "cv_oleg" {
		t.Errorf("%+v", a.Candidates)
	}
	if r.times("analyze_github") != 1 || r.times("get_candidate_details") != 1 || r.times("analyze_market_competition") != 0 {
		t.Errorf("asked %v", r.asked)
	}
}

// Bugs 4 and 9: a source that fails is told with its reason, the person stays, and nothing of it
// is kept: the next call asks again.
func TestBug04_failuresAreNeverKept(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	broken := fault.E(fault.Upstream, fault.Say("HeadHunter asks for a captcha", "HeadHunter просит ввести капчу"), nil)
	r.fails["analyze_market_competition"], r.fails["nina-example"] = broken, fault.E(fault.Limited, fault.Say("GitHub's limit is used up.", "Лимит GitHub исчерпан."), nil)
	a := evaluated(t, r, two)
	if a.Market.Known || a.Market.Reason != "HeadHunter asks for a captcha" || a.Cache.Hits+a.Cache.Total != 0 {
		t.Errorf("%+v %+v", a.Market, a.Cache)
	}
	i := slices.IndexFunc(a.Candidates, func(c candidateOf) bool { return c.Status == "failed" })
	if i < 0 || a.Candidates[i].GitHub != "nina-example" || !strings.Contains(strings.Join(a.Candidates[i].Problems, " "), "limit is used up") {
		t.Errorf("%+v", a.Candidates)
	}
	clear(r.fails)
	if again := evaluated(t, r, two); !again.Market.Known || again.Cache.Misses != 2 || again.Candidates[0].Status != "ok" || again.Candidates[1].Status != "ok" {
		t.Errorf("asked again: %+v", again)
	}
	if third := evaluated(t, r, two); third.Cache.Hits != 2 || third.Cache.Misses != 0 || r.times("nina-example") != 2 {
		t.Errorf("asked a third time: %+v", third.Cache)
	}
}

// Half an answer is shown and not kept, of a person as of the market.
func TestEvaluate_partialIsNotKept(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	r.partial["nina-example"] = true
	whole := r.market
	r.market = strings.Replace(whole, `{"sample"`, `{"partial_data":true,"sample"`, 1)
	a := evaluated(t, r, two)
	i := slices.IndexFunc(a.Candidates, func(c candidateOf) bool { return c.GitHub == "nina-example" })
	if a.Candidates[i].Status != "partial" || !strings.Contains(strings.Join(a.Candidates[i].Problems, " "), "tool: broken") || !a.Market.Known {
		t.Errorf("%+v", a)
	}
	evaluated(t, r, two)
	if r.times("nina-example") != 2 || r.times("analyze_market_competition") != 2 {
		t.Errorf("asked %v", r.asked)
	}
}

// What one tenant's market says is another's answer no longer; public code is.
func TestEvaluate_cacheOfTenants(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	evaluated(t, r, two)
	foreign := op.WithCaller(t.Context(), op.Caller{Tenant: "other", Lang: "en", Budget: -1})
	var a answered
	if err := r.call(foreign, t, "evaluate_candidates", two, &a); err != nil {
		t.Fatal(err)
	}
	if a.Cache.Hits != 1 || a.Cache.Misses != 1 || r.times("analyze_market_competition") != 2 {
		t.Errorf("%+v, asked %v", a.Cache, r.asked)
	}
	for key := range r.kept {
		if !strings.HasPrefix(key, "hr:candidate:") && !strings.HasPrefix(key, "hr:market_multi:") {
			t.Errorf("a key %s", key)
		}
	}
}

// A house without a room names it as a source that is not there.
func TestEvaluate_absentRooms(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	for _, operation := range []string{"analyze_github", "get_candidate_details", "analyze_market_competition"} {
		r.absent[operation] = true
	}
	a := evaluated(t, r, two)
	if a.Market.Known || a.Market.Reason == "" || len(a.Candidates) != 2 || a.Candidates[0].Status != "failed" || len(a.Candidates[1].Problems) == 0 {
		t.Errorf("%+v", a)
	}
}

func TestEvaluate_refuses(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	people := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"github_username":"p%d"}`, i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	skills := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"skill %d"`, i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	for name, c := range map[string]struct{ input, field string }{
		"101 people":                {`{"role":"x","candidates":` + people(101) + `}`, "candidates"},
		"nobody":                    {`{"role":"x","candidates":[]}`, "candidates"},
		"an entry that is nobody":   {`{"role":"x","candidates":[{"github_username":"a"},{"full_name":"Нина"}]}`, "candidates[1]"},
		"no role":                   {`{"role":"","candidates":[{"github_username":"a"}]}`, "role"},
		"an empty skill":            {`{"role":"x","skills":["Go"," "],"candidates":[{"github_username":"a"}]}`, "skills[1]"},
		"more skills than sources":  {`{"role":"x","skills":` + skills(30) + `,"nice_to_have_skills":` + skills(30) + `,"candidates":[{"github_username":"a"}]}`, "skills"},
		"an offer upside down":      {`{"role":"x","salary_range":[300000,200000],"candidates":[{"github_username":"a"}]}`, "salary_range"},
		"a threshold above one":     {`{"role":"x","mandatory_threshold":1.5,"candidates":[{"github_username":"a"}]}`, "mandatory"},
		"thresholds in wrong order": {`{"role":"x","mandatory_threshold":0.2,"preferred_threshold":0.6,"candidates":[{"github_username":"a"}]}`, "threshold"},
	} {
		err := r.call(t.Context(), t, "evaluate_candidates", c.input, nil)
		if fault.KindOf(err) != fault.Invalid || !strings.Contains(fault.From(err).Text.EN, c.field) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(r.asked) != 0 {
		t.Errorf("asked %v for a refused report", r.asked)
	}
}

// An empty list of mandatory skills judges by the rest and says so.
func TestEvaluate_nothingMandatory(t *testing.T) {
	t.Parallel()
	a := evaluated(t, newRoom(t), `{"role":"Go developer","skills":[],"nice_to_have_skills":["Go"],"candidates":[{"github_username":"nina-example"}]}`)
	if c := a.Candidates[0]; c.Verdict == nil || c.Decision == "go" || !c.Verdict.Gate.Open {
		t.Errorf("%+v", c)
	}
}

// What a person decided stands beside the advice and survives a report that is made anew.
func TestOverride_staysBesideTheAdvice(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	a := evaluated(t, r, two)
	decision := fmt.Sprintf(`{"report_id":%q,"candidate":"nina-example","decision":"no","reason":"  asked for remote work  "}`, a.ID)
	if err := r.call(t.Context(), t, "override_decision", decision, nil); err != nil {
		t.Fatal(err)
	}
	again := evaluated(t, r, two)
	if again.ID != a.ID {
		t.Errorf("the report is another: %s, %s", a.ID, again.ID)
	}
	i := slices.IndexFunc(again.Candidates, func(c candidateOf) bool { return c.GitHub == "nina-example" })
	c := again.Candidates[i]
	if c.Decision != "no" || c.Verdict.Decision != "go" || c.Override == nil || c.Override.Reason != "asked for remote work" || c.Override.Author != "Ада" {
		t.Errorf("%+v", c)
	}
	for input, kind := range map[string]fault.Kind{
		`{"report_id":"rep_x","candidate":"nina-example","decision":"no","reason":"x"}`:                fault.NotFound,
		fmt.Sprintf(`{"report_id":%q,"candidate":"ghost","decision":"no","reason":"x"}`, a.ID):         fault.NotFound,
		fmt.Sprintf(`{"report_id":%q,"candidate":"nina-example","decision":"no","reason":"  "}`, a.ID): fault.Invalid,
		fmt.Sprintf(`{"report_id":%q,"candidate":"nina-example","decision":"may","reason":"x"}`, a.ID): fault.Invalid,
	} {
		if err := r.call(t.Context(), t, "override_decision", input, nil); fault.KindOf(err) != kind {
			t.Errorf("%s: %v", input, err)
		}
	}
}

// A task keeps how far it is, and goes on with those who are not read yet.
func TestEvaluate_resumes(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	var people []string
	for i := range 12 {
		name := fmt.Sprintf("person-%02d", i)
		r.code[name] = []string{"Go"}
		people = append(people, fmt.Sprintf(`{"github_username":%q}`, name))
	}
	input := `{"role":"Go developer","skills":["Go"],"without_market":true,"candidates":[` + strings.Join(people, ",") + `]}`
	saves := 0
	broken := errors.New("killed")
	ctx := op.WithCheckpoint(t.Context(), nil, func(context.Context, []byte, []byte) error {
		if saves++; saves == 2 {
			return broken
		}
		return nil
	})
	as := op.Caller{Tenant: "acme", Lang: "en", Budget: -1}
	if err := r.call(op.WithCaller(ctx, as), t, "evaluate_candidates", input, nil); err == nil {
		t.Fatal("it was not broken off")
	}
	r.kept = map[string][]byte{} // what the cache has is not what a task goes on with
	clear(r.asked)
	ctx = op.WithCheckpoint(t.Context(), []byte(`{"Done":10}`), func(context.Context, []byte, []byte) error { return nil })
	var a answered
	if err := r.call(op.WithCaller(ctx, as), t, "evaluate_candidates", input, &a); err != nil {
		t.Fatal(err)
	}
	if n := r.times("analyze_github"); len(a.Candidates) != 12 || n == 0 || n > 2 {
		t.Errorf("%d people, %d of them asked for again", len(a.Candidates), n)
	}
}

// The former contract: what changes nothing is told back, nulls aside, and the rest is used.
func TestRun_ignoredFields(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	var a struct {
		Ignored []string `json:"ignored_fields"`
		Market  struct {
			Data  json.RawMessage `json:"data"`
			Error *string         `json:"error"`
		} `json:"market"`
		Report struct {
			Skills []string `json:"skills"`
		} `json:"report"`
	}
	const input = `{"role":"Go developer","location":"Казань","skills":["golang"],"salary_from":200000,"salary_to":300000,"work_format":"office","seniority_level":"senior",
		"benefits":["tea"],"team_size":null,"per_page":10,"candidates":[{"github_username":"nina-example","email":"a@example.org","phone":null,"repos_limit":7},{"candidate_id":"cv_oleg","email":"b@example.org"}]}`
	if err := r.call(t.Context(), t, "run_hr_report", input, &a); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"benefits", "candidates[].email", "per_page"}, a.Ignored); diff != "" {
		t.Error(diff)
	}
	if a.Market.Error != nil || len(a.Market.Data) < 10 || !slices.Equal(a.Report.Skills, []string{"Go"}) {
		t.Errorf("%+v", a)
	}
	if want := `{"role":"Go developer","location":"Казань","skills":["Go"],"salary_range":[200000,300000],"currency":"RUB","experience":["3-6","6+"],"work_format":["on_site"]}`; r.inputs["analyze_market_competition"] != want {
		t.Errorf("the market was asked %s", r.inputs["analyze_market_competition"])
	}
	if !strings.Contains(r.inputs["analyze_github"], `"repos_limit":7`) {
		t.Errorf("GitHub was asked %s", r.inputs["analyze_github"])
	}
}

func TestRun_refuses(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	many := `{"github_username":"x"}` + strings.Repeat(`,{"github_username":"x"}`, 100)
	for name, input := range map[string]string{
		"no JSON": `role=x`, "a list": `[1]`, "another type": `{"role":7}`, "no role": `{"skills":["Go"]}`, "101 people": `{"role":"x","candidates":[` + many + `]}`,
		"pay upside down": `{"role":"x","salary_from":3,"salary_to":2}`, "31 repositories": `{"role":"x","candidates":[{"github_username":"a","repos_limit":31}]}`,
		"nobody": `{"role":"x","candidates":[{"notes":"a"}]}`, "a threshold": `{"role":"x","mandatory_threshold":-1,"candidates":[{"github_username":"a"}]}`,
	} {
		if err := r.call(t.Context(), t, "run_hr_report", input, nil); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Interview and letter are of the newest report with the person, and of none without one.
func TestScript_ofTheOwnReport(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	for _, operation := range []string{"get_interview_script", "draft_outreach"} {
		if err := r.call(t.Context(), t, operation, `{"id":"nina-example"}`, nil); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s without a report: %v", operation, err)
		}
	}
	evaluated(t, r, two)
	var made struct {
		Role   string
		Script struct {
			Questions []struct{ Skill, Question string }
		}
	}
	if err := r.call(t.Context(), t, "get_interview_script", `{"id":"@Nina-Example","role":"go DEVELOPER"}`, &made); err != nil {
		t.Fatal(err)
	}
	if made.Role != "Go developer" || len(made.Script.Questions) == 0 {
		t.Errorf("%+v", made)
	}
	var letter struct {
		Subject string
		Facts   []string `json:"facts_used"`
	}
	if err := r.call(t.Context(), t, "draft_outreach", `{"id":"cv_oleg"}`, &letter); err != nil || letter.Subject == "" {
		t.Errorf("%v %+v", err, letter)
	}
	if err := r.call(t.Context(), t, "draft_outreach", `{"id":"cv_oleg","role":"Welder"}`, nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("of another role: %v", err)
	}
}
