package align

import (
	"strings"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/match"
)

// Signature compares the parameters of the main functions.
type Signature struct {
	Known      bool // both fragments have a function
	A, B       int  // parameters
	Compatible bool // as many, and no kind of type contradicts
	Lines      match.Reason
	single     bool // each fragment is one function
}

// kinds of types that no language confuses.
var typeKinds = func() map[string]string {
	all := map[string]string{}
	for kind, names := range map[string]string{
		"number": "int Integer long Long short byte uint i32 i64 u32 u64 usize isize int64 int32 size_t number float double Double f32 f64 float64 float32 decimal unsigned",
		"text":   "str string String &str char* constchar* std::string",
		"truth":  "bool boolean Boolean",
		"many":   "list List vector Vec Array array ArrayList slice IList IEnumerable Sequence tuple set Set HashSet",
		"map":    "dict Dict Map HashMap map unordered_map Dictionary",
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] = kind
		}
	}
	return all
}()

// plainType takes from a type how it is passed.
var plainType = strings.NewReplacer("const ", "", "const", "", "final ", "", "final", "", "mut", "", "std::", "", "&", "", "'", "")

// kindOf is the kind of a type as it is written; "" is not known.
func kindOf(t string) string {
	t = strings.TrimSpace(plainType.Replace(t))
	switch {
	case t == "":
		return ""
	case strings.HasPrefix(t, "map["):
		return "map"
	case strings.HasSuffix(t, "[]"), strings.HasPrefix(t, "[]"), strings.HasPrefix(t, "["), strings.HasSuffix(t, "*") && t != "char*":
		return "many"
	}
	head, _, _ := strings.Cut(t, "<")
	head, _, _ = strings.Cut(head, "[")
	return typeKinds[head]
}

// main is the function that a fragment is about: the last one that no other one of it calls.
func mainFunction(root *syntax.Node) *syntax.Node {
	var functions []*syntax.Node
	used := map[string]int{}
	root.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Function:
			functions = append(functions, n)
		case syntax.Name, syntax.Field:
			used[n.Value]++
		}
		return true
	})
	var main *syntax.Node
	for _, f := range functions {
		own := 0
		f.Walk(func(k *syntax.Node) bool {
			if (k.Kind == syntax.Name || k.Kind == syntax.Field) && k.Value == f.Value {
				own++
			}
			return true
		})
		if main == nil || used[f.Value] == own {
			if main == nil || f.Line > main.Last || used[main.Value] > 0 {
				main = f
			}
		}
	}
	return main
}

func parameters(f *syntax.Node) []*syntax.Node {
	var all []*syntax.Node
	for _, k := range f.Kids {
		if k.Kind == syntax.Parameter && k.Spelt != "receiver" {
			all = append(all, k)
		}
	}
	return all
}

// signatures compares what both main functions take.
func signatures(a, b *syntax.Node) Signature {
	fa, fb := mainFunction(a), mainFunction(b)
	if fa == nil || fb == nil {
		return Signature{}
	}
	pa, pb := parameters(fa), parameters(fb)
	s := Signature{Known: true, single: onlyFunction(a) && onlyFunction(b), A: len(pa), B: len(pb), Compatible: len(pa) == len(pb)}
	s.Lines.A = match.Range{Start: fa.Line, End: fa.Line}
	s.Lines.B = match.Range{Start: fb.Line, End: fb.Line}
	for i := range min(len(pa), len(pb)) {
		ka, kb := kindOf(pa[i].Type), kindOf(pb[i].Type)
		if ka != "" && kb != "" && ka != kb {
			s.Compatible = false
		}
	}
	return s
}

// onlyFunction tells whether a fragment is one function and nothing else.
func onlyFunction(root *syntax.Node) bool {
	return len(root.Kids) == 1 && root.Kids[0].Kind == syntax.Function
}
