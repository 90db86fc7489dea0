package interviewjobs

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview/analysis"
)

// The result that integrators read is the room's: every member is there, and no other.
func TestDocument_showsAGenuineResult(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "webhooks.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```json\n")
	if len(blocks) != 4 {
		t.Fatalf("%d payloads", len(blocks)-1)
	}
	payload, _, _ := strings.Cut(blocks[2], "```")
	var shown struct {
		Result json.RawMessage `json:"analysis_result"`
	}
	if err := json.Unmarshal([]byte(payload), &shown); err != nil {
		t.Fatal(err)
	}
	var report analysis.Report
	strict := json.NewDecoder(bytes.NewReader(shown.Result))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&report); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, shown.Result); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compact.String(), string(again)); diff != "" {
		t.Errorf("the document and the room differ: %s", diff)
	}
}
