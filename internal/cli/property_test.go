package cli

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"pgregory.net/rapid"

	"kadry/internal/op"
	"kadry/internal/op/schema"
)

// everythingInput has a property of every kind that a schema can hold.
type everythingInput struct {
	Names  []string          `json:"names,omitzero"`
	Query  string            `json:"query"`
	Output string            `json:"output"`
	Genre  genre             `json:"genre,omitzero"`
	Genres []genre           `json:"genres,omitzero"`
	Count  int               `json:"count,omitzero" default:"3"`
	Ratio  float64           `json:"ratio,omitzero"`
	Strict bool              `json:"strict"`
	Counts []int             `json:"counts,omitzero"`
	Years  *period           `json:"years,omitzero"`
	Pairs  []period          `json:"pairs,omitzero"`
	Labels map[string]string `json:"labels,omitzero"`
	Grid   [][]string        `json:"grid,omitzero"`
}

type everythingOutput struct {
	Said everythingInput `json:"said"`
}

func echo(_ context.Context, in everythingInput) (everythingOutput, error) {
	return everythingOutput{in}, nil
}

// leadInput requires one text or one list, which plain arguments may fill.
type leadInput struct {
	Query string `json:"query"`
	Deep  bool   `json:"deep,omitzero"`
}

type listInput struct {
	Names []string `json:"names"`
	Limit int      `json:"limit,omitzero"`
}

func drawPeriod(t *rapid.T) period {
	return period{From: rapid.Int().Draw(t, "from"), To: rapid.Int().Draw(t, "to")}
}

// drawText draws what a person writes and what parsers stumble over.
func drawText(t *rapid.T) string {
	return rapid.OneOf(
		rapid.String(),
		rapid.SampledFrom([]string{"", "@", "@@x", "@file", "-", "--", "-x", "--query", "a,b", `"`, `"a`, `["x"]`, "[", " [1]", "1", "true", "null", "help", "строка", "a\r\nb", " ", "{}"}),
		rapid.StringMatching(`[@,"\[\]\-=\\' a-zа-я\n]{0,8}`),
	).Draw(t, "text")
}

func drawTexts(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.Custom(drawText), 0, 4).Draw(t, "texts")
}

func drawEverything(t *rapid.T) everythingInput {
	genres := rapid.SampledFrom([]genre{"prose", "verse"})
	in := everythingInput{
		Names: drawTexts(t), Query: drawText(t), Output: drawText(t),
		Count: rapid.IntRange(-1<<53+1, 1<<53-1).Draw(t, "count"), Ratio: rapid.Float64Range(-1e300, 1e300).Draw(t, "ratio"),
		Strict: rapid.Bool().Draw(t, "strict"),
		Counts: rapid.SliceOfN(rapid.IntRange(-9, 9), 0, 3).Draw(t, "counts"),
		Genres: rapid.SliceOfN(genres, 0, 2).Draw(t, "genres"),
		Pairs:  rapid.SliceOfN(rapid.Custom(drawPeriod), 0, 2).Draw(t, "pairs"),
		Labels: rapid.MapOfN(rapid.Custom(drawText), rapid.Custom(drawText), 0, 2).Draw(t, "labels"),
		Grid:   rapid.SliceOfN(rapid.Custom(drawTexts), 0, 2).Draw(t, "grid"),
	}
	if rapid.Bool().Draw(t, "with options") {
		years := drawPeriod(t)
		in.Years, in.Genre = &years, genres.Draw(t, "genre")
	}
	return in
}

// checkFlags holds the one property that matters: an input said in flags is the same input.
func checkFlags(t *rapid.T, o *op.Op, in any) {
	document, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var said []byte
	root := &cobra.Command{Use: program}
	registry, err := op.NewRegistry(o)
	if err != nil {
		t.Fatal(err)
	}
	root.AddCommand(Commands(Config{
		Registry: registry, Out: &strings.Builder{}, Err: &strings.Builder{},
		Call: func(_ context.Context, _ *op.Op, args []byte) (op.Result, error) {
			said = args
			return op.Result{JSON: []byte("{}"), Text: "{}"}, nil
		},
	})...)
	if err := Adopt(root, "en"); err != nil {
		t.Fatal(err)
	}
	words := arguments(o, document)
	root.SetArgs(words)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	want, err := schema.Input(o.Input, nil, document)
	if err != nil {
		t.Fatal(err)
	}
	got, err := schema.Input(o.Input, nil, said)
	if err != nil {
		t.Fatalf("%q: %v", words, err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Fatalf("%q: %s", words, diff)
	}
}

func TestFlags_sayWhatJSONSays(t *testing.T) {
	t.Parallel()
	spec := op.Spec{Name: "some_thing", Toolset: "lab", Title: "Thing", Doc: "Thing.", Effect: op.Reads}
	everything := op.New(spec, echo)
	text := op.New(spec, func(context.Context, leadInput) (struct{}, error) { return struct{}{}, nil })
	list := op.New(spec, func(context.Context, listInput) (struct{}, error) { return struct{}{}, nil })
	rapid.Check(t, func(t *rapid.T) { checkFlags(t, everything, drawEverything(t)) })
	rapid.Check(t, func(t *rapid.T) {
		checkFlags(t, text, leadInput{Query: drawText(t), Deep: rapid.Bool().Draw(t, "deep")})
	})
	rapid.Check(t, func(t *rapid.T) {
		checkFlags(t, list, listInput{Names: drawTexts(t), Limit: rapid.IntRange(-99, 99).Draw(t, "limit")})
	})
}

func TestQuote_survivesTheShell(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("SKIP: needs a POSIX shell")
	}
	for _, words := range [][]string{
		{"plain", "кадры", "with space", "d'Artagnan", "''", "", "$HOME", "`id`", "a\nb", `back\slash`, "~", "*", "#", "!", "a=b", "--x=1,2", `{"a":["b"]}`, "&", "ё;|<>"},
	} {
		quoted := make([]string, len(words))
		for i, word := range words {
			quoted[i] = quote(word)
		}
		out, err := exec.CommandContext(t.Context(), shell, "-c", `printf '%s\0' `+strings.Join(quoted, " ")).Output()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Join(words, "\x00")+"\x00", string(out)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	registry := library(t)
	for name, c := range map[string]struct{ op, input, want string }{
		"plain arguments": {"find_books", `{"words":["отцы","дети"],"limit":2}`, "kadry books find-books отцы дети --limit 2"},
		"an odd list":     {"find_books", `{"words":["d'Artagnan, père"],"years":{"from": 1800},"lent":true}`, `kadry books find-books --words '["d'\''Artagnan, père"]' --years '{"from":1800}' --lent`},
		"a dash first":    {"find_books", `{"words":["-v"],"lent":false}`, "kadry books find-books --words=-v --lent=false"},
		"a sign":          {"turn_pages", `{"kind":"@x"}`, "kadry books turn-pages @@x"},
		"a taken name":    {"find_books", `{"words":["a"],"output":"x y"}`, "kadry books find-books a --in-output 'x y'"},
		"unknown field":   {"find_books", `{"nonsense":1}`, `kadry call find_books '{"nonsense":1}'`},
		"nothing":         {"find_books", `{}`, "kadry books find-books"},
	} {
		o, err := registry.Lookup(c.op)
		if err != nil {
			t.Fatal(err)
		}
		if got := Line(o, []byte(c.input)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, c.want)
		}
	}
}
