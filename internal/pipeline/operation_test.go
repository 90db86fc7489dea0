package pipeline_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/pipeline"
	"kadry/internal/pipeline/pipelinetest"
)

// house is the operations of a fictional house.
type house struct {
	*pipelinetest.World
	ops *op.Registry
}

func newHouse(t *testing.T) *house {
	t.Helper()
	w := pipelinetest.New(t)
	ops, err := op.NewRegistry(pipeline.Operations(w.Parts)...)
	if err != nil {
		t.Fatal(err)
	}
	return &house{w, ops}
}

var ada = op.Caller{Name: "ada", Tenant: "acme", Lang: "en"}

// as calls an operation for somebody, into out.
func (h *house) as(t *testing.T, who op.Caller, operation, input string, out any) error {
	t.Helper()
	o, err := h.ops.Lookup(operation)
	if err != nil {
		t.Fatal(err)
	}
	result, err := (&op.Pipeline{}).Call(op.WithCaller(t.Context(), who), o, []byte(input))
	if err != nil {
		return err
	}
	if text, ok := out.(*string); ok {
		if *text = result.Text; result.File != nil {
			*text = result.File.Text
		}
		return nil
	}
	return json.Unmarshal(result.JSON, out)
}

func (h *house) call(t *testing.T, operation, input string, out any) {
	t.Helper()
	if err := h.as(t, ada, operation, input, out); err != nil {
		t.Fatalf("%s %s: %v", operation, input, err)
	}
}

type wireOutcomes struct {
	Items   []struct{ Candidate, Status, Stage, Code, Message string }
	Refused int
}

func (o *wireOutcomes) UnmarshalJSON(text []byte) error {
	var raw struct {
		Items []struct {
			Candidate string `json:"candidate_id"`
			Status    string `json:"status"`
			Stage     string `json:"stage"`
			Code      string `json:"code"`
			Message   string `json:"message"`
		} `json:"items"`
		Refused int `json:"refused"`
	}
	err := json.Unmarshal(text, &raw)
	*o = wireOutcomes{Refused: raw.Refused}
	for _, i := range raw.Items {
		o.Items = append(o.Items, struct{ Candidate, Status, Stage, Code, Message string }(i))
	}
	return err
}

func (o wireOutcomes) String() string {
	var parts []string
	for _, i := range o.Items {
		parts = append(parts, strings.TrimSpace(i.Candidate+" "+i.Status+" "+i.Stage+" "+i.Code))
	}
	return strings.Join(parts, ", ")
}

type wireList struct {
	Items []struct {
		pipeline.Application
		Vacancy string   `json:"vacancy"`
		Name    string   `json:"name"`
		Deleted bool     `json:"deleted"`
		Tags    []string `json:"tags"`
	} `json:"items"`
	Total   int                   `json:"total"`
	Stages  []pipeline.StageCount `json:"stages"`
	HasMore bool                  `json:"has_more"`
	Next    string                `json:"next_cursor"`
}

func (l wireList) String() string {
	var parts []string
	for _, i := range l.Items {
		parts = append(parts, i.Candidate+" "+string(i.Stage))
	}
	return strings.Join(parts, ", ")
}

func TestShortlist_tellsOfEachPerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_bob", pipeline.Standing{Stage: pipeline.Offer})
	h.Put(t, "acme", "v_go", "cv_eve", pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Salary})
	var got wireOutcomes
	h.call(t, "shortlist_candidates", `{"vacancy_id":"v_go","candidate_ids":["cv_ada","cv_none","cv_bob","cv_eve"]}`, &got)
	const want = "cv_ada added shortlist, cv_none refused  not_found, cv_bob unchanged offer, cv_eve reopened shortlist"
	if got.String() != want || got.Refused != 1 {
		t.Errorf("got %s, %d refused", got, got.Refused)
	}
}

