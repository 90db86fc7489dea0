package examsql

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/problem"
)

var update = flag.Bool("update", false, "write the golden file anew")

// fill sets every field below v to a value of its own, so that a field which is left out or
// mixed up with another shows.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.String:
		v.SetString("текст <" + string(rune('а'+*next%32)) + string(rune('a'+*next/32)) + ">")
	case reflect.Int:
		v.SetInt(int64(*next))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Struct:
		for _, field := range v.Fields() {
			fill(field, next)
		}
	default:
		panic("a problem has a field of a kind the stored form does not know: " + v.Kind().String())
	}
}

func record(t *testing.T, p problem.Problem) json.RawMessage {
	t.Helper()
	row, err := encodeProblem(problem.Stored{Problem: p})
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(row.record)
}

func listed(t *testing.T, topics []problem.Topic) json.RawMessage {
	t.Helper()
	text, err := encodeTopics(topics)
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(text)
}

// The golden file is version 1 as it lies in databases. A difference is either a new key,
// then -update is right, or a change of what is stored, then problemVersion must grow.
func TestProblems_storedForm(t *testing.T) {
	t.Parallel()
	var filled problem.Problem
	var topics []problem.Topic
	next := 0
	fill(reflect.ValueOf(&filled).Elem(), &next)
	fill(reflect.ValueOf(&topics).Elem(), &next)
	form := map[string]json.RawMessage{"empty": record(t, problem.Problem{}), "problem": record(t, filled), "topics": listed(t, topics)}
	var now bytes.Buffer
	encoder := json.NewEncoder(&now)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(form); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "problem_v1.json")
	if *update {
		if err := os.WriteFile(name, now.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(golden), now.String()); diff != "" {
		t.Errorf("the stored form has changed (-stored +now):\n%s", diff)
	}
	var stored map[string]json.RawMessage
	if err := json.Unmarshal(golden, &stored); err != nil {
		t.Fatal(err)
	}
	back, err := decodeProblem(filled.Ref, string(stored["problem"]), problemVersion)
	if diff := cmp.Diff(filled, back); err != nil || diff != "" {
		t.Errorf("the golden problem reads differently: %v (-want +got):\n%s", err, diff)
	}
}
