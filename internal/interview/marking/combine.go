package marking

import (
	"math"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/grade"
)

// From where the raters are so far apart that a person is asked: grades between them, or the
// weight of the points on which they differ, of all.
const (
	reviewGap   = 2
	reviewShare = 0.5
)

// Bounds of what the word of a model may add to a mark. They are chosen on judged answers
// (tools/dev/learn/answers) with a model that says what people said and with one that says
// that everything is made, so that the first lifts answers in other words and the second
// lifts no list, no words out of order and no empty talk: what tells these apart is less the
// single quote than whether the answer flows as sentences do and what the first rater, whom
// nobody can talk to, has found in it.
const (
	raiseFrom   = 0.2   // score of the first rater from which a model may add to it
	raiseTimes  = 1.25  // of that score at most
	raiseMost   = 0.5   // and at most two grades
	leastFlow   = -0.05 // of the answer, see grade.Standing
	wrongBefore = 0.15  // by how much a quote may be nearer to what only sounds like the point
)

// combine sets the word of the second rater beside the first one's mark. Nothing is averaged
// and nothing lowered: what the first rater found stays, what the second one found by words
// that claim it may add to it within bounds, and where the two differ both are shown.
func (m *Marker) combine(mark *Mark, s Second, q bank.Question, lang bank.Language, turns []Turn) {
	s.Readings, s.First, s.Raised = max(1, s.Readings), mark.Score, nil
	s.Agreement = decimal.Round(1-weightOf(apart(mark.Points, s), q), 4)
	gap := anchorOf(mark.Score) - s.Anchor
	mark.Review = mark.Review || max(gap, -gap) >= reviewGap || 1-s.Agreement >= reviewShare
	mark.Confidence = decimal.Round(math.Min(1, mark.Confidence*(0.5+s.Agreement)), 4)
	differing := apart(mark.Points, s)
	mark.Second = &s
	mark.raise(m.borneOut(*mark, q, lang, turns), q)
	mark.Reasons = slices.Concat(mark.Reasons, secondReasons(q, s.Raised, differing, s.Split, mark.Review))
}

