package e2e

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
	"kadry/internal/store/pgtest"
)

// tenant calls a server, over connections of its own.
type tenant struct {
	address, token string
	client         *http.Client
}

// twoTenants is a server with a hostile tenant and a good one.
func twoTenants(t *testing.T, env []string, args ...string) (hostile, good tenant) {
	t.Helper()
	s := e2etest.Serve(t, e2etest.Options{Env: append(env, "KADRY_RATE_PER_MINUTE=0", "KADRY_WEBHOOK_UNSIGNED=true"), Args: args})
	as := func(name string) tenant {
		transport := &http.Transport{MaxIdleConnsPerHost: 16}
		t.Cleanup(transport.CloseIdleConnections)
		return tenant{strings.TrimPrefix(s.URL, "http://"), e2etest.NewToken(t, s.Home, name, "--tenant", name), &http.Client{Transport: transport}}
	}
	return as("hostile"), as("good")
}

// ask makes a request whose answer is left to be read.
func (c tenant) ask(ctx context.Context, method, path, body string, header ...string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+c.address+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return c.client.Do(r)
}

// call makes a request that must succeed, and returns the answer.
func (c tenant) call(t *testing.T, method, path, body string) []byte {
	t.Helper()
	response, err := c.ask(t.Context(), method, path, body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err != nil || response.StatusCode/100 != 2 {
		t.Errorf("%s %s: status %d, %v, %.300s", method, path, response.StatusCode, err, text)
	}
	return text
}

// interview begins one that does not go on, and returns the path of its events.
func (c tenant) interview(t *testing.T) string {
	t.Helper()
	c.call(t, http.MethodPost, "/api/v1/vacancies", `{"title":"Go developer","requirements":"Go, PostgreSQL"}`)
	var made struct {
		ID string `json:"session_id"`
	}
	text := c.call(t, http.MethodPost, "/api/v1/mcp/start_interview", `{"resume_text":"Nina Example, Go developer. Skills: Go, PostgreSQL.","webhook_url":"https://ats.example.org/hook"}`)
	if err := json.Unmarshal(text, &made); err != nil || made.ID == "" {
		t.Fatalf("%v: %s", err, text)
	}
	return "/api/v1/interviews/" + made.ID + "/events"
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// session opens a session of MCP and its standing stream; what is refused of the two comes back.
func (c tenant) session(t *testing.T) *http.Response {
	t.Helper()
	opened, err := c.ask(t.Context(), http.MethodPost, "/mcp", initialize, "Accept", "application/json, text/event-stream")
	if err != nil {
		t.Fatal(err)
	}
	if opened.StatusCode != http.StatusOK {
		return opened
	}
	if _, err := io.Copy(io.Discard, opened.Body); err != nil {
		t.Error(err)
	}
	if err := opened.Body.Close(); err != nil {
		t.Error(err)
	}
	stream, err := c.ask(t.Context(), http.MethodGet, "/mcp", "", "Accept", "text/event-stream", "Mcp-Session-Id", opened.Header.Get("Mcp-Session-Id"))
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// end closes sessions, as soon as the server has seen that their streams were left.
func (c tenant) end(t *testing.T, sessions []string) {
	t.Helper()
	for _, id := range sessions {
		e2etest.Await(t, func(ctx context.Context) bool {
			answer, err := c.ask(ctx, http.MethodDelete, "/mcp", "", "Mcp-Session-Id", id)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			return answer.StatusCode != http.StatusTooManyRequests
		})
	}
}

// stall begins an upload that does not go on, and sends as much as counts as large.
func (c tenant) stall(t *testing.T) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", c.address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST /api/v1/tools/ingest_cv HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		c.address, c.token, 8<<20, strings.Repeat(" ", 2<<20))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// Of each kind so many are held, more than a tenant gets of uploads, and then sessions until one
// is refused.
const (
	stalledUploads = 12
	heldPolls      = 64
)

// holdAll takes every seat that a tenant can get, until release: uploads that stall, long polls
// that begin again whenever they end, and streams of sessions until one is refused.
func (c tenant) holdAll(t *testing.T) (release func()) {
	t.Helper()
	var held []io.Closer
	// They receive at once as many as the tenant has seats for; the others wait.
	for range stalledUploads {
		held = append(held, c.stall(t))
	}
	events := c.interview(t)
	ctx, leave := context.WithCancel(t.Context())
	var polls sync.WaitGroup
	for range heldPolls {
		polls.Go(func() {
			for {
				answer, err := c.ask(ctx, http.MethodGet, events+"?wait_s=25", "")
				if err != nil {
					return // it is over
				}
				_ = answer.Body.Close()
			}
		})
	}
	var sessions []string
	refused := c.session(t)
	for ; refused.StatusCode == http.StatusOK; refused = c.session(t) {
		held = append(held, refused.Body)
		sessions = append(sessions, refused.Request.Header.Get("Mcp-Session-Id"))
		if len(sessions) > 1000 {
			t.Fatal("a tenant may hold any number of requests")
		}
	}
	text, err := io.ReadAll(refused.Body)
	if err = errors.Join(err, refused.Body.Close()); err != nil || refused.StatusCode != http.StatusTooManyRequests ||
		refused.Header.Get("Retry-After") == "" || !strings.Contains(string(text), "Too many requests") {
		t.Fatalf("refused with status %d, %v, %s", refused.StatusCode, refused.Header, text)
	}
	return func() {
		leave()
		polls.Wait()
		for _, each := range held {
			_ = each.Close() // neither a stream nor an upload of these has an end of its own
		}
		c.end(t, sessions)
	}
}

// largeCall is a call of several megabytes.
func largeCall() string {
	text := shortCV(1) + strings.Repeat("\nWrote services in Go at Example Ltd.", 60_000)
	return fmt.Sprintf(`{"files":[{"name":"nina.txt","content":%q}]}`, base64.StdEncoding.EncodeToString([]byte(text)))
}

const smallCall = `{"required_skills":["Go"]}`

// A tenant that holds whatever it can get takes nothing from another: neither its calls, nor
// its uploads, long polls, streams and sessions.
func TestFair_hostileTenantTakesNothing(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, takesNothing)
}

func takesNothing(t *testing.T, env []string) {
	hostile, good := twoTenants(t, env, "--no-work") // so that an interview stays one to wait for
	defer hostile.holdAll(t)()
	for range 5 {
		good.call(t, http.MethodPost, "/api/v1/tools/ingest_cv", largeCall())
	}
	for range 50 {
		good.call(t, http.MethodPost, "/api/v1/tools/search_by_skills", smallCall)
	}
	good.call(t, http.MethodGet, good.interview(t)+"?wait_s=1", "")
	stream := good.session(t)
	if stream.StatusCode != http.StatusOK {
		t.Errorf("a session: status %d", stream.StatusCode)
	}
	_ = stream.Body.Close() // a stream has no end of its own
	for path, words := range map[string]string{"/mcp": "Слишком много", "/api/v1/vacancies": "Слишком много", "/settings": "Слишком много"} {
		got, err := hostile.ask(t.Context(), http.MethodGet, path, "", "Accept-Language", "ru")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(bufio.NewReader(got.Body))
		if err = errors.Join(err, got.Body.Close()); err != nil || got.StatusCode != http.StatusTooManyRequests || !strings.Contains(string(text), words) {
			t.Errorf("the hostile tenant on %s: status %d, %v, %.300s", path, got.StatusCode, err, text)
		}
	}
}

// The calls of a tenant take hardly longer beside a hostile one than alone: at most half as
// long again at the 99th percentile. It measures, so it runs with more effort alone.
func TestFair_costOfAHostileTenant(t *testing.T) {
	if effort.Times(1) == 1 {
		t.Skip("measures; `make soak` runs it")
	}
	for name, env := range map[string][]string{"sqlite": nil, "postgres": {"KADRY_DATABASE_URL=" + pgtest.URL(t)}} {
		t.Run(name, func(t *testing.T) { costsLittle(t, env) }) // one after the other: they measure
	}
}

func costsLittle(t *testing.T, env []string) {
	const rounds, calls, most = 7, 1000, 1.5
	hostile, good := twoTenants(t, env, "--no-work") // so that an interview stays one to wait for
	hostile.holdAll(t)()                             // warms up both
	good.call(t, http.MethodPost, "/api/v1/tools/ingest_cv", largeCall())
	p99 := func() time.Duration { return good.took(t, calls)[calls*99/100] }
	// The rounds of both take turns, and the median counts: what else the machine does falls on
	// both alike.
	var alone, beside []time.Duration
	p99()
	for range rounds {
		alone = append(alone, p99())
		release := hostile.holdAll(t)
		beside = append(beside, p99())
		release()
	}
	slices.Sort(alone)
	slices.Sort(beside)
	a, b := alone[rounds/2], beside[rounds/2]
	t.Logf("p99 alone %v, beside a hostile tenant %v", a, b)
	if float64(b) > most*float64(a) {
		t.Errorf("p99 is %v beside a hostile tenant and %v alone: more than %.1f times", b, a, most)
	}
}

// Beside a tenant whose eight clients call without a pause, whatever their calls cost, the calls of
// another take at most half as long again: as alone, or, since the machine itself shares its processors
// in slices, as beside strange programs that keep all processors but one busy, as the tenant may. It
// measures, so it runs with more effort alone.
func TestFair_costOfWork(t *testing.T) {
	if effort.Times(1) == 1 {
		t.Skip("measures; `make soak` runs it")
	}
	const rounds, calls, most = 7, 500, 1.5
	hostile, good := twoTenants(t, nil)
	good.keep(t, 10_000)
	hostile.keep(t, 1_000)
	hostile.call(t, http.MethodPost, "/api/v1/vacancies", `{"title":"Go developer","requirements":"Go, PostgreSQL"}`)
	good.took(t, calls) // warms up
	long := shortCV(1) + strings.Repeat("\nWrote services in Go at Example Ltd.", 20_000)
	for _, c := range []struct {
		name  string
		flood flooding
	}{
		{"small calls", flooding{Path: "search_by_skills", Input: smallCall}},
		{"questions", flooding{Path: "search_candidates", Input: `{"query":"senior Go developer with PostgreSQL"}`}},
		{"CVs of 740 kB", flooding{Path: "parse_resume_advanced", Input: fmt.Sprintf(`{"resume_text":%s}`, e2etest.Quoted(t, long))}},
		{"tasks", flooding{Path: "reextract_candidates", Input: `{"include_current":true}`, Prefer: "respond-async"}},
		// The last, because the queue has more of it than it can do.
		{"interviews", flooding{Path: "start_interview", Input: `{"resume_text":"Nina Example, Go developer. Skills: Go, PostgreSQL.","webhook_url":"https://ats.example.org/hook"}`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var alone, loops, beside [2][]time.Duration
			for range rounds {
				good.measure(t, calls, &alone)
				stop := busyLoops(t)
				good.measure(t, calls, &loops)
				stop()
				stop = hostile.flood(t, c.flood)
				good.measure(t, calls, &beside)
				stop()
			}
			a, l, b := middles(alone), middles(loops), middles(beside)
			t.Logf("median alone %v, beside busy loops %v, beside a hostile tenant %v; p99 %v, %v, %v", a[0], l[0], b[0], a[1], l[1], b[1])
			for i, what := range []string{"median", "p99"} {
				if float64(b[i]) > most*float64(max(a[i], l[i])) {
					t.Errorf("the %s is %v beside a hostile tenant, %v beside busy loops and %v alone: more than %.1f times", what, b[i], l[i], a[i], most)
				}
			}
		})
	}
}

// measure adds the median and the 99th percentile of a round.
func (c tenant) measure(t *testing.T, calls int, into *[2][]time.Duration) {
	t.Helper()
	took := c.took(t, calls)
	into[0], into[1] = append(into[0], took[calls/2]), append(into[1], took[calls*99/100])
}

// middles are the medians of the rounds.
func middles(of [2][]time.Duration) (m [2]time.Duration) {
	for i, list := range of {
		m[i] = slices.Sorted(slices.Values(list))[len(list)/2]
	}
	return m
}

// busyLoops keeps all processors but one busy.
func busyLoops(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var loops sync.WaitGroup
	for range runtime.NumCPU() - 1 {
		loop := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		loops.Go(func() { _ = loop.Wait() }) // killed
	}
	return func() { cancel(); loops.Wait() }
}

// keep takes in so many CVs.
func (c tenant) keep(t *testing.T, n int) {
	t.Helper()
	const atOnce = 20
	for from := 0; from < n; from += atOnce {
		var files []string
		for i := from; i < from+atOnce; i++ {
			files = append(files, fmt.Sprintf(`{"name":"%d.txt","content":%q}`, i, base64.StdEncoding.EncodeToString([]byte(shortCV(i)))))
		}
		c.call(t, http.MethodPost, "/api/v1/tools/ingest_cv", fmt.Sprintf(`{"files":[%s]}`, strings.Join(files, ",")))
	}
}

// took is how long each of so many small calls takes, the shortest first.
func (c tenant) took(t *testing.T, calls int) []time.Duration {
	t.Helper()
	took := make([]time.Duration, calls)
	for i := range took {
		begun := time.Now()
		c.call(t, http.MethodPost, "/api/v1/tools/search_by_skills", smallCall)
		took[i] = time.Since(begun)
	}
	slices.Sort(took)
	return took
}

// floodCall makes the test binary a client that floods a server with the call it is told.
const floodCall = "KADRY_TEST_FLOOD"

// flooding is what such a client is told.
type flooding struct {
	Address, Token, Path, Input, Prefer string // Path is the name of an operation
}

// flood calls from eight clients without a pause, until stop, and returns when the first call was
// answered. The clients have a process of their own, which leaves the processors to whoever wants them:
// in life they are on another machine.
func (c tenant) flood(t *testing.T, what flooding) (stop func()) {
	t.Helper()
	what.Address, what.Token, what.Path = c.address, c.token, "/api/v1/tools/"+what.Path
	told, err := json.Marshal(what)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command("nice", "-n", "19", os.Args[0]) // the end of its input ends it
	child.Env, child.Stderr = append(os.Environ(), floodCall+"=yes"), os.Stderr
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(in, "%s\n", told); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("nothing was answered: %v", err)
	}
	return func() {
		if err := errors.Join(in.Close(), child.Wait()); err != nil {
			t.Fatal(err)
		}
	}
}

// floodChild is the client of flood. It reads what to do and goes on until its input ends.
func floodChild() int {
	told := bufio.NewReader(os.Stdin)
	var what flooding
	line, err := told.ReadBytes('\n')
	if err = errors.Join(err, json.Unmarshal(line, &what)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx, cancel := context.WithCancel(context.Background())
	c := tenant{what.Address, what.Token, &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}}
	var clients sync.WaitGroup
	var first sync.Once
	for range 8 {
		clients.Go(func() {
			for ctx.Err() == nil {
				answer, err := c.ask(ctx, http.MethodPost, what.Path, what.Input, "Prefer", what.Prefer)
				if err != nil {
					continue
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode/100 == 2 {
					first.Do(func() { fmt.Println() })
				}
			}
		})
	}
	_, _ = told.ReadByte()
	cancel()
	clients.Wait()
	return 0
}
