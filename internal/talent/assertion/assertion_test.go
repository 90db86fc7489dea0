package assertion

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/skill"
)

// reading reads a text in which each skill stands in square brackets.
func reading(t testing.TB, marked string) (*Text, []skill.Range) {
	t.Helper()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var skills []skill.Range
	for {
		before, rest, found := strings.Cut(marked, "[")
		text.WriteString(before)
		if !found {
			return m.Read(text.String(), skills), skills
		}
		name, after, _ := strings.Cut(rest, "]")
		skills = append(skills, skill.Range{Start: text.Len(), End: text.Len() + len(name)})
		text.WriteString(name)
		marked = after
	}
}

func TestForeign_tellsWhoseSkillItIs(t *testing.T) {
	t.Parallel()
	for _, row := range [][2]string{
		{"Wrote the billing service in [Go]; the screens in [React] were done by another team.", "own foreign"},
		{"The front end ([Vue]) belonged to a contractor, everything in [Django] was mine.", "foreign own"},
		{"Бэкенд на [Java] писал сам, мобильное приложение на [Flutter] делали подрядчики.", "own foreign"},
		{"Led a team of five who moved the shop from servers of our own to [Kubernetes].", "own"},
		{"Разработка отчётов на [Python] для отдела продаж, без ошибок за три года.", "own"},
		{"[Salesforce] was run by the sales department and their agency.", "foreign"},
		{"С [Oracle] дела не имел.", "foreign"},
		{"Toolbox\n[Go], [PostgreSQL], [Redis]", "own own own"},
		{"[Docker] on [AWS], with colleagues from three countries, and not one outage in two years.", "own own"},
	} {
		marked, want := row[0], row[1]
		text, skills := reading(t, marked)
		var got []string
		for _, at := range skills {
			verdict := "own"
			if text.Foreign(at) > 0.5 {
				verdict = "foreign"
			}
			got = append(got, verdict)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", marked, got, want)
		}
	}
}

// What has only skills beside it is claimed, whatever the sentences and lines around it say.
func TestForeign_aloneIsOwn(t *testing.T) {
	t.Parallel()
	for _, marked := range []string{
		"[Go]", "", "Not mine:\n[Go]\nNever used by me", "Never did mobile. [Go], [Rust]. No Windows either.", "• [Go] | [Rust]",
	} {
		text, skills := reading(t, marked)
		for _, at := range skills {
			if got := text.Foreign(at); got != 0 {
				t.Errorf("%q at %v: %v, want 0", marked, at, got)
			}
		}
	}
}

func TestForeign_takesAnyTextAndPlace(t *testing.T) {
	t.Parallel()
	m, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-zа-я]{1,5}[ ,.\n(\-\xff]{1,2}){0,40}`)).Draw(t, "text")
		start := rapid.IntRange(0, len(text)+2).Draw(t, "start")
		at := skill.Range{Start: start, End: start + rapid.IntRange(0, 20).Draw(t, "length")}
		p := m.Read(text, []skill.Range{at}).Foreign(at)
		if math.IsNaN(p) || p < 0 || p > 1 {
			t.Fatalf("%v at %v of %q", p, at, text)
		}
	})
}

func TestReadModel(t *testing.T) {
	t.Parallel()
	weights := make([]float64, Features)
	weights[3], weights[77] = -1.27, 0.5
	m := NewModel(0.25, weights)
	read, err := ReadModel(m.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read.Bytes(), m.Bytes()) || read.weights[3] != -127 || read.weights[77] != 50 || read.base != 0.25 {
		t.Errorf("read %v, %v, %v", read.base, read.weights[3], read.weights[77])
	}
	broken := m.Bytes()
	copy(broken, []byte{0, 0, 0xc0, 0x7f})
	for name, b := range map[string][]byte{"none": nil, "short": m.Bytes()[1:], "base no number": broken} {
		if _, err := ReadModel(b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := ReadModel(NewModel(0, make([]float64, Features)).Bytes()); err != nil {
		t.Errorf("a model without weights: %v", err)
	}
}

// BenchmarkForeign judges the 40 skills of a text of 2.6 kB; four times the text costs four times as much.
func BenchmarkForeign(b *testing.B) {
	line := "Wrote the [Kafka] consumers and kept their lag below a second, while the data team ran the [Spark] jobs behind them, from Lisbon.\n"
	for _, size := range []int{20, 80} {
		b.Run(map[int]string{20: "40 skills", 80: "160 skills"}[size], func(b *testing.B) {
			text, skills := reading(b, strings.Repeat(line, size))
			for b.Loop() {
				again := text.model.Read(text.text, skills)
				for _, at := range skills {
					again.Foreign(at)
				}
			}
		})
	}
}
