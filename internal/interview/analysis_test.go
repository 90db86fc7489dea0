package interview_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
)

// finished is a house with a completed interview.
func finished(t *testing.T) (*house, session.State) {
	t.Helper()
	h, s := begun(t, interview.Start{Limits: session.Limits{MaxQuestions: 4}})
	return h, h.play(t, s.ID, candidate{h.Bank, "ru"})
}

func TestAnalysis_canBeMadeAgain(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	if diff := cmp.Diff(*s.Analysis, h.Recompute(s)); diff != "" {
		t.Errorf("another analysis of the same interview:\n%s", diff)
	}
}

func TestAnalysis_gapsAreInNoScore(t *testing.T) {
	t.Parallel()
	score := map[string]int{}
	for name, reply := range map[string]string{"poor": "Не знаю.", "good": ""} {
		h, s := begun(t, interview.Start{})
		for s.Current != nil {
			q, _ := h.Bank.Question(s.Current.Question)
			text := q.Model.RU
			if s.Current.Gap && reply != "" {
				text = reply
			}
			if s.Current.Probe > 0 {
				text = "Больше ничего."
			}
			if _, err := h.answer(s.ID, s.Current.ID, text); err != nil {
				t.Fatal(err)
			}
			h.work(t)
			s = h.state(t, s.ID)
		}
		score[name] = s.Analysis.OverallScore
		if len(s.Analysis.Gaps) == 0 || len(s.Analysis.Questions) != 8 {
			t.Fatalf("%d core, %d gaps", len(s.Analysis.Questions), len(s.Analysis.Gaps))
		}
		for _, e := range s.Analysis.Evidence {
			if e.Gap != (e.Question == s.Analysis.Gaps[0].Question || e.Question == s.Analysis.Gaps[len(s.Analysis.Gaps)-1].Question) {
				t.Errorf("%s: gap %v", e.Question, e.Gap)
			}
		}
	}
	if score["poor"] != score["good"] || score["good"] < 70 {
		t.Errorf("scores %v", score)
	}
}

func TestOverrule_keepsBoth(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	ctx := context.Background()
	target := s.Analysis.Questions[2] // "I do not know"
	if target.Anchor != 0 {
		t.Fatalf("grade %d", target.Anchor)
	}
	got, err := h.Overrule(ctx, team, s.ID, analysis.Override{Question: target.Question, Anchor: 4, Who: "Анна", Reason: "Ответил по телефону."})
	if err != nil {
		t.Fatal(err)
	}
	if got.Analysis.OverallScore != s.Analysis.OverallScore || got.Reviewed.OverallScore <= got.Analysis.OverallScore {
		t.Errorf("original %d, reviewed %d", got.Analysis.OverallScore, got.Reviewed.OverallScore)
	}
	if o := got.Reviewed.Questions[2].Overruled; o == nil || o.Who != "Анна" || o.At.IsZero() || got.Reviewed.Questions[2].Mark.Anchor != 0 {
		t.Errorf("got %+v", got.Reviewed.Questions[2])
	}
	got, err = h.Overrule(ctx, team, s.ID, analysis.Override{Competency: target.Competency, Score: 100, Who: "Анна", Reason: "Портфолио."})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Reviewed.Competencies {
		if c.Competency == target.Competency && (c.Score != 100 || c.Overruled == nil) {
			t.Errorf("got %+v", c)
		}
	}
	after := h.state(t, s.ID)
	if len(after.Overrides) != 2 || len(h.events(t, s.ID)) != s.EventCount || after.Status != session.Completed {
		t.Errorf("%d overrides, %d events", len(after.Overrides), len(h.events(t, s.ID)))
	}
}

func TestOverrule_downTakesTheQuotesBack(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	high := slices.IndexFunc(s.Analysis.Questions, func(j analysis.Judged) bool { return j.Anchor >= 3 })
	question := s.Analysis.Questions[high].Question
	proves := func(e analysis.Evidence) bool { return e.Question == question }
	if !slices.ContainsFunc(s.Analysis.Evidence, proves) {
		t.Fatal("nothing proves the high grade")
	}
	got, err := h.Overrule(context.Background(), team, s.ID, analysis.Override{Question: question, Who: "Анна", Reason: "Слова без смысла."})
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(got.Reviewed.Evidence, proves) {
		t.Error("points are still proved by an answer that a person gave nothing")
	}
	if before, after := s.Analysis.Confidence, got.Reviewed.Confidence; after <= before {
		t.Errorf("confidence %v before a person read an answer, %v after", before, after)
	}
	if !slices.ContainsFunc(got.Analysis.Evidence, proves) || len(got.Reviewed.Questions[high].Mark.Points) == 0 {
		t.Error("what the engine had seen is not on record")
	}
}

