package talent

import (
	"slices"
	"strings"
)

// cueKinds are the kinds of words that govern others; of equally long phrases the kind
// named first counts.
var cueKinds = []string{"needless", "preferred", "prefer", "must", "either", "or", "not", "but", "and", "with"}

// cues takes the words that say what is wanted of the things around them.
func (f *freeText) cues() {
	for i := range f.tokens {
		kind, most := "", 0
		for _, k := range cueKinds {
			if _, n := f.is(k, i); n > most && f.free(i, i+n) && f.whole(i, i+n) {
				kind, most = k, n
			}
		}
		if most > 0 {
			f.take(claim{kind: cueClaim, from: i, to: i + most, value: kind})
		}
	}
}

// govern gives every condition the wish of the cue that governs it.
func (f *freeText) govern() {
	for _, c := range f.claims {
		if c.kind != cueClaim {
			continue
		}
		// Looking around costs the length of the clause, so no cue looks that governs nothing.
		switch c.value {
		case "prefer":
			ahead, behind, next := f.ahead(c), f.behind(c), f.parting(c.to)
			// "Docker is nice to have," speaks of what stands before it, "nice to have: Docker" of the rest.
			if next == adjacent && len(ahead) > 0 || len(behind) == 0 || strings.Contains(f.gap(c.to), ":") {
				wish(preferred).give(ahead)
				continue
			}
			wish(preferred).give(f.last(behind))
		case "preferred":
			behind := f.last(f.behind(c))
			if len(behind) == 0 {
				behind = f.ahead(c)
			}
			wish(preferred).give(behind)
		}
	}
	for _, c := range f.claims {
		if c.kind != cueClaim {
			continue
		}
		switch c.value {
		case "must":
			if f.parting(c.to) != adjacent || len(f.ahead(c)) == 0 {
				wish(wanted).give(f.behind(c))
			}
		case "not":
			f.deny(c)
		case "needless":
			if f.deniedBefore(c) {
				wish(wanted).give(f.behind(c)) // «без опыта в банках не смотреть»
			} else if behind := f.behind(c); len(behind) > 0 {
				wish(unwanted).give(behind)
			} else {
				f.deny(c)
			}
		}
	}
}

// deniedBefore reports a clause that ends with a cue and begins with "without".
func (f *freeText) deniedBefore(cue *claim) bool {
	at := f.clauseStart(cue.from)
	return at > 0 && at < cue.from && f.parting(at) == adjacent && f.owner[at-1].value == "not" && slices.Contains([]string{"без", "without"}, f.words[f.owner[at-1].from])
}

func (w wish) give(list []*claim) {
	for _, c := range list {
		c.wish = w
	}
}

// ahead are the conditions after a cue, up to the end of the sentence or another cue.
func (f *freeText) ahead(cue *claim) []*claim {
	var list []*claim
	for i := cue.to; i < len(f.tokens); i++ {
		if i > cue.to && f.parting(i) == sentence {
			break
		}
		c := f.owner[i]
		if c == nil {
			continue
		}
		if c.kind == cueClaim && slices.Contains([]string{"needless", "prefer", "preferred", "must", "not", "but"}, c.value) {
			if c.value == "must" || c.value == "preferred" || c.value == "needless" {
				list = f.dropClause(list, i)
			}
			break
		}
		if i > cue.to && f.parting(c.from) != adjacent && c.kind != skillClaim && c.kind != languageClaim {
			break // "Docker preferred, Kazan": a place, a level or years begin anew
		}
		if c.kind >= skillClaim && (len(list) == 0 || list[len(list)-1] != c) {
			list = append(list, c)
		}
	}
	return list
}

// dropClause leaves out the claims of the clause that ends with a token: the cue there
// governs them.
func (f *freeText) dropClause(list []*claim, at int) []*claim {
	start := f.clauseStart(at)
	return slices.DeleteFunc(list, func(c *claim) bool { return c.from >= start && start > 0 && f.parting(at) == adjacent })
}