func TestMove_oneAndMany(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.New})
	h.Put(t, "acme", "v_go", "cv_bob", pipeline.Standing{Stage: pipeline.New})
	var one struct {
		Status  string `json:"status"`
		Version int    `json:"version"`
		Until   string `json:"until"`
	}
	h.call(t, "move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"postponed","until":"2026-12-24","version":1}`, &one)
	if one.Status != "moved" || one.Version != 2 || one.Until != "2026-12-24" {
		t.Errorf("got %+v", one)
	}
	err := h.as(t, op.Caller{Name: "bob", Tenant: "acme", Lang: "ru"}, "move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"offer","version":1}`, &one)
	if f := fault.From(err); fault.KindOf(err) != fault.Conflict || f.Text.RU != "Вас опередили: теперь стадия «Отложено», автор изменения — ada (2026-11-20 09:02 UTC)." {
		t.Errorf("got %v, %q", err, f.Text.RU)
	}
	var many wireOutcomes
	h.call(t, "move_candidates", `{"vacancy_id":"v_go","stage":"invited","candidates":[{"candidate_id":"cv_ada","version":1},{"candidate_id":"cv_bob","version":1},{"candidate_id":"cv_eve"}]}`, &many)
	if want := "cv_ada refused postponed conflict, cv_bob moved invited, cv_eve refused  not_found"; many.String() != want {
		t.Errorf("got %s", many)
	}
}

func TestOperations_refuseBadInput(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.New})
	var people []string
	for i := range 101 {
		people = append(people, fmt.Sprintf("%q", fmt.Sprint("cv_", i)))
	}
	for name, c := range map[string]struct {
		operation, input string
		kind             fault.Kind
		part             string
	}{
		"no reason":          {"move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"rejected"}`, fault.Invalid, "reason"},
		"unknown reason":     {"move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"rejected","reason":"age"}`, fault.Invalid, "reason"},
		"no day":             {"move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"postponed"}`, fault.Invalid, "until"},
		"unknown stage":      {"move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"hired"}`, fault.Invalid, "stage"},
		"not in the vacancy": {"move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_bob","stage":"offer"}`, fault.NotFound, "not in this vacancy"},
		"twice":              {"move_candidates", `{"vacancy_id":"v_go","stage":"offer","candidates":[{"candidate_id":"cv_ada"},{"candidate_id":"cv_ada"}]}`, fault.Invalid, "twice"},
		"nobody":             {"move_candidates", `{"vacancy_id":"v_go","stage":"offer","candidates":[]}`, fault.Invalid, "candidates"},
		"too many":           {"shortlist_candidates", `{"vacancy_id":"v_go","candidate_ids":[` + strings.Join(people, ",") + `]}`, fault.Invalid, "candidate_ids"},
		"unknown vacancy":    {"shortlist_candidates", `{"vacancy_id":"v_none","candidate_ids":["cv_ada"]}`, fault.NotFound, "No vacancy"},
		"add as rejected":    {"shortlist_candidates", `{"vacancy_id":"v_go","candidate_ids":["cv_bob"],"stage":"rejected"}`, fault.Invalid, "reason"},
		"foreign cursor":     {"list_applications", `{"cursor":"nonsense"}`, fault.Invalid, "cursor"},
		"long tag":           {"tag_candidate", `{"candidate_id":"cv_ada","add":["` + strings.Repeat("x", 41) + `"]}`, fault.Invalid, "add[0]"},
		"tag on nobody":      {"tag_candidate", `{"candidate_id":"cv_none","add":["x"]}`, fault.NotFound, "cv_none"},
		"unseen note":        {"note_candidate", `{"candidate_id":"cv_ada","text":" \u0000\u200b\n"}`, fault.Invalid, "text"},
		"blind by a tag":     {"list_applications", `{"redact":true,"tag":"team"}`, fault.Invalid, "tag"},
		"blind file by tag":  {"export_applications", `{"redact":true,"tag":"team","format":"csv"}`, fault.Invalid, "tag"},
		"empty note":         {"note_candidate", `{"candidate_id":"cv_ada","text":"  "}`, fault.Invalid, "text"},
		"long note":          {"note_candidate", `{"candidate_id":"cv_ada","text":"` + strings.Repeat("x", 4001) + `"}`, fault.Invalid, "text"},
		"note on nobody":     {"note_candidate", `{"candidate_id":"cv_none","text":"x"}`, fault.NotFound, "cv_none"},
		"history of nobody":  {"get_application_history", `{"candidate_id":"cv_none"}`, fault.NotFound, "cv_none"},
		"note, unconfirmed":  {"delete_note", `{"note_id":"note_1"}`, fault.Invalid, "confirm"},
		"unknown note":       {"delete_note", `{"note_id":"note_1","confirm":true}`, fault.NotFound, "note_1"},
		"forget, unsure":     {"forget_candidate", `{"candidate_id":"cv_ada"}`, fault.Invalid, "confirm"},
	} {
		err := h.as(t, ada, c.operation, c.input, &struct{}{})
		if fault.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var l wireList
	if h.call(t, "list_applications", `{}`, &l); l.String() != "cv_ada new" {
		t.Errorf("after all that: %s", l)
	}
}

func TestAccess_readersAndOtherTenants(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.New})
	reader := op.Caller{Name: "reader", Tenant: "acme", ReadOnly: true}
	for operation, input := range map[string]string{
		"shortlist_candidates": `{"vacancy_id":"v_go","candidate_ids":["cv_bob"]}`, "move_candidate": `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"offer"}`,
		"move_candidates": `{"vacancy_id":"v_go","stage":"offer","candidates":[{"candidate_id":"cv_ada"}]}`, "note_candidate": `{"candidate_id":"cv_ada","text":"x"}`,
		"tag_candidate": `{"candidate_id":"cv_ada","add":["x"]}`, "delete_note": `{"note_id":"x","confirm":true}`, "forget_candidate": `{"candidate_id":"cv_ada","confirm":true}`,
	} {
		if err := h.as(t, reader, operation, input, &struct{}{}); fault.KindOf(err) != fault.Denied {
			t.Errorf("%s by a reader: %v", operation, err)
		}
	}
	var l wireList
	if err := h.as(t, reader, "list_applications", `{}`, &l); err != nil || l.String() != "cv_ada new" {
		t.Errorf("a reader sees %s, %v", l, err)
	}
	globex := op.Caller{Name: "ada", Tenant: "globex"}
	if err := h.as(t, globex, "list_applications", `{"vacancy_id":"v_go"}`, &l); err != nil || l.Total != 0 {
		t.Errorf("another tenant sees %s, %v", l, err)
	}
	if err := h.as(t, globex, "move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"offer"}`, &struct{}{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another tenant moves: %v", err)
	}
}

func TestList_namesPagesAndBoard(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, id := range []string{"cv_ada", "cv_bob", "cv_eve"} {
		h.Put(t, "acme", "v_go", id, pipeline.Standing{Stage: pipeline.New})
	}
	h.Put(t, "acme", "v_qa", "cv_ada", pipeline.Standing{Stage: pipeline.Offer, Comment: "Ada says yes"})
	h.call(t, "tag_candidate", `{"candidate_id":"cv_ada","add":["Remote"]}`, &struct{}{})
	h.Delete("cv_bob")
	h.Delete("v_qa")
	var l wireList
	h.call(t, "list_applications", `{"limit":2}`, &l)
	if l.String() != "cv_ada offer, cv_eve new" || l.Total != 4 || !l.HasMore || l.Items[0].Name != "Ада Примерова" || l.Items[0].Vacancy != "" || l.Items[1].Vacancy != "Разработчик Go" {
		t.Errorf("got %s of %d: %+v", l, l.Total, l.Items)
	}
	h.call(t, "list_applications", `{"limit":2,"cursor":"`+l.Next+`"}`, &l)
	if l.String() != "cv_bob new, cv_ada new" || l.HasMore || !l.Items[0].Deleted || l.Items[0].Name != "" || len(l.Items[1].Tags) != 1 || l.Items[1].Tags[0] != "remote" {
		t.Errorf("got %s: %+v", l, l.Items)
	}
	h.call(t, "list_applications", `{"per_stage":2}`, &l)
	if l.String() != "cv_eve new, cv_bob new, cv_ada offer" || !l.HasMore || l.Stages[0].Total != 3 {
		t.Errorf("the board: %s, %+v", l, l.Stages)
	}
	h.call(t, "list_applications", `{"tag":"REMOTE ","stages":["offer","rejected"]}`, &l)
	if l.String() != "cv_ada offer" || l.Total != 1 {
		t.Errorf("by tag: %s of %d", l, l.Total)
	}
	var text string
	if h.call(t, "list_applications", `{"redact":true}`, &text); strings.Contains(text, "Ada") || strings.Contains(text, "Ада") || strings.Contains(text, "remote") || strings.Contains(text, "░") {
		t.Errorf("blind: %s", text)
	}
}

// An answer that is too long for its reader is shortened, and its cursor goes on behind what is
// left, so that nobody is passed over.
func TestList_shortenedLosesNobody(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for i := range 40 {
		id := fmt.Sprintf("cv_%02d", i)
		h.Employ(id, "Somebody", strings.Repeat("long title ", 10))
		h.Put(t, "acme", "v_go", id, pipeline.Standing{Stage: pipeline.New})
	}
	tight := ada
	tight.Budget = 6000
	seen := map[string]bool{}
	for input, pages := `{"limit":30}`, 0; input != ""; pages++ {
		var l wireList
		if err := h.as(t, tight, "list_applications", input, &l); err != nil || pages > 40 {
			t.Fatal(err, pages)
		}
		for _, i := range l.Items {
			seen[i.Candidate] = true
		}
		if input = ""; l.Next != "" {
			input = `{"limit":30,"cursor":"` + l.Next + `"}`
		}
	}
	if len(seen) != 40 {
		t.Errorf("%d of 40 were seen", len(seen))
	}
}

func TestList_whereOthersDoNotAnswer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.New})
	for _, operation := range pipeline.Asked() {
		h.Fail(operation, fmt.Errorf("wrapped: %w", pipeline.ErrAbsent))
	}
	var l wireList
	if h.call(t, "list_applications", `{}`, &l); l.String() != "cv_ada new" || l.Items[0].Name != "" || l.Items[0].Deleted {
		t.Errorf("without the other rooms: %+v", l.Items)
	}
	if err := h.as(t, ada, "shortlist_candidates", `{"vacancy_id":"v_go","candidate_ids":["cv_bob"]}`, &struct{}{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("adding without vacancies: %v", err)
	}
	h.Fail("get_candidate_details", fault.E(fault.Unavailable, fault.Say("Down.", "Недоступно."), nil))
	if err := h.as(t, ada, "list_applications", `{}`, &l); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("while the base is down: %v", err)
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.New})
	h.Put(t, "acme", "v_go", "cv_bob", pipeline.Standing{Stage: pipeline.Offer})
	h.Put(t, "acme", "v_qa", "cv_bob", pipeline.Standing{Stage: pipeline.Offer})
	var got string
	if h.call(t, "count_applications", `{}`, &got); !strings.HasPrefix(got, `{"items":[{"vacancy_id":"v_go","total":2,"stages":[{"stage":"new","total":1},{"stage":"shortlist","total":0}`) {
		t.Errorf("got %s", got)
	}
	if h.call(t, "count_applications", `{"vacancy_ids":["v_qa","v_none"]}`, &got); strings.Contains(got, "v_go") || !strings.Contains(got, "v_qa") {
		t.Errorf("got %s", got)
	}
}

