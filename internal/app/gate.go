package app

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"kadry/internal/access"
	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/obs"
	"kadry/internal/op"
)

// tokenCookie carries a token for the pages; scripts of the pages never see it.
const tokenCookie = "kadry_token"

// webhookToken is the header that the callers of the interview contract send their token in.
const webhookToken = "X-Webhook-Token" //nolint:gosec // the name of a header, no credential

// gate is what every request passes before it reaches a front: it recovers, names the
// request, guards the host and the origin, finds out who calls, and records the outcome.
type gate struct {
	tokens       *access.Tokens
	loopback     bool     // listens there: while no token exists nobody is asked for one
	allowedHosts []string // besides loopback names; empty on a server off loopback allows any
	origins      []string // of other sites whose pages may call
	address      string   // under which clients reach the server; empty is the one a request came to
	anonymous    bool     // a token is not asked for
	sameOrigin   *http.CrossOriginProtection
	bodies       uploads
	failures     *failures
	log          *slog.Logger
	metrics      *obs.Metrics
}

// protection lets pages of our own and of the listed origins change things. Browsers say
// where a request comes from; a foreign page must not use an open server.
func (g *gate) protection() (*http.CrossOriginProtection, error) {
	p := http.NewCrossOriginProtection()
	for _, origin := range g.origins {
		if err := p.AddTrustedOrigin(origin); err != nil {
			return nil, usage(fault.Say("allowed_origins: %q is not an origin like https://ats.example.org.",
				"allowed_origins: %q — это не источник вида https://ats.example.org.", origin), err)
		}
	}
	return p, nil
}

// welcome writes what a browser needs to let a page of a listed origin read the answer,
// and reports whether the request only asked for that.
func (g *gate) welcome(w http.ResponseWriter, r *http.Request) (asked bool) {
	origin := r.Header.Get("Origin")
	if !slices.Contains(g.origins, origin) {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, X-Request-Id, Retry-After, ETag, Location")
	if r.Method != http.MethodOptions {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE")
	h.Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
	h.Set("Access-Control-Max-Age", "3600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// through wraps one front. refuse writes a fault in the front's own form.
func (g *gate) through(front string, next http.Handler, refuse func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(obs.WithRequestID(r.Context(), r.Header.Get("X-Request-Id")))
		w.Header().Set("X-Request-Id", obs.RequestID(r.Context()))
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			if thrown := recover(); thrown != nil {
				g.log.ErrorContext(r.Context(), "panic in a front", "front", front, "panic", thrown, "stack", string(debug.Stack()))
				if !seen.wrote {
					refuse(seen, r, fault.From(errPanic))
				}
			}
			g.metrics.Request(front, seen.status)
		}()
		if !g.hostAllowed(r.Host) {
			refuse(seen, r, fault.E(fault.Denied, fault.Say("This host name is not served here.", "Это имя узла здесь не обслуживается."), nil).
				WithHint(fault.Say("Allow it with KADRY_ALLOWED_HOSTS.", "Разрешите его через KADRY_ALLOWED_HOSTS.")))
			return
		}
		if g.welcome(seen, r) {
			return
		}
		if err := g.sameOrigin.Check(r); err != nil {
			refuse(seen, r, fault.E(fault.Denied, fault.Say("A page of another site may not call this server.", "Страница другого сайта не может обращаться к этому серверу."), err))
			return
		}
		caller, err := g.caller(r)
		if err != nil {
			err = g.failures.count(r, err)
			if kind := fault.KindOf(err); fault.AnswerTo(kind).Log {
				g.log.ErrorContext(r.Context(), "caller not found out", "front", front, "kind", kind, "cause", err.Error())
			}
			refuse(seen, r, err)
			return
		}
		defer g.bodies.admit(seen, r, bodyTime)()
		next.ServeHTTP(seen, r.WithContext(op.WithCaller(r.Context(), caller)))
	})
}

// guarded reports whether a token exists, so that nobody is served without one.
func (g *gate) guarded() bool {
	none, err := g.tokens.None()
	return err != nil || !none
}

func (g *gate) hostAllowed(host string) bool {
	name := hostName(host)
	if slices.ContainsFunc(g.allowedHosts, func(allowed string) bool { return strings.EqualFold(allowed, name) || strings.EqualFold(allowed, host) }) {
		return true
	}
	if isLoopbackName(name) {
		return true
	}
	return !g.loopback && len(g.allowedHosts) == 0
}

// hostName is the name or address of a Host header, without the port.
func hostName(host string) string {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return strings.ToLower(strings.Trim(name, "[]"))
}

func isLoopbackName(name string) bool {
	ip := net.ParseIP(name)
	return name == "localhost" || (ip != nil && ip.IsLoopback())
}

// caller finds out who calls. On an open server that is the person at this machine.
func (g *gate) caller(r *http.Request) (op.Caller, error) {
	lang := i18n.Requested(r)
	token := tokenOf(r)
	if token == "" && g.loopback {
		none, err := g.tokens.None()
		if err != nil {
			return op.Caller{Lang: lang}, err
		}
		if none {
			return op.Caller{Name: "local", Admin: true, Tenant: access.DefaultTenant, Lang: lang, Local: isFromHere(r)}, nil
		}
	}
	if g.anonymous {
		return op.Caller{Lang: lang}, nil
	}
	if token == "" {
		return op.Caller{Lang: lang}, errNoToken(nil)
	}
	grant, err := g.tokens.Find(token)
	if fault.KindOf(err) == fault.Unauthenticated {
		return op.Caller{Lang: lang}, errNoToken(err)
	}
	if err != nil {
		return op.Caller{Lang: lang}, err
	}
	return op.Caller{Name: grant.Name, Tenant: grant.Tenant, Lang: lang, Toolsets: grant.Toolsets, ReadOnly: grant.ReadOnly, Admin: grant.Admin}, nil
}

// errNoToken is the same for who shows no token and for who shows an unknown one: an answer
// does not help to tell them apart.
func errNoToken(cause error) error {
	return fault.E(fault.Unauthenticated, fault.Say("A token is needed.", "Нужен токен доступа."), cause).
		WithHint(fault.Say("Send one that is known here as Authorization: Bearer … or as X-Webhook-Token: …; `kadry token create` makes it.",
			"Передайте известный здесь токен в заголовке Authorization: Bearer … или X-Webhook-Token: …; его создаёт `kadry token create`."))
}

// isFromHere tells a request of this machine from one that a proxy brought from elsewhere:
// who is elsewhere must not name files of this machine, even where no token is asked for.
func isFromHere(r *http.Request) bool {
	for _, mark := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if r.Header.Get(mark) != "" {
			return false
		}
	}
	return isLoopbackName(hostName(r.Host))
}

