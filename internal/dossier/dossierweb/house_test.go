package dossierweb_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"kadry/internal/dossier"
	"kadry/internal/dossier/dossiersql"
	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/dossierweb"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/store/storetest"
	"kadry/internal/webui/webtest"
)

// The reports that a house keeps.
const (
	whole      = "rep_whole"      // the case of dossiertest
	unfinished = "rep_unfinished" // with one person of two
	bare       = "rep_bare"       // without market and mandatory skills
	hostile    = "rep_hostile"    // in which everything wants to be markup
)

// evil is text that wants to be markup.
const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`

// house is the pages over reports in a database of the test's own.
type house struct {
	reports *dossiersql.Reports
	ops     *op.Registry
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{reports: dossiersql.NewReports(storetest.SQLite(t, dossiersql.Schema()).Open(t))}
	skills := dossiertest.Graph(t)
	reader := &source.Reader{Ask: answer, Skills: skills, Now: dossiertest.Now, Engine: "rules test"}
	var err error
	h.ops, err = op.NewRegistry(dossier.Operations(dossier.Parts{
		Skills: skills, Sources: reader, Keeper: h.reports, Ask: answer, Engine: "rules test", Now: dossiertest.Now,
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// keeping is a house with reports in every state.
func keeping(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	put := func(id string, c report.Case, complete bool) {
		t.Helper()
		if err := h.reports.Put(t.Context(), webtest.Everyone.Tenant, id, c, complete); err != nil {
			t.Fatal(err)
		}
	}
	put(whole, dossiertest.Case(), true)
	half := dossiertest.Case()
	half.Subjects = half.Subjects[:2]
	half.Subjects[1].Readings, half.Subjects[1].Proofs = nil, nil
	put(unfinished, half, false)
	plain := dossiertest.Case()
	plain.Market, plain.Mandatory, plain.Role = report.Market{}, nil, report.Role{Title: "Инженер"}
	put(bare, plain, true)
	odd := dossiertest.Case()
	odd.Role = report.Role{Title: evil, Location: evil, Company: evil}
	odd.Preferred = []string{evil}
	odd.Subjects[0].Proofs[0].Place.URL = "javascript:alert(1)"
	odd.Subjects[0].Proofs[0].Place.Repository = evil
	odd.Subjects[0].Proofs[1].Place.Quote = evil + "\u202e"
	put(hostile, odd, true)
	return h
}

func (h *house) pages(t *testing.T, caller op.Caller) http.Handler {
	t.Helper()
	return webtest.Pages(t, h.ops, caller, dossierweb.New())
}

// answer is the other rooms: a CV says Go, GitHub does not answer, and there is no market.
func answer(_ context.Context, operation string, _, out any) error {
	switch operation {
	case "parse_resume_advanced", "get_candidate_details":
		return json.Unmarshal([]byte(`{"name":"Ada Sample","record":{"skills":[{"skill":"Go"}],"positions":[{"to":"2026-10","counts_as_work":true}]},
			"required_coverage":[{"asked":"Go","found":"Go","how":"exact","stance":"affirmed","years":4,"last_used":"2026-10","strength":"position",
			"evidence":[{"section":"experience","quote":"Services in Go"}]}]}`), out)
	case "analyze_github":
		return fault.E(fault.Unavailable, fault.Say("GitHub does not answer.", "GitHub не отвечает."), nil)
	}
	return source.ErrAbsent
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, dossierweb.New().Files)
}