func TestHistory_ofAPerson(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Other, Comment: "Ada moved"})
	h.Later(time.Hour)
	h.call(t, "note_candidate", `{"candidate_id":"cv_ada","text":"Ada called *back*"}`, &struct{}{})
	h.Later(time.Hour)
	h.call(t, "move_candidate", `{"vacancy_id":"v_go","candidate_id":"cv_ada","stage":"invited"}`, &struct{}{})
	var got struct {
		Name         string           `json:"name"`
		Items        []pipeline.Entry `json:"items"`
		Total        int              `json:"total"`
		Next         string           `json:"next_cursor"`
		Applications []pipeline.Shown `json:"applications"`
	}
	h.call(t, "get_application_history", `{"candidate_id":"cv_ada","limit":2}`, &got)
	if got.Name != "Ада Примерова" || got.Total != 3 || len(got.Items) != 2 || !got.Items[0].Reopens || got.Items[1].Text != "Ada called *back*" || !got.Applications[0].Again {
		t.Errorf("got %+v", got)
	}
	got.Items = nil
	h.call(t, "get_application_history", `{"candidate_id":"cv_ada","limit":2,"cursor":"`+got.Next+`"}`, &got)
	if len(got.Items) != 1 || got.Items[0].From != "" || got.Items[0].Reason != pipeline.Other {
		t.Errorf("the last page: %+v", got.Items)
	}
	var text string
	h.call(t, "get_application_history", `{"candidate_id":"cv_ada","response_format":"markdown"}`, &text)
	for _, part := range []string{"# Ада Примерова", "Rejected → Invited (reopened)", `Ada called \*back\*`, "Another reason. Ada moved"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, text)
		}
	}
	h.call(t, "get_application_history", `{"candidate_id":"cv_ada","redact":true}`, &text)
	if strings.Contains(text, "Ada") || strings.Contains(text, "Ада") || strings.Contains(text, "░") {
		t.Errorf("blind: %s", text)
	}
}

