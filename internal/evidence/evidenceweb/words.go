package evidenceweb

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/score"
	"kadry/internal/fault"
	"kadry/internal/github"
)

// namesShown is how many skills a sentence names.
const namesShown = 6

// names writes a list of names in a sentence.
func (s *screen) names(list []string) string {
	if more := len(list) - namesShown; more > 1 {
		return strings.Join(list[:namesShown], ", ") + " " + s.N("public.more", more)
	}
	return strings.Join(list, ", ")
}

// summary is the answer in a few words: what is shown, what is weak, what is unknown.
func (s *screen) summary(a answer) []string {
	if len(a.Skills) == 0 {
		return []string{s.T("public.sum.nothing")}
	}
	var parts []string
	for _, one := range []struct {
		status score.Status
		key    string
	}{{score.Shown, "public.sum.shown"}, {score.Weak, "public.sum.weak"}, {score.Unknown, "public.sum.unknown"}} {
		if names := a.named(one.status); len(names) > 0 {
			parts = append(parts, s.T(one.key, "Names", s.names(names)))
		}
	}
	return parts
}

// statusText is what a score means, in a word.
func (s *screen) statusText(one skill) string {
	switch one.Status {
	case score.Shown, score.Weak:
		return s.T("public.status." + string(one.Status))
	}
	return s.T("public.status.unknown")
}

// scoreText is a score; what is unknown has none.
func (s *screen) scoreText(one skill) string {
	if unknownSkill(one) {
		return s.T("public.noScore")
	}
	return s.Decimal(one.Score, 2)
}

func unknownSkill(one skill) bool { return one.Status != score.Shown && one.Status != score.Weak }

func (s *screen) confidenceText(one skill) string {
	return s.T("public.confidence." + string(confidence(one)))
}

func (s *screen) confidenceWhy(one skill) string {
	return s.T("public.confidenceIs." + string(confidence(one)))
}

// confidence is that of a score; one that the page has no words for is low.
func confidence(one skill) score.Confidence {
	switch one.Confidence {
	case score.High, score.Medium:
		return one.Confidence
	}
	return score.Low
}

// understood says what an asked skill was taken for, where that is another word.
func (s *screen) understood(one skill) string {
	if one.Asked == "" || strings.EqualFold(one.Asked, one.Name) {
		return ""
	}
	return s.T("public.understood", "Asked", visible(one.Asked))
}

func (s *screen) roleText(r score.Role) string {
	switch r {
	case score.Owner, score.Reviewer:
		return s.T("public.role." + string(r))
	}
	return s.T("public.role.contributor")
}

// kinds are the ways in which a file shows a skill, as the operation names them.
var kinds = []string{"written", "published", "used", "declared", "kept", "invoked"}

func (s *screen) kindText(kind string) string {
	if slices.Contains(kinds, kind) {
		return s.T("public.kind." + kind)
	}
	return s.T("public.kind.other")
}

// ownText says how many own commits stand behind a quote.
func (s *screen) ownText(i item) string {
	if i.Estimated {
		return s.N("public.ownAbout", i.Own)
	}
	return s.N("public.own", i.Own)
}

// spanText is from when to when, no more exactly than by the month.
func (s *screen) spanText(i item) string {
	from, to := s.monthText(i.From), s.monthText(i.To)
	switch {
	case from == "" || from == to:
		return to
	case to == "":
		return from
	}
	return from + " – " + to
}

func (s *screen) monthText(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return s.Month(at.Year(), int(at.Month()))
}

func (s *screen) dayText(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return s.T("unknown")
	}
	return s.Date(at)
}

var risksKnown = []analysis.RiskKind{
	analysis.EmptyProfile, analysis.OnlyForks, analysis.NoRecent, analysis.MostlyOne, analysis.BulkImport, analysis.GeneratedCode, analysis.TouchedNotMade,
}

