package resume

import (
	"slices"
	"strings"

	"kadry/internal/talent/layout"
)

// readTitle prefers what the CV states as its headline: a field of the file, a label, the
// wanted job, an objective, the line beside the name. Without one the latest job is the title.
func (r *reading) readTitle() {
	for _, look := range []struct {
		find       func() string
		confidence float64
	}{
		{r.statedHeadline, 1},
		{r.labelledHeadline, 1},
		{r.wantedHeadline, 1},
		{r.headlineByName, 0.9},
		{r.headHeadline, 0.9},
		{r.objectiveHeadline, 0.8},
		{r.latestJobTitle, 0.7},
		{r.toldHeadline, 0.5},
		{r.firstHeadline, 0.4},
	} {
		if title := look.find(); title != "" {
			r.record.Title, r.record.Confidence.Title = title, look.confidence
			return
		}
	}
}

func (r *reading) statedHeadline() string {
	f := r.field(layout.Headline)
	if f == nil || f.Start >= f.End || f.End > len(r.text) {
		return ""
	}
	return r.headline(f.Start, f.End)
}

// labelledHeadline reads "Position applied for: X". A label that names any job counts only
// above the first one.
func (r *reading) labelledHeadline() string {
	jobs := r.firstJob()
	for _, v := range r.formValues {
		at := r.tokens[v.label].start
		if v.first >= v.last || r.tellsOfOthers(at) || v.kind != headlineLabel && (v.kind != roleLabel || at >= jobs) {
			continue
		}
		title := r.headline(r.tokens[v.first].start, r.tokens[v.last-1].end)
		if title != "" && r.wordsBetween(r.tokens[v.first].start, r.tokens[v.last-1].end) <= maxTitleWords && !r.isLabelText(title) && !r.namesDocument(tokenRange{v.first, v.last}) {
			return title
		}
	}
	return ""
}

// maxTitleWords is how many words a headline has at most.
const maxTitleWords = 14

func (r *reading) isLabelText(text string) bool {
	_, label := r.formLabels[fold(text)]
	_, heading := r.headings[fold(text)]
	return label || heading
}

// firstJob is where the first job or part that tells of jobs or schools begins.
func (r *reading) firstJob() int {
	first := len(r.text)
	for _, pt := range r.parts {
		if pt.kind == experienceSection || pt.kind == projectsSection || pt.kind == educationSection {
			first = min(first, pt.offset)
		}
	}
	for _, job := range r.record.Positions {
		first = min(first, job.Start)
	}
	return first
}

func (r *reading) wantedHeadline() string {
	for _, pt := range r.parts {
		if pt.kind != wantedSection || pt.first >= pt.last {
			continue
		}
		if l := r.lines[pt.first]; l.end > pt.start {
			return r.headline(max(l.start, pt.start), l.end)
		}
	}
	return ""
}

// byNameLines is how many lines under the name may stand between it and the headline.
const byNameLines = 4

// headlineByName reads the rest of the line of the name, then the lines under it.
func (r *reading) headlineByName() string {
	if r.nameAt.first >= r.nameAt.last {
		return ""
	}
	line := r.lineOf(r.tokens[r.nameAt.last-1].start)
	l := r.lines[line]
	if title := r.titleIn(r.nameAt.last, l.last, l); title != "" {
		return title
	}
	left := byNameLines
	for i := line + 1; i < len(r.lines) && left > 0; i++ {
		l := r.lines[i]
		if r.headerKindOf(i) != "" || i > line+3*byNameLines || r.datedLine(l) && !r.lineHoldsContact(l) {
			break
		}
		if title := r.titleIn(l.first, l.last, l); title != "" {
			return title
		}
		if left == byNameLines && r.setAsHeadline(i) {
			return r.headline(l.start, l.end)
		}
		if !r.lineHoldsContact(l) && r.lineKind(i) != placePiece {
			left--
		}
	}
	// Above the name, where nothing but the headline stands.
	for i := max(0, line-2); i < line && line <= 3; i++ {
		l := r.lines[i]
		if title := r.titleIn(l.first, l.last, l); title != "" && r.headerKindOf(i) == "" {
			return title
		}
	}
	return ""
}

