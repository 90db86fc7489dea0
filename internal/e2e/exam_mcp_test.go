package e2e

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	s := serve(t, options{home: sample(t)})
	for _, c := range []client{s.mcp("/sdamgia"), s.session(t, "/sdamgia")} {
		t.Run(c.revision, func(t *testing.T) {
			if diff := cmp.Diff(examTools, c.tools(t)); diff != "" {
				t.Error(diff)
			}
			for _, name := range []string{"sdamgia_search", "sdamgia_search_problems"} {
				got := c.call(t, name, `{"subject":"математика","query":"треугольник"}`)
				if ids := decode[found](t, got.Structured).IDs; got.IsError || !slices.Equal(ids, []string{"9000001"}) {
					t.Errorf("%s: %s", name, got.Structured)
				}
				if !strings.HasPrefix(got.Content[0].Text, "# Search Results") {
					t.Errorf("%s: the text is %q", name, got.Content[0].Text)
				}
			}
			plain := c.call(t, "sdamgia_batch_get", `{"subject":"math","problem_ids":"9000001","response_format":"json"}`)
			if text := decode[any](t, []byte(plain.Content[0].Text)); !cmp.Equal(text, decode[any](t, plain.Structured)) {
				t.Errorf("text and structure differ: %s", plain.Content[0].Text)
			}
			c.call(t, "sdamgia_get_problem", `{"subject":"math","problem_id":"x1"}`).refused(t, "invalid_argument")
			c.call(t, "sdamgia_get_problem", `{"subject":"math","problem_id":"9999999"}`).refused(t, "not_found")
			if text := c.call(t, "sdamgia_get_problem", `{"subject":"mat","problem_id":"1"}`).refused(t, "invalid_argument"); !strings.Contains(text, `"candidates":["math"`) {
				t.Errorf("no nearest subject in %s", text)
			}
			long := fmt.Sprintf(`{"subject":"math","condition_text":%q}`, strings.Repeat("ш", 1001))
			c.call(t, "sdamgia_search_by_text", long).refused(t, "invalid_argument")
		})
	}
}

