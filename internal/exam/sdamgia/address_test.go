package sdamgia_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func TestCourses_haveHostsThatLeadBack(t *testing.T) {
	t.Parallel()
	want := map[subject.Exam]int{subject.EGE: 15, subject.OGE: 14, subject.CT: 13, "sat": 0}
	for e, n := range want {
		if got := len(subject.Courses(e)); got != n {
			t.Errorf("%s has %d courses, want %d", e, got, n)
		}
	}
	if n := len(subject.Courses(subject.VPR)); n < 30 {
		t.Errorf("ВПР has %d courses", n)
	}
	seen := map[string]bool{}
	for _, e := range subject.Exams() {
		for _, c := range subject.Courses(e) {
			host := sdamgia.Host(c)
			if seen[host] {
				t.Errorf("%s serves two courses", host)
			}
			seen[host] = true
			if back, ok := sdamgia.Locate("https://" + host + "/problem?id=1"); !ok || back.Course != c {
				t.Errorf("%s leads to %v, want %v", host, back, c)
			}
		}
	}
	for _, host := range []string{"math-ege.sdamgia.ru", "rus-oge.sdamgia.ru", "math8-vpr.sdamgia.ru", "phys.reshuct.by", "math3b.reshuct.by", "bh.reshuct.by"} {
		if !seen[host] {
			t.Errorf("no course at %s", host)
		}
	}
}

func TestLocate_readsWhatPeoplePaste(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://math-ege.sdamgia.ru/problem?id=26662":                  "ege/math:26662",
		"http://www.math-ege.sdamgia.ru/problem?id=26662":               "ege/math:26662",
		"https://m.rus-oge.sdamgia.ru/problem?id=7&print=true#text":     "oge/rus:7",
		"math-ege.sdamgia.ru/problem?id=26662":                          "ege/math:26662",
		"  <https://soc-ege.sdamgia.ru/problem/?id=2249>. ":             "ege/soc:2249",
		"https://math-ege.sdamgia.ru/problem?id=26662, см. ниже":        "ege/math:26662",
		"(https://math-ege.sdamgia.ru/problem?print=true&id=26662)":     "ege/math:26662",
		"https://ege.sdamgia.ru/problem?id=5":                           "ege/math:5",
		"https://oge.sdamgia.ru/problem?id=5":                           "oge/math:5",
		"https://math8-vpr.sdamgia.ru/problem?id=12":                    "vpr/math8:12",
		"https://math10-vpr.sdamgia.ru/problem?id=12":                   "vpr/math10:12",
		"https://math3.reshuct.by/problem?id=3":                         "ct/math3:3",
		"https://bh.reshuct.by/problem?id=3":                            "ct/bh:3",
		"HTTPS://MATH-EGE.SDAMGIA.RU/problem?id=№26662":                 "ege/math:26662",
		"https://math-ege.sdamgia.ru:443/problem?id=26662&utm_source=x": "ege/math:26662",
	} {
		if ref, ok := sdamgia.Locate(address); !ok || ref.String() != want {
			t.Errorf("%q leads to %q %v, want %q", address, ref, ok, want)
		}
	}
	for _, address := range []string{
		"", "26662", "math:26662", "https://math-ege.sdamgia.ru/test?id=26662", "https://math-ege.sdamgia.ru/problem",
		"https://math-ege.sdamgia.ru/problem?id=abc", "https://math-ege.sdamgia.ru.evil.example/problem?id=1",
		"https://evil.example/math-ege.sdamgia.ru/problem?id=1", "ftp://math-ege.sdamgia.ru/problem?id=1",
		"https://sdamgia.ru/problem?id=1", "https://math-gve.sdamgia.ru/problem?id=1", "https://math.reshuct.by.x/problem?id=1",
		"https://math99-vpr.sdamgia.ru/problem?id=1", "https://math.reshuct.by/problem?id=1", "https://[::1]/problem?id=1", "%zz",
	} {
		if ref, ok := sdamgia.Locate(address); ok {
			t.Errorf("%q leads to %v", address, ref)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("https://math-ege.sdamgia.ru/problem?id=26662")
	f.Add("www.math8-vpr.sdamgia.ru/problem?id=1&x=%zz")
	f.Fuzz(func(t *testing.T, address string) {
		ref, ok := sdamgia.Locate(address)
		if !ok {
			return
		}
		if ref.ID == "" || strings.Trim(ref.ID, "0123456789") != "" || len(ref.ID) > 20 {
			t.Errorf("%q gives the number %q", address, ref.ID)
		}
		host := sdamgia.Host(ref.Course)
		again, ok := sdamgia.Locate("https://" + host + "/problem?id=" + ref.ID)
		if !ok || again != ref {
			t.Errorf("%q gives %v, whose own address gives %v", address, ref, again)
		}
	})
}

func TestParseBase_routes(t *testing.T) {
	t.Parallel()
	const problem, formula = "https://math8-vpr.sdamgia.ru/problem?id=7", "https://ege.sdamgia.ru/formula/svg/aa/bb.svg"
	for _, c := range []struct{ base, problem, formula, allowed string }{
		{"", problem, formula, ".sdamgia.ru .reshuct.by"},
		{"http://127.0.0.1:1234/{host}", "http://127.0.0.1:1234/math8-vpr.sdamgia.ru/problem?id=7", "http://127.0.0.1:1234/ege.sdamgia.ru/formula/svg/aa/bb.svg", "127.0.0.1:1234"},
		{"https://mirror.example/x/{host}/", "https://mirror.example/x/math8-vpr.sdamgia.ru/problem?id=7", "https://mirror.example/x/ege.sdamgia.ru/formula/svg/aa/bb.svg", "mirror.example:443"},
		{"http://mirror.example/{exam}/{subject}", "http://mirror.example/vpr/math8/problem?id=7", "http://mirror.example/ege/math/formula/svg/aa/bb.svg", "mirror.example:80"},
		{"https://{subject}-{exam}.sdamgia.ru", problem, "https://math-ege.sdamgia.ru/formula/svg/aa/bb.svg", ".sdamgia.ru"},
		{"http://{host}", "http://math8-vpr.sdamgia.ru/problem?id=7", "http://ege.sdamgia.ru/formula/svg/aa/bb.svg", ".sdamgia.ru .reshuct.by"},
	} {
		b, err := sdamgia.ParseBase(c.base)
		if err != nil {
			t.Errorf("%q: %v", c.base, err)
			continue
		}
		for address, want := range map[string]string{problem: c.problem, formula: c.formula} {
			if got, err := b.Route(address); got != want || err != nil {
				t.Errorf("%q: %q %v, want %q", c.base, got, err, want)
			}
		}
		if got := strings.Join(b.Allowed(), " "); got != c.allowed {
			t.Errorf("%q allows %q, want %q", c.base, got, c.allowed)
		}
	}
}

func TestParseBase_refuses(t *testing.T) {
	t.Parallel()
	for _, template := range []string{
		"http://127.0.0.1:1234", "127.0.0.1/{host}", "ftp://x.example/{host}", "https://u:p@x.example/{host}", "https://{subject}/{exam}",
		"https://{subject}-{exam}.com", "https://x.example/{host}?a=1", "https://x.example/{host}#a", "https://{host}.evil", "{host}",
		"https://{subject}-{exam}.example.org:8080", "http://[::1/{host}", "https:///{host}",
	} {
		if b, err := sdamgia.ParseBase(template); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v %v", template, b.Allowed(), err)
		}
	}
}

