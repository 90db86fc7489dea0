package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

func TestComplete_triesAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first llmtest.Reply
		least time.Duration
		most  time.Duration
	}{
		"after 500":                   {llmtest.Fails(500, `{"error":{"message":"oops"}}`), time.Second, 1250 * time.Millisecond},
		"after 503":                   {llmtest.Fails(503, "Loading model"), time.Second, 1250 * time.Millisecond},
		"after 429":                   {llmtest.Fails(429, ``), time.Second, 1250 * time.Millisecond},
		"after 429 with seconds":      {llmtest.Fails(429, ``, "Retry-After", "7"), 7 * time.Second, 7 * time.Second},
		"after 429 with a date":       {llmtest.Fails(429, ``, "Retry-After", "Sat, 01 Jan 2000 00:00:05 GMT"), 5 * time.Second, 5 * time.Second},
		"after a past date":           {llmtest.Fails(429, ``, "Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"), time.Second, 1250 * time.Millisecond},
		"after nonsense":              {llmtest.Fails(429, ``, "Retry-After", "-3 soon"), time.Second, 1250 * time.Millisecond},
		"after a dropped line":        {llmtest.Breaks(), time.Second, 1250 * time.Millisecond},
		"after a failure sent as 200": {llmtest.Raw(`{"error":{"message":"upstream","code":502}}`), time.Second, 1250 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				s := llmtest.New(llmtest.Easygoing, c.first, llmtest.Says(good))
				a, err := client(t, s).Complete(t.Context(), question(t))
				isGood(t, a, err)
				if took := time.Since(began); took < c.least || took > c.most {
					t.Errorf("took %s, want %s-%s", took, c.least, c.most)
				}
			})
		})
	}
}

func TestComplete_gives(t *testing.T) {
	t.Parallel()
	absurd := func(after string) llmtest.Reply { return llmtest.Fails(429, ``, "Retry-After", after) }
	for name, c := range map[string]struct {
		reply    llmtest.Reply
		why      llm.Why
		requests int
		after    time.Duration // told to the caller
	}{
		"up on 500":              {llmtest.Fails(500, ``), llm.Unreachable, 3, 0},
		"up on 429":              {llmtest.Fails(429, ``), llm.Busy, 3, 0},
		"up on 16 s":             {absurd("16"), llm.Busy, 1, 16 * time.Second}, // the longest wait is 15
		"up on an hour's wait":   {absurd("3600"), llm.Busy, 1, time.Hour},
		"up on a century's wait": {absurd("3155760000"), llm.Busy, 1, time.Hour},
		"up on 20 digits":        {absurd("99999999999999999999"), llm.Busy, 1, time.Hour},
		"up on a far date":       {absurd("Fri, 31 Dec 9999 23:59:59 GMT"), llm.Busy, 1, time.Hour},
		"up on 501":              {llmtest.Fails(501, ``), llm.Unreachable, 1, 0},
		"no second try to 401":   {llmtest.Fails(401, `{"error":{"message":"Incorrect API key provided: `+key+`"}}`), llm.Rejected, 1, 0},
		"no second try to 403":   {llmtest.Fails(403, ``), llm.Rejected, 1, 0},
		"no second try to 404":   {llmtest.Fails(404, `{"error":{"message":"model \"qwen\" not found, try pulling it first"}}`), llm.Rejected, 1, 0},
		"no step to a redirect":  {llmtest.Fails(307, ``, "Location", "http://127.0.0.1:1/"), llm.Rejected, 1, 0},
		"up on a web page":       {llmtest.Raw("<html>It works!</html>"), llm.Unusable, 1, 0},
		"up on another JSON":     {llmtest.Raw(`{"choices":"none"}`), llm.Unusable, 1, 0},
		"in to a refusal":        {llmtest.Declines("I cannot help with that."), llm.Declined, 1, 0},
		"in to a filter":         {llmtest.Filtered(), llm.Declined, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := llmtest.New(llmtest.Easygoing, c.reply)
				_, err := client(t, s).Complete(t.Context(), question(t))
				e := isFailure(t, err, c.why)
				if n := len(s.Requests()); n != c.requests {
					t.Errorf("%d requests, want %d", n, c.requests)
				}
				if e.RetryAfter.Round(time.Second) != c.after {
					t.Errorf("retry after %s, want %s", e.RetryAfter, c.after)
				}
				if strings.Contains(err.Error(), key) {
					t.Errorf("the key is in %v", err)
				}
			})
		})
	}
}

