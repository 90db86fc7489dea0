package check_test

import (
	"strings"
	"testing"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/check"
	"kadry/internal/exam/sample"
)

// The practice problems are marked by the rules that suit them.
func TestCheck_marksThePracticeProblems(t *testing.T) {
	t.Parallel()
	all, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	anyOrder, row := map[string]bool{}, map[string]bool{}
	for _, p := range all {
		task := check.Task(p.Problem)
		anyOrder[p.ID], row[p.ID] = task.AnyOrder, task.Row
		if p.Answer == "" {
			if c := check.Answer(p.Problem, "Я думаю так."); c.Verdict.Outcome != answer.Uncheckable {
				t.Errorf("%s: %+v", p.Ref, c.Verdict)
			}
			continue
		}
		for key := range strings.SplitSeq(p.Answer, "|") {
			c := check.Answer(p.Problem, strings.ReplaceAll(key, "&", "; "))
			if c.Verdict.Outcome != answer.Correct || c.Earned != p.Points || c.Of != p.Points {
				t.Errorf("%s: %q gives %+v", p.Ref, key, c)
			}
		}
		if c := check.Answer(p.Problem, "не знаю"); c.Verdict.Outcome != answer.Wrong || c.Earned != 0 {
			t.Errorf("%s: %+v", p.Ref, c)
		}
	}
	for id := range strings.FieldsSeq("9000010 9000012 9000013 9000015 9000016 9000017 9000020 9000031 9000035 9000050 9000058") {
		if !anyOrder[id] || row[id] {
			t.Errorf("%s is a choice", id)
		}
		delete(anyOrder, id)
	}
	for id := range strings.FieldsSeq("9000009 9000021 9000032 9000036 9000040 9000041 9000043 9000044 9000047 9000048 9000049 9000054") {
		if !row[id] || anyOrder[id] {
			t.Errorf("%s is a row", id)
		}
		delete(row, id)
	}
	for id := range anyOrder {
		if anyOrder[id] || row[id] {
			t.Errorf("%s is neither a choice nor a row", id)
		}
	}
}
