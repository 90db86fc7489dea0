package exame2e_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/exam/subject"
)

// The courses that the tests ask for.
var (
	phys = subject.Course{Exam: subject.EGE, Subject: "phys"}
	soc  = subject.Course{Exam: subject.EGE, Subject: "soc"}
)

// site is a made-up exam site and what a process must be told to ask it.
type site struct {
	*sdamgiatest.Fake
	env []string
}

// examSite starts a site with courses; without any it has 72 problems of phys.
func examSite(t testing.TB, stocks ...sdamgiatest.Stock) site {
	t.Helper()
	if len(stocks) == 0 {
		stocks = []sdamgiatest.Stock{{Course: phys}}
	}
	fake := sdamgiatest.Start(stocks...)
	t.Cleanup(fake.Close)
	return site{fake, []string{"KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=" + fake.Base()}}
}

// at is the environment of a process that asks the site and keeps its data in a folder.
func (s site) at(home string) []string { return e2etest.Environment(home, s.env...) }

// The scripts of the room know two commands besides those of every script:
//
//	site COURSE...            start a made-up exam site with courses such as ege/phys; from now
//	                          on the product asks it
//	ill TROUBLE               make that site ill: captcha, renamed, ...
func TestScript(t *testing.T) {
	t.Parallel()
	e2etest.Scripts(t, filepath.Join("testdata", "script"),
		func(env *testscript.Env) { env.Values[siteOfScript{}] = new(*sdamgiatest.Fake) },
		map[string]func(*testscript.TestScript, bool, []string){"site": scriptSite, "ill": scriptIll})
}

// siteOfScript is the name under which a script keeps its site.
type siteOfScript struct{}

func scriptSite(ts *testscript.TestScript, neg bool, args []string) {
	const use = "site COURSE..."
	e2etest.Expect(ts, neg, len(args) > 0, use)
	var stocks []sdamgiatest.Stock
	for _, name := range args {
		course, err := subject.Parse(name, subject.Course{})
		ts.Check(err)
		stocks = append(stocks, sdamgiatest.Stock{Course: course})
	}
	fake := sdamgiatest.Start(stocks...)
	ts.Defer(fake.Close)
	kept, ok := ts.Value(siteOfScript{}).(**sdamgiatest.Fake)
	e2etest.Expect(ts, false, ok, use)
	*kept = fake
	ts.Setenv("KADRY_OFFLINE", "false")
	ts.Setenv("KADRY_SDAMGIA_BASE_URL", fake.Base())
}

func scriptIll(ts *testscript.TestScript, neg bool, args []string) {
	const use = "ill TROUBLE, after site"
	kept, ok := ts.Value(siteOfScript{}).(**sdamgiatest.Fake)
	e2etest.Expect(ts, neg, len(args) == 1 && ok && *kept != nil, use)
	(*kept).Heal()
	(*kept).Break(sdamgiatest.Break{Trouble: sdamgiatest.Trouble(args[0])})
}

// found is the part of the exam room's answers that tests look at.
type found struct {
	IDs      []string       `json:"problem_ids"`
	Problems []shownProblem `json:"problems"`
	Matches  []struct {
		ID         string  `json:"problem_id"`
		Similarity float64 `json:"similarity"`
	} `json:"matches"`
	Results []struct {
		ID      string `json:"problem_id"`
		Status  string `json:"status"`
		Message string `json:"message"`
	} `json:"results"`
	Items []struct {
		ID     string `json:"problem_id"`
		Hidden bool   `json:"hidden"`
	} `json:"items"`
	Total    int      `json:"total"`
	Requests int      `json:"requests"`
	Cached   bool     `json:"from_cache"`
	Stale    bool     `json:"stale"`
	Partial  bool     `json:"partial_data"`
	Warnings []string `json:"warnings"`
}

// shownProblem is the part of a problem that tests look at.
type shownProblem struct {
	ID        string                `json:"id"`
	Answer    string                `json:"answer"`
	Condition struct{ Text string } `json:"condition"`
	Solution  struct{ Text string } `json:"solution"`
	Linked    []string              `json:"linked"`
	Cached    bool                  `json:"from_cache"`
	Stale     bool                  `json:"stale"`
	FetchedAt string                `json:"fetched_at"`
}

func foundIn(t testing.TB, a e2etest.Answer) found {
	t.Helper()
	a.Ok(t)
	return e2etest.Decode[found](t, a.Body)
}

func problemIn(t testing.TB, a e2etest.Answer) shownProblem {
	t.Helper()
	a.Ok(t)
	return e2etest.Decode[shownProblem](t, a.Body)
}

// problemInput asks for a problem of phys.
func problemInput(id string) string { return fmt.Sprintf(`{"subject":"phys","problem_id":%q}`, id) }

