package hint

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// nextStep says how to go about a problem: what to draw, to write down or to recall. It goes by
// the wording of the question, then by the subject, so that there always is one; what would show
// the answer is passed over.
func nextStep(p problem.Problem, t answer.Task) fault.Text {
	asked := strings.ReplaceAll(strings.ToLower(p.Question.Text()), "ё", "е")
	for _, a := range advice {
		if a.fits(p.Subject) && a.asked.MatchString(asked) && !shows(t, a.text.EN) && !shows(t, a.text.RU) {
			return a.text
		}
	}
	for _, text := range []fault.Text{usual[p.Subject], anySubject} {
		if text.EN != "" && !shows(t, text.EN) && !shows(t, text.RU) {
			return text
		}
	}
	return fault.Say("Read the question again.", "Перечитайте вопрос.")
}

// counsel is what to do where a question is worded so.
type counsel struct {
	subjects []subject.Subject // none is all
	asked    *regexp.Regexp    // over lower case, е for ё
	text     fault.Text
}

func (c counsel) fits(s subject.Subject) bool {
	return len(c.subjects) == 0 || slices.Contains(c.subjects, s)
}

var (
	maths   = []subject.Subject{"math", "mathb"}
	physics = []subject.Subject{"phys"}
	codes   = []subject.Subject{"inf"}
	russian = []subject.Subject{"rus"}
)

