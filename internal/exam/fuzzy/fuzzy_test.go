package fuzzy_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/exam/fuzzy"
)

// problems are invented, in the manner of an exam: families that differ in a word or a
// number, formulas read aloud, Latin, a list.
var problems = []string{
	"Лодочник проплыл 24 км по течению реки и вернулся обратно, затратив на весь путь 5 часов. Найдите скорость лодки, если скорость течения равна 2 км/ч.",
	"Лодочник проплыл 36 км по течению реки и вернулся обратно, затратив на весь путь 5 часов. Найдите скорость лодки, если скорость течения равна 3 км/ч.",
	"Выберите верные суждения о налогах и запишите цифры, под которыми они указаны. 1. Налог платят добровольно. 2. Ставка бывает прогрессивной. 3. Сборы относят к косвенным налогам.",
	"Выберите верные суждения о семье и запишите цифры, под которыми они указаны. 1. Семья выполняет репродуктивную функцию. 2. Брак заключают в органах загса. 3. Усыновление тайно.",
	"Выберите верные суждения о рынке труда и запишите цифры, под которыми они указаны. 1. Спрос предъявляют фирмы. 2. Безработица бывает фрикционной. 3. Зарплату устанавливает биржа.",
	"Найдите корень уравнения x в квадрате плюс 5x минус 14=0. Если корней несколько, запишите меньший.",
	"Найдите корень уравнения x в квадрате плюс 5x плюс 6=0. Если корней несколько, запишите меньший.",
	"Найдите значение выражения дробь: числитель: 3, знаменатель: 4 конец дроби умножить на левая круглая скобка 12 минус 8 правая круглая скобка .",
	"Расставьте знаки препинания: Щенок, подобранный на вокзале, объел все жёлтые груши и уснул под стулом ёжиком.",
	"Read the text and fill in the gap: the modern lighthouse keeper ____ the lamp every evening before dinner.",
	"Массив A[1..10] заполнен нулями. Сколько элементов станут равны 7 после цикла FOR I := 2 TO 9 DO A[I] := A[I-1] + 7?",
	"На сколько процентов подорожал билет в музей, если раньше он стоил 250 рублей, а теперь 300 рублей?",
}

func filled() *fuzzy.Index {
	x := fuzzy.New()
	for i, text := range problems {
		x.Put(uint32(i), text)
	}
	return x
}

func TestSearch_findsDamagedCopies(t *testing.T) {
	t.Parallel()
	x := filled()
	for query, want := range map[string]uint32{
		"лодочник проплыл 36 км по течению рекии вернулся обртно затратив 5 часов": 0 + 1,
		"Л0д0чник пр0плыл 24 км п0 течению р3ки":                                   0,
		"верные суждения о семе 1. Семья выполняет репродуктивную функцию":         3,
		"органах загса. 3. Усыновление тай":                                        3,
		"цифры запишите безработица фрикционной зарплату устанавливает":            4,
		"ставкабываетпрогрессивнойсборыотносят":                                    2,
		"Расставьте знаки препинаниия щенок подобраный на вoкзaле":                 8,
		"щ е нок объел все желтые груши":                                           8,
		"объела вся жёлтая груша, уснули под стульями":                             8,
		"rnodern lighthouse keeper":                    9,
		"эелемнтов станут раны 7 после цикла":          10,
		"Yf crjkmrj ghjwtynjd gjljhj;fk ,bktn d veptq": 11,
		"Dst,thbnt dthyst ce;ltybz j yfkjufü":          2,
		"еру ьщвукт дшпреругыу луузук":                 9,
		"билет 250 300":                                11,
		"x^2+5x-14=0":                                  5,
		"х² + 5х + 6 = 0":                              6,
		"3/4·(12−8)":                                   7,
		"Сколько процентов? Биле" + "\u00ad" + "т в му" + "\u00ad" + "зей,\u00a0250\u202fрублей": 11,
	} {
		hits := x.Search(query, 5)
		if len(hits) == 0 || hits[0].Key != want {
			t.Errorf("%q: found %+v, want %d", query, hits, want)
		}
	}
}