// setAsHeadline reports a line under the name that no word tells to be a post but its
// form does: "Example at Example Ltd", or a type larger than the text.
func (r *reading) setAsHeadline(i int) bool {
	l := r.lines[i]
	words := r.wordsBetween(l.start, l.end)
	if words == 0 || words > 10 || r.lineHoldsContact(l) || r.datedLine(l) || r.labelsLine(l) || r.opensSentence(l.first) || !r.isUpper(l.first) {
		return false
	}
	if l.look.Size > 1.1 && words >= 2 && words <= 6 && !r.namesDocument(tokenRange{l.first, l.last}) && r.lineKind(i) == unknownPiece && r.phraseWithoutNumbers(l) {
		return true
	}
	for j := l.first + 1; j+1 < l.last; j++ {
		if r.tokens[j].word == "at" && r.isUpper(j+1) {
			return true
		}
	}
	return false
}

func (r *reading) phraseWithoutNumbers(l line) bool {
	return !slices.ContainsFunc(r.tokens[l.first:l.last], func(t token) bool { return t.kind == numberToken || t.mark == '@' || t.mark == ',' })
}

// headHeadline reads the top of the CV.
func (r *reading) headHeadline() string {
	head := r.parts[0]
	for i := head.first; i < min(head.last, 8); i++ {
		l := r.lines[i]
		if title := r.titleIn(l.first, l.last, l); title != "" {
			return title
		}
	}
	return ""
}

// titleIn takes the first piece of a line that is a post. A line with dates tells of a job.
func (r *reading) titleIn(first, last int, l line) string {
	if first >= last || r.datedLine(l) || r.labelsLine(l) {
		return ""
	}
	h := &jobHeader{page: r.page}
	h.add(first, min(last, first+headerReach))
	for _, p := range h.pieces {
		text := h.textOf(p)
		if p.kind != titlePiece || text == r.record.Name || p.last-p.first > maxTitleWords || r.isLabelText(text) || r.opensSentence(p.first) || r.namesDocument(tokenRange{p.first, p.last}) || !r.namesPost(p) {
			continue
		}
		return r.headline(h.tokens[p.first].start, r.titleEnd(h, p, l))
	}
	return ""
}

// namesPost wants a word of a post beside "professional", which headings have too. "Полный рабочий
// день" is how long somebody works.
func (r *reading) namesPost(p piece) bool {
	for i := p.first; i < p.last; i++ {
		word := r.tokens[i].word
		if word != "professional" && isTitleWord(word) && !workingTimes[r.tokenAt(i+1).word] {
			return true
		}
	}
	return false
}

// workingTimes are what an adjective that is also a post ("рабочий") may stand before.
var workingTimes = words("день график неделя время место")

// opensSentence reports running text, which begins with a pronoun or speaks in small words.
func (r *reading) opensSentence(i int) bool {
	switch r.tokenAt(i).word {
	case "i", "my", "a", "an", "the", "we", "to", "looking", "seeking", "я", "мой", "моя", "ищу":
		return true
	}
	return false
}

func (r *reading) datedLine(l line) bool {
	k := r.firstPeriod(l.start)
	return k < len(r.spans) && r.spans[k].start < l.end
}

// labelsLine reports a line that opens with the label of a form.
func (r *reading) labelsLine(l line) bool {
	kind, next := r.formLabelAt(l.first, l.last)
	return kind != "" && next > l.first && kind != roleLabel && kind != headlineLabel
}

