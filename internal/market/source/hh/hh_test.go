package hh_test

import (
	"context"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/market/markettest"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/market/source/hh"
	"kadry/internal/upstream"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const token = "USERTOKEN"

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// way is the way out to a fake, with the policy hurried up.
func way(t *testing.T, h *markettest.HH, change func(*upstream.Policy)) *upstream.Client {
	t.Helper()
	p := hh.Policy(h.URL(), "kadry-test/1.0 (test@mail.example)")
	p.PerSecond, p.Attempts, p.Backoff, p.LongestWait = 0, 2, time.Millisecond, time.Second
	if change != nil {
		change(&p)
	}
	c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}, Folder: t.TempDir(), Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// visit is a fake and a client with a token.
func visit(t *testing.T, postings []posting.Posting, o markettest.HHOptions) (*markettest.HH, *hh.Client) {
	t.Helper()
	o.Tokens = append(o.Tokens, token)
	h := markettest.StartHH(t, postings, o)
	return h, hh.New(hh.Config{Upstream: way(t, h, nil), API: h.URL(), Token: hh.Fixed(token), Now: clock})
}

func TestSearch_asksForWhatTheQuerySays(t *testing.T) {
	t.Parallel()
	h, c := visit(t, sample.Postings(1, 400, now), markettest.HHOptions{})
	q := posting.Query{
		Text: "разработчик", TitleOnly: true, Areas: []string{"1", "88"}, Roles: []string{"96"}, Experience: []posting.Experience{posting.OneToThree, posting.ThreeToSix},
		Formats: []posting.Format{posting.Remote}, PayFrom: 100_000, PaidOnly: true, After: now.AddDate(0, 0, -20), Before: now,
	}
	page, err := c.Search(t.Context(), q, 0, 20)
	if err != nil {
		t.Fatal(err)
	}
	if page.Found == 0 || len(page.Items) == 0 || page.Requests != 1 || page.Stale || !page.FetchedAt.Equal(now) {
		t.Errorf("%+v", page)
	}
	for _, p := range page.Items {
		if !strings.Contains(strings.ToLower(p.Title), "разработчик") || !slices.Contains(q.Areas, p.Area.ID) || p.Pay == nil || !p.IsRemote() || p.Responses == nil {
			t.Errorf("%+v", p)
		}
	}
	sent, _ := url.ParseQuery(h.Queries()[0])
	want := url.Values{
		"text": {"разработчик"}, "search_field": {"name"}, "area": {"1", "88"}, "professional_role": {"96"}, "experience": {"between1And3", "between3And6"},
		"work_format": {"REMOTE"}, "salary": {"100000"}, "currency": {"RUR"}, "only_with_salary": {"true"}, "label": {"with_salary"},
		"date_from": {"2026-10-31T12:00:00+0000"}, "date_to": {"2026-11-20T12:00:00+0000"}, "no_magic": {"true"}, "order_by": {"relevance"},
		"page": {"0"}, "per_page": {"20"}, "responses_count_enabled": {"true"},
	}
	if !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %v\nwant %v", sent, want)
	}
	if _, err := c.Search(t.Context(), q, 0, 20); err != nil || h.Requests("/vacancies") != 1 {
		t.Errorf("a copy was not enough: %v, %d requests", err, h.Requests(""))
	}
}

