package skill

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

func TestSatisfying(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct {
		asked, had string
		how        How // empty when the skill had must not answer at all
		score      float64
	}{
		{"Kubernetes", "Kubernetes", Exact, 1},
		{"Kubernetes", "Google Kubernetes Engine", Implied, .9},
		{"Kubernetes", "container orchestration", Broader, .6},
		{"container orchestration", "Kubernetes", Narrower, .95},
		{"Python", "PyTorch", Implied, .9},
		{"Machine Learning", "PyTorch", Implied, .9},
		{"Java", "Spring Boot", Implied, .9 * stepDecay},
		{"Spring", "Spring Boot", Implied, .9},
		{"JavaScript", "React", Implied, .9},
		{"JavaScript", "Next.js", Implied, .9},
		{"Python", "Django", Implied, .9},
		{"Python", "FastAPI", Implied, .9},
		{"SQL", "PostgreSQL", Implied, .9},
		{"AWS", "Google Cloud", Related, .3},
		{"Oracle Database", "relational databases", "", 0},
		{"Java", "JavaScript", "", 0},
		{"C", "C++", Related, .3},
		{"Rust", "programming", "", 0},
	}
	for _, row := range rows {
		edges := g.Satisfying(g.mustResolve(t, row.asked))
		had := g.mustResolve(t, row.had)
		i := slices.IndexFunc(edges, func(e Edge) bool { return e.Skill == had })
		if row.how == "" {
			if i >= 0 {
				t.Errorf("%s answers for %s: %+v", row.had, row.asked, edges[i])
			}
			continue
		}
		if i < 0 {
			t.Errorf("%s does not answer for %s", row.had, row.asked)
			continue
		}
		if e := edges[i]; e.How != row.how || e.Score != row.score {
			t.Errorf("%s for %s: %s %.3f, want %s %.3f", row.had, row.asked, e.How, e.Score, row.how, row.score)
		}
	}
}

// TestSatisfyingOrder checks what callers rely on for every skill: best first, the asked
// one on top, paths that begin and end right, and the same answer every time.
func TestSatisfyingOrder(t *testing.T) {
	t.Parallel()
	g := load(t)
	for s := range g.All() {
		edges := g.Satisfying(s.ID)
		if edges[0].Skill != s.ID || edges[0].How != Exact {
			t.Fatalf("%s: first edge %+v", s.ID, edges[0])
		}
		for i, e := range edges {
			if i > 0 && e.Score > edges[i-1].Score || e.Score <= 0 || e.Score > 1 {
				t.Errorf("%s: score %v of %s out of order", s.ID, e.Score, e.Skill)
			}
			if e.Path[0] != s.ID || e.Path[len(e.Path)-1] != e.Skill || len(e.Path) > maxSteps+1 {
				t.Errorf("%s: path %v", s.ID, e.Path)
			}
		}
		if diff := cmp.Diff(edges, g.Satisfying(s.ID)); diff != "" {
			t.Errorf("%s: two answers differ:\n%s", s.ID, diff)
		}
	}
	if got := g.Satisfying("no such skill"); got != nil {
		t.Errorf("Satisfying of an unknown skill = %v", got)
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct {
		prefix string
		first  string
	}{{"pyth", "Python"}, {"kub", "Kubernetes"}, {"кубер", "Kubernetes"}, {"c+", "C++"}, {"postg", "PostgreSQL"}, {"PAYR", "payroll"}}
	for _, row := range rows {
		got := g.Complete(row.prefix, 3)
		if len(got) == 0 || len(got) > 3 || got[0].Name != row.first {
			t.Errorf("Complete(%q) = %v, want %q first", row.prefix, got, row.first)
		}
	}
	if got := g.Complete("", 5); got != nil {
		t.Errorf("Complete of nothing = %v", got)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	g := load(t)
	got := g.Names("python")
	for _, want := range []string{"Python", "py", "python3", "питон"} {
		if !slices.Contains(got, want) {
			t.Errorf("Names(python) = %v, lacks %q", got, want)
		}
	}
	if got[0] != "Python" {
		t.Errorf("Names(python)[0] = %q", got[0])
	}
}

// TestGuardsNameSpellings finds guards of spellings that no longer exist.
func TestGuardsNameSpellings(t *testing.T) {
	t.Parallel()
	g := load(t)
	facts, _, err := rows("data/overlay.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		if !strings.HasPrefix(f.relation, "guard.") {
			continue
		}
		for _, spelling := range f.from {
			if _, ok := slices.BinarySearchFunc(g.spellings, Fold(spelling), compareKey); !ok {
				t.Errorf("overlay line %d guards %q, which is nobody's name", f.line, spelling)
			}
		}
	}
}

// TestFindNormalForms checks that decomposed text names the same skills.
func TestFindNormalForms(t *testing.T) {
	t.Parallel()
	g := load(t)
	text := "Линукс, ёмкий питон, оркестрация контейнеров, базовый докер, Élixir, 1С:Предприятие и кафка"
	var got [2][]ID
	for i, form := range []norm.Form{norm.NFC, norm.NFD} {
		for _, m := range g.Find(form.String(text), Prose) {
			got[i] = append(got[i], m.Skill)
		}
	}
	if diff := cmp.Diff(got[0], got[1]); diff != "" || len(got[0]) < 5 {
		t.Errorf("NFC and NFD differ (-nfc +nfd):\n%s%v", diff, got[0])
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := build(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFind reads a CV of about 5 kB of both languages.
func BenchmarkFind(b *testing.B) {
	g := load(b)
	text := benchText()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		g.Find(text, Prose)
	}
}

func benchText() string {
	para := "Built and supported services with Go, Terraform, Docker and running an orchestrated container platform. " +
		"Разработка и поддержка сервисов: питон, RabbitMQ, постгрес, докер; опыта с Helm пока нет. " +
		"Led a team of five, cut costs by 20% and presented results to the customers every quarter.\n"
	return strings.Repeat(para, 13)
}

func BenchmarkResolve(b *testing.B) {
	g := load(b)
	for b.Loop() {
		g.Resolve("Kubernets administration")
	}
}

func BenchmarkSatisfying(b *testing.B) {
	g := load(b)
	for b.Loop() {
		g.Satisfying("python")
	}
}
