// Package embed turns texts into dense vectors at any endpoint that speaks OpenAI's embeddings
// (vLLM, Text Embeddings Inference, Ollama, a cloud's). It sees to what every caller needs:
// vectors of one length whose numbers are sound, in the order of the texts, brought to length
// 1, or a typed failure; what the vectors are good for is the caller's.
//
// Such an endpoint is optional everywhere. Every failure is a fault.Unavailable with a *Failure
// inside, on which a caller goes on without.
//
// Texts pass, from the outside in: batches and their limits (batch.go), breaker and tries
// (try.go), one exchange (exchange.go, wire.go).
package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"kadry/internal/llm"
)

// Config is an endpoint and the patience with it. A zero field means what its comment says.
type Config struct {
	// BaseURL is what "/embeddings" is added to: "http://127.0.0.1:11434/v1". A URL without a
	// path gets /v1; one that already ends in /embeddings is taken as it is.
	BaseURL string
	Model   string  // as the endpoint names it
	APIKey  llm.Key // "" sends no Authorization
	// QueryPrefix and DocumentPrefix stand before each text of that role: models that were
	// trained with instructions are weak without theirs.
	QueryPrefix, DocumentPrefix string
	// Dimensions is asked of a model that can shorten its vectors, and then demanded of every
	// answer; 0 takes what comes.
	Dimensions int
	// Transport is the only way out. The wiring hands in one of package upstream, which tells a
	// Retry-After in seconds and follows no redirects.
	Transport   http.RoundTripper
	Timeout     time.Duration // of one exchange, body included; 0 is 60 s
	Patience    time.Duration // of one batch with all its tries; 0 is 2 min
	LongestWait time.Duration // between tries; a Retry-After over it ends them; 0 is 15 s
	LongestText int           // bytes of a text, behind which it is cut; 0 is 8000
	MaxBytes    int64         // of an answer; 0 is 16 MiB
}

// Client asks one model at one endpoint. It is safe for concurrent use, starts no goroutine
// and need not be closed.
type Client struct {
	endpoint    string
	host        string
	model       string
	key         func() string // a closure: what prints a Client does not print the key
	query       string
	document    string
	dimensions  int
	transport   http.RoundTripper
	timeout     time.Duration
	patience    time.Duration
	longestWait time.Duration
	longestText int
	maxBytes    int64
	largest     atomic.Int64 // texts that the endpoint takes at once
	breaker     *gobreaker.CircuitBreaker[[][]float32]
}

// New checks the configuration and returns a client. It sends nothing.
func New(cfg Config) (*Client, error) {
	endpoint, err := endpointOf(cfg.BaseURL)
	switch {
	case err != nil:
		return nil, err
	case cfg.Model == "":
		return nil, errors.New("embed: no model named")
	case cfg.Transport == nil:
		return nil, errors.New("embed: no transport")
	case cfg.Timeout < 0 || cfg.Patience < 0 || cfg.LongestWait < 0 || cfg.LongestText < 0 || cfg.MaxBytes < 0:
		return nil, errors.New("embed: a limit is negative")
	case cfg.Dimensions < 0 || cfg.Dimensions > mostDimensions:
		return nil, fmt.Errorf("embed: dimensions are 0 to %d", mostDimensions)
	}
	if strings.ContainsFunc(string(cfg.APIKey), func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("embed: the API key holds characters that a header cannot carry")
	}
	c := &Client{
		endpoint: endpoint.String(), host: endpoint.Host, model: cfg.Model, key: func() string { return string(cfg.APIKey) },
		query: cfg.QueryPrefix, document: cfg.DocumentPrefix, dimensions: cfg.Dimensions, transport: cfg.Transport,
		timeout: or(cfg.Timeout, time.Minute), patience: or(cfg.Patience, 2*time.Minute), longestWait: or(cfg.LongestWait, 15*time.Second),
		longestText: or(cfg.LongestText, 8000), maxBytes: or(cfg.MaxBytes, 16<<20), breaker: newBreaker(),
	}
	c.largest.Store(largest)
	return c, nil
}

func or[T comparable](value, standard T) T {
	var zero T
	if value == zero {
		return standard
	}
	return value
}

// endpointOf makes the address of embeddings of what an operator wrote.
func endpointOf(base string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(base))
	switch {
	case err != nil:
		return nil, errors.New("embed: the base URL cannot be read") // the cause would print a password in it
	case (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Opaque != "":
		return nil, errors.New("embed: the base URL is not http or https with a host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("embed: the base URL carries a name, query or fragment; the key has its own setting")
	}
	u.Path = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(u.Path, "/"), "/embeddings"), "/")
	if u.Path == "" {
		u.Path = "/v1"
	}
	return u.JoinPath("embeddings"), nil
}

// Query is the vector of a text that is looked for, of length 1.
func (c *Client) Query(ctx context.Context, text string) ([]float32, error) {
	vectors, err := c.all(ctx, c.query, []string{text})
	if err != nil {
		return nil, err
	}
	return vectors[0], nil
}

// Documents are the vectors of texts that are looked through, in their order, each of length 1
// and all of one dimension. A text that the endpoint cannot take while it takes others has nil.
//
// The error is that of ctx when ctx ended; otherwise a fault.Unavailable with a *Failure inside.
// A text without anything but white space is an error of the caller's own.
func (c *Client) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	return c.all(ctx, c.document, texts)
}

// Space names what vectors of a dimension can be compared with: those of the same model, the
// same dimension and the same prefixes. It is 32 hex digits.
func (c *Client) Space(dimension int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %d %q %q", c.model, dimension, c.query, c.document))
	return hex.EncodeToString(sum[:16])
}
