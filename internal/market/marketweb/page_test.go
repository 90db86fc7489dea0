package marketweb_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kadry/internal/market/posting"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

var reader = op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}

func at(pairs ...string) string {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return "/market?" + v.Encode()
}

func TestStart_saysWhatItAnswers(t *testing.T) {
	t.Parallel()
	h := fullHouse(t)
	pages := h.pages(t, webtest.Everyone)
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market", "").Page, "What you get", "Go developer, Moscow", "autumn.csv", "500 vacancies, 3 days ago")
	webtest.Wants(t, webtest.Ask(t, pages, "GET", "/market", "", webtest.Russian...).Page, "Что вы узнаете", "500 вакансий, 3 дня назад")
	bare := webtest.Ask(t, newHouse(t).pages(t, webtest.Everyone), "GET", "/market", "")
	webtest.Wants(t, bare.Page, "Nothing is kept yet")
}

func TestStart_tidiesTheAddress(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	for given, want := range map[string]string{
		"/market?role=&place=": "/market",
		"/market?role=Go&place=&from=&currency=RUB&basis=net&period=30": "/market?role=Go",
		"/market/jobs?q=Go&page=2&place=":                               "/market/jobs?page=2&q=Go",
	} {
		if got := webtest.Ask(t, pages, "GET", given, ""); got.StatusCode != http.StatusSeeOther || got.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", given, got.StatusCode, got.Header.Get("Location"), want)
		}
	}
}

func TestAnswer_showsPayAndTheOffer(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	target := at("role", "Go developer", "place", "Россия", "from", "250 тыс.", "to", "300000", "basis", "gross", "skills", "Kubernetes, Fortran")
	got := webtest.Ask(t, pages, "GET", target, "")
	if got.StatusCode != http.StatusOK {
		t.Fatalf("%d: %s", got.StatusCode, webtest.Text(got.Page))
	}
	webtest.Wants(t, got.Page,
		"Half of the vacancies offer less than ₽", "before tax", "Offer: ₽250,000–300,000 before tax", "In the title: Go", "Skill: Kubernetes", "you asked",
		"The lower end is above", "This is advice", "an imported file · 17 Nov 2026, 3 days ago", "100% of the found", "Median of “from”", "Pay by experience",
		"Who hires", "We do not know: no snapshot of this query is at least 7 days older", "CVs for one vacancy: we do not know")
	for _, part := range []string{`class="pay-block"`, `class="pay-offer"`, `class="whisker"`, `class="demand-fill"`, `href="/market/jobs?`} {
		if !strings.Contains(got.Page, part) {
			t.Errorf("the page draws no %s", part)
		}
	}
	ru := webtest.Ask(t, pages, "GET", target, "", webtest.Russian...).Page
	webtest.Wants(t, ru, "Половина вакансий предлагает меньше", "000 ₽ до вычета налога", "Ваше предложение", "Это совет: решаете вы.", "Мы не знаем: нет снимка этого запроса")
	if strings.Contains(webtest.Text(ru), "market.") {
		t.Error("a word is missing")
	}
}

func TestAnswer_saysWhatSoFewCannotCarry(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	sendFile(t, h.pages(t, webtest.Everyone), "few.csv", table(8))
	got := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", at("role", "Срубщик", "place", "Казань", "from", "1000", "currency", "USD", "source", "snapshot"), "")
	webtest.Wants(t, got.Page, "Little data", "The middle half of pay: we do not know: the sample holds 8 such vacancies, 15 are needed", "$", "We do not know: the sample holds 8")
	if strings.Contains(got.Page, "pay-block") {
		t.Error("a distribution is drawn of nothing")
	}
	none := webtest.Ask(t, h.pages(t, webtest.Everyone), "GET", at("role", "Водолаз", "place", "Казань", "source", "snapshot"), "")
	webtest.Wants(t, none.Page, "No vacancy fits", "Only what is kept here was searched", "Look everywhere", "Load saved vacancies from a file")
}

func TestAnswer_leadsToThePlaceThatWasMeant(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", at("role", "Go developer", "place", "Берёзовский"), "", webtest.Russian...)
	if got.StatusCode != http.StatusBadRequest {
		t.Errorf("status %d", got.StatusCode)
	}
	webtest.Wants(t, got.Page, "Какое место вы имели в виду?", "Свердловская область")
	if !strings.Contains(got.Page, "place=") || strings.Contains(webtest.Text(got.Page), "(1") {
		t.Error("no links to the places, or their ids are shown")
	}
	unknown := webtest.Ask(t, pages, "GET", at("role", "Go developer", "place", "Кхщзнь"), "")
	if unknown.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", unknown.StatusCode)
	}
	typo := webtest.Ask(t, pages, "GET", at("role", "Go developer", "place", "Москвва"), "")
	webtest.Wants(t, typo.Page, "Place: Москва", "typed as “Москвва”")
}

