// Package plan chooses the questions of an interview: a core that is the same for everybody
// who applies for a vacancy, and a few on what a resume leaves open. When the questions are
// put is the session's matter.
package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"regexp"
	"slices"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

// Plan is what will be asked. The core is the same for everybody who is interviewed for
// one version of a vacancy in one language with one bound on questions; equal hashes mean
// that scores can be compared. The gaps are this candidate's own and count apart.
type Plan struct {
	Hash     string        `json:"hash,omitzero"`  // SHA-256 of everything but the gaps, hex
	Rules    string        `json:"rules,omitzero"` // RulesVersion it was made by
	Bank     string        `json:"bank,omitzero"`  // digest of the bank
	Vacancy  vacancy.Pin   `json:"vacancy,omitzero"`
	Language bank.Language `json:"language,omitzero"`
	Core     []Item        `json:"core,omitzero"`
	Gaps     []Item        `json:"gaps,omitzero"`
	// Own are the questions in it that did not come with the program, as they read when it was
	// made: what people change or delete later changes nothing for who is interviewed by it.
	Own []bank.Question `json:"own,omitzero"`
}

// Questions returns the bank by which an interview with the plan is held.
func (p Plan) Questions(b *bank.Bank) *bank.Bank { return b.With(p.Own) }

// Item is one planned question.
type Item struct {
	Question   string          `json:"question"`        // id in the bank
	Digest     string          `json:"digest,omitzero"` // its version
	Skill      skill.ID        `json:"skill,omitzero"`
	Theme      string          `json:"theme,omitzero"` // behaviour theme; empty in a skill
	For        skill.ID        `json:"for,omitzero"`   // the need it was chosen for; empty in a theme
	Competency bank.Competency `json:"competency,omitzero"`
	Level      bank.Level      `json:"level,omitzero"`
	Weight     float64         `json:"weight,omitzero"` // above 0, at most 1
}

// Sizes of a plan.
const (
	coreDefault  = 8
	gapsDefault  = 2
	MaxQuestions = 20
	behaviourOf8 = 3 // questions about behaviour in a core of eight
)

// Weights inside a plan: each further question on a skill weighs less, and behaviour
// stands below a skill that the vacancy insists on.
const (
	againShare      = 0.6
	behaviourWeight = 0.6
	gapStrength     = 0.6 // a need shown more weakly than this is a gap
)

// Planned counts the questions of the plan, probes not among them.
func (p Plan) Planned() int { return len(p.Core) + len(p.Gaps) }

// Items are all questions in the order they are asked.
func (p Plan) Items() []Item { return slices.Concat(p.Core, p.Gaps) }

// choice is the plan of one vacancy while its questions are chosen.
type choice struct {
	*Planner
	taken map[string]bool
	tally map[bank.Competency]int
	asked map[string]int            // questions that the vacancy asks for, by skill of the bank
	said  map[string]vacancy.Choice // what the vacancy says of questions, by id
}

// Plan makes the plan of a vacancy for a resume that fits it so, of at most so many
// questions; 0 is the default.
func (p *Planner) Plan(v vacancy.Vacancy, lang bank.Language, most int, f vacancy.Fit) Plan {
	chosen := &choice{Planner: p, taken: map[string]bool{}, tally: map[bank.Competency]int{}, asked: map[string]int{}, said: map[string]vacancy.Choice{}}
	wanted := 0
	for _, c := range v.Choices {
		chosen.said[c.Question] = c
		chosen.taken[c.Question] = c.Use == vacancy.Excluded
		if c.Use == vacancy.Pinned {
			wanted++
		}
	}
	core, gaps := min(max(coreDefault, wanted), MaxQuestions-gapsDefault), gapsDefault
	if most > 0 {
		core = min(most, max(coreDefault, most-gapsDefault))
		gaps = min(gapsDefault, most-core)
	}
	plan := Plan{
		Rules: RulesVersion, Bank: p.bank.Digest(), Language: lang,
		Vacancy: vacancy.Pin{ID: v.ID, Title: v.Title, Version: v.Version},
		Core:    chosen.core(v, core),
	}
	plan.Gaps = chosen.gaps(v, f, gaps)
	plan.Hash = plan.hash()
	for _, item := range plan.Items() {
		if q, ok := p.bank.Question(item.Question); ok && q.Revision != "" {
			plan.Own = append(plan.Own, q)
		}
	}
	return plan
}

