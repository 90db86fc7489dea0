package evidencee2e_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// hub is a made-up GitHub and what a process must be told to ask it.
type hub struct {
	*fakeHub
	env []string
}

// smallWorld is the folder of the world of seven people that package replica brings.
func smallWorld() string {
	return filepath.Join(e2etest.Checkout, "internal", "github", "replica", "testdata", "small")
}

func smallHub(t testing.TB) hub {
	t.Helper()
	return start(t, smallWorld())
}

// peopleHub has numbered people; see writePeople.
func peopleHub(t testing.TB, people int) hub {
	t.Helper()
	folder := t.TempDir()
	if err := writePeople(folder, people); err != nil {
		t.Fatal(err)
	}
	return start(t, folder)
}

func start(t testing.TB, folder string) hub {
	t.Helper()
	h, err := startHub(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return hub{h, variables(h)}
}

func variables(h *fakeHub) (env []string) {
	settings := h.Settings()
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		env = append(env, name+"="+settings[name])
	}
	return env
}

// at is the environment of a process that asks the hub and keeps its data in a folder.
func (h hub) at(home string) []string { return e2etest.Environment(home, h.env...) }

func (h hub) serve(t testing.TB, extra ...string) *e2etest.Server {
	t.Helper()
	return e2etest.Serve(t, e2etest.Options{Env: slices.Concat(h.env, extra)})
}

// analysed is the part of an analysis that tests look at.
type analysed struct {
	Username string `json:"username"`
	Skills   []struct {
		Skill  string  `json:"skill"`
		Score  float64 `json:"score"`
		Status string  `json:"status"`
		Items  []struct {
			Repository string `json:"repository"`
			Path       string `json:"path"`
			URL        string `json:"url"`
		} `json:"evidence_items"`
	} `json:"skill_scores"`
	Read     int      `json:"repos_analyzed"`
	Failed   int      `json:"repos_failed"`
	Partial  bool     `json:"partial_data"`
	Warnings []string `json:"warnings"`
	Repos    []struct {
		Name string `json:"name"`
	} `json:"repos"`
	Budget struct {
		Requests  int `json:"requests"`
		Remaining int `json:"remaining"`
	} `json:"budget"`
}

// batched is the part of the answer about several people that tests look at.
type batched struct {
	Results []struct {
		Username string    `json:"username"`
		Status   string    `json:"status"`
		Analysis *analysed `json:"analysis"`
		Problem  *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Retry   int    `json:"retry_after_s"`
		} `json:"error"`
	} `json:"results"`
	Succeeded int      `json:"succeeded"`
	Failed    int      `json:"failed"`
	Partial   bool     `json:"partial_data"`
	Warnings  []string `json:"warnings"`
	Note      string   `json:"note"`
}

func analysisIn(t testing.TB, a e2etest.Answer) analysed {
	t.Helper()
	a.Ok(t)
	return e2etest.Decode[analysed](t, a.Body)
}

// calls are an input of each operation that the small world answers.
var calls = map[string]string{
	"analyze_github":               `{"username":"ada-example","required_skills":["Go","PostgreSQL"]}`,
	"analyze_github_batch":         `{"usernames":["ada-example","bora-sample"],"required_skills":["Python"]}`,
	"search_github_code":           `{"username":"bora-sample","code_patterns":["from fastapi import FastAPI","def .*root"]}`,
	"analyze_contribution_quality": `{"username":"ada-example"}`,
	"detect_tech_stack":            `{"repo_url":"https://github.com/orchard-org/weather-desk"}`,
	"get_file_contents":            `{"owner":"ada-example","repo":"ledger-kit","path":"go.mod"}`,
	"analyze_linkedin_profile":     `{"linkedin_url":"https://www.linkedin.com/in/nina-example"}`,
}
