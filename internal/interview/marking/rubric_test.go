package marking

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/effort"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
)

// forgetful is a marker with nothing kept.
func (m *Marker) forgetful() *Marker {
	return &Marker{bank: m.bank, others: m.others, corpora: m.corpora, young: map[sheet]*grade.Rubric{}, words: map[string]pointWords{}}
}

// sampled are one in so many questions of the bank, others on every run, and more with more effort.
func sampled(r *Marker, oneIn int) iter.Seq[bank.Question] {
	oneIn = max(1, oneIn/effort.Times(1))
	n := rand.IntN(oneIn)
	return func(yield func(bank.Question) bool) {
		for q := range r.bank.All() {
			if n++; n%oneIn == 0 && !yield(q) {
				return
			}
		}
	}
}

// askedOfAll asks questions in both languages and answers in both, with and without a probe.
func askedOfAll(questions []bank.Question, mark func(q bank.Question, lang bank.Language, turns []Turn)) {
	for _, q := range questions {
		for _, lang := range bank.Languages() {
			mark(q, lang, said(q, lang, q.Model.RU))
			mark(q, lang, said(q, lang, q.Model.EN))
			mark(q, lang, said(q, lang, lang.Of(q.Points[0].Text), lang.Of(q.Model)))
			mark(q, lang, said(q, lang, lang.Of(q.RedFlags[0].Text)))
		}
	}
}

// What a marker keeps changes no mark, whoever else is marked at the same time.
func TestRubric_keptMarksAsReadAnew(t *testing.T) {
	t.Parallel()
	r := loadMarking(t)
	questions := slices.Collect(sampled(r, 32))
	var anew []Mark
	askedOfAll(questions, func(q bank.Question, lang bank.Language, turns []Turn) {
		anew = append(anew, r.forgetful().Mark(q, lang, turns))
	})
	shared := r.forgetful()
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			n := 0
			askedOfAll(questions, func(q bank.Question, lang bank.Language, turns []Turn) {
				for range 2 { // the second time from what is kept
					if diff := cmp.Diff(anew[n], shared.Mark(q, lang, turns)); diff != "" {
						t.Errorf("%s, %s: %s", q.ID, lang, diff)
					}
				}
				n++
			})
		})
	}
	all.Wait()
}

func TestRubric_keepsAFewInUse(t *testing.T) {
	t.Parallel()
	r := loadMarking(t)
	m := r.forgetful()
	q := question(t, r, "go-error-wrapping")
	used := sheet{question: "go-error-wrapping", asked: "In use?", lang: bank.Russian, spoken: bank.Russian}
	first := m.rubric(used, q)
	for n := range 3 * rubricsKept {
		m.rubric(sheet{question: "go-error-wrapping", asked: strings.Repeat("?", n), lang: bank.Russian, spoken: bank.Russian}, q)
		if m.rubric(used, q) != first {
			t.Fatalf("a rubric in use was read again after %d others", n)
		}
		if len(m.young) > rubricsKept || len(m.older) > rubricsKept {
			t.Fatalf("after %d: %d young and %d older ones are kept", n, len(m.young), len(m.older))
		}
	}
}

// BenchmarkMark marks answers of 600 characters to ten questions, by what is kept and by
// what is read for each.
func BenchmarkMark(b *testing.B) {
	r, err := shipped()
	if err != nil {
		b.Fatal(err)
	}
	var questions []bank.Question
	var turns [][]Turn
	for q := range r.bank.All() {
		answer := []rune(strings.Repeat(q.Model.RU+" ", 600))
		questions, turns = append(questions, q), append(turns, said(q, bank.Russian, string(answer[:600])))
		if len(questions) == 10 {
			break
		}
	}
	mark := func(b *testing.B, of func() *Marker) {
		b.ReportAllocs()
		for n := 0; b.Loop(); n++ {
			of().Mark(questions[n%len(questions)], bank.Russian, turns[n%len(questions)])
		}
	}
	b.Run("kept", func(b *testing.B) { mark(b, func() *Marker { return r }) })
	b.Run("read", func(b *testing.B) { mark(b, r.forgetful) })
}

// A reply to a probe that says nothing leaves the mark as it was, whatever the probe asked.
func TestMark_repliesOfNothing(t *testing.T) {
	t.Parallel()
	r := loadMarking(t)
	nothing := map[bank.Language][]string{
		bank.English: {"—", "I do not know.", "Not sure, sorry."},
		bank.Russian: {"…", "Не знаю.", "Не помню, извините."},
	}
	for q := range sampled(r, 16) {
		for _, lang := range bank.Languages() {
			said := said(q, lang, lang.Of(q.Model))
			before := r.Mark(q, lang, said)
			for i, reply := range nothing[lang] {
				probe := q.Probes[i%len(q.Probes)].Text
				after := r.Mark(q, lang, append(slices.Clone(said), NewTurn(lang.Of(probe), reply, "", 4)))
				if after.Score != before.Score || !cmp.Equal(after.Points, before.Points) {
					t.Errorf("%s, %s: %q moves %.4f to %.4f", q.ID, lang, reply, before.Score, after.Score)
				}
			}
		}
	}
}
