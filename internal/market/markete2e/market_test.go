package markete2e_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/market/markettest"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/market/snapshot"
)

func TestMain(m *testing.M) { e2etest.Main(m) }

const token = "MARKETTOKEN"

// world is the systems that the market is asked of, made up.
type world struct {
	hh       *markettest.HH
	register *markettest.Register
	env      []string // what a process must be told to ask them, without a token
}

func newWorld(t *testing.T, o markettest.HHOptions) world {
	t.Helper()
	now := time.Now().UTC()
	o.Tokens = append(o.Tokens, token)
	public := sample.Postings(11, 60, now)
	for i := range public {
		public[i].Source = posting.Trudvsem
	}
	w := world{hh: markettest.StartHH(t, sample.Postings(7, 400, now), o), register: markettest.StartRegister(t, public, markettest.RegisterOptions{})}
	w.env = []string{
		"KADRY_OFFLINE=false", "HH_API_BASE_URL=" + w.hh.URL(), "HH_USER_AGENT=kadry-test/1.0 (test@mail.example)",
		"KADRY_TRUDVSEM_URL=" + w.register.URL(), "KADRY_CBR_URL=" + markettest.StartBank(t, nil),
	}
	return w
}

func (w world) serve(t *testing.T, extra ...string) *e2etest.Server {
	t.Helper()
	return e2etest.Serve(t, e2etest.Options{Env: slices.Concat(w.env, extra)})
}

// withToken is a server that may search HeadHunter.
func (w world) withToken(t *testing.T) *e2etest.Server {
	t.Helper()
	return w.serve(t, "HH_TOKEN="+token)
}

// offline is a server that asks nobody.
func offline(t *testing.T) *e2etest.Server {
	t.Helper()
	return e2etest.Serve(t, e2etest.Options{})
}

// searched is the part of a search that tests look at.
type searched struct {
	Items []struct {
		Title    string  `json:"title"`
		Area     string  `json:"area"`
		From     float64 `json:"salary_from"`
		FromRUB  float64 `json:"salary_from_rub"`
		Currency string  `json:"currency"`
		Source   string  `json:"source"`
	} `json:"items"`
	Found      int    `json:"total_found"`
	Fetched    int    `json:"pages_fetched"`
	Source     string `json:"source"`
	Understood struct {
		Area struct{ Input, ID, Name, How string } `json:"area"`
	} `json:"query_understood"`
	Partial bool `json:"partial_data"`
	Errors  []struct {
		Page          int
		Code, Message string
	} `json:"page_errors"`
	Warnings []string `json:"warnings"`
}

func search(t *testing.T, rest e2etest.REST, input string) searched {
	t.Helper()
	a := rest.Post(t, "search_jobs_multi_page", input)
	a.Ok(t)
	return e2etest.Decode[searched](t, a.Body)
}

// analysed is the part of an analysis that tests look at.
type analysed struct {
	Sample struct {
		Found, Fetched, Unique int
		Source                 string
	} `json:"sample"`
	Salary *struct {
		N        int `json:"n"`
		Excluded struct {
			BadCurrency int `json:"bad_currency"`
		} `json:"excluded"`
	} `json:"salary"`
	Trending []struct {
		Skill string `json:"skill"`
	} `json:"trending"`
	PostingTime *struct {
		N         int `json:"n"`
		Snapshots int `json:"snapshots"`
	} `json:"posting_time"`
	Unknown []struct{ Field, Reason string } `json:"unknown"`
	Partial bool                             `json:"partial_data"`
	Warning []string                         `json:"warnings"`
}

func analyse(t *testing.T, rest e2etest.REST, input string) analysed {
	t.Helper()
	a := rest.Post(t, "analyze_market_competition", input)
	a.Ok(t)
	return e2etest.Decode[analysed](t, a.Body)
}

func (a analysed) isUnknown(field string) bool {
	return slices.ContainsFunc(a.Unknown, func(u struct{ Field, Reason string }) bool { return u.Field == field && u.Reason != "" })
}

