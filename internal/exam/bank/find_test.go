package bank_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func find(t testing.TB, b *bank.Bank, q bank.TextQuery) bank.Matches {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 20
	}
	if q.Course == (subject.Course{}) {
		q.Course = examtest.Math
	}
	got, err := b.Find(context.Background(), q)
	if err != nil {
		t.Fatalf("find %+v: %v", q, err)
	}
	return got
}

// forMachines are words of the operations, which no page says to people.
var forMachines = regexp.MustCompile(`Next:|Дальше:|sdamgia|scope=|missing`)

func TestFind_warmAsksNobody(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 100)
	b, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, examtest.Today)
	got := find(t, b, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 42), Threshold: 0.6})
	if len(got.Items) == 0 || got.Items[0].Ref.ID != "1042" || got.Items[0].Similarity != 1 || got.Items[0].Coverage < 0.99 {
		t.Fatalf("got %+v", got.Items[:min(1, len(got.Items))])
	}
	if got.Requests != 0 || len(s.Requests()) != 0 || !got.FromCache || got.Stale {
		t.Errorf("%d requests, %+v", got.Requests, got.Provenance)
	}
	if got.Items[0].Problem.Answer != examtest.Invent(examtest.Math, 42).Answer {
		t.Errorf("the match is not the whole problem: %+v", got.Items[0].Problem)
	}
}

func TestFind_toleratesMistakes(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	b, _ := examtest.Offline(t, s)
	p := examtest.Invent(examtest.Math, 137)
	damaged := strings.NewReplacer("Утром", "утрм", "вечеру", "вечру", "осталась", "осталас", "ровно ", "").Replace(p.Question.SearchText())
	got := find(t, b, bank.TextQuery{Text: damaged, Threshold: 0.6})
	if len(got.Items) == 0 || got.Items[0].Ref.ID != p.ID {
		t.Fatalf("got %+v for %q", got.Items, damaged)
	}
	if m := got.Items[0]; m.Similarity >= 1 || m.Similarity < 0.6 || len(m.Words) == 0 {
		t.Errorf("similarity %v by %v", m.Similarity, m.Words)
	}
}

func TestFind_coldAsksFewTimesAndKeepsThePages(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	b, shelf := examtest.NewBank(t, s)
	got := find(t, b, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 42), Threshold: 0.6})
	asked := s.Requests()
	if len(got.Items) == 0 || got.Items[0].Ref.ID != "1042" {
		t.Fatalf("got %+v after %v", got.Items, asked)
	}
	if len(asked) != got.Requests || got.Requests < 1 || got.Requests > 3 || got.FromCache {
		t.Errorf("asked %v, told %d", asked, got.Requests)
	}
	for _, name := range asked {
		if words := strings.Fields(name); !strings.HasPrefix(name, "search math ") || len(words) > 11 {
			t.Errorf("asked %q, want searches of at most eight words and nothing else", name)
		}
	}
	if _, kept := examtest.All(t, shelf)[examtest.RefOf(examtest.Math, "1042")]; !kept {
		t.Error("the problem of the result page was not kept")
	}
	if again := find(t, b, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 42), Threshold: 0.6}); again.Requests != 0 || len(s.Requests()) != 0 {
		t.Errorf("the second time %d requests", again.Requests)
	}
}

// One misread word keeps the site from finding anything by all words: fewer words do.
func TestFind_coldSurvivesAMisreadWord(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	b, _ := examtest.NewBank(t, s)
	text := strings.Replace(examtest.TextOf(examtest.Math, 42), "заново", "заиоваа", 1)
	got := find(t, b, bank.TextQuery{Text: text, Threshold: 0.6})
	if len(s.Requests()) > 3 {
		t.Error("more than three requests")
	}
	if len(got.Items) == 0 {
		t.Errorf("found nothing: %v", got.Warnings)
	}
}

