package talent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

type historyAnswer struct {
	Corrections []struct {
		ID          int    `json:"correction_id"`
		Field       string `json:"field"`
		Value       string `json:"value"`
		Read        string `json:"read"`
		Engine      string `json:"engine"`
		By          string `json:"by"`
		Reason      string `json:"reason"`
		Holds       bool   `json:"holds"`
		TakenBackBy string `json:"taken_back_by"`
	} `json:"corrections"`
	AlsoIn      []struct{ File string } `json:"also_in"`
	Suggestions []struct {
		ID      string   `json:"candidate_id"`
		Because []string `json:"because"`
		Overlap float64  `json:"text_overlap"`
	} `json:"suggestions"`
}

var olga = op.Caller{Tenant: team, Name: "olga", Budget: -1}

func correct(t *testing.T, b *talent.Base, input string) (historyAnswer, error) {
	t.Helper()
	var out historyAnswer
	err := called(t, b, talent.Roots{}, olga, "correct_candidate", input, &out)
	return out, err
}

func recordOf(t *testing.T, b *talent.Base, id string) resume.Record {
	t.Helper()
	d, err := b.Details(t.Context(), team, talent.DetailsQuery{ID: id, MaxChars: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return d.Candidate.Record
}

// What a person says is what searches, details and totals go by; what was read stays beside it
// and comes back when the correction is taken back.
func TestCorrect_isWhatEverybodySees(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	id := stock(t, b, team, map[string]string{"nina": cv("Nina Example", "Go developer", "March 2019 - May 2020", "Go", "Docker")})["nina"]
	before := recordOf(t, b, id)
	out, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"saw the passport","name":"Anna Sample","emails":["anna@example.com"],
		"positions":[{"number":1,"title":"Go developer","company":"Sample Bank","from":"2010-01","current":true},{"title":"Teacher","from":"2005-01","to":"2006-12","not_work":true}],
		"languages":[{"name":"German","cefr":"C1"}],"add_skills":[{"skill":"K8s","years":2}],"remove_skills":["docker"]}`, id))
	if err != nil {
		t.Fatal(err)
	}
	r := recordOf(t, b, id)
	if r.Name != "Anna Sample" || r.TotalMonths != 16*12+11 || r.Level != resume.Senior || len(r.Positions) != 2 || r.Positions[0].Text == "" {
		t.Errorf("shown: %q, %d months, %s, %+v", r.Name, r.TotalMonths, r.Level, r.Positions)
	}
	for skill, want := range map[string]int{"go": 16*12 + 11, "kubernetes": 24} {
		if at := slices.IndexFunc(r.Skills, func(s resume.Skill) bool { return string(s.Skill) == skill }); at < 0 || r.Skills[at].Months != want {
			t.Errorf("%s: %+v, want %d months", skill, r.Skills, want)
		}
	}
	if found := search(t, b, talent.Query{Required: []string{"Kubernetes"}, MinYears: 15, Languages: []talent.Speaks{{Language: "de"}}}); found.Total != 1 {
		t.Errorf("%d are found by what was corrected", found.Total)
	}
	if found := search(t, b, talent.Query{Required: []string{"Docker"}}); found.Total != 0 {
		t.Error("a removed skill is found")
	}
	again, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"saw the passport","name":"Anna Sample"}`, id))
	if err != nil || len(again.Corrections) != len(out.Corrections) {
		t.Errorf("what holds was said again: %d, then %d, %v", len(out.Corrections), len(again.Corrections), err)
	}
	var ids []string
	for _, c := range out.Corrections {
		if !c.Holds || c.By != "olga" || c.Engine != "person" || c.Reason != "saw the passport" {
			t.Errorf("%+v", c)
		}
		if c.Field == "name" && (c.Read != "Nina Example" || c.Value != "Anna Sample") {
			t.Errorf("the name was %q and is %q", c.Read, c.Value)
		}
		ids = append(ids, fmt.Sprint(c.ID))
	}
	out, err = correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"another person","take_back":[%s]}`, id, strings.Join(ids, ",")))
	if err != nil || out.Corrections[0].Holds || out.Corrections[0].TakenBackBy != "olga" {
		t.Errorf("%+v, %v", out, err)
	}
	after := recordOf(t, b, id)
	if after.Name != before.Name || after.TotalMonths != before.TotalMonths || len(after.Skills) != len(before.Skills) || after.Level != before.Level {
		t.Errorf("what was read did not come back: %+v", after)
	}
}

// A blind view hides what was read and what was said in its place, wherever it stands.
func TestCorrect_blindViewHidesBoth(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	text := cv("Nina Example", "Go developer", "March 2019 - May 2020", "Go", "Docker") + "\nMy friends call me ZOYA Petrova.\n"
	id := stock(t, b, team, map[string]string{"nina": text})["nina"]
	if _, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"she is Zoya Petrova","name":"Zoya Petrova","title":"Friend of Nina Example"}`, id)); err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	for _, name := range []string{"get_candidate_details", "search_by_skills"} {
		input := fmt.Sprintf(`{"candidate_id":%q,"redact":true}`, id)
		if name == "search_by_skills" {
			input = `{"required_skills":["Go"],"redact":true}`
		}
		if err := called(t, b, talent.Roots{}, olga, name, input, &out); err != nil {
			t.Fatal(err)
		}
		for _, secret := range []string{"Nina", "Example", "Zoya", "ZOYA", "Petrova"} {
			if strings.Contains(fmt.Sprint(out), secret) {
				t.Errorf("%s shows %s: %v", name, secret, out)
			}
		}
	}
}

