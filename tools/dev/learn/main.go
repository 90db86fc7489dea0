// Command learn learns the weights of the embedded grader from the development sets that
// `kadry-eval grading` reads, and writes them to a file; internal/interview/grade/weights.json
// is the one the grader embeds. It prints the figures on questions left out: 10 folds by
// question text, mean of 3 ways of folding. The figures that `kadry-eval grading` prints on
// the same data afterwards are too good, since the model has seen the questions.
//
// With -answers it learns the weights of claims instead, claims.json beside the other file,
// from answers to questions of the bank that were judged point by point (folder answers) and
// from answers that it makes of them and of the bank by rules. The figures it prints are on
// questions left out.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"kadry/internal/interview/evaluate"
	"kadry/internal/interview/grade"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, notes io.Writer) error {
	flags := flag.NewFlagSet("learn", flag.ContinueOnError)
	flags.SetOutput(notes)
	dir := flags.String("data", "", "directory with the development sets")
	answers := flags.String("answers", "", "directory with judged answers to questions of the bank, to learn the weights of claims instead")
	file := flags.String("out", "", "weights file to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if (*dir == "") == (*answers == "") || *file == "" || flags.NArg() > 0 {
		return errors.New("want -data DIR -out FILE, or -answers DIR -out FILE")
	}
	if *answers != "" {
		return runClaims(ctx, *answers, *file, out)
	}
	learned, err := learn(ctx, evaluate.Options{Dir: *dir, Notes: notes})
	if err != nil {
		return err
	}
	text, err := weights(learned.Model)
	if err != nil {
		return err
	}
	if _, err := grade.ReadModel(text); err != nil {
		return fmt.Errorf("the learned weights do not read back: %w", err)
	}
	if err := os.WriteFile(*file, text, 0o644); err != nil {
		return err
	}
	figures := json.NewEncoder(out)
	figures.SetIndent("", "  ")
	return figures.Encode(learned)
}

// runClaims learns the weights of claims and writes them to a file.
func runClaims(ctx context.Context, dir, file string, out io.Writer) error {
	learned, err := learnClaims(ctx, dir)
	if err != nil {
		return err
	}
	text, err := claimWeights(learned.Model)
	if err != nil {
		return err
	}
	if _, err := grade.ReadClaimModel(text); err != nil {
		return fmt.Errorf("the learned weights do not read back: %w", err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	figures := json.NewEncoder(out)
	figures.SetIndent("", " ")
	return figures.Encode(learned)
}
