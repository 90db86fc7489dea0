package pipeline_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/pipeline"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestStanding_check(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		to    pipeline.Standing
		wrong string // field, empty where nothing is
	}{
		"plain":                 {pipeline.Standing{Stage: pipeline.Offer, Comment: "они согласны"}, ""},
		"rejected":              {pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Salary}, ""},
		"rejected for nothing":  {pipeline.Standing{Stage: pipeline.Rejected}, "reason"},
		"another reason":        {pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Other, Comment: "x"}, ""},
		"another, not said":     {pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Other}, "comment"},
		"a reason to invite":    {pipeline.Standing{Stage: pipeline.Invited, Reason: pipeline.Skills}, "reason"},
		"postponed to today":    {pipeline.Standing{Stage: pipeline.Postponed, Until: "2026-11-20"}, ""},
		"postponed to the past": {pipeline.Standing{Stage: pipeline.Postponed, Until: "2026-11-19"}, "until"},
		"postponed for ever":    {pipeline.Standing{Stage: pipeline.Postponed}, "until"},
		"postponed to no day":   {pipeline.Standing{Stage: pipeline.Postponed, Until: "2026-02-30"}, "until"},
		"an offer until":        {pipeline.Standing{Stage: pipeline.Offer, Until: "2026-12-01"}, "until"},
		"many words":            {pipeline.Standing{Stage: pipeline.Offer, Comment: strings.Repeat("ы", 1001)}, "comment"},
		"the most words":        {pipeline.Standing{Stage: pipeline.Offer, Comment: strings.Repeat("ы", 1000)}, ""},
	} {
		err := c.to.Check(noon)
		if (err == nil) != (c.wrong == "") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err != nil && (fault.KindOf(err) != fault.Invalid || fault.From(err).Fields[0].Path != c.wrong) {
			t.Errorf("%s: %v, want %s", name, err, c.wrong)
		}
	}
}

func TestApply(t *testing.T) {
	t.Parallel()
	at := func(s pipeline.Stage) *pipeline.Application {
		return &pipeline.Application{Vacancy: "v", Candidate: "c", Standing: pipeline.Standing{Stage: s}, Version: 4, MovedBy: "ada", MovedAt: noon}
	}
	for name, c := range map[string]struct {
		now     *pipeline.Application
		to      pipeline.Stage
		add     bool
		version int
		want    pipeline.Status
		stage   pipeline.Stage
		kind    fault.Kind
	}{
		"add":                     {nil, pipeline.New, true, 0, pipeline.Added, pipeline.New, ""},
		"move nobody":             {nil, pipeline.New, false, 0, pipeline.Refused, "", fault.NotFound},
		"move":                    {at(pipeline.New), pipeline.Offer, false, 4, pipeline.Changed, pipeline.Offer, ""},
		"move, any version":       {at(pipeline.Offer), pipeline.New, false, 0, pipeline.Changed, pipeline.New, ""},
		"overtaken":               {at(pipeline.New), pipeline.Offer, false, 3, pipeline.Refused, pipeline.New, fault.Conflict},
		"to where they are":       {at(pipeline.New), pipeline.New, false, 4, pipeline.Unchanged, pipeline.New, ""},
		"add who is there":        {at(pipeline.Offer), pipeline.New, true, 0, pipeline.Unchanged, pipeline.Offer, ""},
		"add who was rejected":    {at(pipeline.Rejected), pipeline.New, true, 0, pipeline.Reopened, pipeline.New, ""},
		"move out of a rejection": {at(pipeline.Rejected), pipeline.Invited, false, 4, pipeline.Reopened, pipeline.Invited, ""},
	} {
		change := pipeline.Change{Vacancy: "v", Candidate: "c", To: pipeline.Standing{Stage: c.to}, Add: c.add, Version: c.version, Author: "bob", At: noon}
		got, step := change.Apply(c.now)
		if got.Status != c.want || got.Application.Stage != c.stage || fault.KindOf(got.Err) != c.kind {
			t.Errorf("%s: %s, %s, %v", name, got.Status, got.Application.Stage, got.Err)
		}
		changes := slices.Contains([]pipeline.Status{pipeline.Added, pipeline.Changed, pipeline.Reopened}, c.want)
		if (step != nil) != changes || step != nil && step.Reopened() != (c.want == pipeline.Reopened) {
			t.Errorf("%s: step %+v", name, step)
		}
	}
}

// Whatever is asked in whatever order, the steps are a chain without gaps that ends where the
// application stands, and who was once let back in is marked for good.
func TestApply_historyTellsTheWay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var now *pipeline.Application
		var stage pipeline.Stage
		seq, again := 0, false
		for range rapid.IntRange(1, 12).Draw(t, "moves") {
			c := pipeline.Change{
				To:  pipeline.Standing{Stage: rapid.SampledFrom(pipeline.Stages()).Draw(t, "stage"), Comment: rapid.SampledFrom([]string{"", "x"}).Draw(t, "comment")},
				Add: rapid.Bool().Draw(t, "add"), Version: rapid.IntRange(0, 4).Draw(t, "version"),
			}
			got, step := c.Apply(now)
			if step == nil {
				continue
			}
			if step.From != stage || step.Seq != seq+1 {
				t.Fatalf("a step from %q, seq %d, after %q, %d", step.From, step.Seq, stage, seq)
			}
			stage, seq, again = step.Stage, step.Seq, again || step.Reopened()
			now = &got.Application
			if now.Stage != stage || now.Version != seq || now.Again != again {
				t.Fatalf("stands at %+v after %+v", now, step)
			}
		}
	})
}

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" one\ntwo\tthree ": "one\ntwo\tthree", "a\u0000b\u0007c": "abc", "safe\u202efdp.exe": "safefdp.exe", "\u200b\ufeff ": "", "نمی\u200cدانم": "نمی\u200cدانم",
	} {
		if got := pipeline.Clean(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestTags(t *testing.T) {
	t.Parallel()
	got, err := pipeline.Tags("add", []string{" Remote  Work ", "remote work", "ЁЖ"})
	if err != nil || !slices.Equal(got, []string{"remote work", "ёж"}) {
		t.Errorf("got %q, %v", got, err)
	}
	for _, bad := range []string{"", "  ", strings.Repeat("ы", 41)} {
		if _, err := pipeline.Tags("add", []string{"good", bad}); err == nil || fault.From(err).Fields[0].Path != "add[1]" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestTexts_areThereInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, s := range pipeline.Stages() {
		if text := s.Text(); text.EN == string(s) || text.RU == string(s) {
			t.Errorf("the stage %s has no name", s)
		}
	}
	for _, r := range pipeline.Reasons() {
		if text := r.Text(); text.EN == string(r) || text.RU == string(r) {
			t.Errorf("the reason %s has no name", r)
		}
	}
}
