package fuzzy_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/exam/fuzzy"
)

// language makes up problems: words of syllables with Russian endings, used as often as
// Zipf's law says, in families that share their opening.
type language struct {
	random   *rand.Rand
	words    []string
	zipf     *rand.Zipf
	openings []string
}

func newLanguage() *language {
	l := &language{random: rand.New(rand.NewPCG(20, 26))}
	syllables := strings.Fields("на по ре ка го ра ста во до ли ма ни ко ве де ло са ти ну пе зо бу ча ши му гра кре сла про тру вы за пер цен")
	endings := strings.Fields("ние ния ость ости ый ая ого ой ами ах ет ют ить ал а ы у ом е")
	for range 20_000 {
		word := ""
		for range 1 + l.random.IntN(3) {
			word += syllables[l.random.IntN(len(syllables))]
		}
		l.words = append(l.words, word+endings[l.random.IntN(len(endings))])
	}
	l.zipf = rand.NewZipf(l.random, 1.1, 4, uint64(len(l.words)-1))
	for range 60 {
		l.openings = append(l.openings, l.sentence(12))
	}
	return l
}

func (l *language) sentence(words int) string {
	var out []string
	for range words {
		if l.random.IntN(12) == 0 {
			out = append(out, fmt.Sprint(l.random.IntN(200)))
			continue
		}
		out = append(out, l.words[l.zipf.Uint64()])
	}
	return strings.Join(out, " ") + ". "
}

// problem is a text of 400 to 1,000 characters.
func (l *language) problem() string {
	text, most := l.openings[l.random.IntN(len(l.openings))], 400+l.random.IntN(600)
	for utf8.RuneCountInString(text) < most {
		text += l.sentence(5 + l.random.IntN(10))
	}
	return string([]rune(text)[:most])
}

// damaged is the first 300 characters with 6 % of them lost, doubled or mistaken.
func (l *language) damaged(text string) string {
	runes := []rune(text)
	var out []rune
	for _, r := range runes[:min(300, len(runes))] {
		switch l.random.IntN(50) {
		case 0:
		case 1:
			out = append(out, r, r)
		case 2:
			out = append(out, []rune("оаеинтсрвлкм")[l.random.IntN(12)])
		default:
			out = append(out, r)
		}
	}
	return string(out)
}

// bank is an index of n made-up problems and damaged copies of some.
func bank(n int) (texts, queries []string) {
	l := newLanguage()
	for range n {
		texts = append(texts, l.problem())
	}
	for i := 0; i < n; i += max(1, n/200) {
		queries = append(queries, l.damaged(texts[i]))
	}
	return texts, queries
}

func index(texts []string) *fuzzy.Index {
	x := fuzzy.New()
	for i, text := range texts {
		x.Put(uint32(i), text)
	}
	return x
}

func TestSearch_amongTenThousand(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("indexes 10,000 texts")
	}
	texts, queries := bank(10_000)
	x := index(texts)
	missed := 0
	for i, query := range queries {
		if hits := x.Search(query, 5); len(hits) == 0 || hits[0].Key != uint32(i*50) || hits[0].Score < 0.6 {
			missed++
		}
	}
	if missed > 1 {
		t.Errorf("%d of %d damaged copies not found", missed, len(queries))
	}
}

// BenchmarkSearch is a search among 10,000 texts.
func BenchmarkSearch(b *testing.B) {
	texts, queries := bank(10_000)
	x := index(texts)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		x.Search(queries[i%len(queries)], 20)
		i++
	}
}

// BenchmarkSearch_wholeText is a search for an undamaged copy of 1,000 characters at most.
func BenchmarkSearch_wholeText(b *testing.B) {
	texts, _ := bank(10_000)
	x := index(texts)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		x.Search(texts[i%len(texts)], 20)
		i += 37
	}
}

// BenchmarkBuild takes in 10,000 texts and reports what they occupy, kept texts included.
func BenchmarkBuild(b *testing.B) {
	texts, _ := bank(10_000)
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := index(texts)
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "live-MB")
		runtime.KeepAlive(x)
		b.StartTimer()
	}
}
