package resume

import (
	"slices"
	"strings"
)

// readEducation reads the schools of one part: an entry begins where a line names a school
// or a degree that the entry before already has.
func (r *reading) readEducation(pt part) {
	s := studies{reading: r, known: len(r.record.Education)}
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.end <= pt.start {
			continue
		}
		if r.endsStudies(i) {
			break
		}
		first := r.tokenIndex(max(l.start, pt.start))
		s.read(i, first, l.last)
	}
	s.close()
}

// readStrayEducation looks for lines with a school and a degree anywhere when no section of
// education was found.
func (r *reading) readStrayEducation() {
	if slices.ContainsFunc(r.record.Education, func(e Education) bool { return e.Institution != "" }) {
		return
	}
	for _, l := range r.lines {
		if l.last-l.first > maxSchoolTokens/2 {
			continue
		}
		f := r.factsOf(l.first, l.last)
		if f.Institution == "" || f.Degree == "" || f.Level == "course" || f.Level == "secondary" || r.quotesWork(l.first, l.last) {
			continue
		}
		f.Start, f.End = l.start, l.end
		r.record.Education = append(r.record.Education, f.Education)
	}
}

// maxSchools bounds the schools read from rows of a form.
const maxSchools = 60

// readEducationRows reads rows of a form outside the sections of education.
func (r *reading) readEducationRows() {
	for _, v := range r.formValues {
		if v.kind != educationLabel && v.kind != schoolLabel || v.first >= v.last || r.inEducation(r.tokens[v.first].start) {
			continue
		}
		if len(r.record.Education) >= maxSchools {
			return
		}
		s := studies{reading: r, known: len(r.record.Education)}
		s.read(r.lineOf(r.tokens[v.first].start), v.first, v.last)
		s.close()
		r.record.Education = slices.DeleteFunc(r.record.Education, func(e Education) bool {
			return e.Institution == "" && e.Start >= r.tokens[v.first].start && e.End <= r.tokens[v.last-1].end
		})
	}
}

// inEducation reports an offset within a part of the text that was read for schools, or
// within jobs and the like, where a label says something else.
func (r *reading) inEducation(at int) bool {
	switch r.partAt(at).kind {
	case educationSection, experienceSection, projectsSection, volunteerSection:
		return true
	}
	return false
}

// studies gathers the entries of one part.
type studies struct {
	*reading
	known      int    // entries before this part
	level      string // stated above the entries: «Высшее»
	degree     string // as stated
	dateFirst  bool   // years stand above their schools
	lineOfDate bool   // the line before was a date alone
	pending    Education
}

// schoolFacts is what one line tells.
type schoolFacts struct {
	Education
	rest  []schoolPiece // what no word tells
	table bool          // a row of a table
}

// read takes one line.
func (s *studies) read(i, first, last int) {
	l := s.lines[i]
	f := s.factsOf(first, last)
	switch {
	case s.headsTable(first, last), s.quotesWork(first, last):
		return
	case f.Institution == "" && s.listsCourse(first, last, f):
		s.reading.courses = append(s.reading.courses, tokenRange{first, last})
		return
	case f.Institution == "" && f.generic():
		s.level, s.degree = f.Level, f.Degree
		if f.To > 0 {
			s.pending.takeDates(f.Education)
		}
		return
	case f.Institution == "" && f.Degree == "" && f.To == 0 && f.Field == "":
		s.addField(i, f, l)
		return
	case f.Institution == "" && f.Degree == "" && s.onlyDates(s.tokens[first].start, l.end):
		s.takeDates(f)
		return
	case f.Institution == "" && f.Degree == "":
		if e := s.current(); e != nil && e.To == 0 && e.From == 0 && !l.blankBefore {
			e.takeDates(f.Education)
			s.addField(i, f, l)
		}
		return
	}
	e := s.current()
	if e == nil || s.opens(e, f, l) {
		s.record.Education = append(s.record.Education, Education{Start: s.tokens[first].start})
		e = s.current()
		e.takeDates(s.pending)
		s.pending = Education{}
	}
	s.lineOfDate = false
	e.absorb(f.Education)
	e.End = max(e.End, l.end)
}

func (s *studies) current() *Education {
	if len(s.record.Education) == s.known {
		return nil
	}
	return &s.record.Education[len(s.record.Education)-1]
}

