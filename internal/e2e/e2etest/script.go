package e2etest

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/text/encoding/charmap"
)

// Scripts runs the scripts of a folder. They show the product from the command line, one file for every operation and
// command; they read as a manual. Beside the commands of testscript they know:
//
//	sample                    put the bundled CVs into $KADRY_DATA
//	serve [FLAG...]           start `kadry serve` on a free port; its address is $URL
//	curl [-H HEADER] [-d BODY] ADDRESS
//	                          call it; fails on a status of 400 or more, the status and the
//	                          headers stand in the error stream
//	exits CODE COMMAND...     run a command that must end with that exit code
//	take NAME PATTERN         keep what the first group matched in the last output as $NAME
//	in CHARSET FILE...        rewrite UTF-8 text in windows-1251
//	make KIND FILE            write a file that is no text: docx, pdf, scan
//
// A package may bring commands of its own; start is called before each script.
func Scripts(t *testing.T, folder string, start func(*testscript.Env), own map[string]func(*testscript.TestScript, bool, []string)) {
	t.Helper()
	commands := map[string]func(*testscript.TestScript, bool, []string){
		"sample": scriptSample, "serve": scriptServe, "curl": scriptCurl, "exits": scriptExits,
		"take": scriptTake, "in": scriptIn, "make": scriptMake,
	}
	maps.Copy(commands, own)
	testscript.Run(t, testscript.Params{
		Dir:                 folder,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Vars = append(env.Vars, "LANG=C", "HOME="+home, "KADRY_DATA="+home, "KADRY_OFFLINE=true",
				"PATH="+filepath.Dir(Kadry)+string(os.PathListSeparator)+os.Getenv("PATH"))
			if start != nil {
				start(env)
			}
			return nil
		},
		Cmds: commands,
	})
}

// Expect ends a script whose command has another number of arguments or a "!" before it.
func Expect(ts *testscript.TestScript, neg, ok bool, use string) {
	if neg || !ok {
		ts.Fatalf("usage: %s", use)
	}
}

func scriptSample(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, len(args) == 0, "sample")
	from, err := sampled()
	ts.Check(err)
	ts.Check(os.CopyFS(ts.Getenv("KADRY_DATA"), os.DirFS(from)))
}

func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, true, "serve [FLAG...]")
	s, err := Launch(append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), scriptEnvironment(ts), ts.Getenv("WORK"))
	ts.Check(err)
	ts.Defer(func() {
		if err := s.end(); err != nil {
			ts.Logf("kadry serve: %v\n%s", err, s.Log)
		}
	})
	ts.Setenv("URL", s.URL)
	ts.Setenv("ADDR", strings.TrimPrefix(s.URL, "http://"))
}

// scriptEnvironment is what the script has set so far that the product reads.
func scriptEnvironment(ts *testscript.TestScript) []string {
	env := Environment(ts.Getenv("HOME"))
	ts.Check(ts.Exec("env"))
	for variable := range strings.Lines(ts.ReadFile("stdout")) {
		if strings.HasPrefix(variable, "KADRY_") || strings.HasPrefix(variable, "HH_") || strings.HasPrefix(variable, "GITHUB_") {
			env = append(env, strings.TrimSpace(variable))
		}
	}
	return env
}

func scriptCurl(ts *testscript.TestScript, neg bool, args []string) {
	const use = "curl [-H HEADER] [-d BODY] ADDRESS"
	method, header, body := http.MethodGet, http.Header{}, io.Reader(nil)
	for len(args) > 1 {
		switch args[0] {
		case "-H":
			name, value, _ := strings.Cut(args[1], ": ")
			header.Set(name, value)
		case "-d":
			method, body = http.MethodPost, strings.NewReader(args[1])
			header.Set("Content-Type", "application/json")
		default:
			ts.Fatalf("usage: %s", use)
		}
		args = args[2:]
	}
	Expect(ts, false, len(args) == 1, use)
	request, err := http.NewRequest(method, args[0], body)
	ts.Check(err)
	request.Header = header
	response, err := Web.Do(request)
	ts.Check(err)
	defer response.Body.Close()
	_, err = io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
	var head bytes.Buffer
	head.WriteString("HTTP " + response.Status + "\n")
	ts.Check(response.Header.Write(&head))
	_, err = head.WriteTo(ts.Stderr())
	ts.Check(err)
	if refused := response.StatusCode >= http.StatusBadRequest; refused != neg {
		ts.Fatalf("%s answered %s", args[0], response.Status)
	}
}

func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, len(args) > 1, "exits CODE COMMAND...")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		ended := (*exec.ExitError)(nil)
		if !errors.As(err, &ended) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = ended.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

func scriptTake(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, len(args) == 2, "take NAME PATTERN")
	pattern, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	found := pattern.FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no match for %s", args[1])
	}
	ts.Setenv(args[0], found[1])
}

func scriptIn(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, len(args) > 1 && args[0] == "windows-1251", "in windows-1251 FILE...")
	for _, name := range args[1:] {
		text, err := charmap.Windows1251.NewEncoder().String(ts.ReadFile(name))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o600))
	}
}

func scriptMake(ts *testscript.TestScript, neg bool, args []string) {
	Expect(ts, neg, len(args) == 2, "make KIND FILE")
	var content []byte
	switch args[0] {
	case "docx":
		made, err := docx("Clara Cotterill", "Data engineer", "clara@example.org", "Skills", "Python, Apache Spark, Airflow, PostgreSQL")
		ts.Check(err)
		content = made
	case "pdf":
		content = TextPDF(1)
	case "scan":
		content = scannedPDF()
	default:
		ts.Fatalf("no such kind: %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), content, 0o600))
}
