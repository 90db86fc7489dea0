package contract_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/interview"
)

func TestVacancy_versions(t *testing.T) {
	t.Parallel()
	h, _ := ready(t)
	r := h.ask(t, "POST", "/api/v1/vacancies", `{"title":"QA","external_id":"qa","needs":[{"skill":"Python","weight":0.5},{"skill":"golang"}]}`)
	v := into[struct {
		ID      string
		Version int
		Saved   string
		Needs   []struct{ Skill string }
	}](t, r)
	if r.status != http.StatusCreated || r.header.Get("ETag") != `"1"` || r.header.Get("Location") != "/api/v1/vacancies/"+v.ID || v.Needs[0].Skill != "go" {
		t.Fatalf("%d %v %s", r.status, r.header, r.text)
	}
	if r = h.ask(t, "POST", "/api/v1/vacancies", `{"title":"QA 2","external_id":"qa"}`); r.status != 200 || !strings.Contains(r.text, `"saved":"updated"`) || !strings.Contains(r.text, v.ID) {
		t.Errorf("a known external_id: %d %s", r.status, r.text)
	}
	path := "/api/v1/vacancies/" + v.ID
	for name, c := range map[string]struct {
		match, body string
		status      int
		code        string
	}{
		"old tag":      {`"1"`, `{"title":"x"}`, 412, "vacancy_version_changed"},
		"weak tag":     {`W/"2"`, `{"title":"x"}`, 412, "vacancy_version_changed"},
		"strange tag":  {`zzz`, `{"title":"x"}`, 412, "vacancy_version_changed"},
		"two versions": {`"2"`, `{"title":"x","version":1}`, 412, "vacancy_version_changed"},
		"old member":   {"", `{"title":"x","version":1}`, 409, "vacancy_version_changed"},
		"no title":     {"", `{"title":" "}`, 422, "invalid_argument"},
		"unknown need": {"", `{"title":"x","needs":[{"skill":"zzzz"}]}`, 422, "invalid_argument"},
		"heavy need":   {"", `{"title":"x","needs":[{"skill":"go","weight":7}]}`, 422, "invalid_argument"},
	} {
		further := []string{}
		if c.match != "" {
			further = []string{"If-Match", c.match}
		}
		refused(t, name, h.ask(t, "PUT", path, c.body, further...), c.status, c.code)
	}
	for _, match := range []string{`"2"`, "*"} {
		if r := h.ask(t, "PUT", path, `{"title":"QA `+strings.Trim(match, `"`)+`"}`, "If-Match", match); r.status != 200 {
			t.Errorf("%s: %d %s", match, r.status, r.text)
		}
	}
	refused(t, "unknown", h.ask(t, "PUT", "/api/v1/vacancies/nothing", `{"title":"x"}`, "If-Match", "zzz"), 404, "not_found")
	if got := must[struct{ Deleted int }](t, h, "DELETE", path, ""); got.Deleted != 1 {
		t.Errorf("deleted %d", got.Deleted)
	}
	refused(t, "gone", h.ask(t, "GET", path, ""), 404, "not_found")
	refused(t, "plan of what is gone", h.ask(t, "GET", path+"/plan", ""), 404, "not_found")
}

func TestVacancies_pages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for i := range 5 {
		must[map[string]any](t, h, "POST", "/api/v1/vacancies", fmt.Sprintf(`{"title":"V%d"}`, i))
		h.clock.Wait(time.Duration(i%2) * time.Second) // some are as old as others
	}
	if got := must[struct{ Items []struct{ Title string } }](t, h, "GET", "/api/v1/vacancies?limit=2&offset=4", ""); len(got.Items) != 1 || got.Items[0].Title != "V0" && got.Items[0].Title != "V1" {
		t.Errorf("by offset: %+v", got)
	}
	var titles []string
	cursor := ""
	for {
		got := must[struct {
			Items      []struct{ ID, Title string }
			Total      int
			NextCursor string `json:"next_cursor"`
		}](t, h, "GET", "/api/v1/vacancies?limit=2&cursor="+cursor, "")
		for _, v := range got.Items {
			titles = append(titles, v.Title)
		}
		if cursor = got.NextCursor; cursor == "" {
			break
		}
		if got.Total != 5-max(0, len(titles)-2)/2 {
			t.Errorf("total %d", got.Total)
		}
		// The last one shown goes away, and the next page still begins behind it.
		must[map[string]any](t, h, "DELETE", "/api/v1/vacancies/"+got.Items[1].ID, "")
	}
	if got := strings.Join(titles, " "); got != "V4 V2 V3 V0 V1" {
		t.Errorf("got %s", got)
	}
}