// clauseStart is the first token of the clause that a token stands in.
func (f *freeText) clauseStart(at int) int {
	for at > 0 && f.parting(at) == adjacent {
		if c := f.owner[at-1]; c != nil && c.kind == cueClaim && slices.Contains([]string{"needless", "prefer", "preferred", "must", "not", "but"}, c.value) {
			break
		}
		at--
	}
	return at
}

// behind are the conditions of the clause that ends with a cue.
func (f *freeText) behind(cue *claim) []*claim {
	var list []*claim
	if cue.from == 0 {
		return nil
	}
	from := f.clauseStart(cue.from)
	if from == cue.from && f.parting(cue.from) == comma && strings.ContainsAny(f.gap(cue.from), "—–-(") {
		from = f.clauseStart(cue.from - 1)
	}
	for i := from; i < cue.from; i++ {
		if c := f.owner[i]; c != nil && c.kind >= skillClaim && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// last is what a cue behind a whole question speaks of, "nurse Kenya French a plus": things of one
// kind, and where the clause names an occupation, what "and" and "or" join to the last alone.
func (f *freeText) last(list []*claim) []*claim {
	named := slices.ContainsFunc(list, func(c *claim) bool { return c.kind == occupationClaim })
	at := max(len(list)-1, 0)
	for at > 0 && list[at-1].kind == list[at].kind && (!named || f.link(list[at-1], list[at]) == "or" || f.link(list[at-1], list[at]) == "and") {
		at--
	}
	return list[at:]
}

// deny gives up the things that a negation names: those right after it, joined by "and",
// "or" and, in a list that ends with one of these, commas.
func (f *freeText) deny(cue *claim) {
	var denied []*claim
	unknown := 0
	for i := cue.to; i < len(f.tokens); i++ {
		switch f.parting(i) {
		case sentence:
			i = len(f.tokens)
			continue
		case comma:
			if i > cue.to && (len(denied) == 0 || denied[len(denied)-1].literal || !f.listed(i, denied[len(denied)-1].kind)) {
				i = len(f.tokens)
				continue
			}
		case adjacent:
		}
		c := f.owner[i]
		if c == nil {
			if f.filler(i) {
				continue
			}
			if unknown++; len(denied) > 0 || unknown > 2 {
				break
			}
			continue
		}
		if c.kind == cueClaim {
			if len(denied) > 0 && c.value != "and" && c.value != "or" || slices.Contains([]string{"but", "prefer", "preferred", "must", "not"}, c.value) {
				break
			}
			if len(denied) > 0 && f.turns(c.to) {
				break
			}
			continue
		}
		if c.kind < skillClaim || c.kind == yearsClaim {
			break
		}
		if len(denied) == 0 || denied[len(denied)-1] != c {
			f.narrow(c, cue.to)
			denied = append(denied, c)
		}
	}
	wish(unwanted).give(denied)
	f.unname(denied)
}

// narrow lets "not life insurance" exclude that and not all insurance: the word before a
// skill is taken into its name.
func (f *freeText) narrow(c *claim, least int) {
	at := c.from - 1
	if c.kind != skillClaim || c.person || at < least || f.owner[at] != nil || f.silent(at) || f.parting(c.from) != adjacent {
		return
	}
	f.owner[at] = c
	c.from = at
	c.value = f.said(c.from, c.to)
}

// turns reports a word that begins another demand after "and": "without Java and with Go".
func (f *freeText) turns(at int) bool {
	if at >= len(f.tokens) {
		return true
	}
	_, n := f.is("with", at)
	return n > 0
}

// listed reports that the list which goes on after a comma at a token holds claims of one
// kind alone and ends with "and" or "or".
func (f *freeText) listed(at int, kind claimKind) bool {
	for i := at; i < len(f.tokens); i++ {
		c := f.owner[i]
		if i > at && f.parting(i) == sentence || c == nil {
			return false
		}
		if c.kind == cueClaim {
			return c.value == "and" || c.value == "or"
		}
		if c.kind != kind {
			return false
		}
	}
	return false
}

// unname lets "no junior developers" exclude juniors and not developers, and "not a Java
// developer" Java: the occupation only names who is spoken of.
func (f *freeText) unname(denied []*claim) {
	for i, c := range denied {
		if c.kind != occupationClaim {
			continue
		}
		before := i > 0 && denied[i-1].to == c.from && (denied[i-1].kind == levelClaim || denied[i-1].kind == skillClaim)
		after := i+1 < len(denied) && denied[i+1].from == c.to && denied[i+1].kind == skillClaim
		if before || after {
			c.kind = noise
		}
	}
}

// alternatives joins claims of which one is enough: around "or", after "one of", and
// around a slash between things that stand for each other.
func (f *freeText) alternatives() {
	var list []*claim
	for _, c := range f.claims {
		if c.kind >= skillClaim && c.kind != yearsClaim {
			list = append(list, c)
		}
	}
	groups := 0
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		if a.kind != b.kind || a.wish != b.wish || f.link(a, b) != "or" {
			continue
		}
		if a.group == 0 {
			groups++
			a.group = groups
			f.widen(list[:i], b)
		}
		b.group = a.group
	}
	f.openedLists(list, &groups)
}

// link says what stands between two claims: "or", "and", "," or nothing of these.
func (f *freeText) link(a, b *claim) string {
	joint := ""
	for i := a.to; i < b.from; i++ {
		switch c := f.owner[i]; {
		case c != nil && c.kind == cueClaim && (c.value == "or" || c.value == "and"):
			joint = c.value
		case c != nil && c.kind == cueClaim && c.value == "not" && f.words[i] == "не":
			return ""
		case c != nil && (c.kind == yearsClaim || c.kind == noise):
		case c == nil && f.filler(i), c != nil && c.kind == cueClaim && (c.value == "with" || c.value == "either"):
		default:
			return ""
		}
	}
	gap := f.text[f.tokens[a.to-1].End:f.tokens[b.from].Start]
	switch {
	case joint != "":
		return joint
	case f.parting(b.from) == sentence:
		return ""
	case strings.Contains(gap, "/") && f.interchangeable(a, b):
		return "or"
	case strings.TrimSpace(gap) == "-" && a.kind == occupationClaim:
		return "or"
	case strings.TrimSpace(gap) == "," || strings.TrimSpace(gap) == "/":
		return ","
	}
	return ""
}

// interchangeable reports two claims one of which is often asked for in place of the other.
func (f *freeText) interchangeable(a, b *claim) bool {
	if a.kind != skillClaim || b.kind != skillClaim {
		return a.kind == b.kind
	}
	x, known := f.base.Skills.Named(a.value)
	y, also := f.base.Skills.Named(b.value)
	return known && also && f.base.Skills.Siblings(x, y)
}

// widen takes the items that commas join to the first alternative into its group: "A, B or
// C" is a choice of three where A stands for one of the others; a skill that does not is
// asked for beside the choice.
func (f *freeText) widen(list []*claim, second *claim) {
	first := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		a := list[i]
		if a.kind != first.kind || a.wish != first.wish || a.group != 0 || f.link(a, list[i+1]) != "," {
			return
		}
		if first.kind == skillClaim && !f.interchangeable(a, first) && !f.interchangeable(a, second) {
			return
		}
		a.group = first.group
	}
}

// openedLists joins what follows "one of" up to the end of its list.
func (f *freeText) openedLists(list []*claim, groups *int) {
	for _, cue := range f.claims {
		if cue.kind != cueClaim || cue.value != "either" {
			continue
		}
		var last *claim
		for _, c := range list {
			if c.from < cue.to {
				continue
			}
			if last == nil && f.parting(c.from) == sentence && c.from != cue.to {
				break
			}
			if last != nil && (c.kind != last.kind || f.link(last, c) != "," && f.link(last, c) != "or") {
				break
			}
			if last == nil {
				*groups++
			}
			c.group = *groups
			last = c
		}
	}
}
