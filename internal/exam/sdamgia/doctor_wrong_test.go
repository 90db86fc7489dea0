package sdamgia

import (
	"errors"
	"slices"
	"testing"
)

// TestReplay_noticesWhatIsReadWrongly: whatever is expected otherwise than it is on the
// page, the doctor says so.
func TestReplay_noticesWhatIsReadWrongly(t *testing.T) {
	t.Parallel()
	cases, err := expectations()
	if err != nil {
		t.Fatal(err)
	}
	first := func(change func(*known)) func(*expectation) {
		return func(e *expectation) {
			e.Read = slices.Clone(e.Read)
			change(&e.Read[0])
		}
	}
	for name, change := range map[string]func(*expectation){
		"id":       first(func(k *known) { k.ID = "7" }),
		"type":     first(func(k *known) { k.Type = "99" }),
		"answer":   first(func(k *known) { k.Answer += "1" }),
		"points":   first(func(k *known) { k.Points++ }),
		"codifier": first(func(k *known) { k.Code = "9.9 Другое" }),
		"source":   first(func(k *known) { k.Source = "" }),
		"analogs":  first(func(k *known) { k.Analogs = append([]string{"7"}, k.Analogs...) }),
		"linked":   first(func(k *known) { k.Linked = append([]string{"7"}, k.Linked...) }),
		"formulas": first(func(k *known) { k.Formulas++ }),
		"images":   first(func(k *known) { k.Images++ }),
		"files":    first(func(k *known) { k.Files++ }),
		"audio":    first(func(k *known) { k.Audio++ }),
		"question": first(func(k *known) { k.Question = append([]string{"чего нет"}, k.Question...) }),
		"passage":  first(func(k *known) { k.Passage = append([]string{"чего нет"}, k.Passage...) }),
		"solution": first(func(k *known) { k.Solution = nil }),
		"rule":     first(func(k *known) { k.Rule = append([]string{"чего нет"}, k.Rule...) }),
		"one less": func(e *expectation) { e.Read = e.Read[1:] },
		"hidden":   func(e *expectation) { e.Hidden++ },
		"code":     func(e *expectation) { e.Code = CodeCaptcha },
	} {
		for _, e := range cases {
			if e.Kind != "problems" || e.Code != "" || len(e.Read) == 0 {
				continue
			}
			change(&e)
			if err := e.replay(); !isMisreading(err) {
				t.Errorf("%s: a wrong %s goes unnoticed: %v", e.File, name, err)
			}
		}
	}
	for _, e := range cases {
		switch {
		case e.Code != "":
			e.Code = ""
		case len(e.Topics) > 0:
			e.Topics = e.Topics[1:]
		default:
			continue
		}
		if err := e.replay(); !isMisreading(err) {
			t.Errorf("%s: %v", e.File, err)
		}
	}
}

func isMisreading(err error) bool {
	_, ok := errors.AsType[*misreading](err)
	return ok
}