// advice goes from the narrow to the wide: the first that fits is given.
var advice = []counsel{
	{maths, regexp.MustCompile(`вектор`), fault.Say("Write the vectors out by coordinates and do with the coordinates what is asked of the vectors.",
		"Запишите векторы по координатам и сделайте с координатами то, что просят сделать с векторами.")},
	{maths, regexp.MustCompile(`вероятност|наугад|случайн`), fault.Say("Count all equally likely outcomes first, then those that suit. Their ratio is the probability.",
		"Сначала посчитайте все равновозможные исходы, потом подходящие. Их отношение и есть вероятность.")},
	{maths, regexp.MustCompile(`треугольник|окружност|трапеци|параллелограмм|ромб|прямоугольник|угол|хорд`), fault.Say(
		"Make a drawing, mark on it what is given, and look for right, equal and similar triangles.",
		"Сделайте чертёж, отметьте на нём данные и поищите прямоугольные, равные и подобные треугольники.")},
	{maths, regexp.MustCompile(`пирамид|призм|конус|цилиндр|шар|куб|параллелепипед`), fault.Say(
		"Draw the solid and the section in which the unknown lies: most of the work is in that plane.",
		"Нарисуйте тело и сечение, в котором лежит искомое: почти вся работа — в этой плоскости.")},
	{maths, regexp.MustCompile(`производн|касательн|наибольшее значение функции|наименьшее значение функции|точк\S+ (?:макси|мини)мума`), fault.Say(
		"Find the derivative, see where it is zero and how its sign changes there.",
		"Найдите производную, посмотрите, где она равна нулю и как там меняется её знак.")},
	{maths, regexp.MustCompile(`косинус|синус|тангенс|тригонометр`), fault.Say(
		"Bring everything to a single function of a single angle, then factor out or substitute; choose roots on the circle.",
		"Сведите всё к одной функции одного угла, затем вынесите множитель или сделайте замену; корни отберите на окружности.")},
	{maths, regexp.MustCompile(`логарифм`), fault.Say("Write down where the logarithms make sense, then bring them to a common base.",
		"Выпишите, при каких значениях логарифмы имеют смысл, затем приведите их к общему основанию.")},
	{maths, regexp.MustCompile(`уравнени`), fault.Say("Say which values are allowed, get rid of roots and denominators, and check what you find by putting it in.",
		"Выпишите допустимые значения, избавьтесь от корней и знаменателей, а найденное проверьте подстановкой.")},
	{maths, regexp.MustCompile(`неравенств`), fault.Say("Bring everything to the left, factor it and use the method of intervals.",
		"Перенесите всё влево, разложите на множители и примените метод интервалов.")},
	{maths, regexp.MustCompile(`раствор|сплав|процент`), fault.Say("Follow the pure substance: how much of it was there before, and how much is there after.",
		"Следите за чистым веществом: сколько его было до и сколько стало после.")},
	{maths, regexp.MustCompile(`за час|скорост|работ|деталей|труб|навстречу|по течению`), fault.Say(
		"Let the unknown be x, put speed, time and the whole into a table, and make an equation of what is said to be equal or to differ.",
		"Обозначьте неизвестное за x, занесите скорость, время и объём в таблицу и составьте уравнение по тому, что равно или отличается.")},
	{maths, regexp.MustCompile(`значение выражения`), fault.Say("Do not multiply out at once: bring the powers or roots to common bases and cancel.",
		"Не перемножайте сразу: приведите степени или корни к общим основаниям и сократите.")},
	{maths, regexp.MustCompile(`сколько (?:\S+ ){0,3}(?:можно|хватит|нужно|потребуется)`), fault.Say(
		"Say in words what has to be divided by what, and think whether a remainder is rounded up or down.",
		"Скажите словами, что на что нужно делить, и подумайте, в какую сторону округлять остаток.")},
	{physics, regexp.MustCompile(`таблиц|график`), fault.Say("Read off how the quantity changes over equal stretches of time, and name the kind of process on each stretch.",
		"Посмотрите, как меняется величина за равные промежутки, и назовите вид процесса на каждом участке.")},
	{physics, regexp.MustCompile(`льд|плавлени|теплоемкост|теплово`), fault.Say("Write the balance of heat: what the warm body gives away, the cold body takes.",
		"Запишите уравнение теплового баланса: сколько отдало тёплое тело, столько получило холодное.")},
	{physics, regexp.MustCompile(`как изменя|изменится`), fault.Say("Write the formula of each quantity and see which letters in it change.",
		"Запишите формулу каждой величины и посмотрите, какие буквы в ней меняются.")},
	{physics, regexp.MustCompile(`погрешност|шкал|показани`), fault.Say("Find the price of a division first: the difference of neighbouring numbers over the divisions between them.",
		"Сначала найдите цену деления: разность соседних чисел делите на число делений между ними.")},
	{physics, regexp.MustCompile(`ускорени|движени|путь|скорост`), fault.Say("Draw the axis, write how the coordinate depends on time, and express what is asked through it.",
		"Нарисуйте ось, запишите зависимость координаты от времени и выразите искомое через неё.")},
	{codes, regexp.MustCompile(`куч|ход\S*|игр`), fault.Say("Go from the end: mark the positions that win at once, then those from which every move leads to such a position.",
		"Идите с конца: отметьте позиции, выигрышные сразу, затем те, из которых любой ход ведёт в такую позицию.")},
	{codes, regexp.MustCompile(`програм|алгоритм|напечатан`), fault.Say("Trace it by hand: a table with a column for every variable and a row for every step.",
		"Выполните его вручную: таблица, в которой столбец — переменная, а строка — шаг.")},
	{codes, regexp.MustCompile(`слов\S*|букв|код`), fault.Say("Count by positions: how many ways to choose the place, and how many ways to fill each of the others.",
		"Считайте по местам: сколько способов выбрать место и сколько — заполнить каждое из остальных.")},
	{codes, regexp.MustCompile(`систем\S+ счислени|двоичн`), fault.Say("Write the numbers as powers of the base and see what adding and taking away does to the digits.",
		"Запишите числа степенями основания и посмотрите, что делают с цифрами сложение и вычитание.")},
	{codes, regexp.MustCompile(`запрос`), fault.Say("Draw circles for the words and write into each part how many pages it holds.",
		"Нарисуйте круги для слов запроса и впишите в каждую часть, сколько в ней страниц.")},
	{russian, regexp.MustCompile(`сочинени`), fault.Say("Name the problem in a sentence, find the place where the author speaks of it, and say what each example shows.",
		"Назовите проблему одним предложением, найдите, где о ней говорит автор, и скажите, что показывает каждый пример.")},
	{russian, regexp.MustCompile(`знаки препинания|запят`), fault.Say("Underline the grammatical cores, then the participial phrases: their borders are where commas may stand.",
		"Подчеркните грамматические основы, затем обороты: запятые возможны на их границах.")},
	{russian, regexp.MustCompile(`слитно|раздельно|скобк`), fault.Say("Ask whether the word can be replaced by a synonym or taken apart: a conjunction cannot be, a pronoun with a particle can.",
		"Проверьте, можно ли заменить слово синонимом или убрать часть: у союза часть убрать нельзя, у местоимения с частицей — можно.")},
	{russian, regexp.MustCompile(`гласн|букв\S+ пропущен|пропущен`), fault.Say("Look for a related word in which the doubtful vowel is stressed.",
		"Подберите однокоренное слово, в котором сомнительная гласная стоит под ударением.")},
	{russian, regexp.MustCompile(`ударн`), fault.Say("Say each word aloud with both stresses and recall the lines of the spelling list.",
		"Произнесите каждое слово с обоими ударениями и вспомните орфоэпический словник.")},
	{nil, regexp.MustCompile(`соответстви`), fault.Say("Begin with the pair you are surest of, cross it out and go on with what is left.",
		"Начните с пары, в которой уверены больше всего, вычеркните её и продолжайте с оставшимися.")},
	{nil, regexp.MustCompile(`расположите|последовательност`), fault.Say("Find the outermost items first, then put the others between them.",
		"Сначала найдите крайние пункты, потом расставьте между ними остальные.")},
	{nil, regexp.MustCompile(`выберите|укажите|какие из|утверждени|суждени|высказывани|which of the statements`), fault.Say(
		"Take the statements singly and look for a counterexample, or for the line of the text that speaks of it.",
		"Разбирайте утверждения по отдельности: ищите контрпример или строку текста, где об этом сказано.")},
	{nil, regexp.MustCompile(`прочитан|по тексту|из текста|текст`), fault.Say("Find the paragraph that speaks of it and read it again with the question in mind.",
		"Найдите абзац, где об этом говорится, и перечитайте его, держа в уме вопрос.")},
	{nil, regexp.MustCompile(`термин|назовите|понят`), fault.Say("Say it in your own words first, then look for the word your textbook uses for it.",
		"Сначала скажите это своими словами, потом вспомните, каким словом это называет учебник.")},
}

