package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Wrong input is refused with words that say what to send, over every front alike, and
// the server goes on.
func TestInput_refused(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	for name, c := range map[string]struct {
		operation, input string
		says             string // part of the refusal, which names the field
	}{
		"no required skill":        {"search_by_skills", `{"required_skills":[]}`, "required_skills"},
		"required skills left out": {"search_by_skills", `{}`, "required_skills"},
		"an empty skill":           {"search_by_skills", `{"required_skills":[" "]}`, "required_skills"},
		"top_k of 0":               {"search_by_skills", `{"required_skills":["Go"],"top_k":0}`, "top_k"},
		"top_k of 10000":           {"search_by_skills", `{"required_skills":["Go"],"top_k":10000}`, "top_k"},
		"negative years":           {"search_by_skills", `{"required_skills":["Go"],"min_years":-1}`, "min_years"},
		"an unknown key":           {"search_by_skills", `{"required_skills":["Go"],"skils":1}`, "skils"},
		"an unknown level":         {"search_by_skills", `{"required_skills":["Go"],"experience_level":"wizard"}`, "experience_level"},
		"an object for a list":     {"search_by_skills", `{"required_skills":{"a":1}}`, "required_skills"},
		"a list for a number":      {"search_by_skills", `{"required_skills":["Go"],"top_k":[1,2]}`, "top_k"},
		"a foreign cursor":         {"search_by_skills", `{"required_skills":["Go"],"cursor":"garbage"}`, "cursor"},
		"a date that is none":      {"search_by_skills", `{"required_skills":["Go"],"uploaded_after":"2026-13-40"}`, "uploaded_after"},
		"a forged search id":       {"search_candidates", `{"refine_of":"garbage"}`, "refine_of"},
		"neither query nor search": {"search_candidates", `{}`, "query"},
		"one candidate to compare": {"compare_candidates", `{"candidate_ids":["cv_x"]}`, "candidate_ids"},
		"no confirmation":          {"delete_candidate", `{"candidate_id":"cv_x"}`, "confirm"},
		"two ways to send a CV":    {"ingest_cv", `{"text":"a","path":"/tmp"}`, "path"},
		"content that is no file":  {"ingest_cv", `{"files":[{"name":"a.txt","content":"???"}]}`, "base64"},
		"no CV to parse":           {"parse_resume_advanced", `{}`, "resume_text"},
	} {
		t.Run(name, func(t *testing.T) {
			p := s.REST().Post(t, c.operation, c.input).Refused(t, 400, "invalid_argument")
			whole := string(s.REST().Post(t, c.operation, c.input).Body)
			if !strings.Contains(whole, c.says) {
				t.Errorf("the refusal does not speak of %s: %s", c.says, whole)
			}
			russian := s.REST().With("Accept-Language", "ru").Post(t, c.operation, c.input).Refused(t, 400, "invalid_argument")
			if !e2etest.Cyrillic(russian.Detail) || russian.Detail == p.Detail {
				t.Errorf("not in Russian: %s", russian.Detail)
			}
			if text := s.MCP("").Call(t, c.operation, c.input).Refused(t, "invalid_argument"); !strings.Contains(text, c.says) {
				t.Errorf("over MCP the refusal does not speak of %s: %s", c.says, text)
			}
		})
	}
}