// takeDates gives a line of dates to the entry above, or keeps it for the one below where
// dates stand first.
func (s *studies) takeDates(f schoolFacts) {
	e := s.current()
	if e == nil {
		s.dateFirst = true
	}
	if s.dateFirst || e.To > 0 || e.From > 0 {
		s.pending.takeDates(f.Education)
		s.lineOfDate = true
		return
	}
	e.takeDates(f.Education)
}

// opens reports that the line begins another entry.
func (s *studies) opens(e *Education, f schoolFacts, l line) bool {
	switch {
	case s.lineOfDate && e.complete():
		return true
	case f.Institution != "" && e.Institution != "":
		return true
	case f.table && e.complete() && (f.Institution != "" || f.Degree != ""):
		return true
	case l.blankBefore && e.complete() && (f.Institution != "" || f.Degree != "") && (e.Institution != "" || f.Institution == ""):
		return true
	case f.Degree != "" && e.Degree != "" && (e.Institution != "" || f.Institution != "" || e.Level != f.Level):
		return true
	case f.Institution != "" && f.Degree != "" && e.complete():
		return true
	}
	return e.To > 0 && f.To > 0 && (f.Institution != "" || f.Degree != "") && e.Institution != ""
}

// listsCourse reports a line of a course or certificate among the schools.
func (s *studies) listsCourse(first, last int, f schoolFacts) bool {
	if s.opensCertificate(first) {
		kind, _ := s.formLabelAt(first, last)
		return kind == ""
	}
	e := s.current()
	if e == nil || e.Field == "" || f.Degree != "" || f.To > 0 || last-first > 6 {
		return false
	}
	loud, words := 0, 0
	for i := first; i < last; i++ {
		if t := s.tokens[i]; t.kind == wordToken {
			words++
			if t.end-t.start >= 3 && s.shoutedToken(i) {
				loud++
			}
		}
	}
	return loud == 1 && words <= 4
}

// addField takes a line no word tells for the subject of the entry above.
func (s *studies) addField(i int, f schoolFacts, l line) {
	e := s.current()
	if e == nil || e.Field != "" || l.blankBefore || len(f.rest) == 0 || s.lineOfDate || !s.headerLike(i) || s.opensCertificate(l.first) {
		return
	}
	e.Field, e.End = s.textOfPiece(f.rest[0]), l.end
}

// close settles the entries of the part: a level stated above them, a school that a second
// degree of the line below shares, and what is no entry after all.
func (s *studies) close() {
	list := s.record.Education[s.known:]
	for i := range list {
		e := &list[i]
		if e.Institution == "" && e.Degree != "" && i > 0 && list[i-1].Institution != "" && e.Start-list[i-1].End <= 2 {
			e.Institution = list[i-1].Institution
		}
		if e.Degree == "" && e.Level == "" || e.Degree == "" && s.level != "" {
			e.Degree, e.Level = s.degree, s.level
		}
	}
	list = slices.DeleteFunc(list, func(e Education) bool {
		return e.Institution == "" && (e.Level == "" || e.Level == "course" || e.Degree == "")
	})
	if len(list) == 0 && s.degree != "" {
		e := Education{Degree: s.degree, Level: s.level, Start: s.startOfLevel(), End: s.startOfLevel()}
		e.takeDates(s.pending)
		list = append(list, e)
	}
	s.record.Education = append(s.record.Education[:s.known], list...)
}

// startOfLevel is the place of a level that no school was found under.
func (s *studies) startOfLevel() int {
	for _, pt := range s.parts {
		if pt.kind == educationSection {
			return pt.start
		}
	}
	return 0
}

func (e *Education) complete() bool {
	return e.Institution != "" || e.Degree != ""
}

// generic reports «Высшее» and «Среднее специальное», which say the level of what stands
// below them.
func (e *Education) generic() bool {
	switch d := strings.Trim(fold(e.Degree), " .:*#"); d {
	case "высшее", "неоконченное высшее", "незаконченное высшее", "среднее специальное", "среднее профессиональное", "среднее", "среднее общее",
		"высшее образование", "среднее специальное образование", "среднее профессиональное образование", "неоконченное высшее образование", "среднее образование",
		"высшее (бакалавр)", "высшее (магистр)", "бакалавр", "магистр", "специалист", "высшее профессиональное":
		return true
	}
	return false
}

func (e *Education) absorb(line Education) {
	take := func(to *string, from string) {
		if *to == "" {
			*to = from
		}
	}
	take(&e.Institution, line.Institution)
	take(&e.Degree, line.Degree)
	take(&e.Field, line.Field)
	if e.Level == "" || line.Level != "" && line.Level != "secondary" && line.Degree != "" {
		take(&e.Level, line.Level)
	}
	if e.To == 0 && e.From == 0 {
		e.takeDates(line)
	}
}

