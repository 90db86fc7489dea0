package bank

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Scope says how far a search looks.
type Scope string

// The scopes.
const (
	ThisSubject Scope = "subject"
	ThisExam    Scope = "exam"
	Everywhere  Scope = "all"
)

// TextQuery looks for a problem by words of it.
type TextQuery struct {
	Course    subject.Course
	Scope     Scope
	Text      string
	Threshold float64 // least similarity, 0-1
	Limit     int
	Offset    int
	Local     bool // the bank only, whatever it holds: for a search as you type
}

// Match is one problem that resembles the words.
type Match struct {
	Ref        problem.Ref
	Similarity float64  // 0-1; 1 only for the same text
	Coverage   float64  // share of the query found in the problem, 0-1
	Words      []string // words of the query that speak for it, rarest first
	Problem    problem.Problem
}

// Matches is the answer to a TextQuery.
type Matches struct {
	Items []Match
	Total int // at or above the threshold, of the 50 that resemble the words most
	problem.Provenance
	Requests int               // made to the site for this answer
	Warnings []problem.Warning // what could not be asked, why nothing was found
}

const (
	// convincing is the similarity at which nobody looks further: copies of the right
	// problem with one sign of sixteen wrong reach it, and few neighbours of it do.
	convincing = 0.85
	// candidates bounds how many are ranked, hence how far paging goes.
	candidates = 50
	// searchPatience is how long one search waits for the site before it answers with
	// what the bank has.
	searchPatience = 20 * time.Second
	maxQuery       = 4000 // characters
)

// Find looks for a problem by words of it: in the bank, and on the site where the bank has
// nothing convincing. Problems that the site shows on the way enter the bank.
func (b *Bank) Find(ctx context.Context, q TextQuery) (Matches, error) {
	if err := q.check(); err != nil {
		return Matches{}, err
	}
	if err := b.index.Follow(ctx, nil); err != nil {
		return Matches{}, err
	}
	var found Matches
	hits := b.index.Resembling(q.reach, q.Text, candidates)
	ask, err := b.asks(ctx, q, hits)
	if err != nil {
		return Matches{}, err
	}
	outOfReach := b.Alone
	if ask {
		if err := b.askByText(ctx, q, &found); err != nil {
			if ctx.Err() != nil {
				return Matches{}, ctx.Err()
			}
			outOfReach = true
			found.Warnings = append(found.Warnings, notAsked(err))
		}
		hits = b.index.Resembling(q.reach, q.Text, candidates)
	}
	if err := b.show(ctx, q, hits, &found); err != nil {
		return Matches{}, err
	}
	found.FromCache = found.Requests == 0
	found.Stale = found.Stale && outOfReach
	if found.Total == 0 {
		found.Warnings = append(found.Warnings, b.whyNothing(q, best(hits), found.Requests))
	}
	return found, nil
}

// InWords looks in the bank for problems that are about what the words say. It is for words that
// are no copy of a problem's text: none of the bank is similar where the answer is empty.
func (b *Bank) InWords(ctx context.Context, q TextQuery) (Matches, error) {
	if err := q.check(); err != nil {
		return Matches{}, err
	}
	if err := b.index.FollowWords(ctx); err != nil {
		return Matches{}, err
	}
	q.Threshold = leastWords
	var found Matches
	err := b.show(ctx, q, b.index.ByWords(q.reach, q.Text, candidates), &found)
	return found, err
}

// asks decides whether the site is asked: not for a search as you type or a further page,
// and not where the bank has a convincing match or the whole course.
func (b *Bank) asks(ctx context.Context, q TextQuery, hits []index.Hit) (bool, error) {
	if b.Alone || q.Local || q.Offset > 0 || best(hits) >= convincing {
		return false, nil
	}
	if whole, err := b.copiedWhole(ctx, q.Course); whole || err != nil {
		return false, err
	}
	return true, b.index.FollowWords(ctx) // they tell which words are rare
}

func (q TextQuery) check() error {
	if err := q.Course.Check(); err != nil {
		return err
	}
	n := utf8.RuneCountInString(q.Text)
	switch {
	case strings.TrimSpace(q.Text) == "":
		return fault.E(fault.Invalid, fault.Say("There is no text to look for.", "Нет текста для поиска."), nil)
	case n > maxQuery:
		return fault.E(fault.Invalid, fault.Say("The text has %d characters, at most %d are read.", "В тексте %d знаков, читается не больше %d.", n, maxQuery), nil).
			WithHint(fault.Say("Leave out all but the question.", "Оставьте только сам вопрос."))
	case q.Limit < 1 || q.Offset < 0 || q.Threshold < 0 || q.Threshold > 1:
		return fault.E(fault.Invalid, fault.Say("A search needs a limit from 1, an offset from 0 and a threshold of 0-1.",
			"Поиску нужны limit от 1, смещение от 0 и threshold от 0 до 1."), nil)
	}
	return nil
}

