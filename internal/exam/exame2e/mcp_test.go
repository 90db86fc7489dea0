package exame2e_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/exam/sdamgia/sdamgiatest"
)

var examTools = []string{
	"sdamgia_batch_get_problems", "sdamgia_check_answer", "sdamgia_compose_test", "sdamgia_get_catalog",
	"sdamgia_get_category_problems", "sdamgia_get_problem", "sdamgia_get_test", "sdamgia_search_by_text", "sdamgia_search_problems",
}

// An assistant of either revision sees the nine tools under their own names, calls them by
// the shorter names too, and gets Markdown for its chat beside the facts.
func TestExamMCP_tools(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	for _, c := range []e2etest.Client{s.MCP("/sdamgia"), s.Session(t, "/sdamgia")} {
		t.Run(c.Revision, func(t *testing.T) {
			if diff := cmp.Diff(examTools, c.Tools(t)); diff != "" {
				t.Error(diff)
			}
			for _, name := range []string{"sdamgia_search", "sdamgia_search_problems"} {
				got := c.Call(t, name, `{"subject":"математика","query":"треугольник"}`)
				if ids := e2etest.Decode[found](t, got.Structured).IDs; got.IsError || !slices.Equal(ids, []string{"9000001"}) {
					t.Errorf("%s: %s", name, got.Structured)
				}
				if !strings.HasPrefix(got.Content[0].Text, "# Search Results") {
					t.Errorf("%s: the text is %q", name, got.Content[0].Text)
				}
			}
			plain := c.Call(t, "sdamgia_batch_get", `{"subject":"math","problem_ids":"9000001","response_format":"json"}`)
			if text := e2etest.Decode[any](t, []byte(plain.Content[0].Text)); !cmp.Equal(text, e2etest.Decode[any](t, plain.Structured)) {
				t.Errorf("text and structure differ: %s", plain.Content[0].Text)
			}
			c.Call(t, "sdamgia_get_problem", `{"subject":"math","problem_id":"x1"}`).Refused(t, "invalid_argument")
			c.Call(t, "sdamgia_get_problem", `{"subject":"math","problem_id":"9999999"}`).Refused(t, "not_found")
			if text := c.Call(t, "sdamgia_get_problem", `{"subject":"mat","problem_id":"1"}`).Refused(t, "invalid_argument"); !strings.Contains(text, `"candidates":["math"`) {
				t.Errorf("no nearest subject in %s", text)
			}
			long := fmt.Sprintf(`{"subject":"math","condition_text":%q}`, strings.Repeat("ш", 1001))
			c.Call(t, "sdamgia_search_by_text", long).Refused(t, "invalid_argument")
		})
	}
}

// What a person attaches to a conversation: a problem, a catalogue, a test by address, with
// names proposed while the address is typed.
func TestExamMCP_resources(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t), Env: fake.env})
	for _, c := range []e2etest.Client{s.MCP("/sdamgia"), s.Session(t, "/sdamgia")} {
		t.Run(c.Revision, func(t *testing.T) {
			templates := string(c.Result(t, "resources/templates/list", "", `{}`))
			for uri, want := range map[string]string{
				"sdamgia://ege/math/problem/9000001": `"answer":"6"`,
				"sdamgia://ege/math/catalog":         `"topic_name":"Планиметрия"`,
				"sdamgia://ege/phys/test/5":          `"test_id":"5"`,
				"sdamgia://oge/math/problem/9000058": `"exam":"oge"`,
			} {
				template := strings.NewReplacer("ege/", "{exam}/", "oge/", "{exam}/", "math/", "{subject}/", "phys/", "{subject}/",
					"problem/9000001", "problem/{id}", "problem/9000058", "problem/{id}", "test/5", "test/{id}").Replace(uri)
				if !strings.Contains(templates, `"`+template+`"`) {
					t.Errorf("no template %s in %s", template, templates)
				}
				read := e2etest.Decode[struct {
					Contents []struct{ URI, MIMEType, Text string }
				}](t, c.Result(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri)))
				if len(read.Contents) != 1 || !strings.Contains(read.Contents[0].Text, want) || read.Contents[0].MIMEType != "application/json" {
					t.Errorf("%s: %+v", uri, read)
				}
			}
			for _, uri := range []string{"sdamgia://ege/math/problem/9999999", "sdamgia://ege/magic/catalog", "sdamgia://ege/math/problem/x"} {
				if got, _ := c.Ask(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri)); got.Error == nil {
					t.Errorf("%s was read: %s", uri, got.Result)
				}
			}
			for _, x := range []struct{ argument, typed, want string }{
				{"subject", "мат", `"math"`}, {"subject", "ph", `"phys"`}, {"exam", "o", `"oge"`}, {"id", "900000", `"9000001"`},
			} {
				got := string(c.Result(t, "completion/complete", "", fmt.Sprintf(
					`{"ref":{"type":"ref/resource","uri":"sdamgia://{exam}/{subject}/problem/{id}"},"argument":{"name":%q,"value":%q}}`, x.argument, x.typed)))
				if !strings.Contains(got, x.want) {
					t.Errorf("completion of %s %s: %s", x.argument, x.typed, got)
				}
			}
		})
	}
}

