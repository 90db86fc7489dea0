package resume

import (
	"slices"
	"strings"
)

// choice is one reading of a header: which piece is the title and which the employer, -1
// for none, and how well it fits.
type choice struct {
	title, org int
	score      float64
}

// votes are what the words of all entries of a part say of each slot and of each look, so
// that a header whose own words are silent is read like the others.
type votes struct {
	slots map[slot]*vote
	looks map[style]*vote
	all   vote
}

type vote struct {
	evidence
	count float64
}

func (v *vote) add(p piece) {
	v.count++
	v.title += p.title
	v.org += p.org
	v.place += p.place
}

// pull is how far the words of the other pieces speak for a title (positive) or for an
// employer.
func (v *vote) pull(p piece) float64 {
	if v == nil || v.count < 2 {
		return 0
	}
	return (v.title - p.title - v.org + p.org) / (v.count - 1)
}

func (v *votes) add(h *jobHeader) {
	for _, p := range h.pieces {
		v.all.add(p)
		if v.slots[p.at] == nil {
			v.slots[p.at] = &vote{}
		}
		v.slots[p.at].add(p)
		if v.looks[p.style] == nil {
			v.looks[p.style] = &vote{}
		}
		v.looks[p.style].add(p)
	}
}

// lean is how far a piece is pulled towards a title (positive) or an employer (negative)
// by its place and its look among the others.
func (v *votes) lean(p piece) (title, place float64) {
	if v == nil {
		return 0, 0
	}
	at, look := v.slots[p.at], v.looks[p.style]
	if at.count > 1 {
		title, place = at.pull(p)-v.all.pull(p), max(0, (at.place-p.place)/(at.count-1))
	}
	if look.count > 1 && look.count < v.all.count {
		title += look.pull(p) - v.all.pull(p)
	}
	return max(-4, min(4, title)), place
}

// What the reading of a header weighs beside the words themselves.
const (
	namedWeight = 6   // a label says it
	unlike      = -9  // a label says otherwise
	readable    = 0.4 // any piece can be a name or a title
	leanWeight  = 0.6 // of the other entries
	orderWeight = 0.2 // of the order that the layout suggests
	depthWeight = 0.08
)

// maxPieces bounds the pieces of a header that are tried against each other.
const maxPieces = 12

// dropGuesses lets an ending that only looks like that of a title yield to a certain title beside it:
// "Analyst, Halyard Cyber".
func (h *jobHeader) dropGuesses() {
	if !slices.ContainsFunc(h.pieces, func(p piece) bool { return p.title >= certainTitle }) {
		return
	}
	for i := range h.pieces {
		if p := &h.pieces[i]; p.title == guessedTitle && p.last-p.first > 1 {
			p.title = 0
		}
	}
}

// chainPlaces takes "Tampa, FL" for one place.
func (h *jobHeader) chainPlaces() {
	for i := len(h.pieces) - 1; i > 0; i-- {
		p, before := h.pieces[i], &h.pieces[i-1]
		if !h.statesPlace(i) {
			continue
		}
		if p.comma && p.place >= chained && p.title+p.org == 0 && before.place == 0 && before.title+before.org+before.duty == 0 && before.last-before.first <= 3 {
			before.place = chained
		}
	}
}

// statesPlace reports a piece that a name may be chained to: the code of a state, or any
// place where the header has two more names for the title and the employer.
func (h *jobHeader) statesPlace(i int) bool {
	p := h.pieces[i]
	if p.last == p.first+1 && isStateCode(h.textOf(p)) {
		return true
	}
	others, named := 0, false
	for k, o := range h.pieces {
		if k != i && k != i-1 && o.place == 0 && o.duty == 0 {
			others++
			named = named || o.title < 1.5 && (!o.comma || k == 0 || h.pieces[k-1].title < 1.5 || k < i)
		}
	}
	return others >= 2 && named // the one before is no employer
}

// chained is the weight a place gives to the name before it: "Tampa, FL".
const chained = 2

