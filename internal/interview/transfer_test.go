package interview_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/transfer"
	"kadry/internal/interview/vacancy"
)

func TestTransfer_roundTrips(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	ctx := context.Background()
	nasty := vacancy.Draft{
		Title: `=HYPERLINK("http://x")`, Description: "Строка; с \"кавычками\",\nи переводом строки", Requirements: "-5 Go", Responsibilities: "'@x",
		Needs: []vacancy.Need{{Skill: "1c:enterprise", Weight: .5}, {Skill: "go", Level: "senior"}},
	}
	for i, d := range []vacancy.Draft{goVacancy, pythonVacancy, nasty} {
		if _, _, err := h.SaveVacancy(ctx, team, vacancy.Saving{Draft: d, ExternalID: []string{"1", "", "+7"}[i]}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := h.ListVacancies(ctx, team)
	if err != nil {
		t.Fatal(err)
	}
	var asCSV, asJSON bytes.Buffer
	if err := transfer.WriteCSV(&asCSV, list); err != nil {
		t.Fatal(err)
	}
	if err := transfer.WriteJSON(&asJSON, list); err != nil {
		t.Fatal(err)
	}
	for _, sign := range []string{",=", "\n=", ",\"=", "\n\"=", ",-5", ",+7"} {
		if strings.Contains(asCSV.String(), sign) {
			t.Errorf("a formula is left: %q in\n%s", sign, asCSV.String())
		}
	}
	fromCSV, err := transfer.ReadCSV(asCSV.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	fromJSON, err := transfer.ReadJSON(asJSON.Bytes())
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

func TestImport_badRowsStopNoOther(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	text := "external_id,title,needs,level\n1,Go,go:1:senior|postgresql,senior\n2,,,\n3,PHP,nosuchskill:1,\n4,Java,,god\n5,Python\n1,Go 2,,\n6,C,:::,\n"
	rows, err := transfer.ReadCSV([]byte(text))
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

// What was exported and is imported as it is changes nothing, whichever way it went.
func TestImport_ofTheOwnExportChangesNothing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, vacancy.Draft{Title: "Go developer", Requirements: "Go, PostgreSQL. Docker is a plus.\nKafka"})
	list, err := h.ListVacancies(t.Context(), team)
	if err != nil {
		t.Fatal(err)
	}
	var asJSON, asCSV bytes.Buffer
	if err := errors.Join(transfer.WriteJSON(&asJSON, list), transfer.WriteCSV(&asCSV, list)); err != nil {
		t.Fatal(err)
	}
	fromJSON, errJSON := transfer.ReadJSON(asJSON.Bytes())
	fromCSV, errCSV := transfer.ReadCSV(asCSV.Bytes())
	if err := errors.Join(errJSON, errCSV); err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string][]transfer.Row{"JSON": fromJSON, "CSV": fromCSV} {
		done, err := h.ImportVacancies(t.Context(), team, rows)
		if err != nil || len(done) != 1 || done[0].Status != interview.Unchanged {
			t.Errorf("%s: %+v, %v", name, done, err)
		}
	}
}
