package kinship

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The made-up repositories were written before anything was tuned; a change that costs more than
// a few of their pairs is a step back.
func TestMadeUpRepositories(t *testing.T) {
	t.Parallel()
	cards, labels := fictional(t)
	got := Evaluate(cards, labels)
	t.Logf("%+v", got)
	if got.MAP < .92 || got.MRR10 < .95 || got.Recall10 < .95 {
		t.Errorf("got %+v, want at least .92, .95 and .95", got)
	}
	if got.Queries != 29 || got.Docs != 35 {
		t.Errorf("%d queries of %d cards, want 29 of 35", got.Queries, got.Docs)
	}
}

func TestFieldsTogetherBeatEachAlone(t *testing.T) {
	t.Parallel()
	cards, labels := fictional(t)
	together := Evaluate(cards, labels).MAP
	for field := range Topic {
		alone := slices.Clone(cards)
		for i, c := range alone {
			kept := Card{Repository: "made/up"}
			switch field {
			case Source:
				kept.Subtokens = c.Subtokens
			case Prose:
				kept.Readme = c.Readme
			case Place:
				kept.Paths = c.Paths
			case Module, Capability:
				kept.Imports = c.Imports
			case Name:
				kept.Repository = c.Repository
			}
			alone[i] = kept
		}
		if got := Evaluate(alone, labels).MAP; got >= together {
			t.Errorf("%s alone has %.3f, all fields %.3f", field, got, together)
		}
	}
}

// TestSharedCards measures the cards of the reference where they are at hand.
func TestSharedCards(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("KADRY_CODE_DATA")
	if dir == "" {
		t.Skip("KADRY_CODE_DATA names no folder with repos.jsonl.gz")
	}
	file, err := os.Open(filepath.Join(dir, "repos.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var cards []Card
	var labels [][]string
	for rows := json.NewDecoder(text); rows.More(); {
		var row Labelled
		if err := rows.Decode(&row); err != nil {
			t.Fatal(err)
		}
		cards, labels = append(cards, row.Card()), append(labels, row.Groups)
	}
	got := Evaluate(cards, labels)
	t.Logf("%+v", got)
	if got.MAP < .65 {
		t.Errorf("MAP@R %.3f, want .65", got.MAP)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		order    []int
		relevant map[int]bool
		want     Figures
	}{
		"first":         {[]int{3, 1, 2}, map[int]bool{3: true}, Figures{MAP: 1, MRR10: 1, Recall10: 1, Queries: 1}},
		"second":        {[]int{1, 3, 2}, map[int]bool{3: true}, Figures{MAP: 0, MRR10: .5, Recall10: 1, Queries: 1}},
		"two of three":  {[]int{1, 9, 3}, map[int]bool{1: true, 3: true, 7: true}, Figures{MAP: (1 + 2./3) / 3, MRR10: 1, Recall10: 2. / 3, Queries: 1}},
		"behind ten":    {[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, map[int]bool{10: true}, Figures{Queries: 1}},
		"none returned": {nil, map[int]bool{1: true}, Figures{Queries: 1}},
	} {
		var got Figures
		got.query(c.order, c.relevant)
		if diff := cmp.Diff(c.want, got, cmpopts.EquateApprox(0, 1e-9)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
