package interviewe2e_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// readyServer is a server ready for interviews: a receiver that it may reach, a secret and a
// vacancy.
type readyServer struct {
	*e2etest.Server
	api
	site *receiver
	env  []string
}

func newReadyServer(t testing.TB, env []string, more ...string) *readyServer {
	t.Helper()
	site := newReceiver(t)
	env = append(append(env, site.env()...), more...)
	site.trust(t, env)
	e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
	s := e2etest.Serve(t, e2etest.Options{Env: env})
	return &readyServer{Server: s, api: api{base: s.URL}, site: site, env: env}
}

// counter counts the connections that reach it.
type counter struct {
	host, port string
	taken      atomic.Int64
}

func newCounter(t testing.TB) *counter {
	t.Helper()
	c := &counter{}
	site := httptest.NewUnstartedServer(http.NotFoundHandler())
	site.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			c.taken.Add(1)
		}
	}
	site.Start()
	t.Cleanup(site.Close)
	var err error
	if c.host, c.port, err = net.SplitHostPort(site.Listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	return c
}

// Every spelling of an inner address is refused when it is given, with the field that is
// wrong, and nothing is ever connected to.
func TestInterviewSSRF_refusedWhenGiven(t *testing.T) {
	t.Parallel()
	inner := newCounter(t)
	own := freeAddress(t)
	env := e2etest.Environment(t.TempDir(), "KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}",
		"KADRY_WEBHOOK_PLAIN_HTTP=true", "KADRY_WEBHOOK_PRIVATE_HOSTS="+own)
	e2etest.Succeed(t, env, "webhook", "secret")
	e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
	s := e2etest.Serve(t, e2etest.Options{Env: env, Args: []string{"--addr", own}})
	for _, url := range innerURLs(own, inner.port) {
		for path, body := range map[string]map[string]any{
			"/api/v1/mcp/start_interview": {"resume_text": resumeText, "webhook_url": url},
			"/api/v1/webhook/test":        {"webhook_url": url},
		} {
			status, text := api{base: s.URL}.call(t.Context(), http.MethodPost, path, body)
			got := struct {
				Code   string
				Errors []struct{ Field string }
			}{}
			if status == http.StatusUnprocessableEntity {
				got = e2etest.Decode[struct {
					Code   string
					Errors []struct{ Field string }
				}](t, text)
			}
			if len(got.Errors) != 1 || got.Errors[0].Field != "webhook_url" || got.Code != "invalid_argument" {
				t.Errorf("%s to %.80s: %d %.300s", path, url, status, text)
			}
		}
	}
	// The operation that models call refuses the same.
	for _, url := range []string{"http://" + own + "/hook", "https://169.254.169.254/", "http://localhost:" + inner.port + "/"} {
		got := s.REST().Post(t, "start_interview", `{"resume_text":"Go developer","webhook_url":`+e2etest.Quoted(t, url)+`}`)
		if p := got.Refused(t, http.StatusBadRequest, "invalid_argument"); !strings.HasPrefix(p.Detail, "webhook_url: ") {
			t.Errorf("%s: %s", url, got.Body)
		}
	}
	if n := inner.taken.Load(); n != 0 {
		t.Errorf("%d connections were made", n)
	}
	list := api{base: s.URL}.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews", nil)
	if strings.Contains(string(list), "session_id") {
		t.Errorf("a refused start left an interview: %s", list)
	}
}

// innerURLs are addresses that no webhook goes to: of the server itself, of other schemes and
// ports, and of private hosts in every spelling, each on the standard ports and on one where
// somebody listens.
func innerURLs(own, port string) []string {
	urls := []string{
		"http://" + own + "/hook", // private hosts allow it, and it is this server all the same
		"http://" + own + "/api/v1/hooks/tryout", "https://93.184.216.34:22/", "https://93.184.216.34:8443/",
		"https://user@93.184.216.34/", "https://user:pass@93.184.216.34/", "https://93.184.216.34/#part", "https://93.184.216.34/#",
		"ftp://93.184.216.34/", "file:///etc/passwd", "gopher://93.184.216.34/", "//93.184.216.34/", "javascript:1",
		"https://", "https:///path", "https://93.184.216.34/" + strings.Repeat("a", 9<<10), "https://printer/", "https://db.internal/",
		"https://printer.local/", "https://a.localhost/",
	}
	for _, host := range []string{
		"127.0.0.1", "localhost", "LOCALHOST", "localhost.", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]",
		"2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.1", "127.0.1", "127.0.0.1.", "①②⑦.0.0.1",
		"10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fd00:ec2::254]", "[fc00::1]", "[::ffff:169.254.169.254]",
		"[64:ff9b::7f00:1]", "[2002:7f00:1::]", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1",
	} {
		urls = append(urls, "http://"+host+"/", "https://"+host+"/", fmt.Sprintf("http://%s:%s/", host, port))
	}
	return urls
}

