package talent

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// wish is what a clause of a free-text query wants of the skills it names.
type wish int

const (
	wanted wish = iota
	preferred
	unwanted
)

// stretch is a range of bytes with one wish.
type stretch struct {
	start, end int
	wish       wish
}

// words begins or ends a Russian or English word; \b knows Latin letters only.
const (
	wordStart = `(?:^|[^\pL\d])`
	wordStop  = `(?:$|[^\pL\d])`
)

var (
	unwantedMarker = regexp.MustCompile(`(?i)` + wordStart + `(без|кроме|исключая|не нужн[аоы]|не нужен|не требуется|without|excluding|except|not needed|not required|but not|not|no)` + wordStop)
	needless       = regexp.MustCompile(`(?i)^(?:не нуж|не треб|not needed|not required)`)
	preferMarker   = regexp.MustCompile(`(?i)` + wordStart + `(желательно|предпочтительно|хорошо бы|будет плюсом|будут плюсом|плюсом будет|плюсом|nice to have|preferably|preferred|ideally|(?:is |are |would be )?a (?:plus|bonus)|bonus|optional(?:ly)?)` + wordStop)
	wantedMarker   = regexp.MustCompile(`(?i)` + wordStart + `(обязательно|обязателен|требуется|нужен|нужна|нужно|нужны|но с|must have|must|required|but with|and with)` + wordStop)
)

// freeText is a text being understood: each rule takes its words out of the rest, so that
// what nobody understood remains for the text ranking.
type freeText struct {
	text string
	rest []byte
}

func (f *freeText) take(start, end int) {
	for i := start; i < end; i++ {
		f.rest[i] = ' '
	}
}

// taken reports that a rule took the words of a range already.
func (f *freeText) taken(start, end int) bool {
	return strings.TrimSpace(string(f.rest[start:end])) == ""
}

// Parse reads a free-text query in English or Russian into the typed one, by rules alone.
// TopK is left to the caller. The title of a known role stays in Text, where it ranks
// by job titles, and is returned too.
func (b *Base) Parse(text string) (q Query, role string) {
	text = strings.ToValidUTF8(text, " ")
	f := &freeText{text: text, rest: []byte(text)}
	q.Languages = f.languages()
	q.EducationLevel = f.education()
	q.Level = f.level()
	mentions := b.Skills.Find(text, skill.List)
	mentions = slices.DeleteFunc(mentions, func(m skill.Mention) bool { return f.taken(m.Start, m.End) })
	f.years(&q, mentions)
	q.Location = f.location()
	f.skills(&q, mentions)
	q.Required = dropTrades(q.Required)
	if p, ok := b.Profiles.Find(string(f.rest)); ok {
		role = p.Title.EN
	}
	q.Text = f.remaining()
	return q, role
}

// skills sorts the mentions by what their clause wants, in the asker's spelling.
func (f *freeText) skills(q *Query, mentions []skill.Mention) {
	stretches := f.stretches(mentions)
	lists := [...]*[]string{wanted: &q.Required, preferred: &q.Preferred, unwanted: &q.Excluded}
	for _, m := range mentions {
		if f.taken(m.Start, m.End) {
			continue // a marker that looks like a skill: "будет плюсом"
		}
		list := &q.Required
		for _, s := range stretches {
			if s.start <= m.Start && m.End <= s.end {
				list = lists[s.wish]
			}
		}
		if !slices.Contains(*list, m.Surface) {
			*list = append(*list, m.Surface)
		}
	}
	for _, s := range stretches {
		if s.wish == unwanted {
			f.take(s.start, s.end)
		}
	}
}

// trades end the name of a profession.
var trades = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`engineer developer programmer analyst scientist manager administrator designer architect tester consultant specialist accountant
		инженер разработчик программист аналитик менеджер администратор дизайнер архитектор тестировщик консультант специалист бухгалтер`) {
		set[retrieve.Base(w)] = true
	}
	return set
}()

