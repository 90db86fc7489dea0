package dossierroom_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/dossier/dossierroom"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/room"
	"kadry/internal/skill"
	"kadry/internal/store/storetest"
)

func TestSample_keepsOneReport(t *testing.T) {
	t.Parallel()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	brought := dossierroom.Room()
	db := storetest.SQLite(t, append(brought.Schemas, jobs.Schema())...).Open(t)
	queue, err := jobs.New(db, jobs.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	opened, err := brought.Open(t.Context(), room.House{
		DB: db, Queue: queue, Skills: skills, Version: "1.2.3",
		Now: func() time.Time { return time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC) },
		Ask: func(context.Context, string, any, any) error { asked.Add(1); return room.ErrAbsent },
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx := op.WithCaller(t.Context(), op.Caller{Name: "sample", Admin: true, Tenant: "default"})
	for range 2 {
		if err := opened.Sample(ctx, "default"); err != nil {
			t.Fatal(err)
		}
	}
	if n := asked.Load(); n != 2 {
		t.Errorf("other rooms were asked %d times, want once a CV and nothing else", n)
	}
	registry, err := op.NewRegistry(opened.Operations...)
	if err != nil {
		t.Fatal(err)
	}
	list, err := registry.Lookup("list_hiring_reports")
	if err != nil {
		t.Fatal(err)
	}
	result, err := (&op.Pipeline{}).Call(ctx, list, []byte(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Items []struct {
			People int `json:"candidates"`
		} `json:"items"`
	}
	if err := json.Unmarshal(result.JSON, &kept); err != nil {
		t.Fatal(err)
	}
	if len(kept.Items) != 1 || kept.Items[0].People != 2 {
		t.Errorf("kept: %s", result.JSON)
	}
}
