package app

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/errgroup"

	"kadry/internal/access"
	"kadry/internal/admin"
	"kadry/internal/cli"
	"kadry/internal/config"
	"kadry/internal/fault"
	"kadry/internal/mcpserver"
	"kadry/internal/op"
	"kadry/internal/restapi"
	"kadry/internal/task"
	"kadry/internal/webui"
	"kadry/internal/webui/kit"
)

// Limits of the HTTP server. There is no write timeout: answers may be streams.
const (
	headerTimeout = 10 * time.Second
	headerLimit   = 64 << 10 // bytes; a query of a GET counts too
	idleTimeout   = 2 * time.Minute
	lateAfter     = 100 * time.Millisecond // what the server answers itself is mostly there by then
	drainTime     = 30 * time.Second       // a pull of events waits up to 25 s
	uploadLimit   = 24 << 20               // a CV of 16 MiB in base64
	healthTime    = 3 * time.Second
)

// serve runs the HTTP server until ctx ends, then drains. ready is told the address once it
// listens.
func (h *house) serve(ctx context.Context, ready func(net.Addr)) error {
	tokens, err := access.Open(h.cfg.Tokens())
	if err != nil {
		return err
	}
	listener, err := listen(ctx, h.cfg.Addr, h.takeover)
	if err != nil {
		return err
	}
	s := &serving{listener: listener, open: newConns(), accepted: make(chan struct{})}
	routes, err := h.fronts(ctx, s, tokens)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	s.server = &http.Server{
		Handler: routes, ConnState: s.open.saw, ReadHeaderTimeout: headerTimeout, MaxHeaderBytes: headerLimit, IdleTimeout: idleTimeout,
	}
	group, running := errgroup.WithContext(ctx)
	if !h.idle {
		h.work(running)
	}
	group.Go(s.accept)
	group.Go(func() error {
		<-running.Done()
		return h.drain(context.WithoutCancel(running), s)
	})
	ready(listener.Addr())
	return errors.Join(group.Wait(), h.rest())
}

// serving is an HTTP server at work.
type serving struct {
	listener listener
	server   *http.Server
	mcp      *mcpserver.Server
	open     *conns
	accepted chan struct{} // closed when no connection is accepted any more
}

func (s *serving) accept() error {
	defer close(s.accepted)
	if err := s.server.Serve(s.listener); !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("app: serve: %w", err)
	}
	return nil
}

// drain ends a server: it is not ready any more, lets go of the address, and answers what it
// has accepted. The context that ended is the reason to drain; draining needs its own time.
func (h *house) drain(ctx context.Context, s *serving) error {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	h.stopping.Store(true)
	s.server.SetKeepAlivesEnabled(false)
	if err := s.listener.handOver(); err != nil {
		h.log.WarnContext(ctx, "the address is not handed over", "cause", err.Error())
	}
	<-s.accepted
	soon, cancel := context.WithTimeout(ctx, lastRequest)
	defer cancel()
	_ = s.open.none(soon, http.StateNew) // a connection that brings no request by then is not waited for
	h.tasks.Stop()                       // and with it the streams of those who follow tasks
	// Both at once: among the answers to wait for are the streams that only Close ends.
	var closing errgroup.Group
	closing.Go(func() error { return s.mcp.Close(ctx) })
	err := errors.Join(s.open.none(ctx, http.StateActive), closing.Wait())
	if ctx.Err() != nil { // a client that holds a request for ever makes no failure of a stop
		h.log.WarnContext(ctx, "calls were cut short", "after_s", int(drainTime.Seconds()))
		err = nil
	}
	return errors.Join(err, s.server.Close())
}

