package interviewweb

import (
	"strings"
	"time"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/session"
)

// progressText says how far a conversation has come, by what the webhooks say.
func (s *screen) progressText(t conversation) string {
	switch {
	case t.ended():
		return s.T("tryout.over")
	case t.planned == 0:
		return s.T("tryout.begins")
	}
	return s.T("tryout.progress", "Asked", s.Number(t.asked), "Planned", s.Number(t.planned))
}

// stageText says what the engine is doing while nothing arrives.
func (s *screen) stageText(t conversation) string {
	switch t.Stage {
	case session.StageQueued, session.StageMatching, session.StageGrading, session.StageAsking, session.StageFinishing:
		return s.T("tryout.stage." + string(t.Stage))
	case session.StageWaiting, session.StageDone:
	}
	return s.T("tryout.stage.sending")
}

// waitText is how long it has been, in seconds while they matter.
func (s *screen) waitText(d time.Duration) string {
	if d < 2*time.Minute {
		return s.N("tryout.seconds", int(d/time.Second))
	}
	return s.N("tryout.minutes", int(d/time.Minute))
}

// signalsText is what was noted about how an answer was written; empty when nothing was.
func (s *screen) signalsText(m session.Message) string {
	var parts []string
	if m.Signals.Pasted > 0 {
		parts = append(parts, s.N("tryout.pasted", m.Signals.Pasted))
	}
	if m.Signals.FocusOut > 0 {
		parts = append(parts, s.N("tryout.left", m.Signals.FocusOut))
	}
	return strings.Join(parts, ", ")
}

// stepState says what became of a webhook.
func (s *screen) stepState(one step) string {
	return s.T("tryout.delivery." + string(one.State))
}

// curl is a request for a terminal, with the token where one is needed.
func (s *screen) curl(path, body string) string {
	line := "curl -X POST " + s.Base() + path + " \\\n  -H 'Content-Type: application/json' \\\n"
	if s.Guarded() {
		line += "  -H 'Authorization: Bearer " + s.T("connect.token") + "' \\\n"
	}
	return line + "  -d '" + body + "'"
}

// curlStart starts an interview as another system does.
func (s *screen) curlStart() string {
	return s.curl("/api/v1/mcp/start_interview", `{"resume_text": "…", "webhook_url": "https://ats.example/kadry"}`)
}

// curlAnswer answers the last question of a talk as another system does.
func (s *screen) curlAnswer(t conversation) string {
	question := "…"
	if a := t.lastOf(session.EventQuestion); a != nil {
		question = a.QuestionID
	}
	return s.curl("/api/v1/mcp/continue_interview", `{"session_id": "`+t.ID+`", "question_id": "`+question+`", "user_answer": "…"}`)
}

// curlCheck computes the signature that a receiver compares.
const curlCheck = `printf '%s.%s.%s' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$BODY" \
  | openssl dgst -sha256 -mac HMAC -macopt hexkey:"$KEY_HEX" -binary | base64`

// inputMode is the kind of field that an answer is written in.
func inputMode(a receivedEvent) bank.AnswerType {
	if a.Expected == bank.ChoiceAnswer && len(a.Choices) == 0 {
		return bank.TextAnswer
	}
	return a.Expected
}

// share is a number from 0 to 1 as percent.
func share(x float64) int { return int(max(0, min(1, x))*100 + .5) }

// conversationTitle is the title of a try-out.
func (s *screen) conversationTitle(t conversation) string {
	if t.Vacancy.Title == "" {
		return s.T("tryout.talkTitle")
	}
	return t.Vacancy.Title
}

// tryoutField is what the form calls a field.
func (s *screen) tryoutField(path string) string {
	switch path {
	case fieldResume:
		return s.T("tryout.resume")
	case fieldQuestions:
		return s.T("tryout.questions")
	case fieldAgreed:
		return s.T("tryout.noticeTitle")
	case fieldLanguage:
		return s.T("tryout.language")
	}
	return path
}

// stopText says what stopping does now.
func (s *screen) stopText(t conversation) string {
	if t.waiting() {
		return s.T("tryout.stopNothing")
	}
	return s.T("tryout.stopAbout")
}
