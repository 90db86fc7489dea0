package evidenceweb

import (
	"math"
	"strings"
	"testing"
	"time"

	"kadry/internal/github"
)

func TestLanguageYears_addUp(t *testing.T) {
	t.Parallel()
	bars := languageYears([]year{
		{2023, map[string]float64{"Go": 10, "C": 2}},
		{2024, nil},
		{2025, map[string]float64{"Go": 20, "Python": 9, "Rust": 8, "Ruby": 7, "Lua": 6, "Perl": 5, "C": 1}},
	})
	if len(bars) != 2 || bars[0].year != 2025 || bars[1].year != 2023 {
		t.Fatalf("%+v", bars)
	}
	for _, b := range bars {
		end, sum := 0.0, 0.0
		for _, s := range b.segments {
			if math.Abs(s.x-end) > 1e-9 {
				t.Errorf("%d: a segment begins at %v, not %v", b.year, s.x, end)
			}
			end += s.width
			sum += s.commits
		}
		if math.Abs(sum-b.commits) > 1e-9 || math.Abs(end-100*b.commits/56) > 1e-9 {
			t.Errorf("%d: %v commits over %v", b.year, sum, end)
		}
	}
	list := legend(bars)
	if len(list) != languagesShown+1 || list[0].name != "Go" || list[languagesShown].rank != 0 {
		t.Errorf("legend %+v", list)
	}
	if bars[0].of(list[languagesShown]) != 6 || bars[1].of(list[0]) != 10 || bars[1].of(list[1]) != 0 {
		t.Error("the table tells other numbers than the bars")
	}
	if languageYears(nil) != nil || languageYears([]year{{2025, map[string]float64{"Go": 0}}}) != nil {
		t.Error("bars of nothing")
	}
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	var days []github.Day
	for i := range 365 {
		days = append(days, github.Day{Date: time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), Contributions: i % 5})
	}
	drawn := 0
	g := calendarGrid(days)
	for _, outline := range g.levels {
		drawn += strings.Count(outline, "M")
	}
	if drawn != 365 || g.width != 52*dayStep+daySize || len(g.months) < 11 {
		t.Errorf("%d days, %d wide, %d months", drawn, g.width, len(g.months))
	}
	sums := monthSums(days)
	all, active := 0, 0
	for _, m := range sums {
		all += m.contributions
		active += m.days
	}
	if len(sums) != 12 || sums[0].month != 12 || all != 730 || active != 292 {
		t.Errorf("%d months, %d contributions on %d days", len(sums), all, active)
	}
	for _, bad := range [][]github.Day{nil, {{Date: "soon", Contributions: 3}}, {{Date: "2026-01-01"}, {Date: "9999-12-31", Contributions: 1}, {Date: "0001-01-01", Contributions: -4}}} {
		if g := calendarGrid(bad); g.width > daySize || len(monthSums(bad)) > 3 {
			t.Errorf("%v: %+v", bad, g)
		}
	}
	if n := len(monthSums(make([]github.Day, 1<<16))); n != 0 {
		t.Errorf("%d months of nothing", n)
	}
	edges := levelEdges([]github.Day{{Contributions: 1}, {Contributions: 1}, {Contributions: 400}})
	if edges.level(0) != 0 || edges.level(-1) != 0 || edges.level(1) != 1 || edges.level(400) < 2 {
		t.Errorf("levels by %v", edges)
	}
}

func TestOnGitHub(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://github.com/a/b/blob/HEAD/c%20d.go#L4": true, "http://github.com/a": false, "https://github.com.evil.example/a": false, "https://evil.example/github.com": false,
		"https://github.com@evil.example/": false, "https://u:p@github.com/a": false, "javascript:alert(1)//github.com": false, "//github.com/a": false, "": false, "https://github.com:99999/%zz": false,
	} {
		if got := onGitHub(address); (got != "") != want || got != "" && got != address {
			t.Errorf("%q: %q", address, got)
		}
	}
}

func TestFileText_isShort(t *testing.T) {
	t.Parallel()
	long := fileText(item{Path: strings.Repeat("путь/", 400) + "конец.go", Line: 7})
	if n := len([]rune(long)); n > pathShown+4 || !strings.HasSuffix(long, "конец.go:7") || !strings.Contains(long, "…") {
		t.Errorf("%d characters: %s", n, long)
	}
	if got := fileText(item{Path: "a/b.go"}); got != "a/b.go" {
		t.Error(got)
	}
}

func FuzzSplitSkills(f *testing.F) {
	for _, seed := range []string{"Go, C#; C++\nRust", ",,;", " ", "", "\x00,\xff", "a,a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := question{skills: splitSkills(text)}
		again := splitSkills(q.typed())
		if strings.Join(again, "\n") != strings.Join(q.skills, "\n") {
			t.Errorf("%q: %q, then %q", text, q.skills, again)
		}
		for _, one := range q.skills {
			if one == "" || strings.TrimSpace(one) != one {
				t.Errorf("%q: a skill %q", text, one)
			}
		}
	})
}
