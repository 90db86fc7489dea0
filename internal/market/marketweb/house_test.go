package marketweb_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market"
	"kadry/internal/market/archive"
	"kadry/internal/market/currency"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/marketsql"
	"kadry/internal/market/marketweb"
	"kadry/internal/market/place"
	"kadry/internal/market/posting"
	"kadry/internal/market/role"
	"kadry/internal/market/sample"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/store/storetest"
	"kadry/internal/webui/webtest"
)

// asOf is the day the pages are looked at, unless a test moves the clock.
var asOf = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// house is the pages over the real operations, on SQLite, with a made-up HeadHunter.
type house struct {
	now      time.Time
	registry *op.Registry
	archive  *archive.Archive
	board    *board
}

func newHouse(t *testing.T) *house {
	t.Helper()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	areas, err := place.Load()
	if err != nil {
		t.Fatal(err)
	}
	roles, err := role.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{now: asOf}
	clock := func() time.Time { return h.now }
	h.board = &board{all: sample.Postings(11, 3000, asOf), within: areas.Within, now: clock}
	h.archive = &archive.Archive{
		Keeper: marketsql.NewSnapshots(storetest.SQLite(t, marketsql.Schema()).Open(t)), Skills: skills, Within: areas.Within,
	}
	h.registry, err = op.NewRegistry(market.Operations(market.Parts{
		Skills: skills, Now: clock, Archive: h.archive, Sources: map[posting.Source]market.Source{posting.HH: h.board},
		Reader: &inquiry.Reader{Skills: skills, Areas: areas, Roles: func(words string) (list []posting.Named) {
			for _, r := range roles.Resolve(words) {
				list = append(list, posting.Named(r))
			}
			return list
		}},
		Rates: func(context.Context) (currency.Rates, []fault.Text) { return currency.Last(), nil },
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// fullHouse keeps an imported market.
func fullHouse(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	list := sample.Postings(7, 500, asOf)
	for i := range list {
		list[i].Source = posting.Imported
	}
	h.keep(t, "autumn.csv", list)
	return h
}

func (h *house) keep(t *testing.T, name string, list []posting.Posting) {
	t.Helper()
	_, err := h.archive.Put(t.Context(), webtest.Everyone.Tenant, name, posting.Snapshot{
		Source: posting.Imported, Taken: h.now.AddDate(0, 0, -3), Found: len(list), Complete: true, Postings: list,
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *house) pages(t *testing.T, caller op.Caller) http.Handler {
	t.Helper()
	return webtest.Pages(t, h.registry, caller, marketweb.New(func() time.Time { return h.now }))
}

// board is a HeadHunter whose mood the words of a query set.
type board struct {
	all    []posting.Posting
	within func(area, in string) bool
	now    func() time.Time
}

var moods = map[string]*fault.Error{
	"captcha": fault.E(fault.Upstream, fault.Say("HeadHunter asks for a captcha (captcha_required)", "HeadHunter просит ввести капчу (captcha_required)"), nil).
		WithHint(fault.Say("Try again in an hour.", "Повторите через час.")),
	"limited": fault.E(fault.Limited, fault.Say("HeadHunter asks to come back later", "HeadHunter просит обратиться позже"), nil).After(time.Minute),
	"token": fault.E(fault.Unavailable, fault.Say("HeadHunter shows vacancies only to registered applications (hh_auth_required)",
		"HeadHunter показывает вакансии только зарегистрированным приложениям (hh_auth_required)"), nil),
}

func (b *board) Search(_ context.Context, q posting.Query, page, perPage int) (posting.Page, error) {
	if f := moods[q.Text]; f != nil {
		return posting.Page{}, f
	}
	list := b.find(q)
	if page > 0 && strings.HasPrefix(q.Text, "Python") {
		return posting.Page{}, moods["captcha"]
	}
	from := min(len(list), page*perPage)
	return posting.Page{
		Found: len(list), Items: list[from:min(len(list), from+perPage)], Page: page, Pages: (len(list) + perPage - 1) / perPage, FetchedAt: b.now(),
	}, nil
}

func (b *board) Crawl(_ context.Context, q posting.Query, most int, _ func(done, total int)) (posting.Snapshot, error) {
	if f := moods[q.Text]; f != nil {
		return posting.Snapshot{}, f
	}
	list := b.find(q)
	s := posting.Snapshot{Source: posting.HH, Query: q, Taken: b.now(), Found: len(list), Complete: true, Postings: list[:min(most, len(list))]}
	if strings.HasPrefix(q.Text, "Python") {
		s.Complete, s.Found = false, 2*len(list)
		s.Failures = []posting.Failure{{What: "12 pages", Code: "captcha_required", Reason: "12 pages were not read: a captcha was asked"}}
	}
	return s, nil
}

// find is what is open now: what was published by now and not longer than a month ago.
func (b *board) find(q posting.Query) []posting.Posting {
	var list []posting.Posting
	for _, p := range b.all {
		if p.Published.After(b.now()) || !strings.Contains(strings.ToLower(p.Title), strings.ToLower(q.Text)) {
			continue
		}
		if len(q.Areas) > 0 && !b.within(p.Area.ID, q.Areas[0]) || len(q.Experience) > 0 && !slices.Contains(q.Experience, p.Experience) {
			continue
		}
		list = append(list, p)
	}
	return list
}

// sendFile uploads a file as a browser does.
func sendFile(t *testing.T, pages http.Handler, name string, data []byte, headers ...string) webtest.Answer {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	part.Write(data)
	form.Close()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/market/snapshots", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return webtest.Send(pages, r)
}

// table is a CSV of n vacancies with a wrong row at the end.
func table(n int) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write([]string{"id", "title", "area", "employer", "salary_from", "salary_to", "currency", "gross"})
	for i := range n {
		w.Write([]string{strconv.Itoa(i + 1), "Срубщик " + strconv.Itoa(i), "Казань", "Срубы " + strconv.Itoa(i), strconv.Itoa(90000 + 1000*i), strconv.Itoa(120000 + 1500*i), "RUR", "false"})
	}
	w.Write([]string{"900", "Срубщик", "Казань", "Срубы", "много", "", "RUR", "false"})
	w.Flush()
	return b.Bytes()
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, marketweb.New(time.Now).Files)
}