// usual is what to do with a problem of a subject whose wording says no more.
var usual = map[subject.Subject]fault.Text{
	"math":  fault.Say("Write down what is given and what is sought, and the formula that has both.", "Выпишите, что дано и что нужно найти, и формулу, в которую входит и то и другое."),
	"mathb": fault.Say("Write down what is given and what is sought, and the formula that has both.", "Выпишите, что дано и что нужно найти, и формулу, в которую входит и то и другое."),
	"phys":  fault.Say("Make a drawing, write down the law that joins the given and the sought, and bring the units into the SI.", "Сделайте рисунок, запишите закон, который связывает данное с искомым, и переведите единицы в СИ."),
	"chem":  fault.Say("Write the formulas and the equation of the reaction, balance it, and go by amounts of substance.", "Запишите формулы и уравнение реакции, расставьте коэффициенты и считайте через количество вещества."),
	"bio":   fault.Say("Name the structure or process in question and recall what it is made of and what it does.", "Назовите, о какой структуре или процессе речь, и вспомните её строение и функцию."),
	"geo":   fault.Say("Find the place on the map and recall what the quantity depends on.", "Найдите место на карте и вспомните, от чего зависит эта величина."),
	"hist":  fault.Say("Place it on a time line: who ruled, what came before and what after.", "Поставьте событие на ленту времени: кто правил, что было до и что после."),
	"soc":   fault.Say("Recall the definition and its features, and hold each against an example from life.", "Вспомните определение и признаки понятия и проверьте каждый на примере из жизни."),
	"inf":   fault.Say("Take a smaller case and do it by hand; then see what changes as it grows.", "Возьмите случай поменьше и выполните его вручную, затем посмотрите, что меняется с ростом."),
	"rus":   fault.Say("Name the part of speech and the rule it falls under, and recall the exceptions.", "Определите часть речи и правило и вспомните исключения."),
	"lit":   fault.Say("Recall the work, its author and time, and the words of the text that speak of it.", "Вспомните произведение, автора, время и слова текста, которые об этом говорят."),
	"en":    fault.Say("Find the words around the gap that tell the tense, the number or the part of speech.", "Найдите рядом с пропуском слова, по которым видно время, число или часть речи."),
}

var anySubject = fault.Say("Say the question in your own words, write down what is given, and recall the rule that joins the two.",
	"Перескажите вопрос своими словами, выпишите данное и вспомните правило, которое их связывает.")
