package resume

// employer is a dated line above the posts that somebody held with one employer, one after
// the other: "Lumen Pay, Accra  2018 – now" over "Lead  2021 – now" and "Engineer  2018 – 2021".
type employer struct {
	top, floor  int // its first line, and the first line of its posts
	name, place string
	grouped     bool // each post has its title alone above its dates
}

// takeEmployers takes the dated lines out of the anchors that only sum up the posts below.
func (b *block) takeEmployers() {
	b.takeGroups()
	b.takeHeads()
	var kept []anchor
	for k := range b.anchors {
		if b.anchors[k].under != nil {
			kept = append(kept, b.anchors[k])
			continue
		}
		posts := b.postsUnder(k)
		if posts == 0 {
			kept = append(kept, b.anchors[k])
			continue
		}
		floor := b.first
		if len(kept) > 0 {
			floor = kept[len(kept)-1].lastText + 1
		}
		e := b.employerAt(b.anchors[k], floor)
		if e.name == "" {
			kept = append(kept, b.anchors[k])
			continue
		}
		for i := range b.anchors[k+1 : k+1+posts] {
			b.anchors[k+1+i].under = &e
		}
	}
	b.anchors = kept
}

// takeGroups finds an employer with the length of all posts over the first of them, as LinkedIn
// prints it: "Sample Systems" over "7 years 9 months" over a title and its dates. The posts
// below are its own as long as they fill that length.
func (b *block) takeGroups() {
	for k := 0; k < len(b.anchors); k++ {
		e, months, ok := b.groupOver(b.anchors[k].top)
		if !ok {
			continue
		}
		_, until := b.anchors[k].bounds(b.asOf)
		for i := k; i < len(b.anchors) && b.anchors[i].under == nil; i++ {
			if from, _ := b.anchors[i].bounds(b.asOf); int(until-from)+1 > months+1 {
				break
			}
			b.anchors[i].under, k = e, i
		}
	}
}

// groupOver reads the employer over a post whose first dated line is top, and the months that all its
// posts took: on two lines over the title, or on one right over a row of dates and title.
func (b *block) groupOver(top int) (e *employer, months int, ok bool) {
	if top-3 >= b.first && b.headerLike(top-1) && b.headerLike(top-3) {
		l := b.lines[top-2]
		if months, next, ok := b.dates().durationAt(l.first); ok && next >= l.last {
			return &employer{top: top - 3, floor: top - 1, name: b.headline(b.lines[top-3].start, b.lines[top-3].end), grouped: true}, months, true
		}
	}
	if top-1 < b.first || b.lines[top-1].bulleted || len(b.cells(top)) < 2 {
		return nil, 0, false
	}
	l := b.lines[top-1]
	for i := l.first + 1; i < l.last; i++ {
		months, _, ok := b.dates().durationAt(i)
		if !ok || b.tokens[i-1].mark == '(' { // in brackets it is of one post
			continue
		}
		h := &jobHeader{page: b.page}
		b.addLine(h, l.first, i)
		named := b.nameEmployer(employer{top: top - 1, floor: top}, h)
		return &named, months, named.name != ""
	}
	return nil, 0, false
}

// takeHeads finds employers that stand at the edge of a column over posts set deeper, the dates with
// them: a firm, perhaps a line about it, and below it one post after the other.
func (b *block) takeHeads() {
	found, shared := 0, false
	under := make([]*employer, len(b.anchors))
	for k := range b.anchors {
		if b.anchors[k].under != nil || b.anchors[k].told || b.anchors[k].apart {
			return
		}
		floor := b.first
		if k > 0 {
			floor = b.anchors[k-1].lastText + 1
		}
		post := b.postLine(k, floor)
		e, ok := b.headOver(post, floor)
		switch {
		case ok:
			found++
		case k > 0 && under[k-1] != nil && b.deeper(post, under[k-1].top) && !b.edgeLine(under[k-1].top, floor, post):
			e, shared = under[k-1], true
		default:
			return
		}
		under[k] = e
	}
	if found == 0 || found == 1 && !shared {
		return
	}
	for k, e := range under {
		b.anchors[k].under = e
	}
}