func TestVacancies_importAndExport(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	table := "название;описание;внешний id\r\n=HYPERLINK(1);первая;a-1\r\n;без названия;a-2\r\n\"Аналитик; старший\";SQL;a-3\r\n"
	r := h.ask(t, "POST", "/api/v1/vacancies/import", table, "Content-Type", "text/csv; charset=utf-8")
	got := into[struct {
		Items []struct {
			Row           int
			Status, Error string
			ID            string
		}
		Created, Failed int
	}](t, r)
	if got.Created != 2 || got.Failed != 1 || got.Items[1].Row != 2 || got.Items[1].Error == "" || got.Items[1].ID != "" {
		t.Errorf("got %s", r.text)
	}
	if r = h.ask(t, "POST", "/api/v1/vacancies/import", table, "Content-Type", "text/csv"); !strings.Contains(r.text, `"unchanged":2`) {
		t.Errorf("again: %s", r.text)
	}
	r = h.ask(t, "GET", "/api/v1/vacancies/export?format=csv", "")
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(r.text, "\ufeff"))).ReadAll()
	if err != nil || len(lines) != 3 || !strings.Contains(r.text, "'=HYPERLINK") {
		t.Errorf("%v: %s", err, r.text)
	}
	if r.header.Get("Content-Disposition") != `attachment; filename="vacancies.csv"` || !strings.HasPrefix(r.header.Get("Content-Type"), "text/csv") ||
		r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("headers: %v", r.header)
	}
	other := newHouse(t)
	whole := h.ask(t, "GET", "/api/v1/vacancies/export", "").text
	for _, c := range []struct{ kind, body string }{{"application/json", whole}, {"application/json", "[" + whole[strings.Index(whole, "[")+1:strings.LastIndex(whole, "]")] + "]"}} {
		// Ids of another server are not here, so its rows are refused one by one.
		if r := other.ask(t, "POST", "/api/v1/vacancies/import", c.body); r.status != 200 || !strings.Contains(r.text, `"failed":2`) {
			t.Errorf("into another house: %d %s", r.status, r.text)
		}
	}
	for name, c := range map[string]struct {
		kind, body string
		status     int
	}{
		"empty":        {"text/csv", "", 422},
		"old coding":   {"text/csv; charset=windows-1251", "title\r\nx", 415},
		"not UTF-8":    {"text/csv", "title\r\n\xcf\xf0", 422},
		"no header":    {"text/csv", "a,b\r\n1,2", 422},
		"a workbook":   {"application/vnd.ms-excel", "PK", 415},
		"no list":      {"application/json", `{"items":[]}`, 422},
		"a text":       {"application/json", `"x"`, 422},
		"key twice":    {"application/json", `[{"title":"a","title":"b"}]`, 422},
		"large":        {"text/csv", "title\n" + strings.Repeat("x", 16<<20), 413},
		"too many":     {"application/json", "[" + strings.Repeat(`{"title":"x"},`, 5000) + `{"title":"x"}]`, 413},
		"strange form": {"", "", 422},
	} {
		if r := other.ask(t, "POST", "/api/v1/vacancies/import", c.body, "Content-Type", c.kind); r.status != c.status {
			t.Errorf("%s: got %d, want %d: %.200s", name, r.status, c.status, r.text)
		}
	}
	if r := other.ask(t, "POST", "/api/v1/vacancies/import", `[{"id":"a\u0000b","title":"x"},{"title":7},{"title":"ok"}]`); !strings.Contains(r.text, `"failed":2`) || !strings.Contains(r.text, `"created":1`) {
		t.Errorf("mixed rows: %s", r.text)
	}
	if r := other.ask(t, "GET", "/api/v1/vacancies/export?format=xlsx", ""); r.status != 422 {
		t.Errorf("another format: %d", r.status)
	}
}

