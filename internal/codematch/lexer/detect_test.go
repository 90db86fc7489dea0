package lexer_test

import (
	"testing"

	"kadry/internal/codematch/lexer"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, head string
		want       lexer.Language
		code       bool
	}{
		{"a/b.py", "", lexer.Python, true},
		{"A.JAVA", "", lexer.Java, true},
		{"x.tsx", "", lexer.TypeScript, true},
		{"x.ts", "export const a: number = 1", lexer.TypeScript, true},
		{"x.cs", "using System;\nnamespace A { class B { } }", lexer.CSharp, true},
		{"x.rs", "fn main() { let mut x = 1; }", lexer.Rust, true},
		{"x.h", "#ifndef A\nint f(void);\n#endif", lexer.C, true},
		{"x.h", "#include <vector>\nnamespace a { template <class T> class B { public: std::vector<T> v; }; }", lexer.CPP, true},
		{"x.h", "#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end", "", true},
		{"bin/run", "#!/usr/bin/env python3\nprint(1)", lexer.Python, true},
		{"bin/run", "#!/bin/sh\necho 1", "", true},
		{"Rakefile", "task :a", lexer.Ruby, true},
		{"x.kt", "fun main() { }", "", true},
		{"README.md", "# a", "", false},
		{"x.json", "{}", "", false},
		{"x.png", "\x89PNG", "", false},
		{"LICENSE", "MIT", "", false},
		{"", "", "", false},
		{"no/extension", "def f", "", false},
	} {
		if got, code := lexer.Detect(c.path, []byte(c.head)); got != c.want || code != c.code {
			t.Errorf("%s %q: %q, %v; want %q, %v", c.path, c.head, got, code, c.want, c.code)
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want lexer.Language
		src  string
	}{
		{lexer.Python, "def add(a, b):\n    return a + b\n"},
		{lexer.Python, "for x in range(10):\n    print(x)"},
		{lexer.JavaScript, "const add = (a, b) => {\n  return a + b;\n};"},
		{lexer.JavaScript, "function f(xs) { for (let i = 0; i < xs.length; i++) { if (xs[i] === 1) return i; } }"},
		{lexer.TypeScript, "function f(xs: number[], y?: string): boolean { return xs.length > 0; }"},
		{lexer.Java, "public static int add(List<Integer> xs) {\n    int s = 0;\n    for (int x : xs) s += x;\n    System.out.println(s);\n    return s;\n}"},
		{lexer.Go, "func Add(a, b int) int {\n\tc := a + b\n\treturn c\n}"},
		{lexer.C, "#include <stdio.h>\nint main(void) { char s[10]; scanf(\"%s\", s); printf(\"%s\", s); }"},
		{lexer.CPP, "#include <vector>\nint f(std::vector<int>& v) { int s = 0; for (auto x : v) s += x; return s; }"},
		{lexer.CSharp, "public static int Sum(int[] xs) { var s = 0; foreach (int x in xs) { s += x; } Console.WriteLine(s); return s; }"},
		{lexer.Rust, "fn sum(xs: &[i32]) -> i32 { let mut s = 0; for x in xs.iter() { s += x; } s }"},
		{lexer.PHP, "function sum($xs) { $s = 0; foreach ($xs as $x) { $s += $x; } return $s; }"},
		{lexer.Ruby, "def sum(xs)\n  s = 0\n  xs.each do |x|\n    s += x\n  end\n  s\nend"},
		{"", ""},
		{"", "The quick brown fox jumps over the lazy dog."},
		{"", "\x00\xff\xfe"},
	} {
		if got := lexer.Guess([]byte(c.src)); got != c.want {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
