package marking

import (
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
)

func TestReadNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		keys []string
		want keyed
	}{
		{"2", []string{"2"}, keyRight},
		{" 2. ", []string{"2"}, keyRight},
		{"Напечатается 2: длина 3, ёмкость 10.", []string{"2"}, keyRight},
		{"Ответ: 2, потому что cap = 10", []string{"2"}, keyUnclear}, // two numbers are presented
		{"Ответ: 2, потому что ёмкость 10", []string{"2"}, keyRight},
		{"It prints 2 because a[3] is overwritten", []string{"2"}, keyRight},
		{"2, since the capacity is 10", []string{"2"}, keyRight},
		{"два", []string{"2"}, keyRight},
		{"The answer is two", []string{"2"}, keyRight},
		{"0,67", []string{"0.67", "0.667"}, keyRight},
		{"примерно 0.667", []string{"0.67", "0.667"}, keyRight},
		{"99,7 %", []string{"99.7"}, keyRight},
		{"1 000", []string{"1000"}, keyRight},
		{"1,000", []string{"1000"}, keyRight},
		{"1,000.5", []string{"1000.5"}, keyRight},
		{"1.000,5", []string{"1000.5"}, keyRight},
		{"−5", []string{"-5"}, keyRight},
		{"9e2", []string{"900"}, keyRight},
		{"900 мс", []string{"900"}, keyRight},
		{"3", []string{"2"}, keyWrong},
		{"Ответ 3", []string{"2"}, keyWrong},
		{"1 2 3 4", []string{"2"}, keyUnclear},
		{"1, 2, 3", []string{"2"}, keyUnclear},
		{"2 или 3", []string{"2"}, keyUnclear},
		{"ответ 1, ответ 2, ответ 3", []string{"2"}, keyUnclear},
		{"в utf8 и s3", []string{"8"}, keyUnclear},
		{"не знаю", []string{"2"}, keyUnclear},
		{"", []string{"2"}, keyUnclear},
		{"9999999999999999999999999999e999", []string{"2"}, keyWrong},
	} {
		if got := readNumber(c.text, c.keys); got != c.want {
			t.Errorf("readNumber(%q, %v) = %s, want %s", c.text, c.keys, got, c.want)
		}
	}
}

var (
	worded4 = bank.Question{Answer: bank.ChoiceAnswer, Key: "revert", Choices: []bank.Choice{
		{ID: "reset", Text: fault.Say("git reset --hard and push --force", "git reset --hard и push --force")},
		{ID: "revert", Text: fault.Say("git revert and a normal push", "git revert и обычный push")},
		{ID: "amend", Text: fault.Say("git commit --amend", "git commit --amend, затем push")},
	}}
	numeric4 = bank.Question{Answer: bank.ChoiceAnswer, Key: "five", Choices: []bank.Choice{
		{ID: "one", Text: fault.Say("1", "1")},
		{ID: "five", Text: fault.Say("5", "5")},
		{ID: "error", Text: fault.Say("an error of the compiler", "ошибка компиляции")},
	}}
)

func TestReadChoice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		q    bank.Question
		want keyed
	}{
		{"2", worded4, keyRight},
		{"2)", worded4, keyRight},
		{"b", worded4, keyRight},
		{"Б", worded4, keyRight},
		{"Вариант 2", worded4, keyRight},
		{"Ответ: Б, остальные переписывают историю", worded4, keyRight},
		{"option B", worded4, keyRight},
		{"2, потому что история общая", worded4, keyRight},
		{"revert", worded4, keyRight},
		{"git revert и обычный push", worded4, keyRight},
		{"Я бы сделал git revert и обычный push: коллеги уже забрали коммит", worded4, keyRight},
		{"git revert: historia остаётся", worded4, keyRight},
		{"1", worded4, keyWrong},
		{"вариант 3", worded4, keyWrong},
		{"1, 2, 3", worded4, keyUnclear},
		{"1 или 2", worded4, keyUnclear},
		{"вариант 1 или вариант 2", worded4, keyUnclear},
		{"а я не знаю", worded4, keyUnclear},
		{"в этом случае надо подумать", worded4, keyUnclear},
		{"a lot depends on the case", worded4, keyUnclear},
		{"7", worded4, keyUnclear},
		{"", worded4, keyUnclear},
		{"5", numeric4, keyRight},
		{"В", numeric4, keyRight}, // under letter labels it looks like B
		{"B)", numeric4, keyRight},
		{"1", numeric4, keyWrong},
		{"C", numeric4, keyWrong},
	} {
		if got := readChoice(c.text, c.q); got != c.want {
			t.Errorf("readChoice(%q) = %s, want %s", c.text, got, c.want)
		}
	}
}

func TestOptionsOf_labelsLettersWhereChoicesAreNumbers(t *testing.T) {
	t.Parallel()
	if got := Options(worded4, bank.Russian); got[1].Label != "2" || got[1].Text != "git revert и обычный push" {
		t.Errorf("got %+v", got)
	}
	if got := Options(numeric4, bank.English); got[1].Label != "B" {
		t.Errorf("got %+v", got)
	}
}

func TestIsStop_onlyAsAWholeMessage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"стоп": true, " Стоп. ": true, "СТОП!": true, "«стоп»": true, "Завершить интервью": true, "остановите   интервью": true, "stop": true,
		"Stop interview": true, "/stop": true, "END THE INTERVIEW!": true,
		"как завершить транзакцию?": false, "надо завершить интервью с базой": false, "стоп-кран": false, "stop the world": false, "стоп?": false,
		"завершить": false, "I would stop the interview process": false, "": false, strings.Repeat("стоп ", 100): false,
	} {
		if got := IsStop(text); got != want {
			t.Errorf("isStop(%q) = %v", text, got)
		}
	}
}

func FuzzReadAnswers(f *testing.F) {
	for _, s := range []string{"2", "1 000,5", "вариант 2", "б)", "ответ: −3e10", "один или два", "1,2,3", "\x00\xff", "9" + strings.Repeat("9", 400)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, got := range []keyed{readNumber(text, []string{"2"}), readChoice(text, worded4), readChoice(text, numeric4)} {
			if got != keyRight && got != keyWrong && got != keyUnclear {
				t.Errorf("%q: %q", text, got)
			}
		}
		IsStop(text)
	})
}