func TestSearch_whatIsWrongIsNotSent(t *testing.T) {
	t.Parallel()
	h, c := visit(t, nil, markettest.HHOptions{})
	for name, q := range map[string]posting.Query{
		"text": {Text: strings.Repeat("я", 501)}, "areas": {Areas: []string{"Москва"}}, "roles": {Roles: []string{"1", ""}},
		"experience": {Experience: []posting.Experience{"7"}}, "formats": {Formats: []posting.Format{"moon"}}, "pay_from": {PayFrom: -1},
		"currency": {Currency: "XXX"}, "after": {After: now, Before: now.AddDate(0, 0, -1)},
	} {
		_, err := c.Search(t.Context(), q, 0, 20)
		if f := fault.From(err); f.Kind != fault.Invalid || len(f.Fields) == 0 || f.Fields[0].Path != name || f.Fields[0].Text.RU == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, at := range [][2]int{{-1, 10}, {0, 0}, {0, 101}, {20, 100}, {1 << 40, 100}} {
		if _, err := c.Search(t.Context(), posting.Query{}, at[0], at[1]); fault.KindOf(err) != fault.Invalid {
			t.Errorf("page %v: %v", at, err)
		}
	}
	if _, err := c.Detail(t.Context(), "../me"); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if _, err := c.Suggest(t.Context(), "../me", "go"); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if _, err := c.Suggest(t.Context(), hh.AreaWords, "x"); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	if h.Requests("") != 0 {
		t.Errorf("%d requests", h.Requests(""))
	}
}

func TestExpression(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`go developer`: `go developer`, `"senior go" OR golang`: `"senior go" OR golang`, `say "hi`: `say hi`, `«ведущий инженер»`: `"ведущий инженер"`,
		`(a OR b) c`: `(a OR b) c`, `a) (b`: `a b`, `"a)" (b`: `"a)" b`, "a\\\x00\nb": `a b`, ` `: ``, `C++ C# .NET`: `C++ C# .NET`,
	} {
		if got := hh.Expression(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		got := hh.Expression(rapid.StringOf(rapid.SampledFrom([]rune(`ab "()«\я`))).Draw(t, "text"))
		if strings.Count(got, `"`)%2 != 0 || strings.ContainsAny(got, "\\«") || hh.Expression(got) != got {
			t.Errorf("%q", got)
		}
	})
}

// Each refusal has a code, a next step in both languages, and a kind that fronts understand.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options markettest.HHOptions
		token   string
		agent   string
		code    hh.Code
		kind    fault.Kind
	}{
		"no token":           {code: hh.AuthRequired, kind: fault.Unavailable},
		"another's token":    {token: "NOBODY", code: hh.BadToken, kind: fault.Unavailable},
		"a captcha":          {options: markettest.HHOptions{CaptchaAfter: 1}, token: token, code: hh.Captcha, kind: fault.Upstream},
		"the agent":          {token: token, agent: "python-requests/2", code: hh.BadAgent, kind: fault.Unavailable},
		"too many":           {options: markettest.HHOptions{Busy: 9}, token: token, code: hh.TooMany, kind: fault.Limited},
		"too many, for long": {options: markettest.HHOptions{Busy: 9, RetryAfter: 40 * time.Second}, token: token, code: hh.TooMany, kind: fault.Limited},
		"out of order":       {options: markettest.HHOptions{Broken: 9}, token: token, code: hh.Down, kind: fault.Unavailable},
		"a web page":         {options: markettest.HHOptions{WebPage: true}, token: token, code: hh.NotJSON, kind: fault.Upstream},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.options.Tokens = []string{token}
			h := markettest.StartHH(t, sample.Postings(1, 30, now), c.options)
			client := hh.New(hh.Config{Upstream: way(t, h, func(p *upstream.Policy) {
				if c.agent != "" {
					p.UserAgent, p.Header = c.agent, nil
				}
			}), API: h.URL() + "/", Token: hh.Fixed(c.token), Now: clock})
			var err error
			for page := range 3 { // the captcha comes after the first
				if _, err = client.Search(t.Context(), posting.Query{}, page, 10); err != nil {
					break
				}
			}
			f := fault.From(err)
			if hh.CodeOf(err) != c.code || f.Kind != c.kind || f.Hint.EN == "" || f.Hint.RU == "" || !strings.Contains(f.Text.RU, string(c.code)) {
				t.Errorf("%v: %+v", err, f)
			}
			if strings.Contains(err.Error(), "NOBODY") {
				t.Error("the token is told")
			}
		})
	}
}

