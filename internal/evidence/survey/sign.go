package survey

import (
	"path"
	"slices"
	"strings"

	"kadry/internal/evidence/tech"
	"kadry/internal/evidence/usage"
	"kadry/internal/github"
)

// What shows a skill that nobody imports: names in code that come from nowhere, and words of
// files that are no code. One such name says little, since anybody may use it for something else;
// several of one skill's in a file are the skill.
const (
	telling   = 2       // distinct names of a file that show a skill by themselves
	worded    = 1 << 18 // bytes of a file that are searched for words
	mostSigns = 20_000
)

// sign is a file with names of a skill.
type sign struct {
	skill string
	mark  Mark
	alone bool // enough without anything else that shows the skill
}

// free takes the names of a source file that no import brings.
func (r *Reader) free(f github.File, language string, names []string, part Part) {
	shown, sure := map[string][]string{}, map[string]bool{}
	for _, name := range names {
		for _, skill := range r.table.Free(language, name) {
			shown[skill] = append(shown[skill], name)
			sure[skill] = true
		}
		for _, skill := range r.table.Given(language, name) {
			shown[skill] = append(shown[skill], name)
		}
	}
	for skill, list := range shown {
		r.sign(sign{skill: skill, alone: sure[skill] && len(list) >= telling, mark: Mark{
			Path: f.Path, Kind: Used, Part: r.partFor(skill, part), Name: list[0], Symbols: list, Bytes: f.Size,
		}})
	}
}

// brought takes an import that shows a skill where that is declared.
func (r *Reader) brought(f github.File, language string, i usage.Import, symbols []string, part Part) {
	if i.Dead || !i.Used {
		return
	}
	for _, skill := range r.table.Brought(language, i.Path) {
		r.sign(sign{skill: skill, mark: Mark{
			Path: f.Path, Line: i.Line, Kind: Used, Part: r.partFor(skill, part), Name: i.Path, Symbols: symbols, Bytes: f.Size,
		}})
	}
}

// words takes the words of a file by which skills are told: directives of a server, keys of a
// playbook, classes of a page.
func (r *Reader) words(f github.File, language string) {
	skills := r.table.Worded(f.Path)
	if len(skills) == 0 {
		return
	}
	kind := Kept
	if written(language) {
		kind = Used
	}
	found := wordsOf(r.table, skills, string(f.Body[:min(len(f.Body), worded)]))
	for _, skill := range skills {
		if list := found[skill]; len(list) > 0 {
			r.sign(sign{skill: skill, alone: len(list) >= telling, mark: Mark{
				Path: f.Path, Kind: kind, Part: partOf(f.Path), Name: path.Base(f.Path), Symbols: list, Bytes: f.Size,
			}})
		}
	}
}

// wordsOf lists, by skill, the distinct words that show it. A comment is no word.
func wordsOf(table *tech.Table, skills []string, body string) map[string][]string {
	found, seen := map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(body) {
		if remark(line) {
			continue
		}
		for word := range strings.FieldsFuncSeq(line, between) {
			word = strings.ToLower(strings.TrimRight(word, ":"))
			if seen[word] || len(word) > longLine {
				continue
			}
			seen[word] = true
			for _, skill := range skills {
				if table.Word(skill, word) {
					found[skill] = append(found[skill], word)
				}
			}
		}
	}
	return found
}

// remark reports a line that is a comment as a whole.
func remark(line string) bool {
	line = strings.TrimSpace(line)
	for _, start := range []string{"#", "//", "--", "/*", "* ", "<!--"} {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// between reports what stands between words. The signs of a class name ("md:w-1/2") are of it.
func between(c rune) bool { return c <= ' ' || strings.ContainsRune("\"'`<>={}(),;|", c) }

func (r *Reader) sign(s sign) {
	if len(r.signs) < mostSigns {
		r.signs = append(r.signs, s)
	}
}

// signed takes files with names of a skill: enough of them, or of a skill that shows elsewhere.
func (r *Reader) signed(s *Survey) {
	slices.SortStableFunc(r.signs, func(a, b sign) int { return strings.Compare(a.mark.Path+"\x00"+a.skill, b.mark.Path+"\x00"+b.skill) })
	shown := map[string]bool{}
	for _, one := range r.signs {
		u := s.Uses[one.skill]
		shown[one.skill] = shown[one.skill] || one.alone || u != nil && len(u.Marks) > 0
	}
	for _, one := range r.signs {
		if shown[one.skill] {
			u := s.use(one.skill)
			u.Marks = append(u.Marks, one.mark)
		}
	}
}
