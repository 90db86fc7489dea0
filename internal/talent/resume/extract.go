package resume

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
	"kadry/internal/talent/layout"
)

// finder is what this package asks of the taxonomy.
type finder interface {
	Find(text string, where skill.Where) []skill.Mention
	Skill(id skill.ID) (skill.Skill, bool)
}

// Extractor reads CVs against one taxonomy. It is safe for concurrent use.
type Extractor struct {
	skills     finder
	assertions *assertion.Model
	tables     *tables
	version    string
}

// New returns an Extractor over the graph.
func New(g *skill.Graph) (*Extractor, error) {
	t, err := loadTables()
	if err != nil {
		return nil, err
	}
	assertions, err := assertion.Load()
	if err != nil {
		return nil, err
	}
	version, err := versionOf(g, assertions)
	if err != nil {
		return nil, err
	}
	return &Extractor{skills: g, assertions: assertions, tables: t, version: version}, nil
}

// Extract reads one CV. Open-ended dates reach to asOf, which is the month the CV was
// received and never the month of the call, so that a record does not drift with time.
func (e *Extractor) Extract(page layout.Page, asOf Month) Record {
	page.Text = strings.ToValidUTF8(page.Text, "?")
	r := newReading(page, asOf, e.tables)
	r.skills, r.assertions = e.skills, e.assertions
	r.readContacts()
	r.dropPhoneDates()
	r.eachEntry("job", r.statedJob)
	r.readLabels()
	for _, pt := range r.parts {
		r.readPart(pt)
	}
	if r.stated["school"] {
		r.statedSchools()
	} else {
		r.readEducationRows()
		r.readStrayEducation()
	}
	r.readJobsWithoutHeading()
	r.record.Positions = slices.DeleteFunc(r.record.Positions, r.isLeave)
	r.orderPositions()
	r.nameSameEmployers()
	r.readPerson()
	r.readLanguages()
	r.readCertificates()
	r.muteAsides()
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
	original   string
	fields     []layout.Field  // what the file itself says parts of the text are
	stated     map[string]bool // kinds of entries among the fields
	protected  []Span
	spans      []period
	parts      []part
	asOf       Month
	dayFirst   bool // dates in figures begin with their day
	record     Record
	claims     []claim
	layoutHH   bool
	given      map[int]role   // by line: the label a column of labels gives it
	width      int            // letters of the longest line
	muted      []Span         // no evidence of skills: see aside.go; sorted once readSkills runs
	unclaimed  []claimedAside // in text order
	skills     finder
	assertions *assertion.Model
	mentions   []mentionAt     // in text order
	toolNamed  []bool          // by position: the duties name at least one skill
	formValues []labelledValue // in text order
	courses    []tokenRange    // lines of courses that stand among schools
	nameAt     tokenRange      // where the name was read
}

func newReading(sheet layout.Page, asOf Month, t *tables) *reading {
	text := sheet.Text
	protected := ProtectedSpans(text)
	p := newPage(blank(text, protected))
	p.dress(sheet.Lines)
	r := &reading{page: p, tables: t, original: text, protected: protected, asOf: asOf}
	r.takeFields(sheet.Fields)
	for _, l := range p.lines {
		r.width = max(r.width, utf8.RuneCountInString(p.of(l))/max(l.look.Joined, 1))
	}
	r.record = Record{Language: languageOf(text), AsOf: asOf}
	r.dayFirst = r.record.Language == "ru" || r.daysComeFirst()
	s := r.dates()
	r.spans = s.periods()
	if r.partSentences() {
		p.dress(sheet.Lines)
		r.spans = s.periods()
	}
	r.readUpdated()
	r.record.AsOf = r.asOf
	r.parts = s.sections()
	r.partTables()
	r.claims = s.claims()
	r.giveLabels()
	r.layoutHH = r.isHeadHunter()
	for _, pt := range r.parts {
		if pt.end > pt.start || pt.heading != "" {
			r.record.Sections = append(r.record.Sections, pt.section())
		}
	}
	return r
}

// dates reads dates as the text writes them.
func (r *reading) dates() dates {
	return dates{page: r.page, tables: r.tables, asOf: r.asOf, dayFirst: r.dayFirst}
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
		case r.stated["job"]:
		case r.layoutHH:
			r.headHunterJobs(pt)
		case r.labelled(pt):
			r.labelledJobs(pt)
		default:
			r.jobs(pt)
		}
	case educationSection:
		if !r.stated["school"] {
			r.readEducation(pt)
		}
	case projectsSection:
		r.readProjects(pt)
	case summarySection:
		if r.record.Summary == "" {
			r.record.Summary = tidy(flat(r.text[pt.start:pt.end], maxSummary))
		}
	}
}

// readJobsWithoutHeading serves texts that never say "Experience": there the dated lines
// of the parts without a meaning of their own are the jobs, if their words say so too.
func (r *reading) readJobsWithoutHeading() {
	if len(r.record.Positions) > 0 {
		return
	}
	for _, pt := range r.parts {
		switch pt.kind {
		case contactsSection, summarySection, skillsSection:
			r.jobs(pt)
		case otherSection:
			if r.listsJobs(pt) {
				r.jobs(pt)
			}
		}
	}
	r.record.Positions = slices.DeleteFunc(r.record.Positions, func(p Position) bool { return p.Title+p.Company == "" || p.From == 0 })
}

// listsJobs reports a part of no kind whose dated lines are stretches of
// time, most of them with a title beside them.
func (r *reading) listsJobs(pt part) bool {
	anchors := r.anchors(pt.first, pt.last)
	titled := 0
	for _, a := range anchors {
		if !a.ranged && !a.prefixed && !a.open {
			return false
		}
		last := min(a.lastText+1, pt.last-1)
		if r.dates().titleWithin(r.lines[max(a.top-1, pt.first)].first, r.lines[last].last) {
			titled++
		}
	}
	return titled > 0 && 2*titled >= len(anchors)
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