func (s *screen) riskText(r risk) string {
	if slices.Contains(risksKnown, r.Flag) {
		return s.T("public.risk." + string(r.Flag))
	}
	return s.T("public.risk.other")
}

// unknownText says what is not known, in the words of the page, and why.
func (s *screen) unknownText(u unknown) (what, why string) {
	switch u.Field {
	case noActivity:
		return s.T("public.unknown.activity"), u.Reason
	case noSkills:
		return s.T("public.unknown.repos"), s.T("public.unknown.reposWhy")
	case noChanges:
		return s.T("public.unknown.changes"), u.Reason
	}
	return s.T("public.unknown.other", "Field", visible(u.Field)), u.Reason
}

// budgetText says what the answer cost.
func (s *screen) budgetText(b github.Budget) string {
	text := s.N("public.requests", b.Requests)
	if b.Remaining < 0 {
		return text
	}
	text += " " + s.T("public.remaining", "Left", s.Number(b.Remaining))
	if !b.ResetAt.IsZero() {
		text += " " + s.T("public.renewed", "When", s.Moment(b.ResetAt))
	}
	return text
}

// ownOf says how many of a repository's commits are the person's own.
func (s *screen) ownOf(r repository) string {
	if r.All <= 0 {
		return s.Number(r.Own)
	}
	return s.T("public.ownOf", "Own", s.Number(r.Own), "All", s.Number(r.All))
}

// langText names a language of a chart.
func (s *screen) langText(part segment) string {
	if part.rank == 0 {
		return s.T("public.years.other")
	}
	return visible(part.name)
}

// topText names the largest languages of a year.
func (s *screen) topText(b yearBar) string {
	var parts []string
	for _, one := range b.top() {
		if b.share(one) == 0 {
			continue // under half a percent
		}
		parts = append(parts, s.langText(one)+" "+strconv.Itoa(b.share(one))+"%")
	}
	return strings.Join(parts, " · ")
}

// failureText says what a failure of GitHub means for the person asked about.
func (s *screen) failureText(f *fault.Error) string {
	switch f.Kind {
	case fault.NotFound:
		return s.T("public.fail.missing")
	case fault.Limited:
		if f.RetryAfter > 0 {
			return s.T("public.fail.limited", "When", s.Moment(s.now().Add(f.RetryAfter)))
		}
		return s.T("public.fail.limitedSome")
	case fault.Unavailable, fault.Upstream:
		return s.T("public.fail.silent")
	case fault.Timeout:
		return s.T("public.fail.slow")
	}
	return ""
}

// again reports that asking once more may help.
func again(f *fault.Error) bool {
	switch f.Kind {
	case fault.Limited, fault.Unavailable, fault.Upstream, fault.Timeout, fault.Internal:
		return true
	}
	return false
}

func percent(x float64) int { return int(100*min(max(x, 0), 1) + .5) }

// pathShown is how many characters of a path are shown; its link has all of them.
const pathShown = 120

// fileText is a path with its line, a long one without its middle.
func fileText(i item) string {
	path := i.Path
	if runes := []rune(path); len(runes) > pathShown {
		path = string(runes[:pathShown/2]) + "…" + string(runes[len(runes)-pathShown/2:])
	}
	if i.Line > 0 {
		return path + ":" + strconv.Itoa(i.Line)
	}
	return path
}

func namesOf(i item) string { return strings.Join(i.Names, ", ") }

func joined(list []string) string { return strings.Join(list, ", ") }

// monthName is a month's short name over the calendar.
func (s *screen) monthName(at time.Time) string {
	return s.T("public.month." + strconv.Itoa(int(at.Month())))
}

// axis is a side of a rating, 0 to 1, with the key of its words.
type axis struct {
	key   string
	value float64
}

func (one skill) axes() []axis {
	return []axis{{"depth", one.Axes.Depth}, {"recency", one.Axes.Recency}, {"breadth", one.Axes.Breadth}}
}
