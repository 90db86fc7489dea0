// Package role resolves what people call a job to the professional roles of HeadHunter's
// dictionary, which its vacancies are sorted by. The facts are compiled in. A job that the
// dictionary has no role for stays unresolved, and then only the text is searched.
package role

import (
	"bufio"
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"

	"kadry/internal/skill"
)

//go:embed data/*.tsv
var files embed.FS

// Role is one entry of the dictionary.
type Role struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Book is the dictionary with the other names of its roles. It does not change after Load
// and is safe for use by any number of goroutines.
type Book struct {
	roles map[string]Role
	names map[string][]string // words of a name without their endings, in order -> ids
}

// Load reads the dictionary compiled into the program. Call it once.
func Load() (*Book, error) {
	b := &Book{roles: map[string]Role{}, names: map[string][]string{}}
	if err := rows("data/roles.tsv", b.takeRole); err != nil {
		return nil, err
	}
	if err := rows("data/names.tsv", b.takeNames); err != nil {
		return nil, err
	}
	return b, nil
}

// rows hands the rows of a compiled-in table of two columns to take.
func rows(file string, take func(first, second string) error) error {
	f, err := files.Open(file)
	if err != nil {
		return fmt.Errorf("role: %s: %w", file, err)
	}
	defer f.Close() // an embedded file has nothing to report on close
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		first, second, ok := strings.Cut(scan.Text(), "\t")
		if !ok {
			return fmt.Errorf("role: %s line %d: want two columns", file, line)
		}
		if err := take(first, second); err != nil {
			return fmt.Errorf("role: %s line %d: %w", file, line, err)
		}
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("role: %s: %w", file, err)
	}
	return nil
}

// takeRole enters a role under each of the jobs that its name lists: "Программист,
// разработчик" are two. A word that is no job by itself, as in "Мастер по ремонту
// оборудования, техники", is left out.
func (b *Book) takeRole(id, name string) error {
	b.roles[id] = Role{ID: id, Name: name}
	b.add(id, name)
	for _, job := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(",()", r) }) {
		if strings.TrimSpace(job) != "техники" {
			b.add(id, job)
		}
	}
	return nil
}

func (b *Book) takeNames(ids, names string) error {
	for id := range strings.FieldsSeq(ids) {
		if _, ok := b.roles[id]; !ok {
			return fmt.Errorf("unknown role %s", id)
		}
		for name := range strings.SplitSeq(names, "; ") {
			b.add(id, name)
		}
	}
	return nil
}

func (b *Book) add(id, name string) {
	key := strings.Join(stems(name), " ")
	if key != "" && !slices.Contains(b.names[key], id) {
		b.names[key] = append(b.names[key], id)
	}
}

// Role returns the entry of an id.
func (b *Book) Role(id string) (Role, bool) {
	r, ok := b.roles[id]
	return r, ok
}

// Bounds of a question.
const (
	askedBytes = 500
	askedWords = 16
	nameWords  = 8 // no name has more
)

// Resolve returns the roles that an asked job belongs to, none when the dictionary has none.
// An id is its own answer. Of the names within "старший инженер-программист Go" the one of
// most words decides, then the first in the text; a language or a grade beside it says
// nothing of the role.
func (b *Book) Resolve(asked string) []Role {
	if r, ok := b.roles[strings.TrimSpace(asked)]; ok {
		return []Role{r}
	}
	words := stems(asked[:min(len(asked), askedBytes)])
	words = words[:min(len(words), askedWords)]
	for size := min(len(words), nameWords); size > 0; size-- {
		for from := 0; from+size <= len(words); from++ {
			if ids := b.names[strings.Join(words[from:from+size], " ")]; len(ids) > 0 {
				return b.list(ids)
			}
		}
	}
	return nil
}

func (b *Book) list(ids []string) []Role {
	out := make([]Role, len(ids))
	for i, id := range ids {
		out[i] = b.roles[id]
	}
	slices.SortFunc(out, func(a, c Role) int { return cmp.Compare(a.ID, c.ID) })
	return out
}

// stems lists the words of a text without their endings, small words left out.
func stems(text string) []string {
	words := strings.FieldsFunc(skill.Fold(strings.ToValidUTF8(text, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	out := words[:0]
	for _, w := range words {
		if slices.Contains([]string{"по", "в", "на", "с", "и", "of", "the", "a"}, w) {
			continue
		}
		if strings.ContainsFunc(w, func(r rune) bool { return r > unicode.MaxASCII }) {
			w = russian.Stem(w, true)
		} else {
			w = english.Stem(w, true)
		}
		out = append(out, w)
	}
	return out
}
