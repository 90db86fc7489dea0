package resume

import (
	"slices"
	"strings"

	"kadry/internal/skill"
)

// A firm may be called Redux, a school Python Academy: their names say nothing of the
// person. They are known from the jobs and schools of the record, by the legal form or
// the word before a name in quotes, and by the last word of an English name.

const (
	maxNames     = 128 // organisations looked for in the whole text
	maxNameWords = 8
	quoteReach   = 12 // tokens between quotes
	namedReach   = 3  // words between "ООО" and the quote: «ООО группа компаний "Альфа"»
	firmReach    = 3  // words before "Company"
)

// muteOrganisations finds the names of organisations.
func (r *reading) muteOrganisations() {
	names := r.employers()
	for i, t := range r.tokens {
		switch {
		case t.kind == wordToken:
			if longest := r.longestName(i, names[t.word]); longest > i {
				r.mute(t.start, r.tokens[longest-1].end)
			}
			r.muteFirm(i)
			r.muteEmployer(i)
			r.muteSchool(i)
		case t.mark == '@':
			r.muteEmployer(i)
		case t.mark == '«' || t.mark == '"' || t.mark == '“':
			r.muteQuoted(i)
		}
	}
}

// employers returns the names of the employers of the record to be looked for in the whole
// text, by their first words. A name that could be something else is muted only where the
// record has it.
func (r *reading) employers() map[string][][]string {
	names := map[string][][]string{}
	count := 0
	for _, job := range r.record.Positions {
		list := nameWords(job.Company)
		if len(list) == 0 || len(list) > maxNameWords || slices.ContainsFunc(list, isTitleWord) {
			continue
		}
		first, end := r.inHeader(job, list)
		if end == first || !r.nameLike(first, end) {
			continue
		}
		switch whole, concept := r.wholeSkill(job.Company); {
		case concept, whole && job.Title == "":
			continue // a department, or the title itself
		case whole || len(list) < 2 || count >= maxNames:
			r.mute(r.tokens[first].start, r.tokens[end-1].end)
		default:
			names[list[0]] = append(names[list[0]], list)
			count++
			if short := list[:2]; len(list) > 2 && !r.asides["stop"][short[1]] {
				// "Sample Furniture" of "Sample Furniture Ltd"
				if whole, _ := r.wholeSkill(strings.Join(short, " ")); !whole {
					names[list[0]] = append(names[list[0]], short)
				}
			}
		}
	}
	return names
}

// inHeader finds a company in the header of its job.
func (r *reading) inHeader(job Position, list []string) (first, end int) {
	for i := r.tokenIndex(job.Start); i < len(r.tokens) && r.tokens[i].start < job.End-len(job.Text); i++ {
		if end := r.longestName(i, [][]string{list}); end > i {
			return i, end
		}
	}
	return 0, 0
}

// nameLike tells the name of an organisation from a duty that was read as one: it has a
// word of organisations, or a capital in every word but the smallest.
func (r *reading) nameLike(first, end int) bool {
	capitals := true
	for i := first; i < end; i++ {
		t := r.tokens[i]
		if t.kind != wordToken {
			continue
		}
		if companyWords[t.word] || orgForms[t.word] || r.asides["named"][t.word] || r.asides["firm"][t.word] {
			return true
		}
		capitals = capitals && (r.isUpper(i) || r.asides["stop"][t.word])
	}
	return capitals
}

// wholeSkill reports a name that is, from end to end, that of a skill, and whether that is
// a field of work.
func (r *reading) wholeSkill(name string) (whole, concept bool) {
	found := r.skills.Find(name, skill.List)
	if len(found) == 0 || found[0].Start > 0 || found[len(found)-1].End < len(name) {
		return false, false
	}
	s, _ := r.skills.Skill(found[0].Skill)
	return true, s.Concept
}

func nameWords(name string) []string {
	var list []string
	for _, t := range newPage(name).tokens {
		if t.kind == wordToken {
			list = append(list, t.word)
		}
	}
	return list
}

