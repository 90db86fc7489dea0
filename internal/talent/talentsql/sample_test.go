package talentsql

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// acme and globex are two tenants.
const (
	acme   = "acme"
	globex = "globex"
)

// person makes a candidate whose every personal word carries the number n, with a CV of
// about size bytes. All the people are made up.
func person(n, size int) talent.Candidate {
	name := fmt.Sprintf("Пётр Вымышленный-%d", n)
	mail := fmt.Sprintf("petr.%d@example.org", n)
	line := fmt.Sprintf("%s, %s: Go 5 лет, PostgreSQL. Телефон +7 900 %07d.\n", name, mail, n)
	text := strings.Repeat(line, max(1, size/len(line)))
	digest := sha256.Sum256([]byte(text))
	return talent.Candidate{
		ID:   fmt.Sprintf("c-%d", n),
		Text: text,
		Tags: []string{"backend", fmt.Sprintf("волна-%d", n)},
		Source: talent.Source{
			File: fmt.Sprintf("Вымышленный-%d.pdf", n), Format: document.PDF,
			SHA256: hex.EncodeToString(digest[:]), Bytes: int64(len(text)), Pages: 2, IngestedAt: noon,
			Warnings: []document.Warning{{Code: "hidden_text", Text: fault.Say("Hidden text.", "Скрытый текст.")}},
		},
		Record: resume.Record{
			Language: "ru", Name: name,
			Contacts: resume.Contacts{Emails: []string{mail}, Spans: []resume.Span{{Start: 0, End: len(name)}}},
			Skills: []resume.Skill{{
				Skill: "go", Name: "Go", Months: 60, MonthsKnown: true, Stated: true,
				Strength: resume.InText, Stance: skill.Affirmed,
				Evidence: []resume.Evidence{{
					Section: "summary", Quote: strings.TrimSpace(line), How: skill.Exact,
					Stance: skill.Affirmed, Position: -1,
				}},
			}},
			TotalMonths: 60, Level: resume.Mid,
		},
	}
}

func add(t *testing.T, s kept, tenant string, c talent.Candidate) {
	t.Helper()
	id, created, err := s.Add(t.Context(), tenant, c)
	if err != nil || !created || id != c.ID {
		t.Fatalf("Add(%s, %s) = %q, %v, %v, want it created under its id", tenant, c.ID, id, created, err)
	}
}

func get(ctx context.Context, t *testing.T, s kept, tenant string, ids ...string) []talent.Candidate {
	t.Helper()
	got, err := s.Candidates(ctx, tenant, ids)
	if err != nil {
		t.Fatalf("Candidates(%s, %d ids): %v", tenant, len(ids), err)
	}
	return got
}

func wantCandidates(t *testing.T, got []talent.Candidate, want ...talent.Candidate) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("candidates differ (-want +got):\n%s", diff)
	}
}

// wantFeed checks the ids of all changes, oldest first; a removed one is written "-id".
func wantFeed(t *testing.T, s kept, want ...string) {
	t.Helper()
	tenants, err := s.Tenants(t.Context())
	if err != nil {
		t.Fatalf("Tenants: %v", err)
	}
	var changes []talent.Change
	for _, tenant := range tenants {
		page, err := s.Changes(t.Context(), tenant, 0, 1000)
		if err != nil {
			t.Fatalf("Changes: %v", err)
		}
		changes = append(changes, page...)
	}
	slices.SortFunc(changes, func(a, b talent.Change) int { return int(a.Seq - b.Seq) })
	if diff := cmp.Diff(want, names(changes), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("feed differs (-want +got):\n%s", diff)
	}
}

func names(changes []talent.Change) []string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = c.ID
		if c.Removed {
			out[i] = "-" + c.ID
		}
	}
	return out
}
