package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kadry/internal/dossier/number"
)

// The rows of the table.
const (
	mandatoryPart = "mandatory"
	preferredPart = "preferred"
	evidencePart  = "evidence"
	activityPart  = "activity"
	riskPart      = "risk"
)

// weights are the most points of each part for a case; they add up to 100 where any skill
// was asked for.
type weights struct{ mandatory, preferred, evidence, activity int }

func (j judge) weights() weights {
	w := weights{mandatory: 60, preferred: 15, evidence: 15, activity: 10}
	if len(j.Activity) == 0 {
		w.mandatory, w.activity = w.mandatory+w.activity, 0
	}
	if len(j.Preferred) == 0 {
		w.mandatory, w.preferred = w.mandatory+w.preferred, 0
	}
	switch {
	case len(j.Mandatory) > 0:
		return w
	case len(j.Preferred) > 0:
		w.preferred, w.mandatory = w.preferred+w.mandatory, 0
		return w
	}
	return weights{activity: w.activity}
}

// parts are the rows. Points are whole, each row is rounded by itself, and the score is the
// sum of the rows as they are shown.
func (j judge) parts() ([]Part, []Weight) {
	w := j.weights()
	rows := []Part{
		j.coverage(mandatoryPart, j.Mandatory, w.mandatory),
		j.coverage(preferredPart, j.Preferred, w.preferred),
		j.evidence(w.evidence),
		j.activity(w.activity),
	}
	gained := 0
	for _, r := range rows {
		gained += r.Points
	}
	risk, weighed := j.risk(gained)
	return append(rows, risk), weighed
}

func points(share float64, of int) int { return int(math.Round(share * float64(of))) }

func (j judge) coverage(part string, list []Held, of int) Part {
	if len(list) == 0 {
		return Part{Part: part, Why: j.say("None were asked for.", "Таких навыков не просили.")}
	}
	proven := met(list)
	return Part{
		Part: part, Of: of, Points: points(float64(len(proven))/float64(len(list)), of),
		Why: j.say("Proven: %[1]d of %[2]d.", "Подтверждено: %[1]d из %[2]d.", len(proven), len(list)),
	}
}

// evidence is about the proven skills alone: those that are not are counted by coverage.
func (j judge) evidence(of int) Part {
	proven := slices.Concat(met(j.Mandatory), met(j.Preferred))
	if len(proven) == 0 {
		return Part{Part: evidencePart, Of: of, Why: j.say("No asked skill is proven.", "Ни один из названных навыков не подтверждён.")}
	}
	sum := 0.0
	for _, h := range proven {
		sum += h.Finding.Strength
	}
	mean := sum / float64(len(proven))
	return Part{
		Part: evidencePart, Of: of, Points: points(mean, of),
		Why: j.say("The proofs of proven skills are %s strong on average, of 1.", "Средняя сила подтверждений у подтверждённых навыков: %s из 1.", number.Decimal(mean, 2, j.lang)),
	}
}

// freshness is the share of the activity points for work up to so many days ago.
type freshness struct {
	days  int
	share float64
}

func fresh() []freshness { return []freshness{{30, 1}, {90, 0.8}, {180, 0.6}, {365, 0.4}, {730, 0.2}} }

func (j judge) activity(of int) Part {
	last, ok := j.last()
	if !ok {
		return Part{Part: activityPart, Why: j.say("No source tells when the last work was.", "Ни один источник не говорит, когда была последняя работа.")}
	}
	p := Part{Part: activityPart, Of: of, Why: j.lastWork(last)}
	for _, f := range fresh() {
		if last.Days <= f.days {
			p.Points = points(f.share, of)
			break
		}
	}
	return p
}

// last is the newest work that a source tells of.
func (j judge) last() (Activity, bool) {
	if len(j.Activity) == 0 {
		return Activity{}, false
	}
	last := slices.MinFunc(j.Activity, func(a, b Activity) int { return cmp.Compare(a.Days, b.Days) })
	last.Days = max(0, last.Days)
	return last, true
}

func (j judge) lastWork(a Activity) string {
	return j.say("Days since the last known work: %[1]d (%[2]s).", "Дней с последней известной работы: %[1]d (%[2]s).", a.Days, a.Source.Name(j.lang))
}

// risk takes away at most mostRisk, and no more than was gained.
func (j judge) risk(gained int) (Part, []Weight) {
	p := Part{Part: riskPart, Why: j.say("No risk costs points.", "Ничего, что стоило бы баллов.")}
	var why []string
	weighed := j.weighed()
	for _, r := range weighed {
		if r.Points > 0 {
			p.Points -= r.Points
			why = append(why, fmt.Sprintf("%s (%d)", strings.TrimRight(r.Text, ". "), r.Points))
		}
	}
	if len(why) > 0 {
		p.Points = -min(-p.Points, mostRisk, gained)
		p.Why = strings.Join(why, "; ") + j.say("; at most %d in all, and no more than was gained.", "; всего не больше %d и не больше набранного.", mostRisk)
	}
	return p, weighed
}
