package requirement

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"kadry/internal/dossier/number"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// Market is what postings for the role ask for.
type Market struct {
	Analyzed int      `json:"analyzed"` // postings whose skills were read
	Skills   []Demand `json:"skills"`   // every skill of the taxonomy that at least one of them names
}

// Demand is how many postings name a skill.
type Demand struct {
	ID     string  `json:"id"`
	Name   string  `json:"skill"`
	N      int     `json:"n"`
	Share  float64 `json:"share"`  // of the postings analysed
	Low    float64 `json:"low"`    // lower end of its 95 % interval after Wilson
	Titles int     `json:"titles"` // postings that name it in their title
}

// Level is how much the market asks for a skill.
type Level string

// The levels.
const (
	MarketMandatory Level = "mandatory"
	MarketPreferred Level = "preferred"
	MarketOptional  Level = "optional"
)

// Enum implements the closed set of levels.
func (Level) Enum() []string {
	return []string{string(MarketMandatory), string(MarketPreferred), string(MarketOptional)}
}

// Thresholds part the levels by importance.
type Thresholds struct {
	Mandatory float64 `json:"mandatory_threshold"`
	Preferred float64 `json:"preferred_threshold"`
}

// DefaultThresholds are those of a request that gives none.
func DefaultThresholds() Thresholds { return Thresholds{Mandatory: 0.7, Preferred: 0.3} }

// Check refuses thresholds that part nothing.
func (t Thresholds) Check() error {
	var check fault.Check
	for path, v := range map[string]float64{"mandatory_threshold": t.Mandatory, "preferred_threshold": t.Preferred} {
		if !(v >= 0 && v <= 1) {
			check.Wrong(path, fault.Say("must be between 0 and 1", "должно быть от 0 до 1"))
		}
	}
	if t.Preferred > t.Mandatory {
		check.Wrong("preferred_threshold", fault.Say("must not be above mandatory_threshold", "не должно быть больше mandatory_threshold"))
	}
	return check.Err()
}

const (
	// rareShare is the share under which a skill is rare among postings of its role.
	rareShare = 0.05
	// rareSample is how many postings that takes: where none of 60 names a skill, fewer than
	// 5 in 100 do with 95 % confidence (rule of three).
	rareSample = 60
	// titleShare is the share of titles from which a skill is a part of the role's name: a
	// title has room for one skill or two, so one posting in ten spends it on this one.
	titleShare = 0.1
	// mostSuggested bounds what is suggested; a longer list is no advice.
	mostSuggested = 10
)

// Weighed is a skill with what the market says of it.
type Weighed struct {
	Skill       string   `json:"skill"`
	ID          string   `json:"id"`
	By          string   `json:"by" doc:"Who lists it here: employer or market."`
	Level       Level    `json:"market_level,omitzero" doc:"What the market alone would make of it; left out where it is not known."`
	Importance  *float64 `json:"importance_score,omitempty" doc:"0-1: the share of postings that ask for it, taken at the lower end of its 95 % interval."`
	Share       *float64 `json:"share,omitempty"`
	Postings    int      `json:"n" doc:"Postings that name it."`
	Titles      int      `json:"titles" doc:"Of those, in the title: a signal of its own, no part of the importance."`
	Explanation string   `json:"explanation"`
}

// Classification holds the employer's lists against the market. The lists are the employer's
// own, always; the market stands beside them.
type Classification struct {
	Mandatory []Weighed `json:"mandatory_skills"`
	Preferred []Weighed `json:"preferred_skills"`
	Suggested []Weighed `json:"market_suggested" doc:"Often asked for, and not by you."`
	Rare      []Weighed `json:"rare_in_market" doc:"Asked for by you, and by fewer than 5 postings in 100."`
	Optional  int       `json:"optional_count" doc:"Skills that postings name and neither you ask for nor the market often does."`
	Analyzed  int       `json:"vacancies_analyzed"`
	Thresholds
	Method string `json:"method"`
}

// Classify says of every asked skill what the market makes of it, and which skills the market
// asks for that the employer does not.
func Classify(g *skill.Graph, role string, r Requirement, m Market, t Thresholds, lang string) Classification {
	c := classifier{market: m, thresholds: t, lang: lang, inRole: named(g, role), demand: map[string]Demand{}}
	for _, d := range m.Skills {
		if _, ok := c.demand[d.ID]; !ok {
			c.demand[d.ID] = d
		}
	}
	out := Classification{Analyzed: m.Analyzed, Thresholds: t, Method: c.method()}
	for _, s := range r.Mandatory {
		out.Mandatory = append(out.Mandatory, c.asked(s, MarketMandatory))
	}
	for _, s := range r.Preferred {
		out.Preferred = append(out.Preferred, c.asked(s, MarketPreferred))
	}
	for _, s := range r.All() {
		if c.isRare(s) {
			w := c.weigh(s.ID, s.Name, "employer")
			w.Explanation = c.say("You ask for %[1]s; %[2]d of %[3]d postings do. It will narrow the choice of people.",
				"Вы требуете %[1]s, а из вакансий его требуют %[2]d из %[3]d: это сузит выбор кандидатов.", s.Name, w.Postings, m.Analyzed)
			out.Rare = append(out.Rare, w)
		}
	}
	out.Suggested, out.Optional = c.unasked(r)
	return out
}

