package transfer_test

import (
	"bytes"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview/transfer"
	"kadry/internal/interview/vacancy"
)

func TestReadCSV_tolerates(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"comma":       "title,description\nGo,Пишем\n",
		"semicolon":   "title;description\r\nGo;Пишем\r\n",
		"tab":         "title\tdescription\nGo\tПишем",
		"BOM":         "\ufefftitle,description\nGo,Пишем\n",
		"Russian":     "Описание;Название\nПишем;Go\n",
		"more":        "x,title,y,description\n1,Go,2,Пишем\n",
		"quoted":      "\"title\",\"description\"\n\"Go\",\"Пишем\"\n",
		"blank lines": "title,description\n\nGo,Пишем\n\n",
	} {
		rows, err := transfer.ReadCSV([]byte(text))
		if err != nil || len(rows) != 1 || rows[0].Err != nil || rows[0].Saving.Draft.Title != "Go" || rows[0].Saving.Draft.Description != "Пишем" {
			t.Errorf("%s: %+v, %v", name, rows, err)
		}
	}
}

func TestRead_refusesWhatIsNoList(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{}", "null x", `"text"`, `{"vacancies":1}`, "[1,2"} {
		if rows, err := transfer.ReadJSON([]byte(text)); string(fault.KindOf(err)) != "invalid_argument" {
			t.Errorf("JSON %q: %+v, %v", text, rows, err)
		}
	}
	for _, text := range []string{"", "a,b\n1,2\n", "\x00"} {
		if rows, err := transfer.ReadCSV([]byte(text)); string(fault.KindOf(err)) != "invalid_argument" {
			t.Errorf("CSV %q: %+v, %v", text, rows, err)
		}
	}
	if _, err := transfer.ReadCSV([]byte("title\n" + strings.Repeat("x\n", 5001))); string(fault.KindOf(err)) != "too_large" {
		t.Errorf("too many rows: %v", err)
	}
	if _, err := transfer.ReadJSON(make([]byte, 17<<20)); string(fault.KindOf(err)) != "too_large" {
		t.Errorf("too large: %v", err)
	}
	rows, err := transfer.ReadJSON([]byte(`[{"title":"Go"}, 5, {"title":7}, {"title":"PHP","more":1}]`))
	if err != nil || len(rows) != 4 || rows[1].Err == nil || rows[2].Err == nil || rows[3].Err != nil {
		t.Errorf("partial: %+v, %v", rows, err)
	}
}

// Names are taken as they are written, and a member of another kind is named.
func TestReadJSON_readsMembersByTheirExactNames(t *testing.T) {
	t.Parallel()
	rows, err := transfer.ReadJSON([]byte(`[
		{"title":"Go","Title":"PHP","LEVEL":"senior","needs":[{"skill":"go","Skill":"php","weight":0.5}]},
		{"Title":"Java"}, {"title":7}, null, {"title":"C","needs":[{"skill":1,"weight":"x"}]}, {"title":"D","needs":{}}, {"title":"E","level":null}]`))
	if err != nil || len(rows) != 7 {
		t.Fatalf("%+v, %v", rows, err)
	}
	if s := rows[0].Saving.Draft; s.Title != "Go" || s.Level != "" || len(s.Needs) != 1 || s.Needs[0].Skill != "go" || s.Needs[0].Weight != 0.5 {
		t.Errorf("read %+v", s)
	}
	if s := rows[1].Saving.Draft; rows[1].Err != nil || s.Title != "" {
		t.Errorf("another name was taken: %+v, %v", s, rows[1].Err)
	}
	for i, want := range map[int]string{
		2: "title: must be a text.", 3: "A vacancy must be an object.", 4: "needs[0].skill: must be a text.", 5: "needs: must be a list of objects.",
	} {
		if f := fault.From(rows[i].Err); string(fault.KindOf(rows[i].Err)) != "invalid_argument" || f.Text.EN != want {
			t.Errorf("row %d: %v, want %q", i+1, f, want)
		}
	}
	if rows[6].Err != nil || rows[6].Saving.Draft.Title != "E" {
		t.Errorf("null is not nothing: %+v", rows[6])
	}
	if _, err := transfer.ReadJSON([]byte(`{"Vacancies":[{"title":"Go"}]}`)); string(fault.KindOf(err)) != "invalid_argument" {
		t.Errorf("another name of the list: %v", err)
	}
}

func FuzzReadCSV(f *testing.F) {
	for _, s := range []string{"title,needs\nGo,go:1:senior|c++\n", "title;x\n\"a\n", "\ufeffназвание\n'=1\n", "title\n\"\"\"\n", "title,title\n1\n", "\x00\xff,title\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := transfer.ReadCSV(data)
		if (err == nil) == (string(fault.KindOf(err)) == "invalid_argument" || string(fault.KindOf(err)) == "too_large") {
			t.Fatalf("error %v", err)
		}
		for i, r := range rows {
			if r.Number != i+1 {
				t.Errorf("row %d has number %d", i+1, r.Number)
			}
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	for _, s := range []string{`[]`, `{"vacancies":[{"title":"Go","needs":[{"skill":"go"}]}]}`, `[[[[`, `[{"title":null}]`, "\ufeff[1]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := transfer.ReadJSON(data); err != nil && (len(rows) > 0 || string(fault.KindOf(err)) == "internal") {
			t.Fatalf("%d rows and %v", len(rows), err)
		}
	})
}

// Signs that a spreadsheet reads as the beginning of a formula in any width, and come back.
func TestCSV_guardsWideSigns(t *testing.T) {
	t.Parallel()
	for _, sign := range []string{"=", "+", "-", "@", "＝", "＋", "－", "＠"} {
		var out bytes.Buffer
		title := sign + "1+1"
		if err := transfer.WriteCSV(&out, []vacancy.Vacancy{{Draft: vacancy.Draft{Title: title}}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "'"+title) {
			t.Errorf("%q stands bare in\n%s", title, out.String())
		}
		back, err := transfer.ReadCSV(out.Bytes())
		if err != nil || len(back) != 1 || back[0].Saving.Draft.Title != title {
			t.Errorf("%q came back as %+v, %v", title, back, err)
		}
	}
}
