package evidence_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/evidence"
	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/tech"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
	"kadry/internal/skill"
)

var (
	now       = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	loadTable = sync.OnceValues(tech.Load)
	loadGraph = sync.OnceValues(skill.Load)
)

// hub is a GitHub with one person and one repository, "ann/my app".
type hub struct{ evidence.Hub }

var files = map[string]string{
	"app/main.py": "from flask import Flask\n\napp = Flask(__name__)\n" + routes, "app/a #1.py": "import flask\nflask.Flask(1)\n" + routes, "README.md": "flask\n",
}

var routes = strings.Repeat("\n\n@app.route(\"/parts\")\ndef parts():\n    return [part.name for part in stock()]\n", 4)

func (hub) Authenticated() bool   { return false }
func (hub) Budget() github.Budget { return github.Budget{Requests: 3, Remaining: 57} }

func repository(name string) github.Repository {
	return github.Repository{FullName: name, Head: "abc", PushedAt: now.AddDate(0, -1, 0)}
}

func (hub) Profile(_ context.Context, login string) (github.Profile, error) {
	if login == "bob" {
		return github.Profile{User: github.User{Login: "bob"}, Unsearched: fault.E(fault.Limited, fault.Say("not searched", "не искались"), nil)}, nil
	}
	if login != "ann" {
		return github.Profile{}, fault.E(fault.NotFound, fault.Say("no such user", "нет такого"), nil)
	}
	return github.Profile{User: github.User{Login: "ann", Owned: 2}, Repositories: []github.Repository{repository("ann/app"), repository("ann/broken")}}, nil
}

func (hub) Details(_ context.Context, _ github.User, list []github.Repository) (details []github.Detail, failed []github.Failure, err error) {
	for _, r := range list {
		details = append(details, github.Detail{Repository: r, All: 80, Mine: 80})
	}
	return details, nil, nil
}

func (hub) History(context.Context, github.User, []github.Path) (map[github.Path]github.Traces, error) {
	return nil, nil
}

func (hub) Archive(_ context.Context, r github.Repository, visit func(github.File) error) (github.Contents, error) {
	if r.FullName == "ann/broken" {
		return github.Contents{}, fault.E(fault.Upstream, fault.Say("it broke", "сломалось"), nil)
	}
	for path, body := range files {
		if err := visit(github.File{Path: path, Size: int64(len(body)), Body: []byte(body)}); err != nil {
			return github.Contents{}, err
		}
	}
	return github.Contents{Commit: "abc"}, nil
}

// call runs an operation for a caller and decodes its answer.
func call(t *testing.T, caller op.Caller, roots []string, name, input string, out any) error {
	t.Helper()
	table, err := loadTable()
	if err != nil {
		t.Fatal(err)
	}
	graph, err := loadGraph()
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return now }
	registry, err := op.NewRegistry(evidence.Operations(evidence.Parts{
		Analyst: &analysis.Analyst{Skills: graph, Table: table, Now: clock}, Roots: roots, Now: clock,
		Open: func(context.Context) (evidence.Hub, error) { return hub{}, nil },
		Ask:  askIndex,
	})...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := registry.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	caller.Lang = "en"
	var p op.Pipeline
	result, err := p.Call(op.WithCaller(t.Context(), caller), o, []byte(input))
	if err == nil && out != nil {
		if err := json.Unmarshal(result.JSON, out); err != nil {
			t.Fatal(err)
		}
	}
	return err
}

