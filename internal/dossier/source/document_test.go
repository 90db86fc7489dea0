package source_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/source"
)

// Jobs of an export that name a skill prove it with their dates; a list alone does not.
func TestRead_linkedIn(t *testing.T) {
	t.Parallel()
	const export = `{"valid":true,"full_name":"Ada Example","skills":[{"skill":"K8s","endorsement_count":3}],"experience":[
		{"title":"Go developer","description":"Services in Go.","start_date":"2019-01","end_date":"2021-12","duration_months":36},
		{"title":"Engineer","description":"Services with Golang.","start_date":"2022-01","current":true,"duration_months":24}]}`
	graph := dossiertest.Graph(t)
	now := func() time.Time { return time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC) }
	r := source.Reader{Skills: graph, Now: now, Ask: func(_ context.Context, _ string, _, out any) error { return json.Unmarshal([]byte(export), out) }}
	asked := requirement.Of(graph, []string{"Go", "Kubernetes", "Rust"}, nil)
	s, _, err := r.Read(t.Context(), source.Person{Identity: identity.Identity{LinkedIn: "ada-example"}, LinkedIn: "{}"}, asked, "en")
	if err != nil || s.Name != "Ada Example" {
		t.Fatalf("%+v, %v", s, err)
	}
	if p, ok := proof.Join("go", s.Proofs).Best(); !ok || p.Strength < proof.Line || p.Years != 5 || p.LastUsed != "2026-11" {
		t.Errorf("Go: %+v", p)
	}
	if p, ok := proof.Join("kubernetes", s.Proofs).Best(); !ok || p.Strength >= proof.Line {
		t.Errorf("Kubernetes: %+v", p)
	}
	if got := proof.Join("rust", s.Proofs).Status; got != proof.Unknown {
		t.Errorf("Rust: %s", got)
	}
}
