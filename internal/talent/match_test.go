package talent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent"
)

func TestBrowse_listsEverybodyWithoutSkills(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"go":   cv("Nina Example", "Go developer", "March 2021 - present", "Go"),
		"java": cv("Oleg Example", "Java developer", "March 2024 - present", "Java"),
	})
	all, err := b.Browse(t.Context(), team, talent.Query{TopK: 10})
	if err != nil || all.Total != 2 {
		t.Fatalf("got %d candidates, %v", all.Total, err)
	}
	some, err := b.Browse(t.Context(), team, talent.Query{TopK: 10, MinYears: 4})
	if diff := cmp.Diff([]string{"go"}, names(ids, some.Candidates)); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if _, err := b.Browse(t.Context(), team, talent.Query{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("no page size: got %v", err)
	}
}

func TestMatch_saysWhatTheSearchSays(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"go":   cv("Nina Example", "Go developer", "March 2021 - present", "Go", "Docker"),
		"java": cv("Oleg Example", "Java developer", "March 2024 - present", "Java"),
	})
	q := talent.Query{Required: []string{"Go"}, Preferred: []string{"Docker"}, TopK: 10}
	found, err := b.Search(t.Context(), team, q)
	if err != nil || len(found.Candidates) != 1 {
		t.Fatalf("got %+v, %v", found, err)
	}
	same, err := b.Match(t.Context(), team, ids["go"], q)
	if diff := cmp.Diff(found.Candidates[0], same); err != nil || diff != "" {
		t.Errorf("%v (-search +match):\n%s", err, diff)
	}
	other, err := b.Match(t.Context(), team, ids["java"], q)
	if diff := cmp.Diff([]string{"Go"}, other.Missing); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for tenant, id := range map[string]string{team: "cv_nobody", "strangers": ids["go"]} {
		if _, err := b.Match(t.Context(), tenant, id, q); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s %s: got %v", tenant, id, err)
		}
	}
}

func TestQuote_knowsItsMentionAndItsJob(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	text := "Nina Example\nGo developer\n\nExperience\nMarch 2021 - present\nSample Works, Go developer\nServices with Go and Frobnicator in production.\n"
	ids := stock(t, b, team, map[string]string{"nina": text})
	for _, asked := range []string{"Go", "Frobnicator"} {
		h, err := b.Match(t.Context(), team, ids["nina"], talent.Query{Required: []string{asked}, TopK: 1})
		if err != nil || len(h.Matches) != 1 || len(h.Matches[0].Evidence) == 0 {
			t.Fatalf("%s: %+v, %v", asked, h, err)
		}
		inJob := false
		for _, q := range h.Matches[0].Evidence {
			if got := q.Text[q.At : q.At+q.End-q.Start]; got != text[q.Start:q.End] {
				t.Errorf("%s: the quote %q marks %q, the text has %q", asked, q.Text, got, text[q.Start:q.End])
			}
			inJob = inJob || q.Position != nil && q.Position.Company == "Sample Works"
		}
		if !inJob {
			t.Errorf("%s: no quote names the job", asked)
		}
	}
}
