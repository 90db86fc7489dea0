// Package invitation is how a candidate is asked to an interview by a link: what an invitation
// says, the token of its link, and where it stands. The interview itself is a session; who keeps
// invitations and who sends links is decided elsewhere.
package invitation

import (
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// ConsentVersion names the text that a candidate agrees to on the page of an invitation; it is
// kept with every consent.
const ConsentVersion = "invitation-1"

// Invitation asks one candidate to one interview. Times are UTC; a zero time is one that has
// not come. The link itself is not kept: Digest is of its token.
type Invitation struct {
	ID, Tenant string
	Digest     string // see Digest; unique over all tenants
	Session    string // id of the interview; empty before the candidate has begun, and after a withdrawal
	Version    int    // grows by one with each change; the ground of compare-and-set

	Vacancy vacancy.Pin
	Terms

	Shown      bank.Language // in which the candidate reads the page; empty is that of the interview
	CreatedAt  time.Time
	ExpiresAt  time.Time // until then it can be begun
	OpenedAt   time.Time
	ConsentAt  time.Time
	Consent    string    // version of the text
	AnsweredAt time.Time // the first answer
	FinishedAt time.Time
	Withdrawn  time.Time
	RevokedAt  time.Time
}

// Terms are what whoever invites decides.
type Terms struct {
	Name     string        `json:"name"`
	Email    string        `json:"email,omitzero"`
	PersonID string        `json:"person_id,omitzero"` // of the CV base, as given
	AskedBy  string        `json:"asked_by,omitzero"`  // shown to the candidate
	Message  string        `json:"message,omitzero"`   // shown to the candidate
	Language bank.Language `json:"language,omitzero"`

	MaxQuestions int           `json:"max_questions,omitzero"` // 0 is the default plan
	PerAnswer    time.Duration `json:"per_answer,omitzero"`    // before MoreTime; 0 is no limit
	Total        time.Duration `json:"total,omitzero"`         // before MoreTime; 0 is totalDefault
	MoreTime     int           `json:"more_time,omitzero"`     // percent added to both
}

// Bounds of an invitation.
const (
	DaysDefault  = 14
	DaysMost     = 90
	MoreTimeMost = 300
	MessageMost  = 2000 // characters

	nameMost     = 200 // characters of a name, an address and an id
	totalDefault = 7 * 24 * time.Hour
	totalMost    = 14 * 24 * time.Hour
	totalLeast   = 10 * time.Minute
	answerLeast  = time.Minute
	answerMost   = 24 * time.Hour
)

// Clean makes the texts of t safe to show and its address comparable.
func (t Terms) Clean() Terms {
	t.Name, t.AskedBy, t.Message = input.Clean(t.Name), input.Clean(t.AskedBy), input.Clean(t.Message)
	t.Email, t.PersonID = strings.ToLower(strings.TrimSpace(t.Email)), strings.TrimSpace(t.PersonID)
	return t
}

// Check reports what is wrong with t.
func (t Terms) Check(c *fault.Check) {
	if input.Blank(t.Name) {
		c.Wrong("name", fault.Say("must not be empty", "не может быть пустым"))
	}
	for _, f := range []struct{ path, value string }{{"name", t.Name}, {"email", t.Email}, {"person_id", t.PersonID}, {"asked_by", t.AskedBy}} {
		if utf8.RuneCountInString(f.value) > nameMost || strings.ContainsRune(f.value, '\n') || f.value != input.Clean(f.value) {
			c.Wrong(f.path, fault.Say("must be one line of at most %d characters", "должно быть строкой не длиннее %d знаков", nameMost))
		}
	}
	if t.Email != "" && !isAddress(t.Email) {
		c.Wrong("email", fault.Say("must be an address like ann@example.org", "должно быть адресом вида ann@example.org"))
	}
	if n := utf8.RuneCountInString(t.Message); n > MessageMost {
		c.Wrong("message", fault.Say("must have at most %d characters, got %d", "не длиннее %d знаков, передано %d", MessageMost, n))
	}
	input.OneOf(c, "language", t.Language, bank.Languages())
	input.Between(c, "more_time_percent", t.MoreTime, MoreTimeMost)
	if t.PerAnswer != 0 && (t.PerAnswer < answerLeast || t.PerAnswer > answerMost) {
		c.Wrong("answer_minutes", fault.Say("must be 1-%d", "должно быть от 1 до %d", int(answerMost/time.Minute)))
	}
	if t.Total != 0 && (t.Total < totalLeast || t.Total > totalMost) {
		c.Wrong("total_hours", fault.Say("must be 1-%d", "должно быть от 1 до %d", int(totalMost/time.Hour)))
	}
}

// isAddress tells an e-mail address without a name around it.
func isAddress(text string) bool {
	a, err := mail.ParseAddress(text)
	return err == nil && a.Address == text && a.Name == ""
}

// CheckDays reports a lifetime of a link that is out of bounds.
func CheckDays(c *fault.Check, days int) {
	if days < 1 || days > DaysMost {
		c.Wrong("expires_in_days", fault.Say("must be 1-%d, got %d", "должно быть от 1 до %d, передано %d", DaysMost, days))
	}
}

// Limits are those of the interview, with the time that was added for this candidate.
func (t Terms) Limits() session.Limits {
	total := t.Total
	if total == 0 {
		total = totalDefault
	}
	return session.Limits{MaxQuestions: t.MaxQuestions, PerAnswer: t.longer(t.PerAnswer), Total: t.longer(total)}
}

func (t Terms) longer(d time.Duration) time.Duration { return d + d*time.Duration(t.MoreTime)/100 }

// Candidate is the id of the candidate in the interviews that come of it: that of the CV base,
// else the address; empty where neither was given.
func (t Terms) Candidate() string {
	if t.PersonID != "" {
		return t.PersonID
	}
	return t.Email
}

// Reads is the language that the candidate reads the page in.
func (i Invitation) Reads() bank.Language {
	if i.Shown != "" {
		return i.Shown
	}
	return i.Language
}
