package problem_test

import (
	"strings"
	"testing"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

var (
	math    = subject.Course{Exam: subject.EGE, Subject: "math"}
	russian = subject.Course{Exam: subject.EGE, Subject: "rus"}
)

func TestParseRef(t *testing.T) {
	t.Parallel()
	eighth := subject.Course{Exam: subject.VPR, Subject: "math", Grade: 8}
	for text, want := range map[string]problem.Ref{
		"26662":                {Course: math, ID: "26662"},
		" 26 662 ":             {Course: math, ID: "26662"},
		"26\u00a0662":          {Course: math, ID: "26662"},
		"0026662":              {Course: math, ID: "26662"},
		"２６６６２":                {Course: math, ID: "26662"},
		"№ 26662":              {Course: math, ID: "26662"},
		"№26662":               {Course: math, ID: "26662"},
		"#26662":               {Course: math, ID: "26662"},
		"No. 26662":            {Course: math, ID: "26662"},
		"Задание № 26662":      {Course: math, ID: "26662"},
		"задание: 26662":       {Course: math, ID: "26662"},
		"rus:7":                {Course: russian, ID: "7"},
		"русский: № 7":         {Course: russian, ID: "7"},
		"ege/rus:7":            {Course: russian, ID: "7"},
		"ОГЭ/математика:7":     {Course: subject.Course{Exam: subject.OGE, Subject: "math"}, ID: "7"},
		"vpr/math8:15":         {Course: eighth, ID: "15"},
		"ct/math3:15":          {Course: subject.Course{Exam: subject.CT, Subject: "math"}, ID: "15"},
		"EGE/MATH:26662":       {Course: math, ID: "26662"},
		"12345678901234567890": {Course: math, ID: "12345678901234567890"},
	} {
		got, err := problem.ParseRef(text, math)
		if err != nil || got != want {
			t.Errorf("%q: got %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestParseRef_refuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "abc", "26662a", "a26662", "0", "-5", "1.5", "26662; drop", "123456789012345678901", "№", "math:", "math:x",
		"physik:5", "gia/math:5", "oge/mathb:5", "https://other.example/problem?id=5", strings.Repeat("9", 1000), "5:6",
	} {
		_, err := problem.ParseRef(text, math)
		f := fault.From(err)
		if f == nil || f.Kind != fault.Invalid || f.Text.RU == "" || len(f.Text.EN) > 300 {
			t.Errorf("%q: got %v, want a short refusal in both languages", text, err)
		}
	}
	if _, err := problem.ParseRef("26662", subject.Course{}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a number without a course: %v", err)
	}
}

func FuzzParseRef(f *testing.F) {
	for _, text := range []string{"26662", "№ 26662", "ege/math:26662", "vpr/math8:1", "::", "№№1", "\xff:1", "math8:5", "/:1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ref, err := problem.ParseRef(text, math)
		if err != nil {
			if fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := problem.ParseRef(ref.String(), subject.Course{})
		if err != nil || again != ref {
			t.Fatalf("%q reads as %v, which reads as %v, %v", text, ref, again, err)
		}
		if strings.Trim(ref.ID, "0123456789") != "" || strings.HasPrefix(ref.ID, "0") {
			t.Fatalf("%q has the id %q", text, ref.ID)
		}
	})
}

// Whatever stands before the colon is read or refused.
func TestParseRef_takesAnyText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"\n:1", "math\n:26662", "a\nb:1", "\r\n/\n:5", "\u2028:1", ":", "\n"} {
		if _, err := problem.ParseRef(text, subject.Course{Exam: subject.EGE, Subject: "math"}); err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", text, err)
		}
	}
}
