package marking

import (
	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
)

// CorpusOf reads the sentences of a bank in one language: what its questions ask, what good
// answers say, and what only sounds like it.
func CorpusOf(b *bank.Bank, lang bank.Language) *grade.Corpus {
	var subjects []grade.Subject
	for q := range b.All() {
		s := grade.Subject{ID: q.ID, Texts: []string{lang.Of(q.Text), lang.Of(q.Model)}}
		for _, p := range q.Points {
			said := append([]string{lang.Of(p.Text)}, p.Wordings.In(string(lang))...)
			if p.Contrast != nil {
				claims := p.Contrast.In(string(lang))
				said = append(said, claims.Right...)
				s.Texts = append(s.Texts, claims.Wrong...)
			}
			s.Points = append(s.Points, said)
		}
		subjects = append(subjects, s)
	}
	return grade.NewCorpus(subjects)
}
