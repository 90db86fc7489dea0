package examroom

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/subject"
	"kadry/internal/store/storetest"
)

// TestSearch_inOwnWords holds the search to what it reached on queries in own words that were
// written before the search was made: sixty that mean a sample problem and sixty that mean none.
func TestSearch_inOwnWords(t *testing.T) {
	t.Parallel()
	problems := examsql.NewProblems(storetest.SQLite(t, examsql.Schema()).Open(t))
	if err := putSample(t.Context(), problems); err != nil {
		t.Fatal(err)
	}
	exams := bank.New(bank.Parts{Shelf: problems, Now: time.Now, Alone: true})
	first, found, present, absent, silent := 0, 0, 0, 0, 0
	for _, asked := range ownWords(t) {
		q := bank.TextQuery{
			Course: subject.Course{Exam: subject.EGE, Subject: "math"}, Scope: bank.Everywhere, Text: asked.Query, Threshold: 0.6, Limit: 3,
		}
		answer, err := exams.Find(t.Context(), q)
		if err == nil && answer.Total == 0 {
			answer, err = exams.InWords(t.Context(), q)
		}
		if err != nil {
			t.Fatal(err)
		}
		if asked.Expect == "" {
			absent++
			if len(answer.Items) == 0 {
				silent++
			} else {
				t.Logf("%q finds %s by %v", asked.Query, answer.Items[0].Ref, answer.Items[0].Words)
			}
			continue
		}
		present++
		for i, m := range answer.Items {
			if m.Ref.ID == asked.Expect {
				found++
				if i == 0 {
					first++
				}
			}
		}
		if len(answer.Items) == 0 {
			t.Logf("%q finds nothing, not %s", asked.Query, asked.Expect)
		}
	}
	t.Logf("of %d problems %d are found, %d first; of %d absent ones %d are said to be absent", present, found, first, absent, silent)
	if present < 60 || absent < 60 || found < 52 || first < 51 || silent < 60 {
		t.Error("below the bar")
	}
}

type ownWordsQuery struct{ Expect, Query string }

func ownWords(t *testing.T) (list []ownWordsQuery) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "queries_words.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var q ownWordsQuery
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		list = append(list, q)
	}
	return list
}
