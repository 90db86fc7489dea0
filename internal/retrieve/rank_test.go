package retrieve_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/retrieve"
)

func TestFuse_byHand(t *testing.T) {
	t.Parallel()
	a := []retrieve.Scored{{Doc: 7, Score: 9}, {Doc: 3, Score: 5}, {Doc: 1, Score: 5}, {Doc: 2, Score: 1}}
	b := []retrieve.Scored{{Doc: 3, Score: 0.2}, {Doc: 7, Score: 0.1}}
	want := []retrieve.Scored{
		{Doc: 3, Score: 1.0/62 + 1.0/61}, // ties share the second place
		{Doc: 7, Score: 1.0/61 + 1.0/62},
		{Doc: 1, Score: 1.0 / 62},
		{Doc: 2, Score: 1.0 / 64},
	}
	if diff := cmp.Diff(want, retrieve.Fuse(a, b), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(retrieve.Fuse(a, b), retrieve.Fuse(b, a), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("the order of rankings matters: %s", diff)
	}
}

func TestMetrics_byHand(t *testing.T) {
	t.Parallel()
	ranking := []string{"a", "x", "b", "y"}
	relevant := map[string]bool{"a": true, "b": true, "c": true}
	// DCG = 1 + 1/log2(4) = 1.5; ideal of three = 1 + 0.63093 + 0.5 = 2.13093.
	for name, c := range map[string]struct{ got, want float64 }{
		"gain at 4":        {retrieve.Gain(ranking, relevant, 4), 1.5 / 2.130930},
		"gain at 1":        {retrieve.Gain(ranking, relevant, 1), 1},
		"gain of nothing":  {retrieve.Gain(nil, relevant, 10), 0},
		"nothing relevant": {retrieve.Gain(ranking, nil, 10), 0},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s is %f, want %f", name, c.got, c.want)
		}
	}
}
