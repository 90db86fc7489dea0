package talent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// asked returns who a question finds, by the keys of the stock.
func asked(t *testing.T, b *talent.Base, ids map[string]string, f talent.FreeQuery) ([]string, talent.FreeAnswer) {
	t.Helper()
	f.TopK = 10
	answer, err := b.Find(context.Background(), team, f)
	if err != nil {
		t.Fatalf("%q: %v", f.Text, err)
	}
	return names(ids, answer.Candidates), answer
}

func TestFind_choicesPeopleAndOccupations(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"react":   cv("Anna Sample", "Developer", "01/2010 - Present", "React", "TypeScript"),
		"vue":     cv("Boris Sample", "Developer", "01/2026 - Present", "Vue", "TypeScript"),
		"neither": cv("Clara Sample", "Developer", "01/2020 - Present", "TypeScript"),
		"welder":  cv("Анна Лебедева", "Сварщик", "01/2015 - Present", "чтение чертежей"),
	})
	for text, want := range map[string][]string{
		"React или Vue, TypeScript":    {"react", "vue"},
		"TypeScript, но не React":      {"neither", "vue"},
		"найди Анну Лебедеву":          {"welder"},
		"Anna Lebedeva":                {"welder"},
		"welder":                       {"welder"},
		"TypeScript, zorblax":          {"neither", "react", "vue"}, // nobody has the word: it only ranks
		"welder zorblax":               {"welder"},
		"TypeScript, not a developer":  nil,
		"React или Vue, без джуниоров": {"react"},
	} {
		got, _ := asked(t, b, ids, talent.FreeQuery{Text: text})
		if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
	if got, answer := asked(t, b, ids, talent.FreeQuery{Text: "Анна Лебедева", Redact: true}); len(got) > 0 || answer.Message.EN == "" || len(answer.NearMisses) > 0 {
		t.Errorf("a blind review finds %q by name: %q", got, answer.Message.EN)
	}
	other, err := b.Find(context.Background(), "another", talent.FreeQuery{Text: "Анна Лебедева", TopK: 5})
	if err != nil || other.Total != 0 {
		t.Errorf("another tenant finds %d: %v", other.Total, err)
	}
}

func sorted(list []string) string {
	var out []string
	for _, s := range list {
		at := 0
		for at < len(out) && out[at] < s {
			at++
		}
		out = append(out[:at], append([]string{s}, out[at:]...)...)
	}
	return strings.Join(out, " ")
}

func TestSearch_relaxesTwoConditionsAtOnce(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	stock(t, b, team, map[string]string{"one": cv("Anna Sample", "Developer", "01/2026 - Present", "Go", "Docker")})
	q := talent.Query{Required: []string{"Go", "Rust"}, Level: resume.Senior, TopK: 5}
	answer, err := b.Search(context.Background(), team, q)
	if err != nil || answer.Total != 0 || len(answer.Relaxations) == 0 {
		t.Fatalf("%d found, relaxations %v, %v", answer.Total, answer.Relaxations, err)
	}
	for _, r := range answer.Relaxations {
		again, err := b.Search(context.Background(), team, r.Query)
		if err != nil || again.Total != r.Candidates {
			t.Errorf("%q promises %d and finds %d: %v", r.Text.EN, r.Candidates, again.Total, err)
		}
	}
}

func TestSearch_scoresSpreadWithYears(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"long":  cv("Anna Sample", "Engineer", "01/2016 - Present", "Kubernetes"),
		"short": cv("Boris Sample", "Engineer", "01/2024 - Present", "Kubernetes"),
	})
	answer, err := b.Search(context.Background(), team, talent.Query{Required: []string{"Kubernetes"}, TopK: 5})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"long", "short"}, names(ids, answer.Candidates)); diff != "" {
		t.Fatal(diff)
	}
	if gap := answer.Candidates[0].Score - answer.Candidates[1].Score; gap < 0.02 {
		t.Errorf("eight years more are worth %.4f", gap)
	}
}

// Every word that says something stands in one group and no word in two.
func TestParse_groupsAreApart(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	for _, text := range []string{
		"Java, но не JavaScript, зарплата до 200 тысяч", "welder, own car, not a manager", "senior Go developer in Kazan without PHP",
	} {
		q := b.Parse(team, text)
		seen := ""
		for _, group := range [][]talent.Phrase{q.Understood, q.Excluded, q.NotUnderstood} {
			for _, p := range group {
				if !strings.Contains(text, p.Words) || strings.Contains(seen, "|"+p.Words+"|") {
					t.Errorf("%q: phrase %q", text, p.Words)
				}
				seen += "|" + p.Words + "|"
			}
		}
		if len(q.NotUnderstood)+len(q.Excluded) == 0 {
			t.Errorf("%q: all understood", text)
		}
	}
}
