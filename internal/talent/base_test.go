package talent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// knowledge is loaded once for all tests: it does not change.
var knowledge = sync.OnceValues(func() (talent.Parts, error) {
	graph, err := skill.Load()
	if err != nil {
		return talent.Parts{}, err
	}
	extractor, err := resume.New(graph)
	if err != nil {
		return talent.Parts{}, err
	}
	profiles, err := profile.Load()
	return talent.Parts{Skills: graph, Profiles: profiles, Extract: extractor.Extract}, err
})

const team = "team"

// newBase returns an empty base in November 2026, and the store under it.
func newBase(t testing.TB) (*talent.Base, *inmemory.Store) {
	t.Helper()
	parts, err := knowledge()
	if err != nil {
		t.Fatal(err)
	}
	stored := inmemory.New()
	parts.Store, parts.Feed = stored, stored
	parts.Read = func(ctx context.Context, name string, data []byte) (document.Document, error) {
		return document.Read(ctx, name, data, document.DefaultLimits)
	}
	parts.Now = func() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) }
	return talent.New(parts), stored
}

// stock takes in CVs by name and returns their ids by the same names.
func stock(t testing.TB, b *talent.Base, tenant string, cvs map[string]string) map[string]string {
	t.Helper()
	ids := map[string]string{}
	for name, text := range cvs {
		outcome, err := b.Ingest(context.Background(), tenant, talent.File{Text: text}, nil)
		if err != nil || outcome.Status != talent.Added {
			t.Fatalf("ingest %s: %+v, %v", name, outcome, err)
		}
		ids[name] = outcome.ID
	}
	return ids
}

// names turns hits back into the names of stock.
func names(ids map[string]string, hits []talent.Hit) []string {
	back := map[string]string{}
	for name, id := range ids {
		back[id] = name
	}
	out := []string{}
	for _, h := range hits {
		out = append(out, back[h.CandidateID])
	}
	return out
}

// cv writes a small CV with one job.
func cv(name, title, period string, skills ...string) string {
	list := strings.Join(skills, ", ")
	return fmt.Sprintf("%s\n%s\n\nSkills\n%s\n\nExperience\n%s\nSample Bank, %s\nBuilt and supported services with %s.\n", name, title, list, period, title, list)
}

func search(t testing.TB, b *talent.Base, q talent.Query) talent.Answer {
	t.Helper()
	if q.TopK == 0 {
		q.TopK = 10
	}
	answer, err := b.Search(context.Background(), team, q)
	if err != nil {
		t.Fatalf("search %+v: %v", q, err)
	}
	return answer
}

func TestSearch_contractFields(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"full":    cv("Anna Sample", "Backend Developer", "01/2018 - Present", "Python", "K8s", "AWS"),
		"partial": cv("Boris Sample", "Backend Developer", "01/2018 - Present", "Python", "Docker"),
	})
	answer := search(t, b, talent.Query{Required: []string{"python", "kubernetes"}, Preferred: []string{"aws", "Terraform"}})
	if diff := cmp.Diff([]string{"full"}, names(ids, answer.Candidates)); diff != "" {
		t.Fatal(diff)
	}
	h := answer.Candidates[0]
	if diff := cmp.Diff([][]string{{"python", "kubernetes"}, {"aws"}, {}}, [][]string{h.MatchedRequired, h.MatchedPreferred, h.Missing}); diff != "" {
		t.Error(diff)
	}
	if h.Name != "Anna Sample" || h.Level != resume.Senior || h.Score <= 0.5 || h.Score > 1 || answer.Total != 1 {
		t.Errorf("hit %+v of %d", h, answer.Total)
	}
	sum := 0.0
	for _, p := range h.Parts {
		sum += p.Points
	}
	if fmt.Sprintf("%.4f", sum) != fmt.Sprintf("%.4f", h.Score) {
		t.Errorf("parts add up to %.4f, score is %.4f", sum, h.Score)
	}
	k8s := h.Matches[1]
	if k8s.How != skill.Alias || k8s.Canonical != "Kubernetes" || k8s.Surface != "K8s" || !k8s.MonthsKnown || k8s.Months != 107 {
		t.Errorf("kubernetes is answered by %+v", k8s)
	}
	if len(k8s.Evidence) == 0 || !strings.Contains(k8s.Evidence[0].Text, "K8s") {
		t.Errorf("evidence %+v", k8s.Evidence)
	}
	if diff := cmp.Diff([]string{"partial"}, names(ids, answer.NearMisses)); diff != "" {
		t.Error(diff)
	}
	if n := answer.NearMisses[0]; !slices.Equal(n.Missing, []string{"kubernetes"}) || len(n.Lacks) != 1 {
		t.Errorf("near miss %+v", n)
	}
}

