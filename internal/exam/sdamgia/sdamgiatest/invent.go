package sdamgiatest

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// The words problems are put together from.
var (
	people = []string{
		"Агафья", "Борислав", "Василиса", "Галактион", "Дементий", "Евдокия", "Захар", "Ираида", "Калистрат",
		"Лукерья", "Мирослав", "Никанор", "Олимпиада", "Прохор", "Рогнеда", "Савелий", "Таисия", "Устинья",
	}
	places = []string{
		"на мельнице", "на пасеке", "на пристани", "в мастерской", "в библиотеке", "на ярмарке", "на метеостанции",
		"в кузнице", "в оранжерее", "в типографии", "в обсерватории", "на лодочной станции", "в пекарне", "на верфи",
	}
	things = []string{
		"самоваров", "корзин", "флюгеров", "глобусов", "подсвечников", "валенок", "скворечников",
		"барометров", "балалаек", "гербариев", "фонарей", "сундуков", "чернильниц", "рукавиц", "колокольчиков",
	}
	deeds = []string{
		"расписывает", "упаковывает", "чинит", "описывает", "взвешивает", "полирует", "нумерует", "проверяет",
	}
	themes = []string{
		"Текстовые вычисления", "Преобразования выражений", "Общество и труд", "Чтение таблиц",
		"Правописание корней", "Свойства веществ", "Работа с текстом", "Начала логики",
	}
	rows = []string{
		"г..рлянда", "выт..реть", "з..рница", "к..мпозитор", "пл..вец", "обл..гать", "р..сток", "н..дгробие",
		"т..ржественный", "ск..кун", "бл..стательный", "пр..брежный", "соч..тание", "отр..сль", "ум..лять",
		"к..саться", "зам..рать", "р..внина", "л..скут", "ч..решня",
	}
	views = []string{
		"Ремесло держится на привычке к точности, а не на вдохновении.",
		"Артель делит между людьми не труд, а доверие.",
		"Рынок узнаёт о нужде раньше, чем её назовут вслух.",
		"Память о мастере живёт в вещах, которыми пользуются каждый день.",
		"Правило, понятное всем, дешевле надзора.",
		"Город начинается там, где чужие люди держат слово.",
		"Учение без упражнения похоже на карту без дорог.",
		"Случайность помогает тому, кто успел подготовиться.",
	}
)

func (p *Problem) writeShort(dice *rand.Rand) {
	who, where, what := pick(dice, people), pick(dice, places), pick(dice, things)
	each, hours, more := dice.IntN(40)+3, dice.IntN(12)+2, dice.IntN(90)+10
	if p.Layout == Older {
		image := "/get_file?id=" + p.Internal
		p.question.para(picture(image))
	}
	p.question.para(words(fmt.Sprintf("%s %s %s: за час выходит %d %s. Работа длилась ", who, where, pick(dice, deeds), each, what)),
		formula(fmt.Sprintf("t = дробь: числитель: %d, знаменатель: 2 конец дроби", 2*hours)),
		words(fmt.Sprintf(" часов, и потом принесли ещё %d. Найдите, сколько %s стало, если ", more, what)),
		formula(pick(dice, readings)), words("."))
	total := each*hours + more
	p.solution.para(words(fmt.Sprintf("Часов работы %d, готово %d, вместе с принесёнными — %d.", hours, each*hours, total)))
	p.solution.para(words("Проверка: "), formula(fmt.Sprintf("%d умножить на %d плюс %d = %d.", each, hours, more, total)))
	p.Answer = strconv.Itoa(total)
	if dice.IntN(3) == 0 {
		p.Answer = fmt.Sprintf("%d,5", total)
	}
}

// readings are formulas as the site reads them aloud. The last two are damaged as some
// genuine ones are.
var readings = []string{
	"косинус A = 0,5",
	"корень из: начало аргумента: 2x плюс 7 конец аргумента = 5",
	"x в квадрате минус 6x плюс 9 = 0",
	"логарифм по основанию 2 левая круглая скобка x плюс 1 правая круглая скобка = 3",
	"дробь: числитель: синус альфа, знаменатель: косинус альфа конец дроби больше или равно 1",
	"система выражений x плюс y = 10, новая строка x минус y = 2. конец системы",
	"кореньиз : началоаргумента: 3x конецаргумента",
	"дробь: числитель: 1, знаменатель: ",
}

func (p *Problem) writeRuled(dice *rand.Rand) {
	p.question.para(words("Укажите варианты ответов, в которых во всех словах одного ряда пропущена одна и та же буква. Запишите номера ответов."))
	p.question.block("<p>&nbsp;</p>", "")
	for n := range 5 {
		p.question.para(words(fmt.Sprintf("%d)\u202f %s", n+1, strings.Join(several(dice, rows, 3), ", "))))
	}
	first, second := dice.IntN(3)+1, dice.IntN(2)+4
	p.solution.para(words("Приведём верное написание."))
	p.solution.para(words(fmt.Sprintf("Одна и та же буква пропущена в рядах %d и %d.", first, second)))
	p.Answer = fmt.Sprintf("%d%d|%d%d", first, second, second, first)
	for n := range 12 {
		p.rule.para(words(fmt.Sprintf("Правило, часть %d. Чтобы проверить безударную гласную, подберите слово, где она под ударением: %s.",
			n+1, strings.Join(several(dice, rows, 6), ", "))))
	}
}

