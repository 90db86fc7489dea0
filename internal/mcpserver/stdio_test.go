package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kadry/internal/op"
)

// pipes starts a server on stdio and returns how to talk to it. Every line that comes out
// must be JSON-RPC.
func pipes(t *testing.T, s *Server) (say func(string), hear func() message) {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- errors.Join(s.ServeStdio(ctx, in, out), out.Close())
	}()
	t.Cleanup(func() {
		if err := errors.Join(toServer.Close(), <-served); err != nil {
			t.Error(err)
		}
		cancel()
	})
	lines := bufio.NewReader(fromServer)
	hear = func() message {
		t.Helper()
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%v after %q", err, line)
		}
		var version struct {
			JSONRPC string `json:"jsonrpc"`
		}
		if err := json.Unmarshal(line, &version); err != nil || version.JSONRPC != "2.0" {
			t.Fatalf("stdout carries %q, which is not JSON-RPC", line)
		}
		return decode(t, line)
	}
	say = func(words string) {
		t.Helper()
		if _, err := io.WriteString(toServer, words+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	return say, hear
}

func TestStdio_panicEndsOnlyItsCall(t *testing.T) {
	t.Parallel()
	say, hear := pipes(t, newSample(t))
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	if answer := hear(); answer.Error != nil || !strings.Contains(string(answer.Result), `"protocolVersion":"2025-11-25"`) {
		t.Fatalf("initialize: %+v", answer)
	}
	say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for id, c := range map[string]struct {
		call, want string
		code       int
	}{
		"panic":    {`"tools/call","params":{"name":"explode_now","arguments":{}}`, "", -32603},
		"prompt":   {`"prompts/get","params":{"name":"screen_candidate","arguments":{"skill":"panic"}}`, "", -32603},
		"resource": {`"resources/read","params":{"uri":"kadry://candidate/panic"}`, "", -32603},
		"alive":    {`"tools/call","params":{"name":"find_people","arguments":{"skills":["go"]}}`, `"structuredContent"`, 0},
	} {
		say(`{"jsonrpc":"2.0","id":"` + id + `","method":` + c.call + `}`)
		answer := hear()
		if c.code != 0 && (answer.Error == nil || answer.Error.Code != c.code) || !strings.Contains(string(answer.Result), c.want) {
			t.Errorf("%s: got %+v", id, answer)
		}
	}
}

func TestStdio_newestRevisionAndLocalScope(t *testing.T) {
	t.Parallel()
	config := sampleConfig(t, newSlow())
	config.Local = op.Caller{Name: "local", Lang: "ru", Toolsets: []string{"talent"}, ReadOnly: true, Local: true}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	say, hear := pipes(t, s)
	w := modern("")
	say(w.body("tools/list", "{}"))
	if answer := hear(); !strings.Contains(string(answer.Result), "find_people") || strings.Contains(string(answer.Result), "delete_candidate") {
		t.Errorf("listed %s", answer.Result)
	}
	say(w.body("tools/call", `{"name":"find_people","arguments":{}}`))
	if answer := hear(); !strings.Contains(string(answer.Result), "обязательное поле") {
		t.Errorf("got %s, want a refusal in Russian", answer.Result)
	}
}

func TestStdio_endsWithItsContext(t *testing.T) {
	t.Parallel()
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newSample(t).ServeStdio(ctx, in, io.Discard); err != nil {
		t.Errorf("got %v, want a quiet end", err)
	}
}

func TestStdio_survivesWhatIsNotAMessage(t *testing.T) {
	t.Parallel()
	config := sampleConfig(t, newSlow())
	config.BodyLimit = 1000
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	say, hear := pipes(t, s)
	for name, c := range map[string]struct {
		line string
		code int
	}{
		"not JSON":        {`{"jsonrpc":`, -32700},
		"not JSON-RPC":    {`{"hello":"world"}`, -32600},
		"words":           {`hello`, -32700},
		"batch":           {`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, -32600},
		"too large":       {strings.Repeat("x", 5000), -32600},
		"no session yet":  {`{"jsonrpc":"2.0","id":9,"method":"tools/list"}`, -32600},
		"params missing":  {`{"jsonrpc":"2.0","id":9,"method":"tools/call"}`, -32600},
		"no such method":  {`{"jsonrpc":"2.0","id":9,"method":"no/such"}`, -32600},
		"empty, then bad": {"\n\n{", -32700},
	} {
		say(c.line)
		if answer := hear(); answer.Error == nil || answer.Error.Code != c.code {
			t.Errorf("%s: got %+v, want code %d", name, answer.Error, c.code)
		}
	}
	say(modern("").body("tools/list", "{}"))
	if answer := hear(); answer.Error != nil {
		t.Errorf("afterwards: %+v", answer.Error)
	}
}

func TestStdio_cancelledCallIsNotAnswered(t *testing.T) {
	t.Parallel()
	hold := newSlow()
	s, err := New(sampleConfig(t, hold))
	if err != nil {
		t.Fatal(err)
	}
	say, hear := pipes(t, s)
	say(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	hear()
	say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait_long","arguments":{}}}`)
	<-hold.entered
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
	<-hold.left
	say(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if answer := hear(); string(answer.ID) != "3" {
		t.Errorf("got %+v, want the answer to the ping alone", answer)
	}
}

func TestStdio_answersWhatIsDueWhenTheClientCloses(t *testing.T) {
	t.Parallel()
	var requests strings.Builder
	for id := range 20 {
		call := modern("").body("tools/call", `{"name":"find_people","arguments":{"skills":["go"]}}`)
		requests.WriteString(strings.Replace(call, `"id":7`, fmt.Sprintf(`"id":%d`, id+1), 1) + "\n")
	}
	var out strings.Builder
	if err := newSample(t).ServeStdio(t.Context(), io.NopCloser(strings.NewReader(requests.String())), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), `"result"`); got != 20 {
		t.Errorf("got %d answers, want 20:\n%s", got, out.String())
	}
}

func FuzzReadLine(f *testing.F) {
	f.Add([]byte("one\ntwo\r\n\nthree"), 4)
	f.Add([]byte(strings.Repeat("x", 9000)+"\nshort"), 100)
	f.Fuzz(func(t *testing.T, input []byte, limit int) {
		if limit < 1 || limit > 10_000 {
			return
		}
		reader := bufio.NewReader(strings.NewReader(string(input)))
		for i := 0; ; i++ {
			text, err := readLine(reader, limit)
			if errors.Is(err, io.EOF) {
				return
			}
			if len(text) > limit || err != nil && !errors.Is(err, errLineTooLong) || i > len(input)+1 {
				t.Fatalf("line %d: %d bytes under a limit of %d, %v", i, len(text), limit, err)
			}
		}
	})
}
