package unit_test

import (
	"bytes"
	"reflect"
	"testing"

	"kadry/internal/codematch/unit"
)

// paths have the languages that texts are split as.
var paths = []string{"a.py", "a.js", "a.ts", "a.java", "a.go", "a.c", "a.cpp", "a.cs", "a.rs", "a.php", "a.rb", "a.kt", ""}

func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		"def f(x):\n  def g(y): return y + 1\n  return g(x)\nclass A:\n  def h(self): return 1, 2\n",
		"class A { get x() { return 1 } y = (a) => { return a } }\nconst f = async x => x + 1\n", "func (c *C[T]) F() struct{ n int } { return func() {} }",
		"template<class T> A<T>::A(int x) : y{x}, z(1) { if (x) {} }\n#if A\nint f() {\n#else\nint g() {\n#endif\n}", "impl<T> A for B<T> { fn f(&self) -> i32 { 1 + 2 } }",
		"<?php trait A { function &f($x) { return fn($y) => $y + 1; } }", "class A\n def f(x) = x + 1\n def g=(v); @v = v if v; end\nend", "}}}{{{(((", "})](", "def def end end class",
	} {
		for i := range paths {
			f.Add(byte(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, which byte, src []byte) {
		path := paths[int(which)%len(paths)]
		file := unit.Split(path, src, unit.Limits{Units: 100})
		if file.Skipped != "" {
			if len(file.Units) != 0 {
				t.Fatalf("skipped as %q with %d units", file.Skipped, len(file.Units))
			}
			return
		}
		if n := len(file.Units); n == 0 || n > 100 || file.Units[n-1].Kind != unit.Whole {
			t.Fatalf("%d units", n)
		}
		for i, u := range file.Units {
			checkUnit(t, src, file, i, u)
		}
		if again := unit.Split(path, src, unit.Limits{Units: 100}); !reflect.DeepEqual(file, again) {
			t.Fatalf("%+v, then %+v", file, again)
		}
	})
}

// checkUnit holds a unit against what Split promises.
func checkUnit(t *testing.T, src []byte, f unit.File, i int, u unit.Unit) {
	t.Helper()
	if u.Start < 0 || u.End <= u.Start || u.End > len(src) {
		t.Fatalf("unit %d is %d-%d of %d", i, u.Start, u.End, len(src))
	}
	if first, last := 1+bytes.Count(src[:u.Start], []byte{'\n'}), 1+bytes.Count(src[:u.End-1], []byte{'\n'}); u.First != first || u.Last != last {
		t.Fatalf("unit %d %q is on lines %d-%d, not %d-%d", i, src[u.Start:u.End], first, last, u.First, u.Last)
	}
	if u.Kind == unit.Whole {
		return
	}
	if i > 0 && u.Start < f.Units[i-1].Start {
		t.Fatalf("unit %d begins before the one before it", i)
	}
	if u.Parent >= i || u.Parent < -1 {
		t.Fatalf("unit %d has parent %d", i, u.Parent)
	}
	if u.Parent >= 0 {
		if p := f.Units[u.Parent]; u.Start < p.Start || u.End > p.End {
			t.Fatalf("unit %d (%d-%d) is not in its parent %d (%d-%d)", i, u.Start, u.End, u.Parent, p.Start, p.End)
		}
	}
}