func TestAnswer_ofALiveSource(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	for words, want := range map[string]struct {
		status int
		says   string
	}{
		"captcha": {http.StatusBadGateway, "captcha"},
		"limited": {http.StatusTooManyRequests, "come back later"},
		"token":   {http.StatusServiceUnavailable, "hh_auth_required"},
	} {
		got := webtest.Ask(t, pages, "GET", at("role", words, "source", "hh"), "")
		if got.StatusCode != want.status {
			t.Errorf("%s: status %d, want %d", words, got.StatusCode, want.status)
		}
		webtest.Wants(t, got.Page, want.says, "What works now", "Use the saved vacancies", "Try again", "HH_TOKEN")
		if words == "limited" && got.Header.Get("Retry-After") != "60" {
			t.Errorf("Retry-After %q", got.Header.Get("Retry-After"))
		}
	}
	partial := webtest.Ask(t, pages, "GET", at("role", "Python developer", "place", "Казань", "source", "hh"), "")
	webtest.Wants(t, partial.Page, "Not everything could be read", "a captcha was asked", "HeadHunter · 20 Nov 2026, today · 50% of the found")
}

func TestAnswer_comparesWithEarlierSnapshots(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	pages := h.pages(t, webtest.Everyone)
	target := at("role", "Go developer", "place", "Москва", "source", "hh", "resumes", "900")
	var page string
	for _, days := range []int{-16, -8, 0} {
		h.now = asOf.AddDate(0, 0, days)
		page = webtest.Ask(t, pages, "GET", target, "").Page
	}
	webtest.Wants(t, page, "Since 4 Nov 2026, 16 days ago", "Vacancies read in full are compared", "CVs for one vacancy:", "3 snapshots; it is not the time to hire")
}

func TestAnswer_refusesWhatIsNoQuestion(t *testing.T) {
	t.Parallel()
	pages := newHouse(t).pages(t, webtest.Everyone)
	for query, says := range map[string]string{
		at("role", "Go", "from", "сто"):                 "Your offer, from",
		at("role", "Go", "from", "300000", "to", "100"): "Your offer",
		at("role", "Go", "currency", "QQQ"):             "Currency",
		at("role", "Go", "period", "soon"):              "Published",
		at("role", "Go", "resumes", "-3"):               "Active CVs you counted",
		at("role", "Go", "experience", "9-12"):          "Experience",
		at("role", "Go", "format", "on the moon"):       "Work format",
		at("role", "Go", "source", "elsewhere"):         "Source",
		at("role", strings.Repeat("Go ", 500)):          "Role",
	} {
		got := webtest.Ask(t, pages, "GET", query, "")
		if got.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: status %d", query[:min(60, len(query))], got.StatusCode)
		}
		webtest.Wants(t, got.Page, says+" — ")
	}
}

func TestAnswer_asAFragment(t *testing.T) {
	t.Parallel()
	pages := fullHouse(t).pages(t, webtest.Everyone)
	got := webtest.Ask(t, pages, "GET", at("role", "Go developer", "place", "Казань", "from", ""), "", "HX-Request", "true")
	if got.Header.Get("HX-Push-Url") != "/market?place=%D0%9A%D0%B0%D0%B7%D0%B0%D0%BD%D1%8C&role=Go+developer" {
		t.Errorf("the address becomes %q", got.Header.Get("HX-Push-Url"))
	}
	if strings.Contains(got.Page, "<html") || !strings.Contains(got.Page, "skeleton") || !strings.Contains(got.Page, "pay-title") {
		t.Error("no part of a page")
	}
}

func TestTextsOfOthers_areShownAsText(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var list []posting.Posting
	for i := range 6 {
		list = append(list, posting.Posting{
			Source: posting.Imported, ID: "x" + string(rune('a'+i)), Title: "<script>alert(1)</script> Go", Published: asOf, URL: "javascript:alert(1)",
			Employer: posting.Employer{Name: "<b>Evil\u202e</b>" + string(rune('a'+i))}, Area: posting.Named{ID: "88", Name: "Казань"},
			Pay: &posting.Pay{From: 200000, Currency: "RUB"}, KeySkills: []string{"<img src=x>"}, Description: "Go",
		})
	}
	h.keep(t, "<i>name</i>", list)
	pages := h.pages(t, webtest.Everyone)
	for _, target := range []string{at("role", "Go", "place", "Казань"), "/market/jobs?q=Go&source=snapshot", "/market/snapshots", "/market"} {
		page := webtest.Ask(t, pages, "GET", target, "").Page
		for _, bad := range []string{"<script>alert", "<img src=x", "javascript:", "<b>Evil", "<i>name", "\u202e"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s holds %q", target, bad)
			}
		}
	}
}

func TestAccess(t *testing.T) {
	t.Parallel()
	h := fullHouse(t)
	webtest.KeepToThemselves(t, h.pages(t, webtest.Everyone), "/market", "/market/jobs", "/market/snapshots")
	pages := h.pages(t, reader)
	shelf := webtest.Ask(t, pages, "GET", "/market/snapshots", "").Page
	if strings.Contains(shelf, "multipart") || strings.Contains(shelf, "/delete") {
		t.Error("a reader is offered what they may not do")
	}
	if got := sendFile(t, pages, "a.csv", table(1)); got.StatusCode != http.StatusForbidden {
		t.Errorf("a reader loads a file: %d", got.StatusCode)
	}
	foreign := h.pages(t, op.Caller{Name: "other", Tenant: "elsewhere"})
	if page := webtest.Ask(t, foreign, "GET", "/market/snapshots", "").Page; strings.Contains(page, "autumn") {
		t.Error("snapshots of another tenant are shown")
	}
}

func TestPages_areLight(t *testing.T) {
	t.Parallel()
	webtest.AreLight(t, fullHouse(t).pages(t, webtest.Everyone), "/market", at("role", "Go developer"), "/market/jobs?q=Go&source=snapshot")
}
