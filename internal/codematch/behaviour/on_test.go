package behaviour_test

import (
	"testing"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/interpreter"
)

func TestChecker_On(t *testing.T) {
	t.Parallel()
	c := newChecker(t, 2)
	a := behaviour.Program{Language: interpreter.JavaScript, Code: "function most(list) { return Math.max(...list); }"}
	b := behaviour.Program{Language: interpreter.Go, Code: "func Most(list []int) int {\n\tm := 0\n\tfor _, x := range list {\n\t\tif x > m {\n\t\t\tm = x\n\t\t}\n\t}\n\treturn m\n}"}
	for input, want := range map[string][2]bool{
		`[[1, 7, 3]]`: {true, true},
		`[[-5, -2]]`:  {false, true},
		`not JSON`:    {false, false},
		`{"list": 1}`: {false, false},
		`["text"]`:    {false, false},
	} {
		if agree, ran := c.On(t.Context(), a, b, input); agree != want[0] || ran != want[1] {
			t.Errorf("%s: agree %t, ran %t", input, agree, ran)
		}
	}
	loop := behaviour.Program{Language: interpreter.JavaScript, Code: "function f(x) { while (true) {} }"}
	if _, ran := c.On(t.Context(), loop, b, `[[1]]`); ran {
		t.Error("an endless loop answered")
	}
}
