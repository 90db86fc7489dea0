package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/interview/grade"
)

// listed tells the points of a reference, or its text, in several sentences.
func (a asked) listed() string {
	if a.ref.Text != "" {
		return a.ref.Text + " " + a.good
	}
	var all strings.Builder
	for n, p := range a.ref.Points {
		fmt.Fprintf(&all, "\n%d. %s.", n+1, p.Text)
	}
	return all.String()
}

func TestGrade_prefaceTakesBackAllThatFollows(t *testing.T) {
	t.Parallel()
	frames := map[string][]string{
		"en": {
			"None of this is true: ", "None of the following is true. ", "All of this is false. ", "Everything below is wrong: ", "What follows is false. ",
			"This is not true: ", "False: ", "It is wrong: ", "All of the following is not true: ", "Nothing of this is correct.\n",
		},
		"ru": {
			"Всё это неверно: ", "Всё это неправда. ", "Ничто из этого не верно: ", "Ничего из следующего не является правдой. ", "Всё нижеследующее — ложь. ",
			"Неверно: ", "Это неправда: ", "Всё перечисленное ниже не соответствует действительности: ", "Следующее неверно. ", "Это всё чушь:\n",
		},
	}
	after := map[string][]string{
		"en": {" All of the above is false.", " None of the above is true.", "\nNone of this is true."},
		"ru": {" Всё вышесказанное неверно.", " Ничего из этого не верно.", "\nВсё это неправда."},
	}
	for _, a := range bank {
		full := a.grade(a.listed())
		if full.Score < 0.85 {
			t.Errorf("%s: the whole reference scores %.2f with %+v", a.name, full.Score, full.Flags)
		}
		var denied []string
		for _, frame := range frames[a.question.Lang] {
			denied = append(denied, frame+a.listed())
		}
		for _, end := range after[a.question.Lang] {
			denied = append(denied, a.listed()+end)
		}
		for _, answer := range denied {
			m := a.grade(answer)
			if m.Score > 0.3 || !m.Has(grade.Negated) {
				t.Errorf("%s: %q scores %.2f with %+v", a.name, answer, m.Score, m.Flags)
			}
		}
	}
}

func TestGrade_prefaceSparesWhatThePersonMeans(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, question, reference, answer string
	}{
		{"returns", bank[2].question.Text, bank[2].ref.Text, "None of this is true: threads get killed, memory leaks. Actually two threads wait forever for locks that the other one holds."},
		{"возвращается", bank[3].question.Text, bank[3].ref.Text, "Всё это неверно: потоки падают. На самом деле два потока вечно ждут мьютексы, которые удерживает другой поток."},
		{"asked for the truth", "Which of these statements is true, and why?", "None of them is true, a map has no order.", "None of these is true: a map has no order."},
		{"asked whether right", "Is Bob right that an index is free?", "He is wrong, every write becomes slower.", "Wrong: every write becomes slower."},
		{"speaks of a thing that is false", bank[2].question.Text, bank[2].ref.Text, "Two threads wait forever for locks that the other one holds, so the flag stays false."},
		{"speaks of errors", bank[3].question.Text, bank[3].ref.Text, "Если неправильно захватить мьютексы: два потока вечно ждут мьютексы, которые удерживает другой поток."},
	} {
		m := grade.Grade(grade.Question{Text: tt.question}, grade.Reference{Text: tt.reference}, tt.answer)
		if m.Score < 0.7 {
			t.Errorf("%s: %.2f with %+v", tt.name, m.Score, m.Flags)
		}
	}
}
