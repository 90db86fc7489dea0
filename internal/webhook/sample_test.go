package webhook_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/webhook"
)

// sample is one receiver of docs/webhooks: a real program behind a real port.
type sample struct {
	name  string
	needs string // the interpreter
	// command starts it; port is one that was free a moment ago.
	command func(t *testing.T, interpreter, port string) *exec.Cmd
}

func samples(t *testing.T) []sample {
	t.Helper()
	folder, err := filepath.Abs(filepath.Join("..", "..", "docs", "webhooks"))
	if err != nil {
		t.Fatal(err)
	}
	script := func(file string) func(t *testing.T, interpreter, port string) *exec.Cmd {
		return func(t *testing.T, interpreter, port string) *exec.Cmd {
			t.Helper()
			return exec.CommandContext(t.Context(), interpreter, filepath.Join(folder, file))
		}
	}
	return []sample{
		{"Go", "go", func(t *testing.T, interpreter, port string) *exec.Cmd {
			t.Helper()
			binary := filepath.Join(t.TempDir(), "receiver")
			out, err := exec.CommandContext(t.Context(), interpreter, "build", "-o", binary, filepath.Join(folder, "receiver.go")).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			return exec.CommandContext(t.Context(), binary)
		}},
		{"PHP", "php", func(t *testing.T, interpreter, port string) *exec.Cmd {
			t.Helper()
			cmd := exec.CommandContext(t.Context(), interpreter, "-d", "log_errors=1", "-S", "127.0.0.1:"+port, filepath.Join("testdata", "laravel.php"))
			cmd.Env = append(os.Environ(), "CACHE="+t.TempDir(), "SAMPLE="+filepath.Join(folder, "KadryWebhookController.php"))
			return cmd
		}},
		{"Python", "python3", script("receiver.py")},
		{"Node", "node", script("receiver.mjs")},
	}
}

// interpreter finds a program, or skips; where everything is supposed to be installed it fails.
func interpreter(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skipf("SKIP: needs %s, not in -short", name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("SKIP: needs %s (make setup)", name)
		}
		t.Skipf("SKIP: needs %s (make setup)", name)
	}
	return path
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// transcript is what a program prints, line by line.
type transcript struct {
	mu    sync.Mutex
	lines []string
	news  chan struct{} // closed and replaced at each line
	ended bool
}

func (p *transcript) follow(r io.Reader) {
	lines := bufio.NewScanner(r)
	for more := true; more; {
		more = lines.Scan()
		p.mu.Lock()
		if more {
			p.lines = append(p.lines, lines.Text())
		}
		p.ended = !more
		close(p.news)
		p.news = make(chan struct{})
		p.mu.Unlock()
	}
}

// wait returns when a line holds text, and false when there will be none.
func (p *transcript) wait(ctx context.Context, text string) bool {
	for {
		p.mu.Lock()
		said, ended, news := strings.Contains(strings.Join(p.lines, "\n"), text), p.ended, p.news
		p.mu.Unlock()
		if said || ended {
			return said
		}
		select {
		case <-news:
		case <-ctx.Done():
			return false
		}
	}
}

func (p *transcript) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.lines, "\n")
}

// start runs a sample until the test ends and returns its address and what it prints.
func (s sample) start(t *testing.T, secrets ...webhook.Secret) (string, *transcript) {
	t.Helper()
	port := freePort(t)
	cmd := s.command(t, interpreter(t, s.needs), port)
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	revealed := make([]string, len(secrets))
	for i, secret := range secrets {
		revealed[i] = secret.Reveal()
	}
	cmd.Env = append(cmd.Env, "PORT="+port, "WEBHOOK_SECRETS="+strings.Join(revealed, " "))
	read, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	p := &transcript{news: make(chan struct{})}
	var following sync.WaitGroup
	following.Go(func() { p.follow(read) })
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = write.Close()
		following.Wait()
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	ready := "listening on"
	if s.needs == "php" {
		ready = "started"
	}
	if !p.wait(ctx, ready) {
		t.Fatalf("%s did not start:\n%s", s.name, p)
	}
	return "http://127.0.0.1:" + port + "/mcp-webhook-receiver", p
}