// postLine is the line of a post at anchor k: the dated one, or the one above when that has dates alone.
func (b *block) postLine(k, floor int) int {
	a := b.anchors[k]
	l := b.lines[a.line]
	if a.top > floor && b.wordsBetween(l.start, a.start) == 0 && b.wordsBetween(a.tail, l.end) == 0 {
		return a.top - 1
	}
	return a.top
}

// deeper reports that line i begins deeper than line edge, in the same column.
func (b *block) deeper(i, edge int) bool {
	here, there := b.lines[i].look, b.lines[edge].look
	return there.Left > 0 && here.Left-there.Left > indent && here.Left-there.Left < columnsApart
}

// edgeLine reports a line in [from, to) that begins where line edge does.
func (b *block) edgeLine(edge, from, to int) bool {
	for i := from; i < to; i++ {
		if !b.deeper(i, edge) {
			return true
		}
	}
	return false
}

// mostAbout is how many lines tell about an employer between its name and its first post.
const mostAbout = 2

// headOver reads the employer at the edge right above the line of a post.
func (b *block) headOver(post, floor int) (*employer, bool) {
	top := post
	for top > floor && post-top <= mostAbout && b.deeper(post, top-1) {
		top--
	}
	if top == post || top > floor && post-top > mostAbout || b.lines[top].bulleted {
		return nil, false
	}
	l := b.lines[top]
	last := l.last
	for i := l.first + 1; i < last; i++ {
		if _, next, ok := b.dates().durationAt(i); ok && next >= l.last-1 {
			last = i // how long all posts took
		}
	}
	h := &jobHeader{page: b.page}
	b.addLine(h, l.first, last)
	e := b.nameEmployer(employer{top: top, floor: post}, h)
	return &e, e.name != ""
}

// mostPosts is how many entries one employer can have: who has more lists something else.
const mostPosts = 40

// postsUnder counts the entries below anchor k that fill its time: the first follows at
// once, each lies within it, and together they begin or end with it.
func (b *block) postsUnder(k int) int {
	a := b.anchors[k]
	if !a.ranged || a.told || a.apart || k+1 >= len(b.anchors) || b.anchors[k+1].top-a.lastText > maxBelow {
		return 0
	}
	from, to := a.bounds(b.asOf)
	if a.from.wholeYear() { // the posts say the month
		from = a.from.first
	}
	if !a.open && a.last().wholeYear() {
		to = a.last().last
	}
	n, reaches := 0, 0
	for _, post := range b.anchors[k+1:] {
		first, last := post.bounds(b.asOf)
		if !post.ranged || post.told || first < from || last > to || first == from && last == to {
			break
		}
		if n == mostPosts {
			return 0
		}
		if first == from || a.from.wholeYear() && first.Year() == from.Year() {
			reaches |= 1
		}
		if last == to || a.last().wholeYear() && last.Year() == to.Year() {
			reaches |= 2
		}
		n++
	}
	if n < 2 || reaches != 3 {
		return 0
	}
	return n
}

// employerAt reads the name on the dated line, or on the line above it.
func (b *block) employerAt(a anchor, floor int) employer {
	e := employer{top: a.top, floor: a.lastText + 1}
	h := &jobHeader{page: b.page}
	b.addLine(h, b.lines[a.top].first, b.tokenIndex(a.start))
	b.addLine(h, a.next, a.stop)
	if len(h.pieces) == 0 && a.top > floor && b.headerLike(a.top-1) {
		e.top--
		b.addLine(h, b.lines[e.top].first, b.lines[e.top].last)
	}
	return b.nameEmployer(e, h)
}

// nameEmployer reads the name and place of an employer from its header; the name is empty when that
// is a title.
func (b *block) nameEmployer(e employer, h *jobHeader) employer {
	h.chainPlaces()
	best, value := -1, 0.0
	_, orgs := h.values(nil)
	for i := range orgs {
		if h.pieces[i].title >= 3 && h.pieces[i].org == 0 {
			return employer{}
		}
		if best < 0 || orgs[i] > value {
			best, value = i, orgs[i]
		}
	}
	if best >= 0 {
		job := Position{}
		h.fill(&job, choice{title: -1, org: best})
		e.name, e.place = job.Company, job.Location
	}
	return e
}
