package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

const halfAnswerSaid = "Оборачиваю ошибку через fmt.Errorf с глаголом %w и добавляю контекст. Проверяю потом errors.Is и errors.As, строки не сравниваю."

// wrapping is a question of the bank.
func wrapping(t *testing.T) (*bank.Bank, bank.Question) {
	t.Helper()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	q, ok := b.Question("go-error-wrapping")
	if !ok {
		t.Fatal("the bank has no go-error-wrapping")
	}
	return b, q
}

// Marks depend on the question and the answer alone.
func TestMark_isBlindAndDeterministic(t *testing.T) {
	t.Parallel()
	b, q := wrapping(t)
	var marks []marking.Mark
	for _, who := range []Session{{UserID: "a", Resume: "Go, 20 лет"}, {UserID: "b", Resume: "Ничего не умею"}} {
		for _, before := range []string{"Блестящий ответ.", "Не знаю."} {
			s := State{Session: who, Messages: []Message{
				{Seq: 1, Sender: Interviewer, Kind: QuestionMessage, AskedID: "other", Question: "go-slice-append", Text: "?"},
				{Seq: 2, Sender: Candidate, Kind: AnswerMessage, AskedID: "other", Question: "go-slice-append", Text: before},
				{Seq: 3, Sender: Interviewer, Kind: QuestionMessage, AskedID: q.ID, Question: q.ID, Text: q.Text.RU},
				{Seq: 4, Sender: Candidate, Kind: AnswerMessage, AskedID: q.ID, Question: q.ID, Text: halfAnswerSaid},
			}}
			s.Language = bank.Russian
			turns, _ := s.Turns(q.ID, q)
			marks = append(marks, marking.NewMarker(b).Mark(q, bank.Russian, turns))
		}
	}
	for _, m := range marks[1:] {
		if diff := cmp.Diff(marks[0], m); diff != "" {
			t.Errorf("the mark depends on more than the answer:\n%s", diff)
		}
	}
}

// Marks are those of the plan's words, whatever was said before them.
func TestTurns_leadsDoNotCount(t *testing.T) {
	t.Parallel()
	_, q := wrapping(t)
	probe := bank.Russian.Of(q.Probes[0].Text)
	state := func(lead string) State {
		return State{Session: Session{Language: bank.Russian}, Messages: []Message{
			{Seq: 1, Sender: Interviewer, Kind: QuestionMessage, AskedID: q.ID, Question: q.ID, Text: lead + marking.Worded(q, bank.Russian)},
			{Seq: 2, Sender: Candidate, Kind: AnswerMessage, AskedID: q.ID, Question: q.ID, Text: "Через fmt.Errorf с глаголом %w."},
			{Seq: 3, Sender: Interviewer, Kind: ProbeMessage, AskedID: q.ID + "~1", Question: q.ID, Probe: 1, Text: lead + probe},
			{Seq: 4, Sender: Candidate, Kind: AnswerMessage, AskedID: q.ID + "~1", Question: q.ID, Probe: 1, Text: halfAnswerSaid},
		}}
	}
	plain, _ := state("").Turns(q.ID, q)
	led, used := state("Перейдём к ошибкам.\n\n").Turns(q.ID, q)
	if len(led) != 2 || led[0].Asked != plain[0].Asked || led[1].Asked != plain[1].Asked || plain[0].Asked != marking.Worded(q, bank.Russian) || plain[1].Asked != probe || len(used) != 1 {
		t.Errorf("got %q and %q, %v", led[0].Asked, led[1].Asked, used)
	}
	strange, _ := state("Перейдём к ошибкам. ").Turns(q.ID, q) // no lead-in of ours
	if strange[0].Asked == plain[0].Asked {
		t.Error("words that are no lead-in were cut off")
	}
}