// TestPolicy_coversOnlyTheBase: whatever the base, everything that is asked for lies on
// hosts the policy allows.
func TestPolicy_coversOnlyTheBase(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		template := rapid.SampledFrom([]string{"", "http://127.0.0.1:9/{host}", "https://{subject}-{exam}.mirror.example.org", "http://m.example/{exam}/{subject}"}).Draw(t, "base")
		base, err := sdamgia.ParseBase(template)
		if err != nil {
			t.Fatal(err)
		}
		e := rapid.SampledFrom(subject.Exams()).Draw(t, "exam")
		course := rapid.SampledFrom(subject.Courses(e)).Draw(t, "course")
		to, err := base.Route("https://" + sdamgia.Host(course) + "/problem?id=1")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(to, "://")
		authority, _, _ := strings.Cut(rest, "/")
		p := sdamgia.Policy(base, sdamgia.Limits{})
		covered := slices.ContainsFunc(p.Suffixes, func(s string) bool {
			return s == authority || s == authority+":80" || strings.HasPrefix(s, ".") && strings.HasSuffix(authority, s)
		})
		if !covered {
			t.Errorf("%s is not on %v", authority, p.Suffixes)
		}
		if p.Private != (len(p.Suffixes) == 1 && !strings.HasPrefix(p.Suffixes[0], ".")) {
			t.Errorf("private %v with %v", p.Private, p.Suffixes)
		}
	})
}
