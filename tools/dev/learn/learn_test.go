package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/interview/evaluate"
	"kadry/internal/interview/grade"
)

// write puts a small set of our own in both formats into a folder.
func write(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var scored, questions, answers strings.Builder
	for q := range 80 {
		key := fmt.Sprintf("device%d", q)
		asked := fmt.Sprintf("Which part of %s keeps the heat?", key)
		reference := fmt.Sprintf("The copper shield around core%d keeps it.", q)
		fmt.Fprintf(&questions, `{"set":"own","question_id":"%s","question":%q,"references":[%q,%q]}`+"\n", key, asked, reference, "A shield made of copper.")
		for k, said := range []struct {
			text  string
			score float64
			label string
		}{
			{fmt.Sprintf("the copper shield around core%d", q), 5, "correct"},
			{"a shield made of some metal", 3, "correct"},
			{"the button on the left side", 0.5, "incorrect"},
			{"I do not know", 0, "incorrect"},
			{"paint and paper glued together", 1, "contradictory"},
		} {
			fmt.Fprintf(&scored, `{"question_id":"%s","question":%q,"reference":%q,"answer":%q,"score":%g,"max_score":5}`+"\n", key, asked, reference, said.text, said.score)
			fmt.Fprintf(&answers, `{"set":"own","part":"train","question_id":"%s","answer_id":"%d","answer":%q,"label":%q}`+"\n", key, k, said.text, said.label)
		}
	}
	fmt.Fprintln(&answers, `{"set":"own","question_id":"lost","answer":"x","label":"correct"}`)
	for name, text := range map[string]string{
		"mohler_own.jsonl": scored.String(), "semeval2013_3way_own_questions.jsonl": questions.String(),
		"semeval2013_3way_own_answers.jsonl": answers.String(), "README.md": "not data",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLearn(t *testing.T) {
	t.Parallel()
	dir := write(t)
	learned, err := learn(t.Context(), evaluate.Options{Dir: dir, Notes: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if learned.Mohler.Pearson < 0.7 || learned.SemEval2.Accuracy < 0.7 {
		t.Errorf("nothing was learned: %+v %+v", learned.Mohler, learned.SemEval2)
	}
	text, err := weights(learned.Model)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := grade.ReadModel(text); err != nil {
		t.Errorf("the weights do not read back: %v", err)
	}
	for _, word := range []string{"copper", "device1", "shield"} {
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("the weights hold the word %q of the data", word)
		}
	}
	again, err := learn(t.Context(), evaluate.Options{Dir: dir, Notes: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if other, _ := weights(again.Model); !bytes.Equal(text, other) {
		t.Error("learning twice gives two models")
	}
	if _, err := learn(t.Context(), evaluate.Options{Dir: t.TempDir(), Notes: io.Discard}); err == nil {
		t.Error("learned from nothing")
	}
}

func TestRun_badArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{},
		{"-data", "no/such/folder", "-out", t.TempDir() + "/w.json"},
		{"-data", t.TempDir(), "-out", t.TempDir() + "/w.json"},
		{"-data", t.TempDir(), "-out", t.TempDir(), "more"},
	} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