// post delivers as kadry does, and returns the status.
func post(t *testing.T, address string, s webhook.Stamp, body []byte) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range s.Header() {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	client := http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func signed(t *testing.T, id string, at time.Time, body []byte, keys ...webhook.Secret) webhook.Stamp {
	t.Helper()
	s, err := webhook.Sign(id, at, body, keys...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func rawSecret(t *testing.T) webhook.Secret {
	t.Helper()
	s, err := webhook.ParseSecret("raw-secret-of-a-receiver-ключ")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The samples take what kadry signs, do it once, and take nothing else.
func TestSamples_verifyOurSignatures(t *testing.T) {
	t.Parallel()
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			key, raw, stranger := secret(t), rawSecret(t), secret(t)
			address, printed := s.start(t, key, raw)
			now := time.Now()
			bodies := payloads(t, webhook.Compat)
			body := bodies["question"]

			for kind, says := range map[string]string{
				"question": "ask the candidate: Здравствуйте, расскажите о вашем опыте: <script> & «Go»?",
				"end":      "finished with 85", "error": "failed: Подходящей вакансии нет.",
			} {
				good := signed(t, "msg_"+kind, now, bodies[kind], key)
				if got := post(t, address, good, bodies[kind]); got != http.StatusNoContent || !printed.wait(t.Context(), says) {
					t.Errorf("%s: %d\n%s", kind, got, printed)
				}
				later := signed(t, "msg_"+kind, now.Add(time.Second), bodies[kind], key)
				if got := post(t, address, later, bodies[kind]); got != http.StatusOK || strings.Count(printed.String(), says) != 1 {
					t.Errorf("%s again: %d\n%s", kind, got, printed)
				}
			}
			for name, good := range map[string]webhook.Stamp{
				"raw key":          signed(t, "msg_raw", now, body, raw),
				"rotated, new key": signed(t, "msg_new", now, body, stranger, key),
				"rotated, old key": signed(t, "msg_old", now, body, raw, stranger),
				"four minutes old": signed(t, "msg_4", now.Add(-4*time.Minute), body, key),
			} {
				if got := post(t, address, good, body); got != http.StatusNoContent {
					t.Errorf("%s: %d\n%s", name, got, printed)
				}
			}

			good := signed(t, "msg_bad", now, body, key)
			for name, change := range map[string]func(s *webhook.Stamp, body *[]byte){
				"altered body":     func(_ *webhook.Stamp, b *[]byte) { *b = bytes.Replace(body, []byte(`"seq":3`), []byte(`"seq":4`), 1) },
				"reformatted body": func(_ *webhook.Stamp, b *[]byte) { *b = bytes.ReplaceAll(body, []byte(`,"`), []byte(`, "`)) },
				"altered id":       func(s *webhook.Stamp, _ *[]byte) { s.ID = "msg_bad2" },
				"id of another":    func(s *webhook.Stamp, _ *[]byte) { s.ID = "msg_question" },
				"altered timestamp": func(s *webhook.Stamp, _ *[]byte) {
					s.Timestamp = signed(t, "x", now.Add(-time.Second), body, key).Timestamp
				},
				"timestamp of words":  func(s *webhook.Stamp, _ *[]byte) { s.Timestamp = "today" },
				"old timestamp":       func(s *webhook.Stamp, _ *[]byte) { *s = signed(t, "msg_bad", now.Add(-6*time.Minute), body, key) },
				"future timestamp":    func(s *webhook.Stamp, _ *[]byte) { *s = signed(t, "msg_bad", now.Add(6*time.Minute), body, key) },
				"another key":         func(s *webhook.Stamp, _ *[]byte) { *s = signed(t, "msg_bad", now, body, stranger) },
				"another scheme":      func(s *webhook.Stamp, _ *[]byte) { s.Signature = strings.Replace(s.Signature, "v1,", "v2,", 1) },
				"the short signature": func(s *webhook.Stamp, _ *[]byte) { s.Signature = s.Signature256 },
				"no signature":        func(s *webhook.Stamp, _ *[]byte) { s.Signature = "" },
				"no id":               func(s *webhook.Stamp, _ *[]byte) { s.ID = "" },
				"no timestamp":        func(s *webhook.Stamp, _ *[]byte) { s.Timestamp = "" },
				"an odd signature":    func(s *webhook.Stamp, _ *[]byte) { s.Signature = "v1,ключ v1, v1,====" },
			} {
				bad, sent := good, body
				change(&bad, &sent)
				if got := post(t, address, bad, sent); got != http.StatusUnauthorized {
					t.Errorf("%s: %d\n%s", name, got, printed)
				}
			}
			if got := post(t, address, good, body); got != http.StatusNoContent {
				t.Errorf("the genuine one after all the forged ones: %d\n%s", got, printed)
			}
		})
	}
}