func TestSearch_nobody(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	stock(t, b, team, map[string]string{
		"a": cv("Anna Sample", "Developer", "01/2018 - Present", "Python", "Docker"),
		"b": cv("Boris Sample", "Developer", "01/2026 - Present", "Python", "Docker", "AWS"),
	})
	answer := search(t, b, talent.Query{Required: []string{"NonexistentSkill123"}})
	if answer.Message.EN != "No candidates found with required skill combination. Try broadening criteria." || answer.Message.RU == "" {
		t.Errorf("message %+v", answer.Message)
	}
	if len(answer.Candidates)+answer.Total+len(answer.NearMisses) != 0 || len(answer.Understood.Unknown) != 1 {
		t.Errorf("answer %+v", answer)
	}
	answer = search(t, b, talent.Query{Required: []string{"Python", "AWS"}, Level: resume.Senior})
	var got []string
	for _, r := range answer.Relaxations {
		got = append(got, fmt.Sprintf("%s: %d", r.Text.EN, r.Candidates))
		relaxed := search(t, b, func() talent.Query { q := r.Query; q.TopK = 10; return q }())
		if relaxed.Total != r.Candidates {
			t.Errorf("%s promises %d, finds %d", r.Text.EN, r.Candidates, relaxed.Total)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"any of the required skills: 1", "level junior: 1", "without AWS: 1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSearch_neverConfusesNames(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	cvs := map[string]string{}
	for _, name := range []string{"C", "C++", "C#", "Java", "JavaScript", "Go", ".NET"} {
		cvs[name] = cv("Sample Person", "Developer", "01/2020 - Present", name, "Linux")
	}
	ids := stock(t, b, team, cvs)
	for asked, want := range map[string][]string{
		"C": {"C"}, "C++": {"C++"}, "c#": {"C#"}, "java": {"Java"}, "JS": {"JavaScript"}, "golang": {"Go"},
	} {
		if diff := cmp.Diff(want, names(ids, search(t, b, talent.Query{Required: []string{asked}}).Candidates)); diff != "" {
			t.Errorf("%s: %s", asked, diff)
		}
	}
}

func TestSearch_denialIsNotExperience(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"has":      cv("Anna Sample", "Clerk", "01/2020 - Present", "accounts zzpayable"),
		"denies":   "Boris Sample\nClerk\n\nSummary\nHave no production experience with Kubernetes. No experience with accounts zzpayable.\n\nSkills\nDocker\n",
		"отрицает": "Вера Примерова\nБухгалтер\n\nО себе\nОпыта с Kubernetes пока нет. Опыта с accounts zzpayable нет.\n\nНавыки\nDocker\n",
	})
	for asked, want := range map[string][]string{"Kubernetes": {}, "Accounts ZZPayable": {"has"}, "docker": {"denies", "отрицает"}} {
		got := names(ids, search(t, b, talent.Query{Required: []string{asked}}).Candidates)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", asked, diff)
		}
	}
	literal := search(t, b, talent.Query{Required: []string{"Accounts ZZPayable"}})
	if m := literal.Candidates[0].Matches[0]; m.How != skill.Exact || m.Surface != "accounts zzpayable" || len(literal.Understood.Unknown) != 1 {
		t.Errorf("literal match %+v, understood %+v", m, literal.Understood)
	}
}

