package llm_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"go.uber.org/goleak"

	"kadry/internal/fault"
	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-do-not-print-me-0123456789"

func client(tb testing.TB, s *llmtest.Server, change ...func(*llm.Config)) *llm.Client {
	tb.Helper()
	cfg := llm.Config{BaseURL: "http://model.test:8000/v1", Model: "qwen", APIKey: key, Transport: s.Transport(tb)}
	for _, c := range change {
		c(&cfg)
	}
	made, err := llm.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

// verdict is the shape that the questions of these tests ask for.
type verdict struct {
	Met   bool   `json:"met"`
	Quote string `json:"quote"`
}

const good = `{"met":true,"quote":"WAL пишется до данных"}`

func shape(tb testing.TB) *llm.Schema {
	tb.Helper()
	s, err := jsonschema.For[verdict](nil)
	if err != nil {
		tb.Fatal(err)
	}
	made, err := llm.NewSchema("verdict", s)
	if err != nil {
		tb.Fatal(err)
	}
	return made
}

func question(tb testing.TB) llm.Prompt {
	tb.Helper()
	return llm.Prompt{Name: "grade", Version: "1", System: "You grade.", User: "Is the point met?", Schema: shape(tb)}
}

// isGood checks that an answer is the good one, whatever it was wrapped in.
func isGood(tb testing.TB, a llm.Answer, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatalf("no answer: %v", err)
	}
	var got verdict
	if err := json.Unmarshal(a.JSON, &got); err != nil {
		tb.Fatalf("%s: %v", a.JSON, err)
	}
	if want := (verdict{true, "WAL пишется до данных"}); got != want {
		tb.Errorf("got %+v, want %+v", got, want)
	}
	if a.Engine.Name != "model.test:8000" || a.Engine.Model != "qwen" {
		tb.Errorf("the answer comes from %+v", a.Engine)
	}
}

// isFailure checks that callers can fall back on an error and know why.
func isFailure(tb testing.TB, err error, why llm.Why) *fault.Error {
	tb.Helper()
	f, ok := errors.AsType[*llm.Failure](err)
	if !ok || fault.KindOf(err) != fault.Unavailable || f.Why != why {
		tb.Fatalf("got %v (%s), want unavailable for %s", err, fault.KindOf(err), why)
	}
	e := fault.From(err)
	if e.Text.EN == "" || e.Text.RU == "" {
		tb.Errorf("%s says nothing to people", why)
	}
	return e
}

func second(cfg *llm.Config) { cfg.Timeout = time.Second }