// TestSearch_sameAfterFolding pairs texts with other spellings of them that must be the
// same text, and with others that must not.
func TestSearch_sameAfterFolding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, query string
		same              bool
	}{
		{"case and punctuation", "Найдите, чему равен угол!", "найдите чему РАВЕН угол", true},
		{"ё and accents", "Ёлка, всё, замо\u0301к, й", "елка все замок и\u0306", true},
		{"soft hyphens and spaces", "общество\u00a0— это сис\u00adтема\u200b", "общество это система", true},
		{"Latin look-alikes", "Москва и Тула", "Mocквa и Tyлa", true},
		{"readings of a scanner", "Заполните пробелы: который был", "3апoлните пр0белы: кот0рьIй был", true},
		{"rn for m", "modern times", "rnodern tirnes", true},
		{"letters twice", "сформулируйте две задачи", "сформуулируйтее две заадачи", true},
		{"compatible forms", "ﬁnal ５ №7", "final 5 7", true},
		{"minus", "равен −5", "равен -5", true},
		{"dash of a range", "задания 17−20", "задания 17-20", true},
		{"dash of prose", "Брак — это союз", "Брак это союз", true},
		{"power and sign", "x в квадрате плюс 1 равно 0", "x² + 1 = 0", true},
		{"brackets read aloud", "2 умножить на левая круглая скобка a минус 1 правая круглая скобка ", "2 * (a −1)", true},
		{"fraction read aloud", "дробь: числитель: 5, знаменатель: 6 конец дроби", "5/6", true},
		{"numerator in prose", "числитель дроби", "дроби", false},
		{"another number", "вес 12 кг", "вес 13 кг", false},
		{"a digit twice", "вес 11 кг", "вес 1 кг", false},
		{"1 and 7", "вес 1 кг", "вес 7 кг", false},
		{"minus and plus", "x плюс 2", "x − 2", false},
		{"another letter", "кот", "кит", false},
		{"word order", "кот и пёс", "пёс и кот", false},
		{"a piece", "кот и пёс спят", "кот и пёс", false},
	} {
		x := fuzzy.New()
		x.Put(1, c.text)
		hits := x.Search(c.query, 1)
		if got := len(hits) == 1 && hits[0].Score == 1; got != c.same {
			t.Errorf("%s: same %v, want %v: %+v", c.name, got, c.same, hits)
		}
	}
}

func TestSearch_scores(t *testing.T) {
	t.Parallel()
	x := filled()
	for name, c := range map[string]struct {
		query       string
		least, most float64
	}{
		"the text":        {problems[3], 1, 1},
		"a piece":         {"Брак заключают в органах загса", 0.9, 0.995},
		"a mistyped copy": {"Выбериет верные сужения о семе и запишите цифры под которым указаны Семья выполняет репродктивную фукцию", 0.7, 0.98},
		"words shuffled":  {"функцию цифры семье верные суждения запишите выполняет о Семья репродуктивную указаны Выберите которыми они под", 0.6, 0.9},
		"another problem": {"Автобус выехал из деревни в полдень и через три часа догнал велосипедиста. Чему равно расстояние до города?", 0, 0.5},
		"other words":     {"фотосинтез хлорофилл митохондрия", 0, 0.3},
	} {
		score := 0.0
		for _, h := range x.Search(c.query, 1) {
			score = h.Score
		}
		if score < c.least || score > c.most {
			t.Errorf("%s: score %.3f, want %.2f-%.2f", name, score, c.least, c.most)
		}
	}
}

func TestSearch_saysWhy(t *testing.T) {
	t.Parallel()
	hits := filled().Search("ГРУШИ объели жёл\u00adтые тракторы", 1)
	if len(hits) != 1 || hits[0].Coverage < 0.4 || hits[0].Coverage > 0.9 {
		t.Fatalf("hits %+v", hits)
	}
	if diff := cmp.Diff([]string{"ГРУШИ", "объели", "жёлтые"}, hits[0].Words); diff != "" {
		t.Error(diff)
	}
	hits = filled().Search(problems[2], 1)
	if len(hits[0].Words) != 6 || slices.Contains(hits[0].Words, "и") {
		t.Errorf("words %v of a long query", hits[0].Words)
	}
}