type imported struct {
	ID       string `json:"snapshot_id"`
	Postings int    `json:"postings"`
	Report   struct {
		Format string `json:"format"`
		Rows   int    `json:"rows"`
		Wrong  int    `json:"wrong_rows"`
	} `json:"report"`
}

func load(t *testing.T, rest e2etest.REST, name, text string) imported {
	t.Helper()
	a := rest.Post(t, "import_market_snapshot", fmt.Sprintf(`{"name":%q,"text":%s}`, name, e2etest.Quoted(t, text)))
	a.Ok(t)
	return e2etest.Decode[imported](t, a.Body)
}

// saved is an answer of HeadHunter as somebody saved it.
func (w world) saved(t *testing.T, path string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.hh.URL()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("User-Agent", "curl/8")
	response, err := e2etest.Web.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(response.Body); err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(response.StatusCode, err)
	}
	return text.String()
}

const webPage = `<!doctype html><html><body><template id="HH-Lux-InitialState">{"vacancyView":{"vacancyId":42,"name":"Go SRE","compensation":{"from":300000,"currencyCode":"RUR","gross":true},` +
	`"company":{"id":5,"visibleName":"Вымысел"},"area":{"@id":1,"name":"Москва"},"publicationDate":"2026-11-16T14:36:57.026+03:00","keySkills":{"keySkill":["Linux","Go"]}}}</template></body></html>`

// Every saved shape is taken for what it is, and answers a search with nobody asked.
func TestImport_everyShape(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{})
	page := w.saved(t, "/vacancies?per_page=20")
	items, err := json.Marshal(e2etest.Decode[struct {
		Items []json.RawMessage `json:"items"`
	}](t, []byte(page)).Items)
	if err != nil {
		t.Fatal(err)
	}
	detail := w.saved(t, "/vacancies/80000001")
	var own bytes.Buffer
	if err := snapshot.Write(&own, posting.Snapshot{Source: posting.HH, Taken: time.Now().UTC(), Postings: sample.Postings(3, 20, time.Now())}); err != nil {
		t.Fatal(err)
	}
	const table = "id;title;area;salary_from;salary_to;currency;gross\n1;Go developer;Казань;200000;300000;RUR;true\n;;;;;;\n2;Go developer;Казань;250000;;RUR;false\n"
	for format, c := range map[string]struct {
		text     string
		postings int
	}{
		"hh_page": {page, 20}, "hh_items": {string(items), 20}, "hh_details": {detail, 1}, "hh_web": {webPage, 1}, "kadry": {own.String(), 20}, "csv": {table, 2},
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			s := offline(t)
			got := load(t, s.REST(), "file", c.text)
			if got.Report.Format != format && (format != "hh_details" || !strings.HasPrefix(got.Report.Format, "hh_")) || got.Postings != c.postings || got.ID == "" {
				t.Errorf("%+v", got)
			}
			if again := load(t, s.REST(), "file", c.text); again.ID != got.ID {
				t.Errorf("the same file is %s and %s", got.ID, again.ID)
			}
			words := "разработчик"
			if format == "csv" || format == "hh_web" {
				words = "Go"
			}
			if found := search(t, s.REST(), fmt.Sprintf(`{"query":%q}`, words)); format != "hh_details" && len(found.Items) == 0 || found.Source != "snapshot" {
				t.Errorf("%+v", found)
			}
		})
	}
	for name, text := range map[string]string{"nothing": " ", "a web page": "<html><body>Hello</body></html>", "other JSON": `{"a":1}`, "binary": "\x7fELF\x00\x01"} {
		a := offline(t).REST().Post(t, "import_market_snapshot", fmt.Sprintf(`{"text":%s}`, e2etest.Quoted(t, text)))
		if a.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
}

