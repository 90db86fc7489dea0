package align

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kadry/internal/codematch/lexer"
)

// flips are operators with others in their place.
var flips = map[string]string{
	"+": "-", "-": "+", "*": "+", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+=": "-=", "-=": "+=",
	"&&": "||", "||": "&&", "===": "!==", "!==": "===", "%": "/", "++": "--", "--": "++", "*=": "+=",
}

// mutated changes one operator or number of a text that counts.
func mutated(f Fragment, rng *rand.Rand) (Fragment, bool) {
	src := []byte(f.Code)
	var places []lexer.Token
	for _, t := range lexer.Lex(nil, f.Language, src) {
		text := string(t.Of(src))
		if _, number := strconv.Atoi(text); t.Kind == lexer.Operator && flips[text] != "" || t.Kind == lexer.Number && number == nil || text == "and" || text == "or" {
			places = append(places, t)
		}
	}
	if len(places) == 0 {
		return f, false
	}
	t := places[rng.IntN(len(places))]
	text := string(t.Of(src))
	next := flips[text]
	switch n, err := strconv.Atoi(text); {
	case err == nil:
		next = strconv.Itoa(n + 1)
	case text == "and":
		next = "or"
	case text == "or":
		next = "and"
	}
	return Fragment{Language: f.Language, Code: f.Code[:t.Start] + next + f.Code[t.End:]}, true
}

// TestMutation counts changes of one operator or number in real functions that pass for
// equivalent. Some are: in dead code, in types, in "*args".
//
//	KADRY_CODE_DATA=DIR go test -run Mutation -v ./internal/codematch/align
func TestMutation(t *testing.T) {
	dir := os.Getenv("KADRY_CODE_DATA")
	if dir == "" {
		t.Skip("KADRY_CODE_DATA names no folder")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, set := range []string{"humanevalx", "mbxp-x", "mbxp-js", "lcb-py", "gtranseval-x", "xlcost-x", "gcj12"} {
		tried, missed, unnamed := 0, 0, 0
		for _, d := range documents(t, dir, set) {
			f := Fragment{Language: d.Lang, Code: d.Masked}
			g, ok := mutated(f, rng)
			if !ok {
				continue
			}
			tried++
			got := Compare(f, g)
			if got.Verdict == "equivalent" {
				if missed++; missed <= 6 {
					for i := range f.Code {
						if i >= len(g.Code) || f.Code[i] != g.Code[i] {
							t.Logf("%s %s: %q against %q, %s", set, d.Lang, f.Code[max(0, i-40):min(len(f.Code), i+30)], g.Code[max(0, i-10):min(len(g.Code), i+10)], got.Clone)
							break
						}
					}
				}
			} else if !got.Contradicted() {
				unnamed++
			}
		}
		t.Logf("%s: %d of %d changes pass for equivalent, %d are not named", set, missed, tried, unnamed)
	}
}