func TestAnalyze(t *testing.T) {
	t.Parallel()
	var out struct {
		Username string
		Skills   []struct {
			Skill, Status, Confidence string
			Items                     []struct{ URL, Path string } `json:"evidence_items"`
		} `json:"skill_scores"`
		Failed   int  `json:"repos_failed"`
		Partial  bool `json:"partial_data"`
		Warnings []string
	}
	err := call(t, op.Caller{}, nil, "analyze_github", `{"username":"https://github.com/ann","required_skills":["Flask"," flask ","Ru\u0000st"]}`, &out)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Skills) != 2 || out.Skills[0].Skill != "Flask" || out.Skills[0].Status != "shown" || out.Skills[0].Confidence != "low" || out.Skills[1].Skill != "Ru st" {
		t.Errorf("%+v", out.Skills)
	}
	if i := out.Skills[0].Items[0]; i.URL != "https://github.com/ann/app/blob/abc/app/"+strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(i.Path, " ", "%20"), "#", "%23"), "app/")+"#L1" {
		t.Errorf("%+v", i)
	}
	if out.Failed != 1 || !out.Partial || !slices.Equal(out.Warnings, []string{"ann/broken: it broke"}) {
		t.Errorf("%+v", out)
	}
	for _, input := range []string{`{"username":"a--b"}`, `{"username":"ann","required_skills":["  "]}`, `{"username":"ann","required_skills":["` + strings.Repeat("x", 101) + `"]}`} {
		if err := call(t, op.Caller{}, nil, "analyze_github", input, nil); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", input, err)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	var out struct {
		Results []struct {
			Pattern, Repository, Path, URL string
			Line                           int
		}
		Total  int
		Counts []struct {
			Mode string
			Hits int
		} `json:"matches_by_pattern"`
		Partial  bool `json:"partial_data"`
		Coverage struct {
			Files   int
			Skipped []struct{ Repository, Reason string }
		}
	}
	if err := call(t, op.Caller{}, nil, "search_github_code", `{"username":"ann","code_patterns":["from flask import","readme"],"limit":1}`, &out); err != nil {
		t.Fatal(err)
	}
	if out.Total != 2 || len(out.Results) != 1 || len(out.Counts) != 2 || out.Counts[0].Hits != 1 || out.Counts[1].Hits != 1 || out.Coverage.Files != 3 {
		t.Errorf("%+v", out)
	}
	if len(out.Coverage.Skipped) != 1 || out.Coverage.Skipped[0].Reason != "it broke" || !out.Partial {
		t.Errorf("%+v", out.Coverage)
	}
	var bob struct {
		Partial  bool `json:"partial_data"`
		Warnings []string
	}
	if err := call(t, op.Caller{}, nil, "search_github_code", `{"username":"bob","code_patterns":["x"]}`, &bob); err != nil || !bob.Partial || !slices.Contains(bob.Warnings, "not searched") {
		t.Errorf("%+v, %v", bob, err)
	}
	if err := call(t, op.Caller{}, nil, "search_github_code", `{"username":"ann","code_patterns":["(?=a)"],"mode":"regex"}`, nil); fault.KindOf(err) != fault.Invalid || fault.From(err).Hint.EN == "" {
		t.Error(err)
	}
}

