package evaluate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/interview/evaluate"
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

func TestRun(t *testing.T) {
	t.Parallel()
	var notes bytes.Buffer
	r, err := evaluate.Run(t.Context(), evaluate.Options{Dir: write(t), Notes: &notes})
	if err != nil {
		t.Fatal(err)
	}
	if r.Mohler == nil || r.Mohler.N != 400 || r.Mohler.Pearson < 0.5 {
		t.Errorf("scores: %+v", r.Mohler)
	}
	if r.SemEval2 == nil || r.SemEval2.N != 400 || r.SemEval2.Accuracy < 0.6 {
		t.Errorf("classes: %+v", r.SemEval2)
	}
	if g := r.Gaming; g == nil || g.Empty != 0 || g.Unknown != 0 || g.Echo != 0 || g.Injection != 0 || g.Negated > 2 || g.TakenBack > 2 || g.Dump > 2 || g.Shuffled > 0.5 {
		t.Errorf("gaming: %+v", r.Gaming)
	}
	if !strings.Contains(notes.String(), "lost") {
		t.Errorf("an answer without a question is dropped in silence: %q", notes.String())
	}
}

func TestRun_missingAndBroken(t *testing.T) {
	t.Parallel()
	var notes bytes.Buffer
	r, err := evaluate.Run(t.Context(), evaluate.Options{Dir: t.TempDir(), Notes: &notes})
	if err != nil || r != (evaluate.Result{}) || strings.Count(notes.String(), "\n") != 2 {
		t.Errorf("an empty folder: %+v, %v, %q", r, err, notes.String())
	}
	if _, err := evaluate.Run(t.Context(), evaluate.Options{Dir: "no/such", Notes: io.Discard}); err == nil {
		t.Error("no folder, no error")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mohler_x.jsonl"), []byte("{}\n{\"score\":"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := evaluate.Run(t.Context(), evaluate.Options{Dir: dir, Notes: io.Discard}); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a broken line: %v", err)
	}
}

// sampled copies the sets with every twelfth of the many judged answers and every third of
// the scored ones: enough for a guard, and ten times as fast.
func sampled(t *testing.T, dir string) string {
	t.Helper()
	out := t.TempDir()
	for name, step := range map[string]int{"mohler_dev.jsonl": 3, "semeval2013_3way_dev_questions.jsonl": 1, "semeval2013_3way_dev_answers.jsonl": 12} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Skipf("SKIP: needs %s under KADRY_DATA_DIR: %v", name, err)
		}
		var kept []byte
		n := 0
		for line := range bytes.Lines(data) {
			if n++; n%step == 0 {
				kept = append(kept, line...)
			}
		}
		if err := os.WriteFile(filepath.Join(out, name), kept, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// The floors are those of the embedded weights on the development data, which they have
// seen: a guard against breaking the grader, not a measure of it.
func TestRun_licensedData(t *testing.T) {
	t.Parallel()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(root, "grading")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("SKIP: needs graded answers under KADRY_DATA_DIR: %v", err)
	}
	r, err := evaluate.Run(t.Context(), evaluate.Options{Dir: sampled(t, dir), Notes: io.Discard})
	if err != nil || r.Mohler == nil || r.SemEval2 == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	text, _ := json.Marshal(r)
	g := r.Gaming
	for name, row := range map[string]float64{"empty": g.Empty, "unknown": g.Unknown, "echo": g.Echo, "injection": g.Injection, "foreign": g.ForeignReference, "shuffled": g.Shuffled, "negated": g.Negated / 4, "taken back": g.TakenBack / 4, "dump": g.Dump / 4} {
		if row > 0.5 {
			t.Errorf("%s is paid: %s", name, text)
		}
	}
	if r.Mohler.Pearson < 0.68 || r.Mohler.RMSE > 0.86 || r.SemEval2.Accuracy < 0.77 {
		t.Errorf("worse than the weights were: %s", text)
	}
}
