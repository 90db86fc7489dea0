package linkedin_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/evidence/linkedin"
)

// job writes a position shortly: "Example Bank 2020-01..2022-05", "..now" for an open one.
func job(t testing.TB, short string) linkedin.Position {
	t.Helper()
	at := strings.LastIndexByte(short, ' ')
	from, to, _ := strings.Cut(short[at+1:], "..")
	month := func(s string) (m linkedin.Month) {
		if s == "" || s == "now" {
			return m
		}
		if _, err := fmt.Sscanf(s+"-0", "%d-%d", &m.Year, &m.Month); err != nil {
			t.Fatal(err)
		}
		return m
	}
	return linkedin.Position{Company: short[:at], Start: month(from), End: month(to), Current: to == "now"}
}

func jobs(t testing.TB, short ...string) (out []linkedin.Position) {
	t.Helper()
	for _, s := range short {
		out = append(out, job(t, s))
	}
	return out
}

// said writes differences as text.
func said(differences []linkedin.Difference) (out []string) {
	side := func(c *linkedin.Claim) string {
		if c == nil {
			return "-"
		}
		return c.Company
	}
	for _, d := range differences {
		if d.Text.EN == "" || d.Text.RU == "" {
			return append(out, "no text")
		}
		out = append(out, fmt.Sprintf("%s %s|%s %d", d.Kind, side(d.First), side(d.Second), d.Months))
	}
	return out
}

func TestCompare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ first, second, want []string }{
		"the same": {[]string{"Example Bank 2020-01..now", "Sample 2016-03..2019-12"}, []string{"Sample 2016-03..2019-12", "Example Bank 2020-01..now"}, nil},
		"legal forms, case, letters and spaces": {
			[]string{"ООО «Пример» 2020-01..2021-01", "EXAMPLE LLC 2018-01..2019-01", "Health Graphix, Inc. 2015-01..2016-01", "Société Bleue (Paris) S.A. 2012-01..2013-01"},
			[]string{"Primer 2020-01..2021-01", "Example 2018-01..2019-01", "HealthGraphix 2015-01..2016-01", "societe bleue 2012-01..2013-01"},
			nil,
		},
		"a longer name":                 {[]string{"Example 2020-01..2021-01"}, []string{"Example Cloud Services 2020-01..2021-01"}, nil},
		"a year agrees with its months": {[]string{"Example 2018..2021"}, []string{"Example 2018-11..2021-02"}, nil},
		"start and end differ": {
			[]string{"Example 2018-01..2021-06"},
			[]string{"Example 2018-04..2020-12"},
			[]string{"start_differs Example|Example 3", "end_differs Example|Example 6"},
		},
		"a year that does not agree":  {[]string{"Example 2018..2021"}, []string{"Example 2019-03..2021-02"}, []string{"start_differs Example|Example 3"}},
		"ended or not":                {[]string{"Example 2018-01..now"}, []string{"Example 2018-01..2020-12"}, []string{"end_differs Example|Example 0"}},
		"jobs of one stay":            {[]string{"Example 2018-01..2019-01", "Example 2019-02..2020-05", "Example 2020-05..now"}, []string{"Example 2018-01..now"}, nil},
		"twice at one employer":       {[]string{"Example 2010-01..2012-01", "Example 2018-01..2019-01"}, []string{"Example 2018-01..2019-01", "Example 2010-01..2012-01"}, nil},
		"one lacks a job":             {[]string{"Example 2018-01..2019-12"}, nil, []string{"only_in_first Example|- 24"}},
		"the other lacks an open one": {nil, []string{"Example 2018-01..now"}, []string{"only_in_second -|Example 0"}},
		"a job beside another": {
			[]string{"Example 2018-01..2019-12"},
			[]string{"Sample 2019-06..2020-06"},
			[]string{"only_in_first Example|- 24", "only_in_second -|Sample 13", "overlap Example|Sample 7"},
		},
		"both tell of two jobs at once": {[]string{"Example 2018-01..2019-12", "Sample 2018-06..2019-06"}, []string{"Sample 2018-06..2019-06", "Example 2018-01..2019-12"}, nil},
		"a handover is no overlap":      {[]string{"Example 2018-01..2019-06"}, []string{"Sample 2019-06..2020-06"}, []string{"only_in_first Example|- 18", "only_in_second -|Sample 13"}},
		"a short name is its own":       {[]string{"X 2018-01..2018-12"}, []string{"X Ray 2018-01..2018-12"}, []string{"only_in_first X|- 12", "only_in_second -|X Ray 12", "overlap X|X Ray 12"}},
		"no names, no dates":            {[]string{" 2018-01..2019-01", "Example .."}, nil, nil},
		"legal forms alone":             {[]string{"ООО 2018-01..2019-01"}, []string{"ооо 2018-01..2019-01"}, nil},
	} {
		got := said(linkedin.Compare(jobs(t, c.first...), jobs(t, c.second...)))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestCompareOpenLength uses the length a reading gave to an open job.
func TestCompareOpenLength(t *testing.T) {
	t.Parallel()
	open := job(t, "Example 2020-01..now")
	open.DurationMonths = 24
	got := said(linkedin.Compare([]linkedin.Position{open}, jobs(t, "Example 2020-01..2020-12")))
	if diff := cmp.Diff([]string{"end_differs Example|Example 12"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestCompareProperties: an account agrees with itself in any order, and what differs does
// so the same way round from the other side.
func TestCompareProperties(t *testing.T) {
	t.Parallel()
	account := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) linkedin.Position {
		from := rapid.IntRange(2000*12, 2020*12).Draw(t, "from")
		to := from + rapid.IntRange(0, 60).Draw(t, "length")
		return linkedin.Position{
			Company: rapid.SampledFrom([]string{"Example", "Sample", "Mock", "Пример"}).Draw(t, "company"),
			Start:   linkedin.Month{Year: from / 12, Month: from%12 + 1}, End: linkedin.Month{Year: to / 12, Month: to%12 + 1},
		}
	}), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := account.Draw(t, "a"), account.Draw(t, "b")
		if got := linkedin.Compare(a, rapid.Permutation(a).Draw(t, "order")); len(got) != 0 {
			t.Fatalf("an account disagrees with itself: %v", said(got))
		}
		if x, y := len(linkedin.Compare(a, b)), len(linkedin.Compare(b, a)); x != y {
			t.Fatalf("%d differences one way, %d the other", x, y)
		}
	})
}
