package sample_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sample"
	"kadry/internal/exam/subject"
)

func problems(t *testing.T) []problem.Stored {
	t.Helper()
	all, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestProblems_areSixtyAndWhole(t *testing.T) {
	t.Parallel()
	all := problems(t)
	if len(all) != 60 {
		t.Errorf("%d problems", len(all))
	}
	seen, subjects, long, formulas, programs, tables, linked, fields := map[string]bool{}, map[subject.Subject]bool{}, 0, 0, 0, 0, 0, 0
	for _, p := range all {
		if seen[p.ID] || p.ID < "9000001" || p.ID > "9000060" || len(p.ID) != 7 {
			t.Errorf("%s: id", p.Ref)
		}
		seen[p.ID] = true
		subjects[p.Subject] = true
		if p.Source != sample.Source || p.URL != "/exams/"+p.Course.String()+"/"+p.ID || p.FetchedAt.IsZero() {
			t.Errorf("%s: source %q, address %q", p.Ref, p.Source, p.URL)
		}
		if p.Question.Empty() || p.Solution.Empty() || p.Type == "" || p.Points == 0 || len(p.Codes) == 0 {
			t.Errorf("%s: something is missing: %+v", p.Ref, p.Problem)
		}
		if (p.Answer == "") == p.Criteria.Empty() {
			t.Errorf("%s: either a key or criteria", p.Ref)
		}
		if tail := "Ответ: "; p.Answer != "" && !strings.Contains(p.Solution.Text(), tail) {
			t.Errorf("%s: the solution does not end with the answer", p.Ref)
		}
		if p.Answer == "" {
			long++
		}
		formulas += len(p.Question.Formulas()) + len(p.Solution.Formulas()) + len(p.Rule.Formulas())
		tables += len(p.Question.Tables())
		fields += strings.Count(p.Answer, "&")
		if slices.ContainsFunc(p.Question.Blocks, func(b problem.Block) bool { return b.Kind == problem.Program && b.Lang == "python" }) {
			programs++
		}
		if len(p.Linked) > 0 {
			linked++
		}
	}
	t.Logf("%d subjects, %d long, %d formulas, %d tables, %d linked", len(subjects), long, formulas, tables, linked)
	if len(subjects) < 12 || long < 5 || formulas < 30 || tables < 8 || programs != 1 || linked < 8 || fields != 2 {
		t.Error("the sample no longer shows all the shapes a problem can have")
	}
}

func TestProblems_linkedShareThePassage(t *testing.T) {
	t.Parallel()
	byID := map[string]problem.Stored{}
	for _, p := range problems(t) {
		byID[p.ID] = p
	}
	for _, p := range byID {
		for _, id := range p.Linked {
			other := byID[id]
			if other.Passage.Text() != p.Passage.Text() || p.Passage.Empty() || !slices.Contains(other.Linked, p.ID) || other.Type == p.Type {
				t.Errorf("%s and %s", p.Ref, id)
			}
		}
	}
}

func TestCatalogues_countTheProblems(t *testing.T) {
	t.Parallel()
	catalogues, err := sample.Catalogues()
	if err != nil {
		t.Fatal(err)
	}
	categories, total := map[string]bool{}, 0
	for _, c := range catalogues {
		for _, topic := range c.Topics {
			if topic.Name == "" || topic.Count == 0 || len(topic.Categories) != 1 || topic.Categories[0].Name == "" || categories[topic.Categories[0].ID] {
				t.Errorf("%s: %+v", c.Course, topic)
			}
			categories[topic.Categories[0].ID] = true
			total += topic.Count
		}
	}
	pages, err := sample.Pages()
	if err != nil {
		t.Fatal(err)
	}
	paged, tests := 0, 0
	for _, page := range pages {
		if len(page.Problems) == 0 || !page.Progress.Done {
			t.Errorf("%+v", page.Progress)
		}
		if categories[page.Progress.Category] {
			paged += len(page.Problems)
		} else {
			tests++
		}
	}
	if total != 60 || paged != 60 || len(pages) != len(categories)+tests || tests != 1 {
		t.Errorf("%d problems in catalogues, %d in pages", total, paged)
	}
}

// The answers that can be computed are computed here from the data of the questions.
func TestProblems_answersAreRight(t *testing.T) {
	t.Parallel()
	rat := func(a, b int64) string {
		value := big.NewRat(a, b)
		digits, _ := value.FloatPrec()
		return strings.Replace(value.FloatString(digits), ".", ",", 1)
	}
	want := map[string]string{
		"9000001": rat(root(4*9), 1),
		"9000002": rat((2*3-1)*(-1)+(2*-2+4)*4, 1),
		"9000003": rat(20-7, 20),
		"9000004": rat(5*5-7, 2),
		"9000005": rat(power(6, 5)*power(5, 4), power(30, 4)),
		"9000006": first(func(n int64) bool { return n > 5 && 60*n-60*(n-5) == n*(n-5) }),
		"9000008": rat(500/38, 1),
		"9000011": rat(4*15+6*25, 4+6),
		"9000019": rat(5*5-4*4, 1),
		"9000022": rat(4200*330*20, 330_000),
		"9000024": first(func(r int64) bool { return r > 77 && isOutput(r) }),
		"9000025": printed(),
		"9000026": rat(words(4), 1),
		"9000027": rat(int64(strings.Count(big.NewInt(power(9, 7)+power(3, 12)-9).Text(3), "2")), 1),
		"9000028": first(winsAfterMistake),
		"9000029": strings.Join(all(func(s int64) bool { return !wins(s, 1) && wins(s, 2) }), "&"),
		"9000030": first(func(s int64) bool { return !loses(s, 1) && loses(s, 2) }),
		"9000037": rat((180*10 + 20*100), 180+20),
		"9000038": rat(50*90*224, 100*100*10),
		"9000039": rat(18/2*3, 1),
		"9000046": rat(18*1000-6*2500, 1000),
		"9000056": rat(root(18*2), 1),
		"9000057": first(func(x int64) bool { return x*x-5*x+6 == 0 }),
		"9000060": rat(1200+1100-1900, 1),
	}
	for _, p := range problems(t) {
		if w, ok := want[p.ID]; ok && p.Answer != w {
			t.Errorf("%s: the key is %q, computed %q", p.Ref, p.Answer, w)
		}
		delete(want, p.ID)
	}
	if len(want) > 0 {
		t.Errorf("no such problems: %v", want)
	}
}

func root(n int64) int64 { return new(big.Int).Sqrt(big.NewInt(n)).Int64() }

func power(base, exponent int64) int64 {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil).Int64()
}

