package interviewsql

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/session"
	"kadry/internal/store/storetest"
)

func TestInterviews_surveysAndOutcomes(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		ctx := t.Context()
		scores := map[string]int{"s1": 50, "s2": 70, "s3": 0}
		for _, id := range []string{"s1", "s2", "s3"} {
			s := aSession(acme, id)
			create(t, k, s)
			advance(t, k, &s, func(c *session.Change) {
				if id == "s3" {
					return // still under way
				}
				c.Session.Status, c.Session.EndedAt, c.Session.Vacancy.ID = session.Completed, noon, "v-"+id
				c.Session.Analysis = &analysis.Analysis{OverallScore: scores[id]}
			})
			if id == "s2" {
				advance(t, k, &s, func(c *session.Change) {
					c.Session.Reviewed = &analysis.Analysis{OverallScore: 90}
					c.Session.Decision = &session.Decision{Selected: true, Who: "olga", At: noon}
				})
			}
			for _, group := range []string{"не скажу", "ж"} { // the last word counts
				if err := k.PutSurvey(ctx, acme, s.SurveyKey, map[string]string{"пол": group}); err != nil {
					t.Fatal(err)
				}
			}
		}
		said := map[string]string{"пол": "ж"}
		one, two := bias.Outcome{Groups: said, Score: 50}, bias.Outcome{Groups: said, Score: 90, Decided: true, Selected: true}
		for vacancy, want := range map[string][]bias.Outcome{"": {one, two}, "v-s2": {two}, "v-s9": nil} {
			got, err := k.Outcomes(ctx, acme, vacancy)
			slices.SortFunc(got, func(a, b bias.Outcome) int { return a.Score - b.Score })
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("vacancy %q: %v\n%s", vacancy, err, diff)
			}
		}
		for _, c := range []struct{ tenant, key string }{{acme, "nobody's"}, {globex, "survey of s1"}, {acme, ""}, {"", "survey of s1"}, {acme, "a\x00"}} {
			if err := k.PutSurvey(ctx, c.tenant, c.key, said); fault.KindOf(err) != fault.NotFound {
				t.Errorf("PutSurvey(%q, %q) = %v, want kind %s", c.tenant, c.key, err, fault.NotFound)
			}
		}
		if err := k.Erase(ctx, acme, []string{"s1"}); err != nil {
			t.Fatal(err)
		}
		if got, err := k.Outcomes(ctx, acme, ""); err != nil || len(got) != 1 {
			t.Errorf("after an erasure: %v, %v", got, err)
		}
	})
}

// The order of outcomes is not that of interviews, of surveys or of their keys.
func TestInterviews_outcomesAreInNoOrderOfSessions(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		k := NewInterviews(b.Open(t), TxHooks{})
		for _, order := range [][]int{{0, 1, 2, 3}, {3, 1, 0, 2}} {
			tenant := fmt.Sprint("tenant ", order)
			for _, i := range order {
				s := aSession(tenant, fmt.Sprint("s", len(order)-i))
				create(t, k, s)
				advance(t, k, &s, func(c *session.Change) {
					c.Session.Status, c.Session.Analysis = session.Completed, &analysis.Analysis{OverallScore: 10 * i}
				})
				if err := k.PutSurvey(t.Context(), tenant, s.SurveyKey, map[string]string{"a": fmt.Sprint(i % 2)}); err != nil {
					t.Fatal(err)
				}
			}
			got, err := k.Outcomes(t.Context(), tenant, "")
			if err != nil {
				t.Fatal(err)
			}
			var scores []int
			for _, o := range got {
				scores = append(scores, o.Score)
			}
			if !slices.Equal(scores, []int{0, 20, 10, 30}) {
				t.Errorf("answered in the order %v: scores %v", order, scores)
			}
		}
	}, Schema())
}
