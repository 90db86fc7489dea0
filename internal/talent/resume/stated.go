package resume

import (
	"sort"

	"kadry/internal/skill"
)

// mentionAt is one mention with the usage it belongs to.
type mentionAt struct {
	start, end int
	id         skill.ID
}

// readClaims attaches stated durations to the skills they are said of. Where a text
// states two lengths for one skill the longer one covers both.
func (r *reading) readClaims(used map[skill.ID]*usage) {
	if len(r.claims) == 0 {
		return
	}
	all := r.mentions
	for k, c := range r.claims {
		for _, id := range r.subjects(c, k, all) {
			u := used[id]
			u.stated = max(u.stated, c.months)
		}
	}
}

// subjects returns the skills a claim speaks of: those right before it ("Python – 5
// years", "Go, SQL - Exprience - 6 months"), else those right after it ("5 лет опыта с Go").
func (r *reading) subjects(c claim, k int, all []mentionAt) []skill.ID {
	if r.datesJob(c) {
		return nil
	}
	after := sort.Search(len(all), func(i int) bool { return all[i].start >= c.start })
	if i := after - 1; i >= 0 && r.bridgesBytes(all[i].end, c.start) && r.introduces(all[i].end, c) {
		return r.rowBefore(all, i, c)
	}
	if after >= len(all) || !r.bridgesBytes(c.end, all[after].start) || !r.forward(c) {
		return nil
	}
	if k+1 < len(r.claims) && r.claims[k+1].start < all[after].start {
		return nil
	}
	ids := []skill.ID{all[after].id}
	for i := after + 1; i < len(all) && r.joined(all[i-1].end, all[i].start); i++ {
		ids = append(ids, all[i].id)
	}
	return ids
}

// datesJob reports the printed length of a job, which says nothing of a skill beside it.
func (r *reading) datesJob(c claim) bool {
	i := r.firstPeriod(c.start+1) - 1
	return i >= 0 && r.spans[i].length >= 0 && c.start < r.spans[i].tail
}

func (r *reading) bridgesBytes(from, to int) bool {
	return from <= to && r.bridges(r.tokenIndex(from), r.tokenIndex(to))
}

// introduces demands a sign or the word experience between a skill and its duration, so
// that "worked with Python 3 years ago" is no claim.
func (r *reading) introduces(end int, c claim) bool {
	switch r.tokenAt(c.next).word {
	case "ago", "назад", "warranty", "contract":
		return false
	}
	for i := r.tokenIndex(end); i < c.first; i++ {
		t := r.tokens[i]
		if t.kind == markToken || isExperienceWord(t.word) {
			return true
		}
	}
	next := r.tokenAt(c.next)
	return c.experience || next.kind == breakToken || next.mark == ',' || next.mark == ';'
}

// forward demands "of", "in", "with", "опыта с" after the duration.
func (r *reading) forward(c claim) bool {
	t := r.tokenAt(c.next)
	if t.mark == '(' || t.mark == ',' || t.mark == ')' {
		return false
	}
	switch t.word {
	case "of", "in", "with", "using", "на", "с", "в", "со":
		return true
	}
	return isExperienceWord(t.word) || bridgeWords[t.word] && c.experience
}

// rowBefore takes the whole comma list when the row is a form's "a, b, c- Exprience - 6 months".
func (r *reading) rowBefore(all []mentionAt, i int, c claim) []skill.ID {
	ids := []skill.ID{all[i].id}
	row := r.lines[r.lineOf(c.start)]
	if !r.formRow(row, c) {
		return ids
	}
	for j := i - 1; j >= 0 && all[j].start >= row.start && i-j < maxCount; j-- {
		ids = append(ids, all[j].id)
	}
	return ids
}

// formRow recognises the row of a skills form by the word experience between two dashes.
func (r *reading) formRow(row line, c claim) bool {
	before := r.tokenAt(c.first - 1)
	return c.first-3 >= row.first && before.kind == markToken && isDash(before.mark) && isExperienceWord(r.tokenAt(c.first-2).word)
}

func (r *reading) joined(from, to int) bool {
	if to < from || to-from > 8 {
		return false
	}
	for i := r.tokenIndex(from); i < r.tokenIndex(to); i++ {
		t := r.tokens[i]
		if t.mark != ',' && t.mark != '/' && t.mark != '&' && !isJoiner(t.word) {
			return false
		}
	}
	return true
}
