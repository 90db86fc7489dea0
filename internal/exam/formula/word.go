package formula

import (
	"strings"
	"unicode/utf8"
)

// kind is what a token does in the grammar.
type kind uint8

const (
	unknown kind = iota
	aNumber
	aLetter
	aCaption
	aSign
	aGap
	aWord // a Russian word before phrases are folded; none is left after
	opener
	closer
	bar // |, which opens or closes by where it stands

	fractionStart
	numerator
	denominator
	fractionEnd
	wholePart
	fractionalPart
	rootOf     // "корень из"
	rootDegree // "корень", its degree follows
	cubeRootOf
	degreeOf // "степени из"
	of
	power
	square
	cube
	lower // index
	upper
	primed
	doublePrimed
	degrees
	celsius
	argumentStart
	argumentEnd
	braceStart
	braceEnd
	logarithm // "логарифм по основанию"
	modulus
	vector
	arc
	derivative
	limit
	tends
	when // "при"
	from
	upTo
	by
	gridStart
	gridEnd
	newRow
	cellEnd

	texFraction
	texRoot
	texBinomial
	texAccent
	texUpright
	texBlackboard
	texAlphabet // \mathcal, \mathbf: another letter than the plain one
	texStyle    // changes only the look: skipped
	texOver     // \overset
	texUnder
	texLabelled // \xrightarrow
	texNot
)

// token is one element of a reading. glued says that no space stood before it.
type token struct {
	kind  kind
	text  string
	sign  *sign
	role  role
	look  look
	glued bool
}

// phrases is the structural vocabulary: forms apart by "|".
var phrases = []struct {
	token token
	words string
}{
	{token{kind: fractionStart}, "дробь|начало дроби|обыкновенная дробь"},
	{token{kind: numerator}, "числитель|числителем"},
	{token{kind: denominator}, "знаменатель|знаменателем"},
	{token{kind: fractionEnd}, "конец дроби"},
	{token{kind: wholePart}, "целая часть|целая часть числа"},
	{token{kind: fractionalPart}, "дробная часть|дробная часть числа"},
	{token{kind: rootOf}, "корень из|корня из|квадратный корень из|корень квадратный из"},
	{token{kind: cubeRootOf}, "кубический корень из|корень кубический из"},
	{token{kind: rootDegree}, "корень|корня"},
	{token{kind: degreeOf}, "степени из|й степени из|ой степени из|ей степени из|ой степени из числа"},
	{token{kind: of}, "из"},
	{token{kind: power}, "в степени|степени|в степень"},
	{token{kind: square}, "в квадрате|квадрат"},
	{token{kind: cube}, "в кубе"},
	{token{kind: lower}, "нижний индекс|с индексом|с нижним индексом|индекс"},
	{token{kind: upper}, "верхний индекс|с верхним индексом"},
	{token{kind: primed}, "штрих|с одним штрихом"},
	{token{kind: doublePrimed}, "два штриха|двойной штрих|с двумя штрихами"},
	{token{kind: degrees}, "градус|градуса|градусов|градусы|градусам|градусах"},
	{token{kind: celsius}, "градусов с|градусов С|градуса с|градус с|градусов цельсия|градуса цельсия|градус цельсия"},
	{token{kind: argumentStart}, "начало аргумента|начало степени|начало индекса|начало корня"},
	{token{kind: argumentEnd}, "конец аргумента|конец степени|конец индекса|конец корня"},
	{token{kind: logarithm}, "логарифм по основанию|логарифма по основанию"},
	{token{kind: modulus}, "модуль|модуля|абсолютная величина"},
	{token{kind: vector}, "вектор|вектора|вектору"},
	{token{kind: arc}, "дуга|дуги"},
	{token{kind: derivative}, "производная|производная функции|производная от"},
	{token{kind: limit}, "предел|предел функции|предел последовательности"},
	{token{kind: tends}, "стремящемся к|стремящейся к|стремящемуся к"},
	{token{kind: when}, "при"},
	{token{kind: from}, "от"},
	{token{kind: upTo}, "до"},
	{token{kind: by}, "по"},
	{token{kind: gridStart, look: system}, "система|система выражений|система уравнений|система неравенств|начало системы"},
	{token{kind: gridEnd, look: system}, "конец системы"},
	{token{kind: gridStart, look: union}, "совокупность|совокупность выражений|совокупность уравнений|совокупность неравенств|начало совокупности"},
	{token{kind: gridEnd, look: union}, "конец совокупности"},
	{token{kind: gridStart, look: matrix}, "матрица|начало матрицы"},
	{token{kind: gridEnd, look: matrix}, "конец матрицы"},
	{token{kind: gridStart, look: determinant}, "определитель|начало определителя"},
	{token{kind: gridEnd, look: determinant}, "конец определителя"},
	{token{kind: gridStart, look: table}, "таблица|начало таблицы"},
	{token{kind: gridEnd, look: table}, "конец таблицы"},
	{token{kind: newRow}, "новая строка|следующая строка|с новой строки"},
	{token{kind: opener, text: "("}, "левая круглая скобка|открывающая круглая скобка|левая скобка|открывающая скобка|скобка открывается|открыть скобку"},
	{token{kind: closer, text: ")"}, "правая круглая скобка|закрывающая круглая скобка|правая скобка|закрывающая скобка|скобка закрывается|закрыть скобку"},
	{token{kind: opener, text: "["}, "левая квадратная скобка|открывающая квадратная скобка"},
	{token{kind: closer, text: "]"}, "правая квадратная скобка|закрывающая квадратная скобка"},
	{token{kind: opener, text: "{"}, "левая фигурная скобка|открывающая фигурная скобка"},
	{token{kind: closer, text: "}"}, "правая фигурная скобка|закрывающая фигурная скобка"},
	{token{kind: opener, text: "⟨"}, "левая угловая скобка|открывающая угловая скобка"},
	{token{kind: closer, text: "⟩"}, "правая угловая скобка|закрывающая угловая скобка"},
	{token{kind: bar, text: "|"}, "вертикальная черта|вертикальная линия|прямая скобка|левая прямая скобка|правая прямая скобка|левая вертикальная черта|правая вертикальная черта"},
	{token{kind: aCaption, role: prose}, "и|или|либо|если|то|где|для|тогда|откуда|значит|поэтому|причём|причем|так как|то есть|не существует|а также|так что|такой что|такое что|также"},
	{token{kind: aCaption, role: unit}, "руб|рубль|рубля|рублей|коп|чел|человек|шт|штук|год|года|лет|час|часа|часов|минут|минута|минуты|секунд|секунда|секунды|метр|метра|метров|км в час|ед|раз|раза|об|тыс|млн|млрд|бит|бита|байт|байта|кбайт|мбайт|гбайт"},
}