func essayText(dice *rand.Rand) prose {
	var text prose
	text.block(`<p class="left_margin"></p><center><b>`+hyphenated("Прочитайте текст и выполните задания.")+`</b></center><p> </p>`, "Прочитайте текст и выполните задания.")
	for _, view := range several(dice, views, 5) {
		text.para(words(view + " " + pick(dice, views)))
	}
	text.block(`<p> </p><p align="right"><i>`+hyphenated("По запискам, которые ведёт "+pick(dice, people))+"</i></p>", "")
	last := len(text.lines) - 1
	text.lines[last].read = strings.NewReplacer("<p> </p><p align=\"right\"><i>", "", "</i></p>", "", "\u00ad", "").Replace(text.lines[last].raw)
	return text
}

func (p *Problem) writeEssay(dice *rand.Rand) {
	who, where := pick(dice, people), pick(dice, places)
	p.question.para(words(fmt.Sprintf("Какие два довода приводит %s, рассказывая о том, что было %s? Объясните каждый и дайте пример с числом %d.", who, where, dice.IntN(90000)+1000)))
	p.solution.para(words("В правильном ответе должны быть указаны и объяснены два довода:"))
	p.solution.para(words("1)\u202f " + pick(dice, views)))
	p.solution.para(words("2)\u202f " + pick(dice, views)))
	p.Points = dice.IntN(3) + 2
}

func (p *Problem) writeMatching(dice *rand.Rand) {
	p.question.para(words(fmt.Sprintf("Установите соответствие между предметами, которые есть %s, и их свойствами: к каждой позиции первого столбца подберите позицию из второго. Набор № %d.", pick(dice, places), dice.IntN(90000)+1000)))
	left, right := several(dice, things, 3), several(dice, themes, 3)
	raw := `<p> </p><p></p><div class="wrap_flex_table"><p></p>` + column("ПРЕДМЕТЫ", []string{"А", "Б", "В"}, left) +
		`<p></p>` + column("СВОЙСТВА", []string{"1", "2", "3"}, right) + `<p></p></div><p> </p>`
	p.question.block(raw, "")
	p.question.para(words("Запишите в ответ цифры, расположив их в порядке, соответствующем буквам:"))
	p.question.block(`<table style="margin:auto;border:1px"><tr><td style="text-align:center;width:45px">А</td><td>Б</td><td>В</td></tr><tr><td> </td><td> </td><td> </td></tr></table>`, "")
	order := dice.Perm(3)
	for i := range order {
		p.solution.para(words(fmt.Sprintf("%s — %s;", left[i], right[order[i]])))
		p.Answer += strconv.Itoa(order[i] + 1)
	}
}

func column(name string, marks, items []string) string {
	var out strings.Builder
	out.WriteString(`<div class="wrap_flex_table_col"><p></p><div class="col_name">` + name + `</div><p></p><div class="col_content">`)
	for i, item := range items {
		out.WriteString(`<p class="left_margin">` + marks[i] + ")\u202f " + hyphenated(item) + "</p>")
	}
	out.WriteString(`</div><p></p></div>`)
	return out.String()
}

func (p *Problem) writeCoding(dice *rand.Rand) {
	step, times := dice.IntN(8)+2, dice.IntN(30)+5
	p.question.para(words(fmt.Sprintf("Файл содержит список %s, составленный %s. Определите, что напечатает программа, автор которой — %s.", pick(dice, things), pick(dice, places), pick(dice, people))))
	p.question.block(fmt.Sprintf("<div class=\"source_code lang_python\"><pre>s = 0\nfor i in range(%d):\n    s += %d\nprint(s)</pre></div>", times, step), "")
	file := "/get_file?id=" + p.Internal
	p.question.block(`<p class="left_margin"><a href="`+file+`" target="_blank">`+hyphenated("Задание ")+p.ID+`</a></p>`, "Задание "+p.ID)
	p.Files = []string{file}
	p.solution.para(words(fmt.Sprintf("Цикл выполняется %d раз и каждый раз прибавляет %d.", times, step)))
	p.Answer = strconv.Itoa(step * times)
}

func (p *Problem) writeListening(dice *rand.Rand) {
	speaker, other := pick(dice, people), pick(dice, things)
	p.question.para(words(fmt.Sprintf("Вы услышите рассказ № %d. Определите, о чём говорит %s: 1) о погоде; 2) о дороге; 3) о том, сколько стоит сотня %s.", dice.IntN(90000)+1000, speaker, other)))
	recording := "/audio/" + p.ID + ".mp3"
	p.question.block(`<p><audio controls src="`+recording+`"></audio></p>`, "")
	p.Audio = []string{recording}
	p.solution.para(words("Речь идёт о цене: говорящий называет её дважды."))
	p.Answer = "3"
}

func (p *Problem) writeTabled(dice *rand.Rand) {
	who, where := pick(dice, people), pick(dice, places)
	p.question.para(words(fmt.Sprintf("%s ведёт %s учёт по дням. Найдите наибольшее и наименьшее число, запишите оба.", who, where)))
	lowest, highest := dice.IntN(20)+1, dice.IntN(50)+60
	middle := dice.IntN(30) + 25
	p.question.block(fmt.Sprintf(`<div class="wrap_scroll_table"><table border="1"><tbody><tr><th>День</th><th>Число</th></tr><tr><td>Первый</td><td>%d</td></tr>`+
		`<tr><td>Второй</td><td>%d</td></tr><tr><td>Третий</td><td>%d</td></tr></tbody></table></div>`, middle, highest, lowest), "")
	p.solution.para(words(fmt.Sprintf("Больше всех число второго дня, %d; меньше всех — третьего, %d.", highest, lowest)))
	p.Answer = fmt.Sprintf("%d&%d", highest, lowest)
}
