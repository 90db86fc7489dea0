package grade

import (
	"slices"
	"strings"
	"testing"
)

// volumes is a question with two points, as the bank holds them.
func volumes(t *testing.T) *Rubric {
	t.Helper()
	layer := Point{
		ID: "layer", Weight: 2, Text: "Writes go to a thin layer that disappears together with the container.",
		Right: []string{"Everything written inside is gone along with the deleted container.", "Those files live precisely as long as their container."},
		Wrong: []string{"The layer is kept when the container is removed.", "Writes go to an image layer, so the files remain in the image."},
	}
	volume := Point{
		ID: "volume", Weight: 1, Text: "Data that must last belongs in a volume, which lives apart from the container.",
		Right: []string{"I mount a named volume, containers come and go and it stays.", "A volume outlives any container that uses it."},
		Wrong: []string{"A volume is deleted together with the container that uses it.", "A volume only speeds up reading."},
	}
	corpus := NewCorpus([]Subject{
		{ID: "volumes", Points: [][]string{append(layer.Right, layer.Text), append(volume.Right, volume.Text)}, Texts: slices.Concat(layer.Wrong, volume.Wrong)},
		{ID: "index", Points: [][]string{{"An index speeds up reading of a table.", "Reading by an index is fast."}}, Texts: []string{"An index slows down every reading."}},
	})
	return NewRubric(Question{Text: "What happens to files of a removed container?", Lang: "en"},
		Reference{Points: []Point{layer, volume}, Text: layer.Text + " " + volume.Text, Corpus: corpus, Subject: "volumes"})
}

func TestReadClaimModel_embedded(t *testing.T) {
	t.Parallel()
	m, err := ReadClaimModel(claimsText)
	if err != nil || len(m.Point.Trees) == 0 || len(m.Score.Trees) == 0 || len(m.Agreed.Trees) == 0 {
		t.Fatalf("%d, %d and %d trees, %v", len(m.Point.Trees), len(m.Score.Trees), len(m.Agreed.Trees), err)
	}
	s, ok := volumes(t).MeasureClaims("The files are gone with the container.", func(string) bool { return false })
	if !ok || !slices.Equal(s.Names, m.Names) || !slices.Equal(s.PointNames, m.PointNames) {
		t.Errorf("the weights are of other measures than the grader takes; learn them again")
	}
	for _, broken := range []string{"", "[]", `{"score":{"trees":[[[7,0,1]]]}}`} {
		if _, err := ReadClaimModel([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}

// What the claims say moves the measures; the words alone do not.
func TestGather_tellsClaimsFromTheirWords(t *testing.T) {
	t.Parallel()
	r := volumes(t)
	measure := func(answer string) features {
		return r.claims.hear(read(answer)).gather(nil).point(1)
	}
	said, turned := measure("A named volume outlives the container."), measure("The volume is deleted together with the container.")
	if said.value("ahead") <= 0 || turned.value("ahead") >= 0 {
		t.Errorf("ahead: %.2f for what is right, %.2f for its opposite", said.value("ahead"), turned.value("ahead"))
	}
	if said.value("odds") <= turned.value("odds") {
		t.Errorf("odds: %.2f for what is right, %.2f for its opposite", said.value("odds"), turned.value("odds"))
	}
}

func TestGrade_claimsAreDeterministicAndQuoted(t *testing.T) {
	t.Parallel()
	const answer = "Whatever it wrote is gone with the deleted container. I would mount a named volume."
	first := volumes(t).Grade(answer)
	for range 3 {
		if again := volumes(t).Grade(answer); again.Score != first.Score || again.Confidence != first.Confidence {
			t.Fatalf("%v then %v", first, again)
		}
	}
	for _, p := range first.Points {
		if p.Met > 0 && (p.Quote == "" || !strings.Contains(answer, p.Quote)) {
			t.Errorf("%s is met by %q", p.ID, p.Quote)
		}
	}
}

func TestGrade_rowsAndRepetitionsAreBounded(t *testing.T) {
	t.Parallel()
	r := volumes(t)
	for kind, answer := range map[FlagKind]string{
		Listed:   "layer, container, volume, thin layer, image, files, data, mount",
		Repeated: strings.Repeat("Everything written is gone along with the deleted container. ", 8),
	} {
		if m := r.Grade(answer); !m.Has(kind) || m.Score > heapBound {
			t.Errorf("%s: %v, %.2f", kind, m.Flags, m.Score)
		}
	}
	for _, answer := range []string{"The files are gone, as the layer goes with the container, so I mount a volume.", "- the layer is deleted with the container\n- a volume outlives it\n- so I mount one"} {
		if m := r.Grade(answer); m.Has(Listed) || m.Has(Repeated) {
			t.Errorf("%q: %v", answer, m.Flags)
		}
	}
}

// The work on an answer is bounded, whatever it is made of.
func TestHear_isBounded(t *testing.T) {
	t.Parallel()
	r := volumes(t)
	for _, answer := range []string{strings.Repeat("volume, ", 20_000), strings.Repeat("a. ", 20_000), strings.Repeat("container ", 50_000)} {
		h := r.claims.hear(read(answer))
		if len(h.words) > maxWords || len(h.spans) > windowsMost {
			t.Errorf("%d words and %d stretches", len(h.words), len(h.spans))
		}
	}
}

func TestMoved(t *testing.T) {
	t.Parallel()
	points := []Point{{Weight: 3}, {Weight: 1}, {Weight: 1}}
	for _, score := range []float64{0, 0.2, 0.5, 0.8, 1} {
		met := moved([]float64{0.6, 0.3, 0.1}, points, score)
		got := (3*met[0] + met[1] + met[2]) / 5
		if d := got - score; d > 0.05 || d < -0.2 {
			t.Errorf("score %.1f becomes %.2f: %v", score, got, met)
		}
		if met[0] < met[1] || met[1] < met[2] {
			t.Errorf("score %.1f turns the order of the points: %v", score, met)
		}
	}
}
