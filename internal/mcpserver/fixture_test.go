package mcpserver

import (
	"context"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// The fixtures are the tools, resources and prompts that the official conformance suite
// calls by name. Where an operation can express one, it is an operation, so that the
// suite exercises the product's own path; the rest talk to the SDK on the same stack.

type nothing struct{}

type fixtureOutput struct {
	Text string `json:"text"`
}

func fixtureOps() []*op.Op {
	spec := func(name, doc string) op.Spec {
		return op.Spec{Name: name, Toolset: "conformance", Title: name, Doc: doc, Effect: op.Reads}
	}
	return []*op.Op{
		op.New(spec("test_error_handling", "Always fails."), func(context.Context, nothing) (fixtureOutput, error) {
			return fixtureOutput{}, fault.E(fault.Conflict, fault.Say("This tool intentionally returns an error for testing.", "Этот инструмент намеренно возвращает ошибку."), nil)
		}),
		op.New(spec("test_tool_with_progress", "Reports three stages."), func(ctx context.Context, _ nothing) (fixtureOutput, error) {
			for _, done := range []int{0, 50, 100} {
				op.Progress(ctx)(op.Stage{Done: done, Total: 100, Text: fault.Say("Completed %d of %d", "Готово %d из %d", done, 100)})
			}
			return fixtureOutput{Text: "done"}, nil
		}),
		op.New(spec("test_streaming_elicitation", "Reports a stage while its stream is open."), func(ctx context.Context, _ nothing) (fixtureOutput, error) {
			op.Progress(ctx)(op.Stage{Done: 1, Total: 1})
			return fixtureOutput{Text: "notifications only"}, nil
		}),
	}
}

func fixtureResources() []op.Resource {
	text := func(words string) func(context.Context, map[string]string) (string, error) {
		return func(context.Context, map[string]string) (string, error) { return words, nil }
	}
	return []op.Resource{
		{URI: "test://static-text", Name: "static-text", Doc: "Static text.", MIME: "text/plain", Read: text("This is the content of the static text resource.")},
		{URI: "test://watched-resource", Name: "watched-resource", Doc: "A resource to watch.", MIME: "text/plain", Read: text("Watched resource content.")},
		{
			URI: "test://template/{id}/data", Name: "template", Doc: "Data by id.", MIME: "application/json",
			Read: func(_ context.Context, vars map[string]string) (string, error) {
				return fmt.Sprintf(`{"id":%q,"templateTest":true,"data":"Data for ID: %s"}`, vars["id"], vars["id"]), nil
			},
		},
	}
}

func fixturePrompts() []op.Prompt {
	return []op.Prompt{
		{
			Name: "test_simple_prompt", Doc: "A prompt without arguments.",
			Render: func(context.Context, map[string]string) (string, error) {
				return "This is a simple prompt for testing.", nil
			},
		},
		{
			Name: "test_prompt_with_arguments", Doc: "A prompt with two required arguments.",
			Arguments: []op.Argument{
				{Name: "arg1", Doc: "First.", Required: true, Complete: func(_ context.Context, prefix string) ([]string, error) {
					return []string{prefix + "-completed"}, nil
				}},
				{Name: "arg2", Doc: "Second.", Required: true},
			},
			Render: func(_ context.Context, args map[string]string) (string, error) {
				return fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", args["arg1"], args["arg2"]), nil
			},
		},
	}
}

// newFixtureServer returns the product's stack with the fixtures on it.
func newFixtureServer(t *testing.T) *Server {
	t.Helper()
	registry, err := op.NewRegistry(append(fixtureOps(), taskOps()...)...)
	if err != nil {
		t.Fatal(err)
	}
	pipeline := &op.Pipeline{}
	tasks := newTaskBook(pipeline)
	t.Cleanup(tasks.close)
	var s *Server
	s, err = New(Config{
		Registry:  registry,
		Pipeline:  pipeline,
		Tasks:     tasks,
		taskOnly:  map[string]bool{"failing_job": true},
		Resources: fixtureResources(),
		Prompts:   fixturePrompts(),
		Version:   "1.0.0",
		Logger:    testLogger(t),
		tune: func(options *mcp.ServerOptions) {
			options.Capabilities = &mcp.ServerCapabilities{Logging: &mcp.LoggingCapabilities{}, Extensions: options.Capabilities.Extensions} //nolint:staticcheck // the suite still tests it
		},
		extend: func(server *mcp.Server) {
			addContentFixtures(server)
			addClientFixtures(server)
			addChangeFixtures(server)
			inputFixtures{seal: s.seal}.add(server)
			addTaskFixtures(server, s)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
