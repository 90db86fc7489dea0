package interviewweb

import (
	"cmp"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/question"
	"kadry/internal/interview/session"
)

// Bands of confidence, of 100. Under the lower one the room asks a person to look.
const (
	highTrust   = 65
	mediumTrust = 35
)

// trustBand is the key of the word for a confidence.
func trustBand(trust int) string {
	switch {
	case trust >= highTrust:
		return "trust.high"
	case trust >= mediumTrust:
		return "trust.medium"
	}
	return "trust.low"
}

// hundredth is a share as a whole number of 100.
func hundredth(share float64) int { return min(100, max(0, int(math.Round(share*100)))) }

// lasted writes a length of time in its two largest units.
func (s *screen) lasted(d time.Duration) string {
	d = d.Round(time.Second)
	days, hours, minutes, rest := int(d/(24*time.Hour)), int(d/time.Hour)%24, int(d/time.Minute)%60, int(d/time.Second)%60
	switch {
	case days > 0:
		return s.T("interview.lasted.days", "Days", days, "Hours", hours)
	case hours > 0:
		return s.T("interview.lasted.hours", "Hours", hours, "Minutes", minutes)
	case minutes > 0:
		return s.T("interview.lasted.minutes", "Minutes", minutes, "Seconds", rest)
	}
	return s.T("interview.lasted.seconds", "Seconds", rest)
}

// took writes how long an attempt took.
func (s *screen) took(d time.Duration) string {
	if d < time.Second {
		return s.T("interview.lasted.millis", "Millis", d.Milliseconds())
	}
	return s.lasted(d)
}

// whoAnswers names the candidate of an interview.
func (s *screen) whoAnswers(x session.Session) string { return s.called(x.Name, x.UserID) }

// called is a candidate by the name of the invitation, by that of the CV base, or by the id that
// another system gave.
func (s *screen) called(name, id string) string {
	return cmp.Or(name, s.nameInBase(id), id, s.T("interview.nobody"))
}

// opCandidate is of the room of CVs.
const opCandidate = "get_candidate_details"

// nameInBase is how the CV base calls somebody; empty where it does not know them, where they have
// no name there, and where the caller may not ask.
func (s *screen) nameInBase(id string) string {
	if name, known := s.names[id]; known || id == "" || !s.May(opCandidate) {
		return name
	}
	var found struct {
		Name string `json:"name"`
	}
	err := s.Call(opCandidate, map[string]any{"candidate_id": id, "sections": []string{"languages"}, "max_chars": 100}, &found)
	if err != nil {
		found.Name = "" // a page is of use without it
	}
	s.names[id] = found.Name
	return found.Name
}

// stateOf is the word key for where an interview stands: the status of the contract, made
// finer by the stage, the pause and the reason of the end.
func stateOf(x session.Session) string {
	switch {
	case x.Status == session.Failed && x.End == session.EndCancelled:
		return "cancelled"
	case x.Over():
		return string(x.Status)
	case x.Paused():
		return "paused"
	case x.Status == session.Waiting:
		return string(session.Waiting)
	}
	return string(x.Stage)
}

// stateText says where an interview stands.
func (s *screen) stateText(x session.Session) string { return s.T("interview.state." + stateOf(x)) }

// endText says why a completed interview ended before its plan did; empty otherwise.
func (s *screen) endText(x session.Session) string {
	if x.Status == session.Completed && (x.End == session.EndStopped || x.End == session.EndTimedOut) {
		return s.T("interview.end." + string(x.End))
	}
	return ""
}

// tone is the class of a state: who has to do something about it.
func tone(x session.Session) string {
	switch stateOf(x) {
	case "failed":
		return "tone-bad"
	case "paused", string(session.Waiting):
		return "tone-wait"
	case "completed":
		return "tone-good"
	}
	return "tone-none"
}

// competency names a competency for the reader of the page.
func (s *screen) competency(c bank.Competency) string {
	return c.Title().In(s.Lang)
}

// standingText says how far something was shown; "not asked" is apart from "not shown".
func (s *screen) standingText(st analysis.Standing) string {
	return s.T("interview.standing." + string(st))
}

// questionText is a planned question in the language of the reader.
func (s *screen) questionText(p plan.Plan, id string) string {
	q, _ := p.Questions(s.web.room.Bank).Question(id)
	return question.Text(q.Text).Any(s.Lang)
}

