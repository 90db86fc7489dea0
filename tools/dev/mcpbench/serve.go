package main

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/mcpserver"
	"kadry/internal/op"
)

const (
	token       = "benchmark-token-of-no-worth"
	memoryLimit = 512 << 20 // bytes; the ceiling under the larger GOGC
)

type echoInput struct {
	Text string `json:"text" doc:"What to say back." jsonschema:"What to say back." max:"10000"`
}

type echoOutput struct {
	Text string `json:"text" doc:"The same text." jsonschema:"The same text."`
}

// serve runs one of the compared servers until ctx is done or the parent goes away, and
// prints its address first.
func serve(ctx context.Context, name string) error {
	handler, err := handlerOf(name) //nolint:contextcheck // a server lives as long as its process
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("mcpbench: listen: %w", err)
	}
	fmt.Printf("http://%s/mcp\n", listener.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("mcpbench: serve %s: %w", name, err)
	}
	return nil
}

func handlerOf(name string) (http.Handler, error) {
	switch name {
	case "kadry":
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(memoryLimit)
		return kadry()
	case "kadry, default GC":
		return kadry()
	case "go-sdk":
		return goSDK(), nil
	case "go-sdk, GOGC=400":
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(memoryLimit)
		return goSDK(), nil
	case "mcp-go":
		return mcpGo(), nil
	}
	return nil, fmt.Errorf("mcpbench: no server is named %q", name)
}

// kadry is the whole stack as the product runs it: token, allowed hosts, origins, scope,
// rate limit hook, pipeline, schemas of both sides.
func kadry() (http.Handler, error) {
	echo := op.New(op.Spec{
		Name: "echo", Toolset: "bench", Title: "Echo", Doc: "Says the text back.", Effect: op.Reads,
	}, func(_ context.Context, in echoInput) (echoOutput, error) { return echoOutput(in), nil })
	registry, err := op.NewRegistry(echo)
	if err != nil {
		return nil, err
	}
	server, err := mcpserver.New(mcpserver.Config{
		Registry: registry,
		Pipeline: &op.Pipeline{
			Limit:   func(context.Context, op.Caller, *op.Op) error { return nil },
			Observe: func(context.Context, *op.Op, time.Duration, error) {},
		},
		Version:      "bench",
		AllowedHosts: []string{"bench.example"},
	})
	if err != nil {
		return nil, err
	}
	handler, err := server.Handler()
	if err != nil {
		return nil, err
	}
	return authenticated(handler), nil
}

func authenticated(next http.Handler) http.Handler {
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
		if subtle.ConstantTimeCompare(given[:], want[:]) != 1 {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		caller := op.Caller{Name: "bench", Tenant: "bench", Lang: "en", Toolsets: []string{"bench"}}
		next.ServeHTTP(w, r.WithContext(op.WithCaller(r.Context(), caller)))
	})
}

// goSDK is the official SDK as its documentation shows it, nothing around it.
func goSDK() http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "bench"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "echo", Description: "Says the text back."},
		func(_ context.Context, _ *mcp.CallToolRequest, in echoInput) (*mcp.CallToolResult, echoOutput, error) {
			return nil, echoOutput(in), nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
}

// mcpGo is mcp-go with both of its validations on, as the others validate too.
func mcpGo() http.Handler {
	server := mcpgoserver.NewMCPServer("echo", "bench",
		mcpgoserver.WithInputSchemaValidation(), mcpgoserver.WithOutputSchemaValidation())
	server.AddTool(
		mcpgo.NewTool("echo", mcpgo.WithDescription("Says the text back."),
			mcpgo.WithInputSchema[echoInput](), mcpgo.WithOutputSchema[echoOutput]()),
		mcpgo.NewStructuredToolHandler(func(_ context.Context, _ mcpgo.CallToolRequest, in echoInput) (echoOutput, error) {
			return echoOutput(in), nil
		}))
	return mcpgoserver.NewStreamableHTTPServer(server, mcpgoserver.WithStateLess(true))
}

// environment of a server process: the collector as Go ships it, whatever the shell says.
func environment(name string) []string {
	env := []string{serveEnv + "=" + name}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "GOGC=") && !strings.HasPrefix(pair, "GOMEMLIMIT=") {
			env = append(env, pair)
		}
	}
	return env
}
