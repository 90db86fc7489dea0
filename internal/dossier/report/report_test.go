package report_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

func find(t *testing.T, r report.Report, id string) report.Candidate {
	t.Helper()
	i := slices.IndexFunc(r.Candidates, func(c report.Candidate) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("%s is not in the report", id)
	}
	return r.Candidates[i]
}

func order(r report.Report) (ids []string) {
	for _, c := range r.Candidates {
		ids = append(ids, fmt.Sprintf("%d %s %s", c.Rank, c.ID, c.Decision))
	}
	return ids
}

func TestMake_ranks(t *testing.T) {
	t.Parallel()
	r := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru")
	want := []string{"1 nina-example go", "2 cv_oleg go", "3 ivanov1 no", "4 ivanov2 no", "5 cv_list no", "0 ghost-example "}
	if diff := cmp.Diff(want, order(r)); diff != "" {
		t.Error(diff)
	}
	if r.Summary != "Рынок: 812 вакансий, медиана ~300\u00a0000 RUB | Кандидаты: 2 GO, 0 HOLD из 6 | Риски: 3" {
		t.Errorf("summary %q, risks %q", r.Summary, r.Recommendations.Risks)
	}
	if r.Context.Seniority != "senior" || r.Context.Focus != "backend" || r.Ranking == "" || r.Language != "ru" {
		t.Errorf("got %+v, %q", r.Context, r.Ranking)
	}
}

