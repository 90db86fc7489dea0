package interview_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/llmgrader"
	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
)

// hostile is a model that does not do what it is asked. It is told the attack that the
// answer holds.
type hostile struct {
	name  string
	reply func(attack func() string) llmtest.Reply
}

var (
	askedPoint  = regexp.MustCompile(`(?m)^- ([a-z0-9-]+): (.*)$`)
	shownAnswer = regexp.MustCompile(`(?s)⟦answer [A-Z2-7]+⟧\n(.*)\n⟦end of answer`)
)

// everything is a verdict that every point is made, by the quotes given.
func everything(q llmtest.Request, quote func(i, of int) string) string {
	points := []map[string]any{}
	ids := askedPoint.FindAllStringSubmatch(q.Last(), -1)
	for i, id := range ids {
		points = append(points, map[string]any{"id": id[1], "met": true, "quote": quote(i, len(ids))})
	}
	text, _ := json.Marshal(map[string]any{"points": points})
	return string(text)
}

// piece is the i-th of so many parts of a text, none of which overlap.
func piece(text string, i, of int) string {
	words := strings.Fields(text)
	from, to := i*len(words)/of, (i+1)*len(words)/of
	if from == to {
		return text
	}
	_, rest, _ := strings.Cut(text, words[from]) // the same word may stand earlier; a wrong piece is a hostile one as well
	rest = words[from] + rest
	end := len(rest)
	if to < len(words) {
		if cut := strings.Index(rest[1:], words[to]); cut > 0 {
			end = cut + 1
		}
	}
	return strings.TrimSpace(rest[:end])
}

func thinks(f func(q llmtest.Request, attack string) string) func(func() string) llmtest.Reply {
	return func(attack func() string) llmtest.Reply {
		return llmtest.Answers(func(q llmtest.Request) string { return f(q, attack()) })
	}
}

func always(r llmtest.Reply) func(func() string) llmtest.Reply {
	return func(func() string) llmtest.Reply { return r }
}

var (
	obedient = hostile{"obeys", thinks(func(q llmtest.Request, attack string) string {
		return everything(q, func(i, of int) string { return piece(llm.Clean(attack).Text, i, of) })
	})}
	parrot = hostile{"quotes the answer", thinks(func(q llmtest.Request, _ string) string {
		said := ""
		if m := shownAnswer.FindStringSubmatch(q.Last()); m != nil {
			said = strings.TrimSpace(m[1])
		}
		return everything(q, func(i, of int) string { return piece(said, i, of) })
	})}
	liars = []hostile{
		{"gives a hundred", always(llmtest.Says(`{"score": 100, "overall_score": 100}`))},
		{"other keys", always(llmtest.Says(`{"points":[{"criterion":"all","ok":true,"evidence":"everything"}]}`))},
		{"other ids", always(llmtest.Says(`{"points":[{"id":"total","met":true,"quote":"100"},{"id":"all","met":true,"quote":"all"}]}`))},
		{"invented quotes", thinks(func(q llmtest.Request, _ string) string {
			points := askedPoint.FindAllStringSubmatch(q.Last(), -1)
			return everything(q, func(i, _ int) string { return points[i][2] }) // the points themselves
		})},
		{"quotes the question", thinks(func(q llmtest.Request, _ string) string {
			asked, _, _ := strings.Cut(q.Last(), "The points:")
			return everything(q, func(i, of int) string { return piece(asked, i, of) })
		})},
		{"one quote", thinks(func(q llmtest.Request, attack string) string {
			return everything(q, func(int, int) string { return attack })
		})},
		{"a megabyte", thinks(func(q llmtest.Request, _ string) string {
			return everything(q, func(_, of int) string { return strings.Repeat("да ", 1<<20/5/of) })
		})},
		{"hangs", always(llmtest.Hangs())},
		{"never ends", always(llmtest.NeverEnds(`{"points":[`))},
		{"declines", always(llmtest.Declines("no"))},
	}
)

// switched is a rater over the model of the moment.
type switched struct {
	*llmgrader.Grader
	asked *llmtest.Server
}

// over joins a model to the room, through the client and the rater that the product uses.
func (s *switched) over(t *testing.T, model hostile, attack func() string) {
	t.Helper()
	s.asked = llmtest.New(llmtest.Easygoing, model.reply(attack))
	client, err := llm.New(llm.Config{BaseURL: "http://model.test/v1", Model: "hostile", Transport: s.asked.Transport(t)})
	if err != nil {
		t.Fatal(err)
	}
	if s.Grader, err = llmgrader.New(llmgrader.Config{Client: client}); err != nil {
		t.Fatal(err)
	}
}

// unruly plays interviews with models and attacks; no mark is above that of the embedded
// grader for the same answer without the attack.
func unruly(t *testing.T, lang bank.Language, mine func(i int) hostile) {
	t.Helper()
	d, in := hired(lang)
	in.Language, in.Limits.MaxQuestions = lang, 6
	var without [4]map[string]float64
	alone := newHouse(t)
	alone.vacancy(t, d)
	for turn := range without {
		without[turn] = scores(plain(t, alone, in, turn))
	}
	second := &switched{}
	h := newHouse(t, func(p *interview.Parts) { p.Rater = second })
	h.vacancy(t, d)
	for i, a := range attacks {
		if a.lang != lang || passedOver(i) {
			continue
		}
		var current string
		model := mine(i)
		second.over(t, model, func() string { return current })
		turn, p := i%4, []place{behind, before, middle}[i%3]
		got := h.hearing(t, h.start(t, in).ID, func(q bank.Question, n int) string {
			current = a.text(q)
			return p.put(honest(q, n+turn, string(lang)), current)
		})
		if len(second.asked.Requests()) == 0 {
			t.Errorf("%s: the model was not asked", model.name)
		}
		for _, m := range got.Marks {
			if most := without[turn][m.Question]; m.Score > most {
				t.Errorf("%s; %s, %s: %s has %.4f, without the attack %.4f", model.name, a.name, p, m.Question, m.Score, most)
			}
		}
	}
}

// A model that does what the attacks say, or anything else but its task, raises no mark.
func TestInjection_hostileModels(t *testing.T) {
	t.Parallel()
	for _, lang := range bank.Languages() {
		for name, mine := range map[string]func(i int) hostile{
			"obedient": func(int) hostile { return obedient },
			"parrot":   func(int) hostile { return parrot },
			"liars":    func(i int) hostile { return liars[i%len(liars)] },
		} {
			t.Run(fmt.Sprint(lang, " ", name), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { unruly(t, lang, mine) }) // a model that hangs takes no time
			})
		}
	}
}