// Places are found by what people write, and the answer says for what they were taken; a name of
// several places is asked back.
func TestSearch_places(t *testing.T) {
	t.Parallel()
	s := newWorld(t, markettest.HHOptions{}).withToken(t)
	for input, want := range map[string]string{"Москва": "1", "в Москве": "1", "moskva": "1", "Масква": "1", "Казань": "88", "Питер": "2"} {
		got := search(t, s.REST(), fmt.Sprintf(`{"query":"разработчик","location":%q}`, input))
		if got.Understood.Area.ID != want || got.Understood.Area.How == "" || got.Understood.Area.Input != input {
			t.Errorf("%s: %+v", input, got.Understood.Area)
		}
	}
	p := s.REST().Post(t, "search_jobs_multi_page", `{"query":"x","location":"Железногорск"}`).Refused(t, http.StatusBadRequest, "invalid_argument")
	if len(p.Candidates) != 2 {
		t.Errorf("%+v", p)
	}
}

// What cannot be right is refused before anybody is asked.
func TestSearch_refuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{})
	s := w.withToken(t)
	for input, field := range map[string]string{
		`{"query":"x","salary_from":300000,"salary_to":200000}`: "salary_from",
		`{"query":"x","per_page":51}`:                           "per_page",
		`{"query":"x","pages":6}`:                               "pages",
		`{"query":"x","currency":"XXX"}`:                        "currency",
		`{"query":""}`:                                          "query",
		`{"query":"x","unheard_of":1}`:                          "unheard_of",
	} {
		if p := s.REST().Post(t, "search_jobs_multi_page", input).Refused(t, http.StatusBadRequest, "invalid_argument"); !strings.Contains(p.Detail, field) {
			t.Errorf("%s: %+v", input, p)
		}
	}
	if n := w.hh.Requests("/vacancies"); n != 0 {
		t.Errorf("HeadHunter was asked %d times", n)
	}
	s.REST().Post(t, "analyze_market_competition", `{"role":"x","salary_range":[3,2]}`).Refused(t, http.StatusBadRequest, "invalid_argument")
}

// Pages that are not there are not asked for.
func TestSearch_beyondTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{})
	got := search(t, w.withToken(t).REST(), `{"query":"разработчик","location":"Казань","per_page":50,"pages":5}`)
	if want := (got.Found + 49) / 50; got.Fetched != want || w.hh.Requests("/vacancies") != want || got.Partial || len(got.Items) != got.Found {
		t.Errorf("%d found, %d pages, %d items, %d requests", got.Found, got.Fetched, len(got.Items), w.hh.Requests("/vacancies"))
	}
}

// A currency without a rate is left out and counted, never taken for roubles.
func TestAnalyse_unknownCurrency(t *testing.T) {
	t.Parallel()
	s := offline(t)
	var table strings.Builder
	table.WriteString("id,title,area,employer,salary_from,salary_to,currency\n")
	for i := range 30 {
		code := "RUR"
		if i%10 == 0 {
			code = "XTS"
		}
		fmt.Fprintf(&table, "%d,Go developer,Казань,Вымысел %d,%d,%d,%s\n", i+1, i, 150000+i*1000, 250000+i*1000, code)
	}
	load(t, s.REST(), "mine.csv", table.String())
	got := analyse(t, s.REST(), `{"role":"Go developer","sources":["snapshot"]}`)
	if got.Salary == nil || got.Salary.N != 27 || got.Salary.Excluded.BadCurrency != 3 {
		t.Errorf("%+v", got.Salary)
	}
	for _, item := range search(t, s.REST(), `{"query":"Go developer"}`).Items {
		if item.Currency == "XTS" && item.FromRUB != 0 {
			t.Errorf("%+v", item)
		}
	}
}

// A web page in the place of data, a limit and a server that is down have names of their own.
func TestSearch_refusalsOfHeadHunter(t *testing.T) {
	t.Parallel()
	for code, c := range map[string]struct {
		mood   func(*markettest.HHOptions)
		status int
	}{
		"hh_not_json":         {func(o *markettest.HHOptions) { o.WebPage = true }, http.StatusBadGateway},
		"hh_rate_limited":     {func(o *markettest.HHOptions) { o.Busy, o.RetryAfter = 1000, 10*time.Minute }, http.StatusTooManyRequests},
		"hh_captcha_required": {func(o *markettest.HHOptions) { o.CaptchaAfter = 1 }, http.StatusBadGateway},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, markettest.HHOptions{})
			s := w.withToken(t)
			search(t, s.REST(), `{"query":"аналитик","source":"hh","pages":1}`)
			w.hh.Behave(c.mood)
			a := s.REST().Post(t, "search_jobs_multi_page", `{"query":"разработчик","source":"hh"}`)
			if got := e2etest.Decode[struct{ Code, Reason, Hint string }](t, a.Body); a.Status != c.status || !strings.Contains(string(a.Body), code) || got.Hint == "" {
				t.Errorf("%d %s", a.Status, a.Body)
			}
			if after := a.Header.Get("Retry-After"); code == "hh_rate_limited" {
				if n, err := strconv.Atoi(after); err != nil || n < 500 || n > 600 {
					t.Errorf("Retry-After: %q", after)
				}
			}
		})
	}
}

