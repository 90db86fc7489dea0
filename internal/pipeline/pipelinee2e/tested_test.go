package pipelinee2e_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// A candidate is given a test by a link and answers it; their code is checked. Both stand on their
// page and in their file, and both go with them, on either engine.
func TestPerson_testedAndChecked(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: env, Args: []string{"--sample"}})
		as := func(name string, args ...string) e2etest.REST {
			return s.REST().As(e2etest.NewToken(t, s.Home, append([]string{name}, args...)...))
		}
		ada, globex := as("ada", "--tenant", "acme"), as("globex", "--tenant", "globex")
		taken := ada.Post(t, "ingest_cv", `{"text":"Alma Sample\nGo developer\n\nExperience\nMarch 2019 - present\nSample Works, Go developer\nServices with Go."}`)
		taken.Ok(t)
		id := e2etest.Decode[struct {
			Items []struct {
				ID string `json:"candidate_id"`
			} `json:"items"`
		}](t, taken.Body).Items[0].ID

		page := "/candidates/" + id
		if text := string(ada.Get(t, page).Body); strings.Contains(text, "person-tests") || !strings.Contains(text, "/code?candidate="+id) {
			t.Error("a test is offered where none is out, or no check of code is")
		}
		made := ada.Post(t, "create_assignments", `{"subject":"math","exam":"ege","counts":{"1":1},"title":"Trial"}`)
		made.Ok(t)
		class := regexp.MustCompile(`"assignment_id":"(\w+)"`).FindStringSubmatch(string(made.Body))[1]
		if text := string(ada.Get(t, page).Body); !strings.Contains(text, `value="`+class+`"`) {
			t.Error("a test that is out is not offered")
		}
		give := func(who, to string) string {
			return fmt.Sprintf(`{"assignment_id":%q,"pupil":%q,"candidate_id":%q}`, class, who, to)
		}
		ada.Post(t, "repeat_assignment", give("Alma", "cv_nobody")).Refused(t, http.StatusBadRequest, "invalid_argument")
		ada.Post(t, "repeat_assignment", give(" ", id)).Refused(t, http.StatusBadRequest, "invalid_argument")
		globex.Post(t, "repeat_assignment", give("Alma", id)).Refused(t, http.StatusNotFound, "not_found")
		globex.Post(t, "create_assignments", fmt.Sprintf(`{"subject":"math","exam":"ege","counts":{"1":1},"title":"Trial","pupils":["Alma"],"candidate_id":%q}`, id)).Refused(t, http.StatusBadRequest, "invalid_argument")
		globex.Post(t, "search_similar_code", fmt.Sprintf(`{"code":"def f(): pass","candidate_id":%q}`, id)).Refused(t, http.StatusBadRequest, "invalid_argument")

		given := ada.Post(t, "repeat_assignment", give("Trillianus Alma", id))
		given.Ok(t)
		answerTest(t, s.URL+e2etest.Decode[struct {
			Path string `json:"path"`
		}](t, given.Body).Path)
		ada.Post(t, "search_similar_code", fmt.Sprintf(`{"code":"def zaphodius(x):\n    return x + 1\n","candidate_id":%q}`, id)).Ok(t)

		for target, wants := range map[string][]string{
			page:                     {"Trial", " of 1 right", "zaphodius"},
			page + "/file":           {"## Tests", "Trial", " of 1 right", "zaphodius"},
			page + "/file?form=json": {`"code_checks"`, `"tests"`, "zaphodius"},
			page + "/delete":         {"1 test with its answers", "1 check of code"},
			"/code?candidate=" + id:  {"zaphodius", page},
		} {
			text := string(ada.Get(t, target).Body)
			for _, want := range wants {
				if !strings.Contains(text, want) {
					t.Errorf("%s has no %q", target, want)
				}
			}
		}
		if blind := string(ada.Get(t, page+"?blind=1").Body); strings.Contains(blind, "Trillianus") || strings.Contains(blind, "zaphodius") {
			t.Error("a blind review shows a name or code")
		}
		if !e2etest.TracesOf(t, env, "Trillianus") {
			t.Error("nothing holds the name before the person is deleted: this test could not fail")
		}
		ada.Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, id)).Ok(t)
		if e2etest.TracesOf(t, env, "Trillianus") {
			t.Error("the data still hold the name on the test")
		}
		for operation, left := range map[string]string{"list_assignments": class, "list_code_searches": ""} {
			a := ada.Post(t, operation, `{}`)
			a.Ok(t)
			if text := string(a.Body); strings.Contains(text, id) || strings.Contains(text, "zaphodius") || !strings.Contains(text, left) {
				t.Errorf("%s after the deletion: %s", operation, text)
			}
		}
	})
}

// answerTest answers a test as whoever has its link does.
func answerTest(t *testing.T, link string) {
	t.Helper()
	post := func(to string, form url.Values) *http.Response {
		t.Helper()
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		a, err := client.PostForm(to, form)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Body.Close(); err != nil || a.StatusCode != http.StatusSeeOther {
			t.Fatalf("POST %s: %d, %v", to, a.StatusCode, err)
		}
		return a
	}
	paper, err := post(link, nil).Location()
	if err != nil {
		t.Fatal(err)
	}
	post(paper.String(), url.Values{})
}
