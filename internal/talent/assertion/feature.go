package assertion

const (
	reach    = 12 // tokens that have features, to either side
	farthest = 60 // tokens walked over, to either side: a list of skills counts as one
)

// Features is how many features a model tells apart.
const Features = 1 << 18

// Signs part a sentence; some of them close what is said, some end it.
const (
	parting   = ".;,:—–()|!?•*[]-"
	closing   = ".|!?;"
	ending    = ".|!?"
	beginning = ".!?•*|" // behind them a sentence begins
)

// side is the tokens before a place, or those behind it.
type side struct {
	step int    // -1 before, 1 behind
	seed uint32 // tells the features of one side from those of the other
}

var sides = [2]side{{-1, 0x9e3779b1}, {1, 0x85ebca77}}

// Seeds of the kinds of features; what is put to them (a region, a distance) is below 256.
const (
	inRegion uint32 = (iota + 1) << 8
	inClause
	onSide
	anywhere
	atDistance
	ofSkill
	pairOnSide
	pairAnywhere
	above
	bracketed
)

// features hands visit the bucket of every feature of the tokens [from, to): which words stand
// before and behind them, how far, in which part of the sentence, and what stands for whom.
func (t *Text) features(from, to int, visit func(uint32)) {
	for _, s := range sides {
		t.look(from, to, s, visit)
	}
	if t.inBracket(from) {
		visit(bucket(bracketed, 0))
	}
}

// look visits the features of one side.
func (t *Text) look(from, to int, s side, visit func(uint32)) {
	at := to
	if s.step < 0 {
		at = from - 1
	}
	region := uint32(0) // parts of the sentence gone by, twice, and whether the sentence has ended
	last := seen{known, placeHash}
	distance := uint32(1)
	for range farthest {
		if distance > reach || at < 0 || at >= len(t.tokens) {
			return
		}
		one := &t.tokens[at]
		switch {
		case one.kind == gap || one.kind == line && s.step > 0:
			return
		case one.kind == line:
			t.lookAbove(at-1, visit)
			return
		case one.sign == ',' && t.listGoesOn(at, s, last):
			at += s.step
			continue
		case s.step > 0 && one.isAny(ending):
			return
		case one.isAny(parting):
			region = min(region+2, 4|region&1)
			if one.isAny(closing) {
				region |= 1
			}
		}
		next := seen{one.class, one.whole}
		if one.class == known {
			next.hash = skillHash
			visit(bucket(ofSkill^s.seed^region, 0))
		} else {
			single(one, s, region, distance, visit)
		}
		pairs(next, last, s, visit)
		last = next
		distance++
		at += s.step
	}
}

// listGoesOn reports that what is behind a comma is a skill as well as what is before it.
func (t *Text) listGoesOn(at int, s side, last seen) bool {
	next := at + s.step
	return last.class == known && next >= 0 && next < len(t.tokens) && t.tokens[next].class == known
}

// lookAbove visits the words of the line that ends at a token, as what stands above.
func (t *Text) lookAbove(at int, visit func(uint32)) {
	for first := max(0, at-reach+1); at >= first && t.tokens[at].kind <= mark; at-- {
		for _, p := range t.tokens[at].parts {
			visit(bucket(above, p))
		}
	}
}

// single visits the features of one word or sign.
func single(one *token, s side, region, distance uint32, visit func(uint32)) {
	emit := func(p uint32) {
		visit(bucket(inRegion^s.seed^region, p))
		visit(bucket(anywhere, p))
		if region&1 == 0 {
			visit(bucket(inClause, p))
			if region < 4 {
				visit(bucket(onSide^s.seed, p))
			}
		}
	}
	for _, p := range one.parts {
		emit(p)
	}
	near := atDistance ^ s.seed ^ min(distance, 4)
	visit(bucket(near, one.whole))
	if one.class != none {
		emit(classHash(one.class))
		visit(bucket(near, classHash(one.class)))
	}
}

// seen is a token as pairs know it.
type seen struct {
	class class
	hash  uint32
}

// pairs visits two tokens beside each other, each as itself and as what it stands for; one is the
// farther from the place.
func pairs(far, near seen, s side, visit func(uint32)) {
	for _, a := range far.forms() {
		for _, b := range near.forms() {
			if a == 0 || b == 0 {
				continue
			}
			left, right := a, b
			if s.step > 0 {
				left, right = b, a
			}
			visit(bucket(pairOnSide^s.seed, left*31+right))
			visit(bucket(pairAnywhere, anySkill(left)*31+anySkill(right)))
		}
	}
}

// forms are the hashes of a token: its own, and that of its class where it has one.
func (t seen) forms() [2]uint32 {
	if t.class == none || t.class == known {
		return [2]uint32{t.hash, 0}
	}
	return [2]uint32{t.hash, classHash(t.class)}
}

func anySkill(h uint32) uint32 {
	if h == placeHash {
		return skillHash
	}
	return h
}

var placeHash, skillHash = hash("\x01place"), hash("\x01skill")

func classHash(c class) uint32 { return 0xa5a5_0000 + uint32(c) }

func bucket(kind, value uint32) uint32 {
	h := (kind ^ value) * 0x9e3779b1
	h ^= h >> 15
	h = (h + kind) * 0x85ebca77
	h ^= h >> 13
	return h % Features
}

// inBracket reports that a bracket opened before a token on its line has not closed.
func (t *Text) inBracket(at int) bool {
	for first := max(0, at-farthest); at > first && t.tokens[at-1].kind <= mark; at-- {
		switch one := &t.tokens[at-1]; {
		case one.isAny("(["):
			return true
		case one.isAny(")]"):
			return false
		}
	}
	return false
}
