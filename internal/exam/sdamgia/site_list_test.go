package sdamgia_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/sdamgia/sdamgiatest"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func TestCategory_isOneRequestByThePrintPage(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	whole, from, err := v.Category(t.Context(), mathStock.Course, "101", 0)
	want := v.fake.Category(mathStock.Course, "101")
	if err != nil || !whole.Whole || from.FromCache || !slices.Equal(idsOf(whole), want) || len(want) != 90 {
		t.Fatalf("%d of %d problems, %+v %v", len(whole.Problems), len(want), from, err)
	}
	for _, p := range whole.Problems {
		if known, _ := v.fake.Problem(mathStock.Course, p.ID); p.Answer != known.Answer || p.Type != known.Type {
			t.Errorf("%s: type %s, answer %q, want %s and %q", p.ID, p.Type, p.Answer, known.Type, known.Answer)
		}
	}
	if _, from, err = v.Category(t.Context(), mathStock.Course, "101", 0); err != nil || !from.FromCache {
		t.Errorf("warm: %+v %v", from, err)
	}
	if v.fake.Requests() != 1 {
		t.Errorf("%d requests for 90 problems, cold and warm", v.fake.Requests())
	}
}

func TestCategory_printPageThatFailsSaysSo(t *testing.T) {
	t.Parallel()
	for trouble, want := range map[sdamgiatest.Trouble]sdamgia.Code{
		sdamgiatest.Renamed: sdamgia.CodeChanged, sdamgiatest.Shell: sdamgia.CodeShell, sdamgiatest.Captcha: sdamgia.CodeCaptcha,
		sdamgiatest.Blank: sdamgia.CodeEmpty, sdamgiatest.Huge: "",
	} {
		v := visiting(t)
		v.fake.Break(sdamgiatest.Break{Trouble: trouble, Route: sdamgiatest.PrintPage})
		if _, _, err := v.Category(t.Context(), mathStock.Course, "100", 0); fault.KindOf(err) != fault.Upstream || pageCode(err) != want {
			t.Errorf("%s: %v", trouble, err)
		}
		if listing, _, err := v.Category(t.Context(), mathStock.Course, "100", 1); err != nil || len(listing.Problems) != sdamgiatest.PerPage || listing.Pages != 18 {
			t.Errorf("%s, first list page: %d problems of %d pages, %v", trouble, len(listing.Problems), listing.Pages, err)
		}
	}
}

func TestCategory_byListPagesIsOneRequestForFiveProblems(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, again := range []bool{false, true} {
		var ids []string
		for page, whole := 1, false; !whole && page < 100; page++ {
			listing, from, err := v.Category(t.Context(), mathStock.Course, "100", page)
			if err != nil || from.FromCache != again {
				t.Fatalf("page %d: %+v %v", page, from, err)
			}
			ids, whole = append(ids, idsOf(listing)...), listing.Whole
		}
		if !slices.Equal(ids, v.fake.Category(mathStock.Course, "100")) || v.fake.Requests() != 18 {
			t.Errorf("again %v: %d problems after %d requests", again, len(ids), v.fake.Requests())
		}
		v.restart(false) // a new process goes on with the copies of the old one
	}
}

func TestCategory_pagesEndWithTheLast(t *testing.T) {
	t.Parallel()
	v := visiting(t, sdamgiatest.Stock{Course: mathStock.Course, Problems: 12})
	var ids []string
	page := 1
	for ; page < 10; page++ {
		listing, _, err := v.Category(t.Context(), mathStock.Course, "100", page)
		if err != nil || listing.Page != page || listing.Pages != 3 {
			t.Fatalf("page %d: %+v %v", page, listing, err)
		}
		ids = append(ids, idsOf(listing)...)
		if listing.Whole {
			break
		}
	}
	if page != 3 || !slices.Equal(ids, v.fake.Category(mathStock.Course, "100")) {
		t.Errorf("ended at page %d with %v", page, ids)
	}
	past, _, err := v.Category(t.Context(), mathStock.Course, "100", 9)
	if err != nil || len(past.Problems) != 0 || !past.Whole {
		t.Errorf("past the end: %v, %d problems, whole %v", err, len(past.Problems), past.Whole)
	}
}

