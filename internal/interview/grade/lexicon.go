package grade

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"kadry/internal/retrieve"
)

//go:embed lexicon.txt
var lexiconText string

//go:embed words.txt
var wordsText string

// tie is what a lexicon line says of its members.
type tie byte

const (
	same     tie = '=' // members stand for one another
	near     tie = '~' // members are close in sense
	contrast tie = '!' // members of the two sides exclude each other
)

// sense is membership of a word in one line of the lexicon.
type sense struct {
	line int32
	tie  tie
	side int8 // of a contrast
}

// phrase is a member of the lexicon as stems, the first left out.
type phrase struct {
	rest  []string
	sense sense
}

// role is the part a word plays in a comparison whatever its subject.
type role struct {
	weight  float64
	negates bool
	idle    bool // praises or strengthens what stands beside it

	decorates bool // an adjective or an adverb whose ending does not tell it
}

// lexicon is what the grader knows of words before it sees a question.
type lexicon struct {
	phrases map[string][]phrase // by first stem, longest first
	roles   map[string]role     // by folded form
}

// loaded is the lexicon compiled into the binary, read once.
var loaded = sync.OnceValue(func() lexicon { return readLexicon(lexiconText, wordsText) })

func readLexicon(groups, roles string) lexicon {
	x := lexicon{phrases: map[string][]phrase{}, roles: map[string]role{}}
	for n, line := range strings.Split(groups, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for side, members := range strings.Split(line[1:], "|") {
			for member := range strings.SplitSeq(members, ",") {
				x.add(member, sense{line: int32(n), tie: tie(line[0]), side: int8(side)})
			}
		}
	}
	for _, found := range x.phrases {
		slices.SortStableFunc(found, func(a, b phrase) int { return len(b.rest) - len(a.rest) })
	}
	weights := map[string]role{"function": {}, "common": {weight: commonWeight}, "negator": {negates: true}}
	for line := range strings.SplitSeq(roles, "\n") {
		head, members, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kind := strings.Fields(head)[0]
		for _, t := range retrieve.Tokens(members) {
			r, listed := x.roles[t.Text]
			switch {
			case kind == "decorating":
				if !listed {
					r = role{weight: 1, decorates: true}
				}
			case kind != "idle":
				r = weights[kind]
			case !listed:
				r = role{weight: 1, idle: true}
			default:
				r.idle = r.weight > 0
			}
			x.roles[t.Text] = r
		}
	}
	return x
}

// add files one member; the same stems twice on a line are one member.
func (x lexicon) add(member string, s sense) {
	stems := stemsOf(member)
	if len(stems) == 0 {
		return
	}
	x.phrases[stems[0]] = append(x.phrases[stems[0]], phrase{rest: stems[1:], sense: s})
}

func stemsOf(text string) []string {
	tokens := retrieve.Tokens(text)
	stems := make([]string, len(tokens))
	for i, t := range tokens {
		stems[i] = stem(t.Text)
	}
	return stems
}

// stem brings a folded word to the form that is compared.
func stem(folded string) string { return retrieve.Stem(retrieve.Base(folded)) }

// senses marks the words from the given one on with the members that start there. A member
// of several words marks each of them: "last in first out" is one thing to agree upon.
func (x lexicon) senses(words []word, at int) {
	for _, p := range x.phrases[words[at].stem] {
		if len(p.rest) > len(words)-at-1 {
			continue
		}
		fits := true
		for i, s := range p.rest {
			fits = fits && words[at+1+i].stem == s && words[at+1+i].sentence == words[at].sentence
		}
		if !fits {
			continue
		}
		for i := range len(p.rest) + 1 {
			w := &words[at+i]
			if !slices.Contains(w.senses, p.sense) {
				w.senses = append(w.senses, p.sense)
			}
		}
	}
}
