package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/evaluate"
)

func gradingCommand() *cobra.Command {
	return measuring(&cobra.Command{
		Use:   "grading",
		Short: "Interview answers: the embedded grader against human marks, and attempts to game it",
		Long: `Looks under the directory for mohler_*.jsonl (scores 0-5) and
semeval2013_3way_*_questions.jsonl + *_answers.jsonl (correct or not). A set that is not
there is left out, with a note on stderr. Beside them stands the project's own Russian set.
Nothing is learned from the data.`,
	}, func(ctx context.Context, dir string, notes io.Writer) (any, error) {
		questions, err := bank.Load()
		if err != nil {
			return nil, err
		}
		return evaluate.Run(ctx, evaluate.Options{Dir: dir, Notes: notes, Questions: questions})
	})
}
