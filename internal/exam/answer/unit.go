package answer

import (
	"regexp"
	"strings"
)

// units are the spellings of units that school problems use, by the one they stand for. A
// value is compared with the key as it is: nothing is converted, because the problem names
// the unit of its answer.
var units = spellings(map[string]string{
	"%": "% процент процента процентов проц", "°": "° град градус градуса градусов deg degree degrees",
	"°c": "°c °с c ºc", "k": "k к кельвин",
	"м": "м m метр метра метров", "см": "см cm", "дм": "дм dm", "мм": "мм mm", "км": "км km", "мкм": "мкм", "нм": "нм nm",
	"кг": "кг kg", "г": "г g гр грамм грамма граммов", "мг": "мг mg", "т": "т тонн тонна тонны", "ц": "ц",
	"с": "с s сек секунд секунды", "мин": "мин min минут минуты минута", "ч": "ч h час часа часов", "мс": "мс ms",
	"сут": "сут день дня дней days", "год": "год года лет years", "мес": "мес месяц месяца месяцев",
	"л": "л l литр литра литров", "мл": "мл ml", "га": "га",
	"н": "н n ньютон", "кн": "кн kn", "мн": "мн mn", "дж": "дж j", "кдж": "кдж kj", "мдж": "мдж mj", "эв": "эв ev",
	"вт": "вт w", "квт": "квт kw", "мвт": "мвт mw", "квтч": "квтч",
	"в": "в v вольт", "кв": "кв kv квадратных", "мв": "мв mv", "а": "а a ампер", "ма": "ма ma", "мка": "мка",
	"ом": "ом ohm ω", "ком": "ком", "кл": "кл", "мкл": "мкл", "нкл": "нкл",
	"ф": "ф f", "мкф": "мкф", "пф": "пф", "гн": "гн", "мгн": "мгн", "тл": "тл", "мтл": "мтл", "вб": "вб", "мвб": "мвб",
	"гц": "гц hz", "кгц": "кгц khz", "мгц": "мгц mhz", "па": "па pa", "кпа": "кпа kpa", "мпа": "мпа mpa", "атм": "атм",
	"моль": "моль mol", "дптр": "дптр", "рад": "рад rad", "бк": "бк",
	"бит": "бит бита bit bits", "байт": "байт байта байтов byte bytes", "кбайт": "кбайт кб kb", "мбайт": "мбайт мб mb", "гбайт": "гбайт гб gb",
	"руб": "руб рубль рубля рублей р ₽", "коп": "коп копеек", "шт": "шт штук штуки штука",
	"чел": "чел человек человека", "раз": "раз раза", "балл": "балл балла баллов", "куб": "куб кубических",
})

func spellings(table map[string]string) map[string]string {
	known := map[string]string{}
	for canonical, list := range table {
		for spelling := range strings.FieldsSeq(list) {
			known[spelling] = canonical
		}
	}
	return known
}

var factors = regexp.MustCompile(`\s*[/·*⋅× ]\s*`)

// readUnit reads "м/с^2", "кг·м", "кв. см", and reports false when a factor is unknown.
func readUnit(s string) (string, bool) {
	s = strings.TrimRight(strings.ReplaceAll(strings.ToLower(s), ".", " "), " ")
	s = strings.TrimSpace(s)
	if len(s) > 60 {
		return "", false
	}
	var canonical []string
	rest := s
	for rest != "" {
		at := factors.FindStringIndex(rest)
		factor, sign, next := rest, "", ""
		if at != nil {
			factor, sign, next = rest[:at[0]], strings.TrimSpace(rest[at[0]:at[1]]), rest[at[1]:]
		}
		name, exponent := factor, ""
		if i := strings.IndexAny(factor, "^-0123456789"); i > 0 {
			name, exponent = factor[:i], strings.TrimLeft(factor[i:], "^")
		}
		known, ok := units[name]
		if !ok || len(exponent) > 2 {
			return "", false
		}
		if sign != "/" {
			sign = ""
		}
		canonical = append(canonical, known+exponent+sign)
		rest = next
	}
	return strings.Join(canonical, ""), len(canonical) > 0
}