func TestPlan_ofVacancy(t *testing.T) {
	t.Parallel()
	h, vacancy := ready(t)
	type plan struct {
		Hash, Language string
		Core           []struct{ Title, Text string }
		Gaps           []struct{}
	}
	path := "/api/v1/vacancies/" + vacancy + "/plan"
	ru, en, short := must[plan](t, h, "GET", path, ""), must[plan](t, h, "GET", path+"?language=en", ""), must[plan](t, h, "GET", path+"?max_questions=2", "")
	if ru.Language != "ru" || en.Language != "en" || len(ru.Core) != 8 || len(short.Core) != 2 || ru.Gaps == nil || ru.Hash == en.Hash || ru.Hash == short.Hash {
		t.Errorf("ru %d %s, en %d, short %d", len(ru.Core), ru.Language, len(en.Core), len(short.Core))
	}
	for _, q := range en.Core {
		if q.Title == "" || q.Text == "" || strings.ContainsAny(q.Text, "абвгдеж") {
			t.Errorf("got %+v", q)
		}
	}
	for _, bad := range []string{"language=de", "max_questions=0", "max_questions=21"} {
		refused(t, bad, h.ask(t, "GET", path+"?"+bad, ""), 422, "invalid_argument")
	}
	id := h.started(t, map[string]any{"vacancy_id": vacancy})
	var full struct{ Plan plan }
	if err := json.Unmarshal([]byte(h.ask(t, "GET", "/api/v1/interviews/"+id, "").text), &full); err != nil || full.Plan.Hash != ru.Hash {
		t.Errorf("the interview follows the plan %s, the preview was %s (%v)", full.Plan.Hash, ru.Hash, err)
	}
}

func TestWebhook_settings(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	type settings struct {
		Payload   string
		Hosts     []string
		Retention int `json:"retention_days"`
		Signed    bool
	}
	if got := must[settings](t, h, "GET", "/api/v1/webhook", ""); got.Payload != "compat" || got.Hosts == nil || got.Signed {
		t.Errorf("at first: %+v", got)
	}
	must[settings](t, h, "PUT", "/api/v1/webhook", `{"hosts":["a.example","b.example"],"retention_days":30}`)
	if got := must[settings](t, h, "PUT", "/api/v1/webhook", `{"payload":"envelope"}`); got.Payload != "envelope" || len(got.Hosts) != 2 || got.Retention != 30 {
		t.Errorf("what was left out changed: %+v", got)
	}
	if got := must[settings](t, h, "PUT", "/api/v1/webhook", `{"hosts":[]}`); len(got.Hosts) != 0 {
		t.Errorf("hosts: %+v", got)
	}
	for _, bad := range []string{`{"payload":"xml"}`, `{"retention_days":-1}`, `{"retention_days":99999}`, `{"hosts":[""]}`, `{"hosts":{}}`, "[]"} {
		refused(t, bad, h.ask(t, "PUT", "/api/v1/webhook", bad), 422, "invalid_argument")
	}
	first := must[struct{ Secret string }](t, h, "POST", "/api/v1/webhook/secret", "").Secret
	second := must[struct {
		Secret   string
		OldUntil time.Time `json:"old_secret_until"`
	}](t, h, "POST", "/api/v1/webhook/secret", "{}")
	if first == "" || first == second.Secret || second.OldUntil.Sub(begin) != 24*time.Hour {
		t.Errorf("secrets %q and %+v", first, second)
	}
	if text := h.ask(t, "GET", "/api/v1/webhook", "").text; strings.Contains(text, second.Secret) {
		t.Error("the secret is shown again")
	}
	for _, bad := range []string{`{"overlap_s":-1}`, `{"overlap_s":604801}`, `{"overlap_s":"week"}`} {
		refused(t, bad, h.ask(t, "POST", "/api/v1/webhook/secret", bad), 422, "invalid_argument")
	}
	for _, bad := range []string{"", "{}", `{"webhook_url":""}`, `{"webhook_url":"ftp://a.example"}`, `{"webhook_url":"http://127.0.0.1/"}`} {
		refused(t, bad, h.ask(t, "POST", "/api/v1/webhook/test", bad), 422, "invalid_argument")
	}
	silent := newHouse(t)
	silent.room = interview.New(interview.Parts{Vacancies: silent.store, Catalogue: silent.store, Sessions: silent.store, Archive: silent.store, Surveys: silent.store, Bank: silent.room.Bank, Skills: silent.room.Skills})
	silent.serve(t)
	refused(t, "no webhooks", silent.ask(t, "GET", "/api/v1/webhook", ""), 503, "unavailable")
}
