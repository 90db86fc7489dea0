package hhjson_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

const full = `{"id": 17, "name": "Go-разработчик <Senior>", "unknown": {"a": [1]},
 "area": {"id": "88", "name": "Казань"},
 "salary": {"from": 1, "to": 2, "currency": "USD", "gross": false},
 "salary_range": {"from": 250000, "to": null, "currency": "RUR", "gross": true, "mode": {"id": "MONTH"}},
 "employer": {"id": "5", "name": "Вымысел", "accredited_it_employer": true, "type": "agency"},
 "snippet": {"requirement": "Знание <highlighttext>Go</highlighttext>, List<int>...", "responsibility": null},
 "description": "<p>Пишем на Go.</p><ul><li>Звоните: +7 900 000-00-00</li></ul>",
 "key_skills": [{"name": "Go"}, {"name": "Go"}, {"name": "SQL"}, 7],
 "contacts": {"name": "Имя", "email": "a@b.example"},
 "professional_roles": [{"id": "96", "name": "Программист, разработчик"}],
 "experience": {"id": "between3And6"}, "employment_form": {"id": "FULL"},
 "work_format": [{"id": "REMOTE"}, {"id": "HYBRID"}, {"id": "MOON"}],
 "published_at": "2026-07-24T18:12:03+0300", "created_at": "2026-07-24T18:12:03+0300", "initial_created_at": "2026-06-01T00:00:00+0300",
 "archived": false, "alternate_url": "https://hh.ru/vacancy/17", "counters": {"responses": 2, "total_responses": 31}}`

