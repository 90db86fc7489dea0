package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const canAsk = `{"elicitation":{}}`

// question of a call that asks, which must show what it is about.
func (a toolAnswer) question(t *testing.T, about string) string {
	t.Helper()
	if a.RequestState == "" || !strings.Contains(string(a.InputRequests[confirmField]), about) {
		t.Fatalf("not a question about %s: %+v", about, a)
	}
	return a.RequestState
}

// answered is the rest of a call that brings the answer of a person.
func answered(args, action string, agree bool, state string) string {
	content := ""
	if action == "accept" {
		content = fmt.Sprintf(`,"content":{"confirm":%v}`, agree)
	}
	encoded, _ := json.Marshal(state)
	return fmt.Sprintf(`"arguments":%s,"inputResponses":{"confirm":{"action":%q%s}},"requestState":%s`, args, action, content, encoded)
}

func TestConfirm_asksAPersonWhereTheClientCan(t *testing.T) {
	t.Parallel()
	w := modern(serveAs(t, newSample(t), op.Caller{}))
	w.capabilities = canAsk
	args := `{"id":"c_1","confirm":true}`
	state := w.call(t, "delete_candidate", args).question(t, "c_1")

	t.Run("accepted", func(t *testing.T) {
		got := w.callWith(t, "delete_candidate", answered(`{"confirm":true, "id":"c_1"}`, "accept", true, state))
		if got.IsError || string(got.Structured) != `{"done":"c_1"}` {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("accepted without the argument", func(t *testing.T) {
		state := w.call(t, "delete_candidate", `{"id":"c_2"}`).question(t, "c_2")
		got := w.callWith(t, "delete_candidate", answered(`{"id":"c_2"}`, "accept", true, state))
		if got.IsError || string(got.Structured) != `{"done":"c_2"}` {
			t.Errorf("got %+v", got)
		}
	})
	for name, rest := range map[string]string{
		"declined":  answered(args, "decline", false, state),
		"cancelled": answered(args, "cancel", false, state),
		"unticked":  answered(args, "accept", false, state),
		"no answer": fmt.Sprintf(`"arguments":%s,"requestState":%q`, args, state),
	} {
		t.Run(name, func(t *testing.T) {
			w.callWith(t, "delete_candidate", rest).failedAs(t, fault.Canceled)
		})
	}
}

func TestConfirm_consentIsBoundToItsCall(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	config := sampleConfig(t, newSlow())
	config.Now = func() time.Time { return now }
	config.StateKey = []byte(strings.Repeat("k", 32))
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	w := modern(serveAs(t, s, op.Caller{Name: "alice"}))
	w.capabilities = canAsk
	args := `{"id":"c_1"}`
	state := w.call(t, "delete_candidate", args).question(t, "c_1")
	another := subject(op.Caller{Name: "bob"}, s.cfg.Registry.All()[0], json.RawMessage(args))
	stolen, err := s.seal.close(another)
	if err != nil {
		t.Fatal(err)
	}
	refuse := func(name, args, state string) {
		t.Helper()
		answer, _ := w.ask(t, "tools/call", "delete_candidate", `{"name":"delete_candidate",`+answered(args, "accept", true, state)+`}`)
		if answer.Error == nil || answer.Error.Code != -32602 {
			t.Errorf("%s: got %+v, want -32602", name, answer)
		}
	}
	refuse("other arguments", `{"id":"c_2"}`, state)
	refuse("tampered", args, state+"A")
	refuse("not base64", args, "§")
	refuse("empty box", args, "AAAA")
	refuse("another's", args, stolen)
	now = now.Add(confirmTime + time.Second)
	refuse("expired", args, state)
}

func TestConfirm_withoutElicitationNeedsTheArgument(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for _, args := range []string{`{"id":"c_1"}`, `{"id":"c_1","confirm":false}`, `{"id":"c_1","confirm":"yes"}`, `[]`, `{}`} {
				got := w.call(t, "delete_candidate", args).failure(t)
				if got.Code != fault.Invalid || !strings.Contains(got.Hint, "confirm") {
					t.Errorf("%s: got %+v", args, got)
				}
			}
			for _, args := range []string{`{"id":"c_1","confirm":true}`, `{"id":"c_1","confirm":"true"}`} {
				if got := w.call(t, "delete_candidate", args); string(got.Structured) != `{"done":"c_1"}` {
					t.Errorf("%s: got %+v", args, got)
				}
			}
		})
	}
}

func TestConfirm_asksOlderClientsByCallingThem(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for action, want := range map[string]string{"accept": `{"done":"c_1"}`, "decline": ""} {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			asked := 0
			client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
				ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
					asked++
					return &mcp.ElicitResult{Action: action, Content: map[string]any{confirmField: true}}, nil
				},
			})
			session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, &mcp.ClientSessionOptions{ProtocolVersion: legacyRevision})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := session.Close(); err != nil {
					t.Error(err)
				}
			}()
			got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete_candidate", Arguments: map[string]any{"id": "c_1"}})
			if err != nil {
				t.Fatal(err)
			}
			structured, err := json.Marshal(got.StructuredContent)
			if err != nil || got.IsError != (want == "") || want != "" && string(structured) != want {
				t.Errorf("got %+v, %v", got, err)
			}
			if asked != 1 {
				t.Errorf("asked %d times, want once", asked)
			}
		})
	}
}
