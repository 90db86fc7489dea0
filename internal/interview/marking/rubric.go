package marking

import (
	"slices"
	"sync"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/input"
	"kadry/internal/retrieve"
)

// Marker marks answers by the question, its reference and the answer alone. Who answers,
// what they said before and what they will say is not among its inputs. It reads a question
// of the bank once while answers to it come in, and is safe for concurrent use.
type Marker struct {
	bank    *bank.Bank
	others  map[bank.Language]func() []grade.Other // the model answers of the bank
	corpora map[bank.Language]func() *grade.Corpus

	mu           sync.Mutex
	young, older map[sheet]*grade.Rubric
	words        map[string]pointWords // by question
}

// NewMarker returns a marker by the questions of a bank. The model answers of a language are
// prepared for the first mark in it, which takes some tens of milliseconds.
func NewMarker(b *bank.Bank) *Marker {
	m := &Marker{bank: b, others: map[bank.Language]func() []grade.Other{}, corpora: map[bank.Language]func() *grade.Corpus{}, young: map[sheet]*grade.Rubric{}, words: map[string]pointWords{}}
	for _, lang := range bank.Languages() {
		m.corpora[lang] = sync.OnceValue(func() *grade.Corpus { return CorpusOf(m.bank, lang) })
		m.others[lang] = sync.OnceValue(func() []grade.Other {
			var others []grade.Other
			for q := range m.bank.All() {
				others = append(others, grade.Prepare(lang.Of(q.Model)))
			}
			return others
		})
	}
	return m
}

// sheet names what a rubric is read from.
type sheet struct {
	question string        // id in the bank
	revision string        // of a question of a tenant's own
	asked    string        // the question and its probes, as they were put
	lang     bank.Language // of the interview
	spoken   bank.Language // of the answer; wordings count in both
	redFlags bool          // its misconceptions in place of its points
}

func sheetOf(q bank.Question, lang bank.Language, asked, answer string) sheet {
	s := sheet{question: q.ID, revision: q.Revision, asked: asked, lang: lang, spoken: lang}
	if spoken, ok := input.LanguageOf(answer); ok {
		s.spoken = spoken
	}
	return s
}

// rubricsKept bounds each half of the rubrics that a marker keeps. One takes up to a few
// hundred kilobytes, and the questions that are being answered at one time are few.
const rubricsKept = 32

// rubric returns what answers are marked by. It is read once while it is in use: when the
// young ones are many they become the older ones, and those that nobody asked for are dropped.
func (m *Marker) rubric(s sheet, q bank.Question) *grade.Rubric {
	if r := m.kept(s); r != nil {
		return r
	}
	r := m.read(s, q) // two at once may read the same, and read it alike
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(s, r)
	return r
}

func (m *Marker) kept(s sheet) *grade.Rubric {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.young[s]; r != nil {
		return r
	}
	r := m.older[s]
	if r != nil {
		m.keep(s, r)
	}
	return r
}

// keep files a rubric among the young ones. The lock is held.
func (m *Marker) keep(s sheet, r *grade.Rubric) {
	if len(m.young) >= rubricsKept {
		m.young, m.older = map[sheet]*grade.Rubric{}, m.young
	}
	m.young[s] = r
}

// Measure measures an answer to a question as a mark of it would, for learning. Sentences of
// the question for which without holds are left out as if nobody had written them.
func (m *Marker) Measure(q bank.Question, lang bank.Language, turn Turn, without func(sentence string) bool) (grade.ClaimSample, bool) {
	said := hear([]Turn{turn})
	return m.rubric(sheetOf(q, lang, turn.Asked, said.heard), q).MeasureClaims(said.heard, without)
}

func (m *Marker) read(s sheet, q bank.Question) *grade.Rubric {
	asked := grade.Question{Text: s.asked, Lang: string(s.lang)}
	if s.redFlags {
		return grade.NewRubric(asked, s.misconceptions(q))
	}
	return grade.NewRubric(asked, s.reference(q, m.corpora[s.lang]()), m.others[s.lang]()...)
}

// reference is what a good answer says, in the words of the interview's language and, when
// the candidate answers in the other one, in that as well.
func (s sheet) reference(q bank.Question, corpus *grade.Corpus) grade.Reference {
	ref := grade.Reference{Text: s.lang.Of(q.Model), Corpus: corpus, Subject: q.ID}
	for _, p := range q.Points {
		made := s.point(p.ID, p.Text, p.Wordings, float64(p.Weight))
		if p.Contrast != nil {
			for _, lang := range slices.Compact([]bank.Language{s.lang, s.spoken}) {
				claims := p.Contrast.In(string(lang))
				made.Right, made.Wrong = append(made.Right, claims.Right...), append(made.Wrong, claims.Wrong...)
			}
		}
		ref.Points = append(ref.Points, made)
	}
	return ref
}

func (s sheet) misconceptions(q bank.Question) grade.Reference {
	ref := grade.Reference{}
	for _, f := range q.RedFlags {
		ref.Points = append(ref.Points, s.point(f.ID, f.Text, f.Wordings, 1))
	}
	return ref
}

func (s sheet) point(id string, text fault.Text, also bank.Wordings, weight float64) grade.Point {
	p := grade.Point{ID: id, Text: s.lang.Of(text), Synonyms: also.In(string(s.lang)), Weight: weight}
	if s.spoken != s.lang {
		said := also.In(string(s.spoken))
		if whole := s.spoken.Of(text); whole != "" {
			said = append([]string{whole}, said...)
		}
		p.Synonyms = slices.Concat(said, p.Synonyms)
	}
	return p
}

// pointWords are the words of each point of a question, in both languages, as stems.
type pointWords map[string]map[string]bool

// wordsOf returns the words of a question's points, read once: the bank has few questions.
func (m *Marker) wordsOf(q bank.Question) pointWords {
	if q.Revision != "" { // of these there is no end
		return wordsIn(q)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	words, known := m.words[q.ID]
	if !known {
		words = wordsIn(q)
		m.words[q.ID] = words
	}
	return words
}

func wordsIn(q bank.Question) pointWords {
	words := pointWords{}
	for _, p := range q.Points {
		words[p.ID] = stemsOf(p)
	}
	return words
}

func stemsOf(p bank.Point) map[string]bool {
	stems := map[string]bool{}
	for _, w := range p.Forms() {
		for _, t := range retrieve.Terms(w) {
			if utf8.RuneCountInString(t.Stem) > 2 {
				stems[t.Stem] = true
			}
		}
	}
	return stems
}