func TestCategory_absentIsNotFound(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, page := range []int{0, 1} {
		if _, _, err := v.Category(t.Context(), mathStock.Course, "77777", page); fault.KindOf(err) != fault.NotFound {
			t.Errorf("page %d: %v", page, err)
		}
	}
}

func TestSearch_endsWhereTheSiteRepeatsItself(t *testing.T) {
	t.Parallel()
	v := visiting(t, sdamgiatest.Stock{Course: mathStock.Course, Types: 2, Categories: 1, Problems: 30})
	const word = "час"
	var ids []string
	page := 1
	for ; page < 40; page++ {
		listing, _, err := v.Search(t.Context(), mathStock.Course, word, page)
		if err != nil || listing.Page != page {
			t.Fatalf("page %d: %d, %v", page, listing.Page, err)
		}
		ids = append(ids, idsOf(listing)...)
		if listing.Whole {
			break
		}
	}
	if len(ids) < 20 || page > len(ids)/sdamgiatest.PerPage+1 {
		t.Errorf("ended at page %d with %d problems", page, len(ids))
	}
	slices.Sort(ids)
	if n := len(ids); len(slices.Compact(ids)) != n {
		t.Errorf("%d problems came twice", n-len(slices.Compact(ids)))
	}
	if n := v.fake.Requests(); n != page {
		t.Errorf("%d requests for %d pages", n, page)
	}
	past, from, err := v.Search(t.Context(), mathStock.Course, word, 300)
	if err != nil || len(past.Problems) != 0 || !past.Whole || from.FromCache {
		t.Errorf("far past the end: %d problems, %+v %v", len(past.Problems), from, err)
	}
}

func TestSearch_nothingFoundIsNoError(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	listing, _, err := v.Search(t.Context(), mathStock.Course, "абракадабра ещё и такая", 1)
	if err != nil || len(listing.Problems) != 0 || !listing.Whole {
		t.Errorf("%+v %v", listing, err)
	}
}

func TestSearch_keepsForAnHour(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, step := range []struct {
		pass   time.Duration
		cached bool
	}{{0, false}, {59 * time.Minute, true}, {2 * time.Minute, false}} {
		v.pass(step.pass)
		if _, from, err := v.Search(t.Context(), mathStock.Course, "глобусов & <b>", 1); err != nil || from.FromCache != step.cached {
			t.Errorf("after %s: %+v %v", step.pass, from, err)
		}
	}
}

func TestCatalogue_comesFromTheDataElseFromThePage(t *testing.T) {
	t.Parallel()
	stock := sdamgiatest.Stock{Course: mathStock.Course}
	shape := func(c problem.Catalogue) string {
		var out []string
		for _, topic := range c.Topics {
			out = append(out, topic.ID)
			for _, category := range topic.Categories {
				out = append(out, category.ID+"="+category.Name)
			}
		}
		return strings.Join(out, "|")
	}
	whole := visiting(t, stock)
	data, from, err := whole.Catalogue(t.Context(), stock.Course)
	if err != nil || from.FromCache || len(data.Topics) != 3 || !data.Topics[2].Supplementary || data.Topics[0].Supplementary {
		t.Fatalf("%+v %v", data, err)
	}
	if _, from, err = whole.Catalogue(t.Context(), stock.Course); err != nil || !from.FromCache || whole.fake.Requests() != 1 {
		t.Errorf("warm: %+v %v", from, err)
	}
	for _, trouble := range []sdamgiatest.Trouble{sdamgiatest.Captcha, sdamgiatest.Shell, sdamgiatest.Renamed, sdamgiatest.Failing, sdamgiatest.Blocked} {
		v := visiting(t, stock)
		v.fake.Break(sdamgiatest.Break{Trouble: trouble, Route: sdamgiatest.Contents})
		page, _, err := v.Catalogue(t.Context(), stock.Course)
		if err != nil || shape(page) != shape(data) || v.fake.RequestsTo(sdamgiatest.CataloguePage) != 1 {
			t.Errorf("%s: %q, want %q: %v", trouble, shape(page), shape(data), err)
		}
	}
	v := visiting(t, stock)
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha})
	if _, _, err := v.Catalogue(t.Context(), stock.Course); pageCode(err) != sdamgia.CodeCaptcha {
		t.Errorf("both ill: %v", err)
	}
}

