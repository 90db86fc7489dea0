package bank_test

import (
	"strings"
	"testing"
)

// contrasted is a file of contrasts without a fault beside whole.
const contrasted = `questions:
  go-zero-value:
    source: "language specification"
    points:
      none: &same
        ru: {right: ["там ничего ещё нет", "указателя на массив нет", "переменная пока пустая", "она никуда не смотрит"],
             wrong: ["там пустой массив", "там лежит ноль байт", "там случайное значение"], terms: ["это", "nil"]}
        en: {right: ["there is nothing yet", "no array is behind it", "it points to nowhere", "the variable is unset"],
             wrong: ["there is an empty array", "there are zero bytes", "the value is random"], terms: ["it", "nil"]}
      length:
        ru: {right: ["в нём ноль элементов", "элементов пока не лежит", "перебирать в нём нечего", "счётчик элементов на нуле"],
             wrong: ["длина равна единице", "длины у него нет", "длина зависит от типа"], terms: ["длин", "нул"]}
        en: {right: ["there are no elements", "it holds zero elements", "ranging over it ends at once", "the count of elements is none"],
             wrong: ["its length is one", "it has no length", "the length depends on the type"], terms: ["length", "zero"]}
      append:
        ru: {right: ["append сам выделит память", "дописывать можно сразу же", "первый append заведёт массив", "класть элементы ничто не мешает"],
             wrong: ["сначала нужен make иначе паника", "добавлять в него нельзя", "append ничего не сделает"], terms: ["него|срез", "добав"]}
        en: {right: ["append allocates by itself", "adding elements works at once", "the first append makes the array", "nothing stops you from adding"],
             wrong: ["append panics without make", "nothing can be added to it", "append does nothing here"], terms: ["append", "it"]}
`

func TestRead_contrasts(t *testing.T) {
	t.Parallel()
	b, err := read(map[string]string{"go.yaml": whole, "contrasts/go.yaml": contrasted})
	if err != nil {
		t.Fatal(err)
	}
	q, _ := b.Question("go-zero-value")
	if q.Source != "language specification" || len(q.Points[1].Contrast.In("ru").Wrong) != 3 || q.Points[2].Contrast.In("en").Terms[0] != "append" {
		t.Errorf("contrasts were not taken in: %+v", q)
	}
	plain, err := read(map[string]string{"go.yaml": whole})
	if err != nil {
		t.Fatal(err)
	}
	if plain.Digest() == b.Digest() {
		t.Error("a question with contrasts is the same version as without")
	}
}

func TestRead_namesEveryFaultOfContrasts(t *testing.T) {
	t.Parallel()
	const where = "contrasts/go.yaml: question go-zero-value: "
	for name, c := range map[string]struct{ old, with, want string }{
		"unknown key":      {"source:", "origin:", "contrasts/go.yaml: yaml: unmarshal errors"},
		"unknown question": {"  go-zero-value:", "  go-other:", `there is no question "go-other"`},
		"unknown point":    {"      length:", "      size:", where + `there is no point "size"`},
		"a point left out": {"      length:", "      size:", where + "point length has no contrast"},
		"too few":          {`"there are zero bytes", `, "", where + "point none: en: wrong: want 3"},
		"said twice":       {`"there are zero bytes"`, `"There is nothing yet"`, `"There is nothing yet" occurs twice`},
		"no claim":         {`"there are zero bytes"`, `"zero"`, `"zero" is too short`},
		"a term not said":  {`terms: ["append", "it"]`, `terms: ["append", "pend"]`, `the point does not say "pend"`},
	} {
		broken := strings.Replace(contrasted, c.old, c.with, 1)
		_, err := read(map[string]string{"go.yaml": whole, "contrasts/go.yaml": broken})
		if broken == contrasted || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
