package resume

import (
	"strings"
)

// piece is a part of a job header between separators.
type piece struct {
	first, last int // tokens
	kind        headerKind
	comma       bool // a comma stands before it
}

// jobHeader collects the pieces of one job's header in reading order.
type jobHeader struct {
	*page
	pieces []piece
}

// add cuts tokens [first, last) into pieces.
func (h *jobHeader) add(first, last int) {
	from, comma := first, false
	for i := first; i < last; i++ {
		t := h.tokens[i]
		if i > from && h.parted(i) {
			h.push(from, i, comma)
			from, comma = i, false
		}
		if t.kind == breakToken || h.splits(i, first, last) {
			h.push(from, i, comma)
			from, comma = i+1, t.mark == ','
			if t.kind == wordToken && t.word != "at" && t.word != "в" {
				from = i
			}
		}
	}
	h.push(from, last, comma)
}

// splits reports that token i separates two pieces of a header.
func (h *jobHeader) splits(i, first, last int) bool {
	t := h.tokens[i]
	spaced := !h.touches(i-1) && !h.touches(i)
	switch t.mark {
	case '|', '•', '·', ';', '\t', '@', '➢':
		return true
	case ',':
		return !h.orgSuffix(i + 1)
	case '/':
		return spaced
	case ':':
		return !h.touches(i) && !(i == first+1 && positionLabels[h.tokenAt(first).word])
	}
	if t.kind == markToken && isDash(t.mark) {
		return spaced || t.mark == '—' && i > first
	}
	if t.kind != wordToken || i == first {
		return false
	}
	switch {
	case t.word == "at":
		return true
	case t.word == "в":
		return i+1 < last && isTitleWord(h.tokens[first].word) && h.isUpper(i+1)
	case t.word == "company":
		// "Company Name City , State" is how publishers of sample CVs mask employers.
		return h.maskAt(i)
	case h.tokenAt(i-2).word == "company" && h.maskAt(i-2):
		return true
	}
	if h.tokenAt(i-1).word == "state" && h.tokenAt(i-2).mark == ',' && h.tokenAt(i-3).word == "city" {
		return true
	}
	return orgForms[t.word] && t.word[0] >= 0x80 && h.isUpper(i)
}

// positionLabels name a field of a job in forms: "Position: Engineer".
var positionLabels = words("position role title company employer client customer project period dates duration location должность позиция компания работодатель заказчик клиент проект период организация место город")

func (h *jobHeader) maskAt(i int) bool {
	return h.tokenAt(i).word == "company" && h.tokenAt(i+1).word == "name" && h.isUpper(i) && h.isUpper(i+1)
}

// orgSuffix keeps "Acme, Inc." in one piece.
func (h *jobHeader) orgSuffix(i int) bool {
	switch h.tokenAt(i).word {
	case "inc", "llc", "ltd", "llp", "corp", "gmbh", "plc":
		return true
	}
	return false
}

func (p *page) isUpper(i int) bool {
	t := p.tokenAt(i)
	return t.kind == wordToken && t.word != p.text[t.start:t.end] || t.mark == '«' || t.mark == '"' || t.mark == '“'
}

func (h *jobHeader) push(first, last int, comma bool) {
	for first < last && h.trimmable(first) {
		first++
	}
	for last > first && !h.namesSharp(last-1) && (h.trimmable(last-1) && h.tokens[last-1].mark != '.' && h.tokens[last-1].mark != '»' || h.tokens[last-1].mark == '(') {
		last--
	}
	for first < last && h.tokens[first].mark == ')' {
		first++
	}
	lettered := false
	for i := first; i < last; i++ {
		lettered = lettered || h.tokens[i].kind == wordToken
	}
	if !lettered || h.isLink(first, last) {
		return
	}
	p := piece{first: first, last: last, comma: comma, kind: classify(h.tokens[first:last], h.text)}
	h.pieces = append(h.pieces, p)
}

// namesSharp keeps the end of "C#" and "F#".
func (h *jobHeader) namesSharp(i int) bool {
	return h.tokens[i].mark == '#' && h.touches(i-1) && h.tokenAt(i-1).kind == wordToken
}

func (h *jobHeader) isLink(first, last int) bool {
	text := h.text[h.tokens[first].start:h.tokens[last-1].end]
	return strings.HasPrefix(text, "www.") || strings.HasPrefix(text, "http")
}

func (h *jobHeader) trimmable(i int) bool {
	t := h.tokens[i]
	if t.kind == breakToken {
		return true
	}
	if t.kind != markToken {
		return false
	}
	return isBullet(t.mark) || strings.ContainsRune(",:;|/_#*`>", t.mark) ||
		t.mark == '.' && !h.touches(i)
}

func (h *jobHeader) textOf(p piece) string {
	text := h.text[h.tokens[p.first].start:h.tokens[p.last-1].end]
	text = strings.Join(strings.Fields(text), " ")
	return strings.Trim(text, " *_|")
}

// assign settles which piece is the title, which the company, which the place. Pieces no
// word tells are ordered as the layout does it: companyFirst for a dates-first layout.
func (h *jobHeader) assign(job *Position, companyFirst bool) {
	var unknown []string
	afterTitle := false
	hasCompany := h.has(companyPiece)
	for _, p := range h.pieces {
		text := h.textOf(p)
		switch {
		case p.kind == titlePiece && job.Title == "":
			job.Title, afterTitle = text, true
			continue
		case p.kind == companyPiece && job.Company == "":
			job.Company = text
		case p.kind == placePiece && job.Location == "":
			job.Location = text
		case p.kind == placePiece && p.comma:
			job.Location += ", " + text
		case afterTitle && p.comma && (hasCompany || p.kind == titlePiece):
			job.Title += ", " + text
			continue
		default:
			unknown = append(unknown, text)
		}
		afterTitle = false
	}
	fillUnknown(job, unknown, companyFirst)
}

func (h *jobHeader) has(kind headerKind) bool {
	for _, p := range h.pieces {
		if p.kind == kind {
			return true
		}
	}
	return false
}

func fillUnknown(job *Position, unknown []string, companyFirst bool) {
	order := []*string{&job.Title, &job.Company}
	if companyFirst {
		order = []*string{&job.Company, &job.Title}
	}
	for _, field := range order {
		if *field == "" && len(unknown) > 0 {
			*field, unknown = unknown[0], unknown[1:]
		}
	}
}
