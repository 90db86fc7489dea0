package resume

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// certificateLines reads one section line by line. A line that goes on with the one before
// is joined to it, and one that names whoever gave the certificate is its issuer.
func (r *reading) certificateLines(pt part) {
	item := tokenRange{}
	bullets, paired, blocks := false, r.datedPairs(pt), r.issuerBlocks(pt)
	flush := func() {
		if item.last > item.first {
			r.certificateItems(item)
		}
		item = tokenRange{}
	}
	for i := pt.first; i < pt.last && i < pt.first+maxCertificates; i++ {
		l := r.lines[i]
		first := r.tokenIndex(max(l.start, pt.start))
		if first >= l.last || r.leavesCertificates(i, first, pt) {
			if first < l.last {
				break
			}
			continue
		}
		cells := r.cells(i)
		if len(cells) >= tableColumns && r.documentHead(cells) {
			flush()
			continue
		}
		bullets = bullets || l.bulleted
		if paired && !r.opensWithDate(l) || blocks && i > pt.first && !l.blankBefore {
			flush()
			r.issuedBy(tokenRange{first, l.last})
			continue
		}
		if item.last > 0 && !l.blankBefore && !l.bulleted && (bullets || r.goesOn(item, first) || r.wrapped(i)) && len(cells) < tableColumns {
			item.last = l.last
			continue
		}
		flush()
		item = tokenRange{first, l.last}
	}
	flush()
}

// datedPairs reports a part in which a line that begins with its date and one without take turns:
// the second says who gave the course.
func (r *reading) datedPairs(pt part) bool {
	if (pt.last-pt.first)%2 != 0 || pt.last == pt.first {
		return false
	}
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.start < pt.start || l.bulleted || r.opensWithDate(l) != ((i-pt.first)%2 == 0) || r.wordsBetween(l.start, l.end) == 0 {
			return false
		}
	}
	return true
}

// issuerBlocks reports a part of blocks of one line or two, parted by white: the second line of a
// block has the date and says who gave the course.
func (r *reading) issuerBlocks(pt part) bool {
	pairs := 0
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		if l.bulleted || l.start < pt.start {
			return false
		}
		if i == pt.first || l.blankBefore {
			continue
		}
		above := r.lines[i-1]
		if i > pt.first+1 && !above.blankBefore || r.dates().dated(above) || !r.dates().dated(l) || r.opensWithDate(l) {
			return false
		}
		pairs++
	}
	return pairs >= 2
}

// issuedBy takes a line for the issuer of the certificate read last, and for its date.
func (r *reading) issuedBy(p tokenRange) {
	n := len(r.record.Certificates)
	pieces := r.certificatePieces(p.first, p.last)
	if n == 0 || len(pieces) == 0 {
		return
	}
	before := &r.record.Certificates[n-1]
	before.Issuer = cmp.Or(before.Issuer, r.textOfPiece(pieces[0]))
	if before.Date == 0 {
		before.Date, before.Year = r.dateWithin(r.tokens[p.first].start, r.tokens[p.last-1].end)
	}
}

// leavesCertificates reports a line that ends a section nobody closed with a heading: the
// person's name on the next column of a page, a declaration, another label of a form.
func (r *reading) leavesCertificates(i, first int, pt part) bool {
	l := r.lines[i]
	switch r.tokens[first].word {
	case "declaration", "place", "signature", "достоверность", "подпись":
		return true
	case "i":
		return r.tokenAt(first+1).word == "hereby"
	}
	if i > pt.first && len(r.cells(i)) < tableColumns && r.otherLabel(l) {
		return true
	}
	if i > pt.first && l.look.Column != r.lines[i-1].look.Column && r.headsPage(l) {
		return true
	}
	return r.holdsName(l)
}

// otherLabel reports a line that begins with a label of its own and names no certificate there:
// "Computer skills: Word" under "Courses: …".
func (r *reading) otherLabel(l line) bool {
	for i := l.first; i < min(l.last, l.first+maxLabel); i++ {
		switch t := r.tokens[i]; {
		case t.mark == ':' && i > l.first:
			return !l.bulleted && !r.certifies(l.first, i) && !r.opensCertificate(l.first) && !r.touches(i) && !r.shoutedToken(i-1)
		case t.kind != wordToken:
			return false
		}
	}
	return false
}

// holdsName reports a line with two words of the name or all of it: where it was read, or
// the footer of a page.
func (r *reading) holdsName(l line) bool {
	words := strings.Fields(fold(r.record.Name))
	if len(words) < 2 || l.last-l.first > 4*maxFormLabel {
		return false
	}
	found := 0
	for _, t := range r.tokens[l.first:l.last] {
		if t.kind == wordToken && slices.Contains(words, t.word) {
			found++
		}
	}
	return found >= 2
}

// headsPage reports a line set larger than the text.
func (r *reading) headsPage(l line) bool { return l.look.Size > 1.4 }

// goesOn reports that the line from token first on continues an item: a bracket or a
// quotation is open, or it begins with a small letter.
func (r *reading) goesOn(item tokenRange, first int) bool {
	depth := 0
	for i := item.first; i < item.last; i++ {
		switch r.tokens[i].mark {
		case '(', '«':
			depth++
		case ')', '»':
			depth--
		}
	}
	return depth > 0 || r.lowerCase(first)
}

// wrapped reports that line i goes on with the one above because its first word had no room there: in
// a sidebar most names are broken.
func (r *reading) wrapped(i int) bool {
	above, l := r.lines[i-1], r.lines[i]
	if above.look.Right == 0 || above.look.Page != l.look.Page || above.look.Column != l.look.Column || above.look.Joined > 1 ||
		l.look.Right > above.look.Right || r.dates().dated(above) || r.dates().dated(l) || r.opensCertificate(l.first) || r.abbreviates(tokenRange{l.first, l.first + 1}) {
		return false
	}
	edge := float32(0)
	for _, beside := range r.lines[max(0, i-maxCertificates):min(len(r.lines), i+maxCertificates)] {
		if beside.look.Page == l.look.Page && beside.look.Column == l.look.Column && beside.look.Joined <= 1 {
			edge = max(edge, beside.look.Right)
		}
	}
	letter := (above.look.Right - above.look.Left) / float32(max(1, utf8.RuneCountInString(r.of(above))))
	word := r.tokens[l.first]
	return edge-above.look.Left < sidebar && above.look.Right+letter*float32(1+utf8.RuneCountInString(r.text[word.start:word.end])) > edge
}

// sidebar is how much of the page a column beside the text takes at most.
const sidebar = 0.45
