// Package feature turns a unit of code into sparse features that survive rewriting, renaming
// and translation: words of names, literals, calls, the canonical form of what is done.
//
// The tokens are brought into a canonical form (form.go, and by what is read number.go,
// operator.go, word.go, loop.go, signature.go) by tables of what words, calls and operators of
// all languages mean (table.go); features are runs and bags of it and of the
// tokens themselves (this file). Comments are no feature.
package feature

import (
	"math"
	"slices"

	"kadry/internal/codematch/lexer"
)

// Field is a kind of feature; terms of one field are compared with terms of that field alone.
type Field uint8

// The fields.
const (
	// Subtoken is words of identifiers: parseHTTPHeader is parse, http, header. Where names are
	// kept they tell most.
	Subtoken Field = iota
	// Trigram is three letters of those words: abbreviations and inflections.
	Trigram
	// Canonical is runs of one to three symbols of the canonical form without names, which all
	// languages share: the best single field for translations and for renamed code.
	Canonical
	// Plain is runs of one to three tokens as they stand, within one language.
	Plain
	// Shape is runs of two to four symbols with names and literals as places.
	Shape
	// Literal is numbers by value and texts by content.
	Literal
	// Call is what is called, by a name that languages share.
	Call
	// Fingerprint is winnowed runs of Shape: copies.
	Fingerprint
	// Signature is names and number of the parameters.
	Signature
	// Flow is what happens to one variable, whatever its name: it needs no names and no order
	// of statements that are apart.
	Flow
	// Statement is what stands together in a statement, in any order.
	Statement
	// Fields is how many fields there are.
	Fields
)

// Term is a feature of a unit.
type Term struct {
	Hash  uint32 // of the feature, within its field
	Count uint16 // how often; 65,535 is that or more
}

// Vector is a unit's features: by field, sorted by hash, each hash once.
type Vector [Fields][]Term

// Of reads the features of a text.
func Of(lang lexer.Language, src []byte) Vector {
	tokens := Tokens(lang, src)
	return Features(src, tokens, FormOf(lang, src, tokens))
}

// Tokens are those of a text without comments.
func Tokens(lang lexer.Language, src []byte) []lexer.Token {
	return slices.DeleteFunc(lexer.Lex(make([]lexer.Token, 0, len(src)/4+8), lang, src), func(t lexer.Token) bool { return t.Kind == lexer.Comment })
}

// builder collects the hashes of one field.
type builder struct {
	vector Vector
	hashes []uint32
}

func (b *builder) add(h uint32) { b.hashes = append(b.hashes, h) }

// done counts what was collected.
func (b *builder) done(field Field) {
	slices.Sort(b.hashes)
	distinct := 0
	for i, h := range b.hashes {
		if i == 0 || h != b.hashes[i-1] {
			distinct++
		}
	}
	terms := make([]Term, 0, distinct)
	for i, h := range b.hashes {
		if i > 0 && h == b.hashes[i-1] {
			if last := &terms[len(terms)-1]; last.Count < math.MaxUint16 {
				last.Count++
			}
			continue
		}
		terms = append(terms, Term{h, 1})
	}
	b.vector[field] = terms
	b.hashes = b.hashes[:0]
}

// Features are those of a text that was cut and brought into canonical form.
func Features(src []byte, tokens []lexer.Token, form Form) Vector {
	b := &builder{hashes: make([]uint32, 0, 4*len(tokens))}
	b.names(src, tokens)
	b.plain(src, tokens)
	b.canonical(form.Symbols)
	b.shape(form.Symbols)
	b.fingerprints(form.Symbols)
	b.literals(src, tokens, form.Symbols)
	b.calls(form.Symbols)
	b.signature(src, form)
	b.flow(form.Symbols)
	b.statements(form.Symbols)
	return b.vector
}

func (b *builder) names(src []byte, tokens []lexer.Token) {
	var buffer [64]byte
	for _, t := range tokens {
		if t.Kind == lexer.Word {
			eachWord(t.Of(src), buffer[:0], func(w []byte) { b.add(hash(stem(w))) })
		}
	}
	b.done(Subtoken)
	for _, t := range tokens {
		if t.Kind != lexer.Word {
			continue
		}
		eachWord(t.Of(src), buffer[:0], func(w []byte) {
			if len(w) < 3 {
				b.add(hash(w))
			}
			for i := 0; i+3 <= len(w); i++ {
				b.add(hash(w[i : i+3]))
			}
		})
	}
	b.done(Trigram)
}

// stem takes the plural away.
func stem(w []byte) []byte {
	if n := len(w); n > 3 && w[n-1] == 's' && w[n-2] != 's' {
		return w[:n-1]
	}
	return w
}

// eachWord cuts an identifier: snake_case, camelCase, HTTPHeader, x2y.
func eachWord(name, buffer []byte, yield func([]byte)) {
	word := buffer
	flush := func() {
		if len(word) > 0 {
			yield(word)
		}
		word = buffer
	}
	upper := func(i int) bool { return i < len(name) && name[i] >= 'A' && name[i] <= 'Z' }
	digit := func(i int) bool { return i < len(name) && name[i] >= '0' && name[i] <= '9' }
	for i, c := range name {
		switch {
		case c == '_' || c == '$' || c == '@':
			flush()
			continue
		case upper(i) && i > 0 && (!upper(i-1) || i+1 < len(name) && !upper(i+1) && !digit(i+1)), i > 0 && digit(i) != digit(i-1):
			flush()
		}
		if upper(i) {
			c += 'a' - 'A'
		}
		if len(word) < cap(buffer) {
			word = append(word, c)
		}
	}
	flush()
}

