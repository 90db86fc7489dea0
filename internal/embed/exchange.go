package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
)

// longestExplanation is how much of an error answer is read.
const longestExplanation = 16 << 10

// refusal is an answer with a status that is none.
type refusal struct {
	status int
	why    Why
	wait   time.Duration // that the endpoint asked for
	words  string        // for the log
	// tooMany says that the endpoint takes fewer texts at once.
	tooMany bool
}

func (r *refusal) Error() string { return fmt.Sprintf("status %d: %s", r.status, r.words) }

// exchange sends one request and reads what comes back. The error is a fault with a Failure
// inside, in which there is a *refusal where the endpoint refused.
func (c *Client) exchange(ctx context.Context, texts []string) ([][]float32, error) {
	inTime, stop := context.WithTimeout(ctx, c.timeout)
	defer stop()
	vectors, err := c.post(inTime, texts)
	if err != nil && inTime.Err() != nil {
		return nil, c.failed(Slow, fmt.Errorf("no whole answer in time: %w", inTime.Err()))
	}
	return vectors, err
}

func (c *Client) post(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(request{Model: c.model, Input: texts, Dimensions: c.dimensions})
	if err != nil {
		return nil, fmt.Errorf("embed: request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("embed: request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "kadry")
	if key := c.key(); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := c.transport.RoundTrip(req)
	if err != nil {
		return nil, c.failed(Unreachable, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, c.refused(res, texts)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, c.maxBytes+1))
	if err != nil {
		return nil, c.failed(Unreachable, err)
	}
	if int64(len(text)) > c.maxBytes {
		return nil, c.failed(Unusable, fmt.Errorf("an answer over %d bytes", c.maxBytes))
	}
	vectors, err := read(text, len(texts), c.dimensions)
	if err != nil {
		return nil, c.failed(Unusable, err)
	}
	return vectors, nil
}

// refused reads an error answer.
func (c *Client) refused(res *http.Response, texts []string) *fault.Error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, longestExplanation)) // half an explanation is one
	r := &refusal{status: res.StatusCode, why: Rejected, wait: retryAfter(res.Header.Get("Retry-After"))}
	r.tooMany = r.status < 500 && aboutBatch.Match(body)
	switch {
	case r.status == http.StatusTooManyRequests:
		r.why = Busy
	case r.status == http.StatusRequestEntityTooLarge && !r.tooMany || r.status < 500 && !r.tooMany && aboutLength.Match(body):
		r.why = TooLong
	case r.status >= 500 || r.status == http.StatusRequestTimeout:
		r.why = Unreachable
	}
	r.words = shown(string(body), c.key(), texts)
	return c.failed(r.why, r).After(r.wait)
}

// shown is what a log may hold of an error answer: clipped, without the key, and nothing of it
// if it quotes a text, which is someone's code.
func shown(words, key string, texts []string) string {
	const window, longest = 24, 200
	for i := 0; i+window <= len(words); i += window / 2 {
		for _, text := range texts {
			if strings.Contains(text, words[i:i+window]) {
				return "(the explanation quotes a text)"
			}
		}
	}
	if key != "" {
		words = strings.ReplaceAll(words, key, "***")
	}
	return cut(strings.TrimSpace(unprintable.ReplaceAllString(words, " ")), longest)
}
