package vacancy

import (
	"regexp"
	"strconv"
	"strings"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/input"
	"kadry/internal/skill"
)

// Weight of a skill by where a vacancy names it. What stands in the title is the job
// itself; a sentence that says "a plus" lowers any place.
const (
	titleWeight       = 1.0
	requirementWeight = 0.8
	duty              = 0.5 // in the description or the responsibilities
	optional          = 0.3
	conceptShare      = 0.6 // of a category ("databases") against a thing one installs
	repeatedMore      = 0.05
	needsKept         = 20
)

// optionalCue marks a sentence of what is welcome and not needed.
var optionalCue = regexp.MustCompile(`(?i)плюсом|плюс(?:ом)?\s*(?:будет|:)|желательн|приветствуется|преимуществ|nice[ -]to[ -]have|(?:is|are|as|be) an? (?:big )?plus|\bbonus\b|preferred|desirable|advantage`)

// needsOf reads the skills that a draft wants, heaviest first.
func needsOf(g *skill.Graph, d Draft) []Need {
	found := map[skill.ID]Need{}
	for _, part := range []struct {
		text   string
		weight float64
	}{
		{d.Title, titleWeight},
		{d.Requirements, requirementWeight},
		{d.Responsibilities, duty},
		{d.Description, duty},
	} {
		said := wishes{text: part.text}
		for _, m := range mentions(g, part.text) {
			weight := part.weight
			if m.Stance == skill.Negated || m.Stance == skill.Planned || optionalCue.MatchString(m.Surface) {
				continue // «плюсом» is also how people call C++
			}
			if said.optional(m.Start, m.End) {
				weight = min(weight, optional)
			}
			if s, ok := g.Skill(m.Skill); ok && s.Concept {
				weight *= conceptShare
			}
			n, again := found[m.Skill]
			switch {
			case !again:
				n = Need{Skill: m.Skill, Weight: weight, Quote: input.LineAround(part.text, m.Start, m.End)}
			case weight > n.Weight:
				n.Weight, n.Quote = weight, input.LineAround(part.text, m.Start, m.End)
			default:
				n.Weight = min(1, n.Weight+repeatedMore)
			}
			found[m.Skill] = n
		}
	}
	needs := make([]Need, 0, len(found))
	for _, n := range found {
		n.Weight = decimal.Round(n.Weight, 3)
		needs = append(needs, n)
	}
	SortNeeds(needs)
	return needs[:min(needsKept, len(needs))]
}

// stretch is a part of a text, in bytes.
type stretch struct{ start, end int }

// wishes tells which parts of a text speak of what is welcome and not needed. Places are
// asked about in their order, and every sentence is read once, however much it names.
type wishes struct {
	text   string
	at     stretch // the sentence read last
	wished bool
}

// optional reports a place in a sentence of what is welcome.
func (w *wishes) optional(start, end int) bool {
	if start >= w.at.start && end <= w.at.end {
		return w.wished
	}
	w.at = w.sentence(start, end)
	w.wished = optionalCue.MatchString(w.text[w.at.start:w.at.end])
	wished := w.wished
	if i := lastStop(w.text[start:end]); i >= 0 { // a name over two sentences: the next place is in the second one
		w.at = stretch{start + i + 1, start + i + 1}
	}
	return wished
}

// sentence returns the part of a line around a place that ends with a full stop.
func (w *wishes) sentence(start, end int) stretch {
	from, read := w.at.start, min(w.at.end, start)
	if i := lastStop(w.text[read:start]); i >= 0 {
		from = read + i + 1
	}
	to := len(w.text)
	for _, stop := range []string{"\n", ". "} {
		if i := strings.Index(w.text[end:to], stop); i >= 0 {
			to = end + i
		}
	}
	return stretch{from, to}
}

// lastStop returns where the last sentence of a text ends that has another one behind it, or -1.
func lastStop(text string) int {
	return max(strings.LastIndexByte(text, '\n'), strings.LastIndex(text, ". "))
}

// levelCues are the words of a level in a title; the first that speaks decides.
var levelCues = []struct {
	level bank.Level
	cue   *regexp.Regexp
}{
	{bank.Senior, regexp.MustCompile(`(?i)\bsenior\b|\blead\b|\bprincipal\b|\bstaff\b|сеньор|синьор|ведущ|старш|тимлид|техлид|главн`)},
	{bank.Junior, regexp.MustCompile(`(?i)\bjunior\b|\bintern\b|\btrainee\b|джуниор|джун|младш|стаж[её]р|начинающ`)},
	{bank.Middle, regexp.MustCompile(`(?i)\bmiddle\b|\bmid[- ]level\b|мидл`)},
}

// Years of experience are read only from a line that speaks of experience: firms have ages too.
var (
	experienceCue = regexp.MustCompile(`(?i)опыт|стаж|experience`)
	yearsCue      = regexp.MustCompile(`(?i)(\d{1,2})\s*\+?\s*(?:лет|год|years?)`)
)

// Years from which experience makes a level.
const (
	seniorYears = 5
	middleYears = 2
)

// levelOf tells the level a draft looks for, middle when it does not say.
func levelOf(d Draft) bank.Level {
	for _, c := range levelCues {
		if c.cue.MatchString(d.Title) {
			return c.level
		}
	}
	for line := range strings.Lines(d.Requirements + "\n" + d.Description) {
		m := yearsCue.FindStringSubmatch(line)
		if m == nil || !experienceCue.MatchString(line) {
			continue
		}
		switch years, _ := strconv.Atoi(m[1]); { // two digits at most
		case years >= seniorYears:
			return bank.Senior
		case years < middleYears:
			return bank.Junior
		}
		return bank.Middle
	}
	return bank.Middle
}
