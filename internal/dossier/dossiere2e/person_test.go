package dossiere2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// kept is the part of a kept report that tests look at.
type kept struct {
	ID         string       `json:"report_id"`
	Candidates []keptPerson `json:"candidates"`
}

type keptPerson struct {
	ID       string `json:"id"`
	Decision string `json:"decision"`
	Verdict  *struct {
		Decision string `json:"decision"`
	} `json:"verdict"`
	Override *struct{ Decision, Reason, Author string } `json:"override"`
}

func evaluate(t *testing.T, rest e2etest.REST, input string) kept {
	t.Helper()
	a := rest.Post(t, "evaluate_candidates", input)
	a.Ok(t)
	return e2etest.Decode[kept](t, a.Body)
}

// onCV asks for a report about people with CVs alone.
func onCV(t *testing.T, people ...int) string {
	t.Helper()
	var list []string
	for _, n := range people {
		list = append(list, `{"resume_text":`+e2etest.Quoted(t, resume(n))+`}`)
	}
	return `{"role":"Go developer","skills":["Go"],"without_market":true,"candidates":[` + strings.Join(list, ",") + `]}`
}

// What a person decided stands beside the advice, with the name of the access, and is there when
// the report is made anew, by another process too.
func TestOverride_survives(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	s := o.serve(t)
	ada := e2etest.NewToken(t, s.Home, "ada")
	made := evaluate(t, s.REST().As(ada), onCV(t, 1, 2))
	who := made.Candidates[0].ID
	s.REST().As(ada).Post(t, "override_decision", fmt.Sprintf(`{"report_id":%q,"candidate":%q,"decision":"no","reason":"moved abroad"}`, made.ID, who)).Ok(t)
	s.Stop()
	again := e2etest.Serve(t, e2etest.Options{Home: s.Home, Env: o.env})
	for name, got := range map[string]kept{
		"made anew": evaluate(t, again.REST().As(ada), onCV(t, 1, 2)),
		"kept":      e2etest.Decode[kept](t, again.REST().As(ada).Post(t, "get_hiring_report", fmt.Sprintf(`{"report_id":%q}`, made.ID)).Body),
	} {
		i := slices.IndexFunc(got.Candidates, func(c keptPerson) bool { return c.ID == who })
		if c := got.Candidates[i]; got.ID != made.ID || c.Decision != "no" || c.Verdict.Decision != "go" || c.Override == nil || c.Override.Author != "ada" || c.Override.Reason != "moved abroad" {
			t.Errorf("%s: %+v %+v", name, c, c.Override)
		}
	}
}

// A person who is taken out of all reports is in none, and no word of theirs is left, on either
// engine.
func TestPerson_deleted(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: append(slices.Clone(env), "KADRY_LOG_LEVEL=debug")})
		alone, both := evaluate(t, s.REST(), onCV(t, 41)), evaluate(t, s.REST(), onCV(t, 41, 42))
		gone := alone.Candidates[0].ID
		s.REST().Post(t, "override_decision", fmt.Sprintf(`{"report_id":%q,"candidate":%q,"decision":"hold","reason":"said zaphodius"}`, both.ID, gone)).Ok(t)
		if !e2etest.TracesOf(t, env, gone) || !e2etest.TracesOf(t, env, "zaphodius") {
			t.Error("nothing holds the person before they are deleted: this test could not fail")
		}
		forget := fmt.Sprintf(`{"candidate":%q,"confirm":true}`, gone)
		s.REST().Post(t, "delete_hiring_report", strings.Replace(forget, "true", "false", 1)).Refused(t, http.StatusBadRequest, "invalid_argument")
		a := s.REST().Post(t, "delete_hiring_report", forget)
		a.Ok(t)
		if n := e2etest.Decode[struct{ Reports int }](t, a.Body).Reports; n != 2 {
			t.Errorf("out of %d reports", n)
		}
		s.REST().Post(t, "get_hiring_report", fmt.Sprintf(`{"report_id":%q}`, alone.ID)).Refused(t, http.StatusNotFound, "not_found")
		left := e2etest.Decode[kept](t, s.REST().Post(t, "get_hiring_report", fmt.Sprintf(`{"report_id":%q}`, both.ID)).Body)
		if len(left.Candidates) != 1 || left.Candidates[0].ID == gone {
			t.Errorf("%+v", left.Candidates)
		}
		s.REST().Get(t, "/api/v1/hr/interview/"+gone).Refused(t, http.StatusNotFound, "not_found")
		for _, mark := range []string{gone, "zaphodius", "Number041"} {
			if e2etest.TracesOf(t, env, mark) {
				t.Errorf("the data still hold %s", mark)
			}
			if strings.Contains(s.Log.String(), mark) && mark != gone {
				t.Errorf("the log holds %s", mark)
			}
		}
	})
}

// Another tenant sees, changes and deletes nothing; a token that may only read makes and decides
// nothing.
func TestAccess_apart(t *testing.T) {
	t.Parallel()
	s := newOutside(t).serve(t)
	as := func(name string, args ...string) e2etest.REST {
		return s.REST().As(e2etest.NewToken(t, s.Home, append([]string{name}, args...)...))
	}
	acme, globex, reader := as("acme", "--tenant", "acme"), as("globex", "--tenant", "globex"), as("reader", "--tenant", "acme", "--read-only")
	made := evaluate(t, acme, onCV(t, 1))
	id, who := made.ID, made.Candidates[0].ID
	report, decision := fmt.Sprintf(`{"report_id":%q}`, id), fmt.Sprintf(`{"report_id":%q,"candidate":%q,"decision":"no","reason":"x"}`, id, who)
	for operation, input := range map[string]string{"get_hiring_report": report, "export_hiring_report": report, "override_decision": decision} {
		globex.Post(t, operation, input).Refused(t, http.StatusNotFound, "not_found")
	}
	for _, path := range []string{"/api/v1/hr/report/" + id, "/api/v1/hr/interview/" + who, "/api/v1/hr/outreach/" + who} {
		globex.Get(t, path).Refused(t, http.StatusNotFound, "not_found")
		reader.Get(t, path).Ok(t)
	}
	if n := e2etest.Decode[struct{ Items []any }](t, globex.Post(t, "list_hiring_reports", `{}`).Body).Items; len(n) != 0 {
		t.Errorf("%d reports of another tenant are listed", len(n))
	}
	for _, person := range []string{fmt.Sprintf(`{"candidate":%q,"confirm":true}`, who), fmt.Sprintf(`{"report_id":%q,"confirm":true}`, id)} {
		if n := e2etest.Decode[struct{ Reports int }](t, globex.Post(t, "delete_hiring_report", person).Body).Reports; n != 0 {
			t.Errorf("%d reports of another tenant were deleted", n)
		}
	}
	reader.Post(t, "get_hiring_report", report).Ok(t)
	for operation, input := range map[string]string{
		"evaluate_candidates": onCV(t, 3), "override_decision": decision, "delete_hiring_report": fmt.Sprintf(`{"report_id":%q,"confirm":true}`, id),
	} {
		reader.Post(t, operation, input).Refused(t, http.StatusForbidden, "denied")
	}
	reader.Do(t, http.MethodPost, "/api/v1/hr/run", strings.NewReader(onCV(t, 3))).Refused(t, http.StatusForbidden, "denied")
	s.REST().Post(t, "get_hiring_report", report).Refused(t, http.StatusUnauthorized, "unauthenticated")
	acme.Post(t, "get_hiring_report", report).Ok(t)
}