func TestMake_namesTheSourceOfEverySkill(t *testing.T) {
	t.Parallel()
	c := find(t, report.Make(dossiertest.Graph(t), dossiertest.Case(), "en"), "nina-example")
	var got []string
	for _, cell := range c.Skills {
		got = append(got, fmt.Sprintf("%s %s %s %s %d %v", cell.Skill, cell.Kind, cell.Status, cell.Source, len(cell.Evidence), cell.Silent))
	}
	want := []string{
		"Go mandatory met github 2 []",
		"PostgreSQL mandatory met cv 1 []",
		"Kubernetes mandatory met github 1 []",
		"Docker preferred weak cv 1 [github]",
		"Наша система preferred unknown  0 []",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if last := c.Skills[4]; last.Strength != nil {
		t.Errorf("the unknown has the strength %v", *last.Strength)
	}
}

// Bug 3: pay of another currency or basis was mixed and told as roubles. What an offer rests
// on is said with it.
func TestBug03_anOfferNamesItsCurrencyAndBasis(t *testing.T) {
	t.Parallel()
	got := report.Make(dossiertest.Graph(t), dossiertest.Case(), "en").Recommendations.Offer
	if want := (report.Offer{From: 250_000, To: 360_000, Currency: "RUB", Basis: "net", N: 48}); got == nil || *got != want {
		t.Errorf("got %+v", got)
	}
}

// Bug 4: an error of the job site was taken for data and read "0 vacancies".
func TestBug04_aFailedMarketIsUnknown(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Market = report.Market{Failed: fault.Say("hh.ru asks for a token.", "hh.ru просит токен."), Source: "hh"}
	r := report.Make(dossiertest.Graph(t), c, "ru")
	if r.Market.Known || r.Market.Reason != "hh.ru просит токен." || !strings.HasPrefix(r.Summary, "Рынок: неизвестен") || r.Recommendations.Offer != nil {
		t.Errorf("got %+v, %q", r.Market, r.Summary)
	}
	var fields []string
	for _, u := range r.Unknown {
		fields = append(fields, u.Field)
		if u.Reason == "" {
			t.Errorf("%s without a reason", u.Field)
		}
	}
	if diff := cmp.Diff([]string{"market", "requirement.Наша система", "recommendations.competitive_offer_range"}, fields); diff != "" {
		t.Error(diff)
	}
	if len(r.Candidates) != 6 || r.Candidates[0].Decision != verdict.Go {
		t.Errorf("the candidates suffer from the market: %v", order(r))
	}
}

// Bug 7, in the report: both stay.
func TestBug07_similarCandidatesBothStay(t *testing.T) {
	t.Parallel()
	r := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru")
	find(t, r, "ivanov1")
	find(t, r, "ivanov2")
}

// Bug 9: those who could not be read vanished.
func TestBug09_aFailedCandidateStaysWithTheReason(t *testing.T) {
	t.Parallel()
	c := find(t, report.Make(dossiertest.Graph(t), dossiertest.Case(), "en"), "ghost-example")
	if c.Status != report.Failed || c.Verdict != nil || c.Decision != "" || !slices.Equal(c.Problems, []string{"GitHub: No such user."}) {
		t.Errorf("got %+v", c)
	}
}

// Bug 10: the summary broke where no median was known.
func TestBug10_aReportWithoutAMedian(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Market.Pay = &report.Pay{N: 3, Currency: "RUB", Basis: "net", Min: 1, Max: 2}
	r := report.Make(dossiertest.Graph(t), c, "en")
	if !strings.HasPrefix(r.Summary, "Market: 812 vacancies, median unknown | Candidates: 2 GO, 0 HOLD of 6") {
		t.Errorf("got %q", r.Summary)
	}
	if !slices.ContainsFunc(r.Unknown, func(u report.Unknown) bool { return u.Field == "market.salary.median" }) {
		t.Errorf("got %+v", r.Unknown)
	}
	c.Market.Pay = nil
	if r := report.Make(dossiertest.Graph(t), c, "en"); r.Recommendations.Offer != nil {
		t.Errorf("an offer out of nothing: %+v", r.Recommendations.Offer)
	}
}

func TestMake_recommends(t *testing.T) {
	t.Parallel()
	rec := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru").Recommendations
	if len(rec.Shortlist) != 2 || rec.Shortlist[0].ID != "nina-example" || len(rec.Shortlist[0].Reasons) != 3 || *rec.Shortlist[0].Score < 70 {
		t.Errorf("shortlist %+v", rec.Shortlist)
	}
	if rec.Train[0].Skill != "Docker" && rec.Train[0].Skill != "Наша система" || len(rec.Train[0].Candidates) != 5 {
		t.Errorf("to train %+v", rec.Train)
	}
	want := []string{
		"Редко встречается в вакансиях: Kubernetes. Таких людей может быть мало.",
		"cv_list: В резюме перечислено 90 навыков.",
		"ghost-example: ничего не удалось прочитать.",
	}
	if diff := cmp.Diff(want, rec.Risks); diff != "" {
		t.Error(diff)
	}
}

func TestMake_listsAreBounded(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	strong := c.Subjects[0]
	c.Subjects = nil
	for i := range 150 {
		s := strong
		s.Identity = identity.Identity{GitHub: fmt.Sprintf("dev-%03d", i)}
		c.Subjects = append(c.Subjects, s)
	}
	r := report.Make(dossiertest.Graph(t), c, "ru")
	if len(r.Candidates) != report.MostCandidates || len(r.Recommendations.Shortlist) != 10 || len(r.Recommendations.Interview) != 5 {
		t.Errorf("%d candidates, %d shortlisted, %d to interview", len(r.Candidates), len(r.Recommendations.Shortlist), len(r.Recommendations.Interview))
	}
	if r.Candidates[7].ID != "dev-007" {
		t.Errorf("equals are not in the order of their ids: %s", r.Candidates[7].ID)
	}
}

func TestMake_aPersonDecides(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	for i := range c.Subjects {
		c.Subjects[i].Override = &verdict.Override{Decision: verdict.No, Reason: "Набор закрыт.", Author: "anna", At: dossiertest.Now()}
	}
	c.Subjects[5].Override.Decision = verdict.Go
	r := report.Make(dossiertest.Graph(t), c, "ru")
	nina := find(t, r, "nina-example")
	if nina.Decision != verdict.No || nina.Verdict.Decision != verdict.Go || nina.Override.Reason != "Набор закрыт." {
		t.Errorf("got %s, computed %s", nina.Decision, nina.Verdict.Decision)
	}
	if got := r.Recommendations.Shortlist; len(got) != 1 || got[0].ID != "ghost-example" || got[0].Score != nil || r.Candidates[0].ID != "ghost-example" {
		t.Errorf("shortlist %+v", got)
	}
}

func TestMake_partialReading(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Subjects = c.Subjects[3:4]
	c.Subjects[0].Readings = append(c.Subjects[0].Readings, report.Reading{Source: proof.CV, State: report.Failed, Why: fault.Say("The base is down.", "База недоступна.")})
	got := find(t, report.Make(dossiertest.Graph(t), c, "ru"), "ivanov1")
	if got.Status != report.Partial || got.Decision != verdict.Hold || !strings.Contains(got.Verdict.Reasons[0], "Не прочитано: резюме") {
		t.Errorf("got %s, %v", got.Status, got.Verdict)
	}
	c.Subjects[0].Readings = nil
	if got := find(t, report.Make(dossiertest.Graph(t), c, "ru"), "ivanov1"); got.Status != report.Failed || len(got.Problems) != 1 {
		t.Errorf("without a source: %+v", got)
	}
}

func TestMake_writesNoNull(t *testing.T) {
	t.Parallel()
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, inner := range v {
				walk(path+"."+k, inner)
			}
		case []any:
			for _, inner := range v {
				walk(path, inner)
			}
		case nil:
			if !nilLists[path[strings.LastIndex(path, ".")+1:]] {
				t.Errorf("%s is null", path)
			}
		}
	}
	for _, c := range []report.Case{{}, dossiertest.Case()} {
		text, err := json.Marshal(report.Make(dossiertest.Graph(t), c, "ru"))
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		walk("", v)
	}
}