func TestSearch_filters(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"long":  cv("Anna Sample", "Developer", "01/2010 - Present", "Python") + "\nLanguages: English (C1)\n",
		"short": cv("Boris Sample", "Developer", "01/2025 - Present", "Python", "Java") + "\nLanguages: English (A2)\n",
		"past":  cv("Clara Sample", "Developer", "01/2010 - 12/2014", "Python"),
	})
	for name, c := range map[string]struct {
		query talent.Query
		want  []string
	}{
		"level":       {talent.Query{Level: resume.Junior}, []string{"short"}},
		"min years":   {talent.Query{MinYears: 10}, []string{"long"}},
		"max years":   {talent.Query{MaxYears: 6}, []string{"past", "short"}},
		"skill years": {talent.Query{SkillYears: []talent.SkillYears{{Skill: "питон", Years: 4}}}, []string{"long", "past"}},
		"recent":      {talent.Query{UsedWithinYears: 3}, []string{"long", "short"}},
		"excluded":    {talent.Query{Excluded: []string{"java"}}, []string{"long", "past"}},
		"language":    {talent.Query{Languages: []talent.Speaks{{Language: "английский", CEFR: "B2"}}}, []string{"long"}},
		"tags":        {talent.Query{Tags: []string{"nobody"}}, []string{}},
		"uploaded":    {talent.Query{UploadedAfter: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)}, []string{}},
		"any":         {talent.Query{Required: []string{"Java", "Rust"}, Match: talent.MatchAny}, []string{"short"}},
		"coverage":    {talent.Query{Required: []string{"Python", "Rust"}, Match: talent.MatchCoverage, MinCoverage: 0.5}, []string{"long", "past", "short"}},
	} {
		if c.query.Required == nil {
			c.query.Required = []string{"Python"}
		}
		got := names(ids, search(t, b, c.query).Candidates)
		slices.Sort(got)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestSearch_refusesInBothLanguages(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	many := make([]string, 500)
	for i := range many {
		many[i] = fmt.Sprint("s", i)
	}
	for name, q := range map[string]talent.Query{
		"no skills": {TopK: 5},
		"top_k 0":   {Required: []string{"Go"}},
		"top_k big": {Required: []string{"Go"}, TopK: 10000},
		"blank":     {Required: []string{"  "}, TopK: 5},
		"endless":   {Required: []string{strings.Repeat("я", 10000)}, TopK: 5},
		"too many":  {Required: many, TopK: 5},
		"level":     {Required: []string{"Go"}, TopK: 5, Level: "boss"},
		"related":   {Required: []string{"Go"}, TopK: 5, Allow: []skill.How{skill.Related}},
		"years":     {Required: []string{"Go"}, TopK: 5, MinYears: -1},
		"range":     {Required: []string{"Go"}, TopK: 5, MinYears: 5, MaxYears: 1},
		"language":  {Required: []string{"Go"}, TopK: 5, Languages: []talent.Speaks{{Language: "клингонский"}}},
		"cursor":    {Required: []string{"Go"}, TopK: 5, Cursor: "AAAA"},
	} {
		_, err := b.Search(context.Background(), team, q)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Invalid || f.Text.EN == "" || f.Text.RU == "" || len(f.Fields) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSearch_hostileStringsAreWords(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	stock(t, b, team, map[string]string{"a": cv("Anna Sample", "Developer", "01/2020 - Present", "Python")})
	for _, hostile := range []string{`"python" OR *`, "python*", ".*", "(?i)py", "NEAR(a b)", "'; DROP TABLE x;--", "a\x00b", "\xff\xfe", "++", "🙂", strings.Repeat("(", 100)} {
		answer, err := b.Search(context.Background(), team, talent.Query{Required: []string{hostile}, TopK: 5})
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Errorf("%q: %v", hostile, err)
			}
			continue
		}
		if hostile != "python*" && hostile != `"python" OR *` && answer.Total != 0 {
			t.Errorf("%q finds %d", hostile, answer.Total)
		}
	}
}

// What other rooms keep goes before the CV: where they fail, it can be deleted again.
func TestDelete_makesOthersForgetFirst(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{"a": cv("Anna Sample", "Developer", "01/2020 - Present", "Python")})
	shut := errors.New("the other room is shut")
	var told []string
	b.Forget = func(_ context.Context, tenant, id string) error {
		told = append(told, tenant+" "+id)
		return shut
	}
	ctx := t.Context()
	if err := b.Delete(ctx, team, "cv_none", "me"); fault.KindOf(err) != fault.NotFound || len(told) > 0 {
		t.Errorf("deleting nobody: %v, told %v", err, told)
	}
	if err := b.Delete(ctx, team, ids["a"], "me"); !errors.Is(err, shut) {
		t.Errorf("a room that fails: %v", err)
	}
	if _, err := b.Details(ctx, team, talent.DetailsQuery{ID: ids["a"], MaxChars: 1000}); err != nil {
		t.Errorf("the CV is gone all the same: %v", err)
	}
	shut = nil
	if err := b.Delete(ctx, team, ids["a"], "me"); err != nil || !slices.Equal(told, []string{team + " " + ids["a"], team + " " + ids["a"]}) {
		t.Errorf("again: %v, told %v", err, told)
	}
}

func TestBase_tenantsAndDeletion(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	text := cv("Anna Sample", "Developer", "01/2020 - Present", "Python")
	mine := stock(t, b, team, map[string]string{"a": text})
	theirs := stock(t, b, "other", map[string]string{"a": text})
	if mine["a"] == theirs["a"] {
		t.Fatal("one id in two tenants")
	}
	if got := names(mine, search(t, b, talent.Query{Required: []string{"Python"}}).Candidates); !slices.Equal(got, []string{"a"}) {
		t.Errorf("found %q", got)
	}
	ctx := context.Background()
	if err := b.Delete(ctx, team, theirs["a"], "me"); fault.KindOf(err) != fault.NotFound {
		t.Errorf("deleting another tenant's candidate: %v", err)
	}
	if _, err := b.Details(ctx, team, talent.DetailsQuery{ID: theirs["a"], MaxChars: 1000}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("details of another tenant's candidate: %v", err)
	}
	// Another process deletes: the next search here must know.
	if err := stored.Remove(ctx, team, mine["a"], "other process"); err != nil {
		t.Fatal(err)
	}
	if answer := search(t, b, talent.Query{Required: []string{"Python"}}); answer.Total != 0 || len(answer.Candidates) != 0 {
		t.Errorf("a deleted candidate is found: %+v", answer)
	}
}

func TestBase_storageDownAndBack(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	stock(t, b, team, map[string]string{"a": cv("Anna Sample", "Developer", "01/2020 - Present", "Python")})
	stored.Fail(fault.E(fault.Unavailable, fault.Say("down", "недоступно"), nil))
	_, err := b.Search(context.Background(), team, talent.Query{Required: []string{"Python"}, TopK: 5})
	if fault.KindOf(err) != fault.Unavailable {
		t.Errorf("storage down: %v", err)
	}
	stored.Fail(nil)
	if answer := search(t, b, talent.Query{Required: []string{"Python"}}); answer.Total != 1 {
		t.Errorf("after recovery %d found", answer.Total)
	}
}
