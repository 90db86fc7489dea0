package retrieve_test

import (
	"maps"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"kadry/internal/retrieve"
)

func indexOf(texts ...string) *retrieve.Index {
	x := retrieve.NewIndex()
	for i, text := range texts {
		x.Put(i, retrieve.Cut(retrieve.Field{Text: text, Weight: 1}))
	}
	return x
}

func TestScores_byHand(t *testing.T) {
	t.Parallel()
	x := indexOf("go go docker", "docker kafka", "java")
	// N=3, lengths 3, 2, 1, average 2. docker: held by 2, idf = ln(1+1.5/2.5) = 0.470004.
	// Document 0: tf 1, norm = 1.2*(0.25+0.75*3/2) = 1.65, 2.2/(1+1.65) = 0.830189.
	// Document 1: tf 1, norm = 1.2*(0.25+0.75*2/2) = 1.2, 2.2/2.2 = 1.
	want := []float64{0.470004 * 0.830189, 0.470004, 0}
	if diff := cmp.Diff(want, x.Scores(retrieve.Terms("Docker")), cmpopts.EquateApprox(0, 1e-5)); diff != "" {
		t.Error(diff)
	}
	// go: held by 1, idf = ln(1+2.5/1.5) = 0.980829; tf 2: 2*2.2/(2+1.65) = 1.205479.
	if got := x.Scores(retrieve.Terms("go"))[0]; math.Abs(got-0.980829*1.205479) > 1e-5 {
		t.Errorf("go scores %f", got)
	}
}

func TestScores_fieldWeights(t *testing.T) {
	t.Parallel()
	x := retrieve.NewIndex()
	x.Put(0, retrieve.Cut(retrieve.Field{Text: "kafka", Weight: 3}, retrieve.Field{Text: "java", Weight: 1}))
	x.Put(1, retrieve.Cut(retrieve.Field{Text: "java", Weight: 3}, retrieve.Field{Text: "kafka", Weight: 1}))
	scores := x.Scores(retrieve.Terms("kafka"))
	if scores[0] <= scores[1] {
		t.Errorf("a word of the title scores %v, not above one of the prose", scores)
	}
}

func TestIndex_sameAfterRemovals(t *testing.T) {
	t.Parallel()
	words := []string{"go", "java", "c++", "c#", "docker", "kafka", "питон", "разработка"}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string {
			out := ""
			for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(words)-1), 1, 8).Draw(t, "words") {
				out += words[i] + " "
			}
			return out
		})
		texts := rapid.SliceOfN(text, 1, 40).Draw(t, "texts")
		changed := indexOf(texts...)
		for i := range texts {
			switch rapid.IntRange(0, 2).Draw(t, "change") {
			case 0:
				changed.Drop(i)
				changed.Drop(i)
				texts[i] = ""
			case 1:
				texts[i] = text.Draw(t, "other")
				changed.Put(i, retrieve.Cut(retrieve.Field{Text: texts[i], Weight: 1}))
			}
		}
		fresh := retrieve.NewIndex()
		for i, text := range texts {
			if text != "" {
				fresh.Put(i, retrieve.Cut(retrieve.Field{Text: text, Weight: 1}))
			}
		}
		if changed.Len() != fresh.Len() {
			t.Fatalf("%d documents, want %d", changed.Len(), fresh.Len())
		}
		for _, word := range words {
			query := retrieve.Terms(word)
			got, want := changed.Scores(query), fresh.Scores(query)
			for i, score := range got {
				expected := 0.0
				if i < len(want) {
					expected = want[i]
				}
				if math.Abs(score-expected) > 1e-9 {
					t.Fatalf("%q scores %f in document %d, want %f", word, score, i, expected)
				}
			}
			if diff := cmp.Diff(maps.Collect(fresh.Phrase(word)), maps.Collect(changed.Phrase(word))); diff != "" {
				t.Fatalf("phrase %q: %s", word, diff)
			}
		}
	})
}

func TestPhrase(t *testing.T) {
	t.Parallel()
	x := retrieve.NewIndex()
	x.Put(0, retrieve.Cut(retrieve.Field{Text: "Accounts payable, accounts  payable and account payables", Weight: 1}))
	x.Put(1, retrieve.Cut(retrieve.Field{Text: "accounts", Weight: 1}, retrieve.Field{Text: "payable", Weight: 1}))
	x.Put(2, retrieve.Cut(retrieve.Field{Text: "payable accounts; accounting", Weight: 1}))
	x.Put(3, retrieve.Cut(retrieve.Field{Text: "управления проектами", Weight: 1}))
	for phrase, want := range map[string]map[int]int{
		"accounts payable": {0: 3},
		"account":          {0: 3, 1: 1, 2: 1},
		"accounting":       {2: 1},
		"Управление проектами":   {3: 1},
		"NonexistentSkill123":    {},
		"":                       {},
		"accounts payable ledgr": {},
	} {
		if diff := cmp.Diff(want, maps.Collect(x.Phrase(phrase))); diff != "" {
			t.Errorf("Phrase(%q): %s", phrase, diff)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	text := "Ключевое: Управления проектами. управление  проектом"
	var got []string
	for _, at := range retrieve.Places(text, "управление проектами") {
		got = append(got, text[at[0]:at[1]])
	}
	if diff := cmp.Diff([]string{"Управления проектами", "управление  проектом"}, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkPut(b *testing.B) {
	text := ""
	for range 40 {
		text += "Разработка и поддержка сервисов: Go, Kafka, PostgreSQL. Built services with Docker and Kubernetes for payments. "
	}
	x := retrieve.NewIndex()
	b.SetBytes(int64(len(text)))
	i := 0
	for b.Loop() {
		x.Put(i%1000, retrieve.Cut(retrieve.Field{Text: text, Weight: 1}))
		i++
	}
}
