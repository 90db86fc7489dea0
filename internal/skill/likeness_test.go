package skill_test

import (
	"testing"

	"kadry/internal/skill"
)

func TestMisspelled(t *testing.T) {
	t.Parallel()
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"Pyhton": "Python", "Kuberentes": "Kubernetes", "Postgress": "PostgreSQL", "Terrafrom": "Terraform", "djnago": "Django",
		"shift": "", "java": "", "people": "", "": "", "\xff": "", "ava": "",
	} {
		id, ok := g.Misspelled(word)
		if got := g.Name(id); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q", word, got)
		}
	}
}

func TestSiblings(t *testing.T) {
	t.Parallel()
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range []struct {
		a, b string
		want bool
	}{
		{"React", "Vue", true},
		{"AWS", "GCP", true},
		{"PostgreSQL", "MySQL", true},
		{"Kafka", "RabbitMQ", true},
		{"Cypress", "Playwright", true},
		{"C++", "Python", true},
		{"Java", "Kotlin", true},
		{"HTML", "CSS", false},
		{"Java", "React", false},
		{"Docker", "Kubernetes", false},
		{"OpenCV", "C++", false},
		{"Linux", "Bash", false},
		{"React", "TypeScript", false},
		{"Jenkins", "GitLab CI", true},
		{"Figma", "Sketch", true},
	} {
		a, _ := g.Named(pair.a)
		b, _ := g.Named(pair.b)
		if got := g.Siblings(a, b); got != pair.want {
			t.Errorf("%s and %s: %v", pair.a, pair.b, got)
		}
	}
}