// The conversation starters: a lesson about a problem, a practice, and a hint in which the
// answer does not stand, so that no model can let it slip.
func TestExamMCP_prompts(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	c := s.MCP("/sdamgia")
	render := func(name, arguments string) string {
		got := e2etest.Decode[struct {
			Messages []struct{ Content struct{ Text string } }
		}](t, c.Result(t, "prompts/get", name, fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments)))
		if len(got.Messages) != 1 {
			t.Fatalf("%s: %d messages", name, len(got.Messages))
		}
		return got.Messages[0].Content.Text
	}
	listed := string(c.Result(t, "prompts/list", "", `{}`))
	for _, name := range []string{"explain", "practise", "hint"} {
		if !strings.Contains(listed, `"name":"`+name+`"`) {
			t.Errorf("no prompt %s in %s", name, listed)
		}
	}
	if text := render("explain", `{"problem":"9000001","subject":"профмат"}`); !strings.Contains(text, "MH = 6") || !strings.Contains(text, "треугольнике KLM") {
		t.Errorf("explain: %s", text)
	}
	if text := render("practise", `{"subject":"физика","topics":"токи"}`); !strings.Contains(text, "sdamgia_compose_test") || !strings.Contains(text, "токи") {
		t.Errorf("practise: %s", text)
	}
	for problem, secrets := range map[string][]string{
		"math:9000001": {"MH = 6", "MH=6", "Ответ: 6"},
		"math:9000003": {"0,65", "0{,}65", "13/20"},
		"hist:9000045": {"емский собор"},
		"lit:9000053":  {"гипербола", "Гипербола"},
		"en:9000052":   {"kindness"},
	} {
		text := render("hint", fmt.Sprintf(`{"problem":%q,"attempt":"я пробовал"}`, problem))
		if !strings.Contains(text, "я пробовал") || !strings.Contains(text, "<problem>") {
			t.Errorf("hint for %s: %s", problem, text)
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("the hint for %s says %q: %s", problem, secret, text)
			}
		}
	}
	if got, _ := c.Ask(t, "prompts/get", "hint", `{"name":"hint","arguments":{"problem":"9999999"}}`); got.Error == nil {
		t.Errorf("a hint for a problem that is not there: %s", got.Result)
	}
	names := string(c.Result(t, "completion/complete", "", `{"ref":{"type":"ref/prompt","name":"practise"},"argument":{"name":"subject","value":"обще"}}`))
	if !strings.Contains(names, `"soc"`) {
		t.Errorf("completion of обще: %s", names)
	}
}