// Two misread words leave one of three groups clean, whichever words they are.
func TestFind_coldSurvivesAnyTwoMisreadWords(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	const text = "Пилот воздушного шара насчитал внизу девять мельниц, паром через реку и старую часовню возле кладбища"
	lost := examtest.Invent(examtest.Math, 0)
	lost.Ref, lost.Question = examtest.RefOf(examtest.Math, "77"), examtest.Paragraphs(text+".")
	s.Problems[lost.Ref] = lost
	words := strings.Fields(strings.ReplaceAll(text, ",", ""))
	tried := 0
	for i, first := range words {
		for _, second := range words[i+1:] {
			if len([]rune(first)) < 4 || len([]rune(second)) < 4 {
				continue
			}
			misread := strings.NewReplacer(first, first+"щъ", second, second+"щъ").Replace(text)
			b, _ := examtest.NewBank(t, s)
			s.Requests()
			got := find(t, b, bank.TextQuery{Text: misread, Threshold: 0.5})
			asked := s.Requests()
			if len(got.Items) == 0 || got.Items[0].Ref != lost.Ref || len(asked) > 3 || got.Requests != len(asked) {
				t.Errorf("%q: %d found, asked %v", misread, len(got.Items), asked)
			}
			tried++
		}
	}
	if tried < 20 {
		t.Errorf("%d pairs were tried", tried)
	}
}

// A bank that knows the words of a course puts three slips behind the words that are none.
func TestFind_coldSurvivesThreeMisreadWords(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 400)
	b, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, examtest.Today)
	lost := examtest.Invent(examtest.Math, 0)
	lost.Ref, lost.Question = examtest.RefOf(examtest.Math, "77"), examtest.Paragraphs("Утром пчеловод уложил на телеге дрезину антрацита, а мельник к вечеру продал ровно четверть воска.")
	s.Problems[lost.Ref] = lost
	got := find(t, b, bank.TextQuery{Threshold: 0.5, Text: "Утром пчеловод уложил на телеге дризену онтрацита, а мельник к вечеру продал ровно чивтерть воска."})
	if asked := s.Requests(); len(asked) > 3 || len(got.Items) == 0 || got.Items[0].Ref != lost.Ref {
		t.Errorf("found %+v, asked %v", got.Items[:min(1, len(got.Items))], asked)
	}
}

// Once the bank is large it tells which words are rare: the site is asked for those, and
// not for words that no problem has, which are slips.
func TestFind_asksForRareWords(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 400)
	b, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, examtest.Today)
	rare := examtest.Invent(examtest.Math, 0)
	rare.ID, rare.Question = "77", examtest.Paragraphs("Дрезина везла антрацит.")
	if err := shelf.Put(t.Context(), []problem.Stored{{Problem: rare, FetchedAt: examtest.Today}}); err != nil {
		t.Fatal(err)
	}
	find(t, b, bank.TextQuery{Text: "вечеру осталась ровно треть пришлось считать заново утром антрацит шпыгра телеге перевёз сколько", Threshold: 0.99})
	asked := s.Requests()
	if len(asked) == 0 || !strings.Contains(asked[0], "антрацит") || strings.Contains(asked[0], "шпыгра") {
		t.Errorf("asked %v", asked)
	}
}

