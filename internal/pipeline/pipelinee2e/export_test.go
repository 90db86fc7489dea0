package pipelinee2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Everything that the rooms keep of a person comes in one file: as JSON, as Markdown and as a page
// for paper. What people wrote acts in none of them; a blind review and another tenant learn nothing.
func TestPerson_exported(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	as := func(name string, args ...string) e2etest.REST {
		return s.REST().As(e2etest.NewToken(t, s.Home, append([]string{name}, args...)...))
	}
	ada, reader, globex := as("ada", "--tenant", "acme"), as("reader", "--tenant", "acme", "--read-only"), as("globex", "--tenant", "globex")
	id := fillPerson(t, ada)

	one := reader.Get(t, "/candidates/"+id)
	one.Ok(t)
	for _, want := range []string{"/candidates/" + id + "/print", "/reports/", "/evidence/alma-sample?", "/file?form=json"} {
		if !strings.Contains(string(one.Body), want) {
			t.Errorf("the page of the person has no %s: %s", want, one.Body)
		}
	}

	file := reader.Get(t, "/candidates/"+id+"/file?form=json")
	file.Ok(t)
	parts := e2etest.Decode[map[string]json.RawMessage](t, file.Body)
	for part, want := range map[string]string{
		"cv": "Services with Go", "decisions": "# trillianus", "interviews": "channels close", "hiring_reports": `"Go developer"`,
	} {
		if !strings.Contains(string(parts[part]), want) {
			t.Errorf("%s does not hold %q: %.300s", part, want, parts[part])
		}
	}

	text := string(reader.Get(t, "/candidates/"+id+"/file").Body)
	heads := headings(text)
	if !slices.Equal(heads[:1], []string{"# Alma Sample"}) || slices.ContainsFunc(heads[1:], func(h string) bool { return strings.HasPrefix(h, "# ") }) {
		t.Errorf("headings %q", heads)
	}
	for _, want := range []string{"## The CV", "## Decision", "## Interview: ", "## Hiring report: Go developer", "trillianus", "channels close"} {
		if !strings.Contains(text, want) {
			t.Errorf("the Markdown has no %q: %s", want, text)
		}
	}

	paper := string(reader.Get(t, "/candidates/"+id+"/print").Body)
	for _, want := range []string{"<h1>Alma Sample</h1>", "trillianus", "Services with Go", "channels close"} {
		if !strings.Contains(paper, want) {
			t.Errorf("the page for paper has no %q", want)
		}
	}
	if strings.Contains(paper, "<script>alert") || strings.Contains(paper, `="javascript:`) || strings.Contains(paper, "<h1>trillianus") {
		t.Error("words of people act on the page for paper")
	}

	blind := string(reader.Get(t, "/candidates/"+id+"/file?blind=1").Body) + string(reader.Get(t, "/candidates/"+id+"/print?blind=1").Body)
	for _, never := range []string{"Alma", "alma", "trillianus", "channels close"} {
		if strings.Contains(blind, never) {
			t.Errorf("a blind review shows %q", never)
		}
	}
	for _, page := range []string{"/file?form=json", "/file", "/print"} {
		if a := globex.Get(t, "/candidates/"+id+page); a.Status != http.StatusNotFound {
			t.Errorf("another tenant gets %d from %s", a.Status, page)
		}
	}
}

// headings are the lines of Markdown that are headings, outside the fences around answers.
func headings(text string) []string {
	var list []string
	fenced := false
	for line := range strings.Lines(text) {
		fenced = fenced != strings.HasPrefix(line, "```")
		if !fenced && strings.HasPrefix(line, "#") {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// fillPerson makes a person of whom every room has something to tell.
func fillPerson(t *testing.T, as e2etest.REST) (id string) {
	t.Helper()
	resume := `Alma Sample\nGo developer\nhttps://github.com/alma-sample\n\nExperience\nMarch 2019 - present\nSample Works, Go developer\nServices with Go and PostgreSQL. <script>alert(1)</script> [x](javascript:alert(1))`
	made := func(operation, input, field string) string {
		t.Helper()
		a := as.Post(t, operation, input)
		a.Ok(t)
		_, rest, _ := strings.Cut(string(a.Body), `"`+field+`":"`)
		value, _, _ := strings.Cut(rest, `"`)
		if value == "" {
			t.Fatalf("%s answers no %s: %s", operation, field, a.Body)
		}
		return value
	}
	id = made("ingest_cv", fmt.Sprintf(`{"text":"%s"}`, resume), "candidate_id")
	vacancy := made("save_vacancy", `{"title":"Go developer","requirements":"Go, PostgreSQL"}`, "vacancy_id")
	as.Post(t, "shortlist_candidates", fmt.Sprintf(`{"vacancy_id":%q,"candidate_ids":[%q]}`, vacancy, id)).Ok(t)
	as.Post(t, "note_candidate", fmt.Sprintf(`{"candidate_id":%q,"text":"# trillianus\n<script>alert(2)</script>"}`, id)).Ok(t)
	as.Post(t, "evaluate_candidates", fmt.Sprintf(`{"role":"Go developer","skills":["Go"],"without_market":true,"candidates":[{"candidate_id":%q}]}`, id)).Ok(t)
	session := made("start_interview", fmt.Sprintf(`{"resume_text":"%s","vacancy_id":%q,"user_id":%q}`, resume, vacancy, id), "session_id")
	as.Post(t, "continue_interview", fmt.Sprintf(`{"session_id":%q,"user_answer":"The owner of a channel closes it; when channels close, readers see the zero value.\n\n# not a heading\n<script>alert(3)</script>"}`, session)).Ok(t)
	return id
}
