package resume

import (
	"slices"
	"sort"
	"strings"
)

// Words that are no claim of a skill stand in every CV: what somebody likes outside of
// work, the labels of contacts, the names of employers and schools. Nothing is read from
// them; see also organisation.go.

const (
	pastimeLines = 12 // lines below a heading of pastimes that has no other heading after it
	labelWords   = 4  // words of a label before a contact
)

// asideUses are the ways of data/asides.tsv to tell an aside.
var asideUses = []string{"pastime", "named", "firm", "stop"}

// muteAsides finds the asides of the text. It needs the contacts, positions and schools.
func (r *reading) muteAsides() {
	r.mutePastimes()
	r.muteContactLabels()
	r.muteOrganisations()
	r.muted = merge(r.muted)
}

func (r *reading) mute(start, end int) {
	if start < end {
		r.muted = append(r.muted, Span{start, end})
	}
}

// mutePastimes finds headings and labels of pastimes with what belongs to them.
func (r *reading) mutePastimes() {
	for i := 0; i < len(r.lines); i++ {
		l := r.lines[i]
		value, ok := r.pastimeLabel(l)
		if !ok {
			continue
		}
		var last int
		if value >= l.end {
			last = r.pastimeBlock(i)
		} else {
			last = r.continued(i)
		}
		r.mute(l.start, r.lines[last].end)
		i = last
	}
}

// pastimeLabel returns the byte at which the value of a label begins, the end of the line
// when there is none on it.
func (r *reading) pastimeLabel(l line) (value int, ok bool) {
	var words []string
	for i := l.first; i < l.last; i++ {
		t := r.tokens[i]
		switch {
		case t.kind == wordToken:
			words = append(words, t.word)
		case t.kind == markToken && len(words) == 0, t.mark == '&', t.mark == '/', t.mark == ',':
		case t.mark == ':' || t.mark == '|' || isDash(t.mark) && !r.touches(i):
			return r.valueAfter(i, l), r.tellsPastime(words) || r.asides["pastime"][r.spacedOut(l.first, i)]
		default:
			return 0, false
		}
		if len(words) > maxClueWords+len("interests") { // letters of a spaced heading
			return 0, false
		}
	}
	return l.end, r.tellsPastime(words) || r.asides["pastime"][r.spacedOut(l.first, l.last)]
}

// valueAfter is where the text after the sign at token i begins.
func (r *reading) valueAfter(i int, l line) int {
	for i++; i < l.last && r.tokens[i].kind == markToken; i++ {
	}
	if i >= l.last {
		return l.end
	}
	return r.tokens[i].start
}

func (r *reading) tellsPastime(list []string) bool {
	list = slices.DeleteFunc(list, isJoiner)
	if len(list) == 0 {
		return false
	}
	if r.asides["pastime"][strings.Join(list, " ")] {
		return true
	}
	return !slices.ContainsFunc(list, func(w string) bool { return !r.asides["pastime"][w] })
}

// pastimeBlock returns the last line under the heading of pastimes on line i: up to the
// next heading or, after the first text, an empty line.
func (r *reading) pastimeBlock(i int) int {
	next := len(r.text)
	if k := sort.Search(len(r.parts), func(k int) bool { return r.parts[k].offset > r.lines[i].start }); k < len(r.parts) {
		next = r.parts[k].offset
	}
	last := i
	for k := i + 1; k < len(r.lines) && k <= i+pastimeLines && r.lines[k].start < next; k++ {
		if k > i+1 && r.lines[k].blankBefore {
			break
		}
		last = k
	}
	return last
}

// continued returns the last line of the text that begins on line i: a comma at the end of
// a line, or a small letter at the start of the next, carries it on.
func (r *reading) continued(i int) int {
	last := i
	for k := i + 1; k < len(r.lines) && k <= i+pastimeLines; k++ {
		l := r.lines[k]
		first := r.tokens[l.first]
		small := first.kind == wordToken && r.text[first.start:first.end] == first.word
		if l.blankBefore || !strings.HasSuffix(r.of(r.lines[k-1]), ",") && !small {
			break
		}
		last = k
	}
	return last
}

// muteContactLabels finds "E-mail:", "GitHub:" and "Sample Forum:" before a contact.
func (r *reading) muteContactLabels() {
	before := 0
	for _, contact := range r.record.Contacts.Spans {
		l := r.lines[r.lineOf(contact.Start)]
		from := max(l.start, min(before, contact.Start))
		before = contact.End
		pt := r.partAt(contact.Start)
		if pt.kind == projectsSection || pt.kind == skillsSection || from >= contact.Start {
			continue
		}
		label := strings.TrimRight(r.text[from:contact.Start], " :|—–-\t")
		if at := strings.LastIndexAny(label, ",;|•·~/()"); at >= 0 {
			label = label[at+1:]
		}
		if len(strings.Fields(label)) <= labelWords {
			r.mute(contact.Start-len(r.text[from:contact.Start])+strings.LastIndex(r.text[from:contact.Start], label), contact.Start)
		}
	}
}

// partAt returns the part that holds a byte.
func (r *reading) partAt(at int) part {
	k := sort.Search(len(r.parts), func(k int) bool { return r.parts[k].offset > at })
	return r.parts[max(k-1, 0)]
}