// A captcha between the pages leaves those that were read, and each other one says why.
func TestSearch_captchaMidway(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{CaptchaAfter: 2})
	s := w.withToken(t)
	got := search(t, s.REST(), `{"query":"разработчик","source":"hh","pages":5}`)
	if !got.Partial || len(got.Items) == 0 || got.Fetched+len(got.Errors) != 5 || len(got.Errors) < 1 {
		t.Fatalf("%+v", got)
	}
	for _, e := range got.Errors {
		if e.Code != "hh_captcha_required" || e.Message == "" || e.Page < 1 {
			t.Errorf("%+v", e)
		}
	}
	w.hh.Behave(func(o *markettest.HHOptions) { o.CaptchaAfter = 0 })
	if again := search(t, s.REST(), `{"query":"разработчик","source":"hh","pages":5}`); again.Partial || again.Fetched != 5 {
		t.Errorf("asked again: %+v", again)
	}
}

// Without a token HeadHunter is named as what is missing, with the next step and the other ways;
// unless it is asked for by name, what needs no key answers.
func TestSearch_withoutAToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{})
	s := w.serve(t)
	a := s.REST().Post(t, "search_jobs_multi_page", `{"query":"разработчик","source":"hh"}`)
	for _, part := range []string{"hh_auth_required", "dev.hh.ru", "HH_TOKEN", "trudvsem", "snapshot"} {
		if a.Status < 400 || !strings.Contains(string(a.Body), part) {
			t.Errorf("%d, no %s in %s", a.Status, part, a.Body)
		}
	}
	if got := search(t, s.REST(), `{"query":"разработчик"}`); got.Source != "trudvsem" || len(got.Items) == 0 {
		t.Errorf("%+v", got)
	}
	load(t, s.REST(), "mine.csv", "id,title,area,salary_from,salary_to,currency\n1,Python разработчик,Казань,200000,300000,RUR\n")
	if got := search(t, s.REST(), `{"query":"разработчик"}`); got.Source != "snapshot" || len(got.Items) != 1 {
		t.Errorf("%+v", got)
	}
	if n := w.hh.Requests("/vacancies"); n > 1 {
		t.Errorf("HeadHunter was asked for vacancies %d times", n)
	}
}

// An application's token is asked for once by all processes of a database and lies there sealed.
func TestToken_askedOnce(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		w := newWorld(t, markettest.HHOptions{Clients: map[string]string{"APPID": "APPSECRET"}})
		env = slices.Concat(env, w.env, []string{"HH_CLIENT_ID=APPID", "HH_CLIENT_SECRET=APPSECRET"})
		servers := []*e2etest.Server{e2etest.Serve(t, e2etest.Options{Env: env}), e2etest.Serve(t, e2etest.Options{Env: env})}
		var all sync.WaitGroup
		for i, s := range servers {
			for n := range 3 {
				all.Go(func() {
					a := s.REST().Post(t, "search_jobs_multi_page", fmt.Sprintf(`{"query":"разработчик %d","source":"hh","per_page":%d}`, i, n+1))
					if a.Status != http.StatusOK {
						t.Errorf("%d %s", a.Status, a.Body)
					}
				})
			}
		}
		all.Wait()
		servers[0].Stop()
		search(t, e2etest.Serve(t, e2etest.Options{Env: env}).REST(), `{"query":"аналитик","source":"hh"}`)
		if n := w.hh.Requests("/token"); n != 1 {
			t.Errorf("the token was asked for %d times", n)
		}
		for _, secret := range []string{"APPL1", "APPSECRET"} {
			if e2etest.TracesOf(t, env, secret) {
				t.Errorf("the data hold %s as it is", secret)
			}
		}
	})
}

