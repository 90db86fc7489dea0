package mcpserver

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/op"
)

func TestResource_read(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for uri, want := range map[string]string{
				"kadry://candidate/c_1":       `{"id":"c_1"}`,
				"kadry://candidate/%D0%AF%20": `{"id":"Я "}`,
				"kadry://market/summary":      "# Market",
			} {
				answer, _ := w.ask(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri))
				var got struct {
					Contents []struct{ URI, MIMEType, Text string }
				}
				if answer.Error != nil || json.Unmarshal(answer.Result, &got) != nil || len(got.Contents) != 1 {
					t.Fatalf("%s: %+v", uri, answer)
				}
				if c := got.Contents[0]; c.URI != uri || c.Text != want || c.MIMEType == "" {
					t.Errorf("got %+v, want %s", c, want)
				}
			}
		})
	}
}

func TestResource_failures(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for uri, code := range map[string]int{
				"kadry://candidate/missing": -32602,
				"kadry://nowhere/at/all":    -32602,
				"kadry://candidate/broken":  -32603,
				"kadry://candidate/panic":   -32603,
			} {
				answer, _ := w.ask(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri))
				if answer.Error == nil || answer.Error.Code != code || strings.Contains(answer.Error.Message+string(answer.Error.Data), "secret") || strings.Contains(answer.Error.Message, "range") {
					t.Errorf("%s: got %+v, want code %d without the cause", uri, answer.Error, code)
				}
			}
		})
	}
}

func TestPrompt_get(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			answer, _ := w.ask(t, "prompts/get", "screen_candidate", `{"name":"screen_candidate","arguments":{"skill":"go"}}`)
			if answer.Error != nil || !strings.Contains(string(answer.Result), "Screen for go") {
				t.Errorf("got %+v", answer)
			}
			for args, c := range map[string]struct {
				code int
				want string
			}{
				`{}`:                        {-32602, "Missing arguments: skill."},
				`{"skill":" "}`:             {-32602, "Missing arguments: skill."},
				`{"skill":"go","page":"2"}`: {-32602, "Unknown argument; valid ones: skill, tone."},
				`{"skill":"panic"}`:         {-32603, "Something broke on our side."},
			} {
				answer, _ := w.ask(t, "prompts/get", "screen_candidate", `{"name":"screen_candidate","arguments":`+args+`}`)
				if answer.Error == nil || answer.Error.Code != c.code || answer.Error.Message != c.want {
					t.Errorf("%s: got %+v, want %d %s", args, answer.Error, c.code, c.want)
				}
			}
		})
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	ask := func(t *testing.T, w *wire, ref, argument, value string) message {
		t.Helper()
		answer, _ := w.ask(t, "completion/complete", "", fmt.Sprintf(`{"ref":%s,"argument":{"name":%q,"value":%q}}`, ref, argument, value))
		return answer
	}
	prompt, candidate := `{"type":"ref/prompt","name":"screen_candidate"}`, `{"type":"ref/resource","uri":"kadry://candidate/{id}"}`
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for _, c := range []struct {
				ref, argument, value string
				want                 []string
			}{
				{prompt, "skill", "go", []string{"go", "golang"}},
				{prompt, "tone", "x", []string{}},
				{candidate, "id", "c", []string{"c_1", "c_2"}},
			} {
				var got struct {
					Completion struct{ Values []string }
				}
				if err := json.Unmarshal(ask(t, w, c.ref, c.argument, c.value).Result, &got); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, got.Completion.Values); diff != "" {
					t.Errorf("%s of %s: %s", c.argument, c.ref, diff)
				}
			}
			var many struct {
				Completion struct {
					Values  []string
					Total   int
					HasMore bool
				}
			}
			if err := json.Unmarshal(ask(t, w, prompt, "skill", "many").Result, &many); err != nil {
				t.Fatal(err)
			}
			if c := many.Completion; len(c.Values) != 100 || c.Total != 150 || !c.HasMore {
				t.Errorf("got %d of %d, more %v", len(c.Values), c.Total, c.HasMore)
			}
			for _, bad := range [][2]string{{prompt, "page"}, {candidate, "page"}, {`{"type":"ref/prompt","name":"none"}`, "skill"}} {
				if answer := ask(t, w, bad[0], bad[1], ""); answer.Error == nil || answer.Error.Code != -32602 {
					t.Errorf("%v: got %+v, want -32602", bad, answer)
				}
			}
		})
	}
}

func TestNew_refusesDefects(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*Config){
		"no registry":          func(c *Config) { c.Registry = nil },
		"no pipeline":          func(c *Config) { c.Pipeline = nil },
		"short key":            func(c *Config) { c.StateKey = []byte("short") },
		"template":             func(c *Config) { c.Resources[0].URI = "kadry://{" },
		"relative address":     func(c *Config) { c.Resources[1].URI = "summary" },
		"resource twice":       func(c *Config) { c.Resources[1].URI = c.Resources[0].URI },
		"resource without doc": func(c *Config) { c.Resources[0].Doc = "" },
		"prompt without doc":   func(c *Config) { c.Prompts[0].Doc = "" },
		"prompt twice":         func(c *Config) { c.Prompts = append(c.Prompts, c.Prompts[0]) },
		"destroys unconfirmed": func(c *Config) { c.Registry = only(t, declare("burn", "talent", op.Destroys, find)) },
	} {
		config := sampleConfig(t, newSlow())
		spoil(&config)
		if _, err := New(config); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	config := sampleConfig(t, newSlow())
	config.AllowedOrigins = []string{"no scheme"}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Handler(); err == nil {
		t.Error("an origin without scheme: no error")
	}
}

func only(t *testing.T, o *op.Op) *op.Registry {
	t.Helper()
	registry, err := op.NewRegistry(o)
	if err != nil {
		t.Fatal(err)
	}
	return registry
}
