package llm_test

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

// Every dialect leads to the same answer; what was learned on the way is not asked again.
func TestComplete_findsTheMannerOfAnEndpoint(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dialect     llmtest.Dialect
		enforcement llm.Enforcement
		first       int // requests of the first question; of the second there is one
		length      string
	}{
		"takes all":           {llmtest.Easygoing, llm.Strict, 1, "max_completion_tokens"},
		"a reasoning model":   {llmtest.Reasoning, llm.Strict, 2, "max_completion_tokens"},
		"old vLLM":            {llmtest.OldVLLM, llm.Strict, 2, "max_tokens"},
		"old llama.cpp":       {llmtest.OldLlamaCpp, llm.Objects, 2, "max_completion_tokens"},
		"llama.cpp's grammar": {llmtest.BrokenGrammar, llm.Objects, 2, "max_completion_tokens"},
		"old Ollama":          {llmtest.OldOllama, llm.Plain, 3, "max_completion_tokens"},
		"LM Studio":           {llmtest.LMStudio, llm.Strict, 1, "max_completion_tokens"},
		"DeepSeek":            {llmtest.DeepSeek, llm.Objects, 2, "max_completion_tokens"},
		"no system message":   {llmtest.Gemma, llm.Strict, 2, "max_completion_tokens"},
		"the bare least":      {llmtest.Bare, llm.Plain, 6, "max_tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := llmtest.New(c.dialect, llmtest.Says(good))
				m := client(t, s)
				a, err := m.Complete(t.Context(), question(t))
				isGood(t, a, err)
				if a.Enforcement != c.enforcement || len(s.Requests()) != c.first || a.Usage.Calls != c.first {
					t.Errorf("enforcement %s after %d requests (%d counted), want %s after %d", a.Enforcement, len(s.Requests()), a.Usage.Calls, c.enforcement, c.first)
				}
				a, err = m.Complete(t.Context(), question(t))
				isGood(t, a, err)
				if n := len(s.Requests()) - c.first; n != 1 {
					t.Errorf("the second question took %d requests, want 1", n)
				}
				last := s.Requests()[len(s.Requests())-1]
				length := map[bool]string{true: "max_tokens", false: "max_completion_tokens"}[last.MaxTokens > 0]
				if length != c.length || last.MaxTokens+last.MaxCompletionTokens != 1024 {
					t.Errorf("the length is limited by %s to %d", length, last.MaxTokens+last.MaxCompletionTokens)
				}
			})
		})
	}
}

func TestComplete_forgetsAMannerInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.New(llmtest.DeepSeek, llmtest.Says(good))
		m := client(t, s)
		for range 2 {
			a, err := m.Complete(t.Context(), question(t))
			isGood(t, a, err)
			time.Sleep(2 * time.Hour)
		}
		if formats := formatsOf(s); !cmp.Equal(formats, []string{"json_schema", "json_object", "json_schema", "json_object"}) {
			t.Errorf("asked for %v: an hour later the best dialect is worth another try", formats)
		}
	})
}

func formatsOf(s *llmtest.Server) []string {
	var formats []string
	for _, q := range s.Requests() {
		formats = append(formats, q.Format)
	}
	return formats
}

func TestComplete_asksForTheSameAnswerEveryTime(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says(good))
	_, err := client(t, s).Complete(t.Context(), question(t))
	if err != nil {
		t.Fatal(err)
	}
	q := s.Requests()[0]
	if q.Temperature == nil || *q.Temperature != 0 || q.Seed == nil || *q.Seed != 1 {
		t.Errorf("temperature %v, seed %v", q.Temperature, q.Seed)
	}
	if !q.Strict || !json.Valid(q.Schema) || q.Model != "qwen" || q.Path != "/v1/chat/completions" || q.Authorization != "Bearer "+key {
		t.Errorf("asked %+v", q)
	}
	if strings.Contains(q.Last(), "JSON") {
		t.Error("an enforced schema is told in the prompt as well")
	}
}

