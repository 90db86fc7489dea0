package invitation

import (
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/session"
)

// Draft is an answer that is not given yet: another device goes on with it. One is kept, of the
// open question.
type Draft struct {
	AskedID string // session.Asked.ID
	Text    string // as it was typed; nothing reads it but the candidate's own page
	At      time.Time
}

// Check refuses a draft that is longer than an answer may be.
func (d Draft) Check() error {
	if n := utf8.RuneCountInString(d.Text); n > session.MaxReply {
		return fault.E(fault.TooLarge, fault.Say("The answer has %d characters; at most %d are taken.", "В ответе %d знаков, принимается не больше %d.", n, session.MaxReply), nil)
	}
	return nil
}