func TestFind_whenTheSiteIsNotAsked(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(*bank.TextQuery){
		"as you type": func(q *bank.TextQuery) { q.Local = true },
		"next page":   func(q *bank.TextQuery) { q.Offset = 5 },
	} {
		s := examtest.Stocked(examtest.Math, 5)
		b, _ := examtest.NewBank(t, s)
		q := bank.TextQuery{Text: "стекольщик уложил в амбаре", Threshold: 0.6}
		set(&q)
		if got := find(t, b, q); got.Requests != 0 || len(s.Requests()) != 0 || len(got.Warnings) == 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestFind_copiedCourseNeedsNoSite(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	b, _ := examtest.NewBank(t, s)
	if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	s.Requests()
	got := find(t, b, bank.TextQuery{Text: "кузнец подковал рыжую кобылу", Threshold: 0.6})
	if got.Requests != 0 || len(s.Requests()) != 0 || got.Total != 0 || len(got.Warnings) == 0 {
		t.Errorf("got %+v", got)
	}
}

func TestFind_saysWhyNothingWasFound(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 20)
	full, _ := examtest.Offline(t, s)
	empty, _ := examtest.Offline(t, examtest.NewSite())
	down := examtest.Stocked(examtest.Math, 20)
	down.Down = examtest.ErrDown
	unreachable, _ := examtest.NewBank(t, down)
	for name, c := range map[string]struct {
		bank *bank.Bank
		text string
		want []string
	}{
		"an empty bank":       {empty, examtest.TextOf(examtest.Math, 1), []string{"kadry sdamgia sync ege/math"}},
		"below the threshold": {full, "Утром гончар перевёз на телеге самовар", []string{"threshold"}},
		"nothing like it":     {full, "zzz qqq xxx jjj www", []string{"scope"}},
		"the site is down":    {unreachable, examtest.TextOf(examtest.Math, 1), []string{"The site is down", "kadry sdamgia sync"}},
	} {
		got := find(t, c.bank, bank.TextQuery{Text: c.text, Threshold: 0.97})
		var all string
		for _, w := range got.Warnings {
			all += w.Text.EN + " " + w.Next.EN + "\n"
			if w.Text.RU == "" || w.Text.RU == w.Text.EN || (w.Next.RU == "") != (w.Next.EN == "") {
				t.Errorf("%s: no Russian for %+v", name, w)
			}
			if forMachines.MatchString(w.Text.EN + w.Text.RU) {
				t.Errorf("%s: a page would tell people %q", name, w.Text.EN)
			}
		}
		for _, want := range c.want {
			if got.Total != 0 || !strings.Contains(all, want) {
				t.Errorf("%s: %d found, warned %q, want %q", name, got.Total, all, want)
			}
		}
	}
}

func TestFind_staleOnlyWhenTheSiteCannotBeAsked(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 20)
	s.Down = examtest.ErrDown
	b, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, examtest.Today.Add(-40*24*time.Hour))
	certain := find(t, b, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 3), Threshold: 0.3})
	if certain.Stale || certain.Requests != 0 {
		t.Errorf("a convincing match: %+v, %d requests", certain.Provenance, certain.Requests)
	}
	unsure := find(t, b, bank.TextQuery{Text: "лесник, гончар, мельник", Threshold: 0.05})
	if !unsure.Stale || len(unsure.Items) == 0 || !unsure.FetchedAt.Equal(examtest.Today.Add(-40*24*time.Hour)) {
		t.Errorf("an old copy and a site out of reach: %+v of %d", unsure.Provenance, len(unsure.Items))
	}
}

func TestFind_scopes(t *testing.T) {
	t.Parallel()
	s := examtest.NewSite()
	for i, course := range []subject.Course{examtest.Math, examtest.Russian, examtest.OGE} {
		p := examtest.Invent(course, i)
		p.Question = examtest.Paragraphs(fmt.Sprintf("Синий трактор номер %d ехал по просёлочной дороге.", i))
		s.Problems[p.Ref] = p
	}
	b, _ := examtest.Offline(t, s)
	for scope, want := range map[bank.Scope][]string{
		bank.ThisSubject: {"ege/math"},
		bank.ThisExam:    {"ege/math", "ege/rus"},
		bank.Everywhere:  {"ege/math", "ege/rus", "oge/math"},
		"":               {"ege/math"},
	} {
		got := find(t, b, bank.TextQuery{Text: "синий трактор ехал по просёлочной дороге", Scope: scope, Threshold: 0.3})
		var courses []string
		for _, m := range got.Items {
			courses = append(courses, m.Ref.Course.String())
		}
		slices.Sort(courses)
		if !slices.Equal(courses, want) {
			t.Errorf("scope %q reaches %v, want %v", scope, courses, want)
		}
	}
}

func TestFind_pages(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	b, _ := examtest.Offline(t, s)
	q := bank.TextQuery{Text: "Утром пришлось считать заново, к вечеру осталась ровно треть", Threshold: 0.2, Limit: 50}
	whole := find(t, b, q)
	if whole.Total < 20 {
		t.Fatalf("%d found, too few to page through", whole.Total)
	}
	seen := map[string]bool{}
	q.Limit = 7
	for q.Offset = 0; q.Offset < whole.Total; q.Offset += q.Limit {
		part := find(t, b, q)
		if part.Total != whole.Total {
			t.Errorf("the page at %d says %d of %d", q.Offset, part.Total, whole.Total)
		}
		for i, m := range part.Items {
			if at := q.Offset + i; at < len(whole.Items) && m.Ref != whole.Items[at].Ref {
				t.Errorf("place %d: %s, want %s", at, m.Ref, whole.Items[at].Ref)
			}
			seen[m.Ref.ID] = true
		}
	}
	if len(seen) != whole.Total {
		t.Errorf("%d different of %d", len(seen), whole.Total)
	}
}