// What looks like the syntax of some query language is a skill nobody knows: an empty
// answer with the nearest names, never an error of an engine behind.
func TestInput_noSyntax(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	for _, skill := range []string{
		`"unclosed`, `go AND NOT`, `NEAR(a b, 3)`, `col:val*`, `'; DROP TABLE candidate; --`, `.*+?(){}[]^$|\`,
		`%_%`, `\u0000`, `<script>alert(1)</script>`, strings.Repeat("(", 100), "𝓚𝓾𝓫𝓮", "\u202eog",
	} {
		input := fmt.Sprintf(`{"required_skills":[%s]}`, e2etest.Quoted(t, skill))
		got := s.REST().Post(t, "search_by_skills", input).Facts(t)
		if got.Message == "" && len(got.Candidates) == 0 {
			t.Errorf("%q: nothing is found and nothing is said", skill)
		}
		if called := s.MCP("").Call(t, "search_by_skills", input); called.IsError {
			t.Errorf("%q over MCP: %+v", skill, called.Content)
		}
		free := s.REST().Post(t, "search_candidates", fmt.Sprintf(`{"query":%s}`, e2etest.Quoted(t, skill)))
		if free.Status != 200 && free.Status != 400 {
			t.Errorf("%q as a wish: status %d: %s", skill, free.Status, free.Body)
		}
	}
	if found := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t); found.Total == 0 {
		t.Error("after all that nobody knows Go any more")
	}
}

// A request that is no JSON object in UTF-8 of a bearable size is refused before anything
// reads it, with the status that says why.
func TestInput_bodies(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	large := strings.Repeat("x", 20<<20)
	for name, c := range map[string]struct {
		operation, body, kind string
		status                int
		code                  string
	}{
		"20 MB of arguments":    {"search_by_skills", `{"required_skills":["` + large + `"]}`, "application/json", 413, "too_large"},
		"40 MB of a CV":         {"ingest_cv", `{"text":"` + large + large + `"}`, "application/json", 413, "too_large"},
		"a CV of 20 MB of text": {"ingest_cv", `{"text":"` + large + `"}`, "application/json", 400, "invalid_argument"},
		"invalid UTF-8":         {"search_by_skills", "{\"required_skills\":[\"\xff\xfe\"]}", "application/json", 400, "invalid_argument"},
		"half a surrogate pair": {"search_by_skills", `{"required_skills":["\ud800"]}`, "application/json", 0, ""},
		"no JSON":               {"search_by_skills", `required_skills=Go`, "application/json", 400, "invalid_argument"},
		"a list":                {"search_by_skills", `["Go"]`, "application/json", 400, "invalid_argument"},
		"two objects":           {"search_by_skills", `{"required_skills":["Go"]}{}`, "application/json", 400, "invalid_argument"},
		"a form":                {"search_by_skills", `required_skills=Go`, "application/x-www-form-urlencoded", 415, "unsupported_media_type"},
		"deep nesting":          {"search_by_skills", `{"required_skills":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, "application/json", 400, "invalid_argument"},
		"no such operation":     {"find_people", `{}`, "application/json", 404, "not_found"},
	} {
		t.Run(name, func(t *testing.T) {
			got := s.REST().With("Content-Type", c.kind).Post(t, c.operation, c.body)
			if c.status == 0 { // either answer is right, an error of ours is not
				if got.Status >= 500 {
					t.Errorf("status %d: %s", got.Status, got.Body)
				}
				return
			}
			if p := got.Refused(t, c.status, c.code); len(p.Detail) > 2000 {
				t.Errorf("the refusal repeats the input: %d bytes", len(p.Detail))
			}
		})
	}
	response, _ := s.MCP("").Send(t, "tools/call", "search_by_skills", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+large+large+`"}}`)
	if response.StatusCode != 413 {
		t.Errorf("40 MB over MCP: status %d, want 413", response.StatusCode)
	}
	if got := s.REST().Get(t, "/api/v1/tools/delete_candidate?candidate_id=x&confirm=true"); got.Status != 405 {
		t.Errorf("deleting by address: status %d, want 405", got.Status)
	}
	if bytes.Contains([]byte(s.Log.String()), []byte("panic")) {
		t.Errorf("the log speaks of a panic:\n%s", s.Log)
	}
}

// What clients are known to send crooked is straightened where only one reading is
// possible.
func TestInput_bent(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	straight := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"],"top_k":2}`).Facts(t)
	for _, crooked := range []string{
		`{"required_skills":"Go","top_k":"2"}`,
		`{"required_skills":["Go"],"top_k":2.0,"preferred_skills":null}`,
		`{"required_skills":"[\"Go\"]","top_k":2}`,
	} {
		got := s.MCP("").Call(t, "search_by_skills", crooked)
		if got.IsError {
			t.Errorf("%s: %s", crooked, got.Content[0].Text)
			continue
		}
		if found := e2etest.Decode[e2etest.Facts](t, got.Structured); len(found.Candidates) != 2 || found.SearchID != straight.SearchID {
			t.Errorf("%s means something else: %+v", crooked, found)
		}
	}
}