// damaged is a piece of a problem as a pupil types it: its beginning, with a letter lost.
func damaged(p sdamgiatest.Problem) string {
	letters := []rune(strings.Join(strings.Fields(p.Question), " "))
	letters = letters[:min(len(letters), 120)]
	kept := letters[:0]
	for i, r := range letters {
		if i != 40 {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

// A search by text that the bank cannot answer costs a request for every five problems it
// could answer with at most; the same search again costs none, nor does one for what the
// site showed on the way, in this process and in the next.
func TestExam_searchCost(t *testing.T) {
	t.Parallel()
	fake := examSite(t, sdamgiatest.Stock{Course: phys, Problems: 40})
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	const limit = 20
	seen := 0
	for _, id := range []string{"1001", "1056", "1109", "1164", "1217"} {
		p, ok := fake.Problem(phys, id)
		if !ok {
			t.Fatalf("the site has no problem %s", id)
		}
		input := fmt.Sprintf(`{"subject":"phys","condition_text":%s,"limit":%d}`, e2etest.Quoted(t, damaged(p)), limit)
		fake.Forget()
		cold := foundIn(t, s.REST().Post(t, "sdamgia_search_by_text", input))
		if len(cold.Matches) == 0 || cold.Matches[0].ID != id {
			t.Errorf("%s: found %+v by %q", id, cold.Matches, damaged(p))
		}
		asked := fake.Requests()
		if cold.Requests != asked || asked > limit/5 {
			t.Errorf("%s: %d requests reached the site, the answer says %d; at most %d are right", id, asked, cold.Requests, limit/5)
		}
		seen += asked

		fake.Forget()
		warm := foundIn(t, s.REST().Post(t, "sdamgia_search_by_text", input))
		online := e2etest.Decode[found](t, []byte(e2etest.Succeed(t, fake.at(s.Home), "call", "sdamgia_search_by_text", input, "-o", "json")))
		for _, again := range []found{warm, online} {
			if again.Requests != 0 || !again.Cached || !slices.Equal(again.Matches, cold.Matches) {
				t.Errorf("%s: again: %+v, first: %+v", id, again, cold)
			}
		}
		if n := fake.Requests(); n != 0 {
			t.Errorf("%s: the same search again made %d requests", id, n)
		}
	}
	if seen == 0 {
		t.Error("nothing was asked: this test could not fail")
	}
}

// However many clients ask at the same time, the site sees two requests at once at most,
// and one for each page however many want it.
func TestExam_manyClients(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	const clients, pages = 20, 10
	fake.Hold()
	answers := make([]e2etest.Answer, clients)
	var running sync.WaitGroup
	for i := range clients {
		running.Go(func() {
			answers[i] = s.REST().Post(t, "sdamgia_get_problem", problemInput(fmt.Sprint(1001+i%pages)))
		})
	}
	fake.AwaitInFlight(2)
	fake.Release()
	running.Wait()
	for i, a := range answers {
		if p := problemIn(t, a); p.ID != fmt.Sprint(1001+i%pages) || p.Condition.Text == "" {
			t.Errorf("client %d: %s", i, a.Body)
		}
	}
	if n := fake.RequestsTo(sdamgiatest.ProblemPage); n != pages {
		t.Errorf("%d requests for %d pages", n, pages)
	}
	if n := fake.MostAtOnce(); n != 2 {
		t.Errorf("%d requests at once, want 2: fewer would mean that this test could not fail", n)
	}
}

// One text asked by many at once is one search of the site.
func TestExam_manySearches(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	p, _ := fake.Problem(phys, "1029")
	input := fmt.Sprintf(`{"subject":"phys","condition_text":%s}`, e2etest.Quoted(t, damaged(p)))
	fake.Hold()
	answers := make([]e2etest.Answer, 20)
	var running sync.WaitGroup
	for i := range answers {
		running.Go(func() { answers[i] = s.REST().Post(t, "sdamgia_search_by_text", input) })
	}
	fake.AwaitInFlight(1)
	fake.Release()
	running.Wait()
	for i, a := range answers {
		if got := foundIn(t, a); len(got.Matches) == 0 || got.Matches[0].ID != "1029" {
			t.Errorf("client %d: %s", i, a.Body)
		}
	}
	if n := fake.Requests(); n > 4 {
		t.Errorf("%d requests for one text", n)
	}
}

// A batch answers in the order asked: what the bank holds, what is fetched, what is not
// there, what the site does not give, what is no number; each says how it went.
func TestExam_batch(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1005")).Ok(t)
	s.REST().Post(t, "sdamgia_get_problem", problemInput("rus:77777")).Refused(t, 404, "not_found")
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha, Route: sdamgiatest.ProblemPage, Times: 1})
	got := foundIn(t, s.REST().Post(t, "sdamgia_batch_get_problems", `{"subject":"phys","problem_ids":["rus:77777","1009","1005","12a","№ 1005"]}`))
	var order, status []string
	for _, r := range got.Results {
		order, status = append(order, r.ID), append(status, r.Status)
		if (r.Status == "ok") != (r.Message == "") {
			t.Errorf("%+v", r)
		}
	}
	if diff := cmp.Diff([]string{"77777", "1009", "1005", "12a", "1005"}, order); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"not_found", "upstream_error", "ok", "invalid_argument", "ok"}, status); diff != "" {
		t.Error(diff)
	}
	if len(got.Problems) != 2 || got.Problems[0].ID != "1005" || got.Problems[1].ID != "1005" || !got.Partial || got.Total != 2 {
		t.Errorf("%+v", got)
	}

	whole := foundIn(t, s.REST().Post(t, "sdamgia_batch_get", `{"subject":"phys","problem_ids":["1012","1009","1005","1010"]}`))
	var ids []string
	for _, p := range whole.Problems {
		ids = append(ids, p.ID)
	}
	if diff := cmp.Diff([]string{"1012", "1009", "1005", "1010"}, ids); diff != "" || whole.Partial {
		t.Errorf("partial: %t\n%s", whole.Partial, diff)
	}
}