func all(holds func(int64) bool) []string {
	var list []string
	for n := int64(1); n < 30; n++ {
		if holds(n) {
			list = append(list, fmt.Sprint(n))
		}
	}
	return list
}

func first(holds func(int64) bool) string {
	for n := int64(1); n < 1000; n++ {
		if holds(n) {
			return fmt.Sprint(n)
		}
	}
	return ""
}

// isOutput reports whether the algorithm of two check digits can give r.
func isOutput(r int64) bool {
	for n := int64(1); n <= r; n++ {
		text := fmt.Sprintf("%b", n)
		for range 2 {
			text += fmt.Sprint(strings.Count(text, "1") % 2)
		}
		if text == fmt.Sprintf("%b", r) {
			return true
		}
	}
	return false
}

// printed runs the program of problem 9000025.
func printed() string {
	s, k := 0, 1
	for s < 50 {
		s += k
		k += 3
	}
	return fmt.Sprint(k)
}

// words counts words of n letters out of three with one of the letters exactly once.
func words(n int) int64 {
	count := int64(0)
	for code := range power(3, int64(n)) {
		ones := 0
		for c := code; c > 0; c /= 3 {
			if c%3 == 1 {
				ones++
			}
		}
		if ones == 1 {
			count++
		}
	}
	return count
}

// wins reports whether the player to move with s stones can win by the given move of his
// own at the latest, whatever the other does.
func wins(s int64, moves int) bool {
	if moves == 0 {
		return false
	}
	for _, next := range []int64{s + 1, 2 * s} {
		if next >= 30 || loses(next, moves-1) {
			return true
		}
	}
	return false
}

// loses reports whether every move from s lets the other player win in so many moves.
func loses(s int64, moves int) bool {
	for _, next := range []int64{s + 1, 2 * s} {
		if next >= 30 || !wins(next, moves) {
			return false
		}
	}
	return true
}

// winsAfterMistake reports whether some move from s lets the other player win at once.
func winsAfterMistake(s int64) bool {
	for _, next := range []int64{s + 1, 2 * s} {
		if next < 30 && wins(next, 1) {
			return true
		}
	}
	return false
}