// However the good answer is wrapped, it is found with no second question.
func TestComplete_readsTheAnswerOutOf(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]llmtest.Reply{
		"plain":            llmtest.Says(good),
		"prose around":     llmtest.Says("Sure! Here is {the} verdict:\n" + good + "\nHope this helps {}."),
		"a Markdown fence": llmtest.Says("```json\n" + good + "\n```"),
		"thinking aloud":   llmtest.Says("<think>maybe {\"met\":false,\"quote\":\"\"}?</think>\n" + good),
		"a stream":         llmtest.Streams(good),
		"a keen stream":    llmtest.Streams("```json\n" + good + "\n```"),
		"parts":            llmtest.Raw(`{"model":"qwen","choices":[{"message":{"content":[{"type":"thinking","text":"x"},{"type":"text","text":` + quoted(good) + `}]}}]}`),
		"an early line":    llmtest.Raw("\n\n " + `{"model":"qwen","choices":[{"message":{"content":` + quoted(good) + `}}]}`),
		"a megabyte of it": llmtest.Says(strings.Repeat("Let me see. ", 1<<20/12) + good),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(llmtest.Easygoing, reply)
			a, err := client(t, s).Complete(t.Context(), question(t))
			isGood(t, a, err)
			if n := len(s.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(b)
}

// What cannot be used gets one repair turn; a second such answer is the end.
func TestComplete_repairsOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply llmtest.Reply
		told  string // to the model, in the repair turn; "" when there is nothing to tell
	}{
		"wrong keys":        {llmtest.Says(`{"is_met":true,"quote":"x"}`), "is_met"},
		"a key too many":    {llmtest.Says(`{"met":true,"quote":"x","score":100}`), "score"},
		"a wrong type":      {llmtest.Says(`{"met":"yes","quote":"x"}`), "boolean"},
		"a key missing":     {llmtest.Says(`{"met":true}`), "quote"},
		"prose alone":       {llmtest.Says("The point is met."), "no JSON object"},
		"two objects":       {llmtest.Says(`He wrote {"met":true,"quote":""}. Mine: {"met":false,"quote":""}`), "more than one"},
		"cut off":           {llmtest.CutOff(`{"met":true,"quo`), ""},
		"cut off unsaid":    {llmtest.Says(`{"met":true,"quo`), ""},
		"an empty answer":   {llmtest.Says(""), ""},
		"no choice":         {llmtest.Raw(`{"choices":[]}`), ""},
		"a tool call":       {llmtest.CallsTool(good), ""},
		"thinking cut off":  {llmtest.Says(`<think>hm, {"met":true,"quote":"x"}`), ""},
		"a list":            {llmtest.Says(`[true,"x"]`), "no JSON object"},
		"duplicate answers": {llmtest.Says(good + "\n" + good), "more than one"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(llmtest.Easygoing, c.reply, llmtest.Says(good))
			a, err := client(t, s).Complete(t.Context(), question(t))
			isGood(t, a, err)
			if n := len(s.Requests()); n != 2 || a.Usage.Calls != 2 {
				t.Fatalf("%d requests, %d counted", n, a.Usage.Calls)
			}
			last := s.Requests()[1]
			if c.told == "" {
				if len(last.Messages) != 2 {
					t.Errorf("with nothing to correct the question is asked anew, got %v", last.Messages)
				}
			} else if len(last.Messages) != 4 || !strings.Contains(last.Last(), c.told) || !strings.Contains(last.Last(), `"met"`) {
				t.Errorf("the repair turn says %q, want the flaw and the schema", last.Last())
			}

			s = llmtest.New(llmtest.Easygoing, c.reply)
			_, err = client(t, s).Complete(t.Context(), question(t))
			isFailure(t, err, llm.Unusable)
			if n := len(s.Requests()); n != 2 {
				t.Errorf("%d requests, want the question and one repair", n)
			}
		})
	}
}

func TestComplete_givesACutOffAnswerMoreRoom(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.CutOff(good[:9]), llmtest.Says(good))
	_, err := client(t, s).Complete(t.Context(), question(t))
	if err != nil {
		t.Fatal(err)
	}
	if q := s.Requests(); q[0].MaxCompletionTokens != 1024 || q[1].MaxCompletionTokens != 2048 || q[1].Format != "json_schema" {
		t.Errorf("asked for %d, then %d tokens as %q", q[0].MaxCompletionTokens, q[1].MaxCompletionTokens, q[1].Format)
	}
}

// An endpoint that takes a schema and does not enforce it is told the schema in words.
func TestComplete_noticesASchemaThatIsIgnored(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Answers(func(q llmtest.Request) string {
		if strings.Contains(q.Messages[1].Content, `"quote"`) {
			return good
		}
		return `{"answer":"yes"}`
	}))
	m := client(t, s)
	for range 2 {
		a, err := m.Complete(t.Context(), question(t))
		isGood(t, a, err)
	}
	if formats := formatsOf(s); !cmp.Equal(formats, []string{"json_schema", "json_object", "json_object"}) {
		t.Errorf("asked for %v", formats)
	}
}