// Callers from elsewhere read what lies below the folders that the operator named, and by no
// way around.
func TestStack_folders(t *testing.T) {
	t.Parallel()
	root, secret := t.TempDir(), t.TempDir()
	for _, dir := range []string{filepath.Join(root, "app"), secret} {
		if err := os.MkdirAll(dir, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "requirements.txt"), []byte("flask==3.0\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(root, "way")); err != nil {
		t.Skip(err)
	}
	ask := func(caller op.Caller, roots []string, place string) (string, error) {
		var out struct {
			Backend []struct{ Name, Version string }
		}
		input, err := json.Marshal(map[string]string{"repo_url": place})
		if err != nil {
			t.Fatal(err)
		}
		if err := call(t, caller, roots, "detect_tech_stack", string(input), &out); err != nil || len(out.Backend) == 0 {
			return "", err
		}
		return out.Backend[0].Name + out.Backend[0].Version, nil
	}
	for _, place := range []string{filepath.Join(root, "app"), root} {
		if got, err := ask(op.Caller{}, []string{root}, place); err != nil || got != "Flask==3.0" {
			t.Errorf("%s: %q %v", place, got, err)
		}
	}
	for _, place := range []string{secret, filepath.Join(root, "way"), root + "/app/../../" + filepath.Base(secret), root + "x", "/", "."} {
		if got, err := ask(op.Caller{}, []string{root}, place); err == nil || got != "" {
			t.Errorf("%s was read: %q", place, got)
		}
	}
	if got, err := ask(op.Caller{Local: true}, nil, secret); err != nil || got != "Flask==3.0" {
		t.Errorf("at this machine: %q %v", got, err)
	}
	if _, err := ask(op.Caller{Local: true}, nil, filepath.Join(secret, "none")); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

// askIndex is an index of code that holds one repository at its branch "kept".
func askIndex(_ context.Context, operation string, in, out any) error {
	asked := in.(map[string]any)
	repository := asked["repository"]
	if operation != "read_indexed_file" || repository != "github.com/ann/app" && repository != "git.example.org/team/group/app" || asked["ref"] != "kept" {
		return fault.E(fault.NotFound, fault.Say("not indexed", "нет"), nil)
	}
	answer := `{"repository":"` + repository.(string) + `","branch":"kept","commit":"c0ffee","text":"kept text","size":9}`
	if asked["path"] == "" {
		answer = `{"repository":"` + repository.(string) + `","branch":"kept","commit":"c0ffee","entries":[{"name":"a.py","path":"a.py","type":"file","size":3}]}`
	}
	return json.Unmarshal([]byte(answer), out)
}

func (hub) Contents(_ context.Context, name, path, _ string) (*github.Content, []github.Content, error) {
	return &github.Content{Path: path, Text: "of GitHub"}, nil, nil
}

// A file of an indexed repository is read from the index; anything else GitHub is asked for.
func TestContents_indexFirst(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		`{"repo":"ann/app","path":"src/a.py","ref":"kept"}`:                    `ann/app file c0ffee kept text 0`,
		`{"repo":"ann/app","ref":"kept"}`:                                      `ann/app dir c0ffee  1`,
		`{"repo":"ann/app","path":"src/a.py","ref":"other"}`:                   `ann/app file  of GitHub 0`,
		`{"repo":"ann/other","path":"a.py"}`:                                   `ann/other file  of GitHub 0`,
		`{"repo":"git.example.org/team/group/app","path":"a.py","ref":"kept"}`: `git.example.org/team/group/app file c0ffee kept text 0`,
	} {
		var got struct {
			Repository, Type, Commit string
			Entries                  []github.Content
			File                     struct{ Content string }
		}
		if err := call(t, op.Caller{}, nil, "get_file_contents", input, &got); err != nil {
			t.Fatal(err)
		}
		if said := fmt.Sprintf("%s %s %s %s %d", got.Repository, got.Type, got.Commit, got.File.Content, len(got.Entries)); said != want {
			t.Errorf("%s: %s, want %s", input, said, want)
		}
	}
}

func TestContents_refused(t *testing.T) {
	t.Parallel()
	for _, input := range []string{
		`{"repo":"ann/app","path":"../x"}`, `{"repo":"ann/app","path":"a/../../x"}`, `{"repo":"ann/app","path":"a\nb"}`, `{"repo":"app"}`, `{"repo":"ann/.."}`,
		`{"repo":"ann/app","ref":"a","branch":"b"}`,
	} {
		if err := call(t, op.Caller{}, nil, "get_file_contents", input, nil); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", input, err)
		}
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	var out struct {
		Results []struct {
			Username, Status string
			Problem          *struct{ Code string } `json:"error"`
		}
		Total, Succeeded, Failed int
		Budget                   struct{ Requests, Remaining int }
	}
	if err := call(t, op.Caller{}, nil, "analyze_github_batch", `{"usernames":["ann","nobody","--"],"required_skills":["Flask"]}`, &out); err != nil {
		t.Fatal(err)
	}
	if out.Total != 3 || out.Succeeded != 1 || out.Failed != 2 || out.Budget.Requests != 6 || out.Budget.Remaining != 57 {
		t.Errorf("%+v", out)
	}
	for i, want := range []string{"partial", "failed not_found", "failed invalid_argument"} {
		got := out.Results[i].Status
		if out.Results[i].Problem != nil {
			got += " " + out.Results[i].Problem.Code
		}
		if got != want {
			t.Errorf("%s: %s, want %s", out.Results[i].Username, got, want)
		}
	}
}
