package tech

import "strings"

// Free lists the skills that a name shows in code which no import brings it to: "$.fn",
// "add_action", ".apply_async" of whatever object. Given lists those that give the name to every
// file where they are at work, as others do ("describe"): it shows them where they are declared.
func (t *Table) Free(language, name string) []string { return bare(t.free[t.spoken[language]], name) }

// Given is told with Free.
func (t *Table) Given(language, name string) []string { return bare(t.given[t.spoken[language]], name) }

func bare(m *matcher, name string) []string {
	if m == nil {
		return nil
	}
	return m.find(name)
}

// Brought lists the skills that an import shows where they are declared, which is how those are
// had whose packages bring others' along.
func (t *Table) Brought(language, path string) []string {
	family, ok := t.spoken[language]
	if !ok {
		return nil
	}
	return t.brought[family].find(t.families[family].bare(path))
}

// Worded lists the skills that the words of a file at a path may show.
func (t *Table) Worded(path string) []string { return t.worded.find(path) }

// Word reports whether a word is one of a skill's, in any case.
func (t *Table) Word(skillName, word string) bool {
	m := t.words[skillName]
	return m != nil && len(m.find(strings.ToLower(word))) > 0
}