func (e *Education) takeDates(from Education) {
	e.From, e.To, e.FromYear, e.ToYear = from.From, from.To, from.FromYear, from.ToYear
}

// factsOf reads one line of an education entry.
func (r *reading) factsOf(first, last int) schoolFacts {
	var f schoolFacts
	r.datesOf(&f.Education, first, last)
	for i := first; i < last; i++ {
		f.table = f.table || r.tokens[i].mark == '|'
	}
	for _, p := range r.schoolPieces(first, last) {
		r.takePiece(&f, p)
	}
	r.unknownSchool(&f)
	if f.Field == "" && len(f.rest) > 0 && (f.Institution != "" || f.Degree != "") {
		f.Field = r.textOfPiece(f.rest[0])
	}
	return f
}

// unknownSchool takes the last name behind a degree and its subject for a school that no
// word tells: "B.Tech (CSE) – JNTU Hyderabad – 2014".
func (r *reading) unknownSchool(f *schoolFacts) {
	n := len(f.rest)
	if f.Degree == "" || f.Institution != "" || f.To == 0 && f.From == 0 || n == 0 || n < 2 && fieldOf(f.Degree) == "" {
		return
	}
	p := f.rest[n-1]
	short := p.last-p.first == 1 && !(r.shoutedToken(p.first) && r.tokens[p.first].end-r.tokens[p.first].start >= 3)
	if short || !r.properName(p) || slices.ContainsFunc(r.tokens[p.first:p.last], func(t token) bool { return honourWords[t.word] }) {
		return
	}
	f.Institution = r.textOfPiece(p)
	f.rest = f.rest[:n-1]
}

// honourWords tell of marks and honours and never of a school.
var honourWords = words("class honours honors distinction merit gpa cgpa minor major thesis dean list summa magna cum laude grade first second division scholarship award")

func (r *reading) datesOf(e *Education, first, last int) {
	end := r.tokens[last-1].end
	k := r.firstPeriod(r.tokens[first].start)
	if k >= len(r.spans) || r.spans[k].start >= end {
		return
	}
	p := r.spans[k]
	e.To, e.ToYear = p.from.last, p.from.yearOnly
	if p.ranged {
		e.From, e.FromYear, e.To, e.ToYear = p.from.first, p.from.yearOnly, p.to.last, p.to.yearOnly
		if p.open {
			e.To = 0
		}
		return
	}
	// A row of a table has its two years in two cells.
	if k+1 < len(r.spans) && r.spans[k+1].start < end && p.from.yearOnly && r.spans[k+1].from.yearOnly && !r.spans[k+1].ranged && r.spans[k+1].from.last > e.To {
		e.From, e.FromYear, e.To = p.from.first, true, r.spans[k+1].from.last
	}
}

func (r *reading) takePiece(f *schoolFacts, p schoolPiece) {
	text := r.textOfPiece(p)
	level := r.degreeLevel(p.first, p.last)
	switch {
	case p.label == markLabel || p.label == yearsLabel || r.noise(p):
	case p.label == fieldLabel:
		if f.Field == "" {
			f.Field = text
		}
	case f.Institution == "" && (p.label == schoolLabel || r.namesSchool(p.first, p.last)):
		f.Institution = text
		if f.Level == "" && (level != "secondary" || r.generalSchool(p)) {
			f.Level = level
		}
	case level != "" && f.Degree == "" && r.shortDegree(p):
		f.Degree, f.Level = text, level
		if field := fieldOf(text); field != "" {
			f.Field = field
		}
	case classify(r.tokens[p.first:p.last], r.text) != placePiece:
		f.rest = append(f.rest, p)
	}
}

// generalSchool tells "Школа № 5" and "Lincoln High School" from schools of a trade.
func (r *reading) generalSchool(p schoolPiece) bool {
	return slices.ContainsFunc(r.tokens[p.first:p.last], func(t token) bool {
		switch t.word {
		case "средняя", "общеобразовательная", "сош", "гимназия", "лицей", "high", "secondary":
			return true
		}
		return t.kind == numberToken
	})
}

// maxDegreeWords is how many words a degree is written with at most; longer text with such
// a word in it is a sentence.
const maxDegreeWords = 14

func (r *reading) shortDegree(p schoolPiece) bool {
	return r.wordsBetween(r.tokens[p.first].start, r.tokens[p.last-1].end) <= maxDegreeWords
}

