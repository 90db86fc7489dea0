package talent

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNeed_spellings(t *testing.T) {
	t.Parallel()
	n := &need{asked: "welder", names: []string{"welder", "gas welder"}}
	const text = "Gas welder at Sample Works. Welder at Example Ltd."
	var got []string
	for _, p := range n.spellings(text) {
		got = append(got, text[p[0]:p[1]])
	}
	if diff := cmp.Diff([]string{"Gas welder", "Welder"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
