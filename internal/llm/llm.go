// Package llm asks a language model at any endpoint that speaks OpenAI's chat completions
// (a cloud's, vLLM, Ollama, llama.cpp, LM Studio). It sees to what every caller of a model
// needs: an answer of the promised shape or a typed failure, a budget, fenced foreign text,
// and a record of which engine answered. What is asked, and what an answer is worth, is the
// caller's; nothing here knows an interview or a CV.
//
// A model is optional everywhere. Every failure to get an answer is a fault.Unavailable with
// a *Failure inside, on which a caller goes on with its embedded engine.
//
// A question passes, from the outside in: breaker (breaker.go), ladder of answer shapes and
// one repair turn (ladder.go), tries (try.go), budget (budget.go), one exchange (exchange.go,
// wire.go).
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// Config is an endpoint and the patience with it. A zero field means what its comment says.
type Config struct {
	// BaseURL is what "/chat/completions" is added to: "http://127.0.0.1:11434/v1". A URL
	// without a path gets /v1; one that already ends in /chat/completions is taken as it is.
	BaseURL string
	Model   string // as the endpoint names it
	APIKey  Key    // "" sends no Authorization
	// Transport is the only way out. The wiring hands in one of package upstream with the
	// endpoint's host:port on its list, so that a private or loopback model server is reached
	// because the operator named it. A RoundTripper follows no redirects, so the question and
	// the key go nowhere else.
	Transport http.RoundTripper
	Timeout   time.Duration // of one exchange, body included; 0 is 60 s
	Patience  time.Duration // of one Complete with all its tries; 0 is 2 min
	// LongestWait bounds a wait between tries. A Retry-After over it ends the tries, and is
	// told to the caller instead of waited for. 0 is 15 s.
	LongestWait time.Duration
	MaxBytes    int64 // of an answer, decompressed; 0 is 4 MiB
	Seed        int   // sent with every question beside temperature 0; 0 is 1
	// Count is told of every Complete, from many goroutines. nil is nobody.
	Count func(Event)
}

// Key is an API key. However it is printed or encoded, it comes out as ***.
type Key string

const hidden = "***"

// Format hides the key from every verb of fmt, wrong ones included.
func (k Key) Format(out fmt.State, _ rune) { _, _ = io.WriteString(out, k.shown()) }

// MarshalText hides the key from every encoder.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.shown()), nil }

func (k Key) shown() string {
	if k == "" {
		return ""
	}
	return hidden
}

// Prompt is one question. Fill a Template to get one.
type Prompt struct {
	Name      string  // of the template, for metrics and the record
	Version   string  // of the wording, 12 hex digits
	System    string  // our words alone; may be empty
	User      string  // our words with foreign text fenced
	Schema    *Schema // the shape of the answer; nil asks for plain text
	MaxTokens int     // of the answer; 0 is 1024
	Budget    *Budget // of the session the question belongs to; nil is unbounded
}

// Answer is what the model said, checked for shape but not for truth.
type Answer struct {
	Text        string          // without a reasoning preamble, valid UTF-8
	JSON        json.RawMessage // the one object in Text, valid by the schema; nil when plain text was asked
	Engine      Engine
	Usage       Usage
	Enforcement Enforcement // how the shape was asked for when the answer came
}

// Engine names who answered, for the record beside what was made of the answer.
type Engine struct {
	Name  string // host:port of the endpoint
	Model string // as the endpoint reports it, else as it was asked for
}

// Usage is what an answer cost, all tries included.
type Usage struct {
	Calls        int           // HTTP exchanges
	PromptTokens int           // as the endpoint counts them; estimated from bytes where it does not
	AnswerTokens int           // likewise
	Time         time.Duration // in exchanges, waits between tries left out
}

// Event is one Complete that ended.
type Event struct {
	Prompt      string      // Prompt.Name
	Outcome     string      // Answered, Left, or the Why of the failure
	Enforcement Enforcement // the last one tried
	Usage       Usage
	Took        time.Duration
}

