package codematch

import (
	"slices"
	"testing"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/unit"
)

func TestRelated(t *testing.T) {
	t.Parallel()
	text := []byte(`class Cart {
  total() { return this.tax(sum(this.lines)); }
  tax(x) { return x * 1.2; }
  clear() { this.lines = []; }
}
function sum(xs) { return xs.reduce((a, b) => a + b, 0); }
function print(cart) { console.log(cart.total()); }
function other() { presum(1); }
`)
	cut := unit.Split("cart.js", text, unit.Limits{})
	at := func(name string) int {
		i := slices.IndexFunc(cut.Units, func(u unit.Unit) bool { return u.Name == name })
		if i < 0 {
			t.Fatalf("no unit %q in %+v", name, cut.Units)
		}
		return i
	}
	for name, want := range map[string][]string{
		"Cart.total": {"Cart.tax", "sum", "print", "Cart.clear"}, // callees, caller, sibling
		"Cart":       {"Cart.total", "Cart.tax", "Cart.clear"},   // parts first
		"sum":        {"Cart.total"},
	} {
		var got []string
		near := related(cut.Units, at(name), text)
		for _, i := range slices.Concat(near.parts, near.callees, near.callers, near.siblings) {
			got = append(got, cut.Units[i].Name)
		}
		if !slices.Equal(got[:min(len(got), len(want))], want) {
			t.Errorf("around %s: %v, want %v first", name, got, want)
		}
	}
}

// Many parts of a file, or callees of a function, leave room for what calls it.
func TestInTurn(t *testing.T) {
	t.Parallel()
	of := func(paths ...string) (list []function) {
		for _, p := range paths {
			list = append(list, function{path: p})
		}
		return list
	}
	var got []string
	for _, f := range inTurn(of("part"), of("callee 1", "callee 2", "callee 3"), nil, of("sibling 1", "sibling 2")) {
		got = append(got, f.path)
	}
	if want := []string{"part", "callee 1", "sibling 1", "callee 2", "sibling 2", "callee 3"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"sum(x)": true, "a.sum(x)": true, "presum(x)": false, "_sum(x)": false, "sum": false, "sum (x)": false, "presum(1); sum(2)": true, "": false,
	} {
		if got := calls([]byte(text), "Math.sum"); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// A function counts once for each file or repository, with its best counterpart.
func TestGrouped(t *testing.T) {
	t.Parallel()
	found := func(repository int64, file int32, score float64) rank.Match {
		return rank.Match{Place: index.Place{Repository: repository, File: file}, Score: score}
	}
	list := []answering{
		{function{path: "a"}, []rank.Match{found(1, 1, 0.9), found(1, 2, 0.8), found(2, 1, 0.1)}},
		{function{path: "b"}, []rank.Match{found(1, 2, 0.7), found(2, 1, 0.6)}},
	}
	repositories := grouped(list, false)
	if len(repositories) != 2 || repositories[0].repository != 1 || len(repositories[0].pairs) != 2 || covered(repositories[0], 2) != 1 || covered(repositories[1], 2) != 0.5 {
		t.Errorf("%+v, %+v", *repositories[0], *repositories[1])
	}
	files := grouped(list, true)
	if len(files) != 3 || files[0].file != 2 || len(files[0].pairs) != 2 {
		t.Errorf("%+v", *files[0])
	}
}

func TestSearch_pair(t *testing.T) {
	t.Parallel()
	code := Search{Kind: OfCode, Asked: Asked{Code: "a"}}
	repository := Search{Kind: OfRepository, Asked: Asked{Name: "github.com/a/b"}}
	m := Match{Match: match.Match{Code: "x", Place: match.Place{RepositoryURL: "github.com/c/d"}}}
	deeper := m
	deeper.Against = "f"
	names := []string{code.pair(m), code.pair(deeper), repository.pair(m)}
	for i, name := range names {
		if slices.Index(names, name) != i {
			t.Errorf("two verdicts on different things share a name: %v", names)
		}
	}
	if code.pair(m) != (Search{Asked: Asked{Code: "x"}}).pair(Match{Match: match.Match{Code: "a"}}) {
		t.Error("a pair has another name when it is asked the other way round")
	}
}
