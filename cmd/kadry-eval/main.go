// Command kadry-eval measures the quality of a room on labelled data and prints one JSON
// object of figures.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"kadry/internal/talent/evaluate"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := &cobra.Command{
		Use: "kadry-eval", Short: "Measure quality on labelled data",
		SilenceUsage: true, SilenceErrors: true,
	}
	root.AddCommand(talentCommand(), examCommand(), gradingCommand())
	err := root.ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kadry-eval:", err)
		os.Exit(1)
	}
}

// measuring fills in a command whose answer is one object of figures: measure is given the
// directory of the data and tells notes what it left out.
func measuring(cmd *cobra.Command, measure func(ctx context.Context, dir string, notes io.Writer) (any, error)) *cobra.Command {
	var dir string
	var compact bool
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		figures, err := measure(cmd.Context(), dir, cmd.ErrOrStderr())
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
	// The only error is a flag that does not exist, and it was made just now.
	_ = cmd.MarkFlagRequired("data")
	return cmd
}

func talentCommand() *cobra.Command {
	var asOf string
	cmd := measuring(&cobra.Command{
		Use:   "talent",
		Short: "CVs: facts, search answers, rankings and file reading",
		Long: `Looks under the directory for fictional_*/cvs.jsonl + queries.jsonl (+ files/),
livecareer_*.jsonl + livecareer_*_queries.jsonl, updated_resume_it_*.jsonl and
layouts/*.pdf. A set that is not there is left out, with a note on stderr.`,
	}, func(ctx context.Context, dir string, notes io.Writer) (any, error) {
		month, err := time.Parse("2006-01", asOf)
		if err != nil {
			return nil, fmt.Errorf("--as-of: want a month like 2026-11, got %q", asOf)
		}
		return evaluate.Run(ctx, evaluate.Options{Dir: dir, AsOf: month.AddDate(0, 0, 14), Notes: notes})
	})
	cmd.Flags().StringVar(&asOf, "as-of", "2026-11", "month that \"present\" means in the CVs")
	return cmd
}
