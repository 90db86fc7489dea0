package mcpserver

import (
	"bufio"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/op"
)

func TestNotice_subscribersHearOfChanges(t *testing.T) {
	t.Parallel()
	w := legacy(t, serveAs(t, newSample(t), op.Caller{}), "{}")
	if answer, _ := w.ask(t, "resources/subscribe", "", `{"uri":"kadry://candidate/c_1"}`); answer.Error != nil {
		t.Fatalf("subscribe: %+v", answer.Error)
	}
	r := w.request(t, "", "", "")
	r.Method = http.MethodGet
	stream, err := browser.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if answer := w.call(t, "delete_candidate", `{"id":"c_1","confirm":true}`); answer.IsError {
		t.Fatalf("delete: %+v", answer)
	}
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() {
		if text := lines.Text(); strings.Contains(text, "notifications/resources/updated") && strings.Contains(text, "kadry://candidate/c_1") {
			break
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	if err := stream.Body.Close(); err != nil {
		t.Error(err)
	}
	if answer, _ := w.ask(t, "resources/unsubscribe", "", `{"uri":"kadry://candidate/c_1"}`); answer.Error != nil {
		t.Errorf("unsubscribe: %+v", answer.Error)
	}
}

func TestNotice_logGoesToWhoAsksForIt(t *testing.T) {
	t.Parallel()
	w := legacy(t, serveAs(t, newSample(t), op.Caller{}), "{}")
	told := func() int {
		_, before := w.ask(t, "tools/call", "find_people", `{"name":"find_people","arguments":{}}`)
		lines := 0
		for _, m := range before {
			if m.Method == "notifications/message" && strings.Contains(string(m.Params), `"logger":"find_people"`) {
				lines++
			}
		}
		return lines
	}
	if got := told(); got != 0 {
		t.Errorf("%d lines to who did not ask", got)
	}
	if answer, _ := w.ask(t, "logging/setLevel", "", `{"level":"info"}`); answer.Error != nil {
		t.Fatalf("setLevel: %+v", answer.Error)
	}
	if got := told(); got != 1 {
		t.Errorf("%d lines of a failed call, want 1", got)
	}
}