// noise reports marks, percentages and the like.
func (r *reading) noise(p schoolPiece) bool {
	w := r.tokens[p.first].word
	switch w {
	case "gpa", "cgpa", "grade", "marks", "percentage", "with", "passed", "the", "year", "until", "до", "года", "expected", "ожид", "honors", "distinction", "cum", "dean", "relevant", "coursework", "courses":
		return true
	}
	if r.tokens[p.first].kind == numberToken && (r.tokenAt(p.first+1).word == "курс" || r.tokenAt(p.first+1).word == "course") {
		return true // «3 курс» is a year of study
	}
	return p.last-p.first == 1 && len(w) <= 2 && r.degreeLevel(p.first, p.last) == ""
}

// headsTable reports the row of a table that names its columns.
func (r *reading) headsTable(first, last int) bool {
	labels, cells := 0, 0
	for _, p := range r.bareCells(first, last) {
		cells++
		if _, ok := r.formLabels[r.phraseOf(p.first, p.last)]; ok {
			labels++
		}
	}
	if cells > 1 {
		return labels*2 > cells
	}
	return r.onlyLabels(first, last)
}

func (r *reading) bareCells(first, last int) []schoolPiece {
	var cells []schoolPiece
	from := first
	for i := first; i <= last; i++ {
		if i < last && r.tokens[i].mark != '|' && !(i > from && r.parted(i)) {
			continue
		}
		if i > from {
			cells = append(cells, schoolPiece{first: from, last: i})
		}
		from = i
		if i < last && r.tokens[i].mark == '|' {
			from = i + 1
		}
	}
	return cells
}

// onlyLabels reports a line made of the names of columns alone: "SUBJECT COLLEGE YEAR".
func (r *reading) onlyLabels(first, last int) bool {
	count := 0
	for i := first; i < last; {
		n := r.labelWords(i, last)
		if n == 0 {
			return false
		}
		i += n
		count++
	}
	return count > 1
}

// labelWords is how many tokens from i on make the longest label.
func (r *reading) labelWords(i, last int) int {
	best, phrase := 0, ""
	for j := i; j < min(last, i+maxFormLabel); j++ {
		t := r.tokens[j]
		if t.kind == numberToken {
			break
		}
		if t.kind == wordToken {
			phrase = strings.TrimSpace(phrase + " " + t.word)
			switch r.formLabels[phrase] {
			case schoolLabel, degreeLabel, fieldLabel, yearsLabel, markLabel, educationLabel:
				best = j - i + 1
			}
		} else if j == i {
			return 1
		}
	}
	return best
}

// quotesWork reports a line of a list of publications or talks.
func (r *reading) quotesWork(first, last int) bool {
	words := 0
	for i := first; i < min(last, first+maxSchoolTokens); i++ {
		t := r.tokens[i]
		if t.mark == '/' && r.tokenAt(i+1).mark == '/' && r.touches(i) {
			return true
		}
		if t.kind == wordToken {
			words++
			switch t.word {
			case "pp", "vol", "issn", "isbn", "doi", "вестник", "журнал", "journal", "proceedings", "seminar", "keynote":
				return true
			}
		}
	}
	return words > 40
}

// studyStops begin headings of lists that follow an education section and are none of it.
var studyStops = []string{
	"публикац", "конференц", "доклад", "гранты", "выступлен", "монограф", "диссертац", "publication", "presentation", "conference",
	"lecture", "grant", "patent", "talks", "papers", "membership", "declaration", "reference", "teaching", "awards", "honours",
}

// endsStudies reports a heading nobody knows over a list of publications or the like.
func (r *reading) endsStudies(i int) bool {
	l := r.lines[i]
	if l.last-l.first > 6 || l.bulleted || r.namesSchool(l.first, l.last) {
		return false
	}
	for j := l.first; j < l.last; j++ {
		t := r.tokens[j]
		if t.kind == numberToken {
			return false
		}
		if t.kind == wordToken && slices.ContainsFunc(studyStops, func(stop string) bool { return strings.HasPrefix(t.word, stop) }) {
			return true
		}
	}
	return false
}

// onlyDates reports a line that holds a date and no words.
func (r *reading) onlyDates(start, end int) bool {
	i := r.firstPeriod(start)
	return i < len(r.spans) && r.spans[i].start < end && r.wordsBetween(start, r.spans[i].start) == 0 && r.wordsBetween(r.spans[i].tail, end) <= 1
}
