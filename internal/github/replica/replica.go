// Package replica is a closed copy of GitHub: a handler that answers REST, GraphQL and
// archive requests out of a folder, with GitHub's fields, headers, limits and errors and
// none beyond them. Tests and the evaluation ask it instead of api.github.com. It serves
// what the folder says and knows nothing of the client that asks or of what is made of the
// answers.
//
// A request passes, from the outside in: count, latency, fault, credentials, limit,
// resource, validator (ETag), encoding. The handler of a resource sees none of that.
package replica

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"time"

	graphql "github.com/graph-gophers/graphql-go"
)

// Options say how a Server behaves beside what its World holds.
type Options struct {
	Tokens  []string         // those it accepts; another is answered 401, none is anonymous
	Now     func() time.Time // the calendar: limits, events, the last year; nil is time.Now
	Latency time.Duration    // before each answer, for as long as the client waits
	Limits  Limits
	// MostConcurrent is how many requests of one caller may be in flight before the next is
	// answered with a secondary limit; 0 is 100. Archives do not count.
	MostConcurrent int
	Faults         []*Fault // in order; the first that fits a request answers it
}

// Limits are requests an hour or a minute, or points an hour. Zero is GitHub's own figure.
type Limits struct {
	Anonymous       int // REST, an hour: 60
	Core            int // REST with a token, an hour: 5000
	AnonymousSearch int // a minute: 10
	Search          int // with a token, a minute: 30
	CodeSearch      int // only with a token, a minute: 10
	Points          int // GraphQL, only with a token, an hour: 5000
}

// Server answers as api.github.com does and, below CodeloadBase, as codeload.github.com.
type Server struct {
	world   *World
	options Options
	tokens  map[string]bool
	schema  *graphql.Schema
	mux     *http.ServeMux
	limits  *limits
	ledger  *ledger
	faults  *script
	damage  error // of the schema against the resolvers: a fault of this package
}

const (
	mostConcurrent = 100
	codeloadPrefix = "/codeload"
	apiHost        = "api.github.com"
	codeloadHost   = "codeload.github.com"
	// longestRequest bounds a request's body; a GraphQL query of GitHub's own limit fits.
	longestRequest = 1 << 20
)

// New makes a server of a world.
func New(w *World, o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MostConcurrent <= 0 {
		o.MostConcurrent = mostConcurrent
	}
	s := &Server{
		world: w, options: o, tokens: map[string]bool{},
		limits: newLimits(o.Limits), ledger: newLedger(), faults: &script{faults: o.Faults, met: make([]int, len(o.Faults))},
	}
	for _, t := range o.Tokens {
		if t != "" {
			s.tokens[t] = true
		}
	}
	s.mux = s.routes()
	s.schema, s.damage = schemaOf(s)
	return s
}

// APIBase returns the base of the API, without a slash at its end, given the address the
// server is reached by.
func (s *Server) APIBase(server string) string { return strings.TrimSuffix(server, "/") }

// CodeloadBase returns the base of the archives.
func (s *Server) CodeloadBase(server string) string { return s.APIBase(server) + codeloadPrefix }

// Counts returns what the server has been asked so far.
func (s *Server) Counts() Counts { return s.ledger.read() }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host == codeloadHost && !strings.HasPrefix(r.URL.Path, codeloadPrefix+"/") {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = codeloadPrefix+r.URL.Path, ""
	}
	resource := resourceOf(r)
	caller, known := s.caller(r)
	ticket := s.ledger.open(resource, caller, r)
	defer s.ledger.close(ticket)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestRequest))
	if err != nil {
		writeError(w, http.StatusRequestEntityTooLarge, "Payload too large", docsREST)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !wait(r, s.options.Latency) {
		return
	}
	fault := s.faults.meet(r, body)
	if fault != nil && fault.Hang {
		<-r.Context().Done()
		return
	}
	out := newRecorder()
	if fault != nil && fault.whole() {
		fault.answer(out)
		// A scripted answer brings its own rate headers or has GitHub's usual ones.
		s.limits.describe(out.header, caller, resource, s.options.Now())
	} else {
		s.answer(out, r, resource, caller, known, ticket.flying)
	}
	if fault != nil {
		fault.alter(out)
	}
	s.ledger.sent(out.send(w, r, s.options.Now(), fault))
}

// answer is what GitHub itself would say.
func (s *Server) answer(out *recorder, r *http.Request, resource Resource, caller string, known bool, flying int) {
	now := s.options.Now()
	switch {
	case s.damage != nil:
		writeError(out, http.StatusInternalServerError, s.damage.Error(), docsREST)
		return
	case r.UserAgent() == "":
		out.header.Set("Content-Type", "text/html")
		out.WriteHeader(http.StatusForbidden)
		_, _ = out.Write([]byte("Request forbidden by administrative rules. Please make sure your request has a User-Agent header."))
		return
	case resource == Codeload:
		s.mux.ServeHTTP(out, r)
		return
	case !known:
		writeError(out, http.StatusUnauthorized, "Bad credentials", docsREST)
		s.limits.describe(out.header, "", resource, now)
		return
	case flying > s.options.MostConcurrent:
		out.header.Set("Retry-After", "60")
		writeError(out, http.StatusForbidden, secondaryMessage, docsSecondary)
		s.limits.describe(out.header, caller, resource, now)
		return
	case caller == "" && resource == CodeSearch:
		writeErrors(out, http.StatusUnauthorized, "Requires authentication", docsSearch, map[string]string{
			"message": "Must be authenticated to access the code search API", "resource": "Search", "field": "q", "code": "invalid",
		})
		return
	}
	if caller == "" && resource == GraphQL { // its anonymous allowance is none
		writeError(out, http.StatusForbidden, exceeded(caller), docsPrimary)
		s.limits.describe(out.header, caller, resource, now)
		return
	}
	cost := 1
	if resource == GraphQL || isRateLimit(r) {
		cost = 0 // a query is charged by its points, and asking for the limit is free
	}
	if !s.limits.take(caller, resource, cost, now) {
		writeError(out, http.StatusForbidden, exceeded(caller), docsPrimary)
		s.limits.describe(out.header, caller, resource, now)
		return
	}
	s.mux.ServeHTTP(out, r.WithContext(withCaller(r.Context(), caller)))
	if out.validate(r, caller) && caller != "" {
		s.limits.give(caller, resource, cost)
		s.ledger.free()
	}
	s.limits.describe(out.header, caller, resource, now)
}

// caller returns the token of a request, "" for none, and whether it is accepted.
func (s *Server) caller(r *http.Request) (token string, known bool) {
	header := strings.TrimSpace(r.Header.Get("Authorization"))
	if header == "" {
		return "", true
	}
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || (!strings.EqualFold(scheme, "bearer") && !strings.EqualFold(scheme, "token")) {
		return "", false
	}
	token = strings.TrimSpace(token)
	return token, s.tokens[token]
}

// wait passes a time, or says that the client has gone.
func wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// base returns how the client names the API, for the addresses inside an answer.
func base(r *http.Request) string {
	if r.Host == apiHost {
		return "https://" + apiHost
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

func codeload(r *http.Request) string {
	if r.Host == apiHost {
		return "https://" + codeloadHost
	}
	return base(r) + codeloadPrefix
}
