package exame2e_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/problem"
)

// The size of a large bank: more problems than the largest course of the exam site.
const (
	bankProblems = 10_000
	bankSearches = 1_000
)

// BenchmarkExam_start measures a server over a bank of 10,000 made-up problems: the time
// from the start of the process until it is ready, its memory then and after a thousand
// different searches by damaged text over REST, and what one of them takes, the way over
// HTTP included and, by the server's own count, without it. Run it with -benchtime=1x.
func BenchmarkExam_start(b *testing.B) {
	home := b.TempDir()
	texts := fillBank(b, home)
	var ready, searching time.Duration
	var inside float64
	var atStart, after, found int
	for b.Loop() {
		begun := time.Now()
		s := e2etest.Serve(b, e2etest.Options{Home: home})
		ready += time.Since(begun)
		atStart = max(atStart, memoryKB(b, s, residentMemory))
		dice := rand.New(rand.NewPCG(1, 2))
		inputs, wanted := make([]string, bankSearches), make([]string, bankSearches)
		for i := range inputs {
			n := dice.IntN(bankProblems)
			wanted[i] = fmt.Sprint(firstMade + n)
			inputs[i] = fmt.Sprintf(`{"subject":"phys","limit":5,"response_format":"json","condition_text":%s}`, e2etest.Quoted(b, misread(dice, texts[n])))
		}
		begun = time.Now()
		for i, input := range inputs {
			if got := foundIn(b, s.REST().Post(b, "sdamgia_search_by_text", input)); len(got.Matches) > 0 && got.Matches[0].ID == wanted[i] {
				found++
			}
		}
		searching += time.Since(begun)
		after = max(after, memoryKB(b, s, residentMemory))
		inside += operationSeconds(b, s, "sdamgia_search_by_text")
		s.Stop()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ready.Seconds()/float64(b.N), "s/ready")
	b.ReportMetric(float64(atStart)/1024, "MB-at-start")
	b.ReportMetric(float64(after)/1024, "MB-after")
	b.ReportMetric(float64(searching.Microseconds())/1000/float64(b.N*bankSearches), "ms/search")
	b.ReportMetric(1000*inside/float64(b.N*bankSearches), "ms-inside")
	b.ReportMetric(float64(found)/float64(b.N*bankSearches), "top1")
}

const firstMade = 100_001

// fillBank puts made-up problems on the shelf of a data folder and returns their texts.
func fillBank(b *testing.B, home string) []string {
	b.Helper()
	dice := rand.New(rand.NewPCG(7, 11))
	texts := make([]string, bankProblems)
	stored := make([]problem.Stored, bankProblems)
	for i := range stored {
		texts[i] = madeUp(dice)
		stored[i] = problem.Stored{FetchedAt: time.Now(), Problem: problem.Problem{
			Ref: problem.Ref{Course: phys, ID: fmt.Sprint(firstMade + i)}, Type: fmt.Sprint(i%26 + 1), Answer: fmt.Sprint(i),
			Question: paragraph(texts[i]), Solution: paragraph(madeUp(dice)),
		}}
	}
	onShelf(b, home+"/", func(ctx context.Context, shelf *examsql.Problems) {
		for from := 0; from < len(stored); from += 500 {
			if err := shelf.Put(ctx, stored[from:min(from+500, len(stored))]); err != nil {
				b.Fatal(err)
			}
		}
	})
	return texts
}

// madeUp is a text of the length of a problem, of words from a vocabulary of some thousands
// whose frequencies fall as those of a language do.
func madeUp(dice *rand.Rand) string {
	roots := []string{"вод", "тел", "сил", "ток", "луч", "маг", "рад", "скор", "движ", "пруж", "груз", "сосуд", "газ", "тепл", "линз", "заряд", "пол", "контур", "волн", "част"}
	middles := []string{"", "ов", "ен", "яч", "ист", "альн", "ич", "ник", "ун", "ат"}
	ends := []string{"а", "ы", "ой", "ам", "ами", "ого", "ет", "ить", "ется", "ная", "ное", "ых"}
	var out strings.Builder
	for range 40 + dice.IntN(40) {
		skewed := func(n int) int { return int(float64(n) * dice.Float64() * dice.Float64()) }
		out.WriteString(roots[skewed(len(roots))] + middles[skewed(len(middles))] + middles[dice.IntN(len(middles))] + ends[dice.IntN(len(ends))])
		if dice.IntN(9) == 0 {
			fmt.Fprintf(&out, " %d", dice.IntN(500))
		}
		out.WriteString(" ")
	}
	return strings.TrimSpace(out.String()) + "."
}

// misread is a middle piece of a text with a tenth of its words damaged.
func misread(dice *rand.Rand, text string) string {
	words := strings.Fields(text)
	from := dice.IntN(len(words) / 3)
	words = append([]string(nil), words[from:from+len(words)/2]...)
	for i, word := range words {
		if letters := []rune(word); dice.IntN(10) == 0 && len(letters) > 3 {
			at := dice.IntN(len(letters) - 1)
			letters[at], letters[at+1] = letters[at+1], letters[at]
			words[i] = string(letters)
		}
	}
	return strings.Join(words, " ")
}

// operationSeconds is how long a server has worked on an operation in all, by its own count.
func operationSeconds(b *testing.B, s *e2etest.Server, operation string) (seconds float64) {
	b.Helper()
	_, after, _ := strings.Cut(string(s.REST().Get(b, "/metrics").Body), `kadry_operation_seconds_sum{operation="`+operation+`",outcome="ok"} `)
	if _, err := fmt.Sscan(after, &seconds); err != nil {
		b.Fatal(err)
	}
	return seconds
}
