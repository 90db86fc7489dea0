package grade

import (
	"slices"
	"strings"
	"testing"
)

func TestWeights_areSound(t *testing.T) {
	t.Parallel()
	m, err := ReadModel(weightsText)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Score.Trees) == 0 || len(m.Correct.Trees) == 0 {
		t.Fatal("a forest without trees")
	}
	if m.Correct.Leaning == nil || len(m.Correct.Leaning.Weights) == 0 {
		t.Error("no leaning of words was learned")
	}
	s := Measure(Question{Text: "What is a stack?"}, Reference{Text: "A list of plates."}, "A pile of plates.")
	if strings.Join(s.Names, " ") != strings.Join(m.Names, " ") {
		t.Errorf("the weights were learned for other measures: run learn-grading again")
	}
}

func TestTraits_tellThePartsOfWords(t *testing.T) {
	t.Parallel()
	r := NewRubric(Question{Text: "Why is the bulb off?"}, Reference{Text: "The bulb has no closed path to the battery."})
	got := r.Measure("The bulb is in a path, and the switch is not closed.").Traits
	for _, want := range []struct{ part, word string }{
		{traitTold, "path"},
		{traitTold, stem("closed")},
		{traitMissed, stem("battery")},
		{traitToldAsked, "bulb"},
		{traitExtra, "switch"},
		{traitGrammar, "in"},
		{traitTurned, "path"},
		{traitTurned, ""},
	} {
		if !slices.Contains(got, traitOf(want.part, want.word)) {
			t.Errorf("%s %q is not among the traits", want.part, want.word)
		}
	}
	for _, odd := range []struct{ part, word string }{{traitMissed, "path"}, {traitExtra, "bulb"}, {traitTold, "switch"}, {traitTurned, stem("closed")}} {
		if slices.Contains(got, traitOf(odd.part, odd.word)) {
			t.Errorf("%s %q is among the traits", odd.part, odd.word)
		}
	}
	if !slices.IsSorted(got) {
		t.Error("the traits are in no order")
	}
}

func TestLeaning_saysNothingOfWordsItDoesNotKnow(t *testing.T) {
	t.Parallel()
	l := Leaning{Base: -0.2, Weights: map[Trait]float64{traitOf(traitTold, "path"): 2, traitOf(traitTurned, ""): -3}}
	if got := l.At([]Trait{traitOf(traitTold, "путь"), traitOf(traitExtra, "path")}); got != -0.2 {
		t.Errorf("words of another field lean by %g", got)
	}
	if right, wrong := l.At([]Trait{traitOf(traitTold, "path")}), l.At([]Trait{traitOf(traitTurned, "")}); right <= -0.2 || wrong >= -0.2 {
		t.Errorf("a right word leans by %g, a turned one by %g", right, wrong)
	}
}

func TestReadModel_refusesWhatIsNoModel(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "[]", `{"names":["a"],"score":{"trees":[[]]}}`,
		`{"names":["a"],"score":{"trees":[[[0,1,0],[-1,1,0],[-1,2,0]]]}}`,
		`{"names":["a"],"score":{"trees":[[[1,1,2],[-1,1,0],[-1,2,0]]]}}`,
		`{"names":["a"],"correct":{"trees":[[[0,1,9],[-1,1,0],[-1,2,0]]]}}`,
	} {
		if _, err := ReadModel([]byte(text)); err == nil {
			t.Errorf("%s is taken for a model", text)
		}
	}
}

func TestLexicon_everyLineIsRead(t *testing.T) {
	t.Parallel()
	for n, line := range strings.Split(lexiconText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		sides := strings.Split(line[1:], "|")
		switch tie(line[0]) {
		case same, near:
			if len(sides) != 1 || !strings.Contains(line, ",") {
				t.Errorf("line %d joins nothing: %s", n+1, line)
			}
		case contrast:
			if len(sides) != 2 {
				t.Errorf("line %d has no two sides: %s", n+1, line)
			}
		default:
			t.Errorf("line %d has no tie: %s", n+1, line)
		}
		for _, side := range sides {
			for member := range strings.SplitSeq(side, ",") {
				if len(stemsOf(member)) == 0 {
					t.Errorf("line %d has an empty member: %s", n+1, line)
				}
			}
		}
	}
}

func TestAlike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b     string
		from, to float64
	}{
		{"element", "elements", 1, 1},
		{"указатель", "указатели", 1, 1},
		{"remove", "delete", 0.9, 0.9},
		{"стек", "stack", 0.9, 0.9},
		{"parameter", "paremeter", 0.6, 0.95},
		{"open", "closed", 0, 0.5},
		{"4", "5", 0, 0},
		{"plate", "tree", 0, 0},
	} {
		a, b := read(tt.a), read(tt.b)
		if s := alike(&a.words[0], &b.words[0]); s < tt.from || s > tt.to {
			t.Errorf("%s and %s: %.2f", tt.a, tt.b, s)
		}
	}
	not, closed := read("not open"), read("closed")
	if s := alike(&not.words[1], &closed.words[0]); s != likeTurned {
		t.Errorf("not open and closed: %.2f", s)
	}
}
