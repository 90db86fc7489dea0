package examroom

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"kadry/internal/exam/evaluate"
	"kadry/internal/exam/sample"
)

// TestEvaluation_own holds the search of texts to what it reached on queries that were written
// as pupils type them (typing mistakes, the wrong keyboard, Latin letters, other word order) by
// somebody who had not seen the code, over the sample problems.
func TestEvaluation_own(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "corpus")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	problems, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	var corpus bytes.Buffer
	lines := json.NewEncoder(&corpus)
	for _, p := range problems {
		if err := lines.Encode(map[string]string{
			"id": p.Ref.ID, "exam": string(p.Ref.Exam), "subject": string(p.Ref.Subject), "text": p.Question.SearchText(),
		}); err != nil {
			t.Fatal(err)
		}
	}
	queries, err := os.ReadFile(filepath.Join("testdata", "queries_own.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"problems.jsonl": corpus.Bytes(), "queries_own.jsonl": queries} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var notes bytes.Buffer
	figures, err := evaluation().Run(t.Context(), filepath.Dir(dir), nil, &notes)
	if err != nil {
		t.Fatal(err)
	}
	result, ok := figures.(evaluate.Result)
	if !ok || result.Fuzzy == nil {
		t.Fatalf("got %T %+v: %s", figures, figures, notes.String())
	}
	t.Logf("%+v", *result.Fuzzy)
	if f := result.Fuzzy; f.Queries < 120 || f.Top1 < 0.92 || f.MRR < 0.92 {
		t.Errorf("got %+v", *f)
	}
}