// dropTrades takes professions out of the required skills when other skills are asked: a
// "data engineer with Python" is found by Python and ranked by the title, which stays in
// the text, and not by everything that data engineering includes.
func dropTrades(required []string) []string {
	skills := slices.DeleteFunc(slices.Clone(required), func(s string) bool {
		words := baseWords(s)
		return len(words) > 0 && trades[words[len(words)-1]]
	})
	if len(skills) == 0 {
		return required
	}
	return skills
}

// stretches finds the clauses governed by a marker. A marker before skills governs those
// that follow ("желательно Docker"), one after skills those before it ("Docker is a plus").
func (f *freeText) stretches(mentions []skill.Mention) []stretch {
	var list []stretch
	starts := f.markerStarts()
	for _, kind := range []struct {
		marker *regexp.Regexp
		wish   wish
		stops  string
	}{{preferMarker, preferred, ";.\n"}, {unwantedMarker, unwanted, ",;.\n"}} {
		for _, at := range kind.marker.FindAllStringSubmatchIndex(f.text, -1) {
			from, to := at[2], at[3]
			f.take(from, to)
			end := f.clauseEnd(to, kind.stops, mentions, starts, kind.wish)
			if slices.ContainsFunc(mentions, func(m skill.Mention) bool { return to <= m.Start && m.End <= end }) {
				list = append(list, stretch{to, end, kind.wish})
				continue
			}
			if kind.wish == unwanted && !needless.MatchString(f.text[from:to]) {
				continue // "without" speaks of what follows, never of what stands before it
			}
			list = append(list, stretch{f.clauseStart(from, mentions), from, kind.wish})
		}
	}
	for _, at := range wantedMarker.FindAllStringSubmatchIndex(f.text, -1) {
		f.take(at[2], at[3])
	}
	return list
}

// markerStarts are the places where a marker of each wish begins, in order.
func (f *freeText) markerStarts() [unwanted + 1][]int {
	var starts [unwanted + 1][]int
	for wish, marker := range [...]*regexp.Regexp{wanted: wantedMarker, preferred: preferMarker, unwanted: unwantedMarker} {
		for from := 0; ; {
			at := marker.FindStringSubmatchIndex(f.text[from:])
			if at == nil {
				break
			}
			starts[wish] = append(starts[wish], from+at[2])
			from += at[3] // and not past the sign that ends it, which may begin the next one
		}
	}
	return starts
}

// clauseEnd is the first stop after at, or another marker, whichever is nearer. A stop
// inside the name of a skill ("Node.js") is none.
func (f *freeText) clauseEnd(at int, stops string, mentions []skill.Mention, starts [unwanted + 1][]int, own wish) int {
	end := len(f.text)
	for i := at; i < len(f.text); i++ {
		if strings.IndexByte(stops, f.text[i]) >= 0 && !inside(mentions, i) {
			end = i
			break
		}
	}
	for other, places := range starts {
		if wish(other) == own {
			continue
		}
		if i, _ := slices.BinarySearch(places, at); i < len(places) {
			end = min(end, places[i])
		}
	}
	return end
}

func (f *freeText) clauseStart(at int, mentions []skill.Mention) int {
	for i := at - 1; i >= 0; i-- {
		if strings.IndexByte(",;.\n", f.text[i]) >= 0 && !inside(mentions, i) {
			return i + 1
		}
	}
	return 0
}

func inside(mentions []skill.Mention, at int) bool {
	return slices.ContainsFunc(mentions, func(m skill.Mention) bool { return m.Start <= at && at < m.End })
}

var levelWords = []struct {
	words *regexp.Regexp
	level resume.Level
}{
	{regexp.MustCompile(`(?i)` + wordStart + `(juniors?|entry[- ]level|trainee|interns?|джун[а-я]*|младш[а-я]+|стаж[её]р[а-я]*|начинающ[а-я]+)` + wordStop), resume.Junior},
	{regexp.MustCompile(`(?i)` + wordStart + `(middles?|mid(?:[- ]level)?|мидд?л[а-я]*)` + wordStop), resume.Mid},
	{regexp.MustCompile(`(?i)` + wordStart + `(seniors?|(?:team|tech)[ -]?leads?|тимлид[а-я]*|техлид[а-я]*|сень[ёо]р[а-я]*|синь[ёо]р[а-я]*|старш[а-я]+|ведущ[а-я]+)` + wordStop), resume.Senior},
}

