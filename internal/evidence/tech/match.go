package tech

import (
	"slices"
	"strings"
)

// maxKey bounds what is looked up: no package, import or image has a longer name.
const maxKey = 500

// matcher finds the skills of the longest pattern that covers a name. A plain pattern
// covers itself and, where there is a separator, whatever follows one; a pattern that ended
// in "*" covers every name that begins with it.
type matcher struct {
	separator string
	plain     map[string][]string
	open      map[string][]string // "*" patterns without it
	lengths   []int               // of the open ones, longest first
}

func newMatcher(separator string) *matcher {
	const room = 1 << 8 // the maps grow beyond
	return &matcher{separator: separator, plain: make(map[string][]string, room), open: make(map[string][]string, room)}
}

// add enters a pattern of one skill. The list is shared by the patterns of the skill until
// another skill has the same pattern.
func (m *matcher) add(pattern string, skill []string) {
	into := m.plain
	if start, ok := strings.CutSuffix(pattern, "*"); ok {
		into, pattern = m.open, start
	}
	have := into[pattern]
	if have == nil {
		into[pattern] = slices.Clip(skill)
		return
	}
	into[pattern] = append(have, skill...)
}

// seal makes the matcher ready for find.
func (m *matcher) seal() {
	for start, skills := range m.open {
		slices.Sort(skills)
		if !slices.Contains(m.lengths, len(start)) {
			m.lengths = append(m.lengths, len(start))
		}
	}
	for _, skills := range m.plain {
		slices.Sort(skills)
	}
	slices.SortFunc(m.lengths, func(a, b int) int { return b - a })
}

func (m *matcher) find(name string) []string {
	if name == "" || len(name) > maxKey {
		return nil
	}
	skills, size := m.covering(name)
	for _, n := range m.lengths {
		if n <= size {
			break
		}
		if n > len(name) {
			continue
		}
		if found := m.open[name[:n]]; found != nil {
			return found
		}
	}
	return skills
}

// covering is the longest plain pattern and its length.
func (m *matcher) covering(name string) ([]string, int) {
	for {
		if found := m.plain[name]; found != nil {
			return found, len(name)
		}
		if m.separator == "" {
			return nil, 0
		}
		cut := strings.LastIndex(name, m.separator)
		if cut <= 0 {
			return nil, 0
		}
		name = name[:cut]
	}
}
