package marking_test

import (
	"cmp"
	"encoding/json"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode"
	"unicode/utf8"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/llmgrader"
	"kadry/internal/interview/marking"
	"kadry/internal/llm"
	"kadry/internal/llm/llmtest"
	"kadry/internal/retrieve"
)

// judgedAnswer is an answer that somebody judged point by point; see tools/dev/learn/answers.
type judgedAnswer struct {
	Question string             `json:"question"`
	Lang     bank.Language      `json:"lang"`
	Kind     string             `json:"kind"`
	Grade    int                `json:"grade"`
	Met      map[string]float64 `json:"met"`
	Text     string             `json:"text"`
}

// everyTenth are the judged answers to every tenth question.
func everyTenth(t *testing.T) []judgedAnswer {
	t.Helper()
	files, err := filepath.Glob("../../../tools/dev/learn/answers/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no judged answers: %v", err)
	}
	var taken []judgedAnswer
	seen := map[string]int{} // questions, in the order in which they come
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var a judgedAnswer
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if _, ok := seen[a.Question]; !ok {
				seen[a.Question] = len(seen)
			}
			if seen[a.Question]%10 == 0 {
				taken = append(taken, a)
			}
		}
	}
	return taken
}

// salads are answers in the words of a question's right sentences that claim nothing.
func salads(q bank.Question, lang bank.Language, chance *rand.Rand) map[string]string {
	var sentences, words []string
	for _, p := range q.Points {
		right := p.Contrast.In(string(lang)).Right
		sentences = append(sentences, right[chance.Intn(len(right))])
	}
	all := strings.Fields(strings.Join(sentences, " "))
	for _, w := range all {
		if w = strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }); utf8.RuneCountInString(w) > 3 {
			words = append(words, strings.ToLower(w))
		}
	}
	chance.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	forms := []string{"% plays an important role for %.", "One has to understand %, % and % well.", "% is closely related to %.", "Such tasks use % as well as %."}
	if lang == bank.Russian {
		forms = []string{"% играет важную роль для %.", "Нужно хорошо понимать %, % и %.", "% тесно связано с %.", "В таких задачах используют %, а также %."}
	}
	empty := strings.Join(forms, " ")
	for n := 0; strings.Contains(empty, "%"); n++ {
		empty = strings.Replace(empty, "%", words[n%len(words)], 1)
	}
	return map[string]string{
		"list": strings.Join(words[:min(20, len(words))], ", "), "shuffled": strings.Join(all, " "), "empty sentences": empty,
	}
}

var (
	clause = regexp.MustCompile(`[^.!?;\n,:]+`)
	whole  = regexp.MustCompile(`[^.!?\n]+`)
	asked  = regexp.MustCompile(`(?m)^- ([a-z0-9-]+): `)
	shown  = regexp.MustCompile(`(?s)⟦answer [A-Z2-7]+⟧\n(.*)\n⟦end of answer`)
)

// told is a place of an answer that may tell a point.
type told struct {
	point, words string
	start        int
	worth        float64
}

// quotes gives every point the words of the answer that come nearest to what the bank says
// of it, each place once: what a reader of good will would quote.
func quotes(q bank.Question, lang bank.Language, answer string, points []string) map[string]string {
	var places []told
	for _, p := range q.Points {
		if !slices.Contains(points, p.ID) {
			continue
		}
		pieces := map[string]bool{}
		for _, term := range retrieve.Terms(strings.Join(append([]string{lang.Of(p.Text)}, p.Contrast.In(string(lang)).Right...), " ")) {
			pieces[term.Stem] = true
			for _, g := range threes(term.Stem) {
				pieces[g] = true
			}
		}
		for _, at := range append(whole.FindAllStringIndex(answer, -1), clause.FindAllStringIndex(answer, -1)...) {
			words := strings.TrimSpace(answer[at[0]:at[1]])
			terms := retrieve.Terms(words)
			worth := 0.0
			for _, term := range terms {
				if pieces[term.Stem] {
					worth += 2
				}
				for _, g := range threes(term.Stem) {
					if pieces[g] {
						worth += 0.1
					}
				}
			}
			if len(terms) > 0 {
				places = append(places, told{p.ID, words, at[0], worth / float64(len(terms)+3)})
			}
		}
	}
	slices.SortStableFunc(places, func(a, b told) int { return cmp.Compare(b.worth, a.worth) })
	given := map[string]string{}
	var used []told
	for _, at := range places {
		overlaps := func(u told) bool {
			return u.point == at.point || u.start < at.start+len(at.words) && at.start < u.start+len(u.words)
		}
		if !slices.ContainsFunc(used, overlaps) {
			used, given[at.point] = append(used, at), at.words
		}
	}
	return given
}

func threes(stem string) []string {
	letters, all := []rune(stem), []string(nil)
	for i := 0; i+3 <= len(letters); i++ {
		all = append(all, string(letters[i:i+3]))
	}
	return all
}

