package dossierroom

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"

	"kadry/internal/dossier"
	"kadry/internal/op"
)

//go:embed sample/*.txt
var samples embed.FS

const opEvaluate = "evaluate_candidates"

// putSample makes a report on two fictional people as a caller would, unless the tenant has
// a report already. It asks no market: a start must not wait for other systems.
func putSample(ctx context.Context, reports dossier.Keeper, operations []*op.Op, tenant string) error {
	kept, err := reports.List(ctx, tenant, 0, 1)
	if err != nil || len(kept) > 0 {
		return err
	}
	args, err := sampleOrder()
	if err != nil {
		return err
	}
	for _, o := range operations {
		if o.Name != opEvaluate {
			continue
		}
		caller := op.CallerFrom(ctx)
		caller.Tenant = tenant
		if _, err := (&op.Pipeline{}).Call(op.WithCaller(ctx, caller), o, args); err != nil {
			return fmt.Errorf("dossierroom: sample: %w", err)
		}
	}
	return nil
}

// sampleOrder is the input of the operation.
func sampleOrder() ([]byte, error) {
	type person struct {
		Resume string `json:"resume_text"`
	}
	var people []person
	files, err := samples.ReadDir("sample")
	if err != nil {
		return nil, fmt.Errorf("dossierroom: sample: %w", err)
	}
	for _, f := range files {
		text, err := samples.ReadFile("sample/" + f.Name())
		if err != nil {
			return nil, fmt.Errorf("dossierroom: sample: %w", err)
		}
		people = append(people, person{string(text)})
	}
	return json.Marshal(map[string]any{
		"role": "Go-разработчик", "location": "Казань", "skills": []string{"Go", "PostgreSQL"}, "nice_to_have_skills": []string{"Kubernetes", "Docker"},
		"without_market": true, "candidates": people,
	})
}
