package interview_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

func TestTransfer_roundTrips(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := context.Background()
	nasty := interview.Draft{
		Title: `=HYPERLINK("http://x")`, Description: "Строка; с \"кавычками\",\nи переводом строки", Requirements: "-5 Go", Responsibilities: "'@x",
		Needs: []interview.Need{{Skill: "1c:enterprise", Weight: .5}, {Skill: "go", Level: "senior"}},
	}
	for i, d := range []interview.Draft{goVacancy, pythonVacancy, nasty} {
		if _, _, err := h.SaveVacancy(ctx, team, interview.Saving{Draft: d, ExternalID: []string{"1", "", "+7"}[i]}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := h.ListVacancies(ctx, team)
	if err != nil {
		t.Fatal(err)
	}
	var asCSV, asJSON bytes.Buffer
	if err := interview.WriteCSV(&asCSV, list); err != nil {
		t.Fatal(err)
	}
	if err := interview.WriteJSON(&asJSON, list); err != nil {
		t.Fatal(err)
	}
	for _, sign := range []string{",=", "\n=", ",\"=", "\n\"=", ",-5", ",+7"} {
		if strings.Contains(asCSV.String(), sign) {
			t.Errorf("a formula is left: %q in\n%s", sign, asCSV.String())
		}
	}
	fromCSV, err := interview.ReadCSV(asCSV.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, err := interview.ReadJSON(asJSON.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fromJSON, fromCSV); diff != "" {
		t.Errorf("JSON and CSV differ:\n%s", diff)
	}
	for i, row := range fromCSV {
		v := list[i]
		if row.Err != nil || row.Saving.ID != v.ID || row.Saving.ExternalID != v.ExternalID || row.Saving.Draft.Title != v.Title ||
			row.Saving.Draft.Description != v.Description || row.Saving.Draft.Responsibilities != v.Responsibilities || len(row.Saving.Draft.Needs) != len(v.Needs) {
			t.Errorf("row %d: %+v, want %+v", i+1, row, v)
		}
	}
	moved := newHouse(t)
	for i := range fromCSV {
		fromCSV[i].Saving.ID = ""
	}
	done, err := moved.ImportVacancies(ctx, team, fromCSV)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range done {
		if d.Err != nil || d.Status != interview.Created {
			t.Errorf("got %+v", d)
		}
	}
}

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
		rows, err := interview.ReadCSV([]byte(text))
		if err != nil || len(rows) != 1 || rows[0].Err != nil || rows[0].Saving.Draft.Title != "Go" || rows[0].Saving.Draft.Description != "Пишем" {
			t.Errorf("%s: %+v, %v", name, rows, err)
		}
	}
}

func TestImport_badRowsStopNoOther(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	text := "external_id,title,needs,level\n1,Go,go:1:senior|postgresql,senior\n2,,,\n3,PHP,nosuchskill:1,\n4,Java,,god\n5,Python\n1,Go 2,,\n6,C,:::,\n"
	rows, err := interview.ReadCSV([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	done, err := h.ImportVacancies(context.Background(), team, rows)
	if err != nil {
		t.Fatal(err)
	}
	want := []interview.SaveStatus{"created", "", "", "", "created", "updated", ""}
	for i, d := range done {
		if d.Status != want[i] || (d.Status == "") != (d.Err != nil) || d.Row != i+1 {
			t.Errorf("row %d: %+v", i+1, d)
		}
	}
}

func TestRead_refusesWhatIsNoList(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{}", "null x", `"text"`, `{"vacancies":1}`, "[1,2"} {
		if rows, err := interview.ReadJSON([]byte(text)); codeOf(err) != "invalid_argument" {
			t.Errorf("JSON %q: %+v, %v", text, rows, err)
		}
	}
	for _, text := range []string{"", "a,b\n1,2\n", "\x00"} {
		if rows, err := interview.ReadCSV([]byte(text)); codeOf(err) != "invalid_argument" {
			t.Errorf("CSV %q: %+v, %v", text, rows, err)
		}
	}
	if _, err := interview.ReadCSV([]byte("title\n" + strings.Repeat("x\n", 5001))); codeOf(err) != "too_large" {
		t.Errorf("too many rows: %v", err)
	}
	if _, err := interview.ReadJSON(make([]byte, 17<<20)); codeOf(err) != "too_large" {
		t.Errorf("too large: %v", err)
	}
	rows, err := interview.ReadJSON([]byte(`[{"title":"Go"}, 5, {"title":7}, {"title":"PHP","more":1}]`))
	if err != nil || len(rows) != 4 || rows[1].Err == nil || rows[2].Err == nil || rows[3].Err != nil {
		t.Errorf("partial: %+v, %v", rows, err)
	}
}

// What was exported and is imported as it is changes nothing, whichever way it went.
func TestImport_ofTheOwnExportChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, interview.Draft{Title: "Go developer", Requirements: "Go, PostgreSQL. Docker is a plus.\nKafka"})
	list, err := h.ListVacancies(t.Context(), team)
	if err != nil {
		t.Fatal(err)
	}
	var asJSON, asCSV bytes.Buffer
	if err := errors.Join(interview.WriteJSON(&asJSON, list), interview.WriteCSV(&asCSV, list)); err != nil {
		t.Fatal(err)
	}
	fromJSON, errJSON := interview.ReadJSON(asJSON.Bytes())
	fromCSV, errCSV := interview.ReadCSV(asCSV.Bytes())
	if err := errors.Join(errJSON, errCSV); err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string][]interview.Row{"JSON": fromJSON, "CSV": fromCSV} {
		done, err := h.ImportVacancies(t.Context(), team, rows)
		if err != nil || len(done) != 1 || done[0].Status != interview.Unchanged {
			t.Errorf("%s: %+v, %v", name, done, err)
		}
	}
}