// What a person attaches to a conversation: a problem, a catalogue, a test by address, with
// names proposed while the address is typed.
func TestExamMCP_resources(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := serve(t, options{home: sample(t), env: fake.env})
	for _, c := range []client{s.mcp("/sdamgia"), s.session(t, "/sdamgia")} {
		t.Run(c.revision, func(t *testing.T) {
			templates := string(c.result(t, "resources/templates/list", "", `{}`))
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
				read := decode[struct {
					Contents []struct{ URI, MIMEType, Text string }
				}](t, c.result(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri)))
				if len(read.Contents) != 1 || !strings.Contains(read.Contents[0].Text, want) || read.Contents[0].MIMEType != "application/json" {
					t.Errorf("%s: %+v", uri, read)
				}
			}
			for _, uri := range []string{"sdamgia://ege/math/problem/9999999", "sdamgia://ege/magic/catalog", "sdamgia://ege/math/problem/x"} {
				if got, _ := c.ask(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri)); got.Error == nil {
					t.Errorf("%s was read: %s", uri, got.Result)
				}
			}
			for _, x := range []struct{ argument, typed, want string }{
				{"subject", "мат", `"math"`}, {"subject", "ph", `"phys"`}, {"exam", "o", `"oge"`}, {"id", "900000", `"9000001"`},
			} {
				got := string(c.result(t, "completion/complete", "", fmt.Sprintf(
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
	s := serve(t, options{home: sample(t)})
	c := s.mcp("/sdamgia")
	render := func(name, arguments string) string {
		got := decode[struct {
			Messages []struct{ Content struct{ Text string } }
		}](t, c.result(t, "prompts/get", name, fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, arguments)))
		if len(got.Messages) != 1 {
			t.Fatalf("%s: %d messages", name, len(got.Messages))
		}
		return got.Messages[0].Content.Text
	}
	listed := string(c.result(t, "prompts/list", "", `{}`))
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
	if got, _ := c.ask(t, "prompts/get", "hint", `{"name":"hint","arguments":{"problem":"9999999"}}`); got.Error == nil {
		t.Errorf("a hint for a problem that is not there: %s", got.Result)
	}
	names := string(c.result(t, "completion/complete", "", `{"ref":{"type":"ref/prompt","name":"practise"},"argument":{"name":"subject","value":"обще"}}`))
	if !strings.Contains(names, `"soc"`) {
		t.Errorf("completion of обще: %s", names)
	}
}

// The desktop way: the room alone over stdin and stdout, one message a line.
func TestExamMCP_stdio(t *testing.T) {
	t.Parallel()
	p, end := startPipe(t, environment(t.TempDir(), "KADRY_LOG_LEVEL=debug"), "--sample", "--toolsets", "sdamgia")
	defer end()
	ask := func(method, params string) message {
		got := p.ask(t, request(method, params, `{"progressToken":"p"}`))
		if got.Error != nil {
			t.Fatalf("%s: %s", method, got.Error.Message)
		}
		return got
	}
	ask("initialize", fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}`, stateful))
	var names []string
	for _, tool := range decode[listing](t, ask("tools/list", `{}`).Result).Tools {
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
		got := decode[called](t, ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments)).Result)
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
	s := serve(t, options{home: sample(t)})
	tutor := newToken(t, s.home, "tutor", "--toolsets", "sdamgia", "--read-only")
	recruiter := newToken(t, s.home, "recruiter", "--toolsets", "talent")

	c := s.mcp("")
	c.token = tutor
	if diff := cmp.Diff(examTools, c.tools(t)); diff != "" {
		t.Error(diff)
	}
	s.rest().as(tutor).post(t, "sdamgia_batch_get", `{"subject":"math","problem_ids":["9000001"]}`).ok(t)
	s.rest().as(tutor).post(t, "search_by_skills", `{"required_skills":["Go"]}`).refused(t, 403, "denied")

	c.token = recruiter
	if names := c.tools(t); slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "sdamgia") }) {
		t.Errorf("a token for talent sees %v", names)
	}
	for _, name := range []string{"sdamgia_search_problems", "sdamgia_search"} {
		s.rest().as(recruiter).post(t, name, `{"subject":"math","query":"треугольник"}`).refused(t, 403, "denied")
		got, _ := c.ask(t, "tools/call", name, fmt.Sprintf(`{"name":%q,"arguments":{"subject":"math","query":"треугольник"}}`, name))
		if got.Error == nil && !decode[called](t, got.Result).IsError {
			t.Errorf("a token for talent calls %s: %s", name, got.Result)
		}
	}
	for _, x := range []struct{ method, name, params string }{
		{"resources/read", "sdamgia://ege/math/problem/9000001", `{"uri":"sdamgia://ege/math/problem/9000001"}`},
		{"prompts/get", "hint", `{"name":"hint","arguments":{"problem":"9000001"}}`},
	} {
		if got, _ := c.ask(t, x.method, x.name, x.params); got.Error == nil {
			t.Errorf("a token for talent: %s answers %s", x.method, got.Result)
		}
	}
	for method, banned := range map[string]string{"resources/templates/list": "sdamgia://", "prompts/list": `"practise"`} {
		if got := string(c.result(t, method, "", `{}`)); strings.Contains(got, banned) {
			t.Errorf("a token for talent: %s shows %s", method, got)
		}
	}
	foreign := s.mcp("/sdamgia")
	foreign.token = recruiter
	if response, messages := foreign.send(t, "tools/list", "", request("tools/list", `{}`, `{}`)); response.StatusCode == 200 && strings.Contains(fmt.Sprint(messages), "sdamgia_") {
		t.Errorf("/mcp/sdamgia shows its tools to a token for talent: %+v", messages)
	}
}

// Over REST every operation is a POST, and a GET too because all of them only read; a
// failure is a problem document in the language asked for.
func TestExamREST(t *testing.T) {
	t.Parallel()
	fake := examSite(t)
	s := serve(t, options{home: sample(t), env: fake.env})
	query := url.Values{"subject": {"профмат"}, "problem_ids": {"9000001", "math:9000002"}, "include": {"hints"}}
	got := s.rest().get(t, "/api/v1/tools/sdamgia_batch_get_problems?"+query.Encode()).found(t)
	if len(got.Problems) != 2 || got.Problems[0].Answer != "" {
		t.Errorf("GET: %+v", got)
	}
	if alias := s.rest().get(t, "/api/v1/tools/sdamgia_search?"+url.Values{"subject": {"math"}, "query": {"треугольник"}}.Encode()); alias.status != 200 {
		t.Errorf("GET by the shorter name: %d %s", alias.status, alias.body)
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
			p := s.rest().with("Accept-Language", lang).post(t, x.operation, x.input).refused(t, x.status, x.code)
			if cyrillic(p.Detail) != russian {
				t.Errorf("%s in %s: %s", x.input, lang, p.Detail)
			}
		}
	}
	s.rest().post(t, "sdamgia_get_problem", problemInput("1001")).ok(t)
	fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha})
	captcha := s.rest().post(t, "sdamgia_get_problem", problemInput("1002"))
	captcha.refused(t, 502, "upstream_error")
	if captcha.header.Get("Retry-After") != "3600" {
		t.Errorf("a captcha says to come back in %q", captcha.header.Get("Retry-After"))
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
func counted(t *testing.T, s *server, name string) (n int) {
	t.Helper()
	start := "\nkadry_upstream_" + name + `system="sdamgia"} `
	_, after, there := strings.Cut(string(s.rest().get(t, "/metrics").body), start)
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
	s := serve(t, options{env: fake.env})
	succeed(t, fake.at(s.home), syncPhys...)
	const input = `{"subject":"phys","counts":{"1":20},"include":["solution","answer","analogs","mathml"]}`
	whole := s.rest().post(t, "sdamgia_compose_test", input)
	got := s.mcp("").call(t, "sdamgia_compose_test", input)
	if got.IsError {
		t.Fatalf("%+v", got.Content)
	}
	const budget = 32_000 // bytes, about 8,000 tokens
	if len(whole.body) < budget || len(got.Structured) > budget {
		t.Errorf("%d bytes over REST, %d over MCP; want more and less than %d", len(whole.body), len(got.Structured), budget)
	}
	if made := decode[found](t, got.Structured); len(made.Problems) != 20 || !strings.Contains(string(got.Structured), `"note":"Shortened to fit: without `) {
		t.Errorf("%d problems are left of 20: %.300s", len(made.Problems), got.Structured)
	}
}