// objectiveHeadline reads the post out of "Objective: a position as an accountant" and
// «Цель: соискание должности бухгалтера».
func (r *reading) objectiveHeadline() string {
	for _, v := range r.formValues {
		if v.kind != objectiveLabel || v.first >= v.last || r.positionAt(r.tokens[v.label].start) >= 0 {
			continue
		}
		for i := v.first; i < min(v.last, v.first+2*maxTitleWords); i++ {
			if !r.announcesPost(i) {
				continue
			}
			end := i + 1
			for end < v.last && r.tokens[end].mark != ',' && r.tokens[end].mark != '.' && r.tokens[end].mark != ';' && !objectiveStops[r.tokens[end].word] {
				end++
			}
			first := i + 1
			for first < end && (r.tokens[first].kind != wordToken || r.tokens[first].word == "a" || r.tokens[first].word == "an" || r.tokens[first].word == "the") {
				first++
			}
			if first < end && end-first <= maxTitleWords && classify(r.tokens[first:end], r.text) == titlePiece {
				return r.headline(r.tokens[first].start, r.tokens[end-1].end)
			}
		}
		if title := r.titleIn(v.first, v.last, r.lines[r.lineOf(r.tokens[v.first].start)]); title != "" && r.wordsBetween(r.tokens[v.first].start, r.tokens[v.last-1].end) <= maxTitleWords/2 {
			return title
		}
	}
	return ""
}

var objectiveStops = words("in with where at within that which who position role on and to в на с где")

// announcesPost reports a word after which an objective names the post.
func (r *reading) announcesPost(i int) bool {
	switch r.tokens[i].word {
	case "as", "должности", "должность", "вакансии", "позиции":
		return true
	case "of":
		return r.tokenAt(i-1).word == "position" || r.tokenAt(i-1).word == "role" || r.tokenAt(i-1).word == "post"
	}
	return false
}

func (r *reading) latestJobTitle() string {
	if i := r.latestJob(); i >= 0 {
		return r.record.Positions[i].Title
	}
	return ""
}

// toldHeadline reads "14 years of experience as a welder" of a CV without dated jobs.
func (r *reading) toldHeadline() string {
	for i, t := range r.tokens {
		if t.kind != wordToken || t.word != "as" || r.tokenAt(i-1).word != "experience" {
			continue
		}
		first := i + 1
		if w := r.tokenAt(first).word; w == "a" || w == "an" {
			first++
		}
		end := first
		for end < first+8 && r.tokenAt(end).kind != breakToken && r.tokenAt(end).mark != '.' && r.tokenAt(end).mark != ',' {
			end++
		}
		if end > first && classify(r.tokens[first:end], r.text) == titlePiece {
			return r.headline(r.tokens[first].start, r.tokens[end-1].end)
		}
	}
	return ""
}

// titleEnd keeps "Engineer, Payments" and "Engineer at Example Ltd" whole when the line
// holds nothing but the title.
func (r *reading) titleEnd(h *jobHeader, p piece, l line) int {
	words := r.wordsBetween(l.start, l.end)
	if p.first != l.first || r.lineHoldsContact(l) || words > 10 {
		return h.tokens[p.last-1].end
	}
	if len(h.pieces) == 2 && (h.tokenAt(p.last).word == "at" || h.tokenAt(p.last).word == "в") || len(h.pieces) <= 2 && words <= 8 && !h.has(placePiece) {
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
func (r *reading) firstHeadline() string {
	head := r.parts[0]
	for i := head.first; i < min(head.last, 3); i++ {
		l := r.lines[i]
		if words := r.wordsBetween(l.start, l.end); r.lineHoldsContact(l) || words > 8 || words == 0 || r.labelsLine(l) || r.namesDocument(tokenRange{l.first, l.last}) || r.datedLine(l) || r.opensSentence(l.first) {
			continue
		}
		if r.record.Name != "" && (strings.Contains(r.of(l), r.record.Name) || r.nameAt.first < l.last && r.nameAt.last > l.first) {
			continue
		}
		return r.headline(l.start, l.end)
	}
	return ""
}

// namesDocument reports a line of words of templates alone: "Application form", «Анкета».
func (r *reading) namesDocument(at tokenRange) bool {
	for i := at.first; i < at.last; i++ {
		if t := r.tokens[i]; t.kind == wordToken && len(t.word) > 1 && (isTitleWord(t.word) || !r.notNames[t.word] && !placeWords[t.word]) {
			return false
		}
	}
	return true
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
