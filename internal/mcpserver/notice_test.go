package mcpserver

import (
	"bufio"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kadry/internal/op"
)

// A subscriber hears of a change whichever way its call came, here past this front.
func TestNotice_subscribersHearOfChanges(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	w := legacy(t, serveAs(t, s, op.Caller{Tenant: "acme"}), "{}")
	for _, uri := range []string{"kadry://candidate/c_1", "kadry://market/summary"} {
		if answer, _ := w.ask(t, "resources/subscribe", "", `{"uri":"`+uri+`"}`); answer.Error != nil {
			t.Fatalf("subscribe: %+v", answer.Error)
		}
	}
	r := w.request(t, "", "", "")
	r.Method = http.MethodGet
	stream, err := browser.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []struct{ tenant, operation string }{
		{"beta", "save_vacancy"}, {"beta", "delete_candidate"}, {"acme", "delete_candidate"}, {"acme", "save_vacancy"},
	} {
		o, err := s.cfg.Registry.Lookup(call.operation)
		if err != nil {
			t.Fatal(err)
		}
		s.Changed(op.WithCaller(t.Context(), op.Caller{Tenant: call.tenant}), o)
	}
	var told []string
	lines := bufio.NewScanner(stream.Body)
	for len(told) < 2 && lines.Scan() {
		if _, rest, found := strings.Cut(lines.Text(), `"uri":"`); found && strings.Contains(lines.Text(), "notifications/resources/updated") {
			uri, _, _ := strings.Cut(rest, `"`)
			told = append(told, uri)
		}
	}
	if want := []string{"kadry://candidate/c_1", "kadry://market/summary"}; !slices.Equal(told, want) {
		t.Errorf("told of %q, want %q: what another tenant does is not told", told, want)
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