func TestSearch_nothingToFind(t *testing.T) {
	t.Parallel()
	x := filled()
	for _, query := range []string{"", "   ", "?!… — «»", "\u00ad\u200b", "\xff\xfe"} {
		if hits := x.Search(query, 10); len(hits) != 0 {
			t.Errorf("%q: %+v", query, hits)
		}
	}
	if hits := x.Search("лодочник", 0); len(hits) != 0 {
		t.Errorf("limit 0: %+v", hits)
	}
	if hits := fuzzy.New().Search("лодочник", 5); len(hits) != 0 {
		t.Errorf("empty index: %+v", hits)
	}
	if hits := x.Search("ъъъ", 5); len(hits) != 0 {
		t.Errorf("unknown letters: %+v", hits)
	}
}

func TestSearch_shortAndLongQueries(t *testing.T) {
	t.Parallel()
	x := filled()
	for query, want := range map[string]uint32{"300": 11, "FOR": 10, "рек": 0, "загс": 3, strings.Repeat(problems[8]+" ", 40): 8} {
		hits := x.Search(query, 3)
		if len(hits) == 0 || hits[0].Key != want {
			t.Errorf("%.30q: %+v, want %d", query, hits, want)
		}
	}
}

func TestSearch_orderAndLimit(t *testing.T) {
	t.Parallel()
	x := fuzzy.New()
	for _, key := range []uint32{9, 3, 7, 5} {
		x.Put(key, "Сколько корней имеет уравнение?")
	}
	x.Put(4, "Сколько корней имеет это уравнение на отрезке?")
	for limit, want := range map[int][]uint32{2: {3, 5}, 10: {3, 5, 7, 9, 4}} {
		var got []uint32
		for _, h := range x.Search("Сколько корней имеет уравнение", limit) {
			got = append(got, h.Key)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d: %s", limit, diff)
		}
	}
}

func TestPut_replacesAndRemoves(t *testing.T) {
	t.Parallel()
	x := filled()
	x.Put(0, "Совсем другая задача про бассейн")
	x.Remove(1)
	x.Remove(100)
	for _, h := range x.Search("Лодочник проплыл по течению реки", 5) {
		if h.Key <= 1 {
			t.Errorf("found what is gone: %+v", h)
		}
	}
	if hits := x.Search("другая задача про бассейн", 1); len(hits) != 1 || hits[0].Key != 0 {
		t.Errorf("the new text is not found: %+v", hits)
	}
}

// TestIndex_dependsOnItsTextsOnly compares an index that went through changes with one
// filled at once.
func TestIndex_dependsOnItsTextsOnly(t *testing.T) {
	t.Parallel()
	words := strings.Fields(strings.Join(problems, " "))
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(words), 0, 12)
		changed, kept := fuzzy.New(), map[uint32]string{}
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			key := rapid.Uint32Range(0, 9).Draw(t, "key")
			if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
				changed.Remove(key)
				delete(kept, key)
				continue
			}
			kept[key] = strings.Join(some.Draw(t, "text"), " ")
			changed.Put(key, kept[key])
		}
		fresh := fuzzy.New()
		for key, text := range kept {
			fresh.Put(key, text)
		}
		query := strings.Join(some.Draw(t, "query"), " ")
		if diff := cmp.Diff(fresh.Search(query, 10), changed.Search(query, 10)); diff != "" {
			t.Fatalf("query %q: %s", query, diff)
		}
	})
}