func (p Plan) hash() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s %d\n%s\n", p.Rules, p.Bank, p.Vacancy.ID, p.Vacancy.Version, p.Language)
	for _, item := range p.Core {
		fmt.Fprintf(h, "%s %s %g\n", item.Question, item.Digest, item.Weight)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// core chooses the comparable part: skills by weight, then behaviour. It is chosen in its
// default size first and trimmed by weight, so that a shorter interview asks a part of the
// longer one.
func (p *choice) core(v vacancy.Vacancy, size int) []Item {
	pinned := p.pinned(v)
	pinned = pinned[:min(size, len(pinned))]
	items := p.chosen(v, max(size, coreDefault)-len(pinned))
	return append(pinned, trim(items, size-len(pinned))...)
}

// pinned are the questions that the vacancy asks for, in its order. One that is not there, or
// not in the language of the interview, is left out; Coverage names it.
func (p *choice) pinned(v vacancy.Vacancy) []Item {
	var items []Item
	for _, c := range v.Choices {
		q, ok := p.bank.Question(c.Question)
		if c.Use != vacancy.Pinned || !ok {
			continue
		}
		need, weight := p.needOf(v, q)
		items = append(items, p.take(q, need, weight))
		p.asked[q.Skill]++
	}
	return items
}

// needOf is the heaviest need that a question is about, and what it weighs; a question about
// none of them weighs as behaviour does.
func (p *choice) needOf(v vacancy.Vacancy, q bank.Question) (skill.ID, float64) {
	for _, s := range p.subjects(v.Needs) {
		if q.Skill != "" && s.skill == q.Skill {
			return s.need.Skill, s.weight
		}
	}
	return "", behaviourWeight
}

// chosen fills a core of so many questions: skills by weight, then behaviour.
func (p *choice) chosen(v vacancy.Vacancy, full int) []Item {
	behaviour := implied(v.Draft)
	behaviour = behaviour[:min(len(behaviour), full*behaviourOf8/coreDefault)]
	items := p.onSkills(v, full-len(behaviour))
	items = append(items, p.onBehaviour(v.Level, behaviour)...)
	for _, c := range bank.Competencies() { // a vacancy of which the bank knows few skills
		if len(items) < full {
			items = append(items, p.onBehaviour(v.Level, []bank.Competency{c})...)
		}
	}
	return items
}

// trim drops the lightest items, the last of equals first, and keeps the order.
func trim(items []Item, size int) []Item {
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(items[b].Weight, items[a].Weight) })
	order = order[:min(size, len(order))]
	slices.Sort(order)
	kept := make([]Item, len(order))
	for i, at := range order {
		kept[i] = items[at]
	}
	return kept
}

// subject is a skill of the bank that stands for a need of the vacancy.
type subject struct {
	skill  string
	need   vacancy.Need
	weight float64
}

// subjects finds what the bank can ask about the needs, heaviest first, each skill once.
func (p *choice) subjects(needs []vacancy.Need) []*subject {
	var all []*subject
	for _, n := range needs {
		name, score := p.nearest(n.Skill)
		if name == "" || slices.ContainsFunc(all, func(s *subject) bool { return s.skill == name }) {
			continue
		}
		all = append(all, &subject{skill: name, need: n, weight: n.Weight * score})
	}
	slices.SortStableFunc(all, func(a, b *subject) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.skill, b.skill))
	})
	return all
}

// onSkills asks about the skills so that the heavy ones get more questions.
func (p *choice) onSkills(v vacancy.Vacancy, slots int) []Item {
	subjects := p.subjects(v.Needs)
	for _, s := range subjects {
		s.weight *= math.Pow(againShare, float64(p.asked[s.skill]))
	}
	var items []Item
	for len(items) < slots {
		var next *subject
		for _, s := range subjects {
			if next == nil || s.weight > next.weight {
				next = s
			}
		}
		if next == nil || next.weight == 0 {
			break
		}
		q, ok := p.choose(bank.Wanted{Skill: next.skill}, cmp.Or(next.need.Level, v.Level))
		if !ok {
			next.weight = 0 // everything on it is asked
			continue
		}
		items = append(items, p.take(q, next.need.Skill, next.weight))
		next.weight *= againShare
	}
	return items
}

// onBehaviour asks one question about behaviour for each competency.
func (p *choice) onBehaviour(level bank.Level, competencies []bank.Competency) []Item {
	var items []Item
	for _, c := range competencies {
		var best bank.Question
		found := false
		for _, theme := range p.bank.Themes() {
			q, ok := p.choose(bank.Wanted{Theme: theme, Competency: c}, level)
			if ok && (!found || p.before(q, best, level)) {
				best, found = q, true
			}
		}
		if found {
			items = append(items, p.take(best, "", behaviourWeight))
		}
	}
	return items
}

