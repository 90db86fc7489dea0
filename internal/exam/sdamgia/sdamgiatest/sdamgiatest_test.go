package sdamgiatest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/exam/subject"
)

func ege(name subject.Subject) subject.Course {
	return subject.Course{Exam: subject.EGE, Subject: name}
}

// serve asks a fake as its host is asked, without a connection.
func serve(f *sdamgiatest.Fake, c subject.Course, at string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, at, nil)
	r.Host = sdamgiatest.Host(c)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	f.ServeHTTP(w, r)
	return w
}

func read(t *testing.T, f *sdamgiatest.Fake, c subject.Course, at string) problem.Listing {
	t.Helper()
	w := serve(f, c, at)
	listing, err := sdamgia.Problems(c, "https://"+sdamgiatest.Host(c)+at, w.Body.Bytes())
	if err != nil {
		t.Fatalf("%s %s: %v", c, at, err)
	}
	return listing
}

// TestFake_whatItKnowsIsOnItsPages reads every problem of every subject from a list, from
// paper and from its own page, and compares it with what the fake says of it.
func TestFake_whatItKnowsIsOnItsPages(t *testing.T) {
	t.Parallel()
	for _, c := range subject.Courses(subject.EGE) {
		t.Run(c.Code(), func(t *testing.T) {
			t.Parallel()
			f := sdamgiatest.New(sdamgiatest.Stock{Course: c, Types: 2, Categories: 1, Problems: 13})
			for _, category := range f.Categories(c) {
				ids := f.Category(c, category)
				compare(t, f, c, ids, read(t, f, c, "/test?filter=all&category_id="+category+"&print=true").Problems)
				for page := range (len(ids) + 4) / 5 {
					listing := read(t, f, c, fmt.Sprintf("/test?theme=%s&page=%d", category, page+1))
					compare(t, f, c, ids[page*5:min(page*5+5, len(ids))], listing.Problems)
				}
				for _, id := range ids {
					listing := read(t, f, c, "/problem?id="+id)
					known, _ := f.Problem(c, id)
					compare(t, f, c, append([]string{id}, known.Linked...), listing.Problems)
				}
			}
		})
	}
}

func compare(t *testing.T, f *sdamgiatest.Fake, c subject.Course, ids []string, read []problem.Problem) {
	t.Helper()
	if len(read) != len(ids) {
		t.Fatalf("%d problems read, %d shown", len(read), len(ids))
	}
	for _, p := range read {
		want, ok := f.Problem(c, p.ID)
		if !ok || !slices.Contains(ids, p.ID) {
			t.Fatalf("read %q, shown %v", p.ID, ids)
		}
		if p.Type != want.Type || p.Answer != want.Answer || p.Points != want.Points || !slices.Equal(p.Analogs, want.Analogs) {
			t.Errorf("%s: %s %q %d %v, want %s %q %d %v", p.ID, p.Type, p.Answer, p.Points, p.Analogs, want.Type, want.Answer, want.Points, want.Analogs)
		}
		if len(p.Files) != len(want.Files) || len(p.Audio) != len(want.Audio) || len(p.Question.Images()) != len(want.Images) || len(p.Question.Formulas()) != len(want.Formulas) {
			t.Errorf("%s: %d files, %d recordings, %d pictures, %d formulas, want %+v", p.ID, len(p.Files), len(p.Audio), len(p.Question.Images()), len(p.Question.Formulas()), want)
		}
		for name, pair := range map[string][2]string{
			"question": {p.Question.SearchText(), want.Question}, "passage": {p.Passage.SearchText(), want.Passage}, "solution": {p.Solution.SearchText(), want.Solution},
		} {
			holds(t, p.ID+" "+name, pair[0], pair[1])
		}
	}
}

