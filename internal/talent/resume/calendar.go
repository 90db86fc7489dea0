package resume

import "strings"

// monthNames give the number of a month, in the cases Russian dates use.
var monthNames = numbered(
	"jan january январь января январе янв",
	"feb february febr февраль февраля феврале фев февр",
	"mar march март марта марте мар",
	"apr april апрель апреля апреле апр",
	"may май мая мае",
	"jun june июнь июня июне июн",
	"jul july июль июля июле июл",
	"aug august август августа августе авг",
	"sep sept september сентябрь сентября сентябре сен сент",
	"oct october октябрь октября октябре окт",
	"nov november ноябрь ноября ноябре ноя нояб",
	"dec december декабрь декабря декабре дек",
)

// seasons name the first month; winter is taken as the start of its year.
var seasons = map[string]int{
	"spring": 3, "весна": 3, "весной": 3, "summer": 6, "лето": 6, "летом": 6,
	"fall": 9, "autumn": 9, "осень": 9, "осенью": 9, "winter": 1, "зима": 1, "зимой": 1,
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
var openWords = words(`present current now today ongoing currently nowadays сейчас сегодня нв
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
