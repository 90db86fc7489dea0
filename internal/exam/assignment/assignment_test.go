package assignment_test

import (
	"strings"
	"testing"
	"time"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/assignment"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func TestAssignment_livesUntilItIsOverOrWithdrawn(t *testing.T) {
	t.Parallel()
	a := assignment.Assignment{ExpiresAt: noon.AddDate(0, 0, 7)}
	if !a.Live(noon) || a.Live(a.ExpiresAt) || !a.OverAt().Equal(a.ExpiresAt) {
		t.Error("a link lives until it expires")
	}
	a.WithdrawnAt = noon
	if a.Live(noon) || !a.OverAt().Equal(noon) {
		t.Error("a withdrawn link lives")
	}
}

func TestApply_mergesPagesOfOnePupil(t *testing.T) {
	t.Parallel()
	ids := []string{"1", "2", "3"}
	p := assignment.Paper{Answers: map[string]string{"1": "old", "2": "kept"}}
	err := p.Apply(map[string]assignment.Edit{"1": {Was: "old", Is: " new\x00 "}, "2": {Was: "", Is: ""}, "9": {Is: "of another test"}}, ids)
	if err != nil || len(p.Answers) != 2 || p.Answers["1"] != "new" || p.Answers["2"] != "kept" {
		t.Errorf("%v, %v", p.Answers, err)
	}
	if err := p.Apply(map[string]assignment.Edit{"2": {Was: "kept"}}, ids); err != nil || p.Answers["2"] != "" {
		t.Errorf("an answer cannot be taken back: %v, %v", p.Answers, err)
	}
	if err := p.Apply(map[string]assignment.Edit{"3": {Is: strings.Repeat("я", 501)}}, ids); fault.KindOf(err) != fault.TooLarge {
		t.Errorf("a long answer: %v", err)
	}
	p.SentAt = noon
	if err := p.Apply(nil, ids); fault.KindOf(err) != fault.Conflict {
		t.Errorf("after sending: %v", err)
	}
}

// A problem that left the bank while the test was out does not count, and one for a person neither.
func TestSend_marksWhatIsThere(t *testing.T) {
	t.Parallel()
	p := assignment.Paper{Answers: map[string]string{"1": "6", "2": "8", "4": "essay", "5": "7"}}
	p.Send([]string{"1", "2", "3", "4", "5"}, map[string]problem.Problem{"1": {Answer: "6"}, "2": {Answer: "9"}, "3": {Answer: "1"}, "4": {}}, noon)
	var got []string
	for _, m := range p.Marks {
		got = append(got, string(m.Outcome))
	}
	want := []string{string(answer.Correct), string(answer.Wrong), string(answer.Wrong), string(answer.Uncheckable), ""}
	if right, of := p.Right(); strings.Join(got, ",") != strings.Join(want, ",") || of != 3 || right != 1 || p.SentAt != noon {
		t.Errorf("marks %v, %d of %d", got, right, of)
	}
}
