package resume

import (
	"fmt"
	"slices"
	"strings"
)

// role is what a field of a job says.
type role string

// The roles that a label, or a word that connects two fields, can give.
const (
	noRole     role = ""
	titleRole  role = "title"
	orgRole    role = "org"
	placeRole  role = "place"
	datesRole  role = "dates"
	untilRole  role = "until" // the end of the dates
	otherRole  role = "other"
	dutiesRole role = "duties"
)

var roles = []role{titleRole, orgRole, placeRole, datesRole, untilRole, otherRole, dutiesRole}

// maxLabel is how many words the longest label has.
const maxLabel = 5

func (t *tables) takeLabel(row []string) error {
	if !slices.Contains(roles, role(row[0])) {
		return fmt.Errorf("%q is no role of a field", row[0])
	}
	if len(strings.Fields(row[1])) > maxLabel {
		return fmt.Errorf("%q is longer than %d words", row[1], maxLabel)
	}
	t.labels[row[1]] = role(row[0])
	return nil
}

// labelMark is the label a line or a cell begins with.
type labelMark struct {
	role role
	next int // the token after the label and its sign
}

// labelAt reads a label in tokens [first, last): known words that a colon, the border of a
// cell or the end of the line sets apart from what they name.
func (r *reading) labelAt(first, last int) labelMark {
	for first < last && r.tokens[first].kind == markToken && isBullet(r.tokens[first].mark) {
		first++
	}
	i, phrase, found := first, "", labelMark{}
	half, side := noRole, "" // of a label in two languages: what its first side names, and the words of the second
	for ; i < last && i < first+2*maxLabel; i++ {
		t := r.tokens[i]
		if t.kind == markToken && (t.mark == '/' || t.mark == '(' || t.mark == ')') && i > first {
			if t.mark == '/' && half == noRole {
				half = r.labels[phrase]
			}
			continue
		}
		if t.kind != wordToken {
			break
		}
		phrase = strings.TrimPrefix(phrase+" "+t.word, " ")
		if half != noRole {
			side = strings.TrimPrefix(side+" "+t.word, " ")
			if r.labels[side] == half && r.endsLabel(i+1) {
				found = labelMark{role: half, next: r.afterLabel(i+1, last)}
			}
		}
		if role, ok := r.labels[phrase]; ok && r.endsLabel(i+1) {
			found = labelMark{role: role, next: r.afterLabel(i+1, last)}
		}
	}
	return found
}

// endsLabel reports a sign after a label: "Position :-", "Designation |", a new cell.
func (r *reading) endsLabel(i int) bool {
	t := r.tokenAt(i)
	switch {
	case t.kind == breakToken, t.mark == ':', t.mark == '|':
		return true
	case t.kind == markToken && (t.mark == '(' || t.mark == ')'):
		after := r.tokenAt(i + 1)
		return after.kind == breakToken || after.mark == ':' || after.mark == '|' || r.parted(i+1)
	case t.kind == markToken && isDash(t.mark):
		return !r.touches(i-1) && !r.touches(i)
	}
	return r.parted(i)
}

func (r *reading) afterLabel(i, last int) int {
	for i < last && r.tokens[i].kind == markToken && (strings.ContainsRune(":|()", r.tokens[i].mark) || isDash(r.tokens[i].mark)) {
		i++
	}
	return i
}

// labelOf reads the label of line i, which may stand in a column of labels above it.
func (r *reading) labelOf(i int) labelMark {
	if role, ok := r.given[i]; ok {
		return labelMark{role: role, next: r.lines[i].first}
	}
	return r.labelAt(r.lines[i].first, r.lines[i].last)
}

// giveLabels finds columns of labels above the column of what they name, as a table of two
// cells is read one cell after the other, and gives each line its label.
func (r *reading) giveLabels() {
	r.given = map[int]role{}
	for i := 0; i < len(r.lines); i++ {
		var list []role
		for k := i; k < len(r.lines) && len(list) < maxColumn; k++ {
			m := r.labelAt(r.lines[k].first, r.lines[k].last)
			if m.role == noRole || m.next < r.lines[k].last {
				break
			}
			list = append(list, m.role)
		}
		if len(list) < 2 || i+2*len(list) > len(r.lines) {
			continue
		}
		for k, role := range list {
			r.given[i+k] = dutiesRole // the labels themselves are no part of a header
			r.given[i+len(list)+k] = role
		}
		i += 2*len(list) - 1
	}
}

// maxColumn is how many labels a column of them has at most.
const maxColumn = 8

// columns reads a line as the head of a table of jobs: one role a cell, or nil when fewer
// than two cells are labels, or one is none.
func (r *reading) columns(i int) []role {
	var list []role
	known := 0
	for _, c := range r.cells(i) {
		m := r.labelAt(c.first, c.last)
		if m.role == noRole && len(list) == 0 {
			m = r.labelBehindHeading(c)
		}
		switch {
		case m.role != noRole && m.next >= c.last:
			list, known = append(list, m.role), known+1
		case c.last-c.first <= maxLabel:
			list = append(list, otherRole)
		default:
			return nil
		}
	}
	if known < 2 || known*2 < len(list) {
		return nil
	}
	return list
}

// labelBehindHeading reads the label of a cell that begins with the heading of its table: "SEA SERVICE Rank".
func (r *reading) labelBehindHeading(c run) labelMark {
	for i := c.first + 1; i < c.last; i++ {
		if m := r.labelAt(i, c.last); m.role != noRole && r.dates().kindOfTokens(c.first, i) != "" {
			return m
		}
	}
	return labelMark{}
}

// run is a run of tokens [first, last).
type run struct{ first, last int }

// cells cuts line i at the borders of its cells.
func (r *reading) cells(i int) []run {
	l := r.lines[i]
	var list []run
	from := l.first
	for k := l.first; k < l.last; k++ {
		border := r.tokens[k].mark == '|'
		if !border && !(k > from && r.parted(k)) {
			continue
		}
		if k > from {
			list = append(list, run{from, k})
		}
		from = k
		if border {
			from = k + 1
		}
	}
	if from < l.last {
		list = append(list, run{from, l.last})
	}
	return list
}
