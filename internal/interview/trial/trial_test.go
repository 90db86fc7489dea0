package trial_test

import (
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interpreter/runner"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/trial"
	"kadry/internal/sandbox"
)

func newTrials(t *testing.T) trial.Trials { return interviewtest.Trials(t) }

func load(t *testing.T) *bank.Bank {
	t.Helper()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The model answers of the bank pass all examples of their questions, and nothing passes them
// that does nothing.
func TestRun_modelAnswers(t *testing.T) {
	t.Parallel()
	trials := newTrials(t)
	tried := 0
	for q := range load(t).All() {
		if len(q.Examples) == 0 {
			continue
		}
		for _, lang := range bank.Languages() {
			tried++
			text := lang.Of(q.Model)
			turns := []marking.Turn{marking.NewTurn(lang.Of(q.Text), text, text, 1)}
			if err := trials.Run(t.Context(), q, turns); err != nil {
				t.Fatal(err)
			}
			ran := turns[0].Ran
			if ran == nil || len(ran.Examples) != len(q.Examples) {
				t.Errorf("%s, %s: %+v", q.ID, lang, ran)
				continue
			}
			for _, e := range ran.Examples {
				if e.End != marking.Passed {
					t.Errorf("%s, %s, example %s: %+v", q.ID, lang, e.ID, e)
				}
			}
		}
	}
	if tried < 8 {
		t.Errorf("%d model answers have examples", tried)
	}
}

func turnsOf(q bank.Question, answers ...string) []marking.Turn {
	var turns []marking.Turn
	for i, text := range answers {
		turns = append(turns, marking.NewTurn(q.Text.EN, text, text, i+1))
	}
	return turns
}

// ends are how the examples ended, by their ids.
func ends(r *marking.Ran) map[string]marking.End {
	out := map[string]marking.End{}
	for _, e := range r.Examples {
		out[e.ID] = e.End
	}
	return out
}

// What a program does to the process that runs it costs the program its examples and nobody
// else anything.
func TestRun_hostile(t *testing.T) {
	t.Parallel()
	trials := newTrials(t)
	b := load(t)
	top, _ := b.Question("go-top-words-code")
	debounce, _ := b.Question("javascript-debounce")
	for name, c := range map[string]struct {
		q    bank.Question
		code string
		want marking.End // empty: the process ends by itself, which is held against nobody, or its memory does
	}{
		"loop":            {top, "func TopWords(text string, n int) []string { for { n++ } }", marking.Endless},
		"deadlock":        {top, "func TopWords(text string, n int) []string { return <-make(chan []string) }", marking.Endless},
		"memory":          {top, "func TopWords(text string, n int) []string { var all [][]byte; for { b := make([]byte, 1<<24); for i := range b { b[i] = 1 }; all = append(all, b) } }", marking.Broke},
		"stack":           {top, "func TopWords(text string, n int) []string { return append(TopWords(text, n), text) }", ""},
		"ends by a panic": {top, "func TopWords(text string, n int) []string { go func() { panic(1) }(); time.Sleep(time.Second); return nil }", ""},
		"script loop":     {debounce, "function debounce() { for (;;) {} }", marking.Endless},
		"script memory":   {debounce, "function debounce() { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }", marking.Broke},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			turns := turnsOf(c.q, "```\n"+c.code+"\n```")
			if err := trials.Run(t.Context(), c.q, turns); err != nil {
				t.Fatal(err)
			}
			for id, end := range ends(turns[0].Ran) {
				if end != c.want && end != marking.Endless && (c.want != "" || end != marking.Broke) {
					t.Errorf("%s: %s, want %s", id, end, c.want)
				}
			}
			if c.want == "" {
				if ran := turns[0].Ran; ran.Trouble != marking.Crashed && len(ran.Examples) != len(c.q.Examples) {
					t.Errorf("%+v", ran)
				}
				return
			}
			if len(turns[0].Ran.Examples) != len(c.q.Examples) {
				t.Errorf("%+v", turns[0].Ran)
			}
		})
	}
}

// Code that was sent with a later message counts from then on; words beside it change nothing.
func TestRun_overTurns(t *testing.T) {
	t.Parallel()
	q, _ := load(t).Question("javascript-debounce")
	turns := turnsOf(q, "I would keep a timer in the closure.", q.Model.EN, "cancel clears the timer, so nothing happens.")
	if err := newTrials(t).Run(t.Context(), q, turns); err != nil {
		t.Fatal(err)
	}
	if turns[0].Ran != nil || turns[1].Ran == nil || turns[2].Ran != turns[1].Ran {
		t.Errorf("%v", turns)
	}
	for id, end := range ends(turns[1].Ran) {
		if end != marking.Passed {
			t.Errorf("%s: %s", id, end)
		}
	}
}

// Of several pieces the one that loads is run, the last before others; what cannot be run says
// why.
func TestRun_pieces(t *testing.T) {
	t.Parallel()
	q, _ := load(t).Question("javascript-debounce")
	trials := newTrials(t)
	first := "```js\nconst debounce = (fn) => fn;\n```\nNo, better:\n```js\n" + q.Model.EN + "\n```"
	turns := turnsOf(q, first)
	if err := trials.Run(t.Context(), q, turns); err != nil {
		t.Fatal(err)
	}
	if got := ends(turns[0].Ran); got["cancelled"] != marking.Passed {
		t.Errorf("%+v", turns[0].Ran)
	}
	for text, want := range map[string]marking.Trouble{
		"```\nimport { debounce as d } from 'lodash';\nexport const debounce = d;\n```": marking.Lacking,
		"```\nconst throttle = (fn) => fn;\n```":                                        marking.NoEntry,
		"```\nfunction debounce(fn { return fn }\n```":                                  marking.NotLoaded,
	} {
		turns := turnsOf(q, text)
		if err := trials.Run(t.Context(), q, turns); err != nil {
			t.Fatal(err)
		}
		if ran := turns[0].Ran; ran == nil || ran.Trouble != want || len(ran.Examples) > 0 {
			t.Errorf("%s: %+v, want %s", text, ran, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if _, err := newTrials(t).Check(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := (trial.Trials{}).Check(t.Context()); err != nil {
		t.Error(err)
	}
	broken := trial.Trials{Runner: runner.New([]string{"/nonexistent"}, 1, sandbox.Limits{})}
	if _, err := broken.Check(t.Context()); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("%v", err)
	}
	q, _ := load(t).Question("javascript-debounce")
	turns := turnsOf(q, q.Model.EN)
	if err := broken.Run(t.Context(), q, turns); err != nil || turns[0].Ran.Trouble != marking.NoProcess {
		t.Errorf("%v, %+v", err, turns[0].Ran)
	}
	if err := broken.Close(); err != nil {
		t.Error(err)
	}
}