func (f *freeText) level() resume.Level {
	for _, l := range levelWords {
		if at := l.words.FindStringSubmatchIndex(f.text); at != nil {
			f.take(at[2], at[3])
			return l.level
		}
	}
	return ""
}

const yearWord = `(?:years?|yrs?|лет|год(?:а|ов)?)`

var (
	yearsRangeRule = regexp.MustCompile(`(?i)` + wordStart + `((?:от |from )?(\d{1,2}) ?(?:-|–|—|до|to) ?(\d{1,2}) ` + yearWord + `)` + wordStop)
	yearsMostRule  = regexp.MustCompile(`(?i)` + wordStart + `((?:до|не более|не больше|менее|меньше|up to|at most|less than|under|no more than) (\d{1,2}) ` + yearWord + `)` + wordStop)
	yearsLeastRule = regexp.MustCompile(`(?i)` + wordStart + `((?:от|не менее|не меньше|более|больше|свыше|минимум|at least|over|more than|minimum)? ?(\d{1,2}) ?\+? ?` + yearWord + `)` + wordStop)
	yearsOfSkill   = regexp.MustCompile(`(?i)^[ ,]*(?:of |опыта? |работы )*(?:experience )?(?:of|with|in|using|с|со|на|в)? *$`)
	skillThenYears = regexp.MustCompile(`^ ?[:(–—-]? ?$`)
)

// years reads ranges and minimums, of work in all or of the skill the words stand next to.
func (f *freeText) years(q *Query, mentions []skill.Mention) {
	if at := yearsRangeRule.FindStringSubmatchIndex(string(f.rest)); at != nil {
		q.MinYears, q.MaxYears = f.number(at[4], at[5]), f.number(at[6], at[7])
		f.take(at[2], at[3])
	}
	if at := yearsMostRule.FindStringSubmatchIndex(string(f.rest)); at != nil {
		q.MaxYears = f.number(at[4], at[5])
		f.take(at[2], at[3])
	}
	for _, at := range yearsLeastRule.FindAllStringSubmatchIndex(string(f.rest), 8) {
		years := f.number(at[4], at[5])
		f.take(at[2], at[3])
		if m, ok := f.neighbour(mentions, at[2], at[3]); ok {
			q.SkillYears = append(q.SkillYears, SkillYears{Skill: m.Surface, Years: years})
			continue
		}
		q.MinYears = years
	}
}

// neighbour finds the skill that years belong to: "5 years of Go", "Go 5+ years".
func (f *freeText) neighbour(mentions []skill.Mention, start, end int) (skill.Mention, bool) {
	for _, m := range mentions {
		if m.Start >= end && yearsOfSkill.MatchString(f.text[end:m.Start]) && strings.TrimSpace(f.text[end:m.Start]) != "" {
			return m, true
		}
	}
	for _, m := range mentions {
		if m.End <= start && skillThenYears.MatchString(f.text[m.End:start]) {
			return m, true
		}
	}
	return skill.Mention{}, false
}

func (f *freeText) number(start, end int) float64 {
	n, err := strconv.Atoi(f.text[start:end])
	if err != nil {
		return 0
	}
	return float64(min(n, maxYears))
}

