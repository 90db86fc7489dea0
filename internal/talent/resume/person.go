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
			if p.kind != placePiece || text == r.record.Name || text == r.record.Title || locationLabels[fold(text)] || strings.ContainsAny(text, "@0123456789") {
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
		if end == j+1 {
			return false // the value is left empty
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
