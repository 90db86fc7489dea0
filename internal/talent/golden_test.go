package talent_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/talent/sample"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestRanking_golden shows whole answers over the bundled CVs: a change of ranking,
// wording or evidence is seen here before anyone else sees it.
func TestRanking_golden(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	files, err := sample.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if o, err := b.Ingest(context.Background(), team, talent.File{Name: f.Name, Data: f.Data}, nil); err != nil || o.Status != talent.Added {
			t.Fatalf("sample %s: %+v, %v", f.Name, o, err)
		}
	}
	for name, q := range map[string]talent.Query{
		"skills":     {Required: []string{"Python", "PostgreSQL"}, Preferred: []string{"k8s", "AWS"}, TopK: 5},
		"concept":    {Required: []string{"Kubernetes"}, TopK: 5},
		"russian":    {Required: []string{"питон", "докер"}, Level: resume.Senior, TopK: 5},
		"nobody":     {Required: []string{"Python", "COBOL", "NonexistentSkill123"}, TopK: 5},
		"exceptions": {Required: []string{"JavaScript"}, Excluded: []string{"Java"}, MinYears: 2, TopK: 5},
	} {
		answer := search(t, b, q)
		golden(t, name, answerText(answer))
	}
	for name, text := range map[string]string{
		"free_en": "senior data engineer, Python and Spark, ideally Airflow, 5+ years",
		"free_ru": "нужен разработчик на Go от 3 лет, желательно Kafka, без PHP",
	} {
		answer, err := b.Find(context.Background(), team, talent.FreeQuery{Text: text, TopK: 5})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, fmt.Sprintf("%s\n%+v\n\n%s", text, answer.Query, answerText(answer.Answer)))
	}
}

func answerText(a talent.Answer) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d found\n", a.Total)
	for _, h := range a.Candidates {
		hitText(&out, h)
	}
	for _, h := range a.NearMisses {
		out.WriteString("\nnear miss:")
		hitText(&out, h)
	}
	for _, u := range a.Understood.Unknown {
		fmt.Fprintf(&out, "\nunknown: %s, nearest %v\n", u.Asked, u.Nearest)
	}
	if a.Message.EN != "" {
		fmt.Fprintf(&out, "\n%s\n%s\n", a.Message.EN, a.Message.RU)
	}
	for _, r := range a.Relaxations {
		fmt.Fprintf(&out, "%s | %s: %d\n", r.Text.EN, r.Text.RU, r.Candidates)
	}
	return out.String()
}

func hitText(out *strings.Builder, h talent.Hit) {
	fmt.Fprintf(out, "\n%.4f %s, %s, confidence %d %s\n  %s\n  %s\n", h.Score, h.Name, h.Level, h.Confidence.Score, h.Confidence.Band, h.Summary.EN, h.Summary.RU)
	for _, p := range h.Parts {
		fmt.Fprintf(out, "  %s %.4f of %.4f\n", p.Name, p.Points, p.Most)
	}
	for _, m := range h.Matches {
		fmt.Fprintf(out, "  %s: %s by %s %v, %d months, last %s, %s\n", m.Asked, m.Surface, m.How, m.Path, m.Months, m.LastUsed, m.Strength)
		for _, e := range m.Evidence[:min(len(m.Evidence), 1)] {
			fmt.Fprintf(out, "    %s: %q\n", e.Section, e.Text)
		}
	}
	for _, l := range h.Lacks {
		fmt.Fprintf(out, "  lacks: %s | %s\n", l.EN, l.RU)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "ranking", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (run with -update after a look):\n%s", name, diff)
	}
}
