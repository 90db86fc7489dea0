package talent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// pool is the search structures of one tenant: filter columns by row, holders by skill,
// text by row. Rows are reused after a removal.
type pool struct {
	rows    []row
	byID    map[string]int
	free    []int
	holders map[skill.ID][]holding
	text    *retrieve.Index
	titles  *retrieve.Index
	persons map[uint64][]int // contact key -> rows
	alike   map[uint64][]int // key of a name or of a text -> rows
	old     int              // rows that older rules read
	named   map[uint64][]int // key of a name or file -> rows
}

// row is the columns of one candidate.
type row struct {
	id        string // empty for a free row
	level     resume.Level
	months    int
	asOf      resume.Month
	education int
	places    []string // folded words of the location
	languages []resume.Language
	tags      []string
	uploaded  time.Time
	worked    []term // dated work, at most maxTerms
	skills    []skill.ID
	persons   []uint64
	names     []uint64 // see likenessKeys
	texts     []uint64
	linked    []string // ids said to be the same person
	apart     []string // ids said to be another one
	old       bool     // read by other rules than those of now
	named     []uint64
}

// term is the months of one position, both included.
type term struct{ from, to int32 }

// maxTerms is how many positions a holding can refer to; a longer career loses its oldest
// positions here, not its months as recorded.
const maxTerms = 64

// holding says that a row has a skill, and how well it is shown.
type holding struct {
	row      int32
	months   int32
	worked   uint64 // bit i: the row's worked[i] mentions it
	lastUsed int32
	mentions int16
	strength strengthRank
	known    bool // months are known
	stated   bool // months are the CV's own claim
	weak     bool // only "basic understanding of"
}

// strengthRank orders the places evidence can stand in, weakest first.
type strengthRank int8

const (
	inList strengthRank = iota + 1
	inText              // and what a person vouched for
	inProject
	inPosition
)

var strengthRanks = map[resume.Strength]strengthRank{
	resume.InList: inList, resume.InText: inText, resume.ByPerson: inText, resume.InProject: inProject, resume.InPosition: inPosition,
}

// prepared is a candidate made ready to be put into a pool.
type prepared struct {
	row      row
	holdings map[skill.ID]holding
	title    retrieve.Document
	text     retrieve.Document
}

func newPool() *pool {
	return &pool{byID: map[string]int{}, holders: map[skill.ID][]holding{}, text: retrieve.NewIndex(), titles: retrieve.NewIndex(), persons: map[uint64][]int{}, alike: map[uint64][]int{}, named: map[uint64][]int{}}
}

// prepare makes columns of a candidate. A skill counts as held only when the text claims
// it: what was negated or planned is not experience.
func prepare(c Candidate, skills *skill.Graph) prepared {
	r := c.Record
	p := prepared{
		row: row{
			level: r.Level, months: r.TotalMonths, asOf: r.AsOf, education: educationOf(r),
			places: placeWords(r.Location), languages: r.Languages, tags: c.Tags,
			uploaded: c.Source.IngestedAt, persons: contactKeys(r.Contacts), named: personKeys(c),
		},
		holdings: make(map[skill.ID]holding, len(r.Skills)),
		title:    retrieve.Cut(retrieve.Field{Text: r.Title, Weight: 1}),
		text:     retrieve.Cut(textFields(c, skills)...),
	}
	p.row.names, p.row.texts = likenessKeys(c)
	p.row.linked, p.row.apart = decided(c.Links)
	var bit map[int]uint64
	p.row.worked, bit = terms(r.Positions)
	for _, s := range r.Skills {
		if !claimed(s.Stance) {
			continue
		}
		h := holding{
			months: int32(s.Months), known: s.MonthsKnown, stated: s.Stated, lastUsed: int32(s.LastUsed),
			weak: s.Stance == skill.Weak, strength: strengthRanks[s.Strength],
		}
		for _, e := range s.Evidence {
			if claimed(e.Stance) {
				h.mentions = min(h.mentions+1, math.MaxInt16-1)
				h.worked |= bit[e.Position]
			}
		}
		p.holdings[s.Skill] = h
		p.row.skills = append(p.row.skills, s.Skill)
	}
	return p
}

// terms are the dated positions of work, and the bit of each by its index in the record.
func terms(positions []resume.Position) ([]term, map[int]uint64) {
	var list []term
	bit := map[int]uint64{}
	for i, p := range positions {
		if p.Work && p.From > 0 && p.To >= p.From && len(list) < maxTerms {
			bit[i] = 1 << len(list)
			list = append(list, term{int32(p.From), int32(p.To)})
		}
	}
	return list, bit
}

// covered counts the months that at least one of the picked terms covers. A month of
// overlapping work counts once.
func covered(worked []term, picked uint64) int {
	var room [maxTerms]term
	spans := room[:0]
	for i, t := range worked {
		if picked&(1<<i) != 0 {
			spans = append(spans, t)
		}
	}
	slices.SortFunc(spans, func(a, b term) int { return cmp.Compare(a.from, b.from) })
	months, covered := int32(0), int32(0)
	for _, t := range spans {
		if from := max(t.from, covered+1); t.to >= from {
			months += t.to - from + 1
			covered = t.to
		}
	}
	return int(months)
}

