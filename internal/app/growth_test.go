package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/access"
	"kadry/internal/config"
	"kadry/internal/effort"
	"kadry/internal/fault"
	"kadry/internal/growth"
	"kadry/internal/op"
)

// Texts of fewer characters than this are too short to hurt.
const longText = 1000

// textField is a place in the input of an operation where a caller writes a long text.
type textField struct {
	name string
	list bool
	most int // characters
}

func textFields(s *jsonschema.Schema) []textField {
	var fields []textField
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		list := p.Type == "array" && p.Items != nil
		if list {
			p = p.Items
		}
		if p.Type != "string" || len(p.Enum) > 0 {
			continue
		}
		most := math.MaxInt
		if p.MaxLength != nil {
			most = *p.MaxLength
		}
		if most >= longText {
			fields = append(fields, textField{name, list, most})
		}
	}
	return fields
}

// arguments are those of an example with the text in the field.
func arguments(t *testing.T, example string, f textField, text string) []byte {
	t.Helper()
	args := map[string]any{}
	if err := json.Unmarshal([]byte(example), &args); err != nil {
		t.Fatal(err)
	}
	for utf8.RuneCountInString(text) > f.most {
		text = string([]rune(text)[:f.most])
	}
	args[f.name] = text
	if f.list {
		args[f.name] = []string{text}
	}
	out, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// No text that a caller may send costs more than its size: every operation is called with
// the families of hostile texts of this run in every field that takes a long one, beside an example of
// the operation.
func TestGrowth_operations(t *testing.T) {
	if testing.Short() {
		t.Skip("calls every operation with every hostile text")
	}
	size := effort.Times(1) * (8 << 10)
	eachText(t, func(t *testing.T, f textField, family growth.Family, call func(text string) func()) {
		growth.Linear(t, min(size, f.most), func(n int) func() { return call(family.Text(n)) })
	})
}

// largeText is the most that an operation may be asked to read at once, and largeCost the
// processor time that it may take.
const (
	largeText = 1 << 20
	largeCost = 3 * time.Second
)

// No text of a megabyte, or of as much as a field takes, costs more than its budget.
func TestGrowth_largeTexts(t *testing.T) {
	if effort.Times(1) < 10 {
		t.Skip("reads hundreds of megabytes: KADRY_TEST_EFFORT=10")
	}
	eachText(t, func(t *testing.T, f textField, family growth.Family, call func(text string) func()) {
		growth.Within(t, largeCost, func() func() { return call(family.Text(min(largeText, f.most))) })
	})
}

// eachText visits every operation's every field that takes a long text with the families of
// this run. call prepares a call of the operation: what it returns is the call alone.
// Operations are found, not named: a new one is tried as well.
func eachText(t *testing.T, visit func(t *testing.T, f textField, family growth.Family, call func(text string) func())) {
	t.Helper()
	h := openHouse(t)
	ctx := op.WithCaller(t.Context(), op.Caller{Name: "test", Tenant: access.DefaultTenant, Admin: true, Budget: -1})
	var pipeline op.Pipeline // with no limit on how often
	tried := 0
	for _, o := range h.registry.All() {
		if len(o.Examples) > 0 && o.Effect != op.Reads {
			// What the examples of others need may come of it; where it fails, so does the measure.
			_, _ = pipeline.Call(ctx, o, []byte(o.Examples[0].Input))
		}
	}
	for _, o := range h.registry.All() {
		example := "{}"
		if len(o.Examples) > 0 {
			example = o.Examples[0].Input
		}
		for _, f := range textFields(o.Input) {
			tried++
			for _, family := range growth.Drawn() {
				t.Run(o.Name+"/"+f.name+"/"+family.Name, func(t *testing.T) {
					visit(t, f, family, func(text string) func() {
						args := arguments(t, example, f, text)
						return func() {
							_, err := pipeline.Call(ctx, o, args)
							if fault.KindOf(err) == fault.Internal || fault.KindOf(err) == fault.Timeout {
								t.Error(err)
							}
						}
					})
				})
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d fields take a long text", tried)
	}
}

// openHouse is a house over an empty base, without its fronts.
func openHouse(t *testing.T) *house {
	t.Helper()
	dir := t.TempDir()
	p, err := newProgram(rooms())
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(t.Context(), "", func(name string) (string, bool) {
		value, ok := map[string]string{"KADRY_DATA": dir, "KADRY_OFFLINE": "true"}[name]
		return value, ok
	}, p.sections()...)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	h, err := build(t.Context(), p, cfg, slog.New(slog.NewTextHandler(&log, nil)), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	})
	if err := h.prepare(t.Context(), false); err != nil {
		t.Fatal(fmt.Errorf("%w\n%s", err, log.String()))
	}
	return h
}
