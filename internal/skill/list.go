package skill

import (
	"strings"
	"unicode/utf8"
)

// listed says how sure it is that a span is an item of a list of skills.
type listed int

const (
	alone  listed = iota // ordinary prose
	beside               // next to a word that is itself unsafe
	member               // next to a certain skill, or the whole item of a skills section
)

func (l listed) firm() bool { return l == member }

// introducers are the words a list begins after: "services with Go, Terraform".
var introducers = []string{
	"with", "using", "in", "of", "including", "include", "includes", "via", "like", "knowledge", "know", "stack", "language", "languages", "through", "from", "to", "on", "for",
	"на", "с", "со", "включая", "через", "знаю", "знание", "стек", "язык", "языки", "языках", "использую", "использовал", "used", "use", "learn", "изучаю", "изучить", "от", "за", "над", "о", "об", "по", "к", "for", "applied", "adopted", "introduced", "применял*", "внедрял*", "писал*", "tools",
}

var connectives = []string{"and", "or", "nor", "и", "или", "либо", "ни", "plus", "also", "а", "также"}

// lists decides for every span whether it stands in a list.
func (r *reading) lists(spans []span) []listed {
	out := make([]listed, len(spans))
	for k, s := range spans {
		left, right := r.opens(s.from), r.closes(r.tail(s.to))
		if !left && (!right || r.qualified(s)) || left != right && !r.stretches(s) {
			continue
		}
		if r.where == List && r.wholeItem(s) {
			out[k] = member
			continue
		}
		out[k] = r.neighbours(spans, k)
		if out[k] != member && r.labelled(s) {
			out[k] = member
		}
	}
	return out
}

// stretches reports an item that may stand at the edge of a list that runs into the
// sentence: "Used GraphQL, Nest to automate reports". A lower-case English word there is
// the next word of the sentence.
func (r *reading) stretches(s span) bool {
	a := r.atoms[s.from]
	if s.name.concept {
		return false
	}
	if utf8.RuneCountInString(a.text) == 1 {
		return a.upper && strings.ContainsAny(r.gap(r.tail(s.to)), ",/+") // nobody puts a comma after a preposition
	}
	return a.upper || a.cyrillic || strings.ContainsAny(r.gap(s.from), "/+") || strings.ContainsAny(r.gap(r.tail(s.to)), "/+")
}

// qualified reports a word that belongs to the one before it: an article, or the other
// half of a proper name, as in "Foobar Logistics".
func (r *reading) qualified(s span) bool {
	before := r.atoms[s.from-1]
	return before.upper && !r.breaks[s.from-1] || matchesAny(before.text, []string{"the", "a", "an", "this", "that", "last", "every", "my", "our", "their", "its"})
}

// tail skips the version and the remark in brackets that belong to an item.
func (r *reading) tail(to int) int {
	to = r.versionAt(to)
	if to >= len(r.atoms) || strings.TrimSpace(r.gap(to)) != "(" {
		return to
	}
	for end := to + 1; end <= len(r.atoms) && end <= to+5; end++ {
		if strings.Contains(r.gap(end), ")") {
			return end
		}
	}
	return to
}

// opens reports that an item may begin at atom i.
func (r *reading) opens(i int) bool {
	gap := r.gap(i)
	if i == 0 || separates(gap) {
		return true
	}
	if strings.TrimSpace(gap) != "" {
		return false
	}
	before := r.atoms[i-1].text
	return matchesAny(before, introducers) || matchesAny(before, connectives)
}

// closes reports that an item may end before atom i.
func (r *reading) closes(i int) bool {
	if i >= len(r.atoms) {
		return true
	}
	gap := r.gap(i)
	if separates(gap) || r.breaks[i] {
		return true
	}
	return strings.TrimSpace(gap) == "" && matchesAny(r.atoms[i].text, connectives)
}

// separates reports punctuation that lists are made of.
func separates(gap string) bool {
	return strings.ContainsAny(gap, ",;/|\n()[]:•·●▪+\t&") || strings.Contains(gap, " - ") ||
		strings.Contains(gap, "–") || strings.Contains(gap, "—") || strings.Contains(gap, "\uf0b7")
}

// wholeItem reports a span that fills an item of a skills section.
func (r *reading) wholeItem(s span) bool {
	left := s.from == 0 || separates(r.gap(s.from)) || matchesAny(r.atoms[s.from-1].text, connectives)
	end := r.tail(s.to)
	return left && (end >= len(r.atoms) || separates(r.gap(end)) || matchesAny(r.atoms[end].text, connectives) ||
		endsSentence(r.gap(end)))
}

// labelled reports an item right after a label that announces skills: "Stack: Go".
func (r *reading) labelled(s span) bool {
	if s.from == 0 || strings.TrimSpace(r.gap(s.from)) != ":" {
		return false
	}
	return matchesAny(r.atoms[s.from-1].text, []string{
		"skill*", "stack", "technolog*", "language*", "tools", "tech", "programming", "environment",
		"навык*", "умею", "умения", "знаю", "владею", "стек*", "технолог*", "язык*", "инструмент*", "сервисов", "средства",
	})
}

// chainReach is how many items to either side speak for a doubtful one.
const chainReach = 6

// neighbours weighs the items of the list around one; one certain skill, or two unsafe
// ones, make a list.
func (r *reading) neighbours(spans []span, k int) listed {
	weight := 0
	for i := k; i > 0 && i > k-chainReach && r.adjacent(spans[i-1].to, spans[i].from); i-- {
		weight += certainty(spans[i-1])
	}
	for i := k; i+1 < len(spans) && i < k+chainReach && r.adjacent(spans[i].to, spans[i+1].from); i++ {
		weight += certainty(spans[i+1])
	}
	switch {
	case weight >= 2:
		return member
	case weight == 1:
		return beside
	}
	return alone
}

func certainty(s span) int {
	if s.name.guard.unsafe() {
		return 1
	}
	return 2
}

// adjacent reports that only list marks, versions, remarks and connectives lie between
// the end of one item and the start of the next.
func (r *reading) adjacent(end, next int) bool {
	at := r.tail(end)
	marked := false
	for ; at <= next; at++ {
		gap := r.gap(at)
		if endsSentence(gap) && !strings.ContainsAny(gap, "\n•·●▪") {
			return false
		}
		marked = marked || separates(gap)
		if at == next {
			break
		}
		if !matchesAny(r.atoms[at].text, connectives) {
			return false
		}
		marked = true
	}
	return marked && at == next
}
