package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"kadry/internal/fault"
)

const (
	// longestExplanation is how much of an error answer is read.
	longestExplanation = 16 << 10
	// mostCounted bounds a count of tokens that an endpoint reports: over it, and below
	// zero, the count is nonsense and must not move a budget.
	mostCounted = 10_000_000
)

// refusal is an answer with a status that is none.
type refusal struct {
	status      int
	explanation explanation
	wait        time.Duration // that the endpoint asked for
	err         error         // for the log
}

func (r *refusal) Error() string { return r.err.Error() }

// exchange sends one request within the budget and reads what comes back. The error is a
// *refusal, a fault with a Failure inside, or that of ctx.
func (t *talk) exchange(ctx context.Context) (reply, error) {
	c, sent := t.client, t.messages()
	asked := estimate(sent)
	g, err := t.prompt.Budget.begin(asked, t.most)
	if err != nil {
		return reply{}, c.failed(Spent, err)
	}
	limit := c.timeout
	if g.time > 0 {
		limit = min(limit, g.time)
	}
	inTime, stop := context.WithTimeout(ctx, limit)
	defer stop()
	began := time.Now()
	got, err := c.post(inTime, t.request(sent, g.answer))
	took := time.Since(began)
	tokens := t.charge(asked, got, took)
	g.settle(tokens, took)
	switch {
	case err != nil && ctx.Err() != nil:
		return reply{}, left(ctx)
	case err != nil && inTime.Err() != nil:
		if spent := g.outOfTime(took); spent != nil {
			return reply{}, c.failed(Spent, spent)
		}
		return reply{}, c.slow(took)
	}
	if got.answer > 2*g.answer && t.dialect.length == completionTokens {
		t.dialect.length = maxTokens // it took no notice of the newer name
	}
	return got, err
}

// charge adds an exchange to the usage and returns its tokens.
func (t *talk) charge(asked int, got reply, took time.Duration) int {
	question, answer := got.question, got.answer
	if question <= 0 || question > mostCounted {
		question = asked
	}
	if answer <= 0 || answer > mostCounted {
		answer = tokensOf(len(got.text))
	}
	t.usage.Calls++
	t.usage.PromptTokens += question
	t.usage.AnswerTokens += answer
	t.usage.Time += took
	return question + answer
}

// tokensOf estimates tokens from bytes: English has about 4 bytes a token, Russian 3-5, code
// and JSON about 3.
func tokensOf(size int) int { return (size + 2) / 3 }

func estimate(sent []message) int {
	const frame = 8 // tokens that a template puts around a message
	total := 0
	for _, m := range sent {
		total += tokensOf(len(m.Content)) + frame
	}
	return total
}

// post sends one request. Errors of the network and unreadable answers are faults, every
// status but 200 a *refusal.
func (c *Client) post(ctx context.Context, ask chatRequest) (reply, error) {
	body, err := json.Marshal(ask)
	if err != nil {
		return reply{}, fmt.Errorf("llm: request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return reply{}, fmt.Errorf("llm: request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "kadry")
	if key := c.key(); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := c.transport.RoundTrip(req)
	if err != nil {
		return reply{}, c.failed(Unreachable, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return reply{}, c.refused(res, ask.Messages)
	}
	return c.read(res.Body)
}

// read reads an answer of at most maxBytes.
func (c *Client) read(body io.Reader) (reply, error) {
	bounded := &io.LimitedReader{R: body, N: c.maxBytes + 1}
	got, err := readReply(bounded)
	syntax, isSyntax := errors.AsType[*json.SyntaxError](err)
	shape, isShape := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case bounded.N <= 0:
		return reply{}, c.failed(Unusable, fmt.Errorf("an answer over %d bytes", c.maxBytes))
	case err == nil:
		return got, nil
	case isSyntax:
		return reply{}, c.failed(Unusable, fmt.Errorf("the answer is not JSON at byte %d", syntax.Offset))
	case isShape:
		return reply{}, c.failed(Unusable, fmt.Errorf("the answer is no chat completion at %q", shape.Field))
	case errors.Is(err, errStream):
		return reply{}, c.failed(Unusable, err)
	}
	return reply{}, c.failed(Unreachable, err)
}

// refused reads an error answer.
func (c *Client) refused(res *http.Response, sent []message) *refusal {
	body, _ := io.ReadAll(io.LimitReader(res.Body, longestExplanation)) // half an explanation is one
	r := &refusal{status: res.StatusCode, explanation: explain(body)}
	r.wait = retryAfter(res.Header.Get("Retry-After"), time.Now())
	r.err = fmt.Errorf("status %d: %s", res.StatusCode, r.explanation.shown(c.key(), sent))
	return r
}

// verdict makes the fault of a refusal that no other try or dialect will better.
func (c *Client) verdict(r *refusal) *fault.Error {
	switch {
	case r.status == http.StatusTooManyRequests:
		return c.failed(Busy, r).After(r.wait)
	case r.tooLong():
		return c.failed(TooLong, r)
	case r.status >= 500 || r.status == http.StatusRequestTimeout:
		return c.failed(Unreachable, r).After(r.wait)
	}
	return c.failed(Rejected, r)
}
