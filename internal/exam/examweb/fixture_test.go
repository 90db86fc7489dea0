package examweb_test

import (
	"strings"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// Courses of the invented problems.
var (
	russianLanguage = subject.Course{Exam: subject.EGE, Subject: "rus"}
	informatics     = subject.Course{Exam: subject.EGE, Subject: "inf"}
	society         = subject.Course{Exam: subject.OGE, Subject: "soc"}
)

// evil is text that would act if a page wrote it as markup.
const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>`

// bankProblems are problems of every shape, all invented.
func bankProblems() []problem.Stored {
	return []problem.Stored{
		copied(triangle()), copied(essay()), copied(program()), copied(criteria()), copied(hostile()), old(),
		copied(problem.Problem{
			Ref: problem.Ref{Course: math, ID: "103"}, Type: "1", Types: []string{"1"},
			Question: body("Найдите площадь прямоугольника, стороны которого равны 7 и 8."), Answer: "56",
		}),
		copied(problem.Problem{
			Ref: problem.Ref{Course: math, ID: "104"}, Type: "2", Types: []string{"2"},
			Question: body("В коробке 12 синих и 8 красных карандашей. Какова вероятность вынуть наугад красный?"), Answer: "0,4",
			Solution: body("Всего в коробке 20 карандашей. Нас устраивают красные.", "Искомая вероятность равна отношению чисел красных и всех карандашей.", "8 : 20 = 0,4.", "Ответ: 0,4."),
		}),
	}
}

func triangle() problem.Problem {
	return problem.Problem{
		Ref: problem.Ref{Course: math, ID: "101"}, URL: "https://math-ege.sdamgia.ru/problem?id=101", Type: "1", Types: []string{"1"},
		Question: problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{
			{Text: "В треугольнике "},
			{Text: "ABC", Style: problem.Italic},
			{Text: " угол "},
			{Text: "C", Style: problem.Italic},
			{Text: " прямой, "},
			said("AB = корень из: начало аргумента: 34 конец аргумента"),
			{Text: ", "},
			said("дробь: числитель: AC, знаменатель: BC конец дроби = дробь: числитель: 3, знаменатель: 5 конец дроби"),
			{Text: ". Найдите площадь треугольника."},
		}}}},
		Solution: problem.Body{Blocks: []problem.Block{
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Обозначим катеты "}, said("3x"), {Text: " и "}, said("5x"), {Text: "."}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "По теореме Пифагора "}, said("9x в квадрате плюс 25x в квадрате =34"), {Text: ", откуда "}, said("x=1"), {Text: "."}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Площадь равна половине произведения катетов: 7,5."}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Ответ: 7,5."}}},
		}},
		Answer: "7,5", Analogs: numbers(27), Codes: []problem.Code{{Code: "5.1.1", Name: "Треугольник"}, {Code: "5.5.5", Name: "Площадь треугольника"}},
		Source: "Пробная работа, вариант 7", SourceAt: "https://math-ege.sdamgia.ru/test?id=7", Level: "обычная", Relevant: "Текущий учебный год", Points: 1,
	}
}

func numbers(n int) []string {
	var list []string
	for i := range n {
		list = append(list, strings.Repeat("2", 2)+string(rune('0'+i/10))+string(rune('0'+i%10)))
	}
	return list
}

func essay() problem.Problem {
	return problem.Problem{
		Ref: problem.Ref{Course: russianLanguage, ID: "201"}, Type: "22", Types: []string{"22"},
		Passage:  body("(1)Утро на реке начиналось с тумана. (2)Он поднимался от воды, медленный и густой, и берега пропадали, будто их стёрли мокрой тряпкой.", "(3)Старик вынимал вёсла, садился на борт и слушал. (4)Туман, говорил он, тоже умеет разговаривать."),
		Question: body("Какое средство выразительности использовано в предложении 2? Запишите термин."),
		Answer:   "сравнение|сравнительный оборот", Linked: []string{"202", "203"},
		Rule: body("Сравнение — сопоставление одного предмета с другим: как, будто, словно."),
	}
}

func program() problem.Problem {
	return problem.Problem{
		Ref: problem.Ref{Course: informatics, ID: "301"}, URL: "https://inf-ege.sdamgia.ru/problem?id=301", Type: "6", Types: []string{"6"},
		Question: problem.Body{Blocks: []problem.Block{
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: "Что напечатает программа? В таблице — цены за три месяца."}}},
			{Kind: problem.Program, Lang: "python", Text: "s = 0\nfor k in range(1, 11):\n    if k % 3 == 0:\n        s += k\nprint(s)\n"},
			{Kind: problem.TableRows, Head: 1, Rows: [][]problem.Cell{row("Месяц", "Хлеб", "Молоко"), row("май", "41", "78"), row("июнь", "43", "79"), {{Spans: []problem.Span{{Text: "в среднем"}}}, {Spans: []problem.Span{{Text: "60,25"}}, Cols: 2}}}},
			{Kind: problem.ListItem, Spans: []problem.Span{{Text: "1) Цена хлеба растёт."}}},
			{Kind: problem.ListItem, Spans: []problem.Span{{Text: "2) Молоко дешевле хлеба."}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Image: &problem.Image{URL: "https://inf-ege.sdamgia.ru/get_file?id=5", Alt: "Граф из шести вершин"}}}},
		}},
		Answer: "18", Files: []problem.Link{{Title: "Данные: 6.xlsx", URL: "https://inf-ege.sdamgia.ru/doc/inf/6.xlsx"}},
		Audio: []problem.Link{{URL: "https://inf-ege.sdamgia.ru/get_file?id=9.mp3"}},
	}
}

func row(cells ...string) []problem.Cell {
	var list []problem.Cell
	for _, text := range cells {
		list = append(list, problem.Cell{Spans: []problem.Span{{Text: text}}})
	}
	return list
}

func criteria() problem.Problem {
	return problem.Problem{
		Ref: problem.Ref{Course: society, ID: "401"}, Type: "24", Types: []string{"24"},
		Question: body("Приведите два примера того, как семья передаёт обычаи, и поясните каждый."),
		Solution: body("Верный ответ называет два примера и поясняет их."), Points: 2,
		Criteria: problem.Body{Blocks: []problem.Block{{Kind: problem.TableRows, Head: 1, Rows: [][]problem.Cell{row("Критерии", "Баллы"), row("Два примера с пояснением", "2"), row("Один пример", "1")}}}},
	}
}

// hostile is a problem whose every field wants to break the page.
func hostile() problem.Problem {
	wide := make([]string, 60)
	for i := range wide {
		wide[i] = "столбец"
	}
	huge := problem.Block{Kind: problem.TableRows}
	for range 500 {
		huge.Rows = append(huge.Rows, row(wide...))
	}
	return problem.Problem{
		Ref: problem.Ref{Course: math, ID: "666"}, URL: "javascript:alert(3)", Type: evil, Types: []string{evil},
		Question: problem.Body{Blocks: []problem.Block{
			{Kind: problem.Paragraph, Spans: []problem.Span{{Text: evil}, {Text: strings.Repeat("длинноеслово", 60)}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Formula: &problem.Formula{Alt: "нечто " + evil, LaTeX: evil, MathML: "<math><script>alert(4)</script></math>", OK: true}}}},
			{Kind: problem.Paragraph, Spans: []problem.Span{{Image: &problem.Image{URL: "javascript:alert(5)", Alt: evil}}}},
			{Kind: problem.Program, Text: evil, Lang: evil},
			huge,
		}},
		Solution: body(evil), Answer: evil, Source: evil, SourceAt: "javascript:alert(6)", Level: evil, Area: evil, Relevant: evil,
		Codes: []problem.Code{{Code: evil, Name: evil}}, Files: []problem.Link{{Title: evil, URL: "data:text/html," + evil}}, Analogs: []string{evil}, Linked: []string{"../../settings"},
	}
}

// old is a problem copied long ago.
func old() problem.Stored {
	s := copied(problem.Problem{
		Ref: problem.Ref{Course: math, ID: "105"}, Type: "3", Types: []string{"3"},
		Question: body("Решите уравнение и запишите больший корень."), Answer: "4",
	})
	s.FetchedAt = asOf.Add(-100 * 24 * time.Hour)
	return s
}

// contents is the table of contents of the mathematics above.
func contents() problem.Catalogue {
	return problem.Catalogue{Course: math, Topics: []problem.Topic{
		{ID: "1", Name: "Планиметрия", Count: 412, Categories: []problem.Category{{ID: "79", Name: "Прямоугольный треугольник: вычисление площадей", Count: 31}, {ID: "80", Name: "Равнобедренный треугольник", Count: 44}}},
		{ID: "2", Name: "Вероятность", Count: 120, Categories: []problem.Category{{ID: "166", Name: "Классическое определение вероятности", Count: 120}}},
		{ID: "3", Name: "Уравнения", Count: 90},
		{ID: "Д1", Name: "Графики и диаграммы", Count: 60, Supplementary: true, Categories: []problem.Category{{ID: "9", Name: "Чтение графиков", Count: 60}}},
	}}
}
