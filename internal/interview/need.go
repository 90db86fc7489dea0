package interview

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/interview/bank"
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
		for _, m := range mentions(g, part.text) {
			weight := part.weight
			line := lineAround(part.text, m.Start, m.End)
			if m.Stance == skill.Negated || m.Stance == skill.Planned || optionalCue.MatchString(m.Surface) {
				continue // «плюсом» is also how people call C++
			}
			if optionalCue.MatchString(sentenceAround(part.text, m.Start, m.End)) {
				weight = min(weight, optional)
			}
			if s, ok := g.Skill(m.Skill); ok && s.Concept {
				weight *= conceptShare
			}
			n, again := found[m.Skill]
			switch {
			case !again:
				n = Need{Skill: m.Skill, Weight: weight, Quote: line}
			case weight > n.Weight:
				n.Weight, n.Quote = weight, line
			default:
				n.Weight = min(1, n.Weight+repeatedMore)
			}
			found[m.Skill] = n
		}
	}
	needs := make([]Need, 0, len(found))
	for _, n := range found {
		n.Weight = round(n.Weight, 3)
		needs = append(needs, n)
	}
	sortNeeds(needs)
	return needs[:min(needsKept, len(needs))]
}

// sentenceAround returns the part of a line around a place that ends with a full stop.
func sentenceAround(text string, start, end int) string {
	from := max(strings.LastIndexByte(text[:start], '\n')+1, strings.LastIndex(text[:start], ". ")+1)
	to := len(text)
	for _, stop := range []string{"\n", ". "} {
		if i := strings.Index(text[end:to], stop); i >= 0 {
			to = end + i
		}
	}
	return text[from:to]
}

// quoteRunes bounds a quote from a vacancy or a resume.
const quoteRunes = 160

// lineAround returns the line of a text around a place, cut to a readable length on both
// sides of it.
func lineAround(text string, start, end int) string {
	from := strings.LastIndexByte(text[:start], '\n') + 1
	to := len(text)
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		to = end + i
	}
	before, after := []rune(text[from:start]), []rune(text[end:to])
	room := max(0, quoteRunes-utf8.RuneCountInString(text[start:end]))
	if len(before) > room/2 {
		before = before[len(before)-room/2:]
		for len(before) > 0 && !unicode.IsSpace(before[0]) { // begin with a whole word
			before = before[1:]
		}
	}
	if left := room - len(before); len(after) > left {
		after = after[:left]
		for len(after) > 0 && !unicode.IsSpace(after[len(after)-1]) {
			after = after[:len(after)-1]
		}
	}
	return strings.TrimSpace(string(before) + text[start:end] + string(after))
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