func TestComplete_tooLongAQuestionIsNotAskedInOtherWays(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.SmallContext)
	_, err := client(t, s).Complete(t.Context(), question(t))
	isFailure(t, err, llm.TooLong)
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// A refusal of every way of asking ends, and teaches nothing.
func TestComplete_endsWhenEverythingIsRefused(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `{"error":"no"}`,
		`{"error":{"message":"temperature seed max_tokens max_completion_tokens response_format json_schema system role not supported"}}`,
	} {
		s := llmtest.New(func(llmtest.Request) (int, string) { return 400, body })
		m := client(t, s)
		_, err := m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Rejected)
		n := len(s.Requests())
		if n > 7 {
			t.Errorf("%q: %d requests", body, n)
		}
		_, err = m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Rejected)
		if formats := formatsOf(s); formats[n] != "json_schema" {
			t.Errorf("%q: the next question starts with %q", body, formats[n])
		}
	}
}

// tick is a space a second, until the client leaves.
func tick(ctx context.Context) bool {
	select {
	case <-time.After(time.Second):
		return true
	case <-ctx.Done():
		return false
	}
}

func TestComplete_cutsOffWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]llmtest.Reply{
		"silence": llmtest.Hangs(), "a trickle": llmtest.Trickles(tick),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				s := llmtest.New(llmtest.Easygoing, reply)
				_, err := client(t, s).Complete(t.Context(), question(t))
				isFailure(t, err, llm.Slow)
				if took := time.Since(began); took != time.Minute || len(s.Requests()) != 1 {
					t.Errorf("took %s and %d requests", took, len(s.Requests()))
				}
			})
		})
	}
}

func TestComplete_cutsOffWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	for name, reply := range map[string]llmtest.Reply{
		"an endless stream":   llmtest.NeverEnds("word "),
		"an endless object":   llmtest.NeverEnds(`{"met":`),
		"a large body":        llmtest.Raw(`{"choices":[{"message":{"content":"` + strings.Repeat("x", 1<<20) + `"}}]}`),
		"a line without end":  llmtest.Raw("data: " + strings.Repeat("x", 1<<20)),
		"many empty messages": llmtest.Raw(`{"choices":[` + strings.Repeat(`{},`, 1<<20) + `{}]}`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := llmtest.New(llmtest.Easygoing, reply)
			m := client(t, s, func(cfg *llm.Config) { cfg.MaxBytes = 256 << 10 })
			_, err := m.Complete(t.Context(), question(t))
			isFailure(t, err, llm.Unusable)
		})
	}
}

func TestComplete_readsFourMebibytesUnlessTold(t *testing.T) {
	t.Parallel()
	body := func(size int) llmtest.Reply {
		return llmtest.Raw(`{"choices":[{"message":{"content":` + quoted(good) + `}}]}` + strings.Repeat(" ", size))
	}
	a, err := client(t, llmtest.New(llmtest.Easygoing, body(4<<20-200))).Complete(t.Context(), question(t))
	isGood(t, a, err)
	_, err = client(t, llmtest.New(llmtest.Easygoing, body(4<<20))).Complete(t.Context(), question(t))
	isFailure(t, err, llm.Unusable)
}

func TestComplete_hasPatienceForAllTriesTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		s := llmtest.New(llmtest.Easygoing, llmtest.Fails(429, ``, "Retry-After", "14"))
		m := client(t, s, func(cfg *llm.Config) { cfg.Patience = 20 * time.Second })
		_, err := m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Busy)
		if took := time.Since(began); took != 14*time.Second || len(s.Requests()) != 2 {
			t.Errorf("took %s and %d requests: a wait over the patience is not begun", took, len(s.Requests()))
		}
	})
}

func TestComplete_patienceEndsASlowAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		s := llmtest.New(llmtest.Easygoing, llmtest.Hangs())
		m := client(t, s, func(cfg *llm.Config) { cfg.Patience = 10 * time.Second })
		_, err := m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Slow)
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// The end of the caller's own context is no failure of the model.
func TestComplete_endsWithItsCaller(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reply llmtest.Reply
		kind  fault.Kind
		leave func(context.Context) (context.Context, context.CancelFunc)
	}{
		"a deadline in silence": {llmtest.Hangs(), fault.Timeout, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 3*time.Second)
		}},
		"a cancel in silence": {llmtest.Hangs(), fault.Canceled, func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, stop := context.WithCancel(ctx)
			time.AfterFunc(3*time.Second, stop)
			return ctx, stop
		}},
		"a cancel in a wait": {llmtest.Fails(429, ``, "Retry-After", "10"), fault.Canceled, func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, stop := context.WithCancel(ctx)
			time.AfterFunc(3*time.Second, stop)
			return ctx, stop
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var told []llm.Event
				s := llmtest.New(llmtest.Easygoing, c.reply)
				m := client(t, s, func(cfg *llm.Config) { cfg.Count = func(e llm.Event) { told = append(told, e) } })
				ctx, stop := c.leave(t.Context())
				defer stop()
				began := time.Now()
				_, err := m.Complete(ctx, question(t))
				if took := time.Since(began); fault.KindOf(err) != c.kind || took != 3*time.Second {
					t.Errorf("got %v after %s, want %s", err, took, c.kind)
				}
				if len(told) != 1 || told[0].Outcome != llm.Left {
					t.Errorf("counted %+v", told)
				}
			})
		})
	}
}

