package llm_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

func isSpent(tb testing.TB, err error, what llm.Resource) {
	tb.Helper()
	isFailure(tb, err, llm.Spent)
	if e, ok := errors.AsType[*llm.Exhausted](err); !ok || e.Resource != what || e.Error() == "" {
		tb.Errorf("got %v, want %s exhausted", err, what)
	}
}

func TestBudget_calls(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.DeepSeek, llmtest.Says(good))
	m, p := client(t, s), question(t)
	p.Budget = llm.NewBudget(llm.Spending{Calls: 3}, llm.Spending{})
	for range 2 { // of 2 and 1 exchanges
		if _, err := m.Complete(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	_, err := m.Complete(t.Context(), p)
	isSpent(t, err, llm.Calls)
	if n := len(s.Requests()); n != 3 || p.Budget.Spent().Calls != 3 {
		t.Errorf("%d requests, %+v spent", n, p.Budget.Spent())
	}
}

// A session that is taken up again goes on with what was spent before.
func TestBudget_overARestart(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says(good))
	m, p := client(t, s), question(t)
	p.Budget = llm.NewBudget(llm.Spending{Calls: 3}, llm.Spending{Calls: 3})
	_, err := m.Complete(t.Context(), p)
	isSpent(t, err, llm.Calls)
	if len(s.Requests()) != 0 {
		t.Error("it was asked nevertheless")
	}
}

func TestBudget_tokens(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says(good)) // it counts 100 for a question
	m, p := client(t, s), question(t)
	p.Budget = llm.NewBudget(llm.Spending{Tokens: 400}, llm.Spending{})
	var err error
	told := 0
	for err == nil {
		var a llm.Answer
		a, err = m.Complete(t.Context(), p)
		told += a.Usage.PromptTokens + a.Usage.AnswerTokens
	}
	isSpent(t, err, llm.Tokens)
	seen := s.Requests()
	if spent := p.Budget.Spent(); spent.Tokens != told || spent.Tokens < 300 || spent.Tokens > 400+100 {
		t.Errorf("spent %+v in %d requests", spent, len(seen))
	}
	if last := seen[len(seen)-1]; last.MaxCompletionTokens >= seen[0].MaxCompletionTokens {
		t.Errorf("the answer's room is not cut to what is left: %d, then %d", seen[0].MaxCompletionTokens, last.MaxCompletionTokens)
	}
}

// An endpoint's count that is nonsense gives nothing back and eats nothing up.
func TestBudget_doesNotTrustNonsense(t *testing.T) {
	t.Parallel()
	for _, usage := range []string{`{"prompt_tokens":-100000,"completion_tokens":-100000}`, `{"prompt_tokens":99999999999,"completion_tokens":99999999999}`, `{}`} {
		s := llmtest.New(llmtest.Easygoing, llmtest.Raw(`{"choices":[{"message":{"content":`+quoted(good)+`}}],"usage":`+usage+`}`))
		m, p := client(t, s), question(t)
		p.Budget = llm.NewBudget(llm.Spending{Tokens: 10_000}, llm.Spending{})
		if _, err := m.Complete(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if spent := p.Budget.Spent().Tokens; spent < 20 || spent > 200 {
			t.Errorf("%s: %d tokens", usage, spent)
		}
	}
}

func TestBudget_time(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.New(llmtest.Easygoing, llmtest.Hangs())
		m, p := client(t, s, second), question(t)
		p.Budget = llm.NewBudget(llm.Spending{Time: 1500 * time.Millisecond}, llm.Spending{})
		_, err := m.Complete(t.Context(), p)
		isFailure(t, err, llm.Slow)
		began := time.Now()
		_, err = m.Complete(t.Context(), p)
		isSpent(t, err, llm.Time)
		if took := time.Since(began); took != 500*time.Millisecond {
			t.Errorf("the last exchange took %s, not what was left", took)
		}
		_, err = m.Complete(t.Context(), p)
		isSpent(t, err, llm.Time)
		if len(s.Requests()) != 2 {
			t.Error("a spent budget was asked with")
		}
	})
}

// Waits between tries cost a session no time, only the exchanges do.
func TestBudget_waitsAreFree(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.New(llmtest.Easygoing, llmtest.Fails(429, ``, "Retry-After", "10"), llmtest.Says(good))
		m, p := client(t, s), question(t)
		p.Budget = llm.NewBudget(llm.Spending{Time: time.Second}, llm.Spending{})
		a, err := m.Complete(t.Context(), p)
		isGood(t, a, err)
	})
}

func TestBudget_ofManyAtOnce(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says(good))
	m, p := client(t, s), question(t)
	p.Budget = llm.NewBudget(llm.Spending{Calls: 7}, llm.Spending{})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := m.Complete(t.Context(), p); err != nil {
				isSpent(t, err, llm.Calls)
			}
		})
	}
	all.Wait()
	if n := len(s.Requests()); n != 7 {
		t.Errorf("%d requests on a budget of 7", n)
	}
}

// Whatever is asked, calls stay within the limit and tokens within it and one question.
func TestBudget_isNeverOverrun(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Answers(func(q llmtest.Request) string { return strings.Repeat("x", max(1, 4*q.MaxCompletionTokens-4)) }))
	m := client(t, s)
	rapid.Check(t, func(t *rapid.T) {
		limit := llm.Spending{Calls: rapid.IntRange(1, 6).Draw(t, "calls"), Tokens: rapid.IntRange(1, 3000).Draw(t, "tokens")}
		budget := llm.NewBudget(limit, llm.Spending{})
		for range 8 {
			_, _ = m.Complete(t.Context(), llm.Prompt{
				Name: "p", User: strings.Repeat("слово ", rapid.IntRange(1, 100).Draw(t, "words")),
				MaxTokens: rapid.IntRange(1, 2000).Draw(t, "most"), Budget: budget,
			})
		}
		if spent := budget.Spent(); spent.Calls > limit.Calls || spent.Tokens > limit.Tokens+100 {
			t.Fatalf("spent %+v of %+v", spent, limit)
		}
	})
}