// nilLists are the lists that may be nil in Go, which the kernel of operations writes as [].
var nilLists = map[string]bool{
	"mandatory": true, "preferred": true, "mandatory_skills": true, "preferred_skills": true, "market_suggested": true, "rare_in_market": true,
	"top_skills": true, "top_companies": true, "top_locations": true, "salary_by_skill": true, "candidates": true, "shortlist": true,
	"interview_next": true, "skills_to_train": true, "risks": true, "unknown": true, "tech_stack_signals": true, "problems": true,
	"skills": true, "evidence": true, "silent": true, "missing": true, "reasons": true,
}

// A case that was kept makes the same report.
func TestCase_survivesBeingKept(t *testing.T) {
	t.Parallel()
	g := dossiertest.Graph(t)
	c := dossiertest.Case()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var kept report.Case
	if err := json.Unmarshal(text, &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report.Make(g, c, "ru"), report.Make(g, kept, "ru")); diff != "" {
		t.Error(diff)
	}
}

func TestMake_orderOfTheListDoesNotMatter(t *testing.T) {
	t.Parallel()
	g := dossiertest.Graph(t)
	want := order(report.Make(g, dossiertest.Case(), "en"))
	rapid.Check(t, func(t *rapid.T) {
		c := dossiertest.Case()
		c.Subjects = rapid.Permutation(c.Subjects).Draw(t, "subjects")
		if diff := cmp.Diff(want, order(report.Make(g, c, "en"))); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestReport_Condense(t *testing.T) {
	t.Parallel()
	whole := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru")
	before, err := json.Marshal(whole)
	if err != nil {
		t.Fatal(err)
	}
	size, less, ok := len(before), whole, true
	for range 10 {
		if less, ok = less.Condense(); !ok {
			break
		}
		text, err := json.Marshal(less)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) >= size+200 { // the note itself
			t.Errorf("%d bytes became %d", size, len(text))
		}
		size = len(text)
		if diff := cmp.Diff(order(whole), order(less)); diff != "" || less.Note == "" || *less.Recommendations.Shortlist[0].Score != less.Candidates[0].Verdict.Score {
			t.Errorf("note %q: %s", less.Note, diff)
		}
	}
	if ok || size > len(before)/2 {
		t.Errorf("%d bytes became %d in the end (%v)", len(before), size, ok)
	}
	if after, _ := json.Marshal(whole); string(after) != string(before) {
		t.Error("the whole report changed")
	}
}

func TestReport_Find(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Subjects[3].Identity, c.Subjects[4].Identity = identity.Identity{GitHub: "ivanov", CV: "cv_1"}, identity.Identity{GitHub: "ivanov", CV: "cv_2"}
	r := report.Make(dossiertest.Graph(t), c, "en")
	for id, want := range map[string]string{"nina-example": "nina-example", "@Nina-Example": "nina-example", "cv_nina": "nina-example", "cv_2": "cv_2"} {
		if got, err := r.Find(id); err != nil || got.ID != want {
			t.Errorf("%s: %q, %v", id, got.ID, err)
		}
	}
	if _, err := r.Find("nobody"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
	if _, err := r.Find("ivanov"); fault.KindOf(err) != fault.Invalid || len(fault.From(err).Candidates) != 2 {
		t.Errorf("got %v", err)
	}
}

// What must not be judged has no place to be read into.
func TestCase_hasNoPlaceForProtectedAttributes(t *testing.T) {
	t.Parallel()
	protected := []string{"age", "birth", "birthday", "sex", "gender", "photo", "picture", "nationality", "citizenship", "race", "religion", "marital", "married", "children", "health"}
	seen := map[reflect.Type]bool{}
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(of.Elem())
		case reflect.Struct:
			if seen[of] {
				return
			}
			seen[of] = true
			for f := range of.Fields() {
				name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				for _, word := range append(strings.Split(name, "_"), strings.ToLower(f.Name)) {
					if slices.Contains(protected, word) {
						t.Errorf("%s.%s", of, f.Name)
					}
				}
				walk(f.Type)
			}
		}
	}
	walk(reflect.TypeFor[report.Case]())
	walk(reflect.TypeFor[report.Report]())
	walk(reflect.TypeFor[proof.Claim]())
	walk(reflect.TypeFor[verdict.Case]())
	if len(seen) < 20 {
		t.Errorf("only %d types were seen", len(seen))
	}
}

func BenchmarkMake(b *testing.B) {
	g, c := dossiertest.Graph(b), dossiertest.Case()
	for len(c.Subjects) < 20 {
		c.Subjects = append(c.Subjects, c.Subjects[len(c.Subjects)-6])
	}
	for b.Loop() {
		report.Make(g, c, "ru")
	}
}
