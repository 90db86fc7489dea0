package trudvsem_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kadry/internal/fault"
	"kadry/internal/market/markettest"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/market/source/trudvsem"
	"kadry/internal/upstream"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// above is the path of Kazan, a town of the region 1624; other areas are at the top.
func above(area string) []posting.Named {
	if area == "88" {
		return []posting.Named{{ID: "88", Name: "Казань"}, {ID: "1624"}, {ID: "113"}}
	}
	return []posting.Named{{ID: area}}
}

func visit(t *testing.T, postings []posting.Posting, o markettest.RegisterOptions) (*markettest.Register, *trudvsem.Client) {
	t.Helper()
	r := markettest.StartRegister(t, postings, o)
	p := trudvsem.Policy(r.URL())
	p.PerSecond, p.Backoff, p.Attempts = 0, time.Millisecond, 3
	c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}, Folder: t.TempDir(), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return r, trudvsem.New(trudvsem.Config{Upstream: c, API: r.URL(), Above: above, Now: func() time.Time { return now }})
}

func TestSearch_readsPostings(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 40, now)
	_, c := visit(t, all, markettest.RegisterOptions{Broken: 2})
	page, err := c.Search(t.Context(), posting.Query{}, 0, 20)
	if err != nil || page.Found != 40 || page.Pages != 2 || len(page.Items) != 20 || page.Requests != 3 || len(page.Left) != 0 {
		t.Fatalf("%+v, %v", page, err)
	}
	for i, p := range page.Items {
		of := all[i]
		if p.Source != posting.Trudvsem || p.ID != of.ID || p.Title != of.Title || p.Employer.ID != of.Employer.ID || p.Area.ID != "1" || p.Experience != of.Experience ||
			p.IsRemote() != of.IsRemote() || p.Education != "higher" || p.Employment != posting.Full || !p.IsDetailed() || p.Published.IsZero() || p.URL == "" {
			t.Errorf("%+v\n%+v", p, of)
		}
		if (p.Pay == nil) != (of.Pay == nil) || p.Pay != nil && (p.Pay.From != of.Pay.From || p.Pay.Currency != "RUB") {
			t.Errorf("%+v, %+v", p.Pay, of.Pay)
		}
		if strings.Contains(p.Description, "mail.example") {
			t.Errorf("%q", p.Description)
		}
	}
}

// Public clients disagree on what an offset counts; either is found out.
func TestSearch_eitherWayOfCounting(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 95, now)
	for _, byRow := range []bool{false, true} {
		_, c := visit(t, all, markettest.RegisterOptions{ByRow: byRow})
		var ids []string
		for n := range 5 {
			page, err := c.Search(t.Context(), posting.Query{}, n, 20)
			if err != nil || page.Page != n {
				t.Fatal(err)
			}
			for _, p := range page.Items {
				ids = append(ids, p.ID)
			}
		}
		var want []string
		for _, p := range all {
			want = append(want, p.ID)
		}
		if !reflect.DeepEqual(ids, want) {
			t.Errorf("by row %v: %d ids", byRow, len(ids))
		}
	}
}

func TestSearch_theQueryIsCheckedHere(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 200, now)
	r, c := visit(t, all, markettest.RegisterOptions{Regions: map[string]string{"88": "1600000000000"}})
	for name, q := range map[string]posting.Query{
		"text":       {Text: "аналитика данных"},
		"either":     {Text: `"Kafka" OR тестировщики`},
		"title":      {Text: "разработчик", TitleOnly: true},
		"paid":       {PaidOnly: true, PayFrom: 200_000},
		"remote":     {Formats: []posting.Format{posting.Remote}},
		"experience": {Experience: []posting.Experience{posting.OverSix}},
		"time":       {After: now.AddDate(0, 0, -5), Before: now.AddDate(0, 0, -2)},
		"town":       {Areas: []string{"88"}},
		"excluded":   {Text: "Python NOT Django"},
	} {
		page, err := c.Search(t.Context(), q, 0, 100)
		if err != nil || len(page.Items) == 0 {
			t.Errorf("%s: %d of %d, %v", name, len(page.Items), page.Found, err)
		}
		for _, p := range page.Items {
			text := strings.ToLower(p.Title + p.Description)
			ok := map[string]bool{
				"text":   strings.Contains(text, "аналити") && strings.Contains(text, "данн"),
				"either": strings.Contains(text, "kafka") || strings.Contains(text, "тестировщик"),
				"title":  strings.Contains(strings.ToLower(p.Title), "разработчик"),
				"paid":   p.Pay != nil && (p.Pay.To == 0 || p.Pay.To >= 200_000),
				"remote": p.IsRemote(), "experience": p.Experience == posting.OverSix,
				"time": !p.Published.Before(q.After.Truncate(24*time.Hour)) && !p.Published.After(q.Before), "town": p.Area.ID == "1624", "excluded": strings.Contains(text, "python"),
			}[name]
			if !ok {
				t.Errorf("%s: %+v", name, p)
			}
		}
		switch name {
		case "town":
			if !reflect.DeepEqual(page.Left, []string{"areas"}) || !strings.Contains(r.Queries()[len(r.Queries())-1], "/region/1600000000000?") {
				t.Errorf("%v %v", page.Left, r.Queries())
			}
		case "excluded":
			if !slices.Contains(page.Left, "text") {
				t.Errorf("%v", page.Left)
			}
		}
	}
	if page, err := c.Search(t.Context(), posting.Query{Roles: []string{"96"}, PayFrom: 5, Currency: "USD", Areas: []string{"113", "1"}}, 0, 10); err != nil || !reflect.DeepEqual(page.Left, []string{"roles", "pay_from"}) {
		t.Errorf("%v, %v", page.Left, err)
	}
}

