// Package growth measures, for tests, how the work of a function grows with its input. It
// knows families of hostile texts, which repeat one thing that a reader may look at again
// and again, and fails where twice the text takes much more than twice the work. Work is
// the processor time of the whole process, not time on a clock, and a doubtful measure is
// taken again. Tests that use it do not run in parallel.
package growth

import (
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/effort"
)

// Family makes texts of one kind: at least n bytes and little more.
type Family struct {
	Name string
	Text func(n int) string
}

// Limits of a measure.
const (
	most     = 2.5                   // growth of work when the input doubles
	little   = 40 * time.Millisecond // work too small to compare, and small enough for any input
	tries    = 4                     // a measure counts when it is bad every time
	tooSlow  = 10 * time.Microsecond // for a byte of the whole, taken by a quarter of it
	patience = 2 * time.Second       // what a quarter may take in any case: calls have costs beside their input
)

// Check runs work over every family at a quarter, a half and the whole of size bytes, and
// reports the families in which it grows faster than its input.
func Check(t *testing.T, size int, work func(text string)) {
	t.Helper()
	skipWatched(t)
	if testing.Short() {
		size /= 4
	}
	for _, f := range Drawn() {
		t.Run(f.Name, func(t *testing.T) {
			t.Helper()
			Linear(t, size, func(n int) func() {
				text := f.Text(n)
				return func() { work(text) }
			})
		})
	}
}

// Linear reports work that grows faster than its input. prepare makes the work of an input
// of n bytes; only the work itself is measured.
func Linear(t *testing.T, size int, prepare func(n int) (work func())) {
	t.Helper()
	skipWatched(t)
	quarter, half := cost(prepare(size/4)), time.Duration(0)
	if quarter > max(time.Duration(size)*tooSlow, patience) { // a whole one could take minutes
		t.Fatalf("%d bytes take %v", size/4, quarter)
	}
	for range tries {
		whole := cost(prepare(size))
		if whole < little {
			return
		}
		if half = max(half, cost(prepare(size/2))); float64(whole) <= most*float64(half) {
			return
		}
		runtime.GC() // what was made before is not charged to the next measure
		t.Logf("%v for %d bytes, %v for %d, %v for %d", quarter, size/4, half, size/2, whole, size)
	}
	t.Errorf("work grows faster than the text")
}

// Within reports work that takes more processor time than the budget, every time it is tried.
func Within(t *testing.T, budget time.Duration, prepare func() (work func())) {
	t.Helper()
	skipWatched(t)
	least := time.Duration(math.MaxInt64)
	for range tries {
		if least = min(least, cost(prepare())); least <= budget {
			return
		}
		runtime.GC() // what was made before is not charged to the next measure
	}
	t.Errorf("the work takes %v, more than %v", least, budget)
}

// skipWatched skips a measure that the race detector would spoil: `make test` takes it without.
func skipWatched(t *testing.T) {
	t.Helper()
	if watched {
		t.Skip("measures work, and the race detector multiplies it")
	}
}

// cost is the processor time that work takes.
func cost(work func()) time.Duration {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	before := Processor()
	work()
	return Processor() - before
}

// oneOf and shift choose the families of a run: one in seven, others each time. With more
// effort all are tried.
const oneOf = 7

var shift = rand.IntN(oneOf)

// Drawn are the families that this run tries.
func Drawn() []Family {
	all := Families()
	if effort.Times(1) >= 10 {
		return all
	}
	var drawn []Family
	for i, f := range all {
		if (i+shift)%oneOf == 0 {
			drawn = append(drawn, f)
		}
	}
	return drawn
}

// Families are the hostile texts: each repeats what some reader of texts has to stop at.
func Families() []Family {
	all := make([]Family, 0, len(repeated)+2)
	for _, r := range repeated {
		all = append(all, Family{r.name, func(n int) string { return r.head + strings.Repeat(r.unit, n/len(r.unit)+1) }})
	}
	return append(all,
		Family{"numbered lines", func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				b.WriteString(strconv.Itoa(i) + ". item " + strconv.Itoa(i*7919) + "\n")
			}
			return b.String()
		}},
		Family{"distinct words", func(n int) string {
			var b strings.Builder
			for i := 0; b.Len() < n; i++ {
				b.WriteString("w" + strconv.FormatInt(int64(i)*7919+1_000_003, 36) + " ")
			}
			return b.String()
		}},
	)
}