func (b *builder) plain(src []byte, tokens []lexer.Token) {
	var one, two uint32
	for _, t := range tokens {
		if t.Kind > lexer.Operator {
			continue
		}
		h := hash(t.Of(src))
		b.add(h)
		if two != 0 {
			b.add(mix(mix(two, one), h))
		}
		if one != 0 {
			b.add(mix(one, h))
		}
		one, two = h, one
	}
	b.done(Plain)
}

// bare is the symbol with names and literals as places.
func bare(s Symbol) uint32 {
	if s.Class == Action {
		return s.Code
	}
	return uint32(s.Class)
}

func (b *builder) canonical(symbols []Symbol) {
	var one, two uint32
	for _, s := range symbols {
		if s.Class == Name || s.Class == Callee {
			continue
		}
		h := s.Code
		b.add(h)
		if two != 0 {
			b.add(mix(mix(two, one), h))
		}
		if one != 0 {
			b.add(mix(one, h))
		}
		one, two = h, one
	}
	b.done(Canonical)
}

func (b *builder) shape(symbols []Symbol) {
	var run [4]uint32
	for i, s := range symbols {
		h := bare(s)
		if i >= 1 {
			b.add(mix(run[0], h))
		}
		if i >= 2 {
			b.add(mix(mix(run[1], run[0]), h))
		}
		if i >= 3 {
			b.add(mix(mix(mix(run[2], run[1]), run[0]), h))
		}
		run[2], run[1], run[0] = run[1], run[0], h
	}
	b.done(Shape)
}

// fingerprints are the least hashes of runs of symbols (Schleimer and others, "Winnowing: local
// algorithms for document fingerprinting", 2003): any copy of run+window-1 symbols shares one.
func (b *builder) fingerprints(symbols []Symbol) {
	const run, window = 8, 5
	var recent [window]uint32
	last := uint32(0)
	for i := 0; i+run <= len(symbols); i++ {
		h := uint32(0)
		for _, s := range symbols[i : i+run] {
			h = mix(h, bare(s))
		}
		recent[i%window] = h
		if i+1 < window && i+run < len(symbols) {
			continue
		}
		if least := slices.Min(recent[:min(window, i+1)]); least != last {
			b.add(least)
			last = least
		}
	}
	b.done(Fingerprint)
}

// literals are numbers by value and texts by content, long texts by their words too.
func (b *builder) literals(src []byte, tokens []lexer.Token, symbols []Symbol) {
	for _, s := range symbols {
		if s.Class == Number || s.Class == Text {
			b.add(s.Code)
		}
	}
	var buffer [64]byte
	for _, t := range tokens {
		if t.Kind == lexer.Text && t.End-t.Start > 5 {
			eachTextWord(t.Of(src), buffer[:0], func(w []byte) { b.add(hash(w) + 1) })
		}
	}
	b.done(Literal)
}

// eachTextWord cuts a text into words of letters and digits in lower case.
func eachTextWord(text, buffer []byte, yield func([]byte)) {
	word := buffer
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			c := text[i]
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 {
				if len(word) < cap(buffer) {
					word = append(word, c)
				}
				continue
			}
		}
		if len(word) > 1 {
			yield(word)
		}
		word = buffer
	}
}

func (b *builder) calls(symbols []Symbol) {
	for _, s := range symbols {
		if s.Class == Callee || s.Class == Action && library(s.Code) {
			b.add(s.Code)
		}
	}
	b.done(Call)
}

// CallOf is the term of Call by which calls of a name are found that no table knows.
func CallOf(name string) uint32 {
	var buffer [64]byte
	return hash(folded(buffer[:0], []byte(name[:min(len(name), longestName)])))
}

func (b *builder) signature(src []byte, form Form) {
	var buffer [64]byte
	all := uint32(1)
	for _, p := range form.Params {
		h := hash(folded(buffer[:0], src[p.Start:min(p.End, p.Start+longestName)]))
		b.add(h)
		all = mix(all, h)
		eachWord(src[p.Start:p.End], buffer[:0], func(w []byte) { b.add(hash(stem(w)) + 2) })
	}
	if len(form.Params) > 0 {
		b.add(all)
		b.add(uint32(len(form.Params)))
	}
	b.done(Signature)
}

// flow writes, for each place of a variable, what stands about it, and what stood about its
// place before.
func (b *builder) flow(symbols []Symbol) {
	last := map[uint32]uint32{}
	for i, s := range symbols {
		if s.Class != Name {
			continue
		}
		var before, behind uint32
		if i > 0 && symbols[i-1].Statement == s.Statement {
			before = bare(symbols[i-1])
		}
		if i+1 < len(symbols) && symbols[i+1].Statement == s.Statement {
			behind = bare(symbols[i+1])
		}
		context := mix(before, behind)
		b.add(context)
		b.add(mix(last[s.Code], context))
		last[s.Code] = context
	}
	b.done(Flow)
}

func (b *builder) statements(symbols []Symbol) {
	const widest = 12
	for from := 0; from < len(symbols); {
		to := from
		for to < len(symbols) && symbols[to].Statement == symbols[from].Statement {
			to++
		}
		for i := from; i < to; i++ {
			if symbols[i].Class == Name || symbols[i].Class == Callee {
				continue
			}
			for j := i + 1; j < to && j < i+widest; j++ {
				if symbols[j].Class == Name || symbols[j].Class == Callee {
					continue
				}
				a, c := symbols[i].Code, symbols[j].Code
				b.add(mix(min(a, c), max(a, c)))
			}
		}
		from = to
	}
	b.done(Statement)
}
