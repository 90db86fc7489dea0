package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/op"
)

func TestDraw(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		document string
		page     page
		want     []string
	}{
		"a scalar":         {`"x"`, page{}, []string{"x"}},
		"nothing":          {`{}`, page{}, nil},
		"empties":          {`{"a":[],"b":"","c":{},"d":null,"e":false}`, page{lang: "ru"}, []string{"a  нет", "e  нет"}},
		"names aligned":    {`{"a":1,"long_name":"x"}`, page{}, []string{"a          1", "long name  x"}},
		"wrapped":          {`{"a":"one two three four"}`, page{width: 12}, []string{"a  one two", "   three", "   four"}},
		"a long word":      {`{"a":"onetwothreefourfive six"}`, page{width: 12}, []string{"a  onetwothreefourfive", "   six"}},
		"numbers to right": {`[{"n":1,"s":"x"},{"n":100,"s":"y"}]`, page{}, []string{"  n  s", "---  -", "  1  x", "100  y"}},
		"mixed is text":    {`[{"n":1},{"n":"many"}]`, page{}, []string{"n", "----", "1", "many"}},
		"a missing field":  {`[{"a":"x"},{"b":"y"}]`, page{}, []string{"a  b", "-  -", "x", "   y"}},
		"cut":              {`[{"a":"` + strings.Repeat("ы", 40) + `","b":"z"}]`, page{width: 20}, []string{"a                  b", "-----------------  -", strings.Repeat("ы", 16) + "…  z"}},
		"wide letters":     {`[{"a":"日本","b":"z"},{"a":"x","b":"z"}]`, page{}, []string{"a     b", "----  -", "日本  z", "x     z"}},
		"combining marks":  {`[{"a":"é","b":"z"}]`, page{}, []string{"a  b", "-  -", "é  z"}},
		"line breaks":      {`[{"a":"x\n\ty"}]`, page{}, []string{"a", "---", "x y"}},
		"lists of lists":   {`{"grid":[["a","b"],["c"]]}`, page{}, []string{"grid (2)", "  a, b", "  c"}},
		"markdown":         {`{"a":1,"rows":[{"n":1,"s":"x|y"}],"in":{"b":"z"}}`, page{markdown: true}, []string{"- **a**: 1", "", "## rows (1)", "", "| n | s |", "| ---: | --- |", `| 1 | x\|y |`, "", "## in", "", "- **b**: z"}},
	} {
		v, err := parse([]byte(c.document))
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if len(c.want) > 0 {
			want = strings.Join(c.want, "\n") + "\n"
		}
		if diff := cmp.Diff(want, draw(v, c.page)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func FuzzDraw(f *testing.F) {
	for _, seed := range []string{`{}`, `[[]]`, `{"a":[{"b":{"c":[1]}},{"":"\u001b[2J\u202e"}]}`, `[{"x":1e999},{"x":null}]`, `{"a\nb":{"_":"日本 語"}}`, "[", `{"a":1}}`} {
		f.Add(seed, 20, true)
		f.Add(seed, 0, false)
	}
	f.Fuzz(func(t *testing.T, document string, width int, markdown bool) {
		v, err := parse([]byte(document))
		if err != nil {
			return
		}
		drawn := draw(v, page{width: width, markdown: markdown})
		if printable(drawn) != drawn {
			t.Errorf("%q draws what a terminal obeys: %q", document, drawn)
		}
	})
}

func FuzzFlag_alwaysJSON(f *testing.F) {
	for _, seed := range []string{"", "a,b", `"`, "[1,", "@@", "1e999", "-", "TRUE", `{"a":1}`, "[null]", "\xff"} {
		f.Add(seed)
	}
	schemas := []*jsonschema.Schema{
		{Type: "string"},
		{Type: "integer"},
		{Type: "number"},
		{Type: "boolean"},
		{Type: "object"},
		{Type: "array", Items: &jsonschema.Schema{Type: "string"}},
		{Type: "array", Items: &jsonschema.Schema{Type: "integer"}},
		{Type: "array", Items: &jsonschema.Schema{Type: "object"}},
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "@") && !strings.HasPrefix(text, "@@") {
			return // names a file
		}
		for _, s := range schemas {
			given := flag{name: "x", schema: s}
			value, err := given.value([]string{text}, strings.NewReader(""))
			if err == nil && !json.Valid(value) {
				t.Errorf("%s %q becomes %s", s.Type, text, value)
			}
			if err != nil && fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s %q: %v", s.Type, text, err)
			}
		}
	})
}

func TestProgress_linesTellOnlyNews(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	p := &progress{w: &b}
	for i := range 100 {
		p.report(op.Stage{Done: i + 1, Total: 100, Text: fault.Text{EN: "Reading"}})
	}
	p.report(op.Stage{Done: 7, Text: fault.Text{EN: "Writing\x1b[2J\nall"}})
	p.report(op.Stage{})
	p.clear()
	want := []string{
		"1/100 Reading", "10/100 Reading", "20/100 Reading", "30/100 Reading", "40/100 Reading", "50/100 Reading",
		"60/100 Reading", "70/100 Reading", "80/100 Reading", "90/100 Reading", "100/100 Reading", "7 Writing[2J all", "", "",
	}
	if diff := cmp.Diff(want, strings.Split(b.String(), "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestProgress_barStaysOnItsLine(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	p := &progress{w: &b, width: 50, now: time.Now}
	var reporters sync.WaitGroup
	for range 4 {
		reporters.Go(func() {
			for i := range 20 {
				p.report(op.Stage{Done: i*10 - 5, Total: 100, Text: fault.Text{EN: strings.Repeat("long ", 20)}})
			}
		})
	}
	reporters.Wait()
	p.clear()
	frames := strings.Split(b.String(), clearLine)
	if len(frames) != 4*20+2 {
		t.Errorf("got %d frames, want one for every report and an empty one at each end", len(frames))
	}
	if i := slices.IndexFunc(frames, func(frame string) bool { return cellsOf(frame) > 49 || strings.Contains(frame, "\n") }); i >= 0 {
		t.Errorf("frame %d leaves its line: %q", i, frames[i])
	}
}
