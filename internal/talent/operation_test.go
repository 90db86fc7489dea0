package talent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent"
)

// called runs one operation over b as caller would, and decodes its answer into out.
func called(t *testing.T, b *talent.Base, roots talent.Roots, caller op.Caller, name, input string, out any) error {
	t.Helper()
	return calledBy(op.WithCaller(t.Context(), caller), t, talent.Operations(b, roots), name, input, out)
}

// calledIn is called in a context, a task's for instance.
func calledIn(ctx context.Context, t *testing.T, b *talent.Base, caller op.Caller, name, input string, out any) error {
	t.Helper()
	return calledBy(op.WithCaller(ctx, caller), t, talent.Operations(b, talent.Roots{}), name, input, out)
}

func calledBy(ctx context.Context, t *testing.T, operations []*op.Op, name, input string, out any) error {
	t.Helper()
	registry, err := op.NewRegistry(operations...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := registry.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var p op.Pipeline
	result, err := p.Call(ctx, o, []byte(input))
	if err == nil && out != nil {
		if err := json.Unmarshal(result.JSON, out); err != nil {
			t.Fatalf("%s: %v in %s", name, err, result.JSON)
		}
	}
	return err
}

func TestParseResume_saysWhatIsCovered(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	const text = `Nina Example
Accountant

Experience
March 2021 - May 2024
Sample Works, Developer
Services with Django and GKE. Handled frobnication ledgers daily. No experience with zorbing.
Have no production experience with Terraform.`
	input, err := json.Marshal(map[string]any{
		"resume_text": text, "required_skills": []string{"питон", "Kubernetes", "Terraform", "frobnication ledgers", "zorbing", "COBOL"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Coverage []struct {
			Asked, How, Stance string
			Covered            bool
			Evidence           []struct{ Quote string }
		} `json:"required_coverage"`
		Years map[string]float64 `json:"experience_years"`
	}
	if err := called(t, b, talent.Roots{}, op.Caller{Tenant: team}, "parse_resume_advanced", string(input), &out); err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		covered     bool
		how, stance string
	}{
		"питон":                {true, "implied", "affirmed"},
		"Kubernetes":           {true, "implied", "affirmed"},
		"Terraform":            {false, "exact", "negated"},
		"frobnication ledgers": {true, "exact", "affirmed"},
		"zorbing":              {false, "", ""},
		"COBOL":                {false, "", ""},
	}
	for _, got := range out.Coverage {
		w := want[got.Asked]
		if got.Covered != w.covered || got.How != w.how || got.Stance != w.stance {
			t.Errorf("%s: got %+v, want %+v", got.Asked, got, w)
		}
		if got.Covered && (len(got.Evidence) == 0 || !strings.Contains(text, got.Evidence[0].Quote)) {
			t.Errorf("%s is covered by no quote of the CV: %+v", got.Asked, got.Evidence)
		}
	}
	if out.Years["Django"] != 3.3 {
		t.Errorf("years %v, want 3.3 of Django", out.Years)
	}
}

func TestSkillTaxonomy_hasTheKnownShape(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	var names map[string][]string
	if err := called(t, b, talent.Roots{}, op.Caller{Budget: -1}, "get_skill_taxonomy", `{}`, &names); err != nil {
		t.Fatal(err)
	}
	if got := names["python"]; len(got) < 4 || got[0] != "python" || !strings.Contains(strings.Join(got, ","), "питон") {
		t.Errorf("python: %v", got)
	}
	if len(names) < 1000 {
		t.Errorf("%d skills", len(names))
	}
	var some map[string][]string
	if err := called(t, b, talent.Roots{}, op.Caller{}, "get_skill_taxonomy", `{"skills":["K8s","Kubernets"],"lang":"ru"}`, &some); err != nil {
		t.Fatal(err)
	}
	if unknown, ok := some["Kubernets"]; len(some) != 2 || !ok || len(unknown) != 0 || !strings.Contains(strings.Join(some["kubernetes"], ","), "кубер") {
		t.Errorf("got %v", some)
	}
	// For an assistant the common skills are kept when not all fit.
	var short map[string][]string
	if err := called(t, b, talent.Roots{}, op.Caller{}, "get_skill_taxonomy", `{}`, &short); err != nil {
		t.Fatal(err)
	}
	if _, ok := short["python"]; !ok || len(short) >= len(names) {
		t.Errorf("%d of %d skills, python kept: %t", len(short), len(names), ok)
	}
}

func TestIngestCV_whoMayNamePaths(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	inside := filepath.Join(root, "team")
	if err := os.MkdirAll(inside, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{root, inside} {
		if err := os.WriteFile(filepath.Join(folder, "cv.txt"), []byte(cv("Nina "+filepath.Base(folder), "Go developer", "2018 - 2024", "Go")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	local, remote := op.Caller{Tenant: team, Local: true}, op.Caller{Tenant: team}
	for name, c := range map[string]struct {
		caller op.Caller
		roots  talent.Roots
		path   string
		want   fault.Kind
		added  int
	}{
		"local, a folder":            {local, talent.Roots{}, inside, "", 1},
		"local, a file":              {local, talent.Roots{}, filepath.Join(inside, "cv.txt"), "", 1},
		"local, nothing there":       {local, talent.Roots{}, filepath.Join(root, "absent"), fault.Invalid, 0},
		"remote, no root":            {remote, talent.Roots{}, inside, fault.Denied, 0},
		"remote, inside, relative":   {remote, talent.Roots{Ingest: root}, "team", "", 1},
		"remote, inside, absolute":   {remote, talent.Roots{Ingest: root}, inside, "", 1},
		"remote, above the root":     {remote, talent.Roots{Ingest: inside}, root, fault.Denied, 0},
		"remote, climbing out":       {remote, talent.Roots{Ingest: inside}, "../cv.txt", fault.Denied, 0},
		"remote, the root of a disk": {remote, talent.Roots{Ingest: inside}, "/", fault.Denied, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, _ := newBase(t)
			input, err := json.Marshal(map[string]string{"path": c.path})
			if err != nil {
				t.Fatal(err)
			}
			var out struct{ Added int }
			err = called(t, b, c.roots, c.caller, "ingest_cv", string(input), &out)
			if got := fault.KindOf(err); got != c.want && !(c.want == fault.Denied && got == fault.Invalid) || out.Added != c.added {
				t.Errorf("got %v and %d added, want %q and %d", err, out.Added, c.want, c.added)
			}
		})
	}
}

func TestOperations_refuseHalfACall(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	for name, c := range map[string]struct{ op, input, want string }{
		"two sources":            {"ingest_cv", `{"text":"a","path":"/tmp"}`, "exactly one"},
		"no source":              {"ingest_cv", `{}`, "exactly one"},
		"no base64":              {"ingest_cv", `{"files":[{"name":"a.txt","content":"%%%"}]}`, "base64"},
		"a cursor of a stranger": {"ingest_cv", `{"path":".","cursor":"bm9uZQ"}`, "cursor"},
		"deleting by accident":   {"delete_candidate", `{"candidate_id":"cv_x"}`, "confirm"},
		"deleting nobody":        {"delete_candidate", `{"candidate_id":"cv_x","confirm":true}`, "no candidate"},
		"parsing nothing":        {"parse_resume_advanced", `{}`, "exactly one"},
		"a date in words":        {"search_by_skills", `{"required_skills":["Go"],"uploaded_after":"yesterday"}`, "uploaded_after"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := called(t, b, talent.Roots{}, op.Caller{Tenant: team, Local: true}, c.op, c.input, nil)
			if err == nil || !strings.Contains(strings.ToLower(fault.From(err).Text.EN), c.want) || fault.From(err).Text.RU == fault.From(err).Text.EN {
				t.Errorf("got %v, want a refusal about %q in both languages", err, c.want)
			}
		})
	}
}

// A year that stands alone in a CV is answered as a year: nobody is told a month that the
// candidate never wrote.
func TestParseResume_inventsNoMonths(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	const text = `Nina Example
Backend developer

Experience
Sample Works, Developer
2018 - 2020
Services with Django.
Test Mills, Developer
2020 - March 2023
Services with Kafka.

Education
Sample State University, Bachelor of Mathematics, 2012 - 2016`
	input, err := json.Marshal(map[string]any{"resume_text": text, "required_skills": []string{"Django", "Kafka"}})
	if err != nil {
		t.Fatal(err)
	}
	type ends struct{ From, To string }
	var out struct {
		Record struct {
			Positions []ends
			Education []ends
		}
		Coverage []struct {
			LastUsed string `json:"last_used"`
		} `json:"required_coverage"`
	}
	if err := called(t, b, talent.Roots{}, op.Caller{Tenant: team}, "parse_resume_advanced", string(input), &out); err != nil {
		t.Fatal(err)
	}
	if want := []ends{{"2018", "2020"}, {"2020", "2023-03"}}; !slices.Equal(out.Record.Positions, want) {
		t.Errorf("positions are of %v, want %v", out.Record.Positions, want)
	}
	if want := []ends{{"2012", "2016"}}; !slices.Equal(out.Record.Education, want) {
		t.Errorf("studies are of %v, want %v", out.Record.Education, want)
	}
	if len(out.Coverage) != 2 || out.Coverage[0].LastUsed != "2020" || out.Coverage[1].LastUsed != "2023-03" {
		t.Errorf("last uses are %+v, want 2020 and 2023-03", out.Coverage)
	}
}
