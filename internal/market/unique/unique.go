// Package unique tells which postings are one vacancy that was published several times: again, or
// in other places. It changes no posting and knows no statistics.
package unique

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"kadry/internal/market/posting"
)

// Two descriptions are the same text when the hashes differ in at most so many of 64 bits (Manku,
// Jain and Das Sarma 2007).
const sameText = 3

// mostTexts is how many different texts of one title, employer and pay are told apart; all beyond
// are the last one. It keeps the time linear in the postings.
const mostTexts = 64

// Group is one vacancy.
type Group struct {
	Postings []int           // indices, in the order given; never empty
	Areas    []posting.Named // every place it was published in, once
}

// Groups finds the vacancies among postings, in the order of their first postings. The same
// employer, title and pay make one vacancy unless the descriptions differ; a posting that names no
// employer is only the same as its own copy.
func Groups(postings []posting.Posting) []Group {
	var groups []Group
	copies, alike := map[string]int{}, map[string][]text{}
	for i := range postings {
		p := &postings[i]
		at, ok := copies[p.Key()]
		if !ok || p.ID == "" {
			at, ok = find(alike, p, len(groups))
		}
		if !ok {
			groups = append(groups, Group{})
		}
		copies[p.Key()] = at
		groups[at].add(i, p.Area)
	}
	return groups
}

// text is the description of a group.
type text struct {
	group int
	hash  uint64
	known bool // false: the postings told none
}

// find returns the group that a posting belongs to, or next and that it is new.
func find(alike map[string][]text, p *posting.Posting, next int) (group int, ok bool) {
	key := identity(p)
	if key == "" {
		return next, false
	}
	own := text{group: next, known: p.Description != ""}
	if own.known {
		own.hash = simhash(p.Description)
	}
	texts := alike[key]
	for _, t := range texts {
		if !t.known || !own.known || bits.OnesCount64(t.hash^own.hash) <= sameText {
			return t.group, true
		}
	}
	if len(texts) == mostTexts {
		return texts[mostTexts-1].group, true
	}
	alike[key] = append(texts, own)
	return next, false
}

func (g *Group) add(i int, area posting.Named) {
	g.Postings = append(g.Postings, i)
	// An employer posts the same vacancy in a hundred places at most.
	if area != (posting.Named{}) && !slices.Contains(g.Areas, area) {
		g.Areas = append(g.Areas, area)
	}
}

// Employer tells employers apart: by id, else by name; "" is not told.
func Employer(p *posting.Posting) string {
	name := strings.Join(words(p.Employer.Name), " ")
	if id := p.Employer.ID; id != "" {
		return string(p.Source) + ":" + id
	}
	return name
}

// identity is what postings of one vacancy share besides the text; "" where no employer is told.
func identity(p *posting.Posting) string {
	employer, pay := Employer(p), posting.Pay{}
	if employer == "" {
		return ""
	}
	if p.Pay != nil {
		pay = *p.Pay
	}
	return fmt.Sprintf("%s\n%s\n%g %g %s %s", employer, Title(p.Title, p.Area.Name), pay.From, pay.To, pay.Currency, pay.Per)
}

// Words that say where or how a vacancy is worked, and not what it is.
var (
	remote = []string{"удаленно", "удаленная", "удаленный", "удаленка", "дистанционно", "дистанционная", "гибрид", "офис", "remote", "hybrid", "office", "onsite"}
	grades = []string{"junior", "middle", "senior", "lead", "джуниор", "мидл", "сеньор", "стажер", "intern"}
	joints = []string{"г", "город", "в", "на", "и", "или", "работа", "работы"}
)

// Title is a title without what differs between copies of a vacancy: case, signs, the place, how
// it is worked, and grades in brackets. What else stands in brackets tells vacancies apart.
func Title(title, area string) string {
	outer, inner := apart(title)
	place := words(area)
	var kept []string
	for _, w := range words(outer) {
		if !slices.Contains(remote, w) && !isPlace(w, place) {
			kept = append(kept, w)
		}
	}
	for _, w := range words(inner) {
		if !slices.Contains(remote, w) && !slices.Contains(grades, w) && !slices.Contains(joints, w) && !isPlace(w, place) {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// apart splits a title into what stands outside of brackets and inside.
func apart(title string) (outer, inner string) {
	var out, in strings.Builder
	depth := 0
	for _, r := range title {
		switch r {
		case '(', '[':
			depth++
			r = ' '
		case ')', ']':
			depth = max(depth-1, 0)
			r = ' '
		}
		if depth > 0 {
			in.WriteRune(r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String(), in.String()
}

// words are the words of a text in lower case; + # and inner dots and hyphens belong to them.
func words(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "ё", "е")
	all := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#.-", r)
	})
	for i, w := range all {
		all[i] = strings.Trim(w, ".-")
	}
	return slices.DeleteFunc(all, func(w string) bool { return w == "" })
}

// isPlace reports whether a word is one of a place's name in some case.
func isPlace(word string, place []string) bool {
	w := []rune(word)
	return slices.ContainsFunc(place, func(name string) bool {
		n := []rune(name)
		stem := len(n) - 1
		return stem >= 3 && len(w) >= stem && len(w) <= len(n)+2 && slices.Equal(w[:stem], n[:stem])
	})
}

// simhash is a hash of a text that similar texts nearly share (Charikar 2002), over pairs of
// words.
func simhash(description string) uint64 {
	var votes [64]int
	var before uint64
	for _, w := range words(description) {
		h := fnv.New64a()
		h.Write([]byte(w))
		sum := h.Sum64()
		pair := mixed(before + sum)
		before = bits.RotateLeft64(sum, 1) // so that the order of the two counts
		for bit := range votes {
			votes[bit] += int(pair>>bit&1)*2 - 1
		}
	}
	var hash uint64
	for bit, v := range votes {
		if v > 0 {
			hash |= 1 << bit
		}
	}
	return hash
}

// mixed spreads a sum of hashes over all bits: the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Tally is how often vacancies were published.
type Tally struct {
	Unique    int     `json:"unique"`
	Total     int     `json:"total"`
	Intensity float64 `json:"intensity"` // postings of a vacancy
}

// Count adds up groups.
func Count(groups []Group) Tally {
	t := Tally{Unique: len(groups)}
	for _, g := range groups {
		t.Total += len(g.Postings)
	}
	t.Intensity = float64(t.Total) / float64(cmp.Or(t.Unique, 1))
	return t
}