func TestCorrect_refuses(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	id := stock(t, b, team, map[string]string{"nina": cv("Nina Example", "Go developer", "March 2019 - May 2020", "Go")})["nina"]
	for input, want := range map[string]string{
		`"name":"X"`:                                                                     "reason",
		`"reason":"because"`:                                                             "Nothing is corrected",
		`"reason":"because","name":"a\nb"`:                                               "one line",
		`"reason":"because","clear":["age"]`:                                             "clear",
		`"reason":"because","clear":["experience_level"]`:                                "clear",
		`"reason":"because","add_skills":[{"skill":"Frobnication"}]`:                     "unknown skill",
		`"reason":"because","positions":[{"title":"A","from":"2020-13"}]`:                "2020-13",
		`"reason":"because","positions":[{"title":"A","from":"2020-02","to":"2019-01"}]`: "before it begins",
		`"reason":"because","positions":[{"title":"A","from":"2090-02"}]`:                "2090-02",
		`"reason":"because","positions":[{"from":"2020-02"}]`:                            "title or a company",
		`"reason":"because","positions":[{"number":9,"title":"A"}]`:                      "there are 1 jobs",
		`"reason":"because","languages":[{"name":"German","cefr":"D9"}]`:                 "D9",
		`"reason":"because","education":[{"institution":"X","level":"genius"}]`:          "genius",
		`"reason":"because","take_back":[99]`:                                            "no correction 99",
	} {
		_, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,%s}`, id, input))
		if f := fault.From(err); err == nil || !strings.Contains(f.Text.EN+fmt.Sprint(f.Fields), want) {
			t.Errorf("%s: %v, want something about %q", input, err, want)
		}
	}
	if _, err := correct(t, b, `{"candidate_id":"cv_nobody","reason":"because","name":"X Y"}`); fault.KindOf(err) != fault.NotFound {
		t.Errorf("nobody: %v", err)
	}
	stranger := olga
	stranger.Tenant = "other"
	if err := called(t, b, talent.Roots{}, stranger, "correct_candidate", fmt.Sprintf(`{"candidate_id":%q,"reason":"because","name":"Eve"}`, id), nil); fault.KindOf(err) != fault.NotFound {
		t.Errorf("another tenant: %v", err)
	}
	if r := recordOf(t, b, id); r.Name != "Nina Example" {
		t.Errorf("a refused correction changed the name to %q", r.Name)
	}
}

// A file that tells neither a name nor dated work is taken in and says so, until it is put right.
func TestIngest_saysWhatItDidNotFind(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	done, err := b.Ingest(t.Context(), team, talent.File{Text: "lorem ipsum dolor sit amet, 12345"}, nil)
	if err != nil || done.Status != talent.Added || len(done.Warnings) == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	if w := done.Warnings[len(done.Warnings)-1]; !strings.Contains(w.EN, "correct_candidate") || !strings.Contains(w.RU, "ни имя, ни места работы") {
		t.Errorf("the warning is %q, %q", w.EN, w.RU)
	}
	warned := func() bool {
		return slices.ContainsFunc(recordOf(t, b, done.ID).Warnings, func(w resume.Warning) bool { return strings.HasPrefix(w.Code, "no_name") })
	}
	if !warned() {
		t.Error("the details do not warn")
	}
	if _, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"it is she","name":"Nina Example"}`, done.ID)); err != nil {
		t.Fatal(err)
	}
	if warned() {
		t.Error("a corrected record still warns")
	}
	fine, err := b.Ingest(t.Context(), team, talent.File{Text: cv("Anna Sample", "Go developer", "March 2019 - May 2020", "Go")}, nil)
	if err != nil || len(fine.Warnings) != 0 {
		t.Errorf("a CV that was read warns: %v, %v", fine.Warnings, err)
	}
}

