package grade

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed cues.txt
var cuesText string

// slot is one place of a turn of speech: a word out of a few, or an edge of the answer.
type slot struct {
	stems []string
	skip  int // words that may stand before it
	edge  rune
}

// Kinds of turns of speech.
const (
	cueUnknown    = "unknown"
	cueDenial     = "denial"
	cueRetraction = "retraction"
	cuePreface    = "preface"
	cueReturn     = "return"
	cueVerdict    = "verdict"
	cueInjection  = "injection"
	cueHearsay    = "hearsay"
	cueTurn       = "turn"
	cueEmpty      = "empty"
	cueDefine     = "define"
	cueAssure     = "assure"
)

// maxSkip is how many words ".." lets pass.
const maxSkip = 4

// cues are the turns of speech by kind and by the stem that they begin with.
type cues map[string]map[string][][]slot

var loadedCues = sync.OnceValue(func() cues { return readCues(cuesText) })

func readCues(text string) cues {
	all := cues{}
	for line := range strings.SplitSeq(text, "\n") {
		kind, turn, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		slots := readSlots(turn)
		if all[kind] == nil {
			all[kind] = map[string][][]slot{}
		}
		first := slots[0]
		if first.edge != 0 {
			first = slots[1]
		}
		for _, s := range first.stems {
			all[kind][s] = append(all[kind][s], slots)
		}
	}
	return all
}

func readSlots(turn string) []slot {
	var slots []slot
	skip := 0
	for field := range strings.FieldsSeq(turn) {
		switch field {
		case "..":
			skip = maxSkip
			continue
		case "^", "$":
			slots = append(slots, slot{edge: rune(field[0])})
		default:
			var stems []string
			for word := range strings.SplitSeq(field, "/") {
				stems = append(stems, strings.Join(stemsOf(word), " "))
			}
			slots = append(slots, slot{stems: stems, skip: skip})
		}
		skip = 0
	}
	return slots
}

// stretch is a run of words, the last not included.
type stretch struct{ from, to int }

// find returns where turns of speech of the kind stand in the passage.
func (c cues) find(kind string, p passage) []stretch {
	var found []stretch
	for i := range p.words {
		longest := 0
		for _, slots := range c[kind][p.words[i].stem] {
			if to := fits(p, i, slots); to > longest {
				longest = to
			}
		}
		if longest > 0 {
			found = append(found, stretch{i, longest})
		}
	}
	return found
}

// fits returns the end of the turn that begins at the word, zero when it does not.
func fits(p passage, at int, slots []slot) int {
	if slots[0].edge == '^' {
		if at != 0 {
			return 0
		}
		slots = slots[1:]
	}
	sentence := p.words[at].sentence
	for n, s := range slots {
		if s.edge == '$' {
			if at == len(p.words) {
				continue
			}
			return 0
		}
		next := -1
		for k := at; k <= at+s.skip && k < len(p.words); k++ {
			if p.words[k].sentence == sentence && slices.Contains(s.stems, p.words[k].stem) {
				next = k
				break
			}
		}
		if next < 0 || n == 0 && next != at {
			return 0
		}
		at = next + 1
	}
	return at
}
