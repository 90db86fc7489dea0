package evidence

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/op"
)

// people are analyses of so many skills with so many quotes, whose texts do not repeat.
func people(many, skills, quotes int) []personWire {
	draw := rand.New(rand.NewPCG(1, 2))
	word := func() string { return fmt.Sprintf("%016x", draw.Uint64()) }
	list := make([]personWire, many)
	for i := range list {
		out := analyzeOutput{Username: word(), Repos: []repoWire{{Name: word()}}, Warnings: []string{}}
		for range skills {
			s := skillWire{Skill: word(), Name: word(), Score: draw.Float64(), Status: "shown", Confidence: "high", Evidence: word() + " " + word()}
			for range quotes {
				s.Items = append(s.Items, itemWire{Repository: word(), Commit: word() + word(), Path: word(), URL: word() + word()})
			}
			out.Skills = append(out.Skills, s)
		}
		list[i] = personWire{Username: out.Username, Status: "ok", Analysis: &out}
	}
	return list
}

// What a task keeps of a batch is taken up again as it was, shortened only where it would not
// fit, and even the largest batch fits.
func TestBatch_point(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		people []personWire
		want   detail
	}{
		"twelve with all their evidence": {people(12, 5, 8), whole},
		"too many quotes":                {people(100, 10, 8), unquoted},
		"the largest there is":           {people(100, 50, 8), bare},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.people[3] = personWire{Username: "later", Status: pending}
			var kept []byte
			keep := func(_ context.Context, point, _ []byte) error {
				kept = point
				return nil
			}
			before := &batch{point: op.Checkpoint(op.WithCheckpoint(t.Context(), nil, keep)), people: c.people}
			before.budget.Requests = 7
			if err := before.save(t.Context()); err != nil || before.kept != c.want {
				t.Fatalf("kept with detail %d, want %d: %v", before.kept, c.want, err)
			}
			after := &batch{point: op.Checkpoint(op.WithCheckpoint(t.Context(), kept, keep)), people: make([]personWire, len(c.people))}
			after.resume()
			want := shortened(c.people, c.want)
			want = append([]personWire(nil), want...)
			want[3] = personWire{}
			if diff := cmp.Diff(asJSON(t, want), asJSON(t, after.people)); diff != "" || after.budget.Requests != 7 || after.told != c.want {
				t.Errorf("taken up with detail %d and %d requests:\n%.2000s", after.told, after.budget.Requests, diff)
			}
			t.Logf("%d bytes", len(kept))
		})
	}
}

// asJSON tells an empty list from none no more than an answer does.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "null", "[]")
}

// A point that is damaged, of another batch or of another version is none.
func TestBatch_damagedPoint(t *testing.T) {
	t.Parallel()
	other, err := packed(people(3, 1, 1), whole)
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range []string{"", "{", "[]", `{"people":"AAAA"}`, `{"people":[{"username":"a","status":"ok"}]}`, `{"people":"H4sIAAAA","requests":9}`, asJSON(t, batchPoint{People: other}), asJSON(t, batchPoint{People: other[:len(other)/2]})} {
		b := &batch{point: op.Checkpoint(op.WithCheckpoint(t.Context(), []byte(point), nil)), people: make([]personWire, 2)}
		b.resume()
		if b.people[0].Status != "" || b.budget.Requests != 0 {
			t.Errorf("%.60q: %+v", point, b)
		}
	}
}
