package resume

import "strings"

// readEducation reads the schools or courses of one part: an entry begins where a line
// names a school or a degree that the entry before already has.
func (r *reading) readEducation(pt part) {
	var entry *Education
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.end <= pt.start {
			continue
		}
		start := max(l.start, pt.start)
		line := r.schoolLine(start, l)
		if line.Institution == "" && line.Degree == "" && line.To == 0 && pt.kind != coursesSection {
			if entry != nil && entry.Field == "" && !l.blankBefore && r.headerLike(i) {
				entry.Field, entry.End = flat(r.text[start:l.end], 120), l.end
			}
			continue
		}
		if entry == nil || l.blankBefore && entry.complete() || entry.clashes(line) || pt.kind == coursesSection && l.blankBefore {
			r.record.Education = append(r.record.Education, Education{Start: start})
			entry = &r.record.Education[len(r.record.Education)-1]
		}
		entry.absorb(line)
		entry.End = l.end
		if pt.kind == coursesSection {
			entry.Level = "course"
			if entry.Degree == "" && !r.onlyDates(start, l.end) {
				entry.Degree = flat(r.text[start:l.end], 120)
			}
		}
	}
}

func (e *Education) complete() bool {
	return e.Institution != "" || e.Degree != ""
}

// clashes reports that the line tells of another school.
func (e *Education) clashes(line Education) bool {
	if e.generic() && line.Institution == "" && line.To == 0 {
		return false
	}
	return e.Institution != "" && line.Institution != "" ||
		e.Degree != "" && line.Degree != "" && e.Level != line.Level ||
		e.Degree != "" && line.Degree != "" && e.Institution != "" ||
		e.To > 0 && line.To > 0
}

// generic reports «Высшее», which a line below may make precise.
func (e *Education) generic() bool { return strings.HasPrefix(fold(e.Degree), "высшее") }

func (e *Education) absorb(line Education) {
	if e.generic() && line.Degree != "" {
		e.Degree, e.Level = line.Degree, line.Level
	}
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
	if e.To == 0 {
		e.From, e.To = line.From, line.To
	}
}

// schoolLine reads one line of an education entry.
func (r *reading) schoolLine(start int, l line) Education {
	e := Education{}
	if i := r.firstPeriod(start); i < len(r.spans) && r.spans[i].start < l.end {
		p := r.spans[i]
		e.To = p.from.last
		if p.ranged {
			e.From, e.To = p.from.first, p.to.last
			if p.open {
				e.To = 0
			}
		}
	}
	h := &jobHeader{page: r.page}
	h.add(r.tokenIndex(start), min(l.last, r.tokenIndex(start)+2*headerReach))
	var rest []string
	for _, p := range h.pieces {
		text := h.textOf(p)
		level := r.degreeLevel(p.first, p.last)
		switch {
		case r.namesSchool(p) && e.Institution == "":
			e.Institution = text
			if e.Level == "" {
				e.Level = level
			}
		case level != "" && e.Degree == "":
			e.Degree, e.Level = text, level
			if field := fieldOf(text); field != "" {
				e.Field = field
			}
		case p.kind != placePiece && !r.onlyDate(p):
			rest = append(rest, text)
		}
	}
	if e.Field == "" && len(rest) > 0 && (e.Institution != "" || e.Degree != "") {
		e.Field = rest[0]
	}
	return e
}

func (r *reading) namesSchool(p piece) bool {
	for i := p.first; i < p.last; i++ {
		if r.tokens[i].kind == wordToken && (r.schools[r.tokens[i].word] || p.last-p.first <= 3 && r.schoolInitials(i)) {
			return !r.namesDiploma(i, p)
		}
	}
	return false
}

// namesDiploma tells "High School Diploma" from "Lincoln High School".
func (r *reading) namesDiploma(i int, p piece) bool {
	if r.tokens[i].word != "school" || r.tokenAt(i-1).word != "high" {
		return false
	}
	switch r.tokenAt(i + 1).word {
	case "diploma", "degree", "graduate", "equivalent", "equivalency":
		return true
	}
	return p.last-p.first <= 2
}

// schoolInitials recognises «КГТУ» and «СПбГУ»: Cyrillic capitals that end in the letter
// of university, institute or academy.
func (r *reading) schoolInitials(i int) bool {
	t := r.tokens[i]
	text := []rune(r.text[t.start:t.end])
	if len(text) < 3 || len(text) > 8 || !strings.ContainsRune("УИА", text[len(text)-1]) {
		return false
	}
	upper := 0
	for _, c := range text {
		if c >= 'А' && c <= 'Я' {
			upper++
		}
	}
	return upper >= 3 && upper >= len(text)-1
}

func (r *reading) onlyDate(p piece) bool {
	start, end := r.tokens[p.first].start, r.tokens[p.last-1].end
	i := r.firstPeriod(start)
	return i < len(r.spans) && r.spans[i].start < end && r.spans[i].end-r.spans[i].start >= (end-start)/2
}

// onlyDates reports a line that holds a date and no words.
func (r *reading) onlyDates(start, end int) bool {
	i := r.firstPeriod(start)
	return i < len(r.spans) && r.spans[i].start < end && r.wordsBetween(r.spans[i].tail, end) == 0
}

// degreeLevel returns the level of the strongest degree named by the tokens.
func (r *reading) degreeLevel(first, last int) string {
	best := len(r.degrees)
	for i := first; i < last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			continue
		}
		for _, d := range r.degreesBy[t.word] {
			if d < best && r.hasPhrase(i, last, r.degrees[d].phrase) && !r.lowerShort(t) {
				best = d
			}
		}
	}
	if best == len(r.degrees) {
		return ""
	}
	return r.degrees[best].level
}

// lowerShort keeps "be" and "ma" in running text from being degrees.
func (r *reading) lowerShort(t token) bool {
	return len(t.word) <= 2 && t.word == r.text[t.start:t.end]
}

func (r *reading) hasPhrase(i, last int, phrase string) bool {
	for w := range strings.FieldsSeq(phrase) {
		for i < last && (r.tokens[i].mark == '.' || r.tokens[i].mark == '\'' || r.tokens[i].mark == '’') {
			i++
		}
		if i >= last || r.tokens[i].word != w {
			return false
		}
		i++
	}
	return true
}

// fieldOf takes the subject out of "BSc in Computer Science" and "BSc Computer Science".
func fieldOf(degree string) string {
	for _, sep := range []string{" in ", " of Science in ", " по специальности ", " по направлению "} {
		if i := strings.LastIndex(degree, sep); i >= 0 {
			return strings.TrimSpace(degree[i+len(sep):])
		}
	}
	first, rest, ok := strings.Cut(degree, " ")
	if ok && fold(first) != "high" && len(first) <= 6 && first[0] < 0x80 && !strings.HasPrefix(rest, "of ") {
		return strings.TrimSpace(rest)
	}
	return ""
}
