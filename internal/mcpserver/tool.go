package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// offer is an operation as a tool.
type offer struct {
	tool *mcp.Tool
	call mcp.ToolHandler
}

// newOffer derives the tool of an operation. A tool list stands in front of a model in every
// conversation, so it shows the schemas in brief; the OpenAPI document has them whole. They
// are encoded once: the SDK encodes them anew on every call of the newest revision, and
// encoded bytes cost least.
func (s *Server) newOffer(o *op.Op) (offer, error) {
	input, err := json.Marshal(schema.Brief(o.Input))
	if err != nil {
		return offer{}, fmt.Errorf("mcpserver: input schema of %s: %w", o.Name, err)
	}
	output, err := json.Marshal(schema.Outline(o.Output))
	if err != nil {
		return offer{}, fmt.Errorf("mcpserver: output schema of %s: %w", o.Name, err)
	}
	destroys := o.Effect == op.Destroys
	if destroys && o.Input.Properties[confirmField] == nil {
		return offer{}, fmt.Errorf("mcpserver: %s destroys and has no argument %q", o.Name, confirmField)
	}
	tool := &mcp.Tool{
		Name:         o.Name,
		Title:        o.Title,
		Description:  o.Doc,
		InputSchema:  json.RawMessage(input),
		OutputSchema: json.RawMessage(output),
		Annotations: &mcp.ToolAnnotations{
			Title:           o.Title,
			ReadOnlyHint:    o.Effect == op.Reads,
			DestructiveHint: &destroys,
			IdempotentHint:  o.Idempotent,
			OpenWorldHint:   &o.World,
		},
	}
	call := s.caller(o)
	if destroys {
		call = s.confirmed(o, call)
	}
	return offer{tool: tool, call: call}, nil
}

// caller returns the handler of an operation. The answer carries the same facts twice:
// some clients forward only the structure to the model, others only the text.
func (s *Server) caller(o *op.Op) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		made := madeFrom(ctx)
		switch {
		case o.Long && made != nil:
			return s.submit(ctx, made, o, req.Params.Arguments)
		case s.cfg.taskOnly[o.Name]:
			return nil, errNeedsTasks()
		}
		result, err := s.cfg.Pipeline.Call(withProgress(ctx, req, o), o, req.Params.Arguments)
		if err != nil {
			tell(ctx, req, "warning", o.Name, fault.From(err).Text)
		}
		return toResult(result, err, op.CallerFrom(ctx).Lang)
	}
}

// toResult is a finished call as the result of a tool.
func toResult(result op.Result, err error, lang string) (*mcp.CallToolResult, error) {
	if err != nil {
		return failed(err, lang)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: result.Text}},
		StructuredContent: json.RawMessage(result.JSON),
	}, nil
}

// failed answers a failure: our own defects as a protocol error, everything the model can
// act on as a tool error. The structure stays empty, because clients hold it against the
// output schema even when the call failed.
func failed(err error, lang string) (*mcp.CallToolResult, error) {
	f := fault.From(err)
	if fault.AnswerTo(f.Kind).Protocol {
		return nil, protocolError(f, lang)
	}
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: string(encodeFailure(f, lang))}},
	}, nil
}

// withProgress passes the stages of the call to a client that asked for them. The
// protocol wants every number greater than the last, so stages without progress move by a
// fraction and a step back is not reported, unless another stage has begun.
func withProgress(ctx context.Context, req *mcp.CallToolRequest, o *op.Op) context.Context {
	token := req.Params.GetProgressToken()
	if token == nil {
		return op.WithProgress(ctx, func(stage op.Stage) { tell(ctx, req, "info", o.Name, stage.Text) })
	}
	lang := op.CallerFrom(ctx).Lang
	var mu sync.Mutex
	last, stageText := -1.0, ""
	return op.WithProgress(ctx, func(stage op.Stage) {
		tell(ctx, req, "info", o.Name, stage.Text)
		mu.Lock()
		defer mu.Unlock()
		done, total := float64(stage.Done), float64(stage.Total)
		begun := stage.Text.EN != stageText
		switch {
		case done < math.Floor(last) && !begun:
			return
		case done <= last:
			done = last + 0.001
		}
		if total < done {
			total = 0 // of another stage
		}
		last, stageText = done, stage.Text.EN
		// A client that stopped listening loses only its progress.
		_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token,
			Progress:      done,
			Total:         total,
			Message:       stage.Text.In(lang),
		})
	})
}
