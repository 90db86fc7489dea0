package restapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/op/schema"
)

// message is what the bodies of the tests are read as.
type message struct {
	Resume  string `json:"resume_text"`
	Address string `json:"webhook_url"`
	Most    int    `json:"max_questions,omitempty"`
	Consent *struct {
		At string `json:"at,omitempty"`
	} `json:"consent,omitempty"`
}

func schemaOf[T any](t testing.TB) *jsonschema.Schema {
	t.Helper()
	s, err := schema.For(reflect.TypeFor[T]())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A body never breaks the reader: it is read, or refused as what the caller got wrong, and
// what is read is what another reader reads.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		"", "{}", "null", "[]", `{"resume_text":"a","webhook_url":"https://a.example"}`, `{"a":1,"a":2}`, `{"\u0061":1,"a":2}`,
		`{"consent":{"at":"x","at":"y"}}`, `{"max_questions":1e999}`, strings.Repeat("[", 100), `{"a":` + strings.Repeat(`{"a":`, 50), "{\"resume_text\":\"\xff\"}",
		`{"resume_text":"\ud800","webhook_url":"x"} {}`, `{"resume_text":"\u0000"}`, "\ufeff{}", `{"a":[[{"b":[1,2,{"c":null}]}]]}`, `{1:2}`, `{"a"}`, `[}`,
	} {
		f.Add([]byte(seed))
	}
	s := schemaOf[message](f)
	f.Fuzz(func(t *testing.T, data []byte) {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(data))
		r.Header.Set("Content-Type", "application/json")
		body, _, err := readBody(httptest.NewRecorder(), r, 4096, jsonType)
		if err == nil && len(body) == 0 {
			return
		}
		var members map[string]json.RawMessage
		if err == nil {
			members, err = object(s, body)
		}
		if kind := fault.KindOf(err); err != nil && kind != fault.Invalid && kind != fault.TooLarge {
			t.Fatalf("%q is refused as %s: %v", data, kind, err)
		}
		if err != nil {
			return
		}
		var plain map[string]json.RawMessage
		if err := json.Unmarshal(data, &plain); err != nil {
			t.Fatalf("%q was read, and is no JSON: %v", data, err)
		}
		var text string
		var got string
		_ = json.Unmarshal(members["resume_text"], &got)
		if json.Unmarshal(plain["resume_text"], &text) == nil && text != got {
			t.Fatalf("%q: read %q, meant %q", data, got, text)
		}
		for name := range members {
			if s.Properties[name] == nil {
				t.Fatalf("%q: the unknown member %q was kept", data, name)
			}
		}
	})
}

// Bodies without a key twice and not too deep pass, whatever they hold.
func TestStrict_passesWhatEncodersWrite(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var build func(depth int) any
		build = func(depth int) any {
			switch n := rapid.IntRange(0, 6).Draw(t, "kind"); {
			case n == 0 && depth > 0:
				return map[string]any{rapid.String().Draw(t, "key"): build(depth - 1), rapid.String().Draw(t, "key"): build(depth - 1)}
			case n == 1 && depth > 0:
				return []any{build(depth - 1), build(depth - 1)}
			case n == 2:
				return rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
			case n == 3:
				return nil
			case n == 4:
				return true
			}
			return rapid.String().Draw(t, "text")
		}
		text, err := json.Marshal(build(6))
		if err != nil {
			t.Skip()
		}
		if err := strict(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		twice := `{"more":` + string(text) + `,"x":{"k":` + string(text) + `,"k":1}}`
		if e := fault.From(strict([]byte(twice))); e == nil || len(e.Fields) != 1 || e.Fields[0].Path != "x.k" {
			t.Fatalf("%s: %v", twice, e)
		}
	})
}

func TestStrict_boundsDepth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		open, shut string
	}{{"[", "]"}, {`{"a":`, "}"}} {
		for depth, ok := range map[int]bool{depthLimit: true, depthLimit + 1: false, 100_000: false} {
			inner := "1"
			text := strings.Repeat(c.open, depth) + inner + strings.Repeat(c.shut, depth)
			if err := strict([]byte(text)); (err == nil) != ok {
				t.Errorf("depth %d of %s: %v", depth, c.open, err)
			}
		}
	}
}

// guarded breaks off as the one who guards bodies in front does.
type guarded struct{ err error }

func (g guarded) Read([]byte) (int, error) { return 0, g.err }

func TestReadBody_thatBreaksOff(t *testing.T) {
	t.Parallel()
	slow := fault.E(fault.Timeout, fault.Say("Too slow.", "Слишком медленно."), nil)
	for name, c := range map[string]struct {
		err  error
		want fault.Kind
	}{
		"cut":   {io.ErrUnexpectedEOF, fault.Invalid},
		"slow":  {slow, fault.Timeout},
		"reset": {errors.New("connection reset"), fault.Invalid},
	} {
		r := httptest.NewRequest("POST", "/", guarded{c.err})
		r.Header.Set("Content-Type", "application/json")
		if _, _, err := readBody(httptest.NewRecorder(), r, 10, jsonType); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A client that sends all before it reads gets the answer and not a closed connection, and
// what is wrong is said in words.
func TestFront_readsWhatItRefuses(t *testing.T) {
	t.Parallel()
	const bodyLimit = 1 << 20
	body := &drained{left: bodyLimit + 1}
	r := httptest.NewRequest("POST", "/", body)
	r.ContentLength = int64(body.left)
	_, _, err := readBody(httptest.NewRecorder(), r, bodyLimit, jsonType)
	if f := fault.From(err); f.Kind != fault.TooLarge || !strings.Contains(f.Text.EN, "1 MiB") {
		t.Errorf("got %v", err)
	}
	if body.left != 0 {
		t.Errorf("%d bytes were left in the connection", body.left)
	}
	endless := &drained{left: 1 << 40}
	r = httptest.NewRequest("POST", "/", endless)
	r.ContentLength = int64(endless.left)
	if _, _, err := readBody(httptest.NewRecorder(), r, bodyLimit, jsonType); fault.KindOf(err) != fault.TooLarge || endless.left < 1<<39 {
		t.Errorf("an endless body: %v, %d left", err, endless.left)
	}
}

// drained is a body of so many bytes.
type drained struct{ left int }

func (d *drained) Read(p []byte) (int, error) {
	if d.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), d.left)
	d.left -= n
	return n, nil
}
