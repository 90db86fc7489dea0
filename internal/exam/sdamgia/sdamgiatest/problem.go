package sdamgiatest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"

	"kadry/internal/exam/subject"
)

// Layout is the shape of a problem's block.
type Layout string

// The layouts.
const (
	Short     Layout = "short"     // a question with formulas and a short answer
	Older     Layout = "older"     // the solution in a .pbody, a picture in the question, "Задание 4 № 1001"
	Ruled     Layout = "ruled"     // a card with a rule, several accepted answers
	Shared    Layout = "shared"    // three problems about one text
	Matching  Layout = "matching"  // two columns to be matched
	Essay     Layout = "essay"     // criteria instead of an answer
	Coding    Layout = "coding"    // listings and data files
	Listening Layout = "listening" // a recording
	Tabled    Layout = "tabled"    // a wide table, an answer of two fields
)

// layouts says in what order a subject's problems take their shapes.
func layouts(subject subject.Subject) []Layout {
	switch subject {
	case "rus":
		return []Layout{Ruled, Ruled, Short, Ruled, Essay}
	case "soc", "hist", "lit":
		return []Layout{Shared, Shared, Shared, Matching, Essay, Short}
	case "inf":
		return []Layout{Coding, Short, Tabled}
	case "en", "de", "fr", "sp":
		return []Layout{Listening, Short, Matching}
	case "chem", "bio", "geo", "phys":
		return []Layout{Short, Tabled, Matching, Older}
	}
	return []Layout{Short, Older, Short, Tabled}
}

// Problem is an invented problem and what must be read from its page. Texts hold formulas
// as their reading aloud and no marks; a line is a block.
type Problem struct {
	Course   subject.Course
	ID       string
	Internal string // the number of the block's body
	Category string
	Type     string
	Layout   Layout
	Question string
	Passage  string
	Solution string // without its heading and the closing answer
	Answer   string // as on the page: variants by "|", fields by "&"; empty where criteria are
	Points   int    // of the criteria
	Analogs  []string
	Linked   []string
	Code     string // of the codifier, with its name
	Source   string
	Rule     string
	Formulas []string // readings of the formulas of the question
	Images   []string // addresses of the pictures of the question
	Files    []string
	Audio    []string

	question, passage, solution, rule prose
}

// problem makes the i-th problem of the stock. It depends on nothing but the course and i.
func (s *shelf) problem(i int) Problem {
	shapes := layouts(s.Course.Subject)
	place := i % s.Problems
	p := Problem{
		Course: s.Course, ID: s.id(i), Category: s.category(i), Type: s.kind(i / s.Problems),
		Layout:   shapes[place%len(shapes)],
		Internal: strconv.Itoa(900000 + 7*i + int(mixed(s.Course.String())%1000)),
		Source:   fmt.Sprintf("Учебная работа № %d", i%9+1),
		Code:     fmt.Sprintf("%d.%d %s", i%5+1, i%7+1, themes[i%len(themes)]),
	}
	dice := rand.New(rand.NewPCG(mixed(s.Course.String()), uint64(i)))
	p.write(dice)
	if p.Layout == Shared {
		s.share(&p, place, len(shapes))
	}
	if place%5 != 4 { // every fifth has an empty list of analogs
		p.Analogs = s.analogs(i)
	}
	p.settle()
	return p
}

// share gives the three problems of a group one text, and each the other two.
func (s *shelf) share(p *Problem, place, cycle int) {
	first := place - place%cycle
	n, _ := strconv.Atoi(p.ID)
	dice := rand.New(rand.NewPCG(mixed("text of "+s.Course.String()), uint64(n-place+first)))
	p.passage = essayText(dice)
	for other := first; other < first+3 && other < s.Problems; other++ {
		if other != place {
			p.Linked = append(p.Linked, strconv.Itoa(n-place+other))
		}
	}
}

// analogs are the other problems of the category of the same shape.
func (s *shelf) analogs(i int) []string {
	cycle := len(layouts(s.Course.Subject))
	first := i - i%s.Problems
	var ids []string
	for j := first; j < first+s.Problems; j++ {
		if j != i && (j-first)%cycle == (i-first)%cycle {
			ids = append(ids, s.id(j))
		}
	}
	return ids
}

// settle reads the texts off what was written.
func (p *Problem) settle() {
	p.Question, p.Passage, p.Solution, p.Rule = p.question.text(), p.passage.text(), p.solution.text(), p.rule.text()
	for _, line := range p.question.lines {
		for _, piece := range line.pieces {
			if piece.formula != "" {
				p.Formulas = append(p.Formulas, piece.formula)
			}
			if piece.image != "" {
				p.Images = append(p.Images, piece.image)
			}
		}
	}
}

func (p *Problem) write(dice *rand.Rand) {
	switch p.Layout {
	case Ruled:
		p.writeRuled(dice)
	case Shared, Essay:
		p.writeEssay(dice)
	case Matching:
		p.writeMatching(dice)
	case Coding:
		p.writeCoding(dice)
	case Listening:
		p.writeListening(dice)
	case Tabled:
		p.writeTabled(dice)
	default:
		p.writeShort(dice)
	}
}

func mixed(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s))
	return h.Sum64()
}

func pick[T any](dice *rand.Rand, from []T) T { return from[dice.IntN(len(from))] }

// several picks n different ones, in an order of chance.
func several(dice *rand.Rand, from []string, n int) []string {
	list := slices.Clone(from)
	dice.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:n]
}
