package align

import (
	"slices"
	"strings"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// Confidences of what is proved, as measured on pairs of known truth (testdata/pairs).
const (
	copied      = 0.99 // letter for letter
	renamedOnly = 0.97 // a bijection of names
	rewritten   = 0.92 // by rewritings that keep what is computed
	translated  = 0.88 // between languages
)

// judge comes to the verdict: what is proved first, then what is likely.
func (c *comparing) judge() {
	c.result.Signature = c.signature
	c.result.Cut = c.a.cut || c.b.cut
	if len(c.a.tokens) == 0 || len(c.b.tokens) == 0 {
		c.nothing()
		return
	}
	copies := !c.cross && letterForLetter(c.a.tokens, c.b.tokens)
	r := newRenaming(c)
	laid := r.same(c.a.tree.Root, c.b.tree.Root)
	if !laid {
		laid = c.byElements(&r)
	}
	c.measure(laid, r)
	switch {
	case copies:
		c.proved(match.T1, copied, fault.Say("the same but for layout and comments", "совпадает с точностью до оформления и комментариев"))
	case laid && c.readable() && c.conserved() && c.proof(r):
	default:
		c.likely(laid, r)
	}
	c.dead()
}

// byElements lays the trees on each other with counts through a list as loops over it. Where
// that works the comparison goes on with those trees.
func (c *comparing) byElements(r **renaming) bool {
	counts := func(s *side) bool {
		return slices.ContainsFunc(s.items, func(it item) bool { return it.node.Kind == syntax.Count })
	}
	if !counts(c.a) && !counts(c.b) {
		return false
	}
	a, b := *c.a, *c.b
	a.elements()
	b.elements()
	other := comparing{a: &a, b: &b, cross: c.cross}
	fresh := newRenaming(&other)
	if !fresh.same(a.tree.Root, b.tree.Root) {
		return false
	}
	c.a, c.b, *r = &a, &b, fresh
	return true
}

// nothing is the answer where a side has no code.
func (c *comparing) nothing() {
	c.result.Verdict = match.Unknown
	c.result.Reasons = append(c.result.Reasons, match.Reason{
		Text: fault.Say("one side has no code to compare", "на одной из сторон нет кода для сравнения"),
		A:    match.Range{Start: 1, End: max(1, c.a.lines)}, B: match.Range{Start: 1, End: max(1, c.b.lines)},
	})
}

// readable tells whether all of both texts was understood: what was not cannot be proved.
func (c *comparing) readable() bool {
	return c.a.tree.Raw == 0 && c.b.tree.Raw == 0 && !c.result.Cut && len(c.a.items) > 0
}

func (c *comparing) whole() (a, b match.Range) {
	return match.Range{Start: 1, End: max(1, c.a.lines)}, match.Range{Start: 1, End: max(1, c.b.lines)}
}

// proved says that both do the same, and why.
func (c *comparing) proved(clone match.Clone, confidence float64, why fault.Text) {
	a, b := c.whole()
	c.result.Clone, c.result.Verdict, c.result.Confidence, c.result.Likelihood = clone, match.Equivalent, confidence, confidence
	c.result.Reasons = append([]match.Reason{{Text: why, A: a, B: b}}, c.result.Reasons...)
	c.result.A, c.result.B = 1, 1
	c.result.Differences = nil
}

// proof decides what a tree that lies on the other proves; false is not enough.
func (c *comparing) proof(r *renaming) bool {
	for _, n := range r.notes {
		if n.kind == typesDiffer {
			return false
		}
	}
	names := c.renamedReason(r)
	switch {
	case c.cross && len(r.notes) > 0:
		return false
	case c.cross:
		c.proved(match.T4, translated, fault.Say("statement by statement the same in two languages", "одно и то же оператор за оператором на двух языках"))
	case sameForm(c.a.language, c.a.tokens, c.b.tokens):
		c.proved(match.T2, renamedOnly, fault.Say("the same but for names, which are renamed one to one", "совпадает с точностью до имён, переименованных взаимно однозначно"))
	default:
		c.proved(match.T3, rewritten, fault.Say("the same but for forms that compute the same", "совпадает с точностью до равносильных форм записи"))
	}
	if names != nil {
		c.result.Reasons = append(c.result.Reasons, *names)
	}
	return true
}

// dead tells what does not run.
func (c *comparing) dead() {
	for _, d := range c.a.tree.Dead {
		c.deadCode(d, true)
	}
	for _, d := range c.b.tree.Dead {
		c.deadCode(d, false)
	}
}

func (c *comparing) deadCode(lines [2]int, a bool) {
	d := match.Difference{Nature: match.Textual}
	at := match.Range{Start: lines[0], End: max(lines[0], lines[1])}
	if a {
		d.A, d.Text = at, fault.Say("A has code here that never runs or has no effect", "здесь в A код, который не выполняется или ни на что не влияет")
	} else {
		d.B, d.Text = at, fault.Say("B has code here that never runs or has no effect", "здесь в B код, который не выполняется или ни на что не влияет")
	}
	if len(c.result.Differences) < mostDifferences {
		c.result.Differences = append(c.result.Differences, d)
	}
}

// evidence is what the likelihood is computed of; all are shares, 0..1.
type evidence struct {
	coverA, coverB float64 // of weight that answers to the other side, by likeness
	exactA, exactB float64 // that is the same
	calls          float64 // likeness of what is called
	literals       float64 // likeness of numbers and texts
	words          float64 // likeness of all features together
	signature      float64 // 1 compatible, 0 not, 0.5 not known
	size           float64 // the smaller over the greater
	exact          float64 // items that are the same
}

// likely weighs what is alike where nothing is proved.
func (c *comparing) likely(laid bool, r *renaming) {
	e := c.evidence()
	p := likelihood(e, c.cross)
	material := c.result.Contradicted()
	c.result.Likelihood = p
	switch {
	case laid && c.cross:
		c.result.Likelihood = max(p, 0.9)
		c.say(match.Similar, c.result.Likelihood, fault.Say(
			"the same statement by statement, but the languages compute some operators differently: not proved",
			"одно и то же оператор за оператором, но некоторые операции в этих языках вычисляются по-разному: не доказано"))
		c.notes(r)
	case laid:
		c.result.Clone, c.result.Likelihood = match.T3, max(p, 0.9)
		c.say(match.Similar, 0.9, fault.Say("the same statement by statement, but not all of it is proved to compute the same", "одно и то же оператор за оператором, но не для всего доказано, что вычисляется одно и то же"))
		c.notes(r)
	case c.overlaps(e):
		c.overlapping(e)
	case !c.cross && min(e.coverA, e.coverB) > 0.6 && (p >= similarFrom || max(e.exactA, e.exactB) > 0.5):
		c.near(max(p, 0.8), material, e)
	case p >= similarFrom:
		c.say(match.Similar, p, fault.Say("much is alike; that both do the same is not proved", "многое похоже; что оба делают одно и то же, не доказано"))
	case p < unrelatedBelow && c.small() && e.signature > 0.4:
		c.say(match.Unknown, 0.5, fault.Say("one side is too short for the texts to tell", "одна из сторон слишком коротка, чтобы судить по текстам"))
	case p < unrelatedBelow:
		c.say(match.Unrelated, 1-p, fault.Say("little of either answers to the other", "почти ничто не соответствует друг другу"))
	default:
		c.say(match.Unknown, 0.5, fault.Say("the texts do not tell whether both do the same", "по текстам нельзя сказать, делают ли они одно и то же"))
	}
}

// small tells whether a side has so few statements that another way to write it shares none.
func (c *comparing) small() bool {
	const enough = 3 // of weight: one or two statements
	weight := func(items []item) (sum float64) {
		for i := range items {
			sum += items[i].weight
		}
		return sum
	}
	return min(weight(c.a.items), weight(c.b.items)) < enough
}

// near is a copy that was changed.
func (c *comparing) near(p float64, material bool, e evidence) {
	switch {
	case sameForm(c.a.language, c.a.tokens, c.b.tokens):
		c.result.Clone = match.T2
	case max(e.exactA, e.exactB) > 0.25:
		c.result.Clone = match.T3
	}
	if material {
		c.say(match.Similar, p, fault.Say("nearly the same text, with differences in what is computed", "почти тот же текст, но с отличиями в том, что вычисляется"))
		return
	}
	c.say(match.Similar, p, fault.Say("nearly the same text; that both do the same is not proved", "почти тот же текст; что оба делают одно и то же, не доказано"))
}

func (c *comparing) say(v match.Verdict, confidence float64, why fault.Text) {
	a, b := c.whole()
	c.result.Verdict, c.result.Confidence = v, confidence
	c.result.Reasons = append([]match.Reason{{Text: why, A: a, B: b}}, c.result.Reasons...)
}

// notes tells what the sameness hangs on.
func (c *comparing) notes(r *renaming) {
	for _, n := range r.notes {
		d := match.Difference{A: lines(n.a), B: lines(n.b), Material: true}
		switch n.kind {
		case typesDiffer:
			d.Nature, d.Text = match.Signature, fault.Say("declared %s in A and %s in B", "объявлено %s в A и %s в B", clip(n.a.Type), clip(n.b.Type))
		case division:
			d.Nature, d.Material, d.Text = match.Operator, false, fault.Say("division of whole numbers may round differently in the two languages", "деление целых чисел в этих языках может округляться по-разному")
		case remainder:
			d.Nature, d.Material, d.Text = match.Operator, false, fault.Say("the remainder of negative numbers differs between the two languages", "остаток от отрицательных чисел в этих языках различается")
		}
		if len(c.result.Differences) < mostDifferences {
			c.result.Differences = append(c.result.Differences, d)
		}
	}
}

const (
	similarFrom    = 0.62
	unrelatedBelow = 0.42
)

// overlaps tells whether a substantial part of one side stands in the other, and the rest of
// that is something else.
func (c *comparing) overlaps(e evidence) bool {
	more, less := max(e.exactA, e.exactB), min(e.coverA, e.coverB)
	return e.exact >= 3 && more >= 0.6 && less < 0.6 && e.size < 0.7
}

func (c *comparing) overlapping(e evidence) {
	share := max(e.exactA, e.exactB)
	inside, text := e.exactA, fault.Say("%.0f %% of A stands in B, which does more", "%.0f %% кода A есть в B, где делается ещё что-то", 100*share)
	if e.exactB > inside {
		text = fault.Say("%.0f %% of B stands in A, which does more", "%.0f %% кода B есть в A, где делается ещё что-то", 100*share)
	}
	c.say(match.Overlapping, 0.5+share/2.5, text)
}

// renamedReason names what is renamed; nil where nothing is.
func (c *comparing) renamedReason(r *renaming) *match.Reason {
	names := renamedNames(r)
	if len(names) == 0 {
		return nil
	}
	const most = 6
	var shownNames []string
	for _, n := range names[:min(len(names), most)] {
		shownNames = append(shownNames, clip(n[0])+" → "+clip(n[1]))
	}
	if len(names) > most {
		shownNames = append(shownNames, "…")
	}
	list := strings.Join(shownNames, ", ")
	a, b := c.whole()
	return &match.Reason{Text: fault.Say("renamed: %s", "переименовано: %s", list), A: a, B: b}
}
