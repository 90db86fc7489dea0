package analysis_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/interview/analysis"
)

// wantScores checks every member that is a score, at any depth, and counts them.
func wantScores(t *rapid.T, path string, value any) (scores int) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			scores += wantScores(t, path, item)
		}
	case map[string]any:
		for name, member := range value {
			scores += wantScores(t, path+"."+name, member)
		}
	case json.Number:
		if !strings.HasSuffix(path, "score") {
			return 0
		}
		if n, err := value.Int64(); err != nil || n < 0 || n > 100 {
			t.Errorf("%s is %s, which is no whole number from 0 to 100", path, value)
		}
		return 1
	}
	return scores
}

// An event has one scale: whatever is called a score is a whole number from 0 to 100.
func TestReport_scoresHaveOneScale(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		judged := rapid.Custom(func(t *rapid.T) analysis.Judged {
			return analysis.Judged{Answered: true, Score: rapid.Float64Range(0, 1).Draw(t, "score")}
		})
		percent := rapid.IntRange(0, 100)
		a := analysis.Analysis{
			OverallScore: percent.Draw(t, "overall"),
			Competencies: []analysis.CompetencyScore{{Score: percent.Draw(t, "competency")}},
			Questions:    rapid.SliceOfN(judged, 1, 4).Draw(t, "questions"),
			Gaps:         rapid.SliceOfN(judged, 1, 4).Draw(t, "gaps"),
		}
		text, err := json.Marshal(a.Report())
		if err != nil {
			t.Fatal(err)
		}
		var report map[string]any
		reader := json.NewDecoder(strings.NewReader(string(text)))
		reader.UseNumber()
		if err := reader.Decode(&report); err != nil {
			t.Fatal(err)
		}
		if got, want := wantScores(t, "", report), 2+len(a.Questions)+len(a.Gaps); got != want {
			t.Errorf("%d scores were found, want %d: %s", got, want, text)
		}
	})
}

func TestReport_withinKeepsWhatIsMadeFurthest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		evidence := rapid.Custom(func(t *rapid.T) analysis.Evidence {
			return analysis.Evidence{Met: rapid.Float64Range(0, 1).Draw(t, "met"), Text: rapid.StringN(0, 60, 200).Draw(t, "text")}
		})
		whole := analysis.Analysis{Evidence: rapid.SliceOfN(evidence, 0, 30).Draw(t, "evidence")}.Report()
		bare := whole
		bare.Evidence = []analysis.ReportEvidence{}
		size := func(r analysis.Report) int {
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			return len(text)
		}
		limit := size(bare) + rapid.IntRange(0, 4000).Draw(t, "room")
		cut := whole.Within(limit)
		const note = len(`,"evidence_left_out":30`)
		if got := size(cut); got > limit+note {
			t.Fatalf("%d bytes, limit %d", got, limit)
		}
		if len(cut.Evidence)+cut.EvidenceLeftOut != len(whole.Evidence) {
			t.Fatalf("%d kept and %d left out of %d", len(cut.Evidence), cut.EvidenceLeftOut, len(whole.Evidence))
		}
		if size(whole) <= limit && cut.EvidenceLeftOut > 0 {
			t.Fatal("cut where there was room")
		}
	})
}
