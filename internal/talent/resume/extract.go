package resume

import (
	"slices"
	"sort"
	"strings"

	"kadry/internal/skill"
)

// finder is what this package asks of the taxonomy.
type finder interface {
	Find(text string, where skill.Where) []skill.Mention
	Skill(id skill.ID) (skill.Skill, bool)
}

// Extractor reads CVs against one taxonomy. It is safe for concurrent use.
type Extractor struct {
	skills finder
	tables *tables
}

// New returns an Extractor over the graph.
func New(g *skill.Graph) (*Extractor, error) {
	t, err := loadTables()
	if err != nil {
		return nil, err
	}
	return &Extractor{skills: g, tables: t}, nil
}

// Extract reads one CV. Open-ended dates reach to asOf, which is the month the CV was
// received and never the month of the call, so that a record does not drift with time.
func (e *Extractor) Extract(text string, asOf Month) Record {
	text = strings.ToValidUTF8(text, "?")
	r := newReading(text, asOf, e.tables)
	r.skills = e.skills
	r.readContacts()
	r.dropPhoneDates()
	for _, pt := range r.parts {
		r.readPart(pt)
	}
	r.readJobsWithoutHeading()
	r.orderPositions()
	r.readPerson()
	r.readLanguages()
	r.readCertificates()
	r.readSkills()
	r.readTotals()
	r.rate()
	return r.record
}

// reading is one text being read. The text it parses has every protected line blanked
// out byte for byte, so no rule can see age or nationality and every offset still holds.
type reading struct {
	*page
	*tables
	original  string
	protected []Span
	spans     []period
	parts     []part
	asOf      Month
	record    Record
	claims    []claim
	layoutHH  bool
	muted     []Span // employers' industries: no evidence of skills
	skills    finder
	mentions  []mentionAt // in text order
	toolNamed []bool      // by position: the duties name at least one skill
}

func newReading(text string, asOf Month, t *tables) *reading {
	protected := ProtectedSpans(text)
	p := newPage(blank(text, protected))
	r := &reading{page: p, tables: t, original: text, protected: protected, asOf: asOf}
	r.record = Record{Language: languageOf(text), AsOf: asOf}
	s := dates{page: p, tables: t, asOf: asOf, dayFirst: r.record.Language == "ru"}
	r.spans = s.periods()
	r.parts = s.sections()
	r.claims = s.claims()
	r.layoutHH = isHeadHunter(r.parts)
	for _, pt := range r.parts {
		if pt.end > pt.start || pt.heading != "" {
			r.record.Sections = append(r.record.Sections, pt.section())
		}
	}
	return r
}

func (pt part) section() Section {
	kind := pt.kind
	switch kind {
	case wantedSection:
		kind = summarySection
	case coursesSection:
		kind = educationSection
	case volunteerSection:
		kind = otherSection
	}
	return Section{Kind: kind, Heading: pt.heading, Start: min(pt.offset, pt.start), End: pt.end}
}

func (r *reading) readPart(pt part) {
	switch pt.kind {
	case experienceSection, volunteerSection:
		switch {
		case r.layoutHH:
			r.headHunterJobs(pt)
		case r.labelled(pt):
			r.labelledJobs(pt)
		default:
			r.jobs(pt)
		}
	case educationSection, coursesSection:
		r.readEducation(pt)
	case projectsSection:
		r.readProjects(pt)
	case summarySection:
		if r.record.Summary == "" {
			r.record.Summary = tidy(flat(r.text[pt.start:pt.end], maxSummary))
		}
	}
}

// readJobsWithoutHeading serves texts that never say "Experience": there the dated lines
// of the parts without a meaning of their own are the jobs.
func (r *reading) readJobsWithoutHeading() {
	if len(r.record.Positions) > 0 {
		return
	}
	for _, pt := range r.parts {
		switch pt.kind {
		case contactsSection, otherSection, summarySection, skillsSection:
			r.jobs(pt)
		}
	}
}

// orderPositions puts jobs in text order, and gives every byte to one job at most.
func (r *reading) orderPositions() {
	slices.SortStableFunc(r.record.Positions, func(a, b Position) int { return a.Start - b.Start })
}

// dropPhoneDates forgets dates that are the middle of a phone number.
func (r *reading) dropPhoneDates() {
	phones := merge(slices.Clone(r.record.Contacts.Spans))
	r.spans = slices.DeleteFunc(r.spans, func(p period) bool {
		i := sort.Search(len(phones), func(i int) bool { return phones[i].End > p.start })
		return i < len(phones) && phones[i].Start < p.end
	})
}

// taxonomyKnows reports that a single word names a skill.
func (r *reading) taxonomyKnows(word string) bool {
	return len(r.skills.Find(word, skill.List)) > 0
}

// blank replaces every byte of the spans by a space, line ends excepted.
func blank(text string, spans []Span) string {
	if len(spans) == 0 {
		return text
	}
	out := []byte(text)
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

func languageOf(text string) string {
	latin, cyrillic := 0, 0
	for _, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			latin++
		case r >= 'А' && r <= 'я' || r == 'ё' || r == 'Ё':
			cyrillic++
		}
	}
	// Russian CVs of engineers are half made of Latin names of tools.
	if cyrillic > 0 && cyrillic*3 >= latin {
		return "ru"
	}
	return "en"
}

// firstPeriod returns the index of the first period at or after the byte offset.
func (r *reading) firstPeriod(offset int) int {
	return sort.Search(len(r.spans), func(i int) bool { return r.spans[i].start >= offset })
}

// tokenIndex returns the index of the first token at or after the byte offset.
func (p *page) tokenIndex(offset int) int {
	return sort.Search(len(p.tokens), func(i int) bool { return p.tokens[i].start >= offset })
}

// maxCount bounds the counting of words, so that many dates in one endless line stay cheap.
const maxCount = 40

// wordsBetween counts the words of a byte range, up to maxCount.
func (p *page) wordsBetween(from, to int) int {
	n := 0
	for i := p.tokenIndex(from); i < len(p.tokens) && p.tokens[i].start < to && n < maxCount; i++ {
		if p.tokens[i].kind == wordToken {
			n++
		}
	}
	return n
}

// maxSummary is the length in bytes a summary is cut to.
const maxSummary = 1500

// tidy drops the signs that stand alone where a protected statement was.
func tidy(s string) string {
	for {
		next := aloneSigns.Replace(s)
		if next == s {
			return strings.Trim(s, " ,;|")
		}
		s = next
	}
}

var aloneSigns = strings.NewReplacer(" ,", ",", " .", ".", ",,", ",", ",.", ".", "..", ".", ". ,", ".", ".,", ".", "| |", "|")

// flat puts text on one line and cuts it at a word near limit bytes.
func flat(text string, limit int) string {
	if len(text) > 2*limit {
		text = strings.ToValidUTF8(text[:2*limit], "")
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= limit {
		return text
	}
	cut := strings.ToValidUTF8(text[:limit], "")
	if i := strings.LastIndexByte(cut, ' '); i > limit/2 {
		cut = cut[:i]
	}
	return cut + "…"
}
