package replica

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Addresses and messages of GitHub's errors.
const (
	docsREST         = "https://docs.github.com/rest"
	docsPrimary      = "https://docs.github.com/rest/overview/resources-in-the-rest-api#rate-limiting"
	docsSecondary    = "https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"
	docsSearch       = "https://docs.github.com/v3/search/"
	secondaryMessage = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
)

// shortestPacked is the body below which packing gains nothing.
const shortestPacked = 1 << 10

func exceeded(caller string) string {
	if caller == "" {
		return "API rate limit exceeded for 192.0.2.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)"
	}
	return "API rate limit exceeded for user ID 1."
}

type callerKey struct{}

func withCaller(ctx context.Context, caller string) context.Context {
	return context.WithValue(ctx, callerKey{}, caller)
}

func callerOf(ctx context.Context) string {
	caller, _ := ctx.Value(callerKey{}).(string)
	return caller
}

// recorder holds an answer until its validator, limits and faults are known.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newRecorder() *recorder { return &recorder{header: http.Header{}} }

func (o *recorder) Header() http.Header { return o.header }

func (o *recorder) WriteHeader(status int) {
	if o.status == 0 {
		o.status = status
	}
}

func (o *recorder) Write(p []byte) (int, error) {
	o.WriteHeader(http.StatusOK)
	return o.body.Write(p)
}

// validate sets the ETag of a GET and turns the answer into a 304 when the client has it.
// The token is part of it: GitHub varies answers by Authorization, so a copy fetched with
// one token is no copy for another.
func (o *recorder) validate(r *http.Request, caller string) (unchanged bool) {
	if r.Method != http.MethodGet || o.status != http.StatusOK || isRateLimit(r) || strings.HasPrefix(r.URL.Path, "/search/") {
		return false
	}
	digest := sha256.New()
	digest.Write([]byte(caller + "\x00" + r.Header.Get("Accept") + "\x00"))
	digest.Write(o.body.Bytes())
	tag := `W/"` + hex.EncodeToString(digest.Sum(nil)) + `"`
	o.header.Set("ETag", tag)
	for one := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if one = strings.TrimSpace(one); one != tag && "W/"+one != tag {
			continue
		}
		o.status = http.StatusNotModified
		o.body.Reset()
		o.header.Del("Content-Type")
		return true
	}
	return false
}

// send writes the answer and returns the bytes of its body.
func (o *recorder) send(w http.ResponseWriter, r *http.Request, now time.Time, fault *Fault) int64 {
	o.WriteHeader(http.StatusOK)
	h := w.Header()
	h.Set("Server", "github.com")
	h.Set("Date", now.UTC().Format(http.TimeFormat))
	h.Set("X-Content-Type-Options", "nosniff")
	if resourceOf(r) != Codeload {
		h.Set("X-GitHub-Media-Type", "github.v3; format=json")
		h.Set("Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset")
		h.Set("X-GitHub-Request-Id", "0000:0000:0000000:0000000:00000000")
		h.Set("Vary", "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, Accept, X-Requested-With")
		h.Set("Cache-Control", caching(r))
	}
	maps.Copy(h, o.header)
	body := o.body.Bytes()
	if o.status == http.StatusNotModified || o.status == http.StatusNoContent {
		w.WriteHeader(o.status)
		return 0
	}
	if len(body) >= shortestPacked && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && resourceOf(r) != Codeload {
		if packed, err := pack(body); err == nil {
			h.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if fault != nil && fault.Break > 0 && fault.Break < len(body) {
		body = body[:fault.Break] // less than was promised: the server cuts the connection
	}
	w.WriteHeader(o.status)
	if r.Method == http.MethodHead {
		return 0
	}
	n, _ := w.Write(body) // a client that has gone is no failure of ours
	return int64(n)
}

func caching(r *http.Request) string {
	switch {
	case resourceOf(r) == GraphQL, strings.HasPrefix(r.URL.Path, "/search/"), isRateLimit(r):
		return "no-cache"
	case r.Header.Get("Authorization") == "":
		return "public, max-age=60, s-maxage=60"
	}
	return "private, max-age=60, s-maxage=60"
}

func pack(body []byte) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // our own types, which all can be encoded
}

// problem is GitHub's error body.
type problem struct {
	Message string              `json:"message"`
	Errors  []map[string]string `json:"errors,omitempty"`
	URL     string              `json:"url,omitempty"`
	Docs    string              `json:"documentation_url"`
	Status  string              `json:"status,omitempty"`
}

func writeError(w http.ResponseWriter, status int, message, docs string) {
	writeJSON(w, status, problem{Message: message, Docs: docs, Status: strconv.Itoa(status)})
}

func writeErrors(w http.ResponseWriter, status int, message, docs string, errs ...map[string]string) {
	writeJSON(w, status, problem{Message: message, Errors: errs, Docs: docs, Status: strconv.Itoa(status)})
}

func notFound(w http.ResponseWriter, _ *http.Request) {
	writeError(w, http.StatusNotFound, "Not Found", docsREST)
}