func TestRefusal_neverBecomesData(t *testing.T) {
	t.Parallel()
	h, c := visit(t, sample.Postings(1, 30, now), markettest.HHOptions{WebPage: true})
	if _, err := c.Search(t.Context(), posting.Query{}, 0, 10); hh.CodeOf(err) != hh.NotJSON {
		t.Fatal(err)
	}
	if _, err := c.Areas(t.Context()); hh.CodeOf(err) != hh.NotJSON {
		t.Fatal(err)
	}
	h.Behave(func(o *markettest.HHOptions) { o.WebPage = false })
	page, err := c.Search(t.Context(), posting.Query{}, 0, 10)
	if err != nil || page.Stale || len(page.Items) != 10 {
		t.Errorf("%+v, %v", page, err)
	}
	if areas, err := c.Areas(t.Context()); err != nil || len(areas) < 3 {
		t.Errorf("%v, %v", areas, err)
	}
}

func TestCrawl_anOldCopyIsToldAsSuch(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, sample.Postings(1, 30, now), markettest.HHOptions{Tokens: []string{token}})
	folder := t.TempDir()
	crawl := func(at time.Time) (posting.Snapshot, error) {
		p := hh.Policy(h.URL(), "kadry-test/1.0")
		p.Attempts = 1
		c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}, Folder: folder, Now: func() time.Time { return at }})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return hh.New(hh.Config{Upstream: c, API: h.URL(), Token: hh.Fixed(token), Now: clock}).Crawl(t.Context(), posting.Query{}, 100, nil)
	}
	if s, err := crawl(now); err != nil || !s.Complete {
		t.Fatalf("%+v, %v", s, err)
	}
	h.Behave(func(o *markettest.HHOptions) { o.Broken = 100 })
	s, err := crawl(now.Add(2 * time.Hour))
	if err != nil || s.Complete || len(s.Postings) != 30 || len(s.Failures) != 1 || s.Failures[0].Code != string(hh.Old) {
		t.Errorf("%d postings, %+v, %v", len(s.Postings), s.Failures, err)
	}
}

func TestDetail_andDictionaries(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 60, now)
	h, c := visit(t, all, markettest.HHOptions{})
	p, err := c.Detail(t.Context(), all[3].ID)
	if err != nil {
		t.Fatal(err)
	}
	if p.Description != all[3].Description || !reflect.DeepEqual(p.KeySkills, all[3].KeySkills) || !p.Created.Equal(all[3].Created) || p.Employer != all[3].Employer {
		t.Errorf("%+v\n%+v", p, all[3])
	}
	if _, err := c.Detail(t.Context(), "5"); hh.CodeOf(err) != hh.NotFound || fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	if _, err := c.Detail(t.Context(), "5"); hh.CodeOf(err) != hh.NotFound { // as it is remembered
		t.Errorf("%v", err)
	}
	anonymous := hh.New(hh.Config{Upstream: c.Upstream, API: h.URL(), Now: clock})
	if roles, err := anonymous.Roles(t.Context()); err != nil || len(roles) < 3 {
		t.Errorf("%v, %v", roles, err)
	}
	if body, err := anonymous.Dictionaries(t.Context()); err != nil || !strings.Contains(string(body), "BYR") {
		t.Errorf("%s, %v", body, err)
	}
	if words, err := anonymous.Suggest(t.Context(), hh.AreaWords, " каз "); err != nil || len(words) != 1 || words[0].ID != "88" {
		t.Errorf("%v, %v", words, err)
	}
	if _, err := anonymous.Suggest(t.Context(), hh.CompanyWords, "каз"); hh.CodeOf(err) != hh.NotFound {
		t.Errorf("%v", err)
	}
}

func TestClusters_countAllThatIsFound(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 300, now)
	h, c := visit(t, all, markettest.HHOptions{})
	shares, found, err := c.Clusters(t.Context(), posting.Query{Areas: []string{"1"}})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, s := range shares {
		by[s.Of] += s.Count
	}
	if found == 0 || by["experience"] != found || by["area"] != found || by["pay"] == 0 || by["format"] < found || h.Requests("") != 1 {
		t.Errorf("%d of %d: %v", found, len(all), by)
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	p := hh.Policy("", "App/1.0\r\nX: y (почта)")
	if p.PerSecond != 5 || p.AtOnce != 4 || p.UserAgent != "App/1.0X: y ()" || p.Header.Get("HH-User-Agent") != p.UserAgent || p.Suffixes[0] != "api.hh.ru" || p.Private {
		t.Errorf("%+v", p)
	}
	for _, address := range []string{"https://api.hh.ru", "http://127.0.0.1:9", "http://localhost:9/", "https://proxy.example.org:8443"} {
		c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{hh.Policy(address, "")}})
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		_ = c.Close()
	}
	if _, err := upstream.New(upstream.Config{Policies: []upstream.Policy{hh.Policy("not an address", "")}}); err == nil {
		t.Error("no address is one")
	}
}

