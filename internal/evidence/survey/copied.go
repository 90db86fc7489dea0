package survey

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/github"
)

// A library of somebody else's that lies among one's own files says so at its head: it names its
// holder, and a version or a licence, as people do for files that travel. It is taken for a copy
// only where nothing makes the holder the owner; when in doubt, it is the owner's.

const (
	headSize  = 1_500   // bytes of a file that may be its head
	mostNotes = 8 << 10 // bytes of a licence or manifest that are read, and words of them that are kept, about
	nameParts = 3       // words of a holder's name that are compared
	shortName = 3       // letters of such a word, at least
)

var (
	holderLine = regexp.MustCompile(`(?i)(?:\bcopyright\b|\(c\)|©|@authors?\b|\bauthors?:)(?:\s|\(c\)|©|[\d,:-])*([^\n|<]{3,80})`)
	travels    = regexp.MustCompile(`(?i)@license\b|@version\b|licensed under|released under|\bversion:?\s*v?\d|\bv\d+\.\d+|this file is part of|full copyright and license`)
	extension  = regexp.MustCompile(`(?i)\b(?:plugin|theme) name:`)
	asciiWord  = regexp.MustCompile(`[A-Za-z]+`)
)

// noName are words beside names in such lines.
const noName = " the and all rights reserved other contributors contributor authors author website team inc ltd llc foundation project www http https com org "

// head is what the head of a file says of whose it is.
type head struct {
	holder []string // words of the name, in lower case
	words  map[string]bool
}

// headOf reads the comment that a file begins with. ok is false where it names no holder or does
// not look like one that travels.
func headOf(body []byte) (h head, ok bool) {
	var text strings.Builder
	for line := range strings.Lines(string(body[:min(len(body), headSize)])) {
		if bare := strings.TrimSpace(line); bare != "" && bare != "<?php" && !remark(line) && !strings.HasPrefix(bare, "*") && !inComment(text.String()) {
			break
		}
		text.WriteString(line)
	}
	said := text.String()
	name := holderLine.FindStringSubmatch(said)
	if name == nil || !travels.MatchString(said) || extension.MatchString(said) {
		return h, false
	}
	for _, word := range wordsIn(name[1]) {
		if len(word) >= shortName && !strings.Contains(noName, " "+word+" ") && len(h.holder) < nameParts {
			h.holder = append(h.holder, word)
		}
	}
	h.words = map[string]bool{}
	for _, word := range wordsIn(said) {
		h.words[word] = true
	}
	return h, len(h.holder) > 0
}

// inComment reports whether a text ends inside a comment as C writes it.
func inComment(text string) bool {
	return strings.LastIndex(text, "/*") > strings.LastIndex(text, "*/")
}

// note keeps what the top of a repository says of whose it is: its licence and manifests.
func (r *Reader) note(f github.File) {
	base := strings.ToLower(f.Path)
	named := strings.HasPrefix(base, "licen") || strings.HasPrefix(base, "copying") || strings.HasPrefix(base, "authors") ||
		slices.Contains([]string{"package.json", "composer.json", "pyproject.toml", "setup.py", "setup.cfg", "cargo.toml", "makefile.pl", "description"}, base) ||
		path.Ext(base) == ".gemspec"
	if named && len(r.notes) < mostNotes {
		for _, word := range wordsIn(string(f.Body[:min(len(f.Body), mostNotes)])) {
			r.notes[word] = true
		}
	}
}

// copied drops the files that are copies of others' libraries, and what they show.
func (r *Reader) copied(repository github.Repository) {
	if repository.Organised || len(r.heads) == 0 {
		return // the holders of an organisation's files are many, and its own
	}
	same := map[string]int{}
	for _, h := range r.heads {
		same[strings.Join(h.holder, " ")]++
	}
	for p, h := range r.heads {
		if 2*same[strings.Join(h.holder, " ")] >= len(r.code) || h.of(repository, r.notes) {
			delete(r.heads, p)
		}
	}
	foreign := func(p string) bool { _, is := r.heads[p]; return is }
	for _, c := range r.code {
		if foreign(c.path) {
			r.vendored++
			r.others = append(r.others, c.path)
			for _, skill := range r.table.Language(c.language) {
				r.discount(skill, "vendored")
			}
		}
	}
	r.code = slices.DeleteFunc(r.code, func(c source) bool { return foreign(c.path) })
	r.found = slices.DeleteFunc(r.found, func(m mention) bool { return foreign(m.mark.Path) })
	r.signs = slices.DeleteFunc(r.signs, func(s sign) bool { return foreign(s.mark.Path) })
}

// of reports whether anything makes a holder the owner of a repository.
func (h head) of(repository github.Repository, notes map[string]bool) bool {
	owner := strings.Join(wordsIn(repository.Owner()), "")
	for _, word := range h.holder {
		if strings.Contains(owner, word) || notes[word] {
			return true
		}
	}
	if h.words[owner] {
		return true
	}
	return slices.ContainsFunc(wordsIn(repository.FullName), func(word string) bool { return len(word) > shortName && h.words[word] })
}

// wordsIn are the words of a text in lower case, of plain letters.
func wordsIn(text string) []string { return asciiWord.FindAllString(strings.ToLower(text), -1) }
