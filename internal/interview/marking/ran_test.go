package marking_test

import (
	"slices"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

// What the code did wins over its form: an idiom that no pattern knows is worth its points, and
// the right form that does something else is worth none.
func TestMark_codeThatRan(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	m := marking.NewMarker(b)
	q, _ := b.Question("javascript-debounce")
	odd := "const debounce = (f, ms, g = makeTicker(ms)) => Object.assign(g.wrap(f), g);\nfunction makeTicker(ms) { return { wrap: (f) => f, cancel() {} }; }"
	all := func(end marking.End) *marking.Ran {
		ran := &marking.Ran{}
		for _, e := range q.Examples {
			ran.Examples = append(ran.Examples, marking.ExampleRun{ID: e.ID, End: end, Got: "1", Want: "2", Note: "no"})
		}
		return ran
	}
	but := func(id string) *marking.Ran {
		ran := all(marking.Passed)
		for i := range ran.Examples {
			if ran.Examples[i].ID == id {
				ran.Examples[i].End = marking.Differed
			}
		}
		return ran
	}
	for name, c := range map[string]struct {
		code        string
		ran         *marking.Ran
		least, most float64
		confidence  float64
		reason      fault.Text
	}{
		"an odd idiom that works":       {odd, all(marking.Passed), 1, 1, .95, fault.Say("The code was run on examples: 6 of 6 went well.", "Код запущен на примерах: удались 6 из 6.")},
		"the model that works":          {q.Model.EN, all(marking.Passed), 1, 1, .95, fault.Text{}},
		"the model, not run":            {q.Model.EN, nil, 1, 1, .9, fault.Text{}},
		"the form that does not work":   {q.Model.EN, all(marking.Endless), 0, 0, .8, fault.Say("Not so: Two wrappers do not disturb each other. It did not come to an end.", "Не так: Две обёртки не мешают друг другу. Выполнение не закончилось.")},
		"one point missing":             {q.Model.EN, but("cancelled"), .75, .85, .9, fault.Say("Not so: After cancel the pending call does not happen, and a later one does. Expected 2, got 1.", "Не так: После cancel ожидающий вызов не случится, а следующий сработает. Ожидалось 2, получено 1.")},
		"one of two examples missing":   {q.Model.EN, but("receiver"), .75, .85, .9, fault.Text{}},
		"what ended its process":        {q.Model.EN, &marking.Ran{Trouble: marking.Crashed}, 1, 1, .5, fault.Say("The code was not run, its process broke off. It is judged by its form.", "Код не запускался: процесс оборвался. Он оценён по форме.")},
		"what could not be run":         {q.Model.EN, &marking.Ran{Trouble: marking.Lacking, Detail: "rxjs"}, 1, 1, .9, fault.Say("The code was not run, it needs what is not here: rxjs. It is judged by its form.", "Код не запускался: ему нужно то, чего здесь нет: rxjs. Он оценён по форме.")},
		"a failure in the code's words": {q.Model.EN, all(marking.Failed), 0, 0, .8, fault.Say("Not so: Two wrappers do not disturb each other. It failed: “no”.", "Не так: Две обёртки не мешают друг другу. Ошибка: «no».")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turn := marking.NewTurn(q.Text.EN, c.code, c.code, 1)
			turn.Ran = c.ran
			mark := m.Mark(q, bank.English, []marking.Turn{turn})
			if mark.Score < c.least || mark.Score > c.most || mark.Confidence != c.confidence || mark.Ran != c.ran {
				t.Errorf("score %.2f, confidence %.2f, %v", mark.Score, mark.Confidence, mark.Reasons)
			}
			if c.reason != (fault.Text{}) && !slices.Contains(mark.Reasons, c.reason) {
				t.Errorf("%q is not among %v", c.reason, mark.Reasons)
			}
			for _, p := range mark.Points {
				if p.Quote.Text != c.code[p.Start:p.End] || (p.Met > 0) != (p.Quote.Text != "") {
					t.Errorf("point %s is quoted with %q", p.ID, p.Quote.Text)
				}
			}
			again := m.Anew(mark, q, bank.English, []marking.Turn{marking.NewTurn(q.Text.EN, c.code, c.code, 1)})
			if again.Score != mark.Score || again.Ran != mark.Ran {
				t.Errorf("marked anew: %.2f, not %.2f", again.Score, mark.Score)
			}
		})
	}
}

// A question that only examples can judge goes to a person when nothing was run.
func TestMark_onlyExamples(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	q, _ := b.Question("javascript-debounce")
	q.Points = slices.Clone(q.Points)
	for i := range q.Points {
		q.Points[i].Code = nil
	}
	q.Limits = nil
	mark := marking.NewMarker(b).Mark(q, bank.English, []marking.Turn{marking.NewTurn(q.Text.EN, q.Model.EN, q.Model.EN, 1)})
	if !mark.Review || mark.Confidence > .5 {
		t.Errorf("%+v", mark)
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	q, _ := b.Question("javascript-debounce")
	text, _ := b.Question("go-goroutine-leak")
	said := func(text string) []marking.Turn { return []marking.Turn{marking.NewTurn("", text, text, 1)} }
	if got := marking.Sources(text, said("func f() {}")); got != nil {
		t.Errorf("a question that asks for words: %q", got)
	}
	if got := marking.Sources(q, said("I keep a timer.")); got != nil {
		t.Errorf("words: %q", got)
	}
	got := marking.Sources(q, said("```\nconst a = 1;\n```\nand\n```\nconst debounce\u00a0= a;\n```"))
	if len(got) != 2 || !strings.Contains(got[0], "const a = 1;") || strings.TrimSpace(got[1]) != "const debounce = a;" {
		t.Errorf("%q", got)
	}
}