var (
	languageRule = regexp.MustCompile(`(?i)` + wordStart + `((?:(fluent|native|свободн[а-я]+|родн[а-я]+) )?([\pL]{4,16})(?: язык[а-я]*)?(?: (?:на уровне|уровня|не ниже|at least|level|от))?[ -]*(?:\(? ?([ABC][12])\+?\)?|(native|fluent|advanced|upper[- ]intermediate|intermediate|свободн[а-я]+|родной))?)` + wordStop)
	degreeRules  = []struct {
		words *regexp.Regexp
		level string
	}{
		{regexp.MustCompile(`(?i)` + wordStart + `(ph\.?d|doctorate|кандидат[а-я]* (?:[а-я-]+ )?наук|доктор[а-я]* (?:[а-я-]+ )?наук)` + wordStop), "doctorate"},
		{regexp.MustCompile(`(?i)` + wordStart + `(master['’]?s(?: degree)?|магистр[а-я]*)` + wordStop), "master"},
		{regexp.MustCompile(`(?i)` + wordStart + `(bachelor['’]?s?(?: degree)?|бакалавр[а-я]*|(?:с )?высш[а-я]+ образовани[а-я]+)` + wordStop), "bachelor"},
	}
	fluency = map[string]string{
		"fluent": "C1", "advanced": "C1", "свобод": "C1", "native": "native", "родной": "native", "родног": "native",
		"upper-intermediate": "B2", "upper intermediate": "B2", "intermediate": "B1",
	}
)

// languages reads "English B2", "fluent German", "немецкий от B1".
func (f *freeText) languages() []Speaks {
	var list []Speaks
	for at := 0; at < len(f.text); {
		m := languageRule.FindStringSubmatchIndex(f.text[at:])
		if m == nil {
			break
		}
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return f.text[at+m[2*n] : at+m[2*n+1]]
		}
		code, ok := languageCode(group(3))
		if !ok {
			// The word after may be the language: only the first word was looked at.
			at += m[6] + len(group(3))
			continue
		}
		level := strings.ToUpper(group(4))
		for _, said := range []string{group(5), group(2)} {
			if level == "" && said != "" {
				level = fluent(said)
			}
		}
		list = append(list, Speaks{Language: code, CEFR: level})
		f.take(at+m[2], at+m[3])
		at += m[3]
	}
	return list
}

func fluent(said string) string {
	said = strings.ToLower(said)
	if level, ok := fluency[said]; ok {
		return level
	}
	runes := []rune(said)
	return fluency[string(runes[:min(6, len(runes))])]
}

func (f *freeText) education() string {
	for _, d := range degreeRules {
		if at := d.words.FindStringSubmatchIndex(f.text); at != nil {
			f.take(at[2], at[3])
			return d.level
		}
	}
	return ""
}

var basedIn = regexp.MustCompile(`(?:[Bb]ased in|[Ll]ocated in|[Ll]iving in|(?:^|[^\pL])г\.|город) ?(\p{Lu}[\pL-]+(?: \p{Lu}[\pL-]+)?)`)

// location reads a known city in any case form, or whatever is said to be a place.
func (f *freeText) location() string {
	tokens, words := retrieve.Tokens(string(f.rest)), baseWords(string(f.rest))
	for i, names := range cityWords() {
		for _, name := range names {
			for at := 0; at+len(name) <= len(words); at++ {
				if slices.Equal(words[at:at+len(name)], name) {
					f.take(tokens[at].Start, tokens[at+len(name)-1].End)
					return cities[i][0]
				}
			}
		}
	}
	if at := basedIn.FindSubmatchIndex(f.rest); at != nil {
		place := f.text[at[2]:at[3]]
		f.take(at[0], at[1])
		return place
	}
	return ""
}

// fillers are words of a question that say nothing of the person looked for.
var fillers = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`find me show search looking look for need we i want a an the with and or in of on to who has have having is are
		candidate candidates people person someone cv cvs resume resumes experience experienced years skills skill knowledge strong good please only
		based located at least from as
		найди найти найдите покажи покажите ищу ищем нужен нужна нужны нужно требуется кандидат кандидата кандидаты кандидатов человек людей специалиста
		резюме с со и или в во на по из для кто опыт опыта опытом работы лет год года знание знанием знания навыки хороший только уровень уровня пожалуйста мне нам`) {
		set[w] = true
	}
	return set
}()

// remaining is what no rule understood, without words that mean nothing.
func (f *freeText) remaining() string {
	var words []string
	for _, t := range retrieve.Tokens(string(f.rest)) {
		if !fillers[t.Text] {
			words = append(words, t.Text)
		}
	}
	return strings.Join(words, " ")
}
