package verification

import (
	"slices"
	"testing"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

func TestOrder(t *testing.T) {
	t.Parallel()
	asked := align.Fragment{Language: lexer.Python, Code: "def total(xs):\n    s = 0\n    for x in xs:\n        s += x\n    return s\n"}
	list := []match.Match{
		{Place: match.Place{Name: "other"}, Language: "python", Score: 0.8, Code: "def first(xs):\n    if not xs:\n        raise ValueError('empty')\n    return xs[0]\n"},
		{Place: match.Place{Name: "broken"}, Language: "python", Score: 0.6, Code: "def (((("},
		{Place: match.Place{Name: "renamed"}, Language: "python", Score: 0.3, Code: "def add_up(values):\n    acc = 0\n    for v in values:\n        acc += v\n    return acc\n"},
	}
	stages := 0
	means := Means{Stage: func(done, total int, _ fault.Text) {
		if stages++; done != stages || total != len(list) {
			t.Errorf("stage %d of %d after %d", done, total, stages)
		}
	}}
	if err := Order(t.Context(), means, asked, list, func(m *match.Match) *match.Match { return m }); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range list {
		names = append(names, m.Name)
		if m.VerifiedBy != match.Static {
			t.Errorf("%s is verified by %s", m.Name, m.VerifiedBy)
		}
	}
	if want := []string{"renamed", "other", "broken"}; !slices.Equal(names, want) || list[0].Verdict != match.Equivalent || list[0].Clone != match.T2 {
		t.Errorf("%v, want %v; the first is %s %s", names, want, list[0].Verdict, list[0].Clone)
	}
	if err := Order(t.Context(), means, asked, nil, func(m *match.Match) *match.Match { return m }); err != nil {
		t.Error(err)
	}
}

// What could not be run on both sides speaks too, and proves nothing.
func TestBehaved_notRun(t *testing.T) {
	t.Parallel()
	m := match.Match{Score: 0.7, VerifiedBy: match.Static, Verdict: match.Similar}
	behaved(&m, behaviour.Outcome{})
	if m.Score < 0.69 || m.Score > 0.71 {
		t.Errorf("nothing is known and the score is %v", m.Score)
	}
	behaved(&m, behaviour.Outcome{OtherArguments: true})
	if m.Score > 0.5 || m.VerifiedBy != match.Static || m.Verdict != match.Similar || m.Tests.Run != 0 {
		t.Errorf("other arguments: %+v", m)
	}
}
