package snapshot_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/market/snapshot"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func read(t *testing.T, text string) (posting.Snapshot, snapshot.Report, error) {
	t.Helper()
	return snapshot.Read(strings.NewReader(text), snapshot.Options{At: now})
}

func TestWrite_isReadAsItWas(t *testing.T) {
	t.Parallel()
	want := posting.Snapshot{
		Source: posting.HH, Taken: now, Query: posting.Query{Text: "go & <sql>", Areas: []string{"1"}, After: now.AddDate(0, -1, 0)},
		Found: 900, Requests: 9, Postings: sample.Postings(3, 300, now),
		Failures: []posting.Failure{{What: "page 3", Code: "x", Reason: "why", ReasonRU: "почему"}},
	}
	var file bytes.Buffer
	if err := snapshot.Write(&file, want); err != nil {
		t.Fatal(err)
	}
	got, report, err := snapshot.Read(bytes.NewReader(file.Bytes()), snapshot.Options{})
	if err != nil || report.Format != snapshot.Own || report.Rows != 300 || report.WrongRows != 0 || report.CutShort {
		t.Fatalf("%+v, %v", report, err)
	}
	if !reflect.DeepEqual(got, want) {
		for i := range want.Postings {
			if !reflect.DeepEqual(got.Postings[i], want.Postings[i]) {
				t.Fatalf("%d:\n%+v\n%+v", i, got.Postings[i], want.Postings[i])
			}
		}
		t.Errorf("%+v", got.Query)
	}
	var again bytes.Buffer
	if err := snapshot.Write(&again, got); err != nil || !bytes.Equal(again.Bytes(), file.Bytes()) {
		t.Errorf("written again it differs: %v", err)
	}
	if err := snapshot.Write(&again, posting.Snapshot{Source: posting.HH, Complete: true}); err != nil {
		t.Fatal(err)
	}
}

func TestRead_ourOwn(t *testing.T) {
	t.Parallel()
	const head = `{"kadry_snapshot":1,"source":"hh","query":{},"taken_at":"2026-11-20T12:00:00Z","found":3,"complete":true,"lines":3}` + "\n"
	const line = `{"source":"hh","id":"1","title":"Go","employer":{"name":"a"},"area":{"name":"b"}}` + "\n"
	s, report, err := read(t, head+line+"broken\n"+`{"id":"2","title":" "}`+"\n")
	if err != nil || len(s.Postings) != 1 || s.Complete || report.WrongRows != 2 || report.Wrong[0].Line != 3 || report.Wrong[1].Line != 4 || report.CutShort {
		t.Errorf("%+v %+v %v", s, report, err)
	}
	s, report, err = read(t, head+line)
	if err != nil || !report.CutShort || s.Complete {
		t.Errorf("a file that lost its end: %+v %+v %v", s, report, err)
	}
	s, report, err = read(t, head+line+line+line)
	if err != nil || report.Duplicates != 2 || len(s.Postings) != 1 {
		t.Errorf("%+v %+v %v", s, report, err)
	}
	if _, _, err = read(t, strings.Replace(head, `:1,`, `:2,`, 1)); fault.KindOf(err) != fault.Invalid || !strings.Contains(fault.From(err).Text.RU, "2") {
		t.Errorf("a newer version: %v", err)
	}
	hostile := `{"source":"moon","id":"1","title":"Go, mail a@b.example","experience":"?","formats":["moon","remote"],"pay":{"from":-5,"to":1e300},"responses":-1,"url":"javascript:x","published":"9999-01-01T00:00:00Z","employer":{"name":"a"},"area":{"name":"b"}}`
	if s, _, err = read(t, head+hostile); err != nil || len(s.Postings) != 1 {
		t.Fatalf("%+v %v", s, err)
	}
	p := s.Postings[0]
	if p.Source != posting.Imported || p.Title != "Go, mail [e-mail]" || p.Experience != "" || len(p.Formats) != 1 || p.Pay != nil || p.Responses != nil || p.URL != "" || !p.Published.IsZero() {
		t.Errorf("%+v", p)
	}
}

