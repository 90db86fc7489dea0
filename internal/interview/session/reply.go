package session

import (
	"slices"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
	"kadry/internal/interview/marking"
)

// MaxReply bounds an answer, in characters.
const MaxReply = 20_000

// Reply is a message of the candidate.
type Reply struct {
	AskedID  string // Asked.ID that it answers; empty is the open question
	Text     string
	Pasted   int // see Signals
	FocusOut int
}

func (in Reply) apply(s *step) error {
	text, err := readReply(in.Text)
	if err != nil {
		return err
	}
	if s.repeated(in.AskedID, text) {
		s.still, s.change.Duplicate = true, true
		return nil
	}
	if err := s.open(in.AskedID); err != nil {
		return err
	}
	m := Message{
		Sender: Candidate, Kind: AnswerMessage, Text: text,
		AskedID: s.Current.ID, Question: s.Current.Question, Probe: s.Current.Probe,
		Signals: Signals{Pasted: max(0, in.Pasted), FocusOut: max(0, in.FocusOut), Took: s.now.Sub(s.Current.At)},
	}
	if in.Text != text {
		m.Raw = in.Text
	}
	if marking.IsStop(text) {
		m.Kind = StopMessage
		s.say(m)
		s.finish(EndStopped)
		return nil
	}
	s.say(m)
	s.work(StageGrading)
	return nil
}

// readReply cleans an answer and bounds it.
func readReply(raw string) (string, error) {
	if n := utf8.RuneCountInString(raw); n > MaxReply {
		e := fault.E(fault.TooLarge, fault.Say("The answer has %d characters; at most %d are taken.", "В ответе %d знаков, принимается не больше %d.", n, MaxReply), nil)
		return "", e.WithHint(fault.Say("Shorten it to what matters.", "Сократите его до главного."))
	}
	text := input.Clean(raw)
	if input.Blank(text) {
		return "", fault.Wrong("user_answer", fault.Say("must not be empty", "не может быть пустым"))
	}
	return text, nil
}

// While the next question is open, an answer without the id of a question is the last one
// sent again only if it is long and comes at once. Short ones, such as "no" or "2", may well
// answer two questions, and so may a long one that somebody took time to send.
const (
	longReply = 40 // characters
	atOnce    = 10 * time.Second
)

// repeated tells an answer that was accepted before: the same text to the same question.
// Without the id of a question the last answer is meant.
func (s *step) repeated(askedID, text string) bool {
	for _, m := range slices.Backward(s.Messages) {
		if m.Sender != Candidate || askedID != "" && m.AskedID != askedID {
			continue
		}
		sentTwice := utf8.RuneCountInString(text) >= longReply && s.now.Sub(m.At) <= atOnce
		return m.Text == text && (askedID != "" || s.Current == nil || sentTwice)
	}
	return false
}

// open refuses a reply that answers no open question.
func (s *step) open(askedID string) error {
	for _, m := range s.Messages {
		if askedID != "" && m.Sender == Candidate && m.AskedID == askedID {
			return s.Refuse(AlreadyAnswered, fault.Say("This question has another answer already.", "На этот вопрос уже есть другой ответ.")).
				WithHint(fault.Say("An answer that was accepted does not change.", "Принятый ответ не меняется."))
		}
	}
	switch {
	case s.Over():
		return s.ended()
	case s.Paused():
		return s.Refuse(OnPause, fault.Say("The interview is paused.", "Интервью на паузе.")).
			WithHint(fault.Say("Resume it, then answer.", "Возобновите его и ответьте снова."))
	case s.Current == nil:
		return s.Refuse(NotWaiting, fault.Say("No question is open now.", "Сейчас нет открытого вопроса.")).
			WithHint(fault.Say("Wait for the next question.", "Дождитесь следующего вопроса."))
	case askedID != "" && askedID != s.Current.ID:
		e := fault.E(fault.Invalid, fault.Say("question_id: this interview has not asked %q.", "question_id: в этом интервью не было вопроса %q.", fault.Clip(askedID)), nil)
		return e.WithCandidates(s.Current.ID)
	}
	return nil
}