type classifier struct {
	market     Market
	thresholds Thresholds
	lang       string
	inRole     []skill.ID
	demand     map[string]Demand
}

func (c classifier) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(c.lang)
}

// weigh is what the market says of a skill that it could have named.
func (c classifier) weigh(id, name, by string) Weighed {
	d := c.demand[id]
	importance, share := round3(d.Low), round3(d.Share)
	return Weighed{
		Skill: name, ID: id, By: by, Level: c.level(id, d), Importance: &importance, Share: &share, Postings: d.N, Titles: d.Titles,
	}
}

// level is what the market makes of a skill. One that the role is named after is mandatory
// and one that many titles name at least preferred, whatever its share: descriptions do not
// always repeat their title.
func (c classifier) level(id string, d Demand) Level {
	switch {
	case d.Low >= c.thresholds.Mandatory, slices.Contains(c.inRole, skill.ID(id)):
		return MarketMandatory
	case d.Low >= c.thresholds.Preferred, float64(d.Titles) >= titleShare*float64(c.market.Analyzed) && d.Titles > 0:
		return MarketPreferred
	}
	return MarketOptional
}

// asked weighs a skill of the employer's lists.
func (c classifier) asked(s Skill, as Level) Weighed {
	switch {
	case c.market.Analyzed == 0:
		return Weighed{Skill: s.Name, ID: s.ID, By: "employer", Explanation: c.say("You ask for it. No postings were analysed, so the market says nothing.",
			"Вы его требуете. Вакансии не изучались, поэтому рынок ничего не говорит.")}
	case !s.Known:
		return Weighed{Skill: s.Name, ID: s.ID, By: "employer", Explanation: c.say("You ask for it. The taxonomy does not have it, so it was not counted in postings.",
			"Вы его требуете. В справочнике его нет, поэтому в вакансиях он не подсчитан.")}
	}
	w := c.weigh(s.ID, s.Name, "employer")
	w.Explanation = c.say("%[1]s You ask for it as %[2]s; the market alone would call it %[3]s.", "%[1]s У вас он %[2]s; один рынок назвал бы его так: %[3]s.",
		c.count(c.demand[s.ID]), c.word(as), c.word(w.Level))
	return w
}

func (c classifier) isRare(s Skill) bool {
	d := c.demand[s.ID]
	return s.Known && c.market.Analyzed >= rareSample && d.Share < rareShare && !slices.Contains(c.inRole, skill.ID(s.ID))
}

// unasked are the skills that the market asks for and the employer does not, most asked
// first, and how many more it names now and then.
func (c classifier) unasked(r Requirement) (suggested []Weighed, optional int) {
	for _, id := range slices.Sorted(maps.Keys(c.demand)) {
		d := c.demand[id]
		if index(r.All(), id) >= 0 {
			continue
		}
		w := c.weigh(id, d.Name, "market")
		if w.Level == MarketOptional {
			optional++
			continue
		}
		w.Explanation = c.say("%[1]s You do not ask for it; the market calls it %[2]s.", "%[1]s Вы его не требуете; рынок называет его так: %[2]s.", c.count(d), c.word(w.Level))
		suggested = append(suggested, w)
	}
	slices.SortStableFunc(suggested, func(a, b Weighed) int {
		return cmp.Or(cmp.Compare(*b.Importance, *a.Importance), cmp.Compare(b.Postings, a.Postings))
	})
	return suggested[:min(len(suggested), mostSuggested)], optional
}

// count is the sentence with the figures behind an importance.
func (c classifier) count(d Demand) string {
	if d.N == 0 {
		return c.say("None of %d postings names it.", "Его не называет ни одна из изученных вакансий (%d).", c.market.Analyzed)
	}
	return c.say("%[1]d of %[2]d postings name it (%.0[3]f %%, at least %.0[4]f %%), %[5]d in the title.",
		"Его называют %[1]d из %[2]d вакансий (%.0[3]f %%, не менее %.0[4]f %%), в заголовке — %[5]d.", d.N, c.market.Analyzed, 100*d.Share, 100*d.Low, d.Titles)
}

func (c classifier) word(l Level) string {
	switch l {
	case MarketMandatory:
		return c.say("mandatory", "обязательный")
	case MarketPreferred:
		return c.say("preferred", "желательный")
	}
	return c.say("optional", "необязательный")
}

func (c classifier) method() string {
	return c.say("Your lists stand as you gave them. Importance is the share of postings that ask for a skill, at the lower end of its 95 %% Wilson interval; "+
		"mandatory from %[1]s, preferred from %[2]s. A skill in the name of the role is mandatory to the market, one in a tenth of the titles at least preferred.",
		"Ваши списки остаются такими, как вы их дали. Важность — доля вакансий, которые требуют навык, по нижней границе 95-процентного интервала Уилсона: "+
			"обязательный от %[1]s, желательный от %[2]s. Навык из названия роли рынок считает обязательным, навык из десятой части заголовков — не менее чем желательным.",
		number.Decimal(c.thresholds.Mandatory, 2, c.lang), number.Decimal(c.thresholds.Preferred, 2, c.lang))
}

func round3(v float64) float64 { return math.Round(v*1000) / 1000 }
