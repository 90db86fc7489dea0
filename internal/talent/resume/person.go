package resume

import (
	"strings"
)

// readPerson settles name, title, place, wishes and the places that identify the person.
func (r *reading) readPerson() {
	r.readName()
	r.readTitle()
	r.readLocation()
	r.readWishes()
	r.readNameRepeats()
	r.record.Contacts.Spans = merge(r.record.Contacts.Spans)
}

// readTitle prefers the wanted job, then the headline under the name, then the latest job.
func (r *reading) readTitle() {
	rec := &r.record
	for _, pt := range r.parts {
		if pt.kind == wantedSection && pt.first < pt.last {
			if l := r.lines[pt.first]; l.end > pt.start {
				rec.Title, rec.Confidence.Title = r.headline(max(l.start, pt.start), l.end), 1
				return
			}
		}
	}
	head := r.parts[0]
	for i := head.first; i < min(head.last, 8); i++ {
		l := r.lines[i]
		h := &jobHeader{page: r.page}
		h.add(l.first, min(l.last, l.first+headerReach))
		for _, p := range h.pieces {
			text := h.textOf(p)
			if p.kind == titlePiece && text != rec.Name && p.last-p.first <= 12 {
				rec.Title, rec.Confidence.Title = r.headline(h.tokens[p.first].start, r.titleEnd(h, p, l)), 0.9
				return
			}
		}
	}
	if i := r.latestJob(); i >= 0 {
		rec.Title, rec.Confidence.Title = rec.Positions[i].Title, 0.7
		return
	}
	if l, ok := r.firstHeadline(); ok {
		rec.Title, rec.Confidence.Title = r.headline(l.start, l.end), 0.4
	}
}

// titleEnd keeps "Engineer, Payments" whole when the line holds nothing but the title.
func (r *reading) titleEnd(h *jobHeader, p piece, l line) int {
	if p.first == l.first && len(h.pieces) <= 2 && r.wordsBetween(l.start, l.end) <= 8 && !r.lineHoldsContact(l) && !h.has(placePiece) {
		return l.end
	}
	return h.tokens[p.last-1].end
}

func (r *reading) lineHoldsContact(l line) bool {
	for _, s := range r.record.Contacts.Spans {
		if s.Start >= l.start && s.End <= l.end {
			return true
		}
	}
	return false
}

// firstHeadline takes a short first line that is neither name nor contact for the title.
func (r *reading) firstHeadline() (line, bool) {
	head := r.parts[0]
	for i := head.first; i < min(head.last, 3); i++ {
		l := r.lines[i]
		if r.lineHoldsContact(l) || r.wordsBetween(l.start, l.end) > 8 || r.wordsBetween(l.start, l.end) == 0 {
			continue
		}
		if r.record.Name != "" && strings.Contains(r.text[l.start:l.end], r.record.Name) {
			continue
		}
		return l, true
	}
	return line{}, false
}

// headline is the text of a title, up to a contact printed on the same line.
func (r *reading) headline(start, end int) string {
	for _, s := range r.record.Contacts.Spans {
		if s.Start > start && s.Start < end {
			end = s.Start
		}
	}
	text := strings.TrimLeft(flat(r.text[start:end], maxQuote), " *#_|•-–—:,")
	return strings.TrimRight(text, " *_|•-–—:,") // "C#" ends in its sign
}

func (r *reading) latestJob() int {
	latest := -1
	for i, job := range r.record.Positions {
		if job.Title != "" && job.Work && (latest < 0 || job.To > r.record.Positions[latest].To) {
			latest = i
		}
	}
	return latest
}

var locationLabels = phrases("location|based in|lives in|city|residence|current location|place of residence|город|местоположение|проживает|место жительства|место проживания|регион|адрес проживания|город проживания|локация")

