package pipelinee2e_test

import (
	"fmt"
	"net/http"
	"testing"

	"kadry/internal/e2e/e2etest"
)

type listed struct {
	Total int `json:"total"`
	Items []struct {
		ID      string `json:"candidate_id"`
		MovedBy string `json:"moved_by"`
	} `json:"items"`
}

// A person who is forgotten leaves no word of anybody on them, on either engine; tokens of
// another tenant, and those that may only read, change nothing before that.
func TestPerson_forgotten(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		as := func(name string, args ...string) e2etest.REST {
			return s.REST().As(e2etest.NewToken(t, s.Home, append([]string{name}, args...)...))
		}
		ada, reader, globex := as("ada", "--tenant", "acme"), as("reader", "--tenant", "acme", "--read-only"), as("globex", "--tenant", "globex")
		saved := ada.Post(t, "save_vacancy", `{"title":"Go developer","requirements":"Go"}`)
		saved.Ok(t)
		vacancy := e2etest.Decode[struct {
			ID string `json:"vacancy_id"`
		}](t, saved.Body).ID
		taken := ada.Post(t, "ingest_cv", `{"text":"Alma Sample\nGo developer\n\nExperience\nMarch 2019 - present\nSample Works, Go developer\nServices with Go."}`)
		taken.Ok(t)
		id := e2etest.Decode[struct {
			Items []struct {
				ID string `json:"candidate_id"`
			} `json:"items"`
		}](t, taken.Body).Items[0].ID
		add := fmt.Sprintf(`{"vacancy_id":%q,"candidate_ids":[%q],"comment":"said zaphodius"}`, vacancy, id)
		reader.Post(t, "shortlist_candidates", add).Refused(t, http.StatusForbidden, "denied")
		globex.Post(t, "shortlist_candidates", add).Refused(t, http.StatusNotFound, "not_found")
		ada.Post(t, "shortlist_candidates", add).Ok(t)
		ada.Post(t, "note_candidate", fmt.Sprintf(`{"candidate_id":%q,"text":"noted trillianus"}`, id)).Ok(t)
		move := fmt.Sprintf(`{"vacancy_id":%q,"candidate_id":%q,"stage":"offer"}`, vacancy, id)
		globex.Post(t, "move_candidate", move).Refused(t, http.StatusNotFound, "not_found")
		reader.Post(t, "move_candidate", move).Refused(t, http.StatusForbidden, "denied")
		a := reader.Post(t, "list_applications", `{}`)
		a.Ok(t)
		if l := e2etest.Decode[listed](t, a.Body); l.Total != 1 || l.Items[0].ID != id || l.Items[0].MovedBy != "ada" {
			t.Errorf("got %s", a.Body)
		}
		for _, mark := range []string{"zaphodius", "trillianus"} {
			if !e2etest.TracesOf(t, env, mark) {
				t.Errorf("nothing holds %s before the person is forgotten: this test could not fail", mark)
			}
		}
		ada.Post(t, "forget_candidate", fmt.Sprintf(`{"candidate_id":%q}`, id)).Refused(t, http.StatusBadRequest, "invalid_argument")
		ada.Post(t, "forget_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, id)).Ok(t)
		for _, mark := range []string{"zaphodius", "trillianus"} {
			if e2etest.TracesOf(t, env, mark) {
				t.Errorf("the data still hold %s", mark)
			}
		}
	})
}