// A receiver that leads elsewhere is not followed, and the log of deliveries says how it
// answered.
func TestInterviewSSRF_redirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	inner := newCounter(t)
	d := newReadyServer(t, e2etest.Environment(t.TempDir()))
	astray := httptest.NewServer(http.RedirectHandler(fmt.Sprintf("http://127.0.0.1:%s/", inner.port), http.StatusTemporaryRedirect))
	t.Cleanup(astray.Close)
	host := strings.TrimPrefix(astray.URL, "http://")
	d.Stop()
	// The place it leads to is one that webhooks may go to, so that only the redirect stands
	// in the way.
	d.env = append(d.env, "KADRY_WEBHOOK_PRIVATE_HOSTS="+host+",127.0.0.1:"+inner.port)
	s := e2etest.Serve(t, e2etest.Options{Env: d.env})
	a := api{base: s.URL}
	session := a.start(t, astray.URL+"/hook", "astray")
	first := awaitAttempt(t, a, session)
	if first.State != "pending" || first.Attempts[0].Status != http.StatusTemporaryRedirect || first.Attempts[0].Class != "answered" || first.NextAt == "" {
		t.Errorf("after a redirect: %+v", first)
	}
	if n := inner.taken.Load(); n != 0 {
		t.Errorf("the redirect was followed: %d connections", n)
	}
}

// Variables that lead programs to a proxy lead this one nowhere.
func TestInterviewSSRF_noProxyOfTheEnvironment(t *testing.T) {
	t.Parallel()
	proxy := newCounter(t)
	address := "http://" + net.JoinHostPort(proxy.host, proxy.port)
	d := newReadyServer(t, e2etest.Environment(t.TempDir()), "HTTP_PROXY="+address, "http_proxy="+address, "HTTPS_PROXY="+address, "https_proxy="+address, "ALL_PROXY="+address,
		"KADRY_WEBHOOK_PRIVATE_HOSTS="+net.JoinHostPort(proxy.host, proxy.port)) // so that only the variables are in question
	for _, url := range []string{"http://hooks.kadry.invalid/", "https://hooks.kadry.invalid/"} {
		d.want(t, http.StatusOK, http.MethodPost, "/api/v1/webhook/test", map[string]any{"webhook_url": url})
	}
	if n := proxy.taken.Load(); n != 0 {
		t.Errorf("the proxy was asked %d times", n)
	}
}

// What opens a door says so where operators look, and unsigned webhooks leave no server
// that others can reach.
func TestInterviewRisks_areTold(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	e2etest.NewToken(t, home, "ats")
	bare := e2etest.Environment(home, "KADRY_WEBHOOK_UNSIGNED=true")
	if got := e2etest.Command(t, bare, "serve", "--addr", "0.0.0.0:0"); got.Code == 0 || !strings.Contains(got.Stderr, "unsigned") {
		t.Errorf("unsigned off loopback: exit code %d, %s", got.Code, got.Stderr)
	}
	s := e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_WEBHOOK_UNSIGNED=true", "KADRY_WEBHOOK_PLAIN_HTTP=true", "KADRY_WEBHOOK_PRIVATE_HOSTS=10.1.2.3:8000"}})
	a := api{base: s.URL}
	status := string(a.want(t, http.StatusOK, http.MethodGet, "/status", nil))
	for _, risk := range []string{"private hosts: 10.1.2.3:8000", "over http", "unsigned"} {
		if !strings.Contains(status, risk) || !strings.Contains(s.Log.String(), risk) {
			t.Errorf("%q is not told in both: %s\n%s", risk, status, s.Log)
		}
	}
	plain := e2etest.Serve(t, e2etest.Options{})
	if got := string(api{base: plain.URL}.want(t, http.StatusOK, http.MethodGet, "/status", nil)); !strings.Contains(got, `"warnings":[]`) {
		t.Errorf("a plain server warns: %s", got)
	}
}