// apart are the points that one rater sees and the other does not, or not at every reading.
func apart(first []PointMark, s Second) []string {
	var ids []string
	for _, p := range first {
		if slices.Contains(s.Split, p.ID) || p.Made() != s.made(p.ID) {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

func (s Second) made(id string) bool {
	return slices.ContainsFunc(s.Points, func(p PointMark) bool { return p.ID == id && p.Made() })
}

// weightOf is the weight of points, of all points of the question.
func weightOf(ids []string, q bank.Question) float64 {
	part, all := 0.0, 0.0
	for _, p := range q.Points {
		all += float64(p.Weight)
		if slices.Contains(ids, p.ID) {
			part += float64(p.Weight)
		}
	}
	return part / max(1, all)
}

// borneOut are the points that the second rater sees by quotes which claim something and
// bear on their point. There are none where a rule spoke, where the answer is no sentences,
// and where the first rater found hardly anything.
func (m *Marker) borneOut(mark Mark, q bank.Question, lang bank.Language, turns []Turn) []PointMark {
	ruled := slices.ContainsFunc(mark.Flags, func(f Flag) bool { return f.Kind != grade.Unknown })
	if ruled || q.Answer == bank.CodeAnswer || keyedAnswer(q) && keyed(mark.Key) != keyRight || share(mark.Points, q) < raiseFrom {
		return nil
	}
	said := hear(turns)
	offers := []grade.Offer{{End: len(said.heard)}} // the whole answer, and then every quote
	var quoted []PointMark
	for _, p := range mark.Second.Points {
		at := slices.IndexFunc(said.parts, func(t Turn) bool { return t.Seq == p.Message })
		if !p.Made() || at < 0 {
			continue
		}
		quoted = append(quoted, p)
		offers = append(offers, grade.Offer{Point: p.ID, Start: said.begins[at] + p.Start, End: said.begins[at] + p.End})
	}
	asked := make([]string, len(turns))
	for i, t := range turns {
		asked[i] = t.Asked
	}
	standing := m.rubric(sheetOf(q, lang, strings.Join(asked, "\n"), said.heard), q).Stand(said.heard, offers)
	if len(standing) == 0 || standing[0].Flow < leastFlow {
		return nil
	}
	var kept []PointMark
	for i, p := range quoted {
		if s := standing[i+1]; s.Claims() && (s.Known > 0 || mark.met(p.ID) > 0) && s.Wrong-s.Right <= wrongBefore {
			kept = append(kept, p)
		}
	}
	return kept
}

func (m Mark) met(id string) float64 {
	i := slices.IndexFunc(m.Points, func(p PointMark) bool { return p.ID == id })
	if i < 0 {
		return 0
	}
	return m.Points[i].Met
}

// raise counts points in full as far as the bounds go, each by the same part of what it
// lacks. The first rater's view of them stays on record.
func (m *Mark) raise(seen []PointMark, q bank.Question) {
	before := share(m.Points, q)
	points := slices.Clone(m.Points)
	for i, p := range points {
		at := slices.IndexFunc(seen, func(s PointMark) bool { return s.ID == p.ID })
		if at < 0 || p.Met >= 1 {
			continue
		}
		m.Second.Raised = append(m.Second.Raised, p)
		if points[i].Met = 1; !p.Made() { // else the words stay that the first rater found
			points[i].Quote = seen[at].Quote
		}
	}
	wanted := share(points, q) - before
	if wanted <= 0 {
		return
	}
	part := min(1, raiseMost/wanted, raiseTimes*before/wanted)
	for i := range points {
		points[i].Met = decimal.Round(m.Points[i].Met+part*(points[i].Met-m.Points[i].Met), 4)
	}
	added := share(points, q) - before
	if keyedAnswer(q) {
		added *= 1 - keyShare
	}
	m.Points = points
	m.Score = decimal.Round(min(1, m.Score+added), 4)
	m.Anchor = anchorOf(m.Score)
}

// Sight says which of two raters see a point.
type Sight string

// The sights. SeenSplit is a point that the model saw at one reading and not at another,
// whatever the first rater says of it.
const (
	SeenByNobody   Sight = ""
	SeenByEmbedded Sight = "embedded"
	SeenByModel    Sight = "model"
	SeenByBoth     Sight = "both"
	SeenSplit      Sight = "split"
)

// SeenBy tells who sees a point; nobody where there is no second rating, or one from before
// the views of both were kept.
func (m Mark) SeenBy(id string) Sight {
	s := m.Second
	if s == nil || s.Trouble != "" || s.Readings == 0 {
		return SeenByNobody
	}
	first := m.met(id) >= MetFrom
	if i := slices.IndexFunc(s.Raised, func(p PointMark) bool { return p.ID == id }); i >= 0 {
		first = s.Raised[i].Made()
	}
	switch {
	case slices.Contains(s.Split, id):
		return SeenSplit
	case first && s.made(id):
		return SeenByBoth
	case first:
		return SeenByEmbedded
	case s.made(id):
		return SeenByModel
	}
	return SeenByNobody
}

// secondReasons say in words what the second rating did.
func secondReasons(q bank.Question, raised []PointMark, apart, split []string, review bool) Reasons {
	var reasons Reasons
	var counted []string
	for _, p := range raised {
		counted = append(counted, p.ID)
	}
	apart = slices.DeleteFunc(slices.Clone(apart), func(id string) bool { return slices.Contains(split, id) })
	for _, part := range []struct {
		points []string
		en, ru string
	}{
		{counted, "The model saw these points too, by words of the answer, and they count for more: %s.", "Эти тезисы по словам ответа увидела и модель, поэтому они засчитаны полнее: %s."},
		{apart, "The rules and the model disagree on: %s.", "Правила и модель расходятся по тезисам: %s."},
		{split, "The model was asked twice and did not answer alike on: %s.", "Модель спросили дважды, и она ответила по-разному по тезисам: %s."},
	} {
		if len(part.points) > 0 {
			named := namesOf(q, part.points)
			reasons = append(reasons, fault.Text{EN: strings.ReplaceAll(part.en, "%s", named.EN), RU: strings.ReplaceAll(part.ru, "%s", named.RU)})
		}
	}
	if review {
		reasons = append(reasons, fault.Say("The two are far apart; a person should read this answer.", "Оценки сильно расходятся; ответ стоит прочитать человеку."))
	}
	return reasons
}

func namesOf(q bank.Question, ids []string) fault.Text {
	var en, ru []string
	for _, p := range q.Points {
		if slices.Contains(ids, p.ID) {
			en = append(en, strings.TrimRight(p.Text.EN, "."))
			ru = append(ru, strings.TrimRight(p.Text.RU, "."))
		}
	}
	return fault.Text{EN: strings.Join(en, "; "), RU: strings.Join(ru, "; ")}
}