// reach reports whether a course is in the scope of the query.
func (q TextQuery) reach(c subject.Course) bool {
	switch q.Scope {
	case Everywhere:
		return true
	case ThisExam:
		return c.Exam == q.Course.Exam
	}
	return c == q.Course
}

func best(hits []index.Hit) float64 {
	if len(hits) == 0 {
		return 0
	}
	return hits[0].Score
}

// show fills in the page of the answer with whole problems.
func (b *Bank) show(ctx context.Context, q TextQuery, hits []index.Hit, found *Matches) error {
	for found.Total < len(hits) && hits[found.Total].Score >= q.Threshold && hits[found.Total].Score > 0 {
		found.Total++
	}
	page := hits[min(q.Offset, found.Total):min(q.Offset+q.Limit, found.Total)]
	refs := make([]problem.Ref, len(page))
	for i, h := range page {
		refs[i] = h.Ref
	}
	whole, err := b.Shelf.Get(ctx, refs)
	if err != nil {
		return fmt.Errorf("bank: read %d problems: %w", len(refs), err)
	}
	found.FetchedAt = b.Now()
	for _, h := range page {
		s, ok := whole[h.Ref]
		if !ok {
			continue // taken off the shelf since the index saw it
		}
		copied, _ := b.problemCopy(s)
		found.Provenance = found.With(copied)
		found.Items = append(found.Items, Match{
			Ref: h.Ref, Similarity: h.Score, Coverage: h.Coverage, Words: h.Words, Problem: s.Problem,
		})
	}
	return nil
}

// askByText searches the site for rare words of the text until something convincing turns
// up. Result pages carry whole problems: none is fetched by itself.
func (b *Bank) askByText(ctx context.Context, q TextQuery, found *Matches) error {
	ctx, cancel := context.WithTimeout(ctx, searchPatience)
	defer cancel()
	queries := b.index.Queries(q.Course, q.Text)
	for i, words := range queries {
		told(ctx, i, len(queries), fault.Say("Searching the exam site: %s", "Поиск на сайте экзаменов: %s", words))
		page, from, err := b.Site.Search(ctx, q.Course, words, 1)
		found.Requests += from.Sent
		if fault.KindOf(err) == fault.NotFound {
			continue // the site's way to say that nothing matches
		}
		if err != nil {
			return err
		}
		if _, err := b.keep(ctx, page.Problems, from.FetchedAt); err != nil {
			return err
		}
		if err := b.index.Follow(ctx, nil); err != nil {
			return err
		}
		if best(b.index.Resembling(q.reach, q.Text, candidates)) >= convincing {
			return nil
		}
	}
	return nil
}

// notAsked says that the site gave no answer and why.
func notAsked(err error) problem.Warning {
	if errors.Is(err, context.DeadlineExceeded) {
		return problem.Warning{Text: fault.Say("The exam site did not answer in time; this is what the bank holds.", "Сайт экзаменов не ответил вовремя; показано то, что есть в банке.")}
	}
	why := fault.From(err).Text
	return problem.Warning{Text: fault.Text{
		EN: "The exam site could not be asked, this is what the bank holds: " + why.EN,
		RU: "Сайт экзаменов спросить не удалось, показано то, что есть в банке: " + why.RU,
	}}
}

// whyNothing explains an empty answer and names the next step.
func (b *Bank) whyNothing(q TextQuery, best float64, requests int) problem.Warning {
	held := b.index.Held(q.reach)
	switch {
	case held == 0:
		return problem.Warning{
			Text: fault.Say("The bank holds no problems to search here.", "В банке нет заданий для этого поиска."),
			Next: fault.Say(`copy the course with "kadry sdamgia sync %s", or search another subject.`,
				"скопируйте курс командой «kadry sdamgia sync %s» или ищите в другом предмете.", q.Course),
		}
	case best > 0:
		return problem.Warning{
			Text: fault.Say("The most similar of %d problems reaches %.2f, below the threshold of %.2f.",
				"Самое похожее из %d заданий набирает %.2f при пороге %.2f.", held, best, q.Threshold),
			Next: fault.Say("lower threshold, or give a longer piece of the text.", "понизьте threshold или дайте кусок текста длиннее."),
		}
	}
	return problem.Warning{
		Text: fault.Say("None of the %d problems of the bank resembles the text; the site was asked %d times.",
			"Среди %d заданий банка похожих нет; обращений к сайту: %d.", held, requests),
		Next: fault.Say("other words of the problem, or scope=exam or scope=all.", "другие слова задания либо scope=exam или scope=all."),
	}
}