func TestSearch_refusals(t *testing.T) {
	t.Parallel()
	r, c := visit(t, nil, markettest.RegisterOptions{})
	for name, q := range map[string]posting.Query{
		"abroad": {Areas: []string{"1002"}}, "two regions": {Areas: []string{"1", "2"}}, "text": {Text: strings.Repeat("я", 501)},
		"time": {After: now, Before: now.AddDate(0, 0, -1)},
	} {
		if _, err := c.Search(t.Context(), q, 0, 10); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, at := range [][2]int{{-1, 10}, {0, 0}, {0, 101}, {100, 100}, {1 << 62, 2}} {
		if _, err := c.Search(t.Context(), posting.Query{}, at[0], at[1]); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%v: %v", at, err)
		}
	}
	if len(r.Queries()) != 0 {
		t.Errorf("%v", r.Queries())
	}
	for name, o := range map[string]markettest.RegisterOptions{"a web page": {WebPage: true}, "another status": {Status: "500"}, "out of order": {Broken: 99}} {
		_, c := visit(t, sample.Postings(1, 5, now), o)
		_, err := c.Search(t.Context(), posting.Query{}, 0, 10)
		if f := fault.From(err); f.Kind != fault.Upstream && f.Kind != fault.Unavailable || f.Text.RU == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCrawl(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 350, now)
	for _, byRow := range []bool{false, true} {
		_, c := visit(t, all, markettest.RegisterOptions{ByRow: byRow})
		told := 0
		s, err := c.Crawl(t.Context(), posting.Query{}, 1000, func(done, total int) {
			if told = done; total != 350 {
				t.Errorf("%d of %d", done, total)
			}
		})
		if err != nil || !s.Complete || len(s.Postings) != 350 || s.Found != 350 || told != 350 || s.Source != posting.Trudvsem {
			t.Errorf("%d of %d, %+v, %v", len(s.Postings), s.Found, s.Failures, err)
		}
		if s, err = c.Crawl(t.Context(), posting.Query{}, 120, nil); err != nil || len(s.Postings) != 120 || s.Complete {
			t.Errorf("%d of %d, %v", len(s.Postings), s.Found, err)
		}
	}
	_, c := visit(t, nil, markettest.RegisterOptions{})
	if s, err := c.Crawl(t.Context(), posting.Query{}, 10, nil); err != nil || !s.Complete || s.Found != 0 {
		t.Errorf("nothing to be found: %+v, %v", s, err)
	}
	if _, err := c.Crawl(t.Context(), posting.Query{}, 0, nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("%v", err)
	}
}

func TestCrawl_whatFailsIsTold(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 350, now)
	for name, c := range map[string]struct {
		o    markettest.RegisterOptions
		code string
		n    int
	}{
		"repeats":       {markettest.RegisterOptions{Repeats: true}, "trudvsem_repeats", 100},
		"in the middle": {markettest.RegisterOptions{FailAt: 3}, string(fault.Upstream), 200},
	} {
		_, client := visit(t, all, c.o)
		s, err := client.Crawl(t.Context(), posting.Query{}, 1000, nil)
		if err != nil || s.Complete || len(s.Postings) != c.n || len(s.Failures) == 0 || s.Failures[0].Code != c.code || s.Failures[0].ReasonRU == "" {
			t.Errorf("%s: %d of %d, %+v, %v", name, len(s.Postings), s.Found, s.Failures, err)
		}
	}
	_, c := visit(t, all, markettest.RegisterOptions{WebPage: true})
	if s, err := c.Crawl(t.Context(), posting.Query{}, 10, nil); fault.KindOf(err) != fault.Upstream || len(s.Failures) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	_, c = visit(t, all, markettest.RegisterOptions{})
	left, leave := context.WithCancel(t.Context())
	if _, err := c.Crawl(left, posting.Query{}, 1000, func(int, int) { leave() }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestRegions_areOneToOne(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for area, code := range trudvsem.Regions() {
		if seen[code] || len(code) != 2 || len(trudvsem.CodeOf(area)) != 13 || trudvsem.AreaOf(code) != area || trudvsem.AreaOf(trudvsem.CodeOf(area)) != area {
			t.Errorf("%s %s", area, code)
		}
		seen[code] = true
	}
	if len(seen) != 89 || trudvsem.AreaOf("") != "" || trudvsem.AreaOf("99") != "" || trudvsem.CodeOf("88") != "" {
		t.Errorf("%d regions", len(seen))
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"status":"200","meta":{"total":1},"results":{"vacancies":[{"vacancy":{"id":"1","job-name":"a","salary_min":"5","requirement":{"experience":3}}}]}}`))
	f.Add([]byte(`{"status":200,"results":{}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := trudvsem.Decode(body)
		if err != nil {
			return
		}
		for _, p := range page.Items {
			if p.ID == "" || p.Title == "" || p.Pay != nil && p.Pay.From+p.Pay.To == 0 {
				t.Errorf("%+v", p)
			}
			if _, err := p.Published.MarshalJSON(); err != nil {
				t.Error(err)
			}
		}
	})
}
