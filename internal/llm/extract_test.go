package llm

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestObject(t *testing.T) {
	t.Parallel()
	const one = `{"a":{"b":[1,"}"]}}`
	for name, c := range map[string]struct {
		text string
		want string
		err  error
	}{
		"alone":                       {one, one, nil},
		"in prose":                    {"The {answer} is " + one + ", see {docs}.", one, nil},
		"in a fence":                  {"```json\n" + one + "\n```\n", one, nil},
		"after code":                  {"func main() {}\n" + one, one, nil},
		"before code":                 {one + "\nfunc main() {}", one, nil},
		"the empty one":               {"{}", "{}", nil},
		"braces in a string":          {`{"quote":"if (x) { return {} }"}`, `{"quote":"if (x) { return {} }"}`, nil},
		"inside a list":               {`[{"a":1}]`, `{"a":1}`, nil},
		"none":                        {"yes, 100 of 100", "", errNoObject},
		"nothing":                     {"", "", errNoObject},
		"a brace":                     {"{", "", errCutOff},
		"a set":                       {"{1, 2}", "", errNoObject},
		"Python's":                    {`{'a': True}`, "", errNoObject},
		"an object in a broken one":   {`{"a": {"met":true}, oops}`, "", errNoObject},
		"cut off":                     {`{"a":{"b":`, "", errCutOff},
		"two":                         {`{"a":1} {"a":2}`, "", errTwo},
		"two alike":                   {one + one, "", errTwo},
		"a quotation, then cut off":   {`He wrote {"met":true}. {"met":fal`, "", errCutOff},
		"a quotation, then a broken":  {`He wrote {"met":true}. Mine: {'met': False}`, "", errTwo},
		"a broken one, then another":  {`{"met": nope} {"met":true}`, "", errTwo},
		"two in a list":               {`[{"a":1},{"a":2}]`, "", errTwo},
		"a thousand empty, then two":  {strings.Repeat("{}", 1000) + `{"a":1}`, "", errNoObject},
		"deep beyond reading":         {strings.Repeat(`{"a":`, 20_000), "", errCutOff},
		"with a NUL":                  {"\x00{\"a\":1}\x00", `{"a":1}`, nil},
		"with a byte order mark":      {"\ufeff{\"a\":1}", `{"a":1}`, nil},
		"with a trailing comma":       {`{"a":1,}`, "", errNoObject},
		"with a comment":              {"{\"a\":1 // yes\n}", "", errNoObject},
		"with a raw newline in quote": {"{\"a\":\"x\ny\"}", "", errNoObject},
	} {
		got, err := object(c.text)
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: got %s, %v; want %s, %v", name, got, err, c.want, c.err)
		}
	}
}

// The time to find an object, or none, grows with the text and not with its square, which
// would take hours here.
func TestObject_isQuickOnMegabytes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"braces":  strings.Repeat("{", 4<<20),
		"nested":  strings.Repeat(`{"a":`, 4<<20/5),
		"almost":  strings.Repeat(`{"a":1,`, 4<<20/7),
		"strings": strings.Repeat(`{"`, 2<<20),
		"long":    `{"a":"` + strings.Repeat("x", 4<<20),
	} {
		began := time.Now()
		_, err := object(text)
		if took := time.Since(began); err == nil || took > 30*time.Second {
			t.Errorf("%s: %v after %s", name, err, took)
		}
	}
}

func FuzzObject(f *testing.F) {
	for _, text := range []string{
		`{"a":1}`, "prose {x} {\"a\":{}} ```", `{"a":1}{"b":2}`, `{"a":"\ud800"}`, "{\"a\":\"\xff\"}", `{"`, `{'a':1}`, "{}", strings.Repeat("{", 300),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := object(text)
		if err != nil {
			if got != nil {
				t.Fatalf("both %s and %v", got, err)
			}
			return
		}
		var members map[string]json.RawMessage
		if json.Unmarshal(got, &members) != nil || members == nil {
			t.Fatalf("%q is no object", got)
		}
		if !strings.Contains(text, string(got)) {
			t.Fatalf("%q is not in the text", got)
		}
		if again, err := object("Well: " + string(got) + " (done)"); err != nil || string(again) != string(got) {
			t.Fatalf("in prose %q becomes %q, %v", got, again, err)
		}
	})
}

func FuzzReadReply(f *testing.F) {
	for _, body := range []string{
		`{"choices":[{"message":{"content":"x"}}]}`, "data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n",
		": hm\n\nevent: x\ndata: {}\n", `{"choices":[{"message":{"content":[{"type":"text","text":"x"}]}}]}`, `{"error":{}}`, `null`, `[]`, "data:", "\xff",
	} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		got, err := readReply(strings.NewReader(body))
		if err == nil && len(got.text) > 3*len(body) { // one bad byte becomes the three of U+FFFD
			t.Fatalf("%d bytes out of %d", len(got.text), len(body))
		}
		explain([]byte(body)).shown("key", []message{{Content: body}})
	})
}

// Every wording of our own fills its places; worded has nobody to report a failure to.
func TestWorded_fillsEveryWording(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		Fence("answer", "the data").String(),
		worded("object.md", map[string]string{"Schema": "the data"}),
		worded("repair.md", map[string]string{"Flaw": "a flaw", "Form": "the data"}),
	} {
		if !strings.Contains(text, "the data") || strings.Contains(text, "<no value>") {
			t.Errorf("%q", text)
		}
	}
	if n := len(wordings.Templates()); n != 3 {
		t.Errorf("%d wordings, of which this test knows 3", n)
	}
}