// repeated are families by what they begin with and what they repeat.
var repeated = []struct{ name, head, unit string }{
	{"one letter", "", "a"},
	{"combining signs", "e", "\u0301"},
	{"digits", "", "7"},
	{"one skill", "", "Go "},
	{"skills in a list", "Skills: ", "Go, Java, C++, "},
	{"skills on lines", "", "Python\n"},
	{"skills denied", "", "not Go "},
	{"skills denied after", "", "Go не использовал "},
	{"one denial of many skills", "No experience with ", "Go, "},
	{"plans", "", "plan to learn Go and "},
	{"versions", "Go ", "1."},
	{"1C and 1C", "", "1C."},
	{"capitals", "", "GO DEVELOPER "},
	{"opening brackets", "", "("},
	{"closing brackets", "", ")"},
	{"nested brackets", "", "([{"},
	{"opening braces", "", "{"},
	{"objects", "", `{"a":[`},
	{"quotes", "", `"`},
	{"quoted words", "", `«Go» "Go" `},
	{"backslashes", "", `\`},
	{"new lines", "", "\n"},
	{"returns", "", "\r\n"},
	{"spaces", "", " "},
	{"spaces in lines", "", "          \n"},
	{"tabs", "", "\t"},
	{"words and tabs", "", "Go\t"},
	{"hard spaces", "", "\u00a0"},
	{"invisible signs", "a", "\u200b"},
	{"soft hyphens", "a", "\u00ad"},
	{"years", "", "2019 - 2020 "},
	{"dates", "", "01.2019 - present\n"},
	{"dates in words", "", "March 2019 — May 2020, "},
	{"durations", "", "3 года 2 месяца "},
	{"e-mails", "", "a@b.example "},
	{"signs of e-mails", "", "a@"},
	{"one long e-mail", "a@b", ".example"},
	{"telephones", "", "+7 (900) 123-45-67 "},
	{"addresses", "", "https://example.org/a?b=c "},
	{"one long address", "https://example.org", "/a"},
	{"bullets", "", "• "},
	{"items", "", "• Go\n"},
	{"dashes", "", "-"},
	{"dashes and spaces", "", " - "},
	{"underlines", "", "_"},
	{"commas", "", ","},
	{"semicolons and words", "", "a; "},
	{"colons", "", ":"},
	{"dots", "", "."},
	{"dots and spaces", "", ". "},
	{"slashes", "", "/"},
	{"pluses", "C", "+"},
	{"C++", "", "C++ "},
	{"sharps", "C", "#"},
	{"C# and C#", "", "C#"},
	{"dotted names", "", "node.js."},
	{"hyphenated names", "", "e-"},
	{"percent signs", "", "%"},
	{"markup", "", "<b>"},
	{"comments", "", "<!-- "},
	{"mixed scripts", "", "аaбb"},
	{"Cyrillic look-alikes", "", "С++ "},
	{"hieroglyphs", "", "漢字"},
	{"right to left", "", "שלום "},
	{"emoji", "", "👩‍💻"},
	{"flags", "", "🇷🇺"},
	{"ligatures", "", "ﷺ"},
	{"full-width letters", "", "Ｇｏ "},
	{"section headings", "", "Experience\n"},
	{"empty sections", "", "Опыт работы\n\nНавыки\n\n"},
	{"headings with colons", "", "Skills:\n"},
	{"positions", "", "Backend developer, Acme, 2019 - 2020\nBuilt services in Go.\n\n"},
	{"people", "", "Иван Петров\n"},
	{"languages", "", "English - B2, "},
	{"education", "", "MSc in Computer Science, Example University, 2015\n"},
	{"sentences", "", "I have worked with Go. "},
	{"questions", "", "Why? "},
	{"one sentence", "", "I have worked with Go and "},
	{"articles", "", "the "},
	{"links of words", "", "и "},
	{"negations", "", "не "},
	{"experience", "", "experience "},
	{"titles", "", "Senior "},
	{"fractions", "", "1/2 "},
	{"formulas", "", "x^2+"},
	{"roots", "", "корень из "},
	{"decimals", "", "1,5"},
	{"thousands", "", "1 000 "},
	{"table rows", "", "| Go | 5 |\n"},
	{"zero bytes", "", "\x00"},
	{"broken letters", "", "\xff"},
}
