package resume

import "strings"

// monthNames give the number of a month, in the cases Russian dates use.
var monthNames = numbered(
	"jan january januar январь января январе янв",
	"feb february februar febr февраль февраля феврале фев февр",
	"mar march märz maerz mrz март марта марте мар",
	"apr april апрель апреля апреле апр",
	"may mai май мая мае",
	"jun june juni июнь июня июне июн",
	"jul july juli июль июля июле июл",
	"aug august август августа августе авг",
	"sep sept september сентябрь сентября сентябре сен сент",
	"oct october okt oktober октябрь октября октябре окт",
	"nov november ноябрь ноября ноябре ноя нояб",
	"dec december dez dezember декабрь декабря декабре дек",
)

// misspeltMonth is the number of the month whose name the word differs from by one slip of
// the hand, zero for none. Shorter names are too near to other words.
func misspeltMonth(word string) int {
	runes := []rune(word)
	if len(runes) < 5 || len(runes) > 10 {
		return 0
	}
	for name, month := range monthNames {
		if full := []rune(name); len(full) >= 5 && full[0] == runes[0] && oneSlip(runes, full) {
			return month
		}
	}
	return 0
}

// oneSlip reports words that are equal but for one letter left out, added, changed or
// exchanged with its neighbour.
func oneSlip(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	rest := func(a, b []rune) bool { return string(a) == string(b) }
	switch {
	case i == len(a):
		return true
	case len(a) < len(b):
		return rest(a[i:], b[i+1:])
	case rest(a[i+1:], b[i+1:]):
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && rest(a[i+2:], b[i+2:])
}

// seasons name the first month; winter is taken as the start of its year.
var seasons = map[string]int{
	"spring": 3, "springs": 3, "summers": 6, "autumns": 9, "winters": 1, "весна": 3, "весной": 3, "весны": 3, "весну": 3, "summer": 6, "лето": 6, "летом": 6, "лета": 6,
	"fall": 9, "autumn": 9, "осень": 9, "осенью": 9, "осени": 9, "winter": 1, "зима": 1, "зимой": 1, "зимы": 1, "зиму": 1,
}

// versioned are words whose following four digits are a product version or a standard.
var versioned = words(`windows server office excel word access outlook powerpoint sharepoint exchange
	studio autocad revit iso гост sql vista project visio dynamics solidworks matlab gost ecma
	ansi rfc cad photoshop illustrator creative quickbooks act form route room suite модель
	класса es ecmascript c cobol fortran приказ фз art bs en din`)

// counted are words that turn the four digits before them into an amount.
var counted = words(`руб рублей рубля р usd eur rub gbp dollars евро тыс тысяч млн k users people
	employees customers clients students человек чел пользователей клиентов сотрудников
	hours часов units items штук шт records lines строк requests rpm rps ms мс gb tb mb
	sq кв км km miles members stores sites servers серверов компьютеров pcs`)

// rangeWords stand between the two ends of a range.
var rangeWords = words("to till until untill through thru до по") //nolint:misspell // people write it so

// openWords end a range that goes on.
var openWords = words(`present presently current далее поныне доныне now today ongoing currently nowadays onwards сейчас сегодня нв
	настоящее настоящего настоящий наст`)

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

func numbered(lists ...string) map[string]int {
	numbers := map[string]int{}
	for i, list := range lists {
		for w := range strings.FieldsSeq(list) {
			numbers[w] = i + 1
		}
	}
	return numbers
}