// claimed reports a stance that is experience.
func claimed(s skill.Stance) bool { return s == skill.Affirmed || s == skill.Weak }

func (p *pool) put(id string, c prepared) {
	p.remove(id)
	at := len(p.rows)
	if n := len(p.free); n > 0 {
		at, p.free = p.free[n-1], p.free[:n-1]
	} else {
		p.rows = append(p.rows, row{})
	}
	c.row.id = id
	p.rows[at] = c.row
	p.byID[id] = at
	for _, s := range c.row.skills {
		h := c.holdings[s]
		h.row = int32(at)
		p.holders[s] = append(p.holders[s], h)
	}
	hold(p.persons, c.row.persons, at)
	hold(p.alike, c.row.names, at)
	hold(p.alike, c.row.texts, at)
	if c.row.old {
		p.old++
	}
	hold(p.named, c.row.named, at)
	p.text.Put(at, c.text)
	p.titles.Put(at, c.title)
}

func (p *pool) remove(id string) {
	at, ok := p.byID[id]
	if !ok {
		return
	}
	gone := p.rows[at]
	for _, s := range gone.skills {
		p.holders[s] = slices.DeleteFunc(p.holders[s], func(h holding) bool { return h.row == int32(at) })
		if len(p.holders[s]) == 0 {
			delete(p.holders, s)
		}
	}
	release(p.persons, gone.persons, at)
	release(p.alike, gone.names, at)
	release(p.alike, gone.texts, at)
	if gone.old {
		p.old--
	}
	release(p.named, gone.named, at)
	p.text.Drop(at)
	p.titles.Drop(at)
	delete(p.byID, id)
	p.rows[at] = row{}
	p.free = append(p.free, at)
}

// hold puts a row under its keys.
func hold(holders map[uint64][]int, keys []uint64, at int) {
	for _, key := range keys {
		holders[key] = append(holders[key], at)
	}
}

// release takes a row from under its keys.
func release(holders map[uint64][]int, keys []uint64, at int) {
	for _, key := range keys {
		holders[key] = slices.DeleteFunc(holders[key], func(other int) bool { return other == at })
		if len(holders[key]) == 0 {
			delete(holders, key)
		}
	}
}

// contactKeys are digests of the e-mails and telephone numbers, so that the same person
// is recognised without keeping contacts in memory. The country code of a number varies
// in writing (+7, 8), therefore the last ten digits count.
func contactKeys(c resume.Contacts) []uint64 {
	var keys []uint64
	add := func(kind, value string) { keys = append(keys, digestOf(kind, value)) }
	for _, mail := range c.Emails {
		add("mail", strings.ToLower(mail))
	}
	for _, phone := range c.Phones {
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, phone)
		if len(digits) >= 10 {
			add("phone", digits[len(digits)-10:])
		}
	}
	return keys
}

// titleShare is what the best match of a title adds, as a share of the best match of the
// whole text: the words of a job title name the person's trade, others only touch on it.
const titleShare = 0.3

// relevance scores every row by words, and by the words of the title alone.
func (p *pool) relevance(query []retrieve.Term) (words, titles []float64) {
	words, titles = p.text.Scores(query), p.titles.Scores(query)
	best, bestTitle := 0.0, 0.0
	for at := range words {
		best, bestTitle = max(best, words[at]), max(bestTitle, titles[at])
	}
	if bestTitle > 0 {
		for at := range words {
			words[at] += titleShare * best * titles[at] / bestTitle
		}
	}
	return words, titles
}

// Weights of the text fields: a title says most about a person, a list of skills more
// than a sentence.
const (
	titleWeight  = 3
	skillsWeight = 2
	proseWeight  = 1
)

// searchable is the text of a candidate, every offset kept, without what identifies the
// person, what must not count (age, sex, ...) and what is no evidence of anything: words
// that the text denies or only plans, and those of asides.
func searchable(c Candidate, skills *skill.Graph) string {
	text := blank(c.Text, c.Record.Contacts.Spans)
	text = blank(text, resume.ProtectedSpans(c.Text))
	text = blank(text, asides(c))
	return blank(text, unclaimed(text, skills))
}

// textFields cuts the searchable text of a candidate into weighted fields.
func textFields(c Candidate, skills *skill.Graph) []retrieve.Field {
	text := searchable(c, skills)
	fields := []retrieve.Field{{Text: c.Record.Title, Weight: titleWeight}}
	at := 0
	sections := slices.SortedFunc(slices.Values(c.Record.Sections), func(a, b resume.Section) int { return cmp.Compare(a.Start, b.Start) })
	for _, s := range sections {
		if s.Start < at || s.End > len(text) || s.End < s.Start {
			continue
		}
		weight := proseWeight
		if s.Kind == "skills" {
			weight = skillsWeight
		}
		fields = append(fields, retrieve.Field{Text: text[at:s.Start], Weight: proseWeight}, retrieve.Field{Text: text[s.Start:s.End], Weight: weight})
		at = s.End
	}
	return append(fields, retrieve.Field{Text: text[at:], Weight: proseWeight})
}

// blank overwrites spans with spaces, keeping every offset and line.
func blank(text string, spans []resume.Span) string {
	if len(spans) == 0 {
		return text
	}
	out := []byte(text)
	for _, s := range spans {
		for i := max(s.Start, 0); i < min(s.End, len(out)); i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}
