// Command mcpbench measures what a tool call costs on this server beside the plain
// official SDK and mcp-go: the same echo tool, the same raw client, each server in a
// process of its own, interleaved rounds in one run.
//
//	go -C tools/dev run ./mcpbench
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

// serveEnv makes a copy of this program one of the servers instead of the client.
const serveEnv = "MCPBENCH_SERVE"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if name := os.Getenv(serveEnv); name != "" {
		return serve(ctx, name)
	}
	var p plan
	flag.IntVar(&p.rounds, "rounds", 7, "interleaved rounds")
	flag.IntVar(&p.calls, "calls", 2000, "calls a round and server")
	flag.IntVar(&p.workers, "workers", 8, "connections at once")
	flag.IntVar(&p.warm, "warm", 300, "calls before the first round")
	flag.Parse()
	return p.measure(ctx, os.Stdout)
}
