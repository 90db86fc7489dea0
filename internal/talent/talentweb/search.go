package talentweb

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// Names of the search form's fields. They are the state of a search: the address of a page
// is all it takes to see the same search again.
const (
	fieldMust   = "must"
	fieldPlus   = "plus"
	fieldNot    = "not"
	fieldLevel  = "level"
	fieldMatch  = "match" // "" all, "any", or a share in percent
	fieldMin    = "min"
	fieldMax    = "max"
	fieldWithin = "within"
	fieldFor    = "for" // "Python 3, Go 2"
	fieldPlace  = "place"
	fieldSpeaks = "speaks" // "English B2, немецкий"
	fieldEdu    = "edu"
	fieldTags   = "tags"
	fieldStrict = "strict" // only the skill's own names
	fieldText   = "text"
	fieldAny    = "any"      // one group of alternatives a value, parted by "|"
	fieldNoLvl  = "notlevel" // levels left out
	fieldTrade  = "trade"    // occupations
	fieldNoJob  = "nottrade" // occupations left out
	fieldWho    = "who"      // a name, an e-mail address or a file
	fieldAsked  = "q"        // the question in plain words that led here
	fieldBlind  = "blind"    // nobody's name or contacts
	fieldDrop   = "drop"     // words of the question that count no more
	fieldCut    = "cut"      // the question was longer than what is read of it
	fieldCursor = "cursor"
	fieldSince  = "since" // people taken in after it are marked as new: microseconds since 1970
)

// pageSize is how many candidates one page shows.
const pageSize = 20

// wording is the ways that count when only a skill's own names do.
var wording = []skill.How{skill.Exact, skill.Alias}

// search is a search as its address states it.
type search struct {
	talent.Query
	raw   url.Values // as typed, so that a form shows what it was given
	wrong []fault.Field

	said    string   // the question in plain words that led here
	dropped []string // words of it that count no more
	since   time.Time
}

// readSearch reads the state of a search. What cannot be read is kept in wrong.
func readSearch(v url.Values) search {
	a := search{raw: v, Query: talent.Query{
		Required: items(v[fieldMust]), Preferred: items(v[fieldPlus]), Excluded: items(v[fieldNot]),
		Level: resume.Level(v.Get(fieldLevel)), Location: strings.TrimSpace(v.Get(fieldPlace)),
		EducationLevel: v.Get(fieldEdu), Tags: items(v[fieldTags]), Text: strings.TrimSpace(v.Get(fieldText)),
		Redact: v.Get(fieldBlind) != "", TopK: pageSize, Cursor: v.Get(fieldCursor),
	}}
	for _, group := range v[fieldAny] {
		if list := fieldsOf(group, "|"); len(list) > 0 {
			a.AnyOf = append(a.AnyOf, list)
		}
	}
	for _, level := range items(v[fieldNoLvl]) {
		a.ExcludedLevels = append(a.ExcludedLevels, resume.Level(level))
	}
	a.Occupations, a.ExcludedOccupations = items(v[fieldTrade]), items(v[fieldNoJob])
	a.Person = strings.TrimSpace(v.Get(fieldWho))
	a.MinYears = a.number(fieldMin)
	a.MaxYears = a.number(fieldMax)
	a.UsedWithinYears = a.number(fieldWithin)
	for _, item := range items(v[fieldFor]) {
		a.skillYears(item)
	}
	for _, item := range items(v[fieldSpeaks]) {
		a.Languages = append(a.Languages, speaks(item))
	}
	switch match := v.Get(fieldMatch); match {
	case "", string(talent.MatchAll):
	case string(talent.MatchAny):
		a.Match = talent.MatchAny
	default:
		a.Match, a.MinCoverage = talent.MatchCoverage, a.number(fieldMatch)/100
	}
	if v.Get(fieldStrict) != "" {
		a.Allow = wording
	}
	a.said, _ = clipQuestion(v.Get(fieldAsked))
	a.dropped = v[fieldDrop]
	if micro, err := strconv.ParseInt(v.Get(fieldSince), 10, 64); err == nil && micro > 0 {
		a.since = time.UnixMicro(micro)
	}
	return a
}

// keeping is the address of a search with the question that led here.
func (a search) keeping(q talent.Query) url.Values {
	v := address(q)
	if a.said != "" {
		v.Set(fieldAsked, a.said)
		if len(a.dropped) > 0 {
			v[fieldDrop] = a.dropped
		}
	}
	if !a.since.IsZero() {
		v.Set(fieldSince, strconv.FormatInt(a.since.UnixMicro(), 10))
	}
	return v
}

// fieldsOf splits a field and drops what is empty.
func fieldsOf(text, mark string) []string {
	var list []string
	for item := range strings.SplitSeq(text, mark) {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}

// items splits fields that hold lists: commas, semicolons and line ends part items.
func items(values []string) []string {
	var list []string
	for _, v := range values {
		for _, item := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
			if item = strings.Join(strings.Fields(item), " "); item != "" && !slices.Contains(list, item) {
				list = append(list, item)
			}
		}
	}
	return list
}

