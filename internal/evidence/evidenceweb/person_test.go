package evidenceweb_test

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/a-h/templ"

	"kadry/internal/evidence"
	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/evidenceweb"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// cv is what the room of CVs answers of a person, by id.
type cv struct {
	Contacts struct {
		Links []string `json:"links"`
	} `json:"contacts"`
	Record struct {
		Skills []named `json:"skills"`
	} `json:"record"`
}

type named struct {
	Skill string `json:"skill"`
}

type asked struct {
	ID       string   `json:"candidate_id"`
	Sections []string `json:"sections,omitempty"`
}

func TestPanel_leadsFromACVToItsCode(t *testing.T) {
	t.Parallel()
	links := map[string][]string{
		"plain": {"https://github.com/alma-sample"}, "bare": {"www.GitHub.com/alma-sample/"},
		"repository": {"https://github.com/alma-sample/ledger?tab=readme", "gist.github.com/Alma-Sample/1"},
		"another":    {"https://example.com/alma", "https://notgithub.com/alma", "https://github.com/", "https://github.com/features/a b"},
		"hostile":    {"https://github.com/%22%3E%3Cscript%3E", "https://github.com/-alma"},
	}
	details := op.New(op.Spec{Name: "get_candidate_details", Toolset: "talent", Title: "CV", Effect: op.Reads, Doc: "A CV."},
		func(_ context.Context, in asked) (cv, error) {
			var c cv
			c.Contacts.Links, c.Record.Skills = links[in.ID], []named{{"Go"}, {"C++"}}
			return c, nil
		})
	registry, err := op.NewRegistry(append(evidence.Operations(evidence.Parts{Analyst: &analysis.Analyst{Now: now}, Now: now}), details)...)
	if err != nil {
		t.Fatal(err)
	}
	host := kit.Pages{Room: "host", Routes: map[string]func(*kit.Screen) error{"GET /person/{id}": func(s *kit.Screen) error {
		about := kit.Subject{Kind: kit.Person, ID: s.Request.PathValue("id"), Blind: s.Request.URL.Query().Has("blind")}
		return s.Show(http.StatusOK, templ.Join(templ.Raw("<main>"), kit.Panels(s, about, true)))
	}}}
	pages := webtest.Pages(t, registry, webtest.Everyone, host, evidenceweb.New(now))
	href := regexp.MustCompile(`href="(/evidence/[^"]+)"`)
	for id, want := range map[string][]string{
		"plain": {"/evidence/alma-sample?skills=Go%2C+C%2B%2B"}, "bare": {"/evidence/alma-sample?skills=Go%2C+C%2B%2B"},
		"repository": {"/evidence/alma-sample?skills=Go%2C+C%2B%2B"}, "another": {"/evidence/features?skills=Go%2C+C%2B%2B"}, "hostile": nil,
	} {
		var got []string
		for _, m := range href.FindAllStringSubmatch(webtest.Ask(t, pages, "GET", "/person/"+id, "").Page, -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	if page := webtest.Ask(t, pages, "GET", "/person/plain?blind", "").Page; href.MatchString(page) {
		t.Errorf("a blind review names an account: %s", page)
	}
}