// TestAcross_isASearchOverAllTexts parts texts between indexes and compares with one index
// that holds them all.
func TestAcross_isASearchOverAllTexts(t *testing.T) {
	t.Parallel()
	words := strings.Fields(strings.Join(problems, " "))
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.SampledFrom(words), 0, 12)
		indexes, whole := []*fuzzy.Index{fuzzy.New(), fuzzy.New(), fuzzy.New()}, fuzzy.New()
		for key := range uint32(30) {
			text := strings.Join(some.Draw(t, "text"), " ")
			indexes[key/10].Put(key, text)
			whole.Put(key, text)
		}
		for _, removed := range rapid.SliceOfN(rapid.Uint32Range(0, 29), 0, 5).Draw(t, "removed") {
			indexes[removed/10].Remove(removed)
			whole.Remove(removed)
		}
		query := strings.Join(some.Draw(t, "query"), " ")
		want := whole.Search(query, 20)
		for i := range want {
			want[i].Index = int(want[i].Key / 10)
		}
		if diff := cmp.Diff(want, fuzzy.Across(indexes, query, 20)); diff != "" {
			t.Fatalf("query %q: %s", query, diff)
		}
	})
	if hits := fuzzy.Across(nil, problems[0], 20); hits != nil {
		t.Errorf("nothing searched, found %+v", hits)
	}
}

// TestPut_manyTimes goes through enough replacements for the index to repack itself.
func TestPut_manyTimes(t *testing.T) {
	t.Parallel()
	x := fuzzy.New()
	for round := range 60 {
		for i, text := range problems {
			x.Put(uint32(i), fmt.Sprintf("%s Вариант %d", text, round))
		}
	}
	for i, text := range problems {
		hits := x.Search(text+" Вариант 59", 1)
		if len(hits) != 1 || hits[0].Key != uint32(i) || hits[0].Score != 1 {
			t.Errorf("problem %d: %+v", i, hits)
		}
	}
}

func TestIndex_concurrentUse(t *testing.T) {
	t.Parallel()
	x := filled()
	want := x.Search(problems[4], 3)[0]
	var group sync.WaitGroup
	var owner sync.RWMutex
	for worker := range uint32(4) {
		group.Go(func() {
			for round := range uint32(100) {
				if worker == 0 {
					owner.Lock()
					x.Put(100+round%7, fmt.Sprint("Найдите площадь круга радиуса ", round))
					x.Remove(100 + (round+3)%7)
					owner.Unlock()
					continue
				}
				owner.RLock()
				got := x.Search(problems[4], 3)[0]
				owner.RUnlock()
				if got.Key != want.Key || got.Score != want.Score {
					t.Errorf("got %+v, want %+v", got, want)
					return
				}
			}
		})
	}
	group.Wait()
}

func FuzzSearch(f *testing.F) {
	for _, text := range problems {
		f.Add(text, text)
	}
	f.Add("дробь: числитель: конец дроби правая круглая скобка", "^^2^3--−√²³")
	f.Add("\u0301\u0306и\u0306", "\xff́ﬁ½Ⅷ")
	f.Add("ьIbIrnrn", "漢字 العربية हिन्दी")
	f.Add("d", "d") // also a letter of the other keyboard
	f.Fuzz(func(t *testing.T, text, query string) {
		x := filled()
		x.Put(50, text)
		hits := x.Search(query, 20)
		for i, h := range hits {
			if h.Score < 0 || h.Score > 1 || h.Coverage < 0 || h.Coverage > 1+1e-9 || len(h.Words) > 6 {
				t.Fatalf("hit %+v", h)
			}
			if i > 0 && (h.Score > hits[i-1].Score || h.Score == hits[i-1].Score && h.Key < hits[i-1].Key) {
				t.Fatalf("order: %+v before %+v", hits[i-1], h)
			}
			for _, w := range h.Words {
				if utf8.ValidString(query) && !utf8.ValidString(w) {
					t.Fatalf("word %q is cut", w)
				}
			}
		}
		if hits := x.Search(text, 20); len(hits) > 0 && len(text) < 2000 {
			if !slices.ContainsFunc(hits, func(h fuzzy.Hit) bool { return h.Key == 50 && h.Score == 1 }) {
				t.Fatalf("%q does not find itself: %+v", text, hits)
			}
		}
	})
}