// rated marks answers with a model behind an endpoint that says the points of made.
type rated struct {
	t      *testing.T
	bank   *bank.Bank
	marker *marking.Marker
	grader *llmgrader.Grader
	answer judgedAnswer
	made   func(q bank.Question, a judgedAnswer) []string
}

func newRated(t *testing.T, b *bank.Bank, marker *marking.Marker, made func(bank.Question, judgedAnswer) []string) *rated {
	t.Helper()
	r := &rated{t: t, bank: b, marker: marker, made: made}
	server := llmtest.New(llmtest.Easygoing, llmtest.Answers(r.reply))
	client, err := llm.New(llm.Config{BaseURL: "http://model.test/v1", Model: "judge", Transport: server.Transport(t)})
	if err != nil {
		t.Fatal(err)
	}
	if r.grader, err = llmgrader.New(llmgrader.Config{Client: client}); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *rated) reply(request llmtest.Request) string {
	q, _ := r.bank.Question(r.answer.Question)
	found := shown.FindStringSubmatch(request.Last())
	if found == nil {
		r.t.Errorf("no answer in %s", request.Last())
		return ""
	}
	quoted := quotes(q, r.answer.Lang, found[1], r.made(q, r.answer))
	points := []map[string]any{}
	for _, id := range asked.FindAllStringSubmatch(request.Last(), -1) {
		words, ok := quoted[id[1]]
		points = append(points, map[string]any{"id": id[1], "met": ok, "quote": words})
	}
	text, _ := json.Marshal(map[string]any{"points": points}) // texts always encode
	return string(text)
}

func (r *rated) mark(a judgedAnswer) (before float64, m marking.Mark) {
	r.t.Helper()
	r.answer = a
	q, ok := r.bank.Question(a.Question)
	if !ok {
		r.t.Fatalf("the bank has no %s", a.Question)
	}
	turns := []marking.Turn{marking.NewTurn(marking.Worded(q, a.Lang), a.Text, "", 2)}
	m = r.marker.Mark(q, a.Lang, turns)
	before = m.Score
	said, err := r.grader.Rate(r.t.Context(), marking.NewRating(q, a.Lang, turns))
	if err != nil {
		r.t.Fatalf("%s: %v", a.Question, err)
	}
	r.marker.Weigh(&m, said, q, a.Lang, turns)
	return before, m
}

type mean struct{ before, after, n float64 }

func (s *mean) add(before, after float64) {
	s.before, s.after, s.n = s.before+before, s.after+after, s.n+1
}

// A model that finds what people found lifts right answers in other words; one that says
// that everything is made lifts no answer that claims nothing.
func TestSecond_goodAndHostileModels(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	marker := marking.NewMarker(b)
	good := func(q bank.Question, a judgedAnswer) (ids []string) {
		for _, p := range q.Points {
			if a.Met[p.ID] >= marking.MetFrom {
				ids = append(ids, p.ID)
			}
		}
		return ids
	}
	everything := func(q bank.Question, _ judgedAnswer) (ids []string) {
		for _, p := range q.Points {
			ids = append(ids, p.ID)
		}
		return ids
	}
	synctest.Test(t, func(t *testing.T) {
		helped, cheated := newRated(t, b, marker, good), newRated(t, b, marker, everything)
		chance := rand.New(rand.NewSource(1))
		var plain mean
		hostile := map[string]*mean{}
		cheat := func(kind string, a judgedAnswer) {
			if hostile[kind] == nil {
				hostile[kind] = &mean{}
			}
			before, m := cheated.mark(a)
			hostile[kind].add(before, m.Score)
			if m.Score > before+0.5 || m.Score > 2.25*before+1e-3 {
				t.Errorf("%s, %s: %.2f became %.2f", a.Question, kind, before, m.Score)
			}
		}
		for _, a := range everyTenth(t) {
			switch {
			case a.Kind == "plain" && a.Grade >= 3:
				before, m := helped.mark(a)
				plain.add(before, m.Score)
			case a.Kind == "evasive" && a.Grade == 0:
				cheat(a.Kind, a)
			case a.Kind == "natural":
				q, _ := b.Question(a.Question)
				for kind, text := range salads(q, a.Lang, chance) {
					cheat(kind, judgedAnswer{Question: a.Question, Lang: a.Lang, Text: text})
				}
			}
		}
		t.Logf("worded differently: %.1f became %.1f (%.0f answers)", 100*plain.before/plain.n, 100*plain.after/plain.n, plain.n)
		if plain.n < 24 || plain.after/plain.n < 0.75 {
			t.Errorf("%.0f answers worded differently have a mean of %.2f with a good model", plain.n, plain.after/plain.n)
		}
		for kind, s := range hostile {
			t.Logf("%s: %.1f became %.1f (%.0f answers)", kind, 100*s.before/s.n, 100*s.after/s.n, s.n)
			if s.n < 20 || s.after-s.before > 0.05*s.n || s.after > 0.40*s.n {
				t.Errorf("%s: the mean of %.0f rose from %.2f to %.2f", kind, s.n, s.before/s.n, s.after/s.n)
			}
		}
	})
}