// "A plus" is said of its own sentence and not of the whole line.
func TestSaveVacancy_optionalIsASentence(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, requirements := range []string{"Go, PostgreSQL. Docker is a plus.", "Go, PostgreSQL. Плюсом будет Docker."} {
		weight := map[string]float64{}
		for _, n := range h.vacancy(t, interview.Draft{Title: "Developer", Requirements: requirements}).Needs {
			weight[string(n.Skill)] = n.Weight
		}
		if weight["go"] != 0.8 || weight["postgresql"] != 0.8 || weight["docker"] != 0.3 {
			t.Errorf("%q: %v", requirements, weight)
		}
	}
}

// Names are taken as they are written, and a member of another kind is named.
func TestReadJSON_readsMembersByTheirExactNames(t *testing.T) {
	t.Parallel()
	rows, err := interview.ReadJSON([]byte(`[
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
		if f := fault.From(rows[i].Err); codeOf(rows[i].Err) != "invalid_argument" || f.Text.EN != want {
			t.Errorf("row %d: %v, want %q", i+1, f, want)
		}
	}
	if rows[6].Err != nil || rows[6].Saving.Draft.Title != "E" {
		t.Errorf("null is not nothing: %+v", rows[6])
	}
	if _, err := interview.ReadJSON([]byte(`{"Vacancies":[{"title":"Go"}]}`)); codeOf(err) != "invalid_argument" {
		t.Errorf("another name of the list: %v", err)
	}
}

func FuzzReadCSV(f *testing.F) {
	for _, s := range []string{"title,needs\nGo,go:1:senior|c++\n", "title;x\n\"a\n", "\ufeffназвание\n'=1\n", "title\n\"\"\"\n", "title,title\n1\n", "\x00\xff,title\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := interview.ReadCSV(data)
		if (err == nil) == (codeOf(err) == "invalid_argument" || codeOf(err) == "too_large") {
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
		if rows, err := interview.ReadJSON(data); err != nil && (len(rows) > 0 || codeOf(err) == "internal") {
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
		if err := interview.WriteCSV(&out, []interview.Vacancy{{Draft: interview.Draft{Title: title}}}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "'"+title) {
			t.Errorf("%q stands bare in\n%s", title, out.String())
		}
		back, err := interview.ReadCSV(out.Bytes())
		if err != nil || len(back) != 1 || back[0].Saving.Draft.Title != title {
			t.Errorf("%q came back as %+v, %v", title, back, err)
		}
	}
}
