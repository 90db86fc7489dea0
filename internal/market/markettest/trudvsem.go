package markettest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/market/posting"
)

// Register answers as the open data of Работа России do.
type Register struct {
	server   *httptest.Server
	postings []posting.Posting

	mu      sync.Mutex
	options RegisterOptions
	queries []string
}

// RegisterOptions say how the register behaves. They may be changed with Behave.
type RegisterOptions struct {
	ByRow   bool              // offset counts rows, not pages
	Repeats bool              // every offset brings the first page
	Broken  int               // requests answered with 502
	FailAt  int               // the request, from 1, from which on all fail; 0 is none
	WebPage bool              // HTML in the place of everything
	Status  string            // in the body; "" is 200
	Regions map[string]string // codes by the ids of areas; others are of Moscow
}

// StartRegister starts a server; it is closed with the test.
func StartRegister(tb testing.TB, postings []posting.Posting, o RegisterOptions) *Register {
	tb.Helper()
	r := &Register{postings: slices.Clone(postings), options: o}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/vacancies", r.search)
	mux.HandleFunc("GET /api/v1/vacancies/region/{code}", r.search)
	r.server = httptest.NewServer(mux)
	tb.Cleanup(r.server.Close)
	return r
}

// URL is the address of the register.
func (r *Register) URL() string { return r.server.URL }

// Behave changes the options of a server at work.
func (r *Register) Behave(change func(*RegisterOptions)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.options)
}

// Queries are the addresses asked so far.
func (r *Register) Queries() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.queries)
}

func (r *Register) search(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	r.queries = append(r.queries, req.URL.RequestURI())
	o := r.options
	if o.FailAt > 0 && len(r.queries) >= o.FailAt {
		o.Broken = 1
	} else if o.Broken > 0 {
		r.options.Broken--
	}
	r.mu.Unlock()
	switch {
	case o.Broken > 0:
		w.WriteHeader(http.StatusBadGateway)
		return
	case o.WebPage:
		_, _ = w.Write([]byte("<html>Технические работы</html>"))
		return
	}
	v := req.URL.Query()
	limit, _ := strconv.Atoi(v.Get("limit"))
	offset, _ := strconv.Atoi(v.Get("offset"))
	if limit < 1 || limit > 100 {
		limit = 100
	}
	if !o.ByRow {
		offset *= limit
	}
	if o.Repeats {
		offset = 0
	}
	found := r.find(req.PathValue("code"), v.Get("text"), o)
	rows := []any{}
	for _, p := range found[min(offset, len(found)):min(offset+limit, len(found))] {
		rows = append(rows, map[string]any{"vacancy": vacancyOf(p, o)})
	}
	status := "200"
	if o.Status != "" {
		status = o.Status
	}
	body := map[string]any{"status": status, "meta": map[string]any{"total": len(found), "limit": limit}, "results": map[string]any{"vacancies": rows}}
	if len(rows) == 0 {
		body["results"] = map[string]any{} // as the register has it
	}
	answer(w, http.StatusOK, body)
}

// find is as loose as the register: any of the words anywhere will do.
func (r *Register) find(code, text string, o RegisterOptions) []posting.Posting {
	var found []posting.Posting
	for _, p := range r.postings {
		if code != "" && codeOf(p, o) != code {
			continue
		}
		body := strings.ToLower(p.Title + " " + p.Description)
		if text == "" || slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(word string) bool { return strings.Contains(body, word) }) {
			found = append(found, p)
		}
	}
	return found
}

func codeOf(p posting.Posting, o RegisterOptions) string {
	if code := o.Regions[p.Area.ID]; code != "" {
		return code
	}
	return "7700000000000"
}

// vacancyOf is a posting as the register tells it, with what is to be left behind.
func vacancyOf(p posting.Posting, o RegisterOptions) map[string]any {
	schedule := "Полный рабочий день"
	if p.IsRemote() {
		schedule = "Дистанционная (удаленная) работа"
	}
	years := map[posting.Experience]int{posting.OneToThree: 1, posting.ThreeToSix: 3, posting.OverSix: 6}
	m := map[string]any{
		"id": p.ID, "source": "Служба занятости", "job-name": p.Title, "creation-date": p.Created.Format(time.DateOnly), "date_modify": p.Published.Format(time.DateOnly),
		"region": map[string]any{"region_code": codeOf(p, o), "name": p.Area.Name}, "company": map[string]any{"ogrn": p.Employer.ID, "name": p.Employer.Name, "hr-agency": p.Employer.Agency},
		"employment": "Полная занятость", "schedule": schedule, "duty": "<p>" + p.Duty + "</p>", "currency": "«руб.»", "salary_min": 0, "salary_max": 0,
		"requirement":  map[string]any{"education": "Высшее", "experience": years[p.Experience], "qualification": p.Requirement},
		"contact_list": []any{map[string]any{"contact_type": "Эл. почта", "contact_value": "person@mail.example"}}, "contact_person": "Имя",
		"vac_url": "https://trudvsem.ru/vacancy/card/" + p.ID,
	}
	if p.Pay != nil {
		m["salary_min"], m["salary_max"] = p.Pay.From, p.Pay.To
	}
	return m
}

// StartBank starts a server that answers as the Bank of Russia does: the same rates every day,
// of which it tells the date. asked gets the day of each request; it may be nil.
func StartBank(tb testing.TB, asked func(day string)) string {
	tb.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /scripts/XML_daily.asp", func(w http.ResponseWriter, r *http.Request) {
		day, err := time.Parse("02/01/2006", r.URL.Query().Get("date_req"))
		if asked != nil {
			asked(r.URL.Query().Get("date_req"))
		}
		w.Header().Set("Content-Type", "application/xml; charset=windows-1251")
		if err != nil {
			_, _ = w.Write([]byte("<ValCurs>Error in parameters</ValCurs>"))
			return
		}
		// The names are Latin here; the letters of the real ones are bytes of windows-1251.
		_, _ = w.Write([]byte(`<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="` + day.Format("02.01.2006") + `" name="Foreign Currency Market">` + //nolint:gosec // a date, printed by time.Format
			`<Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>` + "\xc4\xee\xeb\xeb\xe0\xf0" + `</Name><Value>80,0000</Value><VunitRate>80</VunitRate></Valute>` +
			`<Valute ID="R01239"><NumCode>978</NumCode><CharCode>EUR</CharCode><Nominal>1</Nominal><Name>EUR</Name><Value>92,5000</Value><VunitRate>92,5</VunitRate></Valute>` +
			`<Valute ID="R01335"><NumCode>398</NumCode><CharCode>KZT</CharCode><Nominal>100</Nominal><Name>KZT</Name><Value>15,2000</Value><VunitRate>0,152</VunitRate></Valute>` +
			`<Valute ID="R01090B"><NumCode>933</NumCode><CharCode>BYN</CharCode><Nominal>1</Nominal><Name>BYN</Name><Value>27,0000</Value><VunitRate>27</VunitRate></Valute></ValCurs>`))
	})
	server := httptest.NewServer(mux)
	tb.Cleanup(server.Close)
	return server.URL
}