// receiver is an address without what may be secret in it.
func receiver(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	u.User, u.Fragment = nil, ""
	if u.RawQuery != "" {
		u.RawQuery = "…"
	}
	return u.String()
}

// hoursText writes a number of hours as people say it.
func (s *screen) hoursText(hours int) string {
	if hours%24 == 0 {
		return s.N("interview.days", hours/24)
	}
	return s.N("interview.hours", hours)
}

// askedText is how far the questions of an interview went.
func (s *screen) askedText(r interviewRow) string {
	if r.Plan.Planned() == 0 {
		return s.T("interview.noPlan")
	}
	return s.T("interview.askedOf", "Asked", r.asked, "Of", r.Plan.Planned())
}

// noScore says why an interview has no score.
func (s *screen) noScore(x session.Session) string {
	if x.Over() {
		return s.T("interview.noResult")
	}
	return s.T("interview.notYet")
}

// itemTitle names what a question that was not asked is about.
func (s *screen) itemTitle(e exchange) string { return s.web.itemTitle(s, e.item) }

// longAnswer is how many bytes an answer may have before it gets a frame of its own.
const longAnswer = 6000

// clipRunes is how much of a quote is repeated under the answer it stands in.
const clipRunes = 160

// clipped shortens a quote that can be read whole in the answer above.
func clipped(text string) string {
	runes := []rune(text)
	if len(runes) <= clipRunes {
		return text
	}
	return string(runes[:clipRunes]) + "…"
}

// followUpText says why the rules asked on after an answer.
func (s *screen) followUpText(e exchange, m marking.Mark) string {
	switch {
	case m.FollowUp == nil:
		return ""
	case m.FollowUp.Point != "" && e.judged != nil:
		return s.T("interview.followUp.missing", "Point", trimmed(s.Say(e.judged.pointNamed(m.FollowUp.Point))))
	}
	return s.T("interview.followUp.thin")
}

// valueBefore is the value that stood before an override of a list.
func valueBefore(list []analysis.Override, at, first int) int {
	if at == 0 {
		return first
	}
	return valueOf(list[at-1])
}

// valueOf is what an override says: a grade of a question, or a score of a competency.
func valueOf(o analysis.Override) int {
	if o.Question != "" {
		return o.Anchor
	}
	return o.Score
}

// differenceText says how the two raters differ on a point.
func (s *screen) differenceText(p pointRow) string {
	key := "interview.second.onlyRules"
	switch {
	case p.void:
		key = "interview.second.void"
	case p.sight == marking.SeenSplit:
		key = "interview.second.split"
	case p.sight == marking.SeenByModel && p.made:
		key = "interview.second.raised"
	case p.sight == marking.SeenByModel, !p.made:
		key = "interview.second.onlyModel"
	}
	return s.T(key, "Point", trimmed(s.Say(p.text)))
}

// trimmed is a sentence without its full stop, to stand inside of another one.
func trimmed(text string) string { return strings.TrimRight(strings.TrimSpace(text), ".") }

// decisionText is what people decided, in words.
func (s *screen) decisionText(d session.Decision) string {
	if d.Selected {
		return s.T("interview.decision.invited")
	}
	return s.T("interview.decision.rejected")
}

// overrideTitle says what a form is about.
func (s *screen) overrideTitle(f overrideForm) string {
	if f.exchange != nil {
		return s.T("interview.overrule.question", "Number", f.exchange.number, "About", f.exchange.title)
	}
	return s.T("interview.overrule.competency", "Name", s.competency(f.scored.Competency))
}

// errorID names what describes a field: its error before its hint.
func errorID(f overrideForm, name string) string {
	var ids []string
	if _, wrong := f.wrong[name]; wrong {
		ids = append(ids, name+"-error")
	}
	if name != "anchor" {
		ids = append(ids, name+"-hint")
	}
	return strings.Join(ids, " ")
}

// invalid is the state of a field for those who hear the page.
func invalid(f overrideForm, name string) string {
	if _, wrong := f.wrong[name]; wrong {
		return "true"
	}
	return "false"
}

// shortHash is the beginning of a hash, enough to compare by eye.
func shortHash(hash string) string { return hash[:min(12, len(hash))] }

// numbered writes the numbers of points that end at one place.
func numbered(list []int) string {
	var texts []string
	for _, n := range list {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ", ")
}