// Problems about one text come on one page. Each keeps its own question and solution, names
// the others, and one request brings all of them.
func TestExam_linked(t *testing.T) {
	t.Parallel()
	fake := examSite(t, sdamgiatest.Stock{Course: soc})
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	for _, id := range []string{"1002", "1001", "1003"} {
		got := problemIn(t, s.REST().Post(t, "sdamgia_get_problem", fmt.Sprintf(`{"subject":"soc","problem_id":%q}`, id)))
		want, _ := fake.Problem(soc, id)
		slices.Sort(got.Linked)
		if diff := cmp.Diff(want.Linked, got.Linked); diff != "" {
			t.Errorf("%s is linked with (-want +got):\n%s", id, diff)
		}
		if !strings.Contains(plainly(got.Solution.Text), plainly(want.Solution)) || !strings.Contains(plainly(got.Condition.Text), plainly(want.Question)) {
			t.Errorf("%s shows the text of another: %+v", id, got)
		}
	}
	if n := fake.Requests(); n != 1 {
		t.Errorf("%d requests for one page", n)
	}
}

// plainly is a text without what the typesetting of a page changes.
func plainly(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("\u00ad", "", "\u00a0", " ", "\u202f", " ").Replace(text)), " ")
}

// Numbers that a teacher's test hides are found by text once the course is copied, also by
// a server that was running all the while.
func TestExam_hiddenNumbers(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	input := fmt.Sprintf(`{"subject":"phys","test_id":%q}`, sdamgiatest.HiddenVariant)
	before := foundIn(t, s.REST().Post(t, "sdamgia_get_test", input))
	if len(before.IDs) != 0 || before.Total == 0 || len(before.Warnings) == 0 {
		t.Errorf("before copying: %+v", before)
	}
	e2etest.Succeed(t, fake.at(s.Home), "sdamgia", "sync", "--subject", "phys")
	after := foundIn(t, s.REST().Post(t, "sdamgia_get_test", input))
	if diff := cmp.Diff(fake.Variant(phys, sdamgiatest.HiddenVariant), after.IDs); diff != "" {
		t.Errorf("after copying (-want +got):\n%s", diff)
	}
	for _, item := range after.Items {
		if !item.Hidden {
			t.Errorf("%+v is not told apart from a number that was shown", item)
		}
	}
}

// The same problem is the same facts over every front, and the site is told one honest name.
func TestExam_fronts(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	overREST := s.REST().Post(t, "sdamgia_get_problem", problemInput("1001"))
	overREST.Ok(t)
	overMCP := s.MCP("").Call(t, "sdamgia_get_problem", problemInput("1001"))
	onTheLine := e2etest.Succeed(t, fake.at(s.Home), "call", "sdamgia_get_problem", problemInput("1001"), "-o", "json")
	same := func(text []byte) map[string]json.RawMessage {
		p := e2etest.Decode[map[string]json.RawMessage](t, text)
		delete(p, "from_cache") // the first was fetched, the others are copies of it
		return p
	}
	if diff := cmp.Diff(same(overREST.Body), same(overMCP.Structured)); diff != "" {
		t.Errorf("REST and MCP differ (-rest +mcp):\n%s", diff)
	}
	if diff := cmp.Diff(e2etest.Decode[any](t, overMCP.Structured), e2etest.Decode[any](t, []byte(onTheLine))); diff != "" {
		t.Errorf("MCP and the command line differ (-mcp +line):\n%s", diff)
	}
	if agents := fake.Agents(); len(agents) != 1 || !strings.HasPrefix(agents[0], "kadry") {
		t.Errorf("the site is told the names %q", agents)
	}
}