func TestVacancy_everyField(t *testing.T) {
	t.Parallel()
	got, err := hhjson.Vacancy([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
	responses := 31
	want := posting.Posting{
		Source: posting.HH, ID: "17", Title: "Go-разработчик <Senior>",
		Employer: posting.Employer{ID: "5", Name: "Вымысел", Agency: true, AccreditedIT: true},
		Area:     posting.Named{ID: "88", Name: "Казань"}, Roles: []posting.Named{{ID: "96", Name: "Программист, разработчик"}},
		Pay:        &posting.Pay{From: 250000, Currency: "RUB", Basis: posting.Gross, Per: posting.Month},
		Experience: posting.ThreeToSix, Formats: []posting.Format{posting.Remote, posting.Hybrid}, Employment: posting.Full,
		KeySkills: []string{"Go", "SQL", "7"}, Requirement: "Знание Go, List<int>...", Description: "Пишем на Go.\nЗвоните: [phone]",
		Published: time.Date(2026, 7, 24, 15, 12, 3, 0, time.UTC), Created: time.Date(2026, 5, 31, 21, 0, 0, 0, time.UTC),
		Responses: &responses, URL: "https://hh.ru/vacancy/17",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestVacancy_isTolerant(t *testing.T) {
	t.Parallel()
	for in, ok := range map[string]bool{
		`{"id":"1","name":"a"}`:                                     true,
		`{"id":"1","name":"a","area":null,"employer":null}`:         true,
		`{"id":"1","name":"a","area":[],"employer":"x","salary":1}`: true,
		`{"id":"1","name":"a","key_skills":{"name":"x"}}`:           true,
		`{"id":"1","name":"a","published_at":12,"archived":"no"}`:   true,
		`{"id":"1","name":"a","salary":{"from":"100"}}`:             true,
		`{"id":"1","name":null}`:                                    false,
		`{"id":{},"name":"a"}`:                                      false,
		`{"name":"a"}`:                                              false,
		`[]`:                                                        false,
		`null`:                                                      false,
		`"x"`:                                                       false,
		``:                                                          false,
		`{"id":"1","name":"a"`:                                      false,
	} {
		if p, err := hhjson.Vacancy([]byte(in)); (err == nil) != ok {
			t.Errorf("%s: %+v, %v", in, p, err)
		}
	}
}

func TestVacancy_pay(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]*posting.Pay{
		`"salary":null`: nil,
		`"salary":{"from":0,"to":null,"currency":"RUR"}`:                                        nil,
		`"salary":{"from":-5,"to":1e99,"currency":"RUR"}`:                                       nil,
		`"salary":{"to":900,"currency":"BYR","gross":null}`:                                     {To: 900, Currency: "BYN"},
		`"salary":{"from":"70000","currency":"rur","gross":false}`:                              {From: 70000, Currency: "RUB", Basis: posting.Net},
		`"salary":{"from":5,"currency":"<b>"}`:                                                  {From: 5},
		`"salary":{"from":1,"currency":"KZT"},"salary_range":null`:                              {From: 1, Currency: "KZT"},
		`"salary":{"from":1},"salary_range":{"from":300,"currency":"RUR","mode":{"id":"HOUR"}}`: {From: 300, Currency: "RUB", Per: posting.Hour},
		`"salary_range":{"from":9,"currency":"RUR","mode":{"id":"FLY_IN_FLY_OUT"}}`:             {From: 9, Currency: "RUB", Per: posting.Rotation},
	} {
		p, err := hhjson.Vacancy([]byte(`{"id":"1","name":"a",` + in + `}`))
		if err != nil || !reflect.DeepEqual(p.Pay, want) {
			t.Errorf("%s: %+v, want %+v, %v", in, p.Pay, want, err)
		}
	}
}

func TestSearch_aBrokenItemDoesNotLoseThePage(t *testing.T) {
	t.Parallel()
	page, err := hhjson.Search([]byte(`{"found": 4928, "pages": 20, "page": 3, "items": [` + full + `, {"id": 1}, null, 5, {"id": "2", "name": "b", "employer": null}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if page.Found != 4928 || page.Pages != 20 || page.Page != 3 || len(page.Items) != 2 || page.Broken != 3 {
		t.Errorf("%+v", page)
	}
	for _, in := range []string{`{}`, `[]`, `{"errors":[{"type":"forbidden"}]}`, `<html>`, ``, `{"items":null}`} {
		if _, err := hhjson.Search([]byte(in)); err == nil {
			t.Errorf("%q is a page", in)
		}
	}
}

func TestItems_andLines(t *testing.T) {
	t.Parallel()
	if all, broken, err := hhjson.Items([]byte(` [{"id":1,"name":"a"}, {}]`)); err != nil || len(all) != 1 || broken != 1 {
		t.Errorf("%v, %d, %v", all, broken, err)
	}
	if _, _, err := hhjson.Items([]byte(`{"id":1,"name":"a"}`)); !errors.Is(err, hhjson.ErrShape) {
		t.Errorf("%v", err)
	}
	var good, wrong []int
	hhjson.Lines([]byte("{\"id\":1,\"name\":\"a\"}\n\nnot json\n{\"id\":2,\"name\":\"b\"}"), func(line int, _ posting.Posting, err error) bool {
		if err != nil {
			wrong = append(wrong, line)
		} else {
			good = append(good, line)
		}
		return true
	})
	if !reflect.DeepEqual(good, []int{1, 4}) || !reflect.DeepEqual(wrong, []int{3}) {
		t.Errorf("%v %v", good, wrong)
	}
}

func TestClusters(t *testing.T) {
	t.Parallel()
	shares, found, err := hhjson.Clusters([]byte(`{"found": 500, "clusters": [
 {"id": "salary", "items": [{"name": "Указана", "url": "https://x.example/v?only_with_salary=true", "count": 357}, {"name": "от 115000 руб.", "url": "https://x.example/v?salary=115000", "count": 143}]},
 {"id": "experience", "items": [{"name": "Нет опыта", "url": "https://x.example/v?experience=noExperience", "count": 9}, {"name": "?", "url": "%", "count": 1}]},
 {"id": "schedule", "items": [{"url": "https://x.example/v?schedule=remote", "count": 40}, {"url": "https://x.example/v?schedule=fullDay", "count": 300}]},
 {"id": "area", "items": [{"name": "Казань", "url": "https://x.example/v?area=88", "count": 12}]},
 {"id": "metro", "items": [{"name": "Площадь", "count": 2}]}, {"id": "new", "items": 5}]}`))
	want := []posting.Share{
		{Of: "pay", Value: "stated", Count: 357},
		{Of: "pay", Value: "115000", Count: 143},
		{Of: "experience", Value: "0", Count: 9},
		{Of: "format", Value: "remote", Count: 40},
		{Of: "area", Value: "Казань", Count: 12},
	}
	if err != nil || found != 500 || !reflect.DeepEqual(shares, want) {
		t.Errorf("%+v, %d, %v", shares, found, err)
	}
	if _, _, err := hhjson.Clusters([]byte(`{"found":1,"clusters":null}`)); !errors.Is(err, hhjson.ErrShape) {
		t.Errorf("%v", err)
	}
}

func TestDictionaries(t *testing.T) {
	t.Parallel()
	areas, err := hhjson.Areas([]byte(`[{"id":"113","parent_id":null,"name":"Россия","areas":[{"id":88,"name":"Казань","areas":[]},{"id":null,"name":"?"}]}]`))
	if err != nil || !reflect.DeepEqual(areas, []hhjson.Area{{ID: "113", Name: "Россия"}, {ID: "88", Parent: "113", Name: "Казань"}}) {
		t.Errorf("%v, %v", areas, err)
	}
	roles, err := hhjson.Roles([]byte(`{"categories":[{"name":"IT","roles":[{"id":"96","name":"Программист"}]},{"name":"Наука","roles":[{"id":"96","name":"Программист"},{"id":"1","name":"Химик"}]}]}`))
	if err != nil || len(roles) != 2 || roles[0].ID != "96" || !reflect.DeepEqual(roles[0].Categories, []string{"IT", "Наука"}) {
		t.Errorf("%v, %v", roles, err)
	}
	words, err := hhjson.Suggestions([]byte(`{"items":[{"id":"5","text":"Go"},{"text":"Golang"},{}]}`))
	if err != nil || !reflect.DeepEqual(words, []posting.Named{{ID: "5", Name: "Go"}, {Name: "Golang"}}) {
		t.Errorf("%v, %v", words, err)
	}
	entries, err := hhjson.Dictionaries([]byte(`{"experience":[{"id":"noExperience","name":"Нет опыта"}],"odd":3}`))
	if err != nil || len(entries["experience"]) != 1 || len(entries["odd"]) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	for _, in := range []string{``, `5`, `{}`, `[]`, `[{"areas":[]}]`, `<html>`} {
		if _, err := hhjson.Areas([]byte(in)); err == nil && in != `5` {
			t.Errorf("areas of %q", in)
		}
		if _, err := hhjson.Roles([]byte(in)); err == nil {
			t.Errorf("roles of %q", in)
		}
		if _, err := hhjson.Dictionaries([]byte(in)); err == nil {
			t.Errorf("dictionaries of %q", in)
		}
		if _, err := hhjson.Suggestions([]byte(in)); err == nil {
			t.Errorf("suggestions of %q", in)
		}
	}
}

func TestAreas_depthIsBounded(t *testing.T) {
	t.Parallel()
	const levels = 3000
	deep := strings.Repeat(`[{"id":1,"name":"a","areas":`, levels) + "[]" + strings.Repeat("}]", levels)
	if areas, err := hhjson.Areas([]byte(deep)); err != nil || len(areas) > 20 {
		t.Errorf("%d areas, %v", len(areas), err)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]hhjson.Refusal{
		`{"errors":[{"type":"forbidden"}],"request_id":"7"}`:             {Type: "forbidden", Request: "7"},
		`{"errors":[{"type":"oauth","value":"token_revoked"}]}`:          {Type: "oauth", Value: "token_revoked"},
		`{"error":"invalid_client","error_description":"no such thing"}`: {Type: "oauth", Value: "invalid_client"},
		`{"bad_argument":"area","description":"x"}`:                      {Type: "bad_argument", Value: "area"},
		`{"errors":{"type":"not_found"}}`:                                {Type: "not_found"},
	} {
		if got, ok := hhjson.Refused([]byte(in)); !ok || got != want {
			t.Errorf("%s: %+v, %v", in, got, ok)
		}
	}
	for _, in := range []string{`{"items":[]}`, `{"errors":[]}`, `<html>`, ``, `[]`} {
		if got, ok := hhjson.Refused([]byte(in)); ok {
			t.Errorf("%s: %+v", in, got)
		}
	}
}

const state = `{"vacancyView":{"vacancyId":42,"name":"SRE","compensation":{"from":100,"currencyCode":"RUR","gross":true},
 "company":{"id":5,"visibleName":"Вымысел"},"area":{"@id":1,"name":"Москва"},"publicationDate":"2026-08-16T14:36:57.026+03:00",
 "@workSchedule":"remote","workExperience":"between3And6","employment":{"@type":"FULL"},"keySkills":{"keySkill":["Linux","Go"]},"professionalRoleIds":[160]}}`

func TestState_bothShapesAndThePageAround(t *testing.T) {
	t.Parallel()
	escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&#34;").Replace(state)
	for name, in := range map[string]string{
		"state": state,
		"page":  `<!doctype html><html><body><p>x</p><template id="HH-Lux-InitialState">` + escaped + `</template></body></html>`,
		"full":  `{"vacancyView":{"vacancyFull":{"vacancy":` + strings.NewReplacer(`{"vacancyView":`, "", `{"keySkill":["Linux","Go"]}`, `["Linux","Go"]`).Replace(strings.TrimSuffix(state, "}")) + `}}}`,
		"found": `{"vacancySearchResult":{"totalResults":1,"vacancies":[` + strings.TrimSuffix(strings.TrimPrefix(state, `{"vacancyView":`), "}") + `,{}]}}`,
	} {
		page, err := hhjson.State([]byte(in))
		if err != nil || len(page.Items) != 1 || page.Found != 1 {
			t.Errorf("%s: %+v, %v", name, page, err)
			continue
		}
		p := page.Items[0]
		if p.ID != "42" || p.Employer.Name != "Вымысел" || p.Area.ID != "1" || p.Pay == nil || p.Pay.Currency != "RUB" || p.Pay.Basis != posting.Gross ||
			p.Experience != posting.ThreeToSix || !p.IsRemote() || p.Employment != posting.Full || !reflect.DeepEqual(p.KeySkills, []string{"Linux", "Go"}) ||
			p.Published.IsZero() || p.URL != "https://hh.ru/vacancy/42" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for _, in := range []string{``, `{}`, `<html></html>`, `<template id="HH-Lux-InitialState"></template>`, `<template id="HH-Lux-InitialState">x</template>`} {
		if _, err := hhjson.State([]byte(in)); err == nil {
			t.Errorf("%q is a state", in)
		}
	}
}

// Genuine answers of the site stay outside the project.
func TestGenuine(t *testing.T) {
	t.Parallel()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	folder := filepath.Join(root, "hh")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("SKIP: needs genuine answers of HeadHunter under KADRY_DATA_DIR: %v", err)
	}
	pages, _ := filepath.Glob(filepath.Join(folder, "search_pages", "*.json"))
	for _, name := range pages {
		body, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var items []posting.Posting
		var broken int
		if strings.HasPrefix(filepath.Base(name), "items") {
			items, broken, err = hhjson.Items(body)
		} else {
			var page posting.Page
			page, err = hhjson.Search(body)
			items, broken = page.Items, page.Broken
		}
		if err != nil || len(items) == 0 || broken > 0 {
			t.Errorf("%s: %d items, %d broken, %v", name, len(items), broken, err)
		}
		for _, p := range items {
			if p.Employer.Name == "" || p.Area.ID == "" || p.Published.IsZero() || p.URL == "" {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
	body, err := os.ReadFile(filepath.Join(folder, "vacancy_details.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	details, skilled := 0, 0
	hhjson.Lines(body, func(line int, p posting.Posting, err error) bool {
		if err != nil || p.Description == "" || strings.Contains(p.Description, "<p>") {
			t.Errorf("line %d: %v", line, err)
		}
		details++
		if len(p.KeySkills) > 0 {
			skilled++
		}
		return true
	})
	t.Logf("%d pages, %d details, %d with skills", len(pages), details, skilled)
	for name, read := range map[string]func([]byte) (int, error){
		"areas_2024.json":              func(b []byte) (int, error) { a, err := hhjson.Areas(b); return len(a), err },
		"professional_roles_2024.json": func(b []byte) (int, error) { a, err := hhjson.Roles(b); return len(a), err },
		"dictionaries_2024.json":       func(b []byte) (int, error) { a, err := hhjson.Dictionaries(b); return len(a), err },
		"ssr_vacancy_view_2025.json":   func(b []byte) (int, error) { a, err := hhjson.State(b); return len(a.Items), err },
	} {
		body, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		n, err := read(body)
		if err != nil || n == 0 {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		t.Logf("%s: %d", name, n)
	}
}

// Whatever is read can be written, and holds no way to reach anybody.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{full, state, `{"items":[` + full + `],"clusters":[]}`, `[{"id":1,"name":"a","areas":[]}]`, `{"errors":[{"type":"x"}]}`, `{"categories":[{"roles":[{"id":1,"name":"a"}]}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check := func(p posting.Posting) {
			if p.ID == "" || p.Title == "" || strings.Contains(p.Description, "@b.example") || p.Pay != nil && (p.Pay.From < 0 || p.Pay.To < 0 || p.Pay.From+p.Pay.To == 0) {
				t.Errorf("%+v", p)
			}
			if _, err := p.Published.MarshalJSON(); err != nil {
				t.Error(err)
			}
		}
		if p, err := hhjson.Vacancy(body); err == nil {
			check(p)
		}
		if page, err := hhjson.Search(body); err == nil {
			for _, p := range page.Items {
				check(p)
			}
		}
		if all, _, err := hhjson.Items(body); err == nil {
			for _, p := range all {
				check(p)
			}
		}
		if page, err := hhjson.State(body); err == nil {
			for _, p := range page.Items {
				check(p)
			}
		}
		hhjson.Lines(body, func(_ int, p posting.Posting, err error) bool {
			if err == nil {
				check(p)
			}
			return true
		})
		_, _, _ = hhjson.Clusters(body)
		_, _ = hhjson.Areas(body)
		_, _ = hhjson.Roles(body)
		_, _ = hhjson.Dictionaries(body)
		_, _ = hhjson.Suggestions(body)
		_, _ = hhjson.Refused(body)
	})
}
