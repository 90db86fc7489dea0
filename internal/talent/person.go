package talent

import (
	"hash/fnv"
	"slices"
	"strings"

	"kadry/internal/retrieve"
)

// personKeys are digests of the words of a candidate's name and of the file's name, so
// that somebody is found by them though no name is kept in memory.
func personKeys(c Candidate) []uint64 {
	var keys []uint64
	for _, word := range retrieve.Tokens(c.Record.Name) {
		keys = append(keys, digestOf("name", NameKey(word.Text)))
	}
	if c.Source.File != "" {
		keys = append(keys, digestOf("file", strings.ToLower(c.Source.File)))
	}
	return keys
}

func digestOf(kind, value string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(kind + ":" + value)) // a hash takes everything
	return h.Sum64()
}

// people are the rows of those who are called so: each alternative is a name every word
// of which must fit, an e-mail address or the name of a file.
func (p *pool) people(person string) map[int]bool {
	rows := map[int]bool{}
	for _, said := range alternativesOf(person) {
		for _, at := range p.persons[digestOf("mail", strings.ToLower(said))] {
			rows[at] = true
		}
		for _, at := range p.named[digestOf("file", strings.ToLower(said))] {
			rows[at] = true
		}
		for _, at := range p.namedAll(said) {
			rows[at] = true
		}
	}
	return rows
}

// namedAll are the rows whose names have every word.
func (p *pool) namedAll(name string) []int {
	var rows []int
	for i, word := range retrieve.Tokens(name) {
		have := p.named[digestOf("name", NameKey(word.Text))]
		if i == 0 {
			rows = append(rows, have...)
			continue
		}
		kept := rows[:0]
		for _, at := range rows {
			if slices.Contains(have, at) {
				kept = append(kept, at)
			}
		}
		rows = kept
	}
	return rows
}