func TestExport_guardsFormulas(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.Employ("cv_evil", "=HYPERLINK(\"http://x\")", "+7 developer, \"quoted\"")
	h.Put(t, "acme", "v_go", "cv_evil", pipeline.Standing{Stage: pipeline.New, Comment: "@SUM(1)"})
	h.Put(t, "acme", "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.Offer})
	var text string
	h.call(t, "export_applications", `{"vacancy_id":"v_go","stages":["new"]}`, &text)
	for _, part := range []string{"\ufeffvacancy_id,", `,"'=HYPERLINK(""http://x"")","'+7 developer, ""quoted""",false,new,,'@SUM(1),,false,,2026-11-20T09:01:00Z,`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %s", part, text)
		}
	}
	if strings.Contains(text, "cv_ada") {
		t.Error("somebody of another stage is in the file")
	}
	var rows []pipeline.Shown
	h.call(t, "export_applications", `{"format":"json"}`, &text)
	if err := json.Unmarshal([]byte(text), &rows); err != nil || len(rows) != 2 || rows[0].Name != "Ада Примерова" {
		t.Errorf("got %s, %v", text, err)
	}
	h.call(t, "export_applications", `{"format":"json","tag":"nobody"}`, &text)
	if text != "[]" {
		t.Errorf("nobody as JSON: %s", text)
	}
}