// longestName returns the token after the longest of the names that begins at token i, or i.
func (r *reading) longestName(i int, names [][]string) int {
	end := i
	for _, list := range names {
		at, matched := i, 0
		for ; matched < len(list) && at < i+2*maxNameWords && at < len(r.tokens); at++ {
			if t := r.tokens[at]; t.kind == wordToken {
				if t.word != list[matched] {
					break
				}
				matched++
			}
		}
		if matched == len(list) {
			end = max(end, at)
		}
	}
	return end
}

// muteQuoted mutes a name in quotes after a legal form or the word for an organisation.
func (r *reading) muteQuoted(i int) {
	end := i + 1
	for ; end < i+quoteReach; end++ {
		t := r.tokenAt(end)
		if t.kind == breakToken {
			return
		}
		if t.mark == '»' || t.mark == '"' || t.mark == '”' {
			break
		}
	}
	for k := i - 1; k >= 0 && k >= i-namedReach && r.tokens[k].kind == wordToken; k-- {
		if w := r.tokens[k].word; orgForms[w] || r.asides["named"][w] {
			r.mute(r.tokens[k].start, r.tokenAt(end).end)
			return
		}
	}
}

// muteFirm mutes the capitalised words before "Company" or "Hospital" at token i.
func (r *reading) muteFirm(i int) {
	if !r.asides["firm"][r.tokens[i].word] || !r.isUpper(i) || i == 0 {
		return
	}
	next := r.tokenAt(i + 1)
	if next.kind == wordToken && r.isUpper(i+1) && !r.asides["firm"][next.word] && next.start == r.tokens[i].end+1 {
		return // "Team Foundation Server", "Company Name"
	}
	reach := firmReach
	switch r.partAt(r.tokens[i].start).kind {
	case skillsSection, certificatesSection:
		return
	case educationSection, coursesSection:
		reach = 1 // what was studied stands before the school: "Accounting Sample University"
	}
	from := i
	for k := i - 1; k >= 0 && k >= i-reach; k-- {
		t := r.tokens[k]
		if t.mark == '&' {
			continue
		}
		if t.kind != wordToken || !r.isUpper(k) || r.asides["stop"][t.word] || isTitleWord(t.word) {
			break
		}
		from = k
	}
	if from < i {
		r.mute(r.tokens[from].start, r.tokens[i].end)
	}
}

// muteSchool mutes what a school is called after: "College of Nursing", «Академия дизайна».
func (r *reading) muteSchool(i int) {
	next := r.tokenAt(i + 1)
	if !r.inSet(&r.schools, i) || next.kind != wordToken {
		return
	}
	genitive := next.word[0] >= 0x80 && !r.isUpper(i+1)
	if next.word != "of" && !genitive {
		return
	}
	end := i + 1
	for k := i + 1; k <= i+maxNameWords && r.tokenAt(k).kind == wordToken; k++ {
		if w := r.tokens[k].word; isTitleWord(w) || w == "по" || w == "in" || w == "city" || w == "state" {
			break
		}
		end = k + 1
	}
	r.mute(r.tokens[i].start, r.tokens[end-1].end)
}

// muteEmployer mutes the capitalised words behind "Manager at" and, in a sentence such as
// "Worked as an accountant in Sample Trading", behind "in".
func (r *reading) muteEmployer(i int) {
	switch t := r.tokens[i]; {
	case !isTitleWord(r.tokenAt(i - 1).word):
		return
	case t.mark != '@' && t.word != "at" && (t.word != "in" && t.word != "with" || !r.employedAs(i)):
		return
	}
	end := i + 1
	for k := i + 1; k <= i+maxNameWords; k++ {
		t := r.tokenAt(k)
		if t.mark == '&' {
			continue
		}
		if t.kind != wordToken || !r.isUpper(k) || r.asides["stop"][t.word] {
			break
		}
		end = k + 1
	}
	if end > i+1 {
		r.mute(r.tokens[i+1].start, r.tokens[end-1].end)
	}
}

// employedAs reports "worked as", "working as", "employed as" shortly before token i.
func (r *reading) employedAs(i int) bool {
	for k := i - 1; k > 0 && k >= i-maxNameWords && r.tokens[k].kind == wordToken; k-- {
		if r.tokens[k].word != "as" {
			continue
		}
		switch r.tokens[k-1].word {
		case "work", "worked", "working", "employed", "engaged", "served", "serving", "appointed":
			return true
		}
	}
	return false
}