func TestAnalysis_unsureMarksGiveNoAdvice(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	from := analysis.Basis{Plan: s.Plan, Marks: slices.Clone(s.Marks)}
	for i := range from.Marks {
		from.Marks[i].Confidence = 0.3
	}
	from.Marks[1].Confidence = 0.1
	a := analysis.New(h.Bank, h.Skills, from)
	if !strings.Contains(a.Recommendation, "прочитать ответы 1 (") || strings.Contains(a.Recommendation, "приглашение") {
		t.Errorf("advice %q, want the answers to read", a.Recommendation)
	}
	for _, line := range append(slices.Clone(s.Analysis.Weaknesses), a.Weaknesses...) {
		for _, j := range a.Questions {
			q, _ := h.Bank.Question(j.Question)
			for _, p := range q.Points {
				if strings.Contains(line, strings.TrimSuffix(p.Text.RU, ".")) {
					t.Errorf("%q tells what a good answer says", line)
				}
			}
		}
	}
}

func TestOverrule_refusesBadInput(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	q := s.Analysis.Questions[0].Question
	unasked := bank.Communication
	for name, c := range map[string]struct {
		o    analysis.Override
		want string
	}{
		"no target":    {analysis.Override{Who: "a", Reason: "b"}, "invalid_argument"},
		"two targets":  {analysis.Override{Question: q, Competency: bank.Quality, Who: "a", Reason: "b"}, "invalid_argument"},
		"no name":      {analysis.Override{Question: q, Reason: "b"}, "invalid_argument"},
		"no reason":    {analysis.Override{Question: q, Who: "a", Reason: "\u200b"}, "invalid_argument"},
		"long reason":  {analysis.Override{Question: q, Who: "a", Reason: strings.Repeat("я", 2001)}, "invalid_argument"},
		"five":         {analysis.Override{Question: q, Anchor: 5, Who: "a", Reason: "b"}, "invalid_argument"},
		"below none":   {analysis.Override{Question: q, Anchor: -1, Who: "a", Reason: "b"}, "invalid_argument"},
		"not in it":    {analysis.Override{Question: "php-x", Who: "a", Reason: "b"}, "invalid_argument"},
		"not asked":    {analysis.Override{Competency: unasked, Score: 50, Who: "a", Reason: "b"}, "invalid_argument"},
		"101":          {analysis.Override{Competency: bank.Quality, Score: 101, Who: "a", Reason: "b"}, "invalid_argument"},
		"a competency": {analysis.Override{Competency: "charm", Score: 1, Who: "a", Reason: "b"}, "invalid_argument"},
	} {
		if _, err := h.Overrule(context.Background(), team, s.ID, c.o); codeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	open := h.start(t, interview.Start{Resume: goResume})
	if _, err := h.Overrule(context.Background(), team, open.ID, analysis.Override{Question: q, Who: "a", Reason: "b"}); codeOf(err) != "not_finished" {
		t.Errorf("before the end: %v", err)
	}
	if _, err := h.Decide(context.Background(), team, open.ID, session.Decide{Selected: true, Who: "a"}); codeOf(err) != "not_finished" {
		t.Errorf("decided before the end: %v", err)
	}
}

func TestEvents_pullMode(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	ctx := context.Background()
	all := h.events(t, s.ID)
	last := all[len(all)-1]
	if all[0].Question.Notice == "" || all[1].Question.Notice != "" || last.Type != session.EventEnd || last.Analysis == nil {
		t.Errorf("got %+v ... %+v", all[0], last)
	}
	seen := map[string]bool{}
	for _, e := range all {
		if seen[e.ID] || e.ID == "" {
			t.Errorf("event id %q", e.ID)
		}
		seen[e.ID] = true
	}
	rest, err := h.Events(ctx, team, s.ID, 2, 1)
	if err != nil || len(rest) != 1 || rest[0].Seq != 3 {
		t.Errorf("got %+v, %v", rest, err)
	}
	if _, err := h.Events(ctx, "others", s.ID, 0, 1); codeOf(err) != "not_found" {
		t.Errorf("another tenant: %v", err)
	}
}
