package talent

import (
	"fmt"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/skill"
)

// The wire types of the room's operations. They are apart from the room's own types so
// that neither side moves the other: names here are a contract with callers.

// level is an experience level on the wire.
type level string

// Enum implements the closed set of levels.
func (level) Enum() []string { return []string{skill.JuniorLevel, skill.MidLevel, skill.SeniorLevel} }

// Spellings lets people name a level as they speak.
func (level) Spellings() map[string]string { return skill.LevelSpellings() }

type matchMode string

// Enum implements the closed set of ways to count coverage.
func (matchMode) Enum() []string { return []string{"all", "any", "min_coverage"} }

type way string

// Enum implements the closed set of ways a skill may answer for another.
func (way) Enum() []string { return []string{"exact", "alias", "implied", "narrower", "broader"} }

type education string

// Enum implements the closed set of education levels.
func (education) Enum() []string {
	return []string{"secondary", "vocational", "bachelor", "master", "doctorate"}
}

type textFormat string

// Enum implements the closed set of forms of the text block.
func (textFormat) Enum() []string { return []string{"json", "markdown"} }

type cefr string

// Enum implements the closed set of language levels.
func (cefr) Enum() []string { return []string{"A1", "A2", "B1", "B2", "C1", "C2", "native"} }

// filters are the conditions that every search takes beside skills.
type filters struct {
	ExcludedSkills  []string         `json:"excluded_skills,omitempty" max:"40" doc:"Nobody with these."`
	MinYears        float64          `json:"min_years,omitzero" min:"0" max:"60" doc:"Total years of work."`
	MaxYears        float64          `json:"max_years,omitzero" min:"0" max:"60" doc:"At most."`
	SkillYears      []skillYearsWire `json:"skill_years,omitempty" max:"40" doc:"Years of single skills."`
	UsedWithinYears float64          `json:"used_within_years,omitzero" min:"0" max:"60" doc:"Required skills used this recently."`
	Location        string           `json:"location,omitzero" max:"120" doc:"City or country."`
	Languages       []speaksWire     `json:"languages,omitempty" max:"10" doc:"Spoken languages."`
	EducationLevel  education        `json:"education_level,omitzero" doc:"At least."`
	Tags            []string         `json:"tags,omitempty" max:"40" doc:"With all of these tags."`
	UploadedAfter   string           `json:"uploaded_after,omitzero" format:"date" doc:"YYYY-MM-DD."`
}

type skillYearsWire struct {
	Skill string  `json:"skill" min:"1" max:"120" doc:"In any spelling."`
	Years float64 `json:"years" min:"0" max:"60" doc:"At least."`
}

type speaksWire struct {
	Lang string `json:"lang" min:"2" max:"40" doc:"Name or code."`
	CEFR cefr   `json:"cefr,omitzero" doc:"At least."`
}

// apply puts the filters into a query.
func (f filters) apply(q *Query) error {
	q.Excluded = f.ExcludedSkills
	q.MinYears, q.MaxYears, q.UsedWithinYears = f.MinYears, f.MaxYears, f.UsedWithinYears
	for _, s := range f.SkillYears {
		q.SkillYears = append(q.SkillYears, SkillYears(s))
	}
	q.Location, q.EducationLevel, q.Tags = f.Location, string(f.EducationLevel), f.Tags
	for _, l := range f.Languages {
		q.Languages = append(q.Languages, Speaks{Language: l.Lang, CEFR: string(l.CEFR)})
	}
	if f.UploadedAfter == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, f.UploadedAfter)
	if err != nil {
		return fault.E(fault.Invalid, fault.Say("uploaded_after: must be a date like 2026-11-20, got %q",
			"uploaded_after: ожидается дата вида 2026-11-20, получено %q", f.UploadedAfter), err)
	}
	q.UploadedAfter = day
	return nil
}

