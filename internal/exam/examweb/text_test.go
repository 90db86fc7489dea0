package examweb

import (
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/exam/problem"
)

func TestAlike_forgivesEndingsAndOneLetter(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"треугольник", "треугольника", true},
		{"площядь", "площадь", true},
		{"треуголник", "треугольник", true},
		{"Ёлка", "елка", true},
		{"угол", "уголь", true},
		{"сумма", "сума", true},
		{"круг", "квадрат", false},
		{"прямой", "прямоугольник", false},
		{"один", "одна", false},
		{"на", "над", false},
		{"5", "5", true},
		{"12", "123", false},
		{"", "а", false},
	} {
		if got := alike(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: got %v", tt.a, tt.b, got)
		}
		if got := alike(tt.b, tt.a); got != tt.want {
			t.Errorf("%q and %q: got %v", tt.b, tt.a, got)
		}
	}
}

func paragraphs(list ...string) problem.Body {
	var b problem.Body
	for _, text := range list {
		b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: []problem.Span{{Text: text}}})
	}
	return b
}

// shownText writes an excerpt with its marks in brackets.
func shownText(pieces []piece) string {
	var out strings.Builder
	for _, p := range pieces {
		switch {
		case p.formula != nil:
			out.WriteString("$" + p.formula.Alt + "$")
		case p.mark:
			out.WriteString("[" + p.text + "]")
		default:
			out.WriteString(p.text)
		}
	}
	return out.String()
}

func TestExcerpt_showsTheWords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("вода и камень ", 60)
	for name, tt := range map[string]struct {
		body  problem.Body
		words []string
		want  string
	}{
		"the beginning":             {paragraphs("Найдите площадь.", "Ответ запишите."), nil, "Найдите площадь. Ответ запишите."},
		"marked":                    {paragraphs("Найдите площадь круга."), []string{"площади"}, "Найдите [площадь] круга."},
		"the paragraph that counts": {paragraphs("Прочитайте текст.", "На реке поднялся туман."), []string{"туман", "река"}, "… На [реке] поднялся [туман]."},
		"nothing":                   {problem.Body{}, []string{"туман"}, ""},
		"a table":                   {problem.Body{Blocks: []problem.Block{{Kind: problem.TableRows, Rows: [][]problem.Cell{{{Spans: []problem.Span{{Text: "май"}}}, {Spans: []problem.Span{{Text: "41"}}}}}}}}, []string{"май"}, "[май] · 41"},
		"a formula and a picture":   {problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Пусть "}, {Formula: &problem.Formula{Alt: "x = 2"}}, {Image: &problem.Image{Alt: "рисунок"}}}}}}, nil, "Пусть $x = 2$"},
	} {
		if got := shownText(excerpt(tt.body, tt.words, excerptLimit)); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	if got := shownText(excerpt(paragraphs(long, long), nil, excerptLimit)); utf8.RuneCountInString(got) > excerptLimit+1 || !strings.HasSuffix(got, "…") || strings.Contains(got, "каме…") {
		t.Errorf("a long text is cut to %q", got)
	}
}

func TestPercent_onlyTheSameTextIsAHundred(t *testing.T) {
	t.Parallel()
	for share, want := range map[float64]int{0: 0, .004: 0, .6: 60, .996: 99, .9999: 99, 1: 100, -1: 0, 2: 100} {
		if got := percent(share); got != want {
			t.Errorf("%v: got %d, want %d", share, got, want)
		}
	}
	if likenessBand(99) == likenessBand(100) {
		t.Error("a near copy is called the same text")
	}
}

func TestOutside_leadsNowhereElse(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://math-ege.sdamgia.ru/problem?id=1": "https://math-ege.sdamgia.ru/problem?id=1",
		"javascript:alert(1)":                      "", "data:text/html,x": "", "//evil.example": "", "/exams/ege/math/1": "", "": "", "https://": "", "ht tp://x": "",
	} {
		if got := outside(address); got != want {
			t.Errorf("%q: got %q, want %q", address, got, want)
		}
	}
}

// What is marked is still the whole text, in its order.
func FuzzMarked(f *testing.F) {
	f.Add("Найдите площадь треугольника ABC.", "площядь треуголник")
	f.Add("", "")
	f.Add("ё\u0301 \xff\xfe<script>", "ё")
	f.Add("«12,5» — 12,5", "12")
	f.Fuzz(func(t *testing.T, text, words string) {
		pieces := marked(text, strings.Fields(words))
		var out strings.Builder
		for _, p := range pieces {
			out.WriteString(p.text)
		}
		if out.String() != text {
			t.Errorf("got %q, want %q", out.String(), text)
		}
	})
}
