package resume

// A list of pastimes need not say that it is one: "Church choir, sewing, podcasts". It is told by
// items that are nobody's work; what stands beside them, sewing, is then no skill either.

const (
	pastimeItems = 3 // of such a list at least
	pastimeTells = 2 // of them named in data/asides.tsv as activities
	pastimeWords = 4 // of one item at most
)

// mutePastimes finds lists of pastimes among what is said of the person, jobs and schools left out.
func (r *reading) mutePastimes() {
	for _, pt := range r.parts {
		switch pt.kind {
		case otherSection, summarySection, contactsSection, languagesSection:
		default:
			continue
		}
		for i := pt.first; i < pt.last; i++ {
			r.mutePastimesOf(r.lines[i])
		}
	}
}

func (r *reading) mutePastimesOf(l line) {
	for from := l.first; from < l.last; {
		to := from
		for to < l.last && !r.endsThought(to) {
			to++
		}
		if from < to && r.listsPastimes(from, to) {
			r.mute(r.tokens[from].start, r.tokens[to-1].end)
		}
		from = to + 1
	}
}

// endsThought reports a sign at token i that ends a sentence or parts a label from a list.
func (r *reading) endsThought(i int) bool {
	switch r.tokens[i].mark {
	case '.', '!', ';', ':', '|':
		return !r.touches(i)
	}
	return false
}

func (r *reading) listsPastimes(first, last int) bool {
	items, tells := 0, 0
	words, told := 0, false
	for i := first; i <= last; i++ {
		if i == last || r.tokens[i].mark == ',' || r.tokens[i].kind == wordToken && isJoiner(r.tokens[i].word) {
			if words > pastimeWords {
				return false
			}
			if words > 0 {
				items++
			}
			if told {
				tells++
			}
			words, told = 0, false
			continue
		}
		if t := r.tokens[i]; t.kind == wordToken {
			words++
			told = told || r.asides[activityAside][t.word]
		}
	}
	return items >= pastimeItems && tells >= pastimeTells
}