// A server that takes no notice of the newer name of the limit gets the older one.
func TestComplete_noticesALimitThatIsIgnored(t *testing.T) {
	t.Parallel()
	long := llmtest.Raw(`{"choices":[{"message":{"content":` + quoted(good) + `}}],"usage":{"prompt_tokens":10,"completion_tokens":9000}}`)
	s := llmtest.New(llmtest.Easygoing, long)
	m := client(t, s)
	for range 2 {
		if _, err := m.Complete(t.Context(), question(t)); err != nil {
			t.Fatal(err)
		}
	}
	if q := s.Requests(); q[0].MaxCompletionTokens != 1024 || q[1].MaxTokens != 1024 || q[1].MaxCompletionTokens != 0 {
		t.Errorf("asked %+v", q)
	}
}

// A server that was replaced within the hour by one of other dialects is found again.
func TestComplete_followsAChangedEndpoint(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	s := llmtest.New(func(q llmtest.Request) (int, string) {
		if calls.Add(1) <= 2 {
			return llmtest.OldVLLM(q)
		}
		return llmtest.Reasoning(q)
	}, llmtest.Says(good))
	m := client(t, s)
	for range 3 {
		a, err := m.Complete(t.Context(), question(t))
		isGood(t, a, err)
	}
	if n := len(s.Requests()); n != 2+3+1 {
		t.Errorf("%d requests", n)
	}
}

func TestComplete_plainTextHasNoLadder(t *testing.T) {
	t.Parallel()
	s := llmtest.New(func(llmtest.Request) (int, string) { return 400, `{"error":"no"}` })
	_, err := client(t, s).Complete(t.Context(), llm.Prompt{User: "x"})
	isFailure(t, err, llm.Rejected)
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
	s = llmtest.New(llmtest.Easygoing, llmtest.Says(" "), llmtest.CutOff("What did"), llmtest.Says("no more"))
	_, err = client(t, s).Complete(t.Context(), llm.Prompt{User: "x"})
	isFailure(t, err, llm.Unusable)
	if n := len(s.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

func TestComplete_plainText(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says("<think>hm</think>\n  What did you measure?  \n"))
	p := llm.Prompt{Name: "phrase", User: "Phrase a probe."}
	a, err := client(t, s).Complete(t.Context(), p)
	if err != nil || a.Text != "What did you measure?" || a.JSON != nil || a.Enforcement != llm.Plain {
		t.Errorf("got %+v, %v", a, err)
	}
	if q := s.Requests()[0]; q.Format != "" || len(q.Messages) != 1 {
		t.Errorf("asked %+v", q)
	}
}

// Whatever bytes come, what callers get is valid UTF-8 and valid by the schema.
func TestComplete_mendsBrokenText(t *testing.T) {
	t.Parallel()
	body := "{\"choices\":[{\"message\":{\"content\":\"{\\\"met\\\":true,\\\"quote\\\":\\\"a\xff\xfeb\\\"}\"}}]}"
	s := llmtest.New(llmtest.Easygoing, llmtest.Raw(body))
	a, err := client(t, s).Complete(t.Context(), question(t))
	if err != nil || !utf8.ValidString(a.Text) || !utf8.Valid(a.JSON) {
		t.Errorf("got %q, %v", a.Text, err)
	}
}

// Of duplicate keys, a reader sees the value that was checked and no other.
func TestComplete_spellsDuplicateKeysOnce(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says(`{"met":true,"quote":"x","met":false}`))
	a, err := client(t, s).Complete(t.Context(), question(t))
	if err != nil || string(a.JSON) != `{"met":false,"quote":"x"}` {
		t.Errorf("got %s, %v", a.JSON, err)
	}
}

func TestComplete_recordsTheReportedModel(t *testing.T) {
	t.Parallel()
	body := `{"model":"qwen-2026-01\u202e\n` + strings.Repeat("x", 500) + `","choices":[{"message":{"content":` + quoted(good) + `}}]}`
	s := llmtest.New(llmtest.Easygoing, llmtest.Raw(body))
	a, err := client(t, s).Complete(t.Context(), question(t))
	if err != nil || !strings.HasPrefix(a.Engine.Model, "qwen-2026-01x") || len(a.Engine.Model) != 100 {
		t.Errorf("engine %+v, %v", a.Engine, err)
	}
}
