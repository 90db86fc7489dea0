package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"kadry/internal/exam/evaluate"
	"kadry/internal/sdamgia"
)

func examCommand() *cobra.Command {
	var dir string
	var compact bool
	cmd := &cobra.Command{
		Use:   "exam",
		Short: "Exam problems: search by damaged copies, reading of pages",
		Long: `Looks in the directory for corpus/problems.jsonl + corpus/queries_*.jsonl, and for
problems/*.html + pages/*.html with datasets/goat_*.jsonl. A set that is not there is
left out, with a note on stderr; so is every field of a page that is not as expected.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			result, err := evaluate.Run(cmd.Context(), evaluate.Options{Dir: dir, Notes: cmd.ErrOrStderr(), Parse: sdamgia.Problems})
			if err != nil {
				return err
			}
			out := json.NewEncoder(cmd.OutOrStdout())
			if !compact {
				out.SetIndent("", "  ")
			}
			return out.Encode(result)
		},
	}
	cmd.Flags().StringVar(&dir, "data", "", "directory with the labelled sets")
	cmd.Flags().BoolVar(&compact, "json", false, "print the object on one line")
	// The only error is a flag that does not exist, and it was made just now.
	_ = cmd.MarkFlagRequired("data")
	return cmd
}
