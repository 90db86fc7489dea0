package talent

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/skill"
	"kadry/internal/talent/profile"
)

// choiceMark joins the names of alternatives where one name is shown.
const choiceMark = " / "

// choice is one need that any of several skills answers.
func (b *Base) choice(names []string, allow []skill.How, p *pool) need {
	return either(strings.Join(names, choiceMark), b.needs(names, allow, p), p)
}

// either is the need that any of several asked ones answers.
func either(asked string, options []need, p *pool) need {
	n := need{asked: asked, alternatives: options}
	n.index = make([]int32, len(p.rows))
	n.matches = make([]skillMatch, 1)
	for option := range n.alternatives {
		for row := range p.rows {
			if g := n.alternatives[option].matchAt(row); g.value > 0 {
				g.option = int16(option)
				n.prefer(row, g)
			}
		}
	}
	n.weigh(p)
	return n
}

// prefer keeps the better of two answers of a row; alternatives do not add up.
func (n *need) prefer(row int, g skillMatch) {
	switch at := n.index[row]; {
	case at == 0:
		n.index[row] = int32(len(n.matches))
		n.matches = append(n.matches, g)
	case g.value > n.matches[at].value:
		n.matches[at] = g
	}
}

// answering is the need that a match answers: the alternative it is of, or the need itself.
func (n *need) answering(g skillMatch) *need {
	if len(n.alternatives) == 0 {
		return n
	}
	return &n.alternatives[g.option]
}

// occupation is a need that the words of one of several occupations answer.
func (b *Base) occupation(titles []string, p *pool) need {
	n := need{asked: strings.Join(titles, choiceMark), index: make([]int32, len(p.rows)), matches: make([]skillMatch, 1)}
	for _, title := range titles {
		o, known := b.Profiles.Occupation(title)
		if !known {
			o = profile.Occupation{Names: []string{title}}
		}
		n.names = append(n.names, o.Names...)
	}
	for _, name := range n.names {
		for at, times := range p.text.Phrase(name) {
			n.offer(p, at, literalMatch(times))
		}
	}
	for i := range n.matches {
		n.matches[i].spelled = n.matches[i].mentions
	}
	n.weigh(p)
	return n
}

// calling is an occupation that is all a search asks for: its words answer, and what the
// taxonomy knows of it as a skill ("accountant" is accounting).
func (b *Base) calling(titles []string, allow []skill.How, p *pool) need {
	words := b.occupation(titles, p)
	options := []need{words}
	for _, title := range titles {
		if n := b.understand(title, allow); n.resolved.Known {
			n.ask(p)
			options = append(options, n)
		}
	}
	if len(options) == 1 {
		return words
	}
	n := either(words.asked, options, p)
	n.names = words.names
	return n
}

// trades are those of the occupations whose people always call them by name.
func (b *Base) trades(titles []string) []string {
	var list []string
	for _, title := range titles {
		if o, known := b.Profiles.Occupation(title); !known || o.Trade {
			list = append(list, title)
		}
	}
	if len(list) < len(titles) {
		return nil // one that is a choice with a wide word is no condition either
	}
	return list
}

// titled are the rows whose job title names one of the occupations.
func (b *Base) titled(occupations []string, p *pool) map[int]bool {
	rows := map[int]bool{}
	for _, title := range occupations {
		o, known := b.Profiles.Occupation(title)
		if !known {
			o = profile.Occupation{Names: []string{title}}
		}
		for _, name := range o.Names {
			for at := range p.titles.Phrase(name) {
				rows[at] = true
			}
		}
	}
	return rows
}

var orRule = regexp.MustCompile(`(?i)\s+(?:or|или|либо)\s+|\s*\|\s*`)

// alternativesOf splits a field that may name alternatives.
func alternativesOf(text string) []string {
	return slices.DeleteFunc(orRule.Split(strings.TrimSpace(text), -1), func(s string) bool { return s == "" })
}
