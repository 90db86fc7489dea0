package formula_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/exam/formula"
)

// spoken draws a well-formed reading together with the LaTeX it must become, built side by
// side from the grammar, so that nesting of any kind is compared whole.
func spoken(depth int) *rapid.Generator[[2]string] {
	leaf := rapid.SampledFrom([][2]string{
		{"x", "x"}, {"y_1", "y_{1}"}, {"12", "12"}, {"0,5", "0{,}5"}, {"альфа", `\alpha`}, {"пи", `\pi`}, {"S_ABC", "S_{ABC}"}, {"корень из 3", `\sqrt{3}`},
	})
	if depth == 0 {
		return leaf
	}
	inner := spoken(depth - 1)
	return rapid.Custom(func(t *rapid.T) [2]string {
		a, b := inner.Draw(t, "a"), inner.Draw(t, "b")
		switch rapid.IntRange(0, 8).Draw(t, "form") {
		case 0:
			return [2]string{"дробь: числитель: " + a[0] + ", знаменатель: " + b[0] + " конец дроби", `\frac{` + a[1] + `}{` + b[1] + `}`}
		case 1:
			return [2]string{"корень из: начало аргумента: " + a[0] + " конец аргумента", `\sqrt{` + a[1] + `}`}
		case 2:
			return [2]string{"корень 4 степени из: начало аргумента: " + a[0] + " конец аргумента", `\sqrt[4]{` + a[1] + `}`}
		case 3:
			return [2]string{"2 в степени левая круглая скобка " + a[0] + " правая круглая скобка", `2^{` + a[1] + `}`}
		case 4:
			return [2]string{a[0] + " плюс " + b[0], a[1] + " + " + b[1]}
		case 5:
			return [2]string{a[0] + " меньше или равно " + b[0], a[1] + ` \leq ` + b[1]}
		case 6:
			return [2]string{"логарифм по основанию 2 синус y=" + a[0], `\log_{2}\sin y = ` + a[1]}
		case 7:
			return [2]string{a[0] + " умножить на " + b[0], a[1] + ` \cdot ` + b[1]}
		}
		return leaf.Draw(t, "leaf")
	})
}

func TestConvert_composes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pair := spoken(4).Draw(t, "reading")
		got := formula.Convert(pair[0])
		if !got.OK || got.LaTeX != pair[1] {
			t.Fatalf("%s\n got %v %s\nwant %s", pair[0], got.OK, got.LaTeX, pair[1])
		}
	})
}

// vocabulary is pieces of readings in no order, to be put together wrongly.
var vocabulary = strings.Split(`дробь: числитель:|числитель:|, знаменатель:|конец дроби|целая часть:|дробная часть:|корень из|корень 3 степени из|начало аргумента:|конец аргумента|`+
	`в степени|в квадрате|_|^|_1|'|градусов|левая круглая скобка|правая круглая скобка|правая квадратная скобка|левая фигурная скобка|{|}|(|)|плюс|минус|равно|`+
	`синус|логарифм по основанию|предел при|стремящемся к|сумма от|до|по|интеграл|система выражений|новая строка|конец системы|совокупность|конец совокупности|матрица|`+
	`конец матрицы|вектор|модуль|штрих|x|AB|5|0,5|альфа|Ом|или|при|\frac|\sqrt|\vec|\text{при}|\left|\right|\overset|\not|&|,|.|:|;|кг|щука|°C|из|от`, "|")

func TestConvert_isSafeOnAnyOrderOfWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(append(vocabulary, "|", "||")), 1, 12).Draw(t, "words")
		alt := strings.Join(words, " ")
		checkAny(t, alt)
	})
}

// checkAny holds what is true of every reading, understood or not.
func checkAny(t interface{ Fatalf(string, ...any) }, alt string) {
	got := formula.Convert(alt)
	if again := formula.Convert(formula.Reading(alt)); again != got {
		t.Fatalf("%q differs from its own reading:\n%+v\n%+v", alt, got, again)
	}
	if !got.OK {
		if got != (formula.Formula{}) {
			t.Fatalf("%q is not understood but has notation: %+v", alt, got)
		}
		return
	}
	if err := latexFault(got.LaTeX); err != nil {
		t.Fatalf("%q: LaTeX %s: %v", alt, got.LaTeX, err)
	}
	if err := mathFault(alt, got.MathML); err != nil {
		t.Fatalf("%q: MathML %s: %v", alt, got.MathML, err)
	}
}

func FuzzConvert(f *testing.F) {
	for _, row := range goldens(f) {
		f.Add(row.alt)
	}
	f.Fuzz(func(t *testing.T, alt string) { checkAny(t, alt) })
}

func BenchmarkConvert(b *testing.B) {
	for name, alt := range map[string]string{
		"short":    "x в квадрате плюс 3x минус 4=0",
		"fraction": "косинус A= косинус \\angle KLM= дробь: числитель: KM, знаменатель: KL конец дроби =0,4.",
		"system": "система выражений 2 в степени левая круглая скобка x плюс 1 правая круглая скобка меньше или равно 8, новая строка логарифм по основанию левая круглая скобка 0,5 правая круглая скобка " +
			"левая круглая скобка x минус 3 правая круглая скобка больше дробь: числитель: корень из: начало аргумента: x плюс 5 конец аргумента , знаменатель: 2 конец дроби конец системы равносильно x больше 1",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !formula.Convert(alt).OK {
					b.Fatal("not understood")
				}
			}
		})
	}
}
