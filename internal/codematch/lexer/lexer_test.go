package lexer_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"

	"kadry/internal/codematch/lexer"
)

var letters = [...]string{"w", "n", "t", "o", "c", "N", "I", "D"}

// show writes tokens as kind:text, those without a text as their kind.
func show(lang lexer.Language, src string) []string {
	var out []string
	for _, t := range lexer.Lex(nil, lang, []byte(src)) {
		s := letters[t.Kind]
		if text := t.Of([]byte(src)); len(text) > 0 {
			s += ":" + string(text)
		}
		out = append(out, s)
	}
	return out
}

func TestLex(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang lexer.Language
		src  string
		want string // parted by ␣
	}{
		{lexer.Python, "def f(x):\n    return x**2\n", "w:def w:f o:( w:x o:) o:: N I w:return w:x o:** n:2 N D"},
		{lexer.Python, "if x:\n  # c\n\n    y = 1\nelse:\n\tz\n", "w:if w:x o:: N c:#␣c I w:y o:= n:1 N D w:else o:: N I w:z N D"},
		{lexer.Python, "p = (1,\n 2) + \\\n 3", "w:p o:= o:( n:1 o:, n:2 o:) o:+ n:3 N"},
		{lexer.Python, "f'{a!r:>{w}} {d[\"k\"]}' Rb'\\'' f\"\"\"{x}\n\"\"\"", "t:f'{a!r:>{w}}␣{d[\"k\"]}' t:Rb'\\'' t:f\"\"\"{x}\n\"\"\" N"},
		{lexer.Python, "f'{{x}' + f'{x:'^9}' + 'a", "t:f'{{x}' o:+ t:f'{x:'^9}' o:+ t:'a N"},
		{lexer.Python, "a = 'open\nb = 2", "w:a o:= t:'open N w:b o:= n:2 N"},
		{lexer.Python, "x = [1,\ndef f():\n  1", "w:x o:= o:[ n:1 o:, N w:def w:f o:( o:) o:: N I n:1 N D"},
		{lexer.Python, "    a\n  b\n", "w:a N w:b N"},
		{lexer.JavaScript, "`x ${b ? `y ${c}` : '}'} z`+1", "t:`x␣${b␣?␣`y␣${c}`␣:␣'}'}␣z` o:+ n:1"},
		{lexer.JavaScript, "a / 2 / c; x = /[/]\\/a/gi.test(y)", "w:a o:/ n:2 o:/ w:c o:; w:x o:= t:/[/]\\/a/gi o:. w:test o:( w:y o:)"},
		{lexer.JavaScript, "return /a b/; (x) / 2; a++ / 2", "w:return t:/a␣b/ o:; o:( w:x o:) o:/ n:2 o:; w:a o:++ o:/ n:2"},
		{lexer.JavaScript, "a?.b ?? c; x => {}; #p; 0x1Fn + .5e-3", "w:a o:?. w:b o:?? w:c o:; w:x o:=> o:{ o:} o:; w:#p o:; n:0x1Fn o:+ n:.5e-3"},
		{lexer.JavaScript, "<p>Don't</p> // it's", "o:< w:p o:> w:Don o:' w:t o:< o:/ w:p o:> c://␣it's"},
		{lexer.JavaScript, "<a>http://b.c</a>", "o:< w:a o:> w:http o:: o:// w:b o:. w:c o:< o:/ w:a o:>"},
		{lexer.TypeScript, "let a: string = 'x", "w:let w:a o:: w:string o:= t:'x"},
		{lexer.Java, "String s = \"\"\"\n \"b\" \\\"\"\" c\"\"\"; List<List<A>> x; a >>>= 'c'", "w:String w:s o:= t:\"\"\"\n␣\"b\"␣\\\"\"\"␣c\"\"\" o:; w:List o:< w:List o:< w:A o:>> w:x o:; w:a o:>>>= t:'c'"},
		{lexer.Go, "func f() int {\n\treturn `a\nb`[0] /* x\n */\n}\nx++\nr := '\\''", "w:func w:f o:( o:) w:int o:{ w:return t:`a\nb` o:[ n:0 o:] c:/*␣x\n␣*/ N o:} N w:x o:++ N w:r o::= t:'\\'' N"},
		{lexer.Go, "a +\nb &^= <-c\nreturn\nvar", "w:a o:+ w:b o:&^= o:<- w:c N w:return N w:var"},
		{lexer.C, "#include <a.h>\n#define X(a) \\\n a##b\n#error don't\nint x; // a\\\nb", "o:# w:include t:<a.h> N o:# w:define w:X o:( w:a o:) w:a o:## w:b N o:# w:error c:␣don't N w:int w:x o:; c://␣a\\\nb"},
		{lexer.CPP, "R\"x(a)\")x\" u8\"b\" 1'000'000 a->*b <=> 'c' L'd'", "t:R\"x(a)\")x\" t:u8\"b\" n:1'000'000 w:a o:->* w:b o:<=> t:'c' t:L'd'"},
		{lexer.CSharp, "#region it's\n$@\"a\"\"{x[\"k\"]}\" @\"c:\\\" $\"{a:x} {{\" \"\"\"\nr\"\"\" @class 'c'", "c:#region␣it's t:$@\"a\"\"{x[\"k\"]}\" t:@\"c:\\\" t:$\"{a:x}␣{{\" t:\"\"\"\nr\"\"\" w:@class t:'c'"},
		{lexer.Rust, "fn f<'a>(x: &'a str) { r#\"a\"b\"#; 'x'; '\\''; b'y'; r#type; 0..n; t.0.1 /* a /* b */ c */ }", "w:fn w:f o:< w:'a o:> o:( w:x o:: o:& w:'a w:str o:) o:{ t:r#\"a\"b\"# o:; t:'x' o:; t:'\\'' o:; t:b'y' o:; w:r#type o:; n:0 o:.. w:n o:; w:t o:. n:0 o:. n:1 c:/*␣a␣/*␣b␣*/␣c␣*/ o:}"},
		{lexer.PHP, "<b>\n<?php $x = <<<EOT\n a $b\n EOT;\n echo \"{$a[\"x\"]}\" // c ?> hi <?= $z->y ?>", "t:<b>\n w:$x o:= t:<<<EOT\n␣a␣$b\n␣EOT o:; w:echo t:\"{$a[\"x\"]}\" c://␣c␣ o:?> t:␣hi␣ w:$z o:-> w:y o:?>"},
		{lexer.PHP, "function f($a) { # c\n return 'x'; }", "w:function w:f o:( w:$a o:) o:{ c:#␣c w:return t:'x' o:; o:}"},
		{lexer.Ruby, "def ok?(x)\n y = <<~A.strip + <<-'B'\n hi #{x}\n A\n b\n B\n z\nend", "w:def w:ok? o:( w:x o:) N w:y o:= o:<<~A o:. w:strip o:+ o:<<-'B' N t:␣hi␣#{x}\n␣A t:␣b\n␣B w:z N w:end N"},
		{lexer.Ruby, "a = %w[a b] if x =~ /a b/i\n@b ||= x / 2\nfoo\n  .bar(:s, k: ?a)\nx ? 1 : 2", "w:a o:= t:%w[a␣b] w:if w:x o:=~ t:/a␣b/i N w:@b o:||= w:x o:/ n:2 N w:foo o:. w:bar o:( t::s o:, w:k o:: t:?a o:) N w:x o:? n:1 o:: n:2 N"},
		{lexer.Ruby, "=begin\nx\n=end\n\"a#{\"b#{c}\"}\" 1.times A::B $! :\"s y\"\n__END__\nrest", "c:=begin\nx\n=end t:\"a#{\"b#{c}\"}\" n:1 o:. w:times w:A o::: w:B w:$! t::\"s␣y\" N c:__END__\nrest"},
		{"", "x = 'a' // b\n\xff\xfe é\u00a0ü", "w:x o:= t:'a' c://␣b o:\xff o:\xfe w:é w:ü"},
		{lexer.Go, "\ufeff#!/usr/bin/x\nx", "c:#!/usr/bin/x w:x N"},
	} {
		got := strings.ReplaceAll(strings.Join(show(c.lang, c.src), "\x00"), " ", "␣")
		if got = strings.ReplaceAll(got, "\x00", " "); got != c.want {
			t.Errorf("%s %q\n got %q\nwant %q", c.lang, c.src, got, c.want)
		}
	}
}