// Any number of clients, in any number of processes, ask for a token once.
func TestToken_isAskedForOnce(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, sample.Postings(1, 30, now), markettest.HHOptions{Clients: map[string]string{"app": "secret"}})
	keep := &markettest.Keep{}
	var all sync.WaitGroup
	for range 8 {
		app := hh.Application{Upstream: way(t, h, nil), API: h.URL(), ID: "app", Secret: "secret", Keep: keep, Now: clock}
		c := hh.New(hh.Config{Upstream: app.Upstream, API: h.URL(), Token: app.Token, Now: clock})
		all.Go(func() {
			if _, err := c.Search(t.Context(), posting.Query{}, 0, 10); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := h.Requests("/token"); n != 1 {
		t.Fatalf("asked %d times", n)
	}
	h.Revoke("APPL1")
	app := hh.Application{Upstream: way(t, h, nil), API: h.URL(), ID: "app", Secret: "secret", Keep: keep, Now: clock}
	c := hh.New(hh.Config{Upstream: app.Upstream, API: h.URL(), Token: app.Token, Now: clock})
	for range 2 {
		if _, err := c.Search(t.Context(), posting.Query{}, 0, 10); hh.CodeOf(err) != hh.TokenRevoked {
			t.Errorf("%v", err)
		}
	}
	if n := h.Requests("/token"); n != 1 {
		t.Errorf("a refusal made it ask again: %d", n)
	}
}

func TestToken_afterAFailureTheServerWaits(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, nil, markettest.HHOptions{Clients: map[string]string{"app": "secret"}})
	keep, at := &markettest.Keep{}, now
	app := hh.Application{Upstream: way(t, h, nil), API: h.URL(), ID: "app", Secret: "wrong", Keep: keep, Now: func() time.Time { return at }}
	if _, err := app.Token(t.Context()); hh.CodeOf(err) != hh.BadClient {
		t.Errorf("%v", err)
	}
	app.Secret = "secret"
	at = at.Add(2 * time.Minute)
	if _, err := app.Token(t.Context()); hh.CodeOf(err) != hh.TooMany || fault.From(err).RetryAfter != 3*time.Minute || h.Requests("/token") != 1 {
		t.Errorf("%v", err)
	}
	at = at.Add(3 * time.Minute)
	if got, err := app.Token(t.Context()); err != nil || got != "APPL1" {
		t.Errorf("%q, %v", got, err)
	}
	other := app
	other.ID = "other" // the operator changed the application: the kept token is not its
	if _, err := other.Token(t.Context()); hh.CodeOf(err) != hh.BadClient || h.Requests("/token") != 3 {
		t.Errorf("%v after %d requests", err, h.Requests("/token"))
	}
}

func TestToken_badAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options markettest.HHOptions
		code    hh.Code
	}{
		"a web page":   {markettest.HHOptions{WebPage: true}, hh.NotJSON},
		"out of order": {markettest.HHOptions{Broken: 5}, hh.Down},
		"too many":     {markettest.HHOptions{Busy: 5}, hh.TooMany},
	} {
		h := markettest.StartHH(t, nil, c.options)
		app := hh.Application{Upstream: way(t, h, nil), API: h.URL(), ID: "a", Secret: "b", Keep: &markettest.Keep{}, Now: clock}
		if _, err := app.Token(t.Context()); hh.CodeOf(err) != c.code || h.Requests("") != 1 {
			t.Errorf("%s: %v after %d requests", name, err, h.Requests(""))
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	h := markettest.StartHH(t, nil, markettest.HHOptions{})
	app := hh.Application{Upstream: way(t, h, nil), API: h.URL(), Keep: &markettest.Keep{}, Now: clock}
	if _, err := app.Token(gone); err == nil {
		t.Error("who has left gets a token")
	}
}
