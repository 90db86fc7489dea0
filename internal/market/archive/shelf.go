package archive

import (
	"slices"
	"strings"
	"time"

	"kadry/internal/market/posting"
	"kadry/internal/retrieve"
	"kadry/internal/skill"
)

// shelf is postings in memory with what finds them by words.
type shelf struct {
	stamp    string
	postings []held
	known    map[string]bool
	whole    *retrieve.Index
	titles   *retrieve.Index
}

type held struct {
	posting.Posting
	taken time.Time
}

func newShelf() *shelf {
	return &shelf{known: map[string]bool{}, whole: retrieve.NewIndex(), titles: retrieve.NewIndex()}
}

// put adds a posting that is not there yet: snapshots come the newest first.
func (s *shelf) put(p posting.Posting, taken time.Time) {
	if s.known[p.Key()] || len(s.postings) >= mostPostings {
		return
	}
	s.known[p.Key()] = true
	texts := []string{p.Title, p.Requirement, p.Duty, p.Description, strings.Join(p.KeySkills, "\n")}
	for _, role := range p.Roles {
		texts = append(texts, role.Name)
	}
	s.whole.Put(len(s.postings), retrieve.Cut(retrieve.Field{Text: strings.Join(texts, "\n"), Weight: 1}))
	s.titles.Put(len(s.postings), retrieve.Cut(retrieve.Field{Text: p.Title, Weight: 1}))
	s.postings = append(s.postings, held{p, taken})
}

// find returns the numbers of the postings that a query asks for.
func (s *shelf) find(q posting.Query, skills *skill.Graph, within func(area, in string) bool) []int {
	index := s.whole
	if q.TitleOnly {
		index = s.titles
	}
	meets := make([]bool, len(s.postings))
	for i := range meets {
		meets[i] = asked(q, s.postings[i].Posting, within)
	}
	for _, word := range words(q.Text) {
		holds := make([]bool, len(s.postings))
		for _, spelling := range spellings(word, skills) {
			for doc := range index.Phrase(spelling) {
				holds[doc] = true
			}
		}
		for i := range meets {
			meets[i] = meets[i] && holds[i]
		}
	}
	var found []int
	for i, ok := range meets {
		if ok {
			found = append(found, i)
		}
	}
	return found
}

// asked compares everything but the words. What a posting does not tell is no reason to leave
// it out, but for what it pays where only paid ones are asked for.
func asked(q posting.Query, p posting.Posting, within func(area, in string) bool) bool {
	switch {
	case len(q.Areas) > 0 && !slices.ContainsFunc(q.Areas, func(in string) bool { return within(p.Area.ID, in) }):
		return false
	case len(q.Roles) > 0 && len(p.Roles) > 0 && !slices.ContainsFunc(p.Roles, func(r posting.Named) bool { return slices.Contains(q.Roles, r.ID) }):
		return false
	case len(q.Experience) > 0 && p.Experience != "" && !slices.Contains(q.Experience, p.Experience):
		return false
	case len(q.Formats) > 0 && len(p.Formats) > 0 && !slices.ContainsFunc(p.Formats, func(f posting.Format) bool { return slices.Contains(q.Formats, f) }):
		return false
	case (q.PaidOnly || q.PayFrom > 0) && p.Pay == nil:
		return false
	case !q.After.IsZero() && p.Published.Before(q.After), !q.Before.IsZero() && p.Published.After(q.Before):
		return false
	}
	return true
}

// mostWords bounds a query; the rest of a longer one is not looked at.
const mostWords = 24

// words cuts the text of a query into what must all be there: words, and phrases in quotes.
func words(text string) []string {
	var list []string
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	list = slices.DeleteFunc(list, func(w string) bool { return strings.Trim(w, ",;. ") == "" })
	return list[:min(len(list), mostWords)]
}

// occupations are words for one occupation in both languages: postings are written in either.
var occupations = [][]string{
	{"developer", "разработчик", "программист", "engineer", "инженер"},
	{"analyst", "аналитик"},
	{"manager", "менеджер", "руководитель"},
	{"tester", "тестировщик", "qa"},
	{"designer", "дизайнер"},
	{"administrator", "администратор"},
	{"accountant", "бухгалтер"},
	{"driver", "водитель"},
	{"nurse", "медсестра"},
	{"teacher", "учитель", "преподаватель"},
	{"sales", "продаж"},
	{"architect", "архитектор"},
	{"lawyer", "юрист"},
	{"welder", "сварщик"},
}

// spellings are the ways in which postings write a word of a query.
func spellings(word string, skills *skill.Graph) []string {
	word = strings.Trim(word, ",;")
	if got := skills.Resolve(word); got.Known {
		return append(skills.Names(got.Skill), word)
	}
	base := retrieve.Base(retrieve.Fold(word))
	for _, same := range occupations {
		if slices.ContainsFunc(same, func(w string) bool { return retrieve.Base(w) == base }) {
			return append(slices.Clone(same), word)
		}
	}
	return []string{word}
}
