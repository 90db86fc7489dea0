package answer_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kadry/internal/exam/answer"
)

// masked replaces what Reveal finds by "_".
func masked(task answer.Task, text string) string {
	spans := answer.Reveal(task, text)
	for _, span := range slices.Backward(spans) {
		text = text[:span.From] + "_" + text[span.To:]
	}
	return text
}

func TestReveal_findsTheAnswerInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		task       answer.Task
		text, want string
	}{
		{answer.Task{Key: "0,5"}, "x = 0,5 = 1/2 = 0.50 = 50 %, а не 5 и не 0,05", "x = _ = _ = _ = _ %, а не 5 и не 0,05"},
		{answer.Task{Key: "-4"}, "Корни: −4 и 14; 3−4 = −1", "Корни: −_ и 14; 3−_ = −1"},
		{answer.Task{Key: "12345"}, "Всего 12 345 рублей (12345,0)", "Всего _ рублей (_)"},
		{answer.Task{Key: "134", AnyOrder: true}, "1) да, 2) нет, 3) да; 431", "1) да, 2) нет, 3) да; _"},
		{answer.Task{Key: "134"}, "Верны 1, 3 и 4; 1, 3, 4; 25", "Верны _; _; 25"},
		{answer.Task{Key: "несмотря на"}, "Предлог «не смотря на» пишется НЕСМОТРЯ НА", "Предлог «_» пишется _"},
		{answer.Task{Key: "её, их"}, "Ее и их местоимения, моё нет", "_ и _ местоимения, моё нет"},
		{answer.Task{Key: "прошлом&7"}, "в прошлом 7 дней, в пошлых 17", "в _ _ дней, в пошлых 17"},
		{answer.Task{Key: "BAC", Row: true}, "A — 2, поэтому B A C", "A — 2, поэтому _"},
		{answer.Task{Key: "эпитет"}, "Эпитетами богат этот текст", "_ богат этот текст"},
		{answer.Task{Key: "2√3"}, "Итого 2 √3", "Итого _"},
		{answer.Task{Key: ""}, "Ничего 5", "Ничего 5"},
	} {
		if got := masked(c.task, c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.task.Key, got, c.want)
		}
	}
}

// What is left after masking holds no word or pair of words that Check would take.
func TestReveal_leavesNothingThatChecks(t *testing.T) {
	t.Parallel()
	key := rapid.OneOf(rapid.StringMatching(`-?[1-9][0-9]{0,2}(,[1-9])?`), rapid.StringMatching(`[абв]{1,3}( [абв]{1,2})?`), rapid.StringMatching(`[1-5]{2,3}`))
	text := rapid.StringMatching(`([1-9абв]{1,3}(,[1-9])?[ .,;)(-]{1,2}){0,12}`)
	words := regexp.MustCompile(`[\p{L}\d]+(?:[.,][\p{L}\d]+)?`) // "1,1в" is no word "в" beside a number
	rapid.Check(t, func(t *rapid.T) {
		task := answer.Task{Key: key.Draw(t, "key"), AnyOrder: rapid.Bool().Draw(t, "any")}
		rest := masked(task, text.Draw(t, "text"))
		for piece := range strings.SplitSeq(rest, "_") {
			for _, word := range words.FindAllString(piece, -1) {
				if v := answer.Check(task, word); v.Outcome == answer.Correct || v.Outcome == answer.Form {
					t.Fatalf("%q still holds %q of %q", rest, word, task.Key)
				}
			}
		}
	})
}

func FuzzReveal(f *testing.F) {
	for _, seed := range [][2]string{
		{"0,5", "x = ½ = 0,50 = 50 %"},
		{"134", "1, 3 и 4"},
		{"её, их", "ее, мои, их"},
		{"2√3", "2 √ 3\u00a02√3"},
		{"[1; 2)", "[1;2) и 12"},
		{"&|", "\xff\xfe"},
		{"эпитет", "эпитетами́"},
	} {
		f.Add(seed[0], seed[1], true)
		f.Add(seed[0], seed[1], false)
	}
	f.Fuzz(func(t *testing.T, key, text string, anyOrder bool) {
		last := 0
		for _, s := range answer.Reveal(answer.Task{Key: key, AnyOrder: anyOrder}, text) {
			if s.From < last || s.To <= s.From || s.To > len(text) {
				t.Fatalf("%v is out of place in %q", s, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.From:s.To]) {
				t.Fatalf("%v cuts a letter of %q", s, text)
			}
			last = s.To
		}
	})
}

// A row of digits that is too long for a number is hidden as the signs it is.
func TestReveal_rowTooLongForANumber(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("7", 2049)
	if got := answer.Reveal(answer.Task{Key: key}, "Ответ: "+key); len(got) != 1 {
		t.Errorf("%d places, want 1", len(got))
	}
}