// number reads a number with a decimal point or comma; an empty field is zero.
func (a *search) number(field string) float64 {
	text := strings.TrimSpace(a.raw.Get(field))
	if text == "" {
		return 0
	}
	n, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		a.wrong = append(a.wrong, fault.Field{Path: field, Text: fault.Say("Write a number, for example 3.", "Напишите число, например 3.")})
		return 0
	}
	return n
}

// skillYears reads "Python 3".
func (a *search) skillYears(item string) {
	at := strings.LastIndexByte(item, ' ')
	if at > 0 {
		if n, err := strconv.ParseFloat(item[at+1:], 64); err == nil {
			a.SkillYears = append(a.SkillYears, talent.SkillYears{Skill: item[:at], Years: n})
			return
		}
	}
	a.wrong = append(a.wrong, fault.Field{Path: fieldFor, Text: fault.Say(
		"Write a skill and a number of years, for example Python 3.", "Напишите навык и число лет, например Python 3.")})
}

var cefrLevels = []string{"A1", "A2", "B1", "B2", "C1", "C2", "NATIVE"}

// speaks reads "English B2"; the level may be left out.
func speaks(item string) talent.Speaks {
	at := strings.LastIndexByte(item, ' ')
	if at > 0 && slices.Contains(cefrLevels, strings.ToUpper(item[at+1:])) {
		return talent.Speaks{Language: item[:at], CEFR: item[at+1:]}
	}
	return talent.Speaks{Language: item}
}

// address is the state of a search without its page, the inverse of readAsk. Fields that
// say nothing are left out.
func address(q talent.Query) url.Values {
	v := url.Values{}
	set := func(field, value string) {
		if value != "" {
			v.Set(field, value)
		}
	}
	number := func(field string, n float64) {
		if n != 0 {
			v.Set(field, strconv.FormatFloat(n, 'f', -1, 64))
		}
	}
	set(fieldMust, strings.Join(q.Required, ", "))
	set(fieldPlus, strings.Join(q.Preferred, ", "))
	set(fieldNot, strings.Join(q.Excluded, ", "))
	set(fieldTags, strings.Join(q.Tags, ", "))
	set(fieldLevel, string(q.Level))
	set(fieldPlace, q.Location)
	set(fieldEdu, q.EducationLevel)
	set(fieldText, q.Text)
	for _, group := range q.AnyOf {
		v.Add(fieldAny, strings.Join(group, "|"))
	}
	var levels []string
	for _, level := range q.ExcludedLevels {
		levels = append(levels, string(level))
	}
	set(fieldNoLvl, strings.Join(levels, ", "))
	set(fieldTrade, strings.Join(q.Occupations, ", "))
	set(fieldNoJob, strings.Join(q.ExcludedOccupations, ", "))
	set(fieldWho, q.Person)
	number(fieldMin, q.MinYears)
	number(fieldMax, q.MaxYears)
	number(fieldWithin, q.UsedWithinYears)
	switch q.Match {
	case talent.MatchAny:
		set(fieldMatch, string(talent.MatchAny))
	case talent.MatchCoverage:
		number(fieldMatch, math.Round(q.MinCoverage*100))
	case talent.MatchAll:
	}
	var years, languages []string
	for _, s := range q.SkillYears {
		years = append(years, s.Skill+" "+strconv.FormatFloat(s.Years, 'f', -1, 64))
	}
	for _, l := range q.Languages {
		languages = append(languages, strings.TrimSpace(l.Language+" "+l.CEFR))
	}
	set(fieldFor, strings.Join(years, ", "))
	set(fieldSpeaks, strings.Join(languages, ", "))
	if slices.Equal(q.Allow, wording) {
		set(fieldStrict, "1")
	}
	if q.Redact {
		set(fieldBlind, "1")
	}
	return v
}

// skills reports whether the search asks for any skill: only then there is a match to judge.
func (a search) skills() bool { return len(a.Required)+len(a.AnyOf)+len(a.Preferred) > 0 }

// empty reports a search that asks for nothing.
func (a search) empty() bool { return len(address(a.Query)) == 0 }

// replacing is the address of the same search with one skill put in place of another.
func (a search) replacing(old, better string) url.Values {
	q := a.Query
	swap := func(list []string) []string {
		out := slices.Clone(list)
		for i := range out {
			if out[i] == old {
				out[i] = better
			}
		}
		return out
	}
	q.Required, q.Preferred, q.Excluded = swap(q.Required), swap(q.Preferred), swap(q.Excluded)
	q.AnyOf = slices.Clone(q.AnyOf)
	for i := range q.AnyOf {
		q.AnyOf[i] = swap(q.AnyOf[i])
	}
	return a.keeping(q)
}

// extra counts the conditions of the search that stand under "more filters".
func (a search) extra() int {
	v := address(a.Query)
	for _, always := range []string{fieldMust, fieldPlus, fieldLevel, fieldText} {
		v.Del(always)
	}
	return len(v)
}