// fronts are what answers at an address, unless the settings must not be open there.
func (h *house) fronts(ctx context.Context, s *serving, tokens *access.Tokens) (routes http.Handler, err error) {
	at := s.listener.Addr()
	if !onLoopback(at) && tokens.Len() == 0 {
		return nil, errOpenToTheWorld(at)
	}
	if !onLoopback(at) && h.cfg.WebhookBare {
		return nil, errUnsignedToTheWorld()
	}
	if err := h.listening(at); err != nil {
		return nil, err
	}
	g := &gate{
		tokens: tokens, loopback: onLoopback(at), allowedHosts: h.cfg.AllowedHosts, origins: h.cfg.Origins,
		address: h.cfg.PublicURL, named: h.cfg.PublicURL != "" || len(h.cfg.AllowedHosts) > 0,
		requests: newRequests(), bodies: newUploads(), failures: newFailures(), log: h.log, metrics: h.metrics,
	}
	if g.sameOrigin, err = g.protection(); err != nil {
		return nil, err
	}
	if g.proxies, err = readProxies(h.cfg.Proxies); err != nil {
		return nil, err
	}
	if s.mcp, err = h.mcp(); err != nil {
		return nil, err
	}
	h.warn(ctx, g.shut()...)
	return h.routes(s.mcp, g)
}

func onLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

func errOpenToTheWorld(addr net.Addr) error {
	return fault.E(fault.Denied, fault.Say(
		"kadry will not listen on %s without access tokens: anyone who reaches it could read every CV.",
		"kadry не будет слушать %s без токенов доступа: любой, кто до него дотянется, прочтёт все резюме.", addr), nil).
		WithHint(fault.Say("Create one with `kadry token create`, or listen on 127.0.0.1.",
			"Создайте токен командой `kadry token create` или слушайте 127.0.0.1."))
}

var errUnsigned = errors.New("app: unsigned webhooks off loopback")

func errUnsignedToTheWorld() error {
	return fault.E(fault.Denied, fault.Say("Webhooks go out unsigned only from a server that listens on loopback.",
		"Без подписи вебхуки отправляет только сервер, который слушает loopback."), errUnsigned).
		WithHint(fault.Say("Turn webhook_unsigned off and make a secret with `kadry webhook secret`.",
			"Выключите webhook_unsigned и создайте секрет командой `kadry webhook secret`."))
}

// mcp builds the MCP front.
func (h *house) mcp() (_ *mcpserver.Server, err error) {
	text, guides := h.instructions()
	// The list that assistants get unasked stays small: these stand on paths of their own,
	// unless somebody chose toolsets.
	own := []string{task.Toolset, admin.Toolset}
	for _, r := range h.rooms {
		own = append(own, r.OwnPaths...)
	}
	if len(h.cfg.Toolsets) > 0 {
		own = nil
	}
	h.front, err = mcpserver.New(mcpserver.Config{
		Registry: h.registry, OwnPath: own, Pipeline: h.pipeline, Resources: h.offer.Resources, Prompts: h.offer.Prompts,
		Version: Version, About: text, Guides: guides, Logger: h.log,
		Local:        op.Caller{Name: "stdio", Admin: true, Tenant: access.DefaultTenant, Lang: "en", Local: true},
		AllowedHosts: h.cfg.AllowedHosts, AllowedOrigins: h.cfg.Origins,
		Tasks: h.tasks, SessionTimeout: h.cfg.SessionIdle, BodyLimit: uploadLimit, StateKey: stateKey(h.cfg.StateKey),
	})
	return h.front, err
}

// stateKey turns the configured secret, of any length, into a key; nil lets the front make one.
func stateKey(secret config.Secret) []byte {
	if secret == "" {
		return nil
	}
	key := sha256.Sum256([]byte(secret.Reveal()))
	return key[:]
}

