package align_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
)

// known is a pair whose truth was written down before the rules were: a base and a variant of
// it, or two bases of different families, which have nothing to do with each other.
type known struct {
	name     string
	a, b     align.Fragment
	verdicts []string
	clones   []string // none is not judged
	natures  []string // one of them has to be named; none is not judged
}

// families reads testdata/pairs: in each file a base and its variants under lines "=== name
// language verdicts clone natures".
func families(t *testing.T) []known {
	t.Helper()
	files, err := filepath.Glob("testdata/pairs/*.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d families, %v", len(files), err)
	}
	var all []known
	var bases []known
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var base align.Fragment
		family := strings.TrimSuffix(filepath.Base(file), ".txt")
		for i, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
			head, code, _ := strings.Cut(part, "\n")
			words := strings.Fields(head)
			f := align.Fragment{Language: lexer.Language(words[1]), Code: code + "\n"}
			if i == 0 {
				base = f
				bases = append(bases, known{name: family, a: f})
				continue
			}
			k := known{name: family + "/" + words[0], a: base, b: f, verdicts: strings.Split(words[2], ",")}
			if words[3] != "-" {
				k.clones = strings.Split(words[3], ",")
			}
			if len(words) > 4 {
				k.natures = strings.Split(words[4], ",")
			}
			all = append(all, k)
		}
	}
	for i := range bases {
		for _, step := range []int{1, 2, 5} {
			other := bases[(i+step)%len(bases)]
			all = append(all, known{name: bases[i].name + "~" + other.name, a: bases[i].a, b: other.a, verdicts: []string{"unrelated"}})
		}
	}
	return all
}

// The gate of the verdicts. What must never happen is "equivalent" for what is not.
func TestCompare_known(t *testing.T) {
	t.Parallel()
	all := families(t)
	verdicts, clones, cloned, natures, natured := 0, 0, 0, 0, 0
	for _, k := range all {
		got := align.Compare(k.a, k.b)
		ok := slices.Contains(k.verdicts, string(got.Verdict))
		if ok {
			verdicts++
		} else {
			t.Logf("%s: %s %s %.2f, want %v", k.name, got.Verdict, got.Clone, got.Confidence, k.verdicts)
		}
		if got.Verdict == match.Equivalent && !slices.Contains(k.verdicts, "equivalent") {
			t.Errorf("%s: equivalent", k.name)
		}
		if len(k.clones) > 0 {
			cloned++
			if slices.Contains(k.clones, string(got.Clone)) {
				clones++
			} else {
				t.Logf("%s: clone %q, want %v", k.name, got.Clone, k.clones)
			}
		}
		if len(k.natures) > 0 {
			natured++
			if slices.ContainsFunc(got.Differences, func(d match.Difference) bool { return d.Material && slices.Contains(k.natures, string(d.Nature)) }) {
				natures++
			} else {
				t.Logf("%s: differences %v, want %v", k.name, got.Differences, k.natures)
			}
		}
	}
	t.Logf("%d pairs: verdicts %.3f, types of clones %.3f of %d, differences named %.3f of %d", len(all),
		share(verdicts, len(all)), share(clones, cloned), cloned, share(natures, natured), natured)
	if len(all) < 150 || share(verdicts, len(all)) < 0.95 || share(clones, cloned) < 0.9 || share(natures, natured) < 0.95 {
		t.Error("below the gate")
	}
}

func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
