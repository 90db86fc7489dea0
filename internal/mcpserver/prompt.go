package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// prompt is a declared prompt beside its entry in the list.
type prompt struct {
	op.Prompt
	listed *mcp.Prompt
}

func newPrompts(declared []op.Prompt) ([]prompt, error) {
	seen := map[string]bool{}
	prompts := make([]prompt, 0, len(declared))
	for _, p := range declared {
		switch {
		case seen[p.Name]:
			return nil, fmt.Errorf("mcpserver: two prompts are named %q", p.Name)
		case p.Name == "" || p.Doc == "" || p.Render == nil:
			return nil, fmt.Errorf("mcpserver: prompt %q needs a name, a doc and a text", p.Name)
		}
		seen[p.Name] = true
		listed := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Doc}
		for _, a := range p.Arguments {
			listed.Arguments = append(listed.Arguments, &mcp.PromptArgument{Name: a.Name, Description: a.Doc, Required: a.Required})
		}
		prompts = append(prompts, prompt{Prompt: p, listed: listed})
	}
	return prompts, nil
}

func (s *Server) promptsIn(visible scope) []prompt {
	var kept []prompt
	for _, p := range s.prompts {
		if visible.has(p.Toolset) {
			kept = append(kept, p)
		}
	}
	return kept
}

func (s *Server) renderer(p prompt) mcp.PromptHandler {
	return func(ctx context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		var text string
		err := s.attend(ctx, op.Spec{Name: "prompts_get", Toolset: p.Toolset}, func(ctx context.Context) (err error) {
			if err := p.check(req.Params.Arguments); err != nil {
				return err
			}
			text, err = p.Render(ctx, req.Params.Arguments)
			return err
		})
		if err != nil {
			return nil, protocolError(fault.From(err), op.CallerFrom(ctx).Lang)
		}
		return &mcp.GetPromptResult{
			Description: p.Doc,
			Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
		}, nil
	}
}

// check holds the arguments against the declaration, which the SDK leaves to the handler.
func (p prompt) check(args map[string]string) error {
	var missing, names []string
	for _, a := range p.Arguments {
		names = append(names, a.Name)
		if a.Required && strings.TrimSpace(args[a.Name]) == "" {
			missing = append(missing, a.Name)
		}
	}
	if len(missing) > 0 {
		list := strings.Join(missing, ", ")
		return fault.E(fault.Invalid, fault.Say("Missing arguments: %s.", "Не хватает аргументов: %s.", list), nil).
			WithCandidates(missing...)
	}
	for name := range args {
		if !p.knows(name) {
			return fault.E(fault.Invalid, fault.Say("Unknown argument; valid ones: %s.", "Неизвестный аргумент; допустимые: %s.", strings.Join(names, ", ")), nil).
				WithCandidates(names...)
		}
	}
	return nil
}

func (p prompt) knows(name string) bool {
	for _, a := range p.Arguments {
		if a.Name == name {
			return true
		}
	}
	return false
}