// gaps asks about what the resume does not show, or shows weakly, heaviest first.
func (p *choice) gaps(v vacancy.Vacancy, f vacancy.Fit, most int) []Item {
	weak := slices.Clone(f.Missing)
	for _, m := range f.Matched {
		if m.Strength < gapStrength {
			weak = append(weak, m.Need)
		}
	}
	vacancy.SortNeeds(weak)
	var items []Item
	for _, s := range p.subjects(weak) {
		if len(items) == most {
			break
		}
		if q, ok := p.choose(bank.Wanted{Skill: s.skill}, cmp.Or(s.need.Level, v.Level)); ok {
			items = append(items, p.take(q, s.need.Skill, s.weight))
		}
	}
	return items
}

// choose returns the best question not taken yet.
func (p *choice) choose(w bank.Wanted, level bank.Level) (best bank.Question, found bool) {
	for _, q := range p.bank.Find(w) {
		if !p.taken[q.ID] && (!found || p.before(q, best, level)) {
			best, found = q, true
		}
	}
	return best, found
}

// before prefers the fitting level, then a question of the company's own, then a competency asked about less, then behaviour in
// the past to what one would do, then the smaller id.
func (p *choice) before(a, b bank.Question, level bank.Level) bool {
	return cmp.Or(
		bank.Distance(a.Level, level)-bank.Distance(b.Level, level),
		shipped(a)-shipped(b),
		p.tally[a.Competency]-p.tally[b.Competency],
		themed(a)-themed(b),
		cmp.Compare(a.ID, b.ID),
	) < 0
}

// shipped ranks questions by who wrote them: those of the company's own come first.
func shipped(q bank.Question) int {
	if q.Revision != "" {
		return 0
	}
	return 1
}

// themed ranks the questions of a theme: what somebody did tells more than what they would do.
func themed(q bank.Question) int {
	if q.Theme == "" || q.Kind == bank.Past {
		return 0
	}
	return 1
}

func (p *choice) take(q bank.Question, need skill.ID, weight float64) Item {
	p.taken[q.ID] = true
	p.tally[q.Competency]++
	if c := p.said[q.ID]; c.Weight > 0 {
		weight = c.Weight
	}
	return Item{
		Question: q.ID, Digest: q.Digest(), Skill: skill.ID(q.Skill), Theme: q.Theme, For: need,
		Competency: q.Competency, Level: q.Level, Weight: decimal.Round(min(weight, 1), 4),
	}
}

// impliedCues are the words by which a vacancy asks for more than skills.
var impliedCues = []struct {
	competency bank.Competency
	cue        *regexp.Regexp
}{
	{bank.ProblemSolving, regexp.MustCompile(`(?i)инцидент|отладк|разбор|поиск причин|нестандартн|on-call|дежурств|incident|troubleshoot|debug|root cause|problem[- ]solving`)},
	{bank.Quality, regexp.MustCompile(`(?i)качеств|тест|ревью кода|код-ревью|безопасн|quality|testing|\btests\b|code review|secure`)},
	{bank.Delivery, regexp.MustCompile(`(?i)срок|релиз|внедрен|выпуск|ответственн|эксплуатац|deadline|release|deliver|ownership|roll ?out|ship\b`)},
	{bank.Collaboration, regexp.MustCompile(`(?i)команд|наставнич|менторств|смежн|взаимодейств|\bteam|mentor|collaborat|cross-functional|pair`)},
	{bank.Communication, regexp.MustCompile(`(?i)заказчик|документац|презентац|переговор|объясн|коммуник|stakeholder|documentation|presentation|communicat|customer`)},
}

// implied are the competencies a draft asks for by its words, those it names most first. A
// draft that names none asks for working together and solving problems, as every job does.
func implied(d vacancy.Draft) []bank.Competency {
	text := d.Text()
	named := map[bank.Competency]int{}
	var list []bank.Competency
	for _, c := range impliedCues {
		if n := len(c.cue.FindAllStringIndex(text, -1)); n > 0 {
			named[c.competency] = n
			list = append(list, c.competency)
		}
	}
	if len(list) == 0 {
		return []bank.Competency{bank.Collaboration, bank.ProblemSolving}
	}
	slices.SortStableFunc(list, func(a, b bank.Competency) int { return named[b] - named[a] })
	return list
}

// RulesVersion names the rules of this package: the choice of questions, the marks and
// their sums. It is part of the hash of a plan and changes when equal answers would get
// another score or another plan.
const RulesVersion = "interview-1"