// readLocation reads a labelled place, else a place on the contact lines.
func (r *reading) readLocation() {
	head := r.parts[0]
	for _, pt := range r.parts {
		if pt.kind != contactsSection && pt.kind != otherSection {
			continue
		}
		for i := pt.first; i < min(pt.last, pt.first+25); i++ {
			if r.labelledPlace(r.lines[i]) {
				return
			}
		}
	}
	for i := head.first; i < min(head.last, 12); i++ {
		h := &jobHeader{page: r.page}
		h.add(r.lines[i].first, min(r.lines[i].last, r.lines[i].first+headerReach))
		var found []string
		for k, p := range h.pieces {
			text := h.textOf(p)
			if p.kind != placePiece || text == r.record.Name || text == r.record.Title || strings.ContainsAny(text, "@0123456789") {
				continue
			}
			if len(found) == 0 && k+1 < len(h.pieces) && k > 0 && p.comma && h.pieces[k-1].kind == unknownPiece && h.textOf(h.pieces[k-1]) != r.record.Name {
				found = append(found, h.textOf(h.pieces[k-1]))
			}
			found = append(found, text)
		}
		if len(found) > 0 {
			r.record.Location = strings.Join(found, ", ")
			return
		}
	}
}

func (r *reading) labelledPlace(l line) bool {
	for j := l.first + 1; j < min(l.first+4, l.last-1); j++ {
		if r.tokens[j].mark != ':' {
			continue
		}
		if !locationLabels[r.phraseOf(l.first, j)] {
			return false
		}
		end := j + 1
		for end < l.last && r.tokens[end].mark != '|' && r.tokens[end].mark != ';' && r.tokens[end].mark != '•' {
			end++
		}
		r.record.Location = flat(r.text[r.tokens[j+1].start:r.tokens[end-1].end], 120)
		return r.record.Location != ""
	}
	return false
}

// readWishes reads the salary wish and the readiness to move, from anywhere outside jobs.
func (r *reading) readWishes() {
	for _, pt := range r.parts {
		if pt.kind == experienceSection || pt.kind == educationSection || pt.kind == projectsSection {
			continue
		}
		for i := pt.first; i < pt.last; i++ {
			r.readWish(r.lines[i], pt.kind == wantedSection)
		}
	}
}

func (r *reading) readWish(l line, wanted bool) {
	rec := &r.record
	for i := l.first; i < l.last; i++ {
		t := r.tokens[i]
		if t.kind != wordToken && t.kind != markToken {
			continue
		}
		switch {
		case rec.SalaryWish == "" && salaryWords[t.word] && t.kind == wordToken && r.hasAmount(i, l):
			rec.SalaryWish = r.wishClause(i, l, true)
		case rec.SalaryWish == "" && wanted && currencyAt(t) && i > l.first:
			rec.SalaryWish = flat(r.text[l.start:l.end], 120)
		case rec.Relocation == "" && relocationWord(t.word):
			rec.Relocation = r.wishClause(i, l, false)
		}
	}
}

var salaryWords = words("salary зарплата зп оклад compensation доход зарплатные")

func currencyAt(t token) bool {
	switch t.mark {
	case '₽', '$', '€', '£', '₸':
		return true
	}
	switch t.word {
	case "руб", "рублей", "usd", "eur", "rub", "тенге", "kzt", "byn":
		return true
	}
	return false
}

func (r *reading) hasAmount(i int, l line) bool {
	for j := i; j < min(i+12, l.last); j++ {
		if r.tokens[j].kind == numberToken && (r.tokens[j].value >= 1000 || r.tokens[j].value == -1 || r.tokenAt(j+1).kind == numberToken || r.tokenAt(j+1).word == "k" || r.tokenAt(j+1).mark == ',' || strings.HasPrefix(r.tokenAt(j+1).word, "тыс")) {
			return true
		}
	}
	return false
}

func relocationWord(word string) bool {
	switch word {
	case "relocate", "relocation", "переезду", "переезд", "переехать", "релокации", "релокация", "релокейт", "релокацию":
		return true
	}
	return false
}

// wishClause is the clause around token i; a salary keeps what follows its label.
func (r *reading) wishClause(i int, l line, label bool) string {
	from, to := i, i+1
	for from > l.first && !wishEdge(r.tokens[from-1]) {
		from--
	}
	for to < l.last && (!wishEdge(r.tokens[to]) || r.tokens[to].mark == '.' && r.touches(to) || label && r.tokens[to].mark == ',') {
		to++
	}
	if label && i+1 < l.last && r.tokens[i+1].mark == ':' {
		from = i + 2
	}
	if from >= to {
		return ""
	}
	return flat(r.text[r.tokens[from].start:r.tokens[to-1].end], 160)
}

func wishEdge(t token) bool {
	return t.mark == ',' || t.mark == ';' || t.mark == '|' || t.mark == '.' || t.mark == '•'
}