func tokenOf(r *http.Request) string {
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(token)
	}
	if token := r.Header.Get(webhookToken); token != "" {
		return token
	}
	if c, err := r.Cookie(tokenCookie); err == nil {
		return c.Value
	}
	return ""
}

// statusWriter remembers what was answered.
type statusWriter struct {
	http.ResponseWriter
	status int
	wrote  bool
}

func (w *statusWriter) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *statusWriter) Write(p []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection: streams need to flush.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements http.Flusher for handlers that ask for it directly.
func (w *statusWriter) Flush() {
	w.wrote = true
	_ = http.NewResponseController(w.ResponseWriter).Flush() // a connection that cannot flush still delivers at the end
}

// observe returns what the pipeline tells of every call: one metric, and one log line for
// a failure worth reading. The caller's words are never logged. changed hears of what changed something.
func observe(log *slog.Logger, metrics *obs.Metrics, changed func(context.Context, *op.Op)) func(context.Context, *op.Op, time.Duration, error) {
	return func(ctx context.Context, o *op.Op, took time.Duration, err error) {
		outcome := "ok"
		if err != nil {
			outcome = string(fault.KindOf(err))
		}
		metrics.Operation(o.Name, outcome, took)
		if err == nil && o.Effect != op.Reads {
			changed(ctx, o)
		}
		if err != nil && fault.AnswerTo(fault.KindOf(err)).Log {
			log.ErrorContext(ctx, "operation failed", "operation", o.Name, "kind", outcome, "took_ms", took.Milliseconds(), "cause", err.Error())
		}
	}
}

// withoutToken lets the sign-in page through to those who have no token yet; it guards
// host and origin like every other page.
func (g *gate) withoutToken(next http.Handler) http.Handler {
	open := *g
	open.anonymous = true
	return open.through("pages", next, g.refuse)
}
