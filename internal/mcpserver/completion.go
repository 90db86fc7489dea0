package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// maxCompletions is what the protocol allows in one answer.
const maxCompletions = 100

type completionHandler = func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error)

// completer proposes values for arguments of prompts and variables of addresses. An
// argument without proposals answers an empty list; an unknown reference is an error.
func (s *Server) completer(prompts []prompt, readings []reading) completionHandler {
	return func(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
		toolset, propose, known := lookUp(req.Params, prompts, readings)
		if !known {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "unknown completion reference or argument"}
		}
		answer := &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}
		if propose == nil {
			return answer, nil
		}
		var values []string
		err := s.attend(ctx, op.Spec{Name: "completion_complete", Toolset: toolset}, func(ctx context.Context) (err error) {
			values, err = propose(ctx, req.Params.Argument.Value)
			return err
		})
		if err != nil {
			return nil, protocolError(fault.From(err), op.CallerFrom(ctx).Lang)
		}
		answer.Completion.Total = len(values)
		answer.Completion.HasMore = len(values) > maxCompletions
		answer.Completion.Values = append(answer.Completion.Values, values[:min(len(values), maxCompletions)]...)
		return answer, nil
	}
}

func lookUp(params *mcp.CompleteParams, prompts []prompt, readings []reading) (toolset string, propose op.Completer, known bool) {
	for _, p := range prompts {
		if params.Ref.Type != "ref/prompt" || p.Name != params.Ref.Name {
			continue
		}
		for _, a := range p.Arguments {
			if a.Name == params.Argument.Name {
				return p.Toolset, a.Complete, true
			}
		}
	}
	for _, r := range readings {
		if params.Ref.Type != "ref/resource" || r.URI != params.Ref.URI || r.template == nil {
			continue
		}
		for _, name := range r.template.Varnames() {
			if name == params.Argument.Name {
				return r.Toolset, r.Complete[name], true
			}
		}
	}
	return "", nil, false
}