func holds(t *testing.T, name, got, want string) {
	t.Helper()
	if (got == "") != (want == "") || strings.ContainsAny(got, "\u00ad\u200b") {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
	rest := strings.Join(strings.Fields(got), " ")
	for line := range strings.SplitSeq(want, "\n") {
		_, after, found := strings.Cut(rest, line)
		if !found {
			t.Errorf("%s: no %q in %q", name, line, rest)
			return
		}
		rest = after
	}
}

func TestFake_repeatsItsLastPage(t *testing.T) {
	t.Parallel()
	c := ege("math")
	f := sdamgiatest.New(sdamgiatest.Stock{Course: c, Problems: 12})
	for _, at := range []string{"/test?filter=all&category_id=100", "/search?search=глобусов"} {
		last, pages := "", 0
		for page := 1; page < 30; page++ {
			body := serve(f, c, at+"&page="+strconv.Itoa(page)).Body.String()
			if body == last {
				pages = page - 1
				break
			}
			last = body
		}
		if pages == 0 || !strings.Contains(last, "prob_maindiv") {
			t.Errorf("%s: never repeats", at)
		}
		if body := serve(f, c, at+"&page=1000").Body.String(); body != last {
			t.Errorf("%s: page 1000 is not page %d", at, pages)
		}
	}
}

func TestFake_isTheSameEveryTime(t *testing.T) {
	t.Parallel()
	c := ege("soc")
	stock := sdamgiatest.Stock{Course: c, Types: 10, Categories: 4, Problems: 50}
	one, other := sdamgiatest.New(stock), sdamgiatest.New(stock)
	texts := map[string]bool{}
	for i := range 2000 {
		id := strconv.Itoa(sdamgiatest.FirstID + i)
		p, ok := one.Problem(c, id)
		if !ok {
			t.Fatalf("no problem %s", id)
		}
		if again, _ := other.Problem(c, id); i%10 == 0 && (again.Question != p.Question || again.Answer != p.Answer) {
			t.Fatalf("%s differs", id)
		}
		texts[p.Question] = true
	}
	if len(texts) < 1990 {
		t.Errorf("%d different questions of 2000", len(texts))
	}
	if _, ok := one.Problem(c, strconv.Itoa(sdamgiatest.FirstID+2000)); ok {
		t.Error("one problem too many")
	}
}

func TestFake_hyphensAndSpacesAreThere(t *testing.T) {
	t.Parallel()
	c := ege("rus")
	f := sdamgiatest.New(sdamgiatest.Stock{Course: c})
	body := serve(f, c, "/problem?id=1001").Body.String()
	for what, least := range map[string]int{"\u00ad": 50, "&nbsp;№&nbsp;": 1, "\u202f": 5, `class="align-left"`: 1, "<!--np-->": 3} {
		if n := strings.Count(body, what); n < least {
			t.Errorf("%q stands %d times", what, n)
		}
	}
	if !utf8.ValidString(body) {
		t.Error("not UTF-8")
	}
}

func TestFake_answersThoseWhoKnowThePage(t *testing.T) {
	t.Parallel()
	c := ege("math")
	f := sdamgiatest.New(sdamgiatest.Stock{Course: c})
	tag := serve(f, c, "/problem?id=1001").Header().Get("ETag")
	if w := serve(f, c, "/problem?id=1001", "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() != 0 || f.NotModified() != 1 {
		t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
	}
	f.Revise(c)
	if w := serve(f, c, "/problem?id=1001", "If-None-Match", tag); w.Code != http.StatusOK {
		t.Errorf("after a revision: status %d", w.Code)
	}
}

func TestFake_makesTestsByRedirect(t *testing.T) {
	t.Parallel()
	c := ege("math")
	f := sdamgiatest.Start(sdamgiatest.Stock{Course: c})
	defer f.Close()
	resp, err := http.Get(f.URL(c, "/test?a=generate&prob1=1"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(body), "Вариант № 77") || f.RequestsTo(sdamgiatest.Generator) != 1 || f.RequestsTo(sdamgiatest.VariantPage) != 1 {
		t.Errorf("%v: %d bytes", err, len(body))
	}
}

func TestFake_breaksAsOftenAsTold(t *testing.T) {
	t.Parallel()
	c := ege("math")
	f := sdamgiatest.New(sdamgiatest.Stock{Course: c})
	f.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha, Route: sdamgiatest.SearchPage, Times: 2})
	for i, want := range []bool{true, true, false} {
		if got := strings.Contains(serve(f, c, "/search?search=глобусов").Body.String(), "captcha"); got != want {
			t.Errorf("time %d: captcha %v", i+1, got)
		}
		if strings.Contains(serve(f, c, "/problem?id=1001").Body.String(), "captcha") {
			t.Error("another route is ill")
		}
	}
	if f.Requests() != 6 || f.RequestsTo(sdamgiatest.SearchPage) != 3 {
		t.Errorf("counted %d and %d", f.Requests(), f.RequestsTo(sdamgiatest.SearchPage))
	}
	f.Forget()
	if f.Requests() != 0 {
		t.Error("not forgotten")
	}
}

func TestFake_seesWhoWaits(t *testing.T) {
	t.Parallel()
	c := ege("math")
	f := sdamgiatest.Start(sdamgiatest.Stock{Course: c})
	defer f.Close()
	f.Hold()
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			resp, err := http.Get(f.URL(c, "/problem?id=1001"))
			if err != nil {
				t.Error(err)
				return
			}
			resp.Body.Close()
		})
	}
	f.AwaitInFlight(3)
	f.Release()
	wg.Wait()
	if f.MostAtOnce() != 3 {
		t.Errorf("%d at once", f.MostAtOnce())
	}
}

func TestFake_hasNoOtherHosts(t *testing.T) {
	t.Parallel()
	f := sdamgiatest.New(sdamgiatest.Stock{Course: ege("math")})
	if w := serve(f, ege("rus"), "/problem?id=1001"); w.Code != http.StatusNotFound {
		t.Errorf("status %d", w.Code)
	}
	if w := serve(f, ege("math"), "/"); !strings.Contains(w.Body.String(), `id="root"`) {
		t.Error("the home page is no shell")
	}
}

func BenchmarkFake_printPage(b *testing.B) {
	c := ege("math")
	f := sdamgiatest.New(sdamgiatest.Stock{Course: c, Problems: 90})
	for b.Loop() {
		serve(f, c, "/test?filter=all&category_id=100&print=true")
	}
}
