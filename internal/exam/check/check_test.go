package check

import (
	"testing"

	"kadry/internal/exam/answer"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

func asked(question, key string) problem.Problem {
	return problem.Problem{Ref: problem.Ref{Course: subject.Course{Exam: subject.EGE, Subject: "math"}, ID: "1"}, Type: "1", Question: prose(question), Answer: key}
}

func prose(lines ...string) problem.Body {
	var b problem.Body
	for _, line := range lines {
		b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: []problem.Span{{Text: line}}})
	}
	return b
}

func TestTask_readsTheOrderOffTheWording(t *testing.T) {
	t.Parallel()
	const anyOrder, row, plain = "any order", "row", "plain"
	for _, c := range []struct{ question, key, want string }{
		{"Укажите варианты ответов, в которых во всех словах одного ряда пропущена одна и та же буква. Запишите номера ответов.", "235", anyOrder},
		{"Найдите два термина, «выпадающих» из общего ряда, и запишите в ответ цифры, под которыми они указаны.", "36", anyOrder},
		{"Выберите верные суждения и запишите цифры, под ко\u00adторыми они указаны.", "125", anyOrder},
		{"Запишите в порядке возрастания цифры, под которыми указаны такие категории: 1) одни; 2) другие.", "236", anyOrder},
		{"Какие из фактов свидетельствуют о демократии? 1) выборы 2) цензура 3) суд", "13", anyOrder},
		{"Среди предложений 1–8 найдите такие, которые соединены с помощью союза. Напишите номера этих предложений.", "3, 7", anyOrder},
		{"Из предложений 4–6 выпишите все предлоги.", "с, в", anyOrder},
		{"Решите уравнение. Если корней несколько, запишите их все.", "-2; 3", anyOrder},
		{"Write down the numbers of the true statements. 1) One 2) Two", "12", anyOrder},
		{"Установите соответствие между функциями и органами: к каждой позиции первого столбца подберите позицию из второго.", "21122", row},
		{"Выберите слова для пропусков и запишите цифры под соответствующими буквами.", "4132", row},
		{"Для каждой величины определите характер изменения. Цифры в ответе могут повторяться.", "12", row},
		{"Расположите события в хронологической последовательности. Запишите цифры, под которыми они указаны.", "312", row},
		{"Установите последовательность этапов. Запишите соответствующую последовательность цифр.", "42531", row},
		{"Запишите сначала номер пункта Б, потом номер пункта В.", "14", row},
		{"Match the headings A–D with the texts 1–4.", "BADC", row},
		{"Найдите косинус угла A.", "0,5", plain},
		{"Укажите, сколько всего раз встречается цифра 2 в записи чисел 10, 11, 12.", "17", plain},
		{"Определите плотность. Ответ дайте в г/см³.", "27", plain},
		{"Выберите число. Найдите его квадрат.", "144", plain},
		{"", "12", plain},
	} {
		task := Task(asked(c.question, c.key))
		got := plain
		if task.AnyOrder {
			got = anyOrder
		}
		if task.Row {
			got = row
		}
		if got != c.want || task.Key != c.key {
			t.Errorf("%.60q: got %s, want %s", c.question, got, c.want)
		}
	}
}

func TestCheck_countsPoints(t *testing.T) {
	t.Parallel()
	choice := "Выберите верные суждения и запишите цифры, под которыми они указаны."
	table := "Установите соответствие между предметами."
	order := "Установите последовательность этапов. Запишите последовательность цифр."
	for _, c := range []struct {
		question, key string
		points        int
		given         string
		earned, of    int
	}{
		{choice, "134", 2, "431", 2, 2},
		{choice, "134", 2, "135", 1, 2},
		{choice, "134", 2, "13", 1, 2},
		{choice, "134", 2, "12", 0, 2},
		{choice, "134", 1, "135", 0, 1},
		{choice, "134", 0, "134", 0, 0},
		{choice, "134", 3, "134", 3, 3},
		{choice, "134", 3, "135", 0, 0}, // the papers differ
		{choice, "134", 3, "256", 0, 3},
		{table, "2131", 2, "2132", 1, 2},
		{table, "2131", 2, "1231", 0, 2}, // in a table two places are two mistakes
		{order, "42531", 2, "42513", 1, 2},
		{order, "42531", 2, "42523", 0, 2},
		{order, "42531", 2, "24513", 0, 2},
		{"Найдите силу и ток.", "5&7", 2, "5; 8", 1, 2},
		{"Найдите x.", "0,5", 1, "1/2", 0, 1}, // not the exam's form
	} {
		p := asked(c.question, c.key)
		p.Points = c.points
		got := Answer(p, c.given)
		if got.Earned != c.earned || got.Of != c.of {
			t.Errorf("%q for %q: %d of %d, want %d of %d (%+v)", c.given, c.key, got.Earned, got.Of, c.earned, c.of, got.Verdict)
		}
	}
}

func TestCheck_leavesEssaysToPeople(t *testing.T) {
	t.Parallel()
	p := asked("Напишите сочинение.", "")
	p.Criteria, p.Points = prose("Проблема сформулирована — 1 балл."), 21
	got := Answer(p, "Автор считает…")
	if got.Verdict.Outcome != answer.Uncheckable || got.Verdict.Reason.RU == "" || got.Of != 0 {
		t.Errorf("got %+v", got)
	}
}
