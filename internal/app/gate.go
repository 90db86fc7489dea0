package app

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
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
	loopback     bool        // listens there: while no token exists, this machine is not asked for one
	allowedHosts []string    // besides loopback names; empty on a server off loopback allows any
	origins      []string    // of other sites whose pages may call
	proxies      proxies     // believed when they say whom they speak for
	address      string      // under which clients reach the server; empty is the one a request came to
	named        bool        // has a name or an address for callers from elsewhere
	forwarded    atomic.Bool // a proxy brought a request while no token exists
	sameOrigin   *http.CrossOriginProtection
	requests     *seats
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

// refusing writes a fault in the form of a front.
type refusing func(http.ResponseWriter, *http.Request, error)

// through wraps one front, which only known callers reach.
func (g *gate) through(front string, next http.Handler, refuse refusing) http.Handler {
	return g.pass(front, next, refuse, g.caller)
}

// withoutToken lets the sign-in page through to those who have no token yet; it guards
// host and origin like every other page.
func (g *gate) withoutToken(next http.Handler) http.Handler {
	return g.pass("pages", next, g.refuse, func(r *http.Request) (op.Caller, error) {
		if tokenOf(r) == "" {
			if caller, err := g.caller(r); fault.KindOf(err) != fault.Unauthenticated {
				return caller, err
			}
		}
		return op.Caller{Lang: i18n.Requested(r)}, nil
	})
}

// pass wraps a front behind who finds out its callers.
func (g *gate) pass(front string, next http.Handler, refuse refusing, who func(*http.Request) (op.Caller, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := obs.WithRequestID(r.Context(), r.Header.Get("X-Request-Id"))
		r = r.WithContext(op.WithCaller(ctx, op.Caller{Lang: i18n.Requested(r)})) // a refusal speaks the language that was asked for
		r.RemoteAddr = g.proxies.client(r)                                        // of this copy: whoever counts by address counts clients
		w.Header().Set("X-Request-Id", obs.RequestID(r.Context()))
		var caller op.Caller
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			if thrown := recover(); thrown != nil {
				g.log.ErrorContext(r.Context(), "panic in a front", "front", front, "panic", thrown, "stack", string(debug.Stack()))
				if !seen.wrote {
					refuse(seen, r, fault.From(errPanic))
				}
			}
			g.metrics.Request(caller.Tenant, front, seen.status)
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
		known, err := who(r)
		if err != nil {
			err = g.failures.count(r, err)
			if kind := fault.KindOf(err); fault.AnswerTo(kind).Log {
				g.log.ErrorContext(r.Context(), "caller not found out", "front", front, "kind", kind, "cause", err.Error())
			}
			refuse(seen, r, err)
			return
		}
		caller = known
		leave, err := g.requests.take(r.Context(), caller.Tenant, 0)
		if err != nil {
			refuse(seen, r, err)
			return
		}
		defer leave()
		defer g.bodies.admit(seen, r, caller.Tenant)()
		next.ServeHTTP(seen, r.WithContext(op.WithCaller(r.Context(), caller)))
	})
}

// guarded reports whether a token is asked for, also of who sits at this machine.
func (g *gate) guarded() bool {
	guarded, err := g.tokens.Guarded()
	return err != nil || guarded
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

// caller finds out who calls. While no token exists that is the person at this machine, and
// nobody else.
func (g *gate) caller(r *http.Request) (op.Caller, error) {
	lang := i18n.Requested(r)
	token := tokenOf(r)
	if token == "" {
		guarded, err := g.tokens.Guarded()
		switch {
		case err != nil:
			return op.Caller{Lang: lang}, err
		case guarded || !g.loopback:
			return op.Caller{Lang: lang}, errNoToken(nil)
		case !isFromHere(r):
			if !g.forwarded.Swap(true) {
				g.log.WarnContext(r.Context(), closedYet().EN)
			}
			return op.Caller{Lang: lang}, errNoTokenYet()
		}
		return op.Caller{Name: "local", Admin: true, Tenant: access.DefaultTenant, Lang: lang, Local: true}, nil
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

// errNoTokenYet is for who reaches a server from elsewhere before there is a token.
func errNoTokenYet() *fault.Error {
	return fault.E(fault.Unauthenticated, fault.Say("There is no access token yet: only requests made on the server's own machine are answered.",
		"Токенов доступа ещё нет: сервер отвечает только на запросы со своей машины."), nil).
		WithHint(fault.Say("Create a token on the server with `kadry token create NAME` and send it as Authorization: Bearer ….",
			"Создайте токен на сервере командой `kadry token create ИМЯ` и передавайте его в заголовке Authorization: Bearer …."))
}

// forwardMarks are headers that only a proxy writes, beside those that begin with X-Forwarded-.
var forwardMarks = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip"}

// isFromHere tells a request of this machine from one that a proxy brought from elsewhere. One
// in HTTP/1.0 is a proxy's: nginx that was told nothing speaks it and sends no other mark.
func isFromHere(r *http.Request) bool {
	if !r.ProtoAtLeast(1, 1) {
		return false
	}
	for name := range r.Header {
		if strings.HasPrefix(name, "X-Forwarded-") || slices.Contains(forwardMarks, name) {
			return false
		}
	}
	return isLoopbackName(hostName(r.RemoteAddr)) && isLoopbackName(hostName(r.Host))
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
		metrics.Operation(op.CallerFrom(ctx).Tenant, o.Name, outcome, took)
		if err == nil && o.Effect != op.Reads {
			changed(ctx, o)
		}
		if err != nil && fault.AnswerTo(fault.KindOf(err)).Log {
			log.ErrorContext(ctx, "operation failed", "operation", o.Name, "kind", outcome, "took_ms", took.Milliseconds(), "cause", err.Error())
		}
	}
}
