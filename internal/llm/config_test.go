package llm_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

func TestNew_baseURL(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"http://h:1":                                 "/v1/chat/completions",
		"http://h:1/":                                "/v1/chat/completions",
		"http://h:1/v1":                              "/v1/chat/completions",
		"http://h/v1//":                              "/v1/chat/completions",
		"http://h/v1/chat/completions":               "/v1/chat/completions",
		"http://h/v1/chat/completions/":              "/v1/chat/completions",
		"http://h/openai/deployments/gpt":            "/openai/deployments/gpt/chat/completions",
		"http://[::1]:8080/api":                      "/api/chat/completions",
		"http://h/chat/completions":                  "/v1/chat/completions",
		"http://h/" + strings.Repeat("a", 100) + "/": "/" + strings.Repeat("a", 100) + "/chat/completions",
	} {
		s := llmtest.New(llmtest.Easygoing, llmtest.Says("x"))
		m := client(t, s, func(cfg *llm.Config) { cfg.BaseURL = given })
		if _, err := m.Complete(t.Context(), llm.Prompt{User: "x"}); err != nil {
			t.Fatal(err)
		}
		if got := s.Requests()[0].Path; got != want {
			t.Errorf("%q: asked at %s, want %s", given, got, want)
		}
	}
}

func TestNew_refuses(t *testing.T) {
	t.Parallel()
	fine := llm.Config{BaseURL: "http://h/v1", Model: "m", Transport: http.DefaultTransport}
	for name, change := range map[string]func(*llm.Config){
		"no URL":            func(c *llm.Config) { c.BaseURL = "" },
		"another scheme":    func(c *llm.Config) { c.BaseURL = "file:///etc/passwd" },
		"no host":           func(c *llm.Config) { c.BaseURL = "http:///v1" },
		"a password":        func(c *llm.Config) { c.BaseURL = "http://user:hunter2@h/v1" },
		"a broken password": func(c *llm.Config) { c.BaseURL = "http://user:hunter2%zz@h/v1" },
		"a key in a query":  func(c *llm.Config) { c.BaseURL = "http://h/v1?key=hunter2" },
		"no model":          func(c *llm.Config) { c.Model = "" },
		"no transport":      func(c *llm.Config) { c.Transport = nil },
		"a negative limit":  func(c *llm.Config) { c.Timeout = -time.Second },
		"a key of lines":    func(c *llm.Config) { c.APIKey = "hunter2\r\nX: y" },
	} {
		cfg := fine
		change(&cfg)
		if _, err := llm.New(cfg); err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := llm.New(fine); err != nil {
		t.Error(err)
	}
}

func TestKey_neverShows(t *testing.T) {
	t.Parallel()
	cfg := llm.Config{BaseURL: "http://h/v1", Model: "m", APIKey: key, Transport: errorReader{}}
	m, err := llm.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, v := range []any{cfg, &cfg, cfg.APIKey, m, []llm.Key{key}, map[llm.Key]int{key: 1}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&out, verb, v)
		}
	}
	for _, h := range []slog.Handler{slog.NewJSONHandler(&out, nil), slog.NewTextHandler(&out, nil)} {
		slog.New(h).Info("x", "key", cfg.APIKey, "config", cfg, "client", m)
	}
	encoded, err := json.Marshal(map[string]any{"key": cfg.APIKey, "keys": []llm.Key{key}})
	if err != nil {
		t.Fatal(err)
	}
	out.Write(encoded)
	for _, bad := range []string{key, fmt.Sprintf("%x", key), fmt.Sprintf("%X", key)} {
		if strings.Contains(out.String(), bad) {
			t.Errorf("the key is in %.300s", out.String())
		}
	}
	if fmt.Sprint(llm.Key("")) != "" {
		t.Error("an empty key looks like one")
	}
}

func TestNewSchema_refuses(t *testing.T) {
	t.Parallel()
	object := func(text string) *jsonschema.Schema {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		return &s
	}
	const closed = `"additionalProperties":false`
	for name, c := range map[string]struct {
		name string
		text string
	}{
		"a name with spaces":   {"my shape", `{"type":"object",` + closed + `}`},
		"no name":              {"", `{"type":"object",` + closed + `}`},
		"a list":               {"x", `{"type":"array"}`},
		"an open object":       {"x", `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
		"an optional property": {"x", `{"type":"object","properties":{"a":{"type":"string"}},` + closed + `}`},
		"an open inner object": {"x", `{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}}},"required":["a"],` + closed + `}`},
		"an open alternative":  {"x", `{"type":"object","properties":{"a":{"anyOf":[{"type":["object","null"]}]}},"required":["a"],` + closed + `}`},
		"an open definition":   {"x", `{"type":"object","properties":{"a":{"$ref":"#/$defs/d"}},"required":["a"],` + closed + `,"$defs":{"d":{"type":"object"}}}`},
		"a foreign reference":  {"x", `{"type":"object","properties":{"a":{"$ref":"http://h/x"}},"required":["a"],` + closed + `}`},
	} {
		if _, err := llm.NewSchema(c.name, object(c.text)); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := llm.NewSchema("x", nil); err == nil {
		t.Error("no schema is taken")
	}
	deep := `{"type":"object","properties":{"a":{"type":"array","items":{"$ref":"#/$defs/d"}}},"required":["a"],` + closed +
		`,"$defs":{"d":{"type":"object","properties":{"b":{"type":["string","null"]}},"required":["b"],` + closed + `}}}`
	if _, err := llm.NewSchema("x", object(deep)); err != nil {
		t.Error(err)
	}
}