func TestLexAppends(t *testing.T) {
	t.Parallel()
	one := lexer.Lex(nil, lexer.Go, []byte("a"))
	both := lexer.Lex(one, lexer.Python, []byte("b\n"))
	if len(one) != 2 || len(both) != 4 || !slices.Equal(both[:2], one) || both[2].Start != 0 {
		t.Errorf("%v, then %v", one, both)
	}
}

func TestIsKeyword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang lexer.Language
		word string
		want bool
	}{{lexer.Python, "elif", true}, {lexer.Go, "elif", false}, {lexer.TypeScript, "const", true}, {lexer.CPP, "int", true}, {"", "while", true}, {lexer.Rust, "", false}} {
		if got := lexer.IsKeyword(c.lang, c.word); got != c.want {
			t.Errorf("%s %q: %v", c.lang, c.word, got)
		}
	}
	if !slices.IsSorted(lexer.Languages()) {
		t.Error("languages are not sorted")
	}
}

func FuzzLex(f *testing.F) {
	for _, seed := range []string{
		"def f(x):\n\treturn f'{x!r:>{w}}' # c\n", "`${`${a}`}` /[/]/g a?.b", "R\"x(a)x\" #if 1 \\\n", "r##\"a\"# \"## 'a 'b' /* /* */", "<?php <<<A\nA; ?> $x \"{$a[\"b\"]}\"",
		"x = <<~A, <<-'B'\nA\nB\n%w[a [b]] :s ?a =begin", "$@\"{a[\"b\"]}\"\"\" \"\"\"\"a\"\"\"\"", "\"\"\"a\\\"\"\"", "\xff\u00a0é\u2028'", "def f(\ndef g(:\n  x", "__END__", "1.e5 .5.6 0x1p-3 1'0",
	} {
		for i := range lexer.Languages() {
			f.Add(byte(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, which byte, src []byte) {
		all := append(lexer.Languages(), "")
		lang := all[int(which)%len(all)]
		checkTokens(t, lang, src, lexer.Lex(nil, lang, src))
	})
}

// checkTokens holds tokens against what Lex promises: ordered, apart, on their lines, blocks
// closed, and nothing but space lost between them.
func checkTokens(t *testing.T, lang lexer.Language, src []byte, tokens []lexer.Token) {
	t.Helper()
	end, line, depth := 0, 1, 0
	for i, tok := range tokens {
		if int(tok.Start) < end || tok.End < tok.Start || int(tok.End) > len(src) {
			t.Fatalf("%s: token %d is %d-%d behind %d of %d", lang, i, tok.Start, tok.End, end, len(src))
		}
		gap := src[end:tok.Start]
		line += bytes.Count(gap, []byte{'\n'})
		if int(tok.Line) != line {
			t.Fatalf("%s: token %d %q is on line %d, not %d", lang, i, tok.Of(src), tok.Line, line)
		}
		checkGap(t, lang, gap)
		line += bytes.Count(tok.Of(src), []byte{'\n'})
		end = int(tok.End)
		switch tok.Kind {
		case lexer.Indent:
			depth++
		case lexer.Dedent:
			depth--
		case lexer.Newline:
		default:
			if tok.Start == tok.End {
				t.Fatalf("%s: token %d has no text", lang, i)
			}
		}
		if depth < 0 {
			t.Fatalf("%s: token %d closes a block that was not opened", lang, i)
		}
	}
	if depth != 0 {
		t.Fatalf("%s: %d blocks are open at the end", lang, depth)
	}
	checkGap(t, lang, src[end:])
}

// checkGap tells bytes that are no space and yet in no token.
func checkGap(t *testing.T, lang lexer.Language, gap []byte) {
	t.Helper()
	text := string(gap)
	if lang == lexer.PHP {
		for _, mark := range []string{"<?php", "<?PHP", "<?=", "<?"} {
			text = strings.ReplaceAll(text, mark, "")
		}
	}
	for _, r := range text {
		if !unicode.IsSpace(r) && r != '\\' && r != 0 && !unicode.Is(unicode.Cf, r) {
			t.Fatalf("%s: %q of %q is lost", lang, r, gap)
		}
	}
}
