// Command kadry is the server and its command line.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"kadry/internal/app"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := app.Run(ctx, app.Process())
	stop()
	os.Exit(code)
}