func TestVariant_openAndHidden(t *testing.T) {
	t.Parallel()
	soc := subject.Course{Exam: subject.EGE, Subject: "soc"}
	v := visiting(t, sdamgiatest.Stock{Course: soc, Types: 6})
	open, _, err := v.Variant(t.Context(), soc, "5")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i, item := range open.Items {
		ids = append(ids, item.Ref.ID)
		if item.Position != i+1 || item.Hidden || item.Problem.Answer != "" {
			t.Errorf("%+v", item)
		}
	}
	if want := v.fake.Variant(soc, "5"); !slices.Equal(ids, want) || len(want) != 5 {
		t.Errorf("%v, want %v", ids, want)
	}
	hidden, _, err := v.Variant(t.Context(), soc, sdamgiatest.HiddenVariant)
	if err != nil || len(hidden.Items) != 5 {
		t.Fatalf("%+v %v", hidden, err)
	}
	for _, item := range hidden.Items {
		if !item.Hidden || item.Ref.ID != "" || item.Problem.Question.Empty() {
			t.Errorf("%+v", item)
		}
	}
	if _, _, err := v.Variant(t.Context(), soc, "0"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("absent: %v", err)
	}
}

func TestFile_typesByTheBytesAndKeepsForEver(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for address, want := range map[string]string{
		"/get_file?id=7":                             "image/svg+xml",
		"/get_file?id=7&png=1":                       "image/png",
		"/doc/inf/17.txt":                            "text/plain; charset=utf-8",
		"https://math-ege.sdamgia.ru/audio/1001.mp3": "audio/mpeg",
		"https://ege.sdamgia.ru/formula/svg/aa/aa493173c45e7ad86152a1d5ddcd91e7.svg": "image/svg+xml",
		"//ege.sdamgia.ru/formula/svg/ab/ab493173c45e7ad86152a1d5ddcd91e7.svg":       "image/svg+xml",
	} {
		for range 2 {
			content, err := v.File(t.Context(), mathStock.Course, address)
			if err != nil || content.Type != want || len(content.Body) == 0 {
				t.Errorf("%s: %q, want %q: %v", address, content.Type, want, err)
			}
			v.pass(10 * 365 * 24 * time.Hour)
		}
	}
	if n := v.fake.Requests(); n != 6 {
		t.Errorf("%d requests for 6 files asked twice, years apart", n)
	}
}

func TestFile_asksForNothingButFilesOfTheSite(t *testing.T) {
	t.Parallel()
	v := visiting(t)
	for _, address := range []string{
		"", "/", "/test?a=generate&prob1=1", "/problem?id=1", "https://evil.example/get_file?id=1", "http://127.0.0.1/get_file?id=1",
		"file:///etc/passwd.txt", "javascript:alert(1)", "https://user@math-ege.sdamgia.ru/get_file?id=1", "https://sdamgia.ru.evil.example/a.png",
		"/get_file/../test?a=generate", "data:image/png;base64,AA", "https://math-ege.sdamgia.ru:8443/get_file?id=1", "%zz",
	} {
		if _, err := v.File(t.Context(), mathStock.Course, address); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", address, err)
		}
	}
	if v.fake.Requests() != 0 {
		t.Errorf("%d requests", v.fake.Requests())
	}
}