// The desktop way: the room alone over stdin and stdout, one message a line.
func TestExamMCP_stdio(t *testing.T) {
	t.Parallel()
	p, end := e2etest.StartPipe(t, e2etest.Environment(t.TempDir(), "KADRY_LOG_LEVEL=debug"), "--sample", "--toolsets", "sdamgia")
	defer end()
	ask := func(method, params string) e2etest.Message {
		got := p.Ask(t, e2etest.Request(method, params, `{"progressToken":"p"}`))
		if got.Error != nil {
			t.Fatalf("%s: %s", method, got.Error.Message)
		}
		return got
	}
	ask("initialize", fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}`, e2etest.Stateful))
	var names []string
	for _, tool := range e2etest.Decode[e2etest.Listing](t, ask("tools/list", `{}`).Result).Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff(examTools, names); diff != "" {
		t.Error(diff)
	}
	for tool, arguments := range map[string]string{
		"sdamgia_search":       `{"subject":"math","query":"треугольник"}`,
		"sdamgia_batch_get":    `{"subject":"math","problem_ids":["9000001"]}`,
		"sdamgia_check_answer": `{"subject":"math","problem_id":"№ 9000001","answer":"6,0"}`,
	} {
		got := e2etest.Decode[e2etest.Called](t, ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments)).Result)
		if got.IsError || !strings.Contains(string(got.Structured), `"9000001"`) {
			t.Errorf("%s: %s %+v", tool, got.Structured, got.Content)
		}
	}
	read := ask("resources/read", `{"uri":"sdamgia://ege/math/problem/9000001"}`)
	if !strings.Contains(string(read.Result), "KLM") {
		t.Errorf("%s", read.Result)
	}
}

// A token sees the room only when it was made for it, by every name and every way.
func TestExamMCP_tokens(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	tutor := e2etest.NewToken(t, s.Home, "tutor", "--toolsets", "sdamgia", "--read-only")
	recruiter := e2etest.NewToken(t, s.Home, "recruiter", "--toolsets", "talent")

	c := s.MCP("/sdamgia")
	c.Token = tutor
	if diff := cmp.Diff(examTools, c.Tools(t)); diff != "" {
		t.Error(diff)
	}
	c = s.MCP("")
	s.REST().As(tutor).Post(t, "sdamgia_batch_get", `{"subject":"math","problem_ids":["9000001"]}`).Ok(t)
	s.REST().As(tutor).Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Refused(t, 403, "denied")

	c.Token = recruiter
	if names := c.Tools(t); slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "sdamgia") }) {
		t.Errorf("a token for talent sees %v", names)
	}
	for _, name := range []string{"sdamgia_search_problems", "sdamgia_search"} {
		s.REST().As(recruiter).Post(t, name, `{"subject":"math","query":"треугольник"}`).Refused(t, 403, "denied")
		got, _ := c.Ask(t, "tools/call", name, fmt.Sprintf(`{"name":%q,"arguments":{"subject":"math","query":"треугольник"}}`, name))
		if got.Error == nil && !e2etest.Decode[e2etest.Called](t, got.Result).IsError {
			t.Errorf("a token for talent calls %s: %s", name, got.Result)
		}
	}
	for _, x := range []struct{ method, name, params string }{
		{"resources/read", "sdamgia://ege/math/problem/9000001", `{"uri":"sdamgia://ege/math/problem/9000001"}`},
		{"prompts/get", "hint", `{"name":"hint","arguments":{"problem":"9000001"}}`},
	} {
		if got, _ := c.Ask(t, x.method, x.name, x.params); got.Error == nil {
			t.Errorf("a token for talent: %s answers %s", x.method, got.Result)
		}
	}
	for method, banned := range map[string]string{"resources/templates/list": "sdamgia://", "prompts/list": `"practise"`} {
		if got := string(c.Result(t, method, "", `{}`)); strings.Contains(got, banned) {
			t.Errorf("a token for talent: %s shows %s", method, got)
		}
	}
	foreign := s.MCP("/sdamgia")
	foreign.Token = recruiter
	if response, messages := foreign.Send(t, "tools/list", "", e2etest.Request("tools/list", `{}`, `{}`)); response.StatusCode == 200 && strings.Contains(fmt.Sprint(messages), "sdamgia_") {
		t.Errorf("/mcp/sdamgia shows its tools to a token for talent: %+v", messages)
	}
}

// Over REST every operation is a POST, and a GET too because all of them only read; a
// failure is a problem document in the language asked for.
func TestExamREST(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t), Env: fake.env})
	query := url.Values{"subject": {"профмат"}, "problem_ids": {"9000001", "math:9000002"}, "include": {"hints"}}
	got := foundIn(t, s.REST().Get(t, "/api/v1/tools/sdamgia_batch_get_problems?"+query.Encode()))
	if len(got.Problems) != 2 || got.Problems[0].Answer != "" {
		t.Errorf("GET: %+v", got)
	}
	if alias := s.REST().Get(t, "/api/v1/tools/sdamgia_search?"+url.Values{"subject": {"math"}, "query": {"треугольник"}}.Encode()); alias.Status != 200 {
		t.Errorf("GET by the shorter name: %d %s", alias.Status, alias.Body)
	}
	for _, x := range []struct {
		operation, input string
		status           int
		code             string
	}{
		{"sdamgia_get_problem", `{"subject":"math","problem_id":"12a"}`, 400, "invalid_argument"},
		{"sdamgia_get_problem", `{"subject":"magic","problem_id":"1"}`, 400, "invalid_argument"},
		{"sdamgia_get_problem", `{"subject":"phys","problem_id":"99999"}`, 404, "not_found"},
		{"sdamgia_get_problem", `{"subject":"math","problem_id":"1","answer":true}`, 400, "invalid_argument"},
		{"sdamgia_get_test", `{"subject":"phys","test_id":"x"}`, 400, "invalid_argument"},
		{"sdamgia_compose_test", `{"subject":"phys","counts":{}}`, 400, "invalid_argument"},
		{"sdamgia_search_problems", `{"subject":"phys","query":"работа","limit":1000}`, 400, "invalid_argument"},
	} {
		for lang, russian := range map[string]bool{"ru": true, "en": false} {
			p := s.REST().With("Accept-Language", lang).Post(t, x.operation, x.input).Refused(t, x.status, x.code)
			if e2etest.Cyrillic(p.Detail) != russian {
				t.Errorf("%s in %s: %s", x.input, lang, p.Detail)
			}
		}
	}
	s.REST().Post(t, "sdamgia_get_problem", problemInput("1001")).Ok(t)
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha})
	captcha := s.REST().Post(t, "sdamgia_get_problem", problemInput("1002"))
	captcha.Refused(t, 502, "upstream_error")
	if captcha.Header.Get("Retry-After") != "3600" {
		t.Errorf("a captcha says to come back in %q", captcha.Header.Get("Retry-After"))
	}
	if asked, refused := counted(t, s, `events_total{event="request",`), counted(t, s, `events_total{event="refused",`); asked < 3 || refused < 1 || refused > asked {
		t.Errorf("/metrics counts %d requests, %d pages refused", asked, refused)
	}
	if left := counted(t, s, `budget_left{`); left+counted(t, s, `events_total{event="request",`) != 5000 {
		t.Errorf("%d requests are left of the day's 5000", left)
	}
	for _, idle := range []string{`in_flight{`, `waiting{`, `breaker_open{`} {
		if n := counted(t, s, idle); n != 0 {
			t.Errorf("%s is %d while nobody asks", idle, n)
		}
	}
}

// counted reads a figure of the exam site's from /metrics.
func counted(t *testing.T, s *e2etest.Server, name string) (n int) {
	t.Helper()
	start := "\nkadry_upstream_" + name + `system="sdamgia"} `
	_, after, there := strings.Cut(string(s.REST().Get(t, "/metrics").Body), start)
	if _, err := fmt.Sscan(after, &n); !there || err != nil {
		t.Errorf("no figure %s in /metrics: %v", start, err)
	}
	return n
}

// A long test must not cost a model its context: the answer over MCP is cut to the budget,
// keeps every problem it can, and says what was left out.
func TestExamMCP_budget(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := e2etest.Serve(t, e2etest.Options{Env: fake.env})
	e2etest.Succeed(t, fake.at(s.Home), syncPhys...)
	const input = `{"subject":"phys","counts":{"1":20},"include":["solution","answer","analogs","mathml"]}`
	whole := s.REST().Post(t, "sdamgia_compose_test", input)
	got := s.MCP("").Call(t, "sdamgia_compose_test", input)
	if got.IsError {
		t.Fatalf("%+v", got.Content)
	}
	const budget = 32_000 // bytes, about 8,000 tokens
	if len(whole.Body) < budget || len(got.Structured) > budget {
		t.Errorf("%d bytes over REST, %d over MCP; want more and less than %d", len(whole.Body), len(got.Structured), budget)
	}
	if made := e2etest.Decode[found](t, got.Structured); len(made.Problems) != 20 || !strings.Contains(string(got.Structured), `"note":"Shortened to fit: without `) {
		t.Errorf("%d problems are left of 20: %.300s", len(made.Problems), got.Structured)
	}
}
