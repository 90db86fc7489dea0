package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The shape of the CVs.
const (
	shortest, longest = 1500, 6000 // characters
	mostPositions     = 8
	fewSkills, many   = 5, 25
	lastYear          = 2026
)

// Kinds of random numbers: CVs and queries must not share them.
const (
	drawPeople uint64 = iota + 1
	drawQueries
)

// person is one CV being written.
type person struct {
	draw
	words  *words
	trade  trade
	title  string
	skills []string
	months int // of work
	out    strings.Builder
}

// cv writes the CV with the given number: every second one is Russian.
func (g *generator) cv(n int) string {
	p := person{draw: drawOf(drawPeople, uint64(n)), words: &g.english}
	p.trade = g.trades[p.IntN(len(g.trades))]
	p.title = p.trade.EN
	if n%2 == 1 {
		p.words, p.title = &g.russian, p.trade.RU
	}
	p.skills = p.pickSkills(g)
	positions := 1 + p.IntN(mostPositions)
	p.months = positions*8 + p.IntN(positions*24)
	// Lengths spread evenly over their logarithm: short CVs are as usual as long ones.
	length := int(shortest * math.Pow(float64(longest)/shortest, p.Float64()))
	p.header(n)
	p.section(p.words.Headings.About, p.of(p.words.About), p.of(p.words.About), fmt.Sprintf(p.words.Negated, p.of(g.tail)))
	p.section(p.words.Headings.Skills, p.listed()...)
	p.section(p.words.Headings.Work)
	p.work(positions, length-300)
	p.section(p.words.Headings.School, fmt.Sprintf("%s, %s, %d-%d", p.of(p.words.Schools), p.of(p.words.Degrees), 2004, 2009))
	p.section(p.words.Headings.Languages, fmt.Sprintf("%s - %s", p.of(p.words.Languages), p.of([]string{"A2", "B1", "B2", "C1"})))
	return p.out.String()
}

// pickSkills takes most of the trade's core, some of its usual skills and a few of the
// whole taxonomy.
func (p *person) pickSkills(g *generator) []string {
	want := fewSkills + p.IntN(many-fewSkills+1)
	var skills []string
	add := func(name string) {
		if !slices.Contains(skills, name) {
			skills = append(skills, name)
		}
	}
	for _, name := range p.trade.Core {
		if p.IntN(10) < 8 {
			add(name)
		}
	}
	// Drawing repeats, so the number of tries is bounded and not the number of hits.
	for range 3 * want {
		if len(skills) >= want {
			break
		}
		switch dice := p.IntN(10); {
		case dice < 6:
			add(p.head(p.trade.Some))
		case dice < 8:
			other := g.trades[p.IntN(len(g.trades))]
			add(p.head(append(slices.Clone(other.Core), other.Some...)))
		default:
			add(p.head(g.tail))
		}
	}
	p.Shuffle(len(skills), func(i, j int) { skills[i], skills[j] = skills[j], skills[i] })
	return skills
}

func (p *person) header(n int) {
	fmt.Fprintf(&p.out, "%s %s%s\n", p.of(p.words.First), p.name(p.words), p.of(p.words.SurnameEndings))
	level := p.words.Levels[min(p.months/40, len(p.words.Levels)-1)]
	fmt.Fprintf(&p.out, "%s\n", strings.TrimSpace(level+" "+p.title))
	fmt.Fprintf(&p.out, "%s | person%d@example.com | +7 900 %03d-%02d-%02d\n", p.of(p.words.Cities), n, n/10000%1000, n/100%100, n%100)
}

func (p *person) section(heading string, lines ...string) {
	fmt.Fprintf(&p.out, "\n%s\n", heading)
	for _, line := range lines {
		fmt.Fprintf(&p.out, "%s\n", line)
	}
}

// listed are the skills as lines of a few.
func (p *person) listed() []string {
	var lines []string
	for some := range slices.Chunk(p.skills, 6) {
		lines = append(lines, strings.Join(some, ", "))
	}
	return lines
}

// work writes positions, newest first, until the CV is as long as it should be.
func (p *person) work(positions, length int) {
	end := lastYear*12 + p.IntN(9)
	for i := range positions {
		months := max(1, p.months/positions)
		from := end - months + 1
		until := p.month(end)
		if i == 0 {
			until = p.words.Headings.Present
		}
		fmt.Fprintf(&p.out, "%s - %s\n", p.month(from), until)
		fmt.Fprintf(&p.out, "%s\n%s\n", fmt.Sprintf(p.of(p.words.Company), p.name(p.words)), p.title)
		for goal := length * (i + 1) / positions; ; {
			fmt.Fprintf(&p.out, "- %s\n", p.duty())
			if utf8.RuneCountInString(p.out.String()) >= goal {
				break
			}
		}
		end = from - 1 - p.IntN(3)
	}
}

func (p *person) month(n int) string { return fmt.Sprintf("%s %d", p.words.Months[n%12], n/12) }

// duty is one line of what was done. Every third names the product, a word that hardly
// any other CV has.
func (p *person) duty() string {
	w := p.words
	if p.IntN(6) == 0 {
		return p.of(w.Aside)
	}
	product := ""
	if p.IntN(3) == 0 {
		product = fmt.Sprintf(" %q", p.name(w))
	}
	line := fmt.Sprintf("%s %s%s %s %s", p.of(w.Did), p.of(w.Thing), product, p.of(w.Of), fmt.Sprintf(p.of(w.With), p.of(p.skills)))
	if p.IntN(2) == 0 {
		line += ", " + fmt.Sprintf(p.of(w.So), 2+p.IntN(90))
	}
	return line + "."
}