// searchOutput is the answer of every search.
type searchOutput struct {
	Candidates  []hitWire        `json:"candidates"`
	Total       int              `json:"total"`
	LevelOff    int              `json:"level_unknown,omitempty"`
	HasMore     bool             `json:"has_more"`
	NextCursor  string           `json:"next_cursor,omitempty"`
	Message     string           `json:"message,omitempty"`
	NearMisses  []nearMissWire   `json:"near_misses,omitempty"`
	Relaxations []relaxationWire `json:"relaxations,omitempty"`
	Understood  understoodWire   `json:"query_understood"`
	SearchID    string           `json:"search_id"`
	AsOf        string           `json:"as_of"`
	Note        string           `json:"note,omitempty"`
}

// hitWire begins with the seven fields every client of this operation knows.
type hitWire struct {
	CandidateID      string   `json:"candidate_id"`
	Name             string   `json:"name"`
	MatchedRequired  []string `json:"matched_required_skills"`
	MatchedPreferred []string `json:"matched_preferred_skills"`
	Missing          []string `json:"missing_skills"`
	Level            string   `json:"experience_level"`
	Score            float64  `json:"match_score"`

	Title       string      `json:"title,omitempty"`
	TotalYears  float64     `json:"total_years"`
	LevelBasis  string      `json:"level_basis,omitempty"`
	Summary     string      `json:"summary"`
	Matches     []matchWire `json:"skill_matches"`
	Confidence  int         `json:"confidence"`
	Band        string      `json:"confidence_band"`
	Explanation []partWire  `json:"explanation,omitempty"`
	Duplicates  []string    `json:"possible_duplicates,omitempty"`
	AlsoIn      []string    `json:"also_in,omitempty"`
}

type matchWire struct {
	Asked    string      `json:"asked"`
	Found    string      `json:"found"`
	How      string      `json:"how"`
	Path     []string    `json:"path,omitempty"`
	Required bool        `json:"required"`
	Weak     bool        `json:"weak,omitempty"`
	Years    *float64    `json:"years,omitempty"`
	LastUsed string      `json:"last_used,omitempty"`
	Strength string      `json:"strength"`
	Evidence []quoteWire `json:"evidence"`
}

