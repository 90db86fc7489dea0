package talentsql

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/store"
	"kadry/internal/talent/resume"
)

var update = flag.Bool("update", false, "write the golden files anew")

// fill sets every field below v to a value of its own, so that a field which is left out
// or mixed up with another shows.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.String:
		v.SetString("text " + string(rune('а'+*next%32)) + strings.Repeat("+", *next/32))
	case reflect.Int:
		v.SetInt(int64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next) / 1024)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		for f, field := range v.Fields() {
			if !slices.Contains([]string{"QuoteEnd", "TextStart", "TextEnd"}, f.Name) { // set where a quote is left out
				fill(field, next)
			}
		}
	default:
		panic("record has a field of a kind the stored form does not know: " + v.Kind().String())
	}
}

func fullRecord() (r resume.Record) {
	next := 0
	fill(reflect.ValueOf(&r).Elem(), &next)
	return r
}

// Every field of a record comes back: one that is added to the room and forgotten here
// fails this test.
func TestRecordComesBack(t *testing.T) {
	t.Parallel()
	for _, want := range []resume.Record{fullRecord(), {}} {
		data, err := encodeRecord(want, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeRecord(recordVersion, data, "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("record differs (-want +got):\n%s", diff)
		}
	}
}

// The golden file is version 1 as it lies in databases. A difference is either a new key,
// then -update is right, or a change of what is stored, then recordVersion must grow.
func TestStoredForm(t *testing.T) {
	t.Parallel()
	data, err := encodeRecord(fullRecord(), "")
	if err != nil {
		t.Fatal(err)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(data), "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	name := filepath.Join("testdata", "record_v1.json")
	if *update {
		if err := os.WriteFile(name, pretty.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), pretty.String()); diff != "" {
		t.Errorf("the stored form differs (-want +got):\n%s", diff)
	}
	got, err := decodeRecord(recordVersion, string(want), "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fullRecord(), got); diff != "" {
		t.Errorf("the golden record reads differently (-want +got):\n%s", diff)
	}
}

func TestUnreadableRecord(t *testing.T) {
	t.Parallel()
	for _, bad := range []struct {
		version int
		data    string
		want    string
	}{
		{recordVersion + 1, "{}", "version 2"},
		{0, "{}", "version 0"},
		{recordVersion, "", "decode record"},
		{recordVersion, `{"total_months":"many"}`, "total_months"},
		{recordVersion, `{"skills":[{"skill":"go","evidence":[{"quote_start":2,"quote_end":9}]}]}`, "bytes 2 to 9"},
		{recordVersion, `{"skills":[{"skill":"go","evidence":[{"start":-1,"end":2}]}]}`, "bytes -1 to 2"},
		{recordVersion, `{"positions":[{"text_start":3,"text_end":5}]}`, "bytes 3 to 5"},
	} {
		_, err := decodeRecord(bad.version, bad.data, "text")
		if err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("decodeRecord(%d, %q) = %v, want an error about %q", bad.version, bad.data, err, bad.want)
		}
	}
}

// What stands in the text is stored once and comes back, also when a file had bytes that
// cannot be stored; what stands elsewhere is stored as it is.
func TestShortenedRecordComesBack(t *testing.T) {
	t.Parallel()
	text := store.Clean("Go developer\nAcme\x00 Works, 2020\n- Built \xff services in Go.\n")
	quote := "- Built ? services in Go."
	at := strings.Index(text, quote)
	in := strings.LastIndex(text, "Go")
	want := resume.Record{
		Skills: []resume.Skill{{Skill: "go", Evidence: []resume.Evidence{
			{Quote: quote, QuoteStart: at, Start: in, End: in + 2, Surface: "Go", Position: 0},
			{Quote: "joined - by hand", QuoteStart: 3, Start: 0, End: 2, Surface: "golang", Position: -1},
			{Quote: quote, QuoteStart: len(text) - 3, Start: len(text), End: len(text) + 2, Surface: "Go"},
		}}},
		Positions: []resume.Position{
			{Title: "Go developer", Start: 0, End: len(text), Text: quote},
			{Title: "Other", Start: 0, End: 5, Text: quote},
		},
	}
	data, err := encodeRecord(want, text)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(data, quote); n != 2 {
		t.Errorf("the quote is stored %d times, want only where the text does not say it: %s", n, data)
	}
	got, err := decodeRecord(recordVersion, data, text)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record differs (-want +got):\n%s", diff)
	}
}

// Records of the first rules said once for both ends of a job how exactly it is dated.
func TestDecodeRecord_precisionOfOldRecords(t *testing.T) {
	t.Parallel()
	got, err := decodeRecord(recordVersion, `{"positions":[{"title":"A","precision":"year"},{"title":"B","precision":"month"},{"title":"C","precision":"year","current":true}]}`, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]bool{{true, true}, {false, false}, {true, false}} {
		if p := got.Positions[i]; p.FromYear != want[0] || p.ToYear != want[1] {
			t.Errorf("%s: %t, %t, want %v", p.Title, p.FromYear, p.ToYear, want)
		}
	}
}