func TestFile_pageInItsPlaceIsRefused(t *testing.T) {
	t.Parallel()
	for trouble, code := range map[sdamgiatest.Trouble]sdamgia.Code{
		sdamgiatest.Captcha: sdamgia.CodeCaptcha, sdamgiatest.Blank: sdamgia.CodeEmpty, sdamgiatest.Shell: sdamgia.CodeShell,
	} {
		v := visiting(t)
		v.fake.Break(sdamgiatest.Break{Trouble: trouble})
		if _, err := v.File(t.Context(), mathStock.Course, "/get_file?id=7"); pageCode(err) != code {
			t.Errorf("%s: %v", trouble, err)
		}
	}
}

func TestProbe_reportsEachPage(t *testing.T) {
	t.Parallel()
	inf := subject.Course{Exam: subject.EGE, Subject: "inf"}
	codes := func(findings []sdamgia.Finding) string {
		var list []string
		for _, f := range findings {
			list = append(list, f.Code)
			if (f.Code == "") != (f.Err == nil) || (f.Err == nil) != (f.State.RU != "") || f.What.RU == "" {
				t.Errorf("%+v", f)
			}
		}
		return strings.Join(list, "|")
	}
	v := visiting(t, sdamgiatest.Stock{Course: inf})
	if got := codes(sdamgia.Probe(t.Context(), v.Site, inf)); got != "|||" || v.fake.Requests() != 4 {
		t.Errorf("well: %q after %d requests", got, v.fake.Requests())
	}
	// A copy must not answer a probe: the second one, with the site ill, sees the illness.
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Renamed, Route: sdamgiatest.CataloguePage})
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Captcha, Route: sdamgiatest.Contents})
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Shell, Route: sdamgiatest.ProblemPage})
	if got := codes(sdamgia.Probe(t.Context(), v.Site, inf)); got != "captcha|page_structure_changed||react_shell" {
		t.Errorf("ill: %q", got)
	}
	v.fake.Break(sdamgiatest.Break{Trouble: sdamgiatest.Outage, Route: sdamgiatest.SearchPage})
	if got := codes(sdamgia.Probe(t.Context(), v.Site, inf)); got != "captcha|page_structure_changed|unavailable" {
		t.Errorf("without a search: %q", got)
	}
}

// Who copies a category goes on with list pages where the print page does not serve, and
// leaves the site alone where it suspects a machine. The errors must tell the two apart.
func TestCategory_saysWhetherListPagesMayServe(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trouble sdamgiatest.Trouble
		robots  string
		kind    fault.Kind
		alone   bool
	}{
		"captcha":             {sdamgiatest.Captcha, "", fault.Upstream, true},
		"blocked":             {sdamgiatest.Blocked, "", fault.Upstream, true},
		"renamed":             {sdamgiatest.Renamed, "", fault.Upstream, false},
		"too large":           {sdamgiatest.Huge, "", fault.Upstream, false},
		"forbidden by robots": {"", "User-agent: *\nDisallow: /*print=true\n", fault.Denied, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := visiting(t)
			if c.trouble != "" {
				v.fake.Break(sdamgiatest.Break{Trouble: c.trouble, Route: sdamgiatest.PrintPage})
			}
			if c.robots != "" {
				v.fake.SetRobots(c.robots)
			}
			_, _, err := v.Category(t.Context(), mathStock.Course, "100", 0)
			if told := fault.From(err); told.Kind != c.kind || told.RetryAfter > 0 != c.alone {
				t.Errorf("%v, to be left alone for %s", err, told.RetryAfter)
			}
			if l, _, err := v.Category(t.Context(), mathStock.Course, "100", 1); err != nil || len(l.Problems) != sdamgiatest.PerPage {
				t.Errorf("the list page: %d problems, %v", len(l.Problems), err)
			}
		})
	}
}