// Who is deleted from the CV base is in no vacancy after the next sweep; others stay, and while
// the base cannot be asked so does everybody.
func TestSweep(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, id := range []string{"cv_ada", "cv_bob"} {
		h.Put(t, "acme", "v_go", id, pipeline.Standing{Stage: pipeline.New})
	}
	h.call(t, "note_candidate", `{"candidate_id":"cv_eve","text":"x"}`, &struct{}{})
	h.Delete("cv_bob")
	h.Delete("cv_eve")
	for name, err := range map[string]error{"no such room": pipeline.ErrAbsent, "out of reach": fault.E(fault.Unavailable, fault.Say("Down.", "Недоступно."), nil)} {
		h.Fail("get_candidate_details", err)
		if gone, err := pipeline.Sweep(t.Context(), h.Parts); gone != 0 || (err == nil) == (name == "out of reach") {
			t.Errorf("%s: %d gone, %v", name, gone, err)
		}
	}
	h.Fail("get_candidate_details", nil)
	if gone, err := pipeline.Sweep(t.Context(), h.Parts); gone != 2 || err != nil {
		t.Errorf("%d gone, %v", gone, err)
	}
	var l wireList
	if h.call(t, "list_applications", `{}`, &l); l.String() != "cv_ada new" {
		t.Errorf("left: %s", l)
	}
	var forgotten pipeline.Forgotten
	if h.call(t, "forget_candidate", `{"candidate_id":"cv_eve","confirm":true}`, &forgotten); forgotten != (pipeline.Forgotten{}) {
		t.Errorf("the sweep left %+v", forgotten)
	}
	if h.call(t, "forget_candidate", `{"candidate_id":"cv_ada","confirm":true}`, &forgotten); forgotten.Applications != 1 {
		t.Errorf("got %+v", forgotten)
	}
}