// routes mounts the fronts behind the gate, and beside them the few paths that are no operation.
func (h *house) routes(mcp *mcpserver.Server, g *gate) (http.Handler, error) {
	overMCP, err := mcp.Handler()
	if err != nil {
		return nil, err
	}
	overREST, err := restapi.New(restapi.Config{Registry: h.registry, Pipeline: h.pipeline, Tasks: h.tasks, Version: Version})
	if err != nil {
		return nil, err
	}
	russian, err := cli.Russian(helpOf(h.declared())...)
	if err != nil {
		return nil, err
	}
	pages, err := webui.New(webui.Config{
		Registry: h.registry, Pipeline: h.pipeline, Tasks: h.tasks, Tokens: g.guarded, Version: Version, TokenCookie: tokenCookie, Pages: h.pages(),
		LateAfter: lateAfter, Russian: russian,
	})
	if err != nil {
		return nil, err
	}
	rest := g.through("rest", overREST, restapi.WriteProblem)
	mcpGate := g.through("mcp", overMCP, g.refuse)
	mux := http.NewServeMux()
	mux.Handle(mcpserver.MountPath, mcpGate)
	mux.Handle(mcpserver.MountPath+"/", mcpGate)
	mux.Handle("/api/", rest)
	for _, r := range h.rooms {
		for _, route := range r.Routes {
			through := g.withoutToken(route.Handler)
			if !route.Open {
				through = g.through("routes", route.Handler, restapi.WriteProblem)
			}
			mux.Handle(route.Pattern, through)
		}
	}
	mux.Handle("GET /status", g.through("status", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.status(g, w, r) }), restapi.WriteProblem))
	mux.Handle("/openapi.json", gzhttp.GzipHandler(rest))
	mux.Handle("GET /metrics", g.through("metrics", h.measured(g), g.refuse))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, health{Status: "ok"}) })
	mux.HandleFunc("GET /readyz", h.ready)
	mux.Handle(wellKnown, g.withoutToken(http.HandlerFunc(g.described)))
	mux.Handle(registration, g.withoutToken(http.HandlerFunc(undescribed)))
	// A file is asked for once and kept for good, and nothing is painted before the style sheet.
	small, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestCompression))
	if err != nil {
		return nil, fmt.Errorf("app: compression: %w", err)
	}
	mux.Handle(webui.StaticPath, small(pages))
	mux.Handle(webui.SignInPath, g.withoutToken(pages))
	for _, path := range linked(h.pages()) {
		// Such a page sends no referrer, so that its forms come without an origin. Nothing rides
		// on a cookie there: whoever does not know the address can do nothing with it.
		g.sameOrigin.AddInsecureBypassPattern(path)
		mux.Handle(path, ownPages(g.withoutToken(gzhttp.GzipHandler(pages))))
		mux.Handle(strings.ToUpper(path), g.withoutToken(lowered(path)))
	}
	mux.Handle("/", g.through("pages", gzhttp.GzipHandler(pages), pages.Refuse))
	return mux, nil
}

// ownPages refuses what a browser says that a page of another site sends: reading is free to
// follow a link.
func ownPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Header.Get("Sec-Fetch-Site") == "cross-site" {
			http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// lowered leads an address that somebody typed in capitals to the page below path. Unknown
// addresses lead to the sign-in page, whose own address would then hold the secret of this one.
func lowered(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-store")
		to := url.URL{Path: path + r.URL.Path[len(path):], RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	})
}

// linked are the paths of pages that need no token.
func linked(pages []kit.Pages) []string {
	var list []string
	for _, p := range pages {
		list = append(list, p.Linked...)
	}
	return list
}

type health struct {
	Status string `json:"status"`
	Detail string `json:"detail,omitempty"`
}

// ready says whether calls can succeed now: the database answers, and takes what is written.
func (h *house) ready(w http.ResponseWriter, r *http.Request) {
	if h.stopping.Load() {
		writeJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Detail: "the server is stopping"})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), healthTime)
	defer cancel()
	if err := h.db.Ping(ctx); err != nil {
		h.log.WarnContext(r.Context(), "not ready", "cause", err.Error())
		writeJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Detail: "the database does not answer"})
		return
	}
	if err := h.writing.check(ctx); err != nil {
		h.log.WarnContext(r.Context(), "not ready", "cause", err.Error())
		writeJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Detail: "the database cannot be written"})
		return
	}
	writeJSON(w, http.StatusOK, health{Status: "ok"})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client went away; there is nobody to tell
}