// values are how well each piece would do as title and as employer.
func (h *jobHeader) values(v *votes) (titles, orgs []float64) {
	for i, p := range h.pieces[:min(len(h.pieces), maxPieces)] {
		lean, place := v.lean(p)
		common := readable - p.duty - 0.7*p.place - 0.5*place - depthWeight*float64(i)
		if p.comma {
			common -= 0.1
		}
		title := common + p.title - 0.8*p.org + leanWeight*lean
		org := common + p.org - 0.8*p.title - leanWeight*lean
		switch p.role {
		case titleRole:
			title, org = namedWeight-depthWeight*float64(i), unlike
		case orgRole:
			title, org = unlike, namedWeight-depthWeight*float64(i)
		case noRole:
		default:
			title, org = unlike, unlike
		}
		titles, orgs = append(titles, title), append(orgs, org)
	}
	return titles, orgs
}

// choose settles which piece is the title and which the employer.
func (h *jobHeader) choose(v *votes, companyFirst bool) choice {
	titles, orgs := h.values(v)
	best := choice{title: -1, org: -1}
	for t := -1; t < len(titles); t++ {
		for c := -1; c < len(orgs); c++ {
			if t == c && t >= 0 {
				continue
			}
			score := 0.0
			if t >= 0 {
				score += titles[t]
			}
			if c >= 0 {
				score += orgs[c]
			}
			if t >= 0 && c >= 0 && (c < t) == companyFirst {
				score += orderWeight
			}
			if score > best.score {
				best = choice{t, c, score}
			}
		}
	}
	return best
}

// fill writes the chosen pieces into the job; what follows a title by a comma and is
// nothing else belongs to it, and so do places to the employer.
func (h *jobHeader) fill(job *Position, c choice) {
	if c.title >= 0 {
		job.Title = unquoted(h.textOf(h.pieces[c.title]))
		if i := c.title - 1; i >= 0 && i != c.org && h.pieces[c.title].slash && h.pieces[i].at.line == h.pieces[c.title].at.line && h.pieces[i].place == 0 {
			job.Title = h.textOf(h.pieces[i]) + " / " + job.Title
		}
		for i := c.title + 1; i < len(h.pieces) && h.continuesTitle(i, c); i++ {
			sign := ", "
			if h.pieces[i].slash {
				sign = " / "
			}
			job.Title += sign + h.textOf(h.pieces[i])
		}
	}
	if c.org >= 0 {
		job.Company = h.textOf(h.pieces[c.org])
	}
	last := -1
	for i, p := range h.pieces {
		if i == c.title || i == c.org || p.place == 0 && p.role != placeRole {
			continue
		}
		switch text := strings.Trim(h.textOf(p), "()"); {
		case job.Location == "":
			job.Location, last = text, i
			if i > 1 && p.comma && i-1 != c.org && i-1 != c.title && h.pieces[i-1].title == 0 && h.pieces[i-1].org == 0 && !strings.Contains(job.Title, h.textOf(h.pieces[i-1])) {
				job.Location = h.textOf(h.pieces[i-1]) + ", " + text
			}
		case last == i-1 && p.comma:
			job.Location, last = job.Location+", "+text, i
		}
	}
}

// continuesTitle reports the rest of "Charge Nurse, ICU".
func (h *jobHeader) continuesTitle(i int, c choice) bool {
	p := h.pieces[i]
	if !p.comma && !p.slash || i == c.org || p.at.line != h.pieces[c.title].at.line || p.place > 0 || p.role != h.pieces[c.title].role || p.duty > 0 || p.org > 1 {
		return false
	}
	// Without an employer before it the next piece is its place or the employer itself.
	return p.slash && p.org <= p.title || p.title > 0 || c.org >= 0 && c.org != i-1 && (c.org > i || h.pieces[c.org].at != p.at)
}

// unquoted drops the quotation marks that stand around a whole title.
func unquoted(s string) string {
	for _, q := range []struct{ left, right string }{{"«", "»"}, {"“", "”"}, {`"`, `"`}} {
		if inner, ok := strings.CutPrefix(s, q.left); ok {
			if inner, ok = strings.CutSuffix(inner, q.right); ok && !strings.Contains(inner, q.left) {
				return inner
			}
		}
	}
	return s
}
