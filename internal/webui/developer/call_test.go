package developer

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// inputs have what each language writes in its own way: quotes of every kind, a backslash, a
// dollar, line breaks, letters beyond ASCII and beyond the first plane, the three words of JSON,
// an empty object and list, and objects in lists.
var inputs = map[string]string{
	"plain":   `{"query":"go","limit":5}`,
	"nothing": `{}`,
	"hard": `{"text":"it's \"so\" and ` + "`so`" + ` \\ $HOME ${x} {$y} %s\nдвое 🙂 \u2028<b>","yes":true,"no":false,"nothing":null,` +
		`"empty":{},"none":[],"list":[{"a":[1,2.5,-3e2]},{"b":"c"}]}`,
}

// runners run a program of a language, where its interpreter is.
var runners = map[string]func(file string) []string{
	"curl":       func(file string) []string { return []string{"sh", file} },
	"javascript": func(file string) []string { return []string{"node", file} },
	"python":     func(file string) []string { return []string{"python3", file} },
	"php":        func(file string) []string { return []string{"php", file} },
	"go":         func(file string) []string { return []string{"go", "run", file} },
}

var needs = map[string]string{"curl": "curl", "javascript": "node", "python": "python3", "php": "php", "go": "go"}

var endings = map[string]string{"curl": ".sh", "javascript": ".mjs", "python": ".py", "php": ".php", "go": ".go"}

// received is what a server got of a call.
type received struct {
	method, path, kind, token string
	body                      any
}

// Every example runs as it is shown, and sends what was meant.
func TestCalls_run(t *testing.T) {
	t.Parallel()
	for _, l := range languages {
		t.Run(l.id, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(needs[l.id]); err != nil {
				t.Skipf("SKIP: needs %s", needs[l.id])
			}
			for name, input := range inputs {
				for _, guarded := range []bool{false, true} {
					if l.id == "go" && guarded != (name == "hard") {
						continue // each run is a build
					}
					text, got := runs(t, l.id, l.write, input, guarded)
					token := ""
					if guarded {
						token = "Bearer kadry_SECRET"
					}
					want := received{http.MethodPost, "/api/v1/tools/find", "application/json", token, decoded(t, []byte(input))}
					if !reflect.DeepEqual(got, want) {
						t.Errorf("%s, guarded %t: got %+v, want %+v, by\n%s", name, guarded, got, want, text)
					}
				}
			}
		})
	}
}

// runs writes an example, runs it against a server, and returns what the server got.
func runs(t *testing.T, id string, write func(call) (string, error), input string, guarded bool) (text string, got received) {
	t.Helper()
	calls := make(chan received, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		calls <- received{r.Method, r.URL.Path, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), decoded(t, body)}
		_, _ = io.WriteString(w, `{"answered":true}`)
	}))
	defer server.Close()
	text, err := write(call{Address: server.URL + "/api/v1/tools/find", Token: guarded, Input: []byte(input)})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "example"+endings[id])
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	line := runners[id](file)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Env = append(os.Environ(), "KADRY_TOKEN=kadry_SECRET", "HTTP_PROXY=", "http_proxy=", "NO_PROXY=127.0.0.1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, text)
	}
	if !json.Valid(out) && id != "php" && id != "python" && id != "javascript" {
		t.Errorf("the answer is not shown: %s", out)
	}
	select {
	case got = <-calls:
	default:
		t.Errorf("the server was not asked, by\n%s", text)
	}
	return text, got
}

func decoded(t *testing.T, body []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%v in %s", err, body)
	}
	return value
}

func TestLiteral_refusesWhatIsNoJSON(t *testing.T) {
	t.Parallel()
	for _, input := range []string{"", "{", `{"a"`, `{"a":}`, "[1", "nonsense"} {
		for name, n := range map[string]notation{"Python": pythonNotation, "PHP": phpNotation} {
			if text, err := literal([]byte(input), n); err == nil {
				t.Errorf("%s writes %q for %q", name, text, input)
			}
		}
	}
}
