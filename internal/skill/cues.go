package skill

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// plain is the stance of rows that only switch other cues off.
const plain Stance = "plain"

// reach says which skills a cue speaks about, see data/cues.tsv.
type reach string

const (
	forward reach = "fwd"
	both    reach = "both"
	direct  reach = "direct"
	item    reach = "item"
	inside  reach = "inside"
	before  reach = "before"
)

// cue is one pattern of words with a stance.
type cue struct {
	stance  Stance
	reach   reach
	atStart bool
	steps   []step
}

// step is one word of a cue and how many foreign words may stand before it. A step of no
// words is a colon or a spaced dash: "Goal for this year: Go".
type step struct {
	words []string
	exact map[string]bool // those of words that are written out
	open  []string        // and those that leave something open
	skip  int
}

func newStep(words []string, skip int) step {
	st := step{words: words, exact: map[string]bool{}, skip: skip}
	for _, w := range words {
		if strings.ContainsAny(w, "*0") {
			st.open = append(st.open, w)
		} else {
			st.exact[w] = true
		}
	}
	return st
}

func (st step) matches(word string) bool { return st.exact[word] || matchesAny(word, st.open) }

// cueBook finds the cues that may begin with a word.
type cueBook struct {
	exact map[string][]*cue
	parts []partial
}

// partial is a cue that begins with a word of which only the beginning or the end is given.
type partial struct {
	start, end string
	cue        *cue
}

func loadCues() (*cueBook, error) {
	f, err := files.Open("data/cues.tsv")
	if err != nil {
		return nil, fmt.Errorf("skill: cues: %w", err)
	}
	defer f.Close() // an embedded file has nothing to report on close
	book := &cueBook{exact: map[string][]*cue{}}
	classes := map[string][]string{}
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		text := scan.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		cols := strings.Split(text, "\t")
		if len(cols) != 3 {
			return nil, fmt.Errorf("skill: cues line %d: want 3 columns, have %d", line, len(cols))
		}
		if cols[0] == "class" {
			classes[cols[1]] = strings.Split(cols[2], "|")
			continue
		}
		c, err := parseCue(cols, classes)
		if err != nil {
			return nil, fmt.Errorf("skill: cues line %d: %w", line, err)
		}
		book.add(c)
	}
	return book, scan.Err()
}

func parseCue(cols []string, classes map[string][]string) (*cue, error) {
	c := &cue{stance: Stance(cols[0]), reach: reach(cols[1])}
	if !slices.Contains([]Stance{Negated, Planned, Weak, plain}, c.stance) {
		return nil, fmt.Errorf("unknown stance %q", c.stance)
	}
	if !slices.Contains([]reach{forward, both, direct, item, inside, before}, c.reach) {
		return nil, fmt.Errorf("unknown direction %q", c.reach)
	}
	skip := 0
	for word := range strings.FieldsSeq(cols[2]) {
		if word == "^" {
			c.atStart = true
			continue
		}
		if n, ok := strings.CutPrefix(word, "~"); ok {
			count, err := strconv.Atoi(n)
			if err != nil {
				return nil, fmt.Errorf("bad gap %q: %w", word, err)
			}
			skip = count
			continue
		}
		if word == ":" {
			c.steps = append(c.steps, step{skip: skip})
			skip = 0
			continue
		}
		words, err := expand(word, classes)
		if err != nil {
			return nil, err
		}
		c.steps = append(c.steps, newStep(words, skip))
		skip = 0
	}
	if len(c.steps) == 0 || len(c.steps[0].words) == 0 {
		return nil, fmt.Errorf("empty pattern %q", cols[2])
	}
	return c, nil
}

func expand(word string, classes map[string][]string) ([]string, error) {
	var out []string
	for alt := range strings.SplitSeq(word, "|") {
		name, isClass := strings.CutPrefix(alt, "@")
		if !isClass {
			out = append(out, alt)
			continue
		}
		members, ok := classes[name]
		if !ok {
			return nil, fmt.Errorf("unknown class %q", alt)
		}
		out = append(out, members...)
	}
	return out, nil
}

func (b *cueBook) add(c *cue) {
	for _, w := range c.steps[0].words {
		if start, end, ok := strings.Cut(w, "*"); ok {
			b.parts = append(b.parts, partial{start, end, c})
			continue
		}
		b.exact[w] = append(b.exact[w], c)
	}
}

// starting lists the cues whose first word matches.
func (b *cueBook) starting(word string) []*cue {
	found := b.exact[word]
	for _, p := range b.parts {
		if strings.HasPrefix(word, p.start) && strings.HasSuffix(word, p.end) {
			found = append(slices.Clip(found), p.cue)
		}
	}
	return found
}
