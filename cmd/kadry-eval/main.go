// Command kadry-eval measures the quality of a room on labelled data and prints one JSON
// object of figures. The rooms bring the evaluations.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"kadry/internal/app"
	"kadry/internal/room"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := &cobra.Command{
		Use: "kadry-eval", Short: "Measure quality on labelled data",
		SilenceUsage: true, SilenceErrors: true,
	}
	for _, e := range app.Evaluations() {
		root.AddCommand(command(e))
	}
	root.AddCommand(app.Children(os.Stdin, os.Stdout)...)
	err := root.ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kadry-eval:", err)
		os.Exit(1)
	}
}

// command makes the command of an evaluation.
func command(e room.Evaluation) *cobra.Command {
	var dir string
	var compact bool
	flags := map[string]*string{}
	cmd := &cobra.Command{Use: e.Name, Short: e.Short, Long: e.Long, Args: cobra.NoArgs}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		values := map[string]string{}
		for name, value := range flags {
			values[name] = *value
		}
		figures, err := e.Run(cmd.Context(), dir, values, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		out := json.NewEncoder(cmd.OutOrStdout())
		if !compact {
			out.SetIndent("", "  ")
		}
		return out.Encode(figures)
	}
	cmd.Flags().StringVar(&dir, "data", "", "directory with the labelled sets")
	cmd.Flags().BoolVar(&compact, "json", false, "print the object on one line")
	for _, f := range e.Flags {
		flags[f.Name] = cmd.Flags().String(f.Name, f.Default, f.Doc)
	}
	// The only error is a flag that does not exist, and it was made just now.
	_ = cmd.MarkFlagRequired("data")
	return cmd
}
