package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"kadry/internal/exam/evaluate"
	"kadry/internal/exam/sdamgia"
)

func examCommand() *cobra.Command {
	return measuring(&cobra.Command{
		Use:   "exam",
		Short: "Exam problems: search by damaged copies, reading of pages",
		Long: `Looks in the directory for corpus/problems.jsonl + corpus/queries_*.jsonl, and for
problems/*.html + pages/*.html with datasets/goat_*.jsonl. A set that is not there is
left out, with a note on stderr; so is every field of a page that is not as expected.`,
	}, func(ctx context.Context, dir string, notes io.Writer) (any, error) {
		return evaluate.Run(ctx, evaluate.Options{Dir: dir, Notes: notes, Parse: sdamgia.Problems})
	})
}