// With a hung server only the first three callers wait; then it is left alone, and found
// well again.
func TestComplete_leavesAFailingEndpointAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := llmtest.New(llmtest.Easygoing, llmtest.Hangs(), llmtest.Hangs(), llmtest.Hangs(), llmtest.Says(good))
		m := client(t, s)
		for range 3 {
			_, err := m.Complete(t.Context(), question(t))
			isFailure(t, err, llm.Slow)
		}
		began := time.Now()
		_, err := m.Complete(t.Context(), question(t))
		if e := isFailure(t, err, llm.Resting); e.RetryAfter != 30*time.Second || time.Since(began) != 0 || len(s.Requests()) != 3 {
			t.Errorf("retry after %s, took %s, %d requests", e.RetryAfter, time.Since(began), len(s.Requests()))
		}
		time.Sleep(31 * time.Second)
		for range 2 {
			a, err := m.Complete(t.Context(), question(t))
			isGood(t, a, err)
		}
	})
}

func TestComplete_aBadAnswerIsNoFailingEndpoint(t *testing.T) {
	t.Parallel()
	s := llmtest.New(llmtest.Easygoing, llmtest.Says("no"))
	m := client(t, s)
	for range 5 {
		_, err := m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Unusable)
	}
}

// On a real connection: nothing is listening, and the error names the address.
func TestComplete_nobodyListens(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(nil)
	gone.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	m, err := llm.New(llm.Config{BaseURL: gone.URL, Model: "qwen", Transport: transport, Patience: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Complete(t.Context(), question(t))
	isFailure(t, err, llm.Unreachable)
	if !strings.Contains(err.Error(), strings.TrimPrefix(gone.URL, "http://")) {
		t.Errorf("%v does not say where", err)
	}
}

// What a server says of a question may repeat a candidate's words; the log must not.
func TestComplete_keepsPeopleOutOfTheLog(t *testing.T) {
	t.Parallel()
	const secret = "меня зовут Пётр Сергеевич Иванов, +7 900 000-00-00"
	for name, s := range map[string]*llmtest.Server{
		"an error that quotes": llmtest.New(func(llmtest.Request) (int, string) {
			return 400, `{"object":"error","message":"[{'loc': ('body','messages'), 'input': '... ` + secret + `'}]","type":"BadRequestError","code":400}`
		}),
		"an answer that breaks the schema": llmtest.New(llmtest.Easygoing, llmtest.Says(`{"met":"`+secret+`","quote":"x"}`)),
		"an answer without an object":      llmtest.New(llmtest.Easygoing, llmtest.Says(secret)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := question(t)
			p.User = "Answer: " + secret
			_, err := client(t, s).Complete(t.Context(), p)
			if err == nil || strings.Contains(err.Error(), "Пётр") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestComplete_countsOnce(t *testing.T) {
	t.Parallel()
	var told []llm.Event
	count := func(cfg *llm.Config) { cfg.Count = func(e llm.Event) { told = append(told, e) } }
	s := llmtest.New(llmtest.DeepSeek, llmtest.Says(good))
	m := client(t, s, count)
	if _, err := m.Complete(t.Context(), question(t)); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Complete(t.Context(), llm.Prompt{Name: "empty"}); err == nil {
		t.Error("an empty prompt is asked")
	}
	if len(told) != 1 || told[0].Outcome != llm.Answered || told[0].Prompt != "grade" || told[0].Enforcement != llm.Objects || told[0].Usage.Calls != 2 {
		t.Errorf("counted %+v", told)
	}
	for _, outcome := range llm.Outcomes() {
		if outcome == "" {
			t.Error("an outcome without a name")
		}
	}
}

// errorReader is a transport whose bodies fail in reading.
type errorReader struct{ err error }

func (e errorReader) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Body: io.NopCloser(io.MultiReader(strings.NewReader("data: "), e))}, nil
}

func (e errorReader) Read([]byte) (int, error) { return 0, e.err }

func TestComplete_aStreamThatBreaks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		cause := errors.New("connection reset")
		m, err := llm.New(llm.Config{BaseURL: "http://model.test", Model: "qwen", Transport: errorReader{cause}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Complete(t.Context(), question(t))
		isFailure(t, err, llm.Unreachable)
		if !errors.Is(err, cause) {
			t.Errorf("the cause is lost in %v", err)
		}
	})
}