// Files of one person are suggested, linked over others, held apart, and never merged.
func TestLink_suggestsAndLinks(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	long := ""
	for i := range 60 {
		long += fmt.Sprintf("Built service number %d with tool %d for client %d of the bank.\n", i, i*7, i*13)
	}
	ids := stock(t, b, team, map[string]string{
		"old":      cv("Nina Example", "Go developer", "March 2019 - May 2020", "Go") + long,
		"new":      cv("Nina Sample", "Team lead", "March 2019 - May 2023", "Go") + long,
		"namesake": cv("Example Nina", "Accountant", "March 2011 - May 2013", "Excel"),
		"other":    cv("Anna Else", "Nurse", "March 2011 - May 2013", "Excel"),
	})
	history := func(who string) historyAnswer {
		t.Helper()
		var out historyAnswer
		if err := called(t, b, talent.Roots{}, olga, "get_candidate_history", fmt.Sprintf(`{"candidate_id":%q}`, ids[who]), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	got := history("old").Suggestions
	if len(got) != 2 || got[0].ID != ids["new"] || got[0].Because[0] != "text" || got[0].Overlap < 0.5 || got[1].ID != ids["namesake"] || got[1].Because[0] != "name" {
		t.Errorf("suggested: %+v", got)
	}
	if s := history("other").Suggestions; len(s) != 0 {
		t.Errorf("somebody else is suggested: %+v", s)
	}
	link := func(a, c, decision string) {
		t.Helper()
		if err := called(t, b, talent.Roots{}, olga, "link_candidates",
			fmt.Sprintf(`{"candidate_id":%q,"other_candidate_id":%q,"decision":%q,"reason":"asked her"}`, ids[a], ids[c], decision), nil); err != nil {
			t.Fatal(err)
		}
	}
	link("old", "namesake", "different_people")
	link("old", "new", "same_person")
	link("new", "other", "same_person")
	if h := history("old"); len(h.Suggestions) != 0 || len(h.AlsoIn) != 2 {
		t.Errorf("after the decisions: %+v", h)
	}
	found := search(t, b, talent.Query{Required: []string{"Go"}})
	if found.Total != 2 || len(found.Candidates[0].AlsoIn) != 2 || len(found.Candidates[0].Duplicates) != 0 {
		t.Errorf("%d found, also in %v", found.Total, found.Candidates[0].AlsoIn)
	}
	if err := b.Delete(t.Context(), team, ids["new"], "olga"); err != nil {
		t.Fatal(err)
	}
	if h := history("old"); len(h.AlsoIn) != 0 {
		t.Errorf("linked to somebody who is gone: %+v", h.AlsoIn)
	}
	for input, want := range map[string]fault.Kind{
		fmt.Sprintf(`{"candidate_id":%q,"other_candidate_id":%q,"decision":"same_person","reason":"because"}`, ids["old"], ids["old"]): fault.Invalid,
		fmt.Sprintf(`{"candidate_id":%q,"other_candidate_id":"nobody","decision":"same_person","reason":"because"}`, ids["old"]):       fault.NotFound,
	} {
		if err := called(t, b, talent.Roots{}, olga, "link_candidates", input, nil); fault.KindOf(err) != want {
			t.Errorf("%s: %v, want kind %s", input, err, want)
		}
	}
}

// The base is read anew from what was kept: what people said stays, "present" stays the month
// of the CV, one text that the rules fail on stays as it was.
func TestReextract(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	b.Rules = "1-old"
	texts := map[string]string{}
	for i := range 7 {
		texts[fmt.Sprint(i)] = cv(fmt.Sprintf("Nina Example%c", 'a'+i), "Go developer", "March 2019 - present", "Go")
	}
	ids := stock(t, b, team, texts)
	if _, err := correct(t, b, fmt.Sprintf(`{"candidate_id":%q,"reason":"asked her","location":"Kazan"}`, ids["3"])); err != nil {
		t.Fatal(err)
	}
	before := recordOf(t, b, ids["0"])
	extract, now := b.Extract, b.Now
	b.Rules = "2-new"
	b.Now = func() time.Time { return now().AddDate(2, 0, 0) }
	b.Extract = func(page layout.Page, asOf resume.Month) resume.Record {
		if strings.Contains(page.Text, "Exampleg") {
			panic("the rules fail on this one: " + page.Text)
		}
		r := extract(page, asOf)
		r.Title = "read by new rules"
		return r
	}
	var out struct{ Read, Changed, Failed, Total int }
	reextract := func(input string) {
		t.Helper()
		if err := called(t, b, talent.Roots{}, olga, "reextract_candidates", input, &out); err != nil {
			t.Fatal(err)
		}
	}
	reextract(`{}`)
	if out.Read != 6 || out.Changed != 6 || out.Failed != 1 {
		t.Errorf("got %+v", out)
	}
	after := recordOf(t, b, ids["0"])
	if after.Title != "read by new rules" || after.TotalMonths != before.TotalMonths || after.AsOf != before.AsOf {
		t.Errorf("read anew: %q, %d months of %d, as of %s", after.Title, after.TotalMonths, before.TotalMonths, after.AsOf)
	}
	if r := recordOf(t, b, ids["3"]); r.Location != "Kazan" {
		t.Errorf("the correction is lost: %q", r.Location)
	}
	if r := recordOf(t, b, ids["6"]); r.Title != "Go developer" {
		t.Errorf("the one that failed became %q", r.Title)
	}
	reextract(`{}`)
	if out.Read != 0 || out.Failed != 1 {
		t.Errorf("the second time: %+v", out)
	}
	reextract(`{"include_current":true}`)
	if out.Read != 6 || out.Changed != 0 {
		t.Errorf("all: %+v", out)
	}
}

// A rereading that is cancelled ends, and goes on where it stopped.
func TestReextract_goesOn(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	texts := map[string]string{}
	for i := range 250 {
		texts[fmt.Sprint(i)] = fmt.Sprintf("Nina Example\nGo developer number %d", i)
	}
	stock(t, b, team, texts)
	b.Rules = "2-new"
	ctx, cancel := context.WithCancel(t.Context())
	report, err := b.Reread(ctx, team, talent.Rereading{Settled: func(talent.RereadReport) error { cancel(); return nil }})
	if !errors.Is(err, context.Canceled) || report.Read != 100 || report.Done == "" {
		t.Fatalf("%+v, %v", report, err)
	}
	rest, err := b.Reread(t.Context(), team, talent.Rereading{After: report.Done, Settled: func(talent.RereadReport) error { return nil }})
	if err != nil || rest.Read != 150 {
		t.Errorf("%+v, %v", rest, err)
	}
	if err := b.Load(t.Context(), nil); err != nil || b.Old() != 0 {
		t.Errorf("%d are old, %v", b.Old(), err)
	}
}