// Snapshots of the same question from weeks before make a trend and a posting time; without them
// both are unknown, with the reason.
func TestAnalyse_weeks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{})
	s := w.withToken(t)
	const question = `{"role":"разработчик","detail_sample":0}`
	first := analyse(t, s.REST(), question)
	if first.Sample.Source != "hh" || first.Sample.Unique < 30 || !first.isUnknown("trending") || !first.isUnknown("posting_time") {
		t.Fatalf("%+v", first)
	}
	listed := e2etest.Decode[struct {
		Items []struct {
			ID    string        `json:"snapshot_id"`
			Query posting.Query `json:"query"`
		}
	}](t, s.REST().Post(t, "list_market_snapshots", `{}`).Body)
	if len(listed.Items) != 1 {
		t.Fatalf("%+v", listed)
	}
	for week := 2; week > 0; week-- {
		at := time.Now().UTC().AddDate(0, 0, -7*week-1)
		all := sample.Postings(uint64(week), 120, at)
		var file bytes.Buffer
		if err := snapshot.Write(&file, posting.Snapshot{Source: posting.HH, Query: listed.Items[0].Query, Taken: at, Found: len(all), Complete: true, Postings: all}); err != nil {
			t.Fatal(err)
		}
		load(t, s.REST(), fmt.Sprintf("week %d", week), file.String())
	}
	got := analyse(t, s.REST(), question)
	if got.isUnknown("trending") || got.PostingTime == nil || got.PostingTime.Snapshots < 3 {
		t.Errorf("%+v %+v", got.PostingTime, got.Unknown)
	}
}

// A half-read market says so.
func TestAnalyse_partial(t *testing.T) {
	t.Parallel()
	w := newWorld(t, markettest.HHOptions{CaptchaAfter: 1})
	got := analyse(t, w.withToken(t).REST(), `{"role":"разработчик"}`)
	if !got.Partial || len(got.Warning) == 0 || got.Sample.Unique == 0 {
		t.Errorf("%+v", got)
	}
}

// A deleted snapshot answers no more; another tenant saw and deleted nothing of it.
func TestSnapshot_deleted(t *testing.T) {
	t.Parallel()
	s := offline(t)
	as := func(args ...string) e2etest.REST { return s.REST().As(e2etest.NewToken(t, s.Home, args...)) }
	acme, globex, reader := as("acme", "--tenant", "acme"), as("globex", "--tenant", "globex"), as("reader", "--tenant", "acme", "--read-only")
	kept := load(t, acme, "mine.csv", "id,title,area\n1,Go developer,Казань\n")
	const find = `{"query":"Go developer","source":"snapshot"}`
	if n := len(search(t, globex, find).Items); n != 0 {
		t.Errorf("another tenant finds %d", n)
	}
	if n := len(search(t, reader, find).Items); n != 1 {
		t.Errorf("a reader finds %d", n)
	}
	order := fmt.Sprintf(`{"snapshot_id":%q,"confirm":true}`, kept.ID)
	globex.Post(t, "delete_market_snapshot", order).Refused(t, http.StatusNotFound, "not_found")
	reader.Post(t, "delete_market_snapshot", order).Refused(t, http.StatusForbidden, "denied")
	reader.Post(t, "import_market_snapshot", `{"text":"id,title\n1,x\n"}`).Refused(t, http.StatusForbidden, "denied")
	acme.Post(t, "delete_market_snapshot", fmt.Sprintf(`{"snapshot_id":%q}`, kept.ID)).Refused(t, http.StatusBadRequest, "invalid_argument")
	acme.Post(t, "delete_market_snapshot", order).Ok(t)
	if n := len(search(t, acme, find).Items); n != 0 {
		t.Errorf("%d are found after the deletion", n)
	}
	acme.Post(t, "delete_market_snapshot", order).Refused(t, http.StatusNotFound, "not_found")
}
