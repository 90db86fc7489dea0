package contract_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kadry/internal/interview/session"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "interviews.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// commands runs a script command by command, each as its words, as a POSIX shell does, for
// as much of its language as the page uses.
func commands(t *testing.T, script string, vars map[string]string, run func(words []string)) {
	t.Helper()
	expand := func(text string) string {
		return os.Expand(text, func(name string) string {
			value, ok := vars[name]
			if !ok {
				t.Fatalf("the page uses $%s, which nothing has set", name)
			}
			return value
		})
	}
	var words []string
	var word strings.Builder
	inside := false
	end := func() {
		if inside {
			words = append(words, word.String())
		}
		word.Reset()
		inside = false
	}
	for i := 0; i < len(script); i++ {
		switch c := script[i]; {
		case c == '\'' || c == '"':
			n := strings.IndexByte(script[i+1:], c)
			if n < 0 {
				t.Fatalf("an open quotation mark: %s", script[i:])
			}
			text := script[i+1 : i+1+n]
			if c == '"' {
				text = expand(text)
			}
			word.WriteString(text)
			inside = true
			i += n + 1
		case c == '\\' && strings.HasPrefix(script[i:], "\\\n"):
			i++
		case c == '\n':
			end()
			if len(words) > 0 {
				run(words)
			}
			words = nil
		case c == ' ':
			end()
		case c == '$':
			name := regexp.MustCompile(`^\$[A-Z]+`).FindString(script[i:])
			word.WriteString(expand(name))
			inside = true
			i += len(name) - 1
		default:
			word.WriteByte(c)
			inside = true
		}
	}
}

// curl makes the request that a command line of curl makes.
func (h *house) curl(t *testing.T, words []string) reply {
	t.Helper()
	method, target, body := "GET", "", ""
	headers := []string{"Content-Type", "application/x-www-form-urlencoded"}
	posted := false
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-s":
		case "-X":
			i++
			method, posted = words[i], true
		case "-d", "--data-binary":
			i++
			body = words[i]
			if !posted {
				method = "POST"
			}
		case "-H":
			i++
			name, value, _ := strings.Cut(words[i], ": ")
			headers = append(headers, name, value)
		default:
			if strings.HasPrefix(words[i], "-") || target != "" {
				t.Fatalf("curl: %q", words)
			}
			target = words[i]
		}
	}
	if !slices.Contains(headers, "the-token-that-your-operator-gave-you") {
		t.Errorf("no token: %q", words)
	}
	return h.ask(t, method, strings.TrimPrefix(target, "http://127.0.0.1:8080"), body, headers...)
}

// note remembers what later commands of the page name.
func note(vars map[string]string, words []string, r reply) {
	var got struct {
		ID         string
		SessionID  string `json:"session_id"`
		QuestionID string `json:"question_id"`
		SurveyKey  string `json:"survey_key"`
		Items      []struct {
			EventID string `json:"event_id"`
		}
	}
	if strings.Contains(strings.Join(words, " "), "/invitations") || json.Unmarshal([]byte(r.text), &got) != nil {
		return
	}
	for name, value := range map[string]string{"VACANCY": got.ID, "SESSION": got.SessionID, "QUESTION": got.QuestionID, "SURVEY": got.SurveyKey} {
		if value != "" {
			vars[name] = value
		}
	}
	if strings.Contains(strings.Join(words, " "), "/deliveries") && len(got.Items) > 0 {
		vars["EVENT"] = got.Items[0].EventID
	}
}

// shows tells where an answer lacks what the page shows of it. Members may be left out on the
// page, a text may end in an ellipsis, and lists may go on.
func shows(path string, shown, got any) []string {
	switch want := shown.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		var lacks []string
		for name, value := range want {
			if _, there := object[name]; !there {
				lacks = append(lacks, path+"."+name+" is not there")
				continue
			}
			lacks = append(lacks, shows(path+"."+name, value, object[name])...)
		}
		return lacks
	case []any:
		list, _ := got.([]any)
		var lacks []string
		for i, value := range want {
			if i >= len(list) {
				return append(lacks, fmt.Sprintf("%s has no item %d", path, i))
			}
			lacks = append(lacks, shows(fmt.Sprintf("%s[%d]", path, i), value, list[i])...)
		}
		return lacks
	case string:
		if begins, cut := strings.CutSuffix(want, "…"); cut && strings.HasPrefix(fmt.Sprint(got), begins) {
			return nil
		}
	}
	if moving[path] {
		shown, got = fmt.Sprintf("%T", shown), fmt.Sprintf("%T", got)
	}
	if shown != got {
		return []string{fmt.Sprintf("%s: the page shows %v, the answer is %v", path, shown, got)}
	}
	return nil
}

// moving are the members that the grader decides: their values on the page are examples.
var moving = map[string]bool{".analysis_result.overall_score": true, ".analysis_result.coverage": true, ".analysis_result.human_review_required": true}

var fences = regexp.MustCompile("(?s)```(sh|json)\n(.*?)```")

// Every request of the page works as it is printed, and answers what is printed below it.
func TestPage_requestsWork(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	vars := map[string]string{"KADRY": "http://127.0.0.1:8080", "TOKEN": "the-token-that-your-operator-gave-you"}
	var last reply
	var expected bool // the last answer was shown
	asked := 0
	for _, fence := range fences.FindAllStringSubmatch(page(t), -1) {
		if fence[1] == "json" {
			var shown, got any
			if err := json.Unmarshal([]byte(fence[2]), &shown); err != nil {
				t.Fatalf("%v: %s", err, fence[2])
			}
			if err := json.Unmarshal([]byte(last.text), &got); err != nil {
				t.Fatalf("%v: %s", err, last.text)
			}
			for _, lack := range shows("", shown, got) {
				t.Errorf("%s\nin %s", lack, last.text)
			}
			expected = true
			continue
		}
		commands(t, fence[2], vars, func(words []string) {
			if words[0] == "export" {
				return
			}
			if asked > 0 && !expected && last.status/100 != 2 {
				t.Errorf("a failure that the page does not show: %d %s", last.status, last.text)
			}
			last, expected = h.curl(t, words), false
			asked++
			note(vars, words, last)
			h.work(t)
			h.store.Deliver(h.clock.Now(), 204)
		})
	}
	if asked < 20 {
		t.Errorf("only %d requests", asked)
	}
}

func TestPage_listsEveryRoute(t *testing.T) {
	t.Parallel()
	var rows []string
	for _, rt := range routes() {
		rows = append(rows, fmt.Sprintf("| `%s %s` | %s. %s |", rt.Method, rt.Path, rt.Title, rt.Doc))
	}
	if table := strings.Join(rows, "\n"); !strings.Contains(page(t), "|---|---|\n"+table+"\n\n") {
		t.Errorf("the table of routes should be\n%s", table)
	}
}

func TestPage_listsEveryCode(t *testing.T) {
	t.Parallel()
	for _, code := range []session.Code{
		session.AlreadyAnswered, session.NotWaiting, session.HasEnded, session.OnPause, session.NotPaused, session.NotFinished,
		session.NoVacancies, session.KeyReused, session.NoSecret, session.OnItsWay, session.VacancyMoved,
	} {
		if !strings.Contains(page(t), "`"+string(code)+"`") {
			t.Errorf("the page lacks the code %s", code)
		}
	}
}