type quoteWire struct {
	Section string `json:"section"`
	Quote   string `json:"quote"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

type partWire struct {
	Part   string  `json:"part"`
	Points float64 `json:"points"`
	Most   float64 `json:"most"`
	Why    string  `json:"why"`
}

type nearMissWire struct {
	CandidateID string   `json:"candidate_id"`
	Name        string   `json:"name"`
	Missing     []string `json:"missing_skills"`
	Why         string   `json:"why"`
}

type relaxationWire struct {
	Change     string `json:"change"`
	Candidates int    `json:"candidates"`
	SearchID   string `json:"search_id"`
}

type understoodWire struct {
	Skills  []resolvedWire `json:"skills"`
	Unknown []unknownWire  `json:"unknown"`
}

type resolvedWire struct {
	Asked        string   `json:"asked"`
	Skill        string   `json:"skill"`
	How          string   `json:"how"`
	Alternatives []string `json:"alternatives,omitempty"`
}

type unknownWire struct {
	Asked   string   `json:"asked"`
	Nearest []string `json:"nearest"`
}

func wireAnswer(a Answer, lang string) (searchOutput, error) {
	out := searchOutput{
		Total: a.Total, LevelOff: a.LevelUnknown, HasMore: a.NextCursor != "", NextCursor: a.NextCursor,
		Message: a.Message.In(lang), Understood: wireUnderstood(a.Understood),
		SearchID: a.SearchID, AsOf: a.AsOf.String(),
	}
	for _, h := range a.Candidates {
		out.Candidates = append(out.Candidates, wireHit(h, lang))
	}
	for _, h := range a.NearMisses {
		out.NearMisses = append(out.NearMisses, nearMissWire{
			CandidateID: h.CandidateID, Name: h.Name, Missing: h.Missing, Why: both("; ", h.Lacks...).In(lang),
		})
	}
	for _, r := range a.Relaxations {
		id, err := searchID(r.Query)
		if err != nil {
			return searchOutput{}, err
		}
		out.Relaxations = append(out.Relaxations, relaxationWire{Change: r.Text.In(lang), Candidates: r.Candidates, SearchID: id})
	}
	return out, nil
}

func wireUnderstood(u Understood) understoodWire {
	var w understoodWire
	for _, r := range u.Skills {
		if r.Known {
			w.Skills = append(w.Skills, resolvedWire{Asked: r.Asked, Skill: r.Name, How: string(r.How), Alternatives: r.Alternatives})
		}
	}
	for _, r := range u.Unknown {
		w.Unknown = append(w.Unknown, unknownWire{Asked: r.Asked, Nearest: r.Nearest})
	}
	return w
}

func wireHit(h Hit, lang string) hitWire {
	w := hitWire{
		CandidateID: h.CandidateID, Name: h.Name,
		MatchedRequired: h.MatchedRequired, MatchedPreferred: h.MatchedPreferred, Missing: h.Missing,
		Level: string(h.Level), Score: h.Score,
		Title: h.Title, TotalYears: years(h.TotalMonths), LevelBasis: h.LevelBasis, Summary: h.Summary.In(lang),
		Confidence: h.Confidence.Score, Band: string(h.Confidence.Band), Duplicates: h.Duplicates, AlsoIn: h.AlsoIn,
	}
	for _, m := range h.Matches {
		w.Matches = append(w.Matches, wireMatch(m))
	}
	for _, p := range h.Parts {
		w.Explanation = append(w.Explanation, partWire{Part: p.Name, Points: p.Points, Most: p.Most, Why: p.Text.In(lang)})
	}
	return w
}

func wireMatch(m SkillMatch) matchWire {
	w := matchWire{
		Asked: m.Asked, Found: m.Canonical, How: string(m.How), Required: m.Required, Weak: m.Weak,
		Strength: string(m.Strength), LastUsed: m.LastUsed.Text(m.LastYear),
	}
	if m.How != skill.Exact && m.How != skill.Alias {
		w.Path = m.Path
	}
	if m.MonthsKnown {
		known := years(m.Months)
		w.Years = &known
	}
	for _, q := range m.Evidence {
		w.Evidence = append(w.Evidence, wireQuote(q))
	}
	return w
}

func wireQuote(q Quote) quoteWire {
	return quoteWire{Section: q.Section, Quote: q.Text, Start: q.Start, End: q.End}
}

// shortened is what an answer says of itself after Condense.
const shortened = "Shortened to fit; get_candidate_details has the rest."

// Condense drops, in order: all but one quote a skill, explanations, all quotes.
func (o searchOutput) Condense() (searchOutput, bool) {
	quotes, explained := 0, false
	for _, c := range o.Candidates {
		explained = explained || len(c.Explanation) > 0
		for _, m := range c.Matches {
			quotes = max(quotes, len(m.Evidence))
		}
	}
	o.Note = shortened
	switch {
	case quotes > 1:
		return o.trim(1, true), true
	case explained:
		return o.trim(1, false), true
	case quotes > 0:
		return o.trim(0, false), true
	}
	return o, false
}

func (o searchOutput) trim(quotes int, explain bool) searchOutput {
	for i := range o.Candidates {
		c := &o.Candidates[i]
		if !explain {
			c.Explanation, c.LevelBasis = nil, ""
		}
		for j := range c.Matches {
			m := &c.Matches[j]
			m.Evidence = m.Evidence[:min(quotes, len(m.Evidence))]
		}
	}
	return o
}

// Markdown renders a list a chat shows well: a few lines a candidate, quotes as data.
func (o searchOutput) Markdown(lang string) string {
	say := func(en, ru string, operands ...any) string { return fault.Say(en, ru, operands...).In(lang) }
	var b strings.Builder
	if o.Message != "" {
		fmt.Fprintf(&b, "%s\n", o.Message)
	}
	for i, c := range o.Candidates {
		fmt.Fprintf(&b, "%d. **%s** (`%s`), %s, %s: %.2f\n", i+1, fault.EscapeMarkdown(c.Name), c.CandidateID, c.Level, say("score", "оценка"), c.Score)
		fmt.Fprintf(&b, "   %s\n", fault.EscapeMarkdown(c.Summary))
		for _, m := range c.Matches {
			if len(m.Evidence) > 0 {
				fmt.Fprintf(&b, "   - %s (%s): «%s»\n", fault.EscapeMarkdown(m.Asked), m.How, fault.EscapeMarkdown(m.Evidence[0].Quote))
			}
		}
		if len(c.Missing) > 0 {
			fmt.Fprintf(&b, "   %s: %s\n", say("Not mentioned", "Не упоминает"), fault.EscapeMarkdown(strings.Join(c.Missing, ", ")))
		}
	}
	if o.LevelOff > 0 {
		fmt.Fprintf(&b, "%s\n", levelUnknown(o.LevelOff).In(lang))
	}
	for _, r := range o.Relaxations {
		fmt.Fprintf(&b, "- %s\n", fault.EscapeMarkdown(r.Change))
	}
	for _, u := range o.Understood.Unknown {
		fmt.Fprintf(&b, "- %s\n", fault.EscapeMarkdown(u.sentence().In(lang)))
	}
	if o.HasMore {
		fmt.Fprintf(&b, "%s: `%s`\n", say("More with cursor", "Дальше с курсором"), o.NextCursor)
	}
	return b.String()
}

// levelUnknown says how many were left out because nothing tells their level.
func levelUnknown(n int) fault.Text {
	return fault.Say("Left out because the CV does not tell the level: %d.", "Не показаны, потому что уровень из резюме не ясен: %d.", n)
}

// questionWire is every part of a question, in one of three groups.
type questionWire struct {
	Understood    []phraseWire `json:"understood"`
	Excluded      []phraseWire `json:"excluded"`
	NotUnderstood []string     `json:"not_understood"`
}

type phraseWire struct {
	Words   string `json:"words"`
	Meaning string `json:"meaning"`
}

func wireQuestion(q Parsed, lang string) questionWire {
	var w questionWire
	for _, p := range q.Understood {
		w.Understood = append(w.Understood, phraseWire{p.Words, p.Meaning.In(lang)})
	}
	for _, p := range q.Excluded {
		w.Excluded = append(w.Excluded, phraseWire{p.Words, p.Meaning.In(lang)})
	}
	for _, p := range q.NotUnderstood {
		w.NotUnderstood = append(w.NotUnderstood, p.Words)
	}
	return w
}

// Markdown says how the question was read, before the list itself.
func (o freeOutput) Markdown(lang string) string {
	var b strings.Builder
	line := func(label fault.Text, phrases []phraseWire) {
		var said []string
		for _, p := range phrases {
			said = append(said, fmt.Sprintf("«%s» (%s)", fault.EscapeMarkdown(p.Words), fault.EscapeMarkdown(p.Meaning)))
		}
		if len(said) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", label.In(lang), strings.Join(said, ", "))
		}
	}
	line(fault.Say("Understood", "Понято"), o.Question.Understood)
	line(fault.Say("Excluded", "Исключено"), o.Question.Excluded)
	if left := o.Question.NotUnderstood; len(left) > 0 {
		fmt.Fprintf(&b, "%s: «%s»\n", fault.Say("Not understood", "Не понято").In(lang), fault.EscapeMarkdown(strings.Join(left, "», «")))
	}
	return b.String() + o.searchOutput.Markdown(lang)
}

func (u unknownWire) sentence() fault.Text {
	if len(u.Nearest) == 0 {
		return fault.Say("%q is not in the skill taxonomy.", "Навыка %q нет в справочнике.", u.Asked)
	}
	return fault.Say("%q is not in the skill taxonomy; did you mean %s?", "Навыка %q нет в справочнике; возможно, вы имели в виду: %s.",
		u.Asked, strings.Join(u.Nearest, ", "))
}
