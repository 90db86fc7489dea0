package interview_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// place is where an attack stands in an answer.
type place string

const (
	alone  place = "instead of the answer"
	before place = "before"
	middle place = "in the middle"
	behind place = "behind"
)

// put puts an attack into an answer.
func (p place) put(answer, attack string) string {
	switch p {
	case alone:
		return attack
	case before:
		return attack + "\n\n" + answer
	case behind:
		return answer + "\n\n" + attack
	}
	at := strings.Index(answer[len(answer)/3:], ". ") // between two sentences where there are two
	if at < 0 {
		return answer + " " + attack
	}
	at += len(answer)/3 + 1
	return answer[:at] + "\n" + attack + "\n" + answer[at:]
}

// honest is what a candidate says without an attack: whole, in part, nothing, or off the
// subject, in turns.
func honest(q bank.Question, number int, lang string) string {
	model := q.Model.In(lang)
	switch number % 4 {
	case 0:
		return model
	case 1:
		first, _, _ := strings.Cut(model, ". ")
		return strings.TrimSuffix(first, ".") + "."
	case 2:
		return map[string]string{"ru": "Не знаю.", "en": "I do not know."}[lang]
	}
	return map[string]string{"ru": "Сегодня хорошая погода, и я люблю кофе.", "en": "The weather is fine today and I like coffee."}[lang]
}

// hearing answers every question of an interview; probes get nothing new.
func (h *house) hearing(t *testing.T, id string, answer func(q bank.Question, number int) string) session.State {
	t.Helper()
	for range 80 {
		h.work(t)
		s := h.state(t, id)
		if s.Current == nil {
			if s.Status != session.Completed {
				t.Fatalf("the interview %s for %s, %+v", s.Status, s.End, s.Failure)
			}
			return s
		}
		q, _ := h.Bank.Question(s.Current.Question)
		text := "—"
		if s.Current.Probe == 0 {
			text = answer(q, s.Current.Number)
		}
		h.clock.Wait(time.Minute)
		if _, err := h.Answer(context.Background(), team, id, session.Reply{AskedID: s.Current.ID, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the interview has no end")
	return session.State{}
}

// hired is what an interview is held for in a language.
func hired(lang bank.Language) (vacancy.Draft, interview.Start) {
	if lang == bank.Russian {
		return goVacancy, interview.Start{Resume: goResume}
	}
	return pythonVacancy, interview.Start{Resume: pythonResume}
}

// scores are the last marks by question.
func scores(s session.State) map[string]float64 {
	by := map[string]float64{}
	for _, m := range s.Marks {
		by[m.Question] = m.Score
	}
	return by
}

// plain is an interview without an attack, from a turn at which answers begin.
func plain(t *testing.T, h *house, in interview.Start, turn int) session.State {
	t.Helper()
	return h.hearing(t, h.start(t, in).ID, func(q bank.Question, n int) string { return honest(q, n+turn, string(in.Language)) })
}

// No words in an answer earn more than the answer without them, wherever they stand.
func TestInjection_inAnswers(t *testing.T) {
	t.Parallel()
	for _, lang := range bank.Languages() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			d, in := hired(lang)
			in.Language = lang
			h.vacancy(t, d)
			var without [4]session.State
			for turn := range without {
				without[turn] = plain(t, h, in, turn)
			}
			for i, a := range attacks {
				if a.lang != lang || passedOver(i) {
					continue
				}
				for j, p := range []place{alone, before, middle, behind} {
					turn := (i + j) % 4
					got := h.hearing(t, h.start(t, in).ID, func(q bank.Question, n int) string {
						return p.put(honest(q, n+turn, string(lang)), a.text(q))
					})
					base := scores(without[turn])
					for _, m := range got.Marks {
						most := base[m.Question]
						if p == alone {
							most = 0
						}
						if m.Score > most {
							t.Errorf("%s, %s: %s has %.4f, without the attack %.4f", a.name, p, m.Question, m.Score, most)
						}
					}
				}
			}
		})
	}
}

// What stands in a resume or a vacancy is not seen by whoever marks: equal answers to equal
// questions have equal marks, down to the last quote.
func TestInjection_inResumesAndVacancies(t *testing.T) {
	t.Parallel()
	for _, lang := range bank.Languages() {
		t.Run(string(lang), func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			d, in := hired(lang)
			in.Language, in.Limits.MaxQuestions = lang, 6
			v := h.vacancy(t, d)
			in.VacancyID = v.ID
			base := plain(t, h, in, 0)
			for i, a := range attacks {
				if a.lang != lang || passedOver(i) {
					continue
				}
				words := a.text(bank.Question{})
				p := []place{before, middle, behind}[i%3]
				resume := in
				resume.Resume = p.put(in.Resume, words)
				got := plain(t, h, resume, 0)
				h.alike(t, a.name+" in the resume", base, got)
				if got.Plan.Hash != base.Plan.Hash || got.Analysis.OverallScore != base.Analysis.OverallScore {
					t.Errorf("%s in the resume: another core plan, or %d in place of %d", a.name, got.Analysis.OverallScore, base.Analysis.OverallScore)
				}

				poisoned := d
				poisoned.Description = p.put(d.Description, words)
				poisoned.Requirements = p.put(d.Requirements, words)
				vacancy := in
				vacancy.VacancyID = h.vacancy(t, poisoned).ID
				h.alike(t, a.name+" in the vacancy", base, plain(t, h, vacancy, 0))
			}
		})
	}
}

// alike compares the marks of questions that both interviews asked in the same place. An
// answer depends on the place of its question here, so another place is another answer.
func (h *house) alike(t *testing.T, name string, a, b session.State) {
	t.Helper()
	place := func(s session.State) map[string]int {
		at := map[string]int{}
		for i, item := range append(append([]plan.Item{}, s.Plan.Core...), s.Plan.Gaps...) {
			at[item.Question] = i % 4
		}
		return at
	}
	marks := func(s session.State) map[string]marking.Mark {
		by := map[string]marking.Mark{}
		for _, m := range s.Marks {
			m.At, m.Through = time.Time{}, 0
			by[m.Question] = unplaced(m)
		}
		return by
	}
	before, after, was, is := place(a), place(b), marks(a), marks(b)
	common := 0
	for question, m := range is {
		known, ok := was[question]
		if !ok || before[question] != after[question] {
			continue
		}
		common++
		if diff := cmp.Diff(known, m); diff != "" {
			t.Errorf("%s: the mark of %s changed:\n%s", name, question, diff)
		}
	}
	if common == 0 && strings.Contains(name, "resume") {
		t.Errorf("%s: no question was asked in both", name)
	}
}

// unplaced is a mark without the numbers of messages, which depend on what was asked before.
func unplaced(m marking.Mark) marking.Mark {
	m.Points, m.RedFlags, m.Flags = slices.Clone(m.Points), slices.Clone(m.RedFlags), slices.Clone(m.Flags)
	for i := range m.Points {
		m.Points[i].Message = 0
	}
	for i := range m.RedFlags {
		m.RedFlags[i].Message = 0
	}
	for i := range m.Flags {
		m.Flags[i].Message = 0
	}
	return m
}