// Outcomes of a Complete that are no Failure.
const (
	Answered = "ok"
	Left     = "left" // the caller's context ended first
)

// Outcomes are all values of Event.Outcome.
func Outcomes() []string {
	all := []string{Answered, Left}
	for _, why := range Reasons() {
		all = append(all, string(why))
	}
	return all
}

// Client asks one model at one endpoint. It is safe for concurrent use, starts no goroutine,
// and need not be closed.
type Client struct {
	endpoint    string
	host        string
	model       string
	key         func() string // a closure: what prints a Client does not print the key
	transport   http.RoundTripper
	timeout     time.Duration
	patience    time.Duration
	longestWait time.Duration
	maxBytes    int64
	seed        int
	count       func(Event)
	breaker     *gobreaker.CircuitBreaker[Answer]

	mu      sync.Mutex
	learned dialect   // guarded by mu
	until   time.Time // when learned is forgotten; guarded by mu
}

// New checks the configuration and returns a client. It sends nothing: what the endpoint can
// do is found out by the first questions.
func New(cfg Config) (*Client, error) {
	endpoint, err := endpointOf(cfg.BaseURL)
	switch {
	case err != nil:
		return nil, err
	case cfg.Model == "":
		return nil, errors.New("llm: no model named")
	case cfg.Transport == nil:
		return nil, errors.New("llm: no transport")
	case cfg.Timeout < 0 || cfg.Patience < 0 || cfg.LongestWait < 0 || cfg.MaxBytes < 0:
		return nil, errors.New("llm: a limit is negative")
	}
	if strings.ContainsFunc(string(cfg.APIKey), func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("llm: the API key holds characters that a header cannot carry")
	}
	c := &Client{
		endpoint: endpoint.String(), host: endpoint.Host, model: cfg.Model,
		key: func() string { return string(cfg.APIKey) }, transport: cfg.Transport,
		timeout: or(cfg.Timeout, time.Minute), patience: or(cfg.Patience, 2*time.Minute),
		longestWait: or(cfg.LongestWait, 15*time.Second), maxBytes: or(cfg.MaxBytes, 4<<20),
		seed: or(cfg.Seed, 1), count: cfg.Count, breaker: newBreaker(),
	}
	if c.count == nil {
		c.count = func(Event) {}
	}
	return c, nil
}

func or[T comparable](value, standard T) T {
	var zero T
	if value == zero {
		return standard
	}
	return value
}

// endpointOf makes the address of chat completions of what an operator wrote.
func endpointOf(base string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	switch {
	case err != nil:
		return nil, errors.New("llm: the base URL cannot be read") // the cause would print a password in it
	case (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Opaque != "":
		return nil, errors.New("llm: the base URL is not http or https with a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("llm: the base URL carries a name, query or fragment; the key has its own setting")
	}
	u.Path = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/chat/completions"), "/")
	if u.Path == "" {
		u.Path = "/v1"
	}
	return u.JoinPath("chat", "completions"), nil
}

// Complete puts a question and returns the answer in the shape the prompt asks for.
//
// The error is that of ctx when ctx ended; otherwise a fault.Unavailable with a *Failure
// inside that says why there is no answer (with RetryAfter where the endpoint named one).
// A prompt without a user text is an error of the caller's own.
func (c *Client) Complete(ctx context.Context, p Prompt) (Answer, error) {
	if strings.TrimSpace(p.User) == "" || p.MaxTokens < 0 {
		return Answer{}, fmt.Errorf("llm: prompt %q asks nothing, or for less than nothing", p.Name)
	}
	began := time.Now()
	t := &talk{client: c, prompt: p, dialect: c.dialect(), most: or(p.MaxTokens, 1024)}
	answer, err := c.guarded(ctx, t)
	c.count(Event{
		Prompt: p.Name, Outcome: outcome(err), Enforcement: t.enforcement(),
		Usage: t.usage, Took: time.Since(began),
	})
	return answer, err
}