func TestRead_tellsFormatsByContent(t *testing.T) {
	t.Parallel()
	const item = `{"id":"7","name":"Go-разработчик","published_at":"2026-11-01T10:00:00+0300"}`
	const state = `{"vacancyView":{"vacancyId":7,"name":"Go-разработчик"}}`
	for name, c := range map[string]struct {
		text   string
		format snapshot.Format
		source posting.Source
		found  int
	}{
		"page":      {`{"found":40,"items":[` + item + `]}`, snapshot.Page, posting.HH, 40},
		"items":     {"\ufeff [" + item + "]", snapshot.Items, posting.HH, 1},
		"details":   {item + "\n" + strings.Replace(item, "7", "8", 1), snapshot.Details, posting.HH, 2},
		"a detail":  {strings.ReplaceAll(item, ",", ",\n"), snapshot.Details, posting.HH, 1},
		"state":     {state, snapshot.State, posting.HH, 1},
		"web page":  {`<html><template id="HH-Lux-InitialState">` + strings.ReplaceAll(state, `"`, "&quot;") + `</template>`, snapshot.State, posting.HH, 1},
		"table":     {"id,title\n7,Go-разработчик\n", snapshot.Table, posting.Imported, 1},
		"semicolon": {"Title;ID\r\nGo-разработчик;7\r\n", snapshot.Table, posting.Imported, 1},
	} {
		s, report, err := read(t, c.text)
		if err != nil || report.Format != c.format || s.Source != c.source || s.Found != c.found || len(s.Postings) == 0 || !s.Taken.Equal(now) {
			t.Errorf("%s: %+v %+v %v", name, s, report, err)
			continue
		}
		if p := s.Postings[0]; p.ID != "7" || p.Title != "Go-разработчик" {
			t.Errorf("%s: %+v", name, p)
		}
		if s.Complete != (c.found == len(s.Postings)) {
			t.Errorf("%s: complete is %v", name, s.Complete)
		}
	}
	for _, text := range []string{"", " \n", "hello", "a,b\n1,2\n", "{", "[", "<html>", `{"errors":[{"type":"forbidden"}]}`, "id,title\n", "id,title\n,\n", `{"items":[]}`, `[5]`, "\x00\x01"} {
		if s, _, err := read(t, text); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
}

const table = `id,title,role_id,role,area,experience,salary_from,salary_to,currency,gross,employer_trusted
1,"SMM, контент",3,"SMM-менеджер, контент-менеджер",Москва,between3And6,60000,100000,RUR,false,1
2,Парикмахер,92,Парикмахер,Москва,noExperience,80000,,RUR,true,1
3,Creative Manager,176,,Москва,between3And6,,,,,1
4,Плохая строка,1,,Москва,,много,,RUR,,1
,Без номера,1,,Москва,,,,,,1
5,Короткая
`

func TestRead_tables(t *testing.T) {
	t.Parallel()
	s, report, err := read(t, table)
	if err != nil || len(s.Postings) != 5 || report.Rows != 6 || report.WrongRows != 1 || report.Wrong[0].Line != 5 {
		t.Fatalf("%+v %v", report, err)
	}
	first := posting.Posting{
		Source: posting.Imported, ID: "1", Title: "SMM, контент", Area: posting.Named{Name: "Москва"}, Roles: []posting.Named{{ID: "3", Name: "SMM-менеджер, контент-менеджер"}},
		Pay: &posting.Pay{From: 60000, To: 100000, Currency: "RUB", Basis: posting.Net}, Experience: posting.ThreeToSix,
	}
	if !reflect.DeepEqual(s.Postings[0], first) {
		t.Errorf("%+v", s.Postings[0])
	}
	if p := s.Postings[1].Pay; p.To != 0 || p.Basis != posting.Gross || s.Postings[2].Pay != nil || s.Postings[4].Title != "Короткая" || len(s.Postings[3].ID) != 20 {
		t.Errorf("%+v", s.Postings)
	}
	s, _, err = read(t, "source,id,title,role,area,employer,salary_from,salary_to,currency,gross,experience,work_format,key_skills,published_at\n"+
		"hh,9,Аналитик,BI-аналитик,Казань,Вымысел,,150 000,BYR,,От 3 до 6 лет,ON_SITE|HYBRID|MOON,python|sql|python|,2026-03-22\n"+
		"x,9,Аналитик,,Казань,,,,,,,Удаленная работа,,\n")
	if err != nil || len(s.Postings) != 2 {
		t.Fatalf("%+v %v", s, err)
	}
	p := s.Postings[0]
	if p.Source != posting.HH || p.Employer.Name != "Вымысел" || p.Pay.Currency != "BYN" || p.Pay.To != 150000 || p.Experience != posting.ThreeToSix ||
		!reflect.DeepEqual(p.Formats, []posting.Format{posting.OnSite, posting.Hybrid}) || !reflect.DeepEqual(p.KeySkills, []string{"python", "sql"}) || p.Published.Year() != 2026 {
		t.Errorf("%+v", p)
	}
	if !s.Postings[1].IsRemote() || s.Postings[1].Source != posting.Imported {
		t.Errorf("%+v", s.Postings[1])
	}
}

func TestRead_bounds(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]snapshot.Options{"bytes": {MostBytes: 100}, "rows": {MostRows: 5}} {
		if _, _, err := snapshot.Read(strings.NewReader(table), o); fault.KindOf(err) != fault.TooLarge {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, report, err := snapshot.Read(strings.NewReader(table), snapshot.Options{MostRows: 6, MostBytes: int64(len(table))}); err != nil || report.Rows != 6 {
		t.Errorf("%+v %v", report, err)
	}
	broken := errors.New("disk")
	if _, _, err := snapshot.Read(io.MultiReader(strings.NewReader("id,"), iotest.ErrReader(broken)), snapshot.Options{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	many := "id,title\n" + strings.Repeat(",\n", 1000)
	if _, report, err := read(t, many+"1,a\n"); err != nil || report.WrongRows != 1000 || len(report.Wrong) != 20 {
		t.Errorf("%+v %v", report, err)
	}
}

// Genuine files stay outside the project.
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
	for name, want := range map[string]int{
		"salary_2026_05.csv": 5592, "market_vacancies.csv": 10000, "vacancy_details.jsonl": 140, "ssr_vacancy_view_2025.json": 1,
		"search_pages/page_2025_07_a.json": 10, "search_pages/items_2023_11_a.json": 133,
	} {
		f, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		s, report, err := snapshot.Read(f, snapshot.Options{})
		_ = f.Close()
		if err != nil || len(s.Postings) < want || report.WrongRows > 0 {
			t.Errorf("%s: %d, %+v, %v", name, len(s.Postings), report, err)
		}
		t.Logf("%s: %d postings, %+v, %s", name, len(s.Postings), report, time.Since(start))
	}
}

// Whatever can be read can be written and is then read as it was.
func FuzzRead(f *testing.F) {
	var own bytes.Buffer
	if err := snapshot.Write(&own, posting.Snapshot{Source: posting.HH, Taken: now, Postings: sample.Postings(1, 2, now)}); err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{own.String(), table, `{"items":[{"id":1,"name":"a"}]}`, `[{"id":1,"name":"a"}]`, "{\"id\":1,\"name\":\"a\"}\n{}", `{"vacancyView":{"vacancyId":1,"name":"a"}}`, "id;title\n1;\"a\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		s, report, err := snapshot.Read(bytes.NewReader(body), snapshot.Options{MostRows: 1000})
		if err != nil {
			return
		}
		if report.Rows != len(s.Postings)+report.WrongRows+report.Duplicates {
			t.Errorf("%+v of %d", report, len(s.Postings))
		}
		var file bytes.Buffer
		if err := snapshot.Write(&file, s); err != nil {
			t.Fatal(err)
		}
		again, report, err := snapshot.Read(&file, snapshot.Options{})
		if err != nil || report.WrongRows != 0 || len(again.Postings) != len(s.Postings) || again.Complete != s.Complete {
			t.Errorf("%+v %v: %+v", report, err, s)
		}
	})
}

func BenchmarkRead_5000Rows(b *testing.B) {
	var file bytes.Buffer
	if err := snapshot.Write(&file, posting.Snapshot{Source: posting.HH, Taken: now, Postings: sample.Postings(1, 5000, now)}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	for b.Loop() {
		if _, _, err := snapshot.Read(bytes.NewReader(file.Bytes()), snapshot.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