// lexicon is what the words of the readings mean. words holds every single word, with the
// length in words of the longest phrase it begins.
var lexicon, words = indexWords()

func indexWords() (lexicon map[string]token, words map[string]int) {
	lexicon, words = map[string]token{}, map[string]int{}
	add := func(forms string, t token) {
		for phrase := range strings.SplitSeq(forms, "|") {
			if phrase == "" {
				continue
			}
			parts := strings.Fields(phrase)
			for _, part := range parts {
				words[part] = max(words[part], 0)
			}
			words[parts[0]] = max(words[parts[0]], len(parts))
			lexicon[phrase] = t
		}
	}
	for i := range signs {
		add(signs[i].words, token{kind: aSign, sign: &signs[i]})
	}
	for _, g := range greek {
		add(g.words, token{kind: aSign, sign: signByChar[g.char]})
	}
	for _, g := range greekCapitals {
		add(g.word, token{kind: aSign, sign: signByChar[g.char]})
	}
	for _, p := range phrases {
		add(p.words, p.token)
	}
	return lexicon, words
}

// apart takes glued words apart ("кореньиз" → "корень", "из"), the longest first word that
// lets the rest be words too. Nothing is taken apart into short words alone, so that "пи"
// is found in "минуспи" and not in any chance run of letters.
func apart(run string) []string {
	const longestWord = 40 // bytes; no word of the vocabulary is longer
	// next[i] is the length of the word at byte i from where the rest is made of words.
	next := make([]int, len(run)+1)
	long := make([]bool, len(run)+1)
	for i := len(run) - 1; i >= 0; i-- {
		if !utf8.RuneStart(run[i]) {
			continue
		}
		for size := min(longestWord, len(run)-i); size > 0; size-- {
			rest := i + size
			if rest < len(run) && next[rest] == 0 {
				continue
			}
			if _, known := words[run[i:rest]]; known {
				next[i], long[i] = size, long[rest] || utf8.RuneCountInString(run[i:rest]) >= 4
				break
			}
		}
	}
	if next[0] == 0 || !long[0] {
		return nil
	}
	var parts []string
	for i := 0; i < len(run); i += next[i] {
		parts = append(parts, run[i:i+next[i]])
	}
	return parts
}

// unitPrefixes and baseUnits are those of the school course, in the case they are printed.
var (
	unitPrefixes = []string{"", "к", "М", "Г", "Т", "м", "мк", "н", "п", "д", "с", "г"}
	baseUnits    = set("м г с А К моль Гц Н Па Дж Вт Кл В Ф Ом См Вб Тл Гн Бк л т ч мин сут га эВ Б дптр рад ср атм кал Вт·ч Ки Гр Зв лм лк кд Мбит Кбит Кбайт Мбайт Гбайт")
)

func set(list string) map[string]bool {
	members := map[string]bool{}
	for member := range strings.FieldsSeq(list) {
		members[member] = true
	}
	return members
}

func knownUnit(run string) bool {
	for _, prefix := range unitPrefixes {
		if base, ok := strings.CutPrefix(run, prefix); ok && baseUnits[base] {
			return true
		}
	}
	return false
}
