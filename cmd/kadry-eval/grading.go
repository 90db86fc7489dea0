package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"kadry/internal/interview/evaluate"
	"kadry/internal/interview/grade"
)

func learnGradingCommand() *cobra.Command {
	var dir, file string
	cmd := &cobra.Command{
		Use:   "learn-grading",
		Short: "Learn the weights of the embedded grader from development data",
		Long: `Learns the weights of the grader from the sets that "grading" reads and writes them to
the file; internal/interview/grade/weights.json is the one the grader embeds. Prints the
figures on questions left out: 10 folds by question text, mean of 3 ways of folding. The
figures that "grading" prints on the same data afterwards are too good, since the model has
seen the questions.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			lesson, err := evaluate.Learn(cmd.Context(), evaluate.Options{Dir: dir, Notes: cmd.ErrOrStderr()})
			if err != nil {
				return err
			}
			weights, err := evaluate.Weights(lesson.Model)
			if err != nil {
				return err
			}
			if _, err := grade.ReadModel(weights); err != nil {
				return errors.Join(errors.New("the learned weights do not read back"), err)
			}
			if err := os.WriteFile(file, weights, 0o644); err != nil { //nolint:gosec // G306: a source file of the project, meant to be read by everybody
				return fmt.Errorf("learn-grading: %w", err)
			}
			out := json.NewEncoder(cmd.OutOrStdout())
			out.SetIndent("", "  ")
			return out.Encode(lesson)
		},
	}
	cmd.Flags().StringVar(&dir, "data", "", "directory with the development sets")
	cmd.Flags().StringVar(&file, "out", "", "weights file to write")
	// The only errors are flags that do not exist, and they were made just now.
	_ = cmd.MarkFlagRequired("data")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}
