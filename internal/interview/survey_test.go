package interview_test

import (
	"context"
	"fmt"
	"testing"

	"kadry/internal/interview/bias"
	"kadry/internal/interview/session"
)

func TestSurvey_isKeyedApart(t *testing.T) {
	t.Parallel()
	h, s := finished(t)
	ctx := context.Background()
	if s.SurveyKey == "" || s.SurveyKey == s.ID {
		t.Fatalf("survey key %q", s.SurveyKey)
	}
	for name, c := range map[string]struct {
		key    string
		groups map[string]string
		want   string
	}{
		"the id of the session": {s.ID, map[string]string{"sex": "f"}, "not_found"},
		"no key":                {"", map[string]string{"sex": "f"}, "not_found"},
		"no dimension":          {s.SurveyKey, map[string]string{" ": "f"}, "invalid_argument"},
		"too many": {s.SurveyKey, func() map[string]string {
			m := map[string]string{}
			for i := range 9 {
				m[fmt.Sprint(i)] = "x"
			}
			return m
		}(), "invalid_argument"},
		"accepted": {s.SurveyKey, map[string]string{"Sex": "f", "age": ""}, ""},
	} {
		if err := h.Survey(ctx, team, c.key, c.groups); codeOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Decide(ctx, team, s.ID, session.Decide{Selected: true, Who: "Анна"}); err != nil {
		t.Fatal(err)
	}
	got, err := h.BiasReport(ctx, team, s.Vacancy.ID, bias.SelectionRate)
	if err != nil || got.Counted != 1 || len(got.Tables) != 1 || got.Tables[0].Rows[0].Taken != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := h.BiasReport(ctx, team, "", "luck"); codeOf(err) != "invalid_argument" {
		t.Errorf("another measure: %v", err)
	}
	if got, _ := h.BiasReport(ctx, "others", "", ""); got.Counted != 0 {
		t.Error("another tenant's outcomes")
	}
}