func TestFind_refuses(t *testing.T) {
	t.Parallel()
	b, _ := examtest.Offline(t, examtest.Stocked(examtest.Math, 1))
	for name, q := range map[string]bank.TextQuery{
		"no text":          {Course: examtest.Math, Text: "  ", Limit: 5},
		"a book":           {Course: examtest.Math, Text: strings.Repeat("я", 4001), Limit: 5},
		"no limit":         {Course: examtest.Math, Text: "лесник"},
		"a wild threshold": {Course: examtest.Math, Text: "лесник", Limit: 5, Threshold: 1.5},
		"no course":        {Text: "лесник", Limit: 5},
	} {
		if _, err := b.Find(t.Context(), q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := b.Find(ctx, bank.TextQuery{Course: examtest.Math, Text: "лесник", Limit: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Two processes share a shelf: what one keeps the other finds.
func TestFind_seesWhatAnotherProcessKept(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 3)
	shelf := examtest.NewStorage(t)
	one := bank.New(bank.Parts{Shelf: shelf, Site: s, Now: s.Now})
	two := bank.New(bank.Parts{Shelf: shelf, Now: s.Now, Alone: true})
	if got := find(t, two, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 2), Threshold: 0.9}); got.Total != 0 {
		t.Fatal("found before it was kept")
	}
	if _, err := one.Problem(t.Context(), examtest.RefOf(examtest.Math, "1002"), bank.AnyCopy); err != nil {
		t.Fatal(err)
	}
	if got := find(t, two, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 2), Threshold: 0.9}); got.Total != 1 {
		t.Errorf("%d found", got.Total)
	}
	// And a problem that has changed is found by its new text alone.
	s.Now = func() time.Time { return examtest.Today.Add(time.Hour) }
	changed := s.Problems[examtest.RefOf(examtest.Math, "1002")]
	changed.Question = examtest.Paragraphs("Кузнец подковал рыжую кобылу и запросил три медяка.")
	s.Problems[changed.Ref] = changed
	if _, err := one.Problem(t.Context(), changed.Ref, bank.Revalidate); err != nil {
		t.Fatal(err)
	}
	if got := find(t, two, bank.TextQuery{Text: "Кузнец подковал рыжую кобылу", Threshold: 0.6}); got.Total != 1 {
		t.Errorf("by the new text %d found", got.Total)
	}
	if got := find(t, two, bank.TextQuery{Text: examtest.TextOf(examtest.Math, 2), Threshold: 0.6}); got.Total != 0 {
		t.Errorf("by the old text %d found", got.Total)
	}
}

func TestFind_manyAtOnce(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 120)
	s.Stock(examtest.Russian, 20)
	b, shelf := examtest.NewBank(t, s)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			n := i * 13
			got, err := b.Find(context.Background(), bank.TextQuery{Course: examtest.Math, Scope: bank.Everywhere, Text: examtest.TextOf(examtest.Math, n), Threshold: 0.6, Limit: 5})
			if err != nil || len(got.Items) == 0 || got.Items[0].Ref.ID != fmt.Sprint(1000+n) {
				t.Errorf("%d: %+v, %v", n, got.Items, err)
			}
			if _, err := b.Problems(context.Background(), examtest.Russian, []string{"1001", "1002", "1003"}); err != nil {
				t.Error(err)
			}
			if _, err := b.Search(context.Background(), bank.ListQuery{Course: examtest.Math, Words: "гончар", Limit: 5}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(examtest.All(t, shelf)) == 0 {
		t.Error("nothing was kept")
	}
}

func TestLoad_reportsAndRecovers(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	b, shelf := examtest.Offline(t, s)
	lost := errors.New("connection lost")
	shelf.Fail(lost)
	if err := b.Load(t.Context(), nil); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
	shelf.Fail(nil)
	last := 0
	if err := b.Load(t.Context(), func(n int) { last = n }); err != nil || last != 60 {
		t.Errorf("%d taken in, %v", last, err)
	}
	counts, err := b.Courses(t.Context())
	if err != nil || counts[examtest.Math] != 60 {
		t.Errorf("courses %v, %v", counts, err)
	}
}
