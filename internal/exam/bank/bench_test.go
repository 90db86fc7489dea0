package bank_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/index"
	"kadry/internal/exam/subject"
)

const crowd = 10_000

// recited is a shelf that tells changes prepared beforehand, as a database does.
type recited struct {
	*examtest.Storage
	changes []index.Change
}

func (r *recited) Changes(_ context.Context, after int64, limit int) ([]index.Change, error) {
	return r.changes[min(int(after), len(r.changes)):min(int(after)+limit, len(r.changes))], nil
}

// crowded is a shelf of ten thousand invented texts of sixty words in three courses. The
// words are made of syllables; a few are common, most are rare, as in a language.
func crowded(b *testing.B) *recited {
	random := rand.New(rand.NewPCG(11, 20))
	syllables := strings.Fields("ба во ге ди жу за ко ле ми но пу ра се то ул фи хо ца че ша эл юр яс стр мен ско ого ать ени ост")
	words := make([]string, 20_000)
	for i := range words {
		for range 2 + random.IntN(3) {
			words[i] += syllables[random.IntN(len(syllables))]
		}
	}
	shelf := &recited{Storage: examtest.NewStorage(b)}
	courses := []subject.Course{examtest.Math, examtest.Russian, examtest.OGE}
	for i := range crowd {
		var text strings.Builder
		for range 60 {
			f := random.Float64()
			text.WriteString(words[int(f*f*f*float64(len(words)))] + " ")
		}
		shelf.changes = append(shelf.changes, index.Change{
			Seq: int64(i + 1), Ref: examtest.RefOf(courses[i%3], fmt.Sprint(i+1)), Types: []string{fmt.Sprint(i % 27)}, Text: text.String(), FetchedAt: examtest.Today,
		})
	}
	return shelf
}

func offline(shelf *recited) *bank.Bank {
	return bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return examtest.Today }, Alone: true})
}

// BenchmarkLoad reports the time to take in ten thousand problems and the memory they keep.
func BenchmarkLoad(b *testing.B) {
	shelf := crowded(b)
	for b.Loop() {
		before := heap()
		exams := offline(shelf)
		if err := exams.Load(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
		runtime.KeepAlive(exams)
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkFind reports the time of one search over ten thousand problems by a damaged
// piece of a text, in one course and in all.
func BenchmarkFind(b *testing.B) {
	shelf := crowded(b)
	exams := offline(shelf)
	if err := exams.Load(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	for _, scope := range []bank.Scope{bank.ThisSubject, bank.Everywhere} {
		b.Run(string(scope), func(b *testing.B) {
			n := 0
			for b.Loop() {
				n++
				c := shelf.changes[n*37%crowd]
				text := strings.ReplaceAll(string([]rune(c.Text)[40:240]), "ми", "м")
				_, err := exams.Find(context.Background(), bank.TextQuery{Course: c.Ref.Course, Scope: scope, Text: text, Threshold: 0.6, Limit: 20, Local: true})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSearch reports the time of one search by keywords.
func BenchmarkSearch(b *testing.B) {
	shelf := crowded(b)
	exams := offline(shelf)
	if _, err := exams.Search(context.Background(), bank.ListQuery{Course: examtest.Math, Words: "слова", Limit: 20}); err != nil {
		b.Fatal(err)
	}
	n := 0
	for b.Loop() {
		n++
		c := shelf.changes[n*37%crowd]
		words := strings.Join(strings.Fields(c.Text)[:3], " ")
		if _, err := exams.Search(context.Background(), bank.ListQuery{Course: c.Ref.Course, Words: words, Limit: 20}); err != nil {
			b.Fatal(err)
		}
	}
}
