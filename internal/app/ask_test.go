package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/room"
)

type echoInput struct {
	Text string `json:"text" min:"1"`
}

type echoOutput struct {
	Text     string   `json:"text"`
	Toolsets []string `json:"toolsets"`
	Tenant   string   `json:"tenant"`
	Task     bool     `json:"task"`
}

// echo is an operation that answers what it was called with and by whom.
func echo(name, toolset string, effect op.Effect) *op.Op {
	return op.New(op.Spec{Name: name, Toolset: toolset, Title: "Echo", Doc: "Says it again.", Effect: effect}, func(ctx context.Context, in echoInput) (echoOutput, error) {
		c := op.CallerFrom(ctx)
		if in.Text == "fail" {
			return echoOutput{}, fault.E(fault.Limited, fault.Say("Later.", "Позже."), nil)
		}
		return echoOutput{Text: in.Text, Toolsets: c.Toolsets, Tenant: c.Tenant, Task: op.Checkpoint(ctx) != nil}, nil
	})
}

func askHouse(t *testing.T) (ask func(ctx context.Context, operation string, in, out any) error) {
	t.Helper()
	registry, err := op.NewRegistry(echo("read_there", "there", op.Reads), echo("write_there", "there", op.Creates), echo("undeclared", "there", op.Reads))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{inner: registry, pipeline: &op.Pipeline{}}
	return h.asker(room.Room{Name: "here", Asks: []string{"read_there", "write_there", "nowhere"}})
}

// A room asks what it declares, as the caller it answers and with the right to the toolset that it
// asks of; the caller's rights do not grow by it.
func TestAsk_asTheCaller(t *testing.T) {
	t.Parallel()
	ask := askHouse(t)
	mine := []string{"here"}
	ctx := op.WithCaller(t.Context(), op.Caller{Name: "ada", Tenant: "acme", Toolsets: mine, Budget: 10})
	ctx = op.WithCheckpoint(ctx, nil, func(context.Context, []byte, []byte) error { return nil })
	var out echoOutput
	if err := ask(ctx, "read_there", echoInput{"hello"}, &out); err != nil {
		t.Fatal(err)
	}
	if out.Text != "hello" || out.Tenant != "acme" || !slices.Equal(out.Toolsets, []string{"here", "there"}) {
		t.Errorf("%+v", out)
	}
	if out.Task {
		t.Error("the operation asked for keeps its own points in the task of the caller")
	}
	if !slices.Equal(mine, []string{"here"}) || !slices.Equal(op.CallerFrom(ctx).Toolsets, []string{"here"}) {
		t.Errorf("the caller may use %v now", op.CallerFrom(ctx).Toolsets)
	}
	var raw json.RawMessage
	if err := ask(op.WithCaller(t.Context(), op.Caller{}), "read_there", echoInput{"hello"}, &raw); err != nil || len(raw) == 0 {
		t.Errorf("%v %s", err, raw)
	}
}

func TestAsk_refuses(t *testing.T) {
	t.Parallel()
	ask := askHouse(t)
	ctx := op.WithCaller(t.Context(), op.Caller{Tenant: "acme"})
	var out echoOutput
	if err := ask(ctx, "undeclared", echoInput{"x"}, &out); err == nil || errors.Is(err, room.ErrAbsent) {
		t.Errorf("what the room does not declare: %v", err)
	}
	if err := ask(ctx, "nowhere", echoInput{"x"}, &out); !errors.Is(err, room.ErrAbsent) {
		t.Errorf("what no room brings: %v", err)
	}
	if err := ask(ctx, "read_there", echoInput{}, &out); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a wrong input: %v", err)
	}
	if err := ask(ctx, "read_there", echoInput{"fail"}, &out); fault.KindOf(err) != fault.Limited || fault.From(err).Text.RU != "Позже." {
		t.Errorf("its failure: %v", err)
	}
	if err := ask(ctx, "read_there", func() {}, &out); err == nil {
		t.Error("what is no JSON was sent")
	}
	if err := ask(ctx, "read_there", echoInput{"x"}, &struct{ Text int }{}); err == nil {
		t.Error("an answer of another shape was taken")
	}
	reader := op.WithCaller(t.Context(), op.Caller{Tenant: "acme", ReadOnly: true})
	if err := ask(reader, "write_there", echoInput{"x"}, &out); fault.KindOf(err) != fault.Denied {
		t.Errorf("who may only read writes through another room: %v", err)
	}
}
