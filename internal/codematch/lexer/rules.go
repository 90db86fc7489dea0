package lexer

import (
	"slices"
	"strings"
)

// rules are what a language's text is cut by.
type rules struct {
	language  Language
	keywords  map[string]struct{}
	operators [128][]string // those longer than a byte, by their first one, longest first

	hashComment  bool // # to the end of the line
	slashComment bool // // and /* */
	nested       bool // block comments stand in each other
	directives   bool // lines that begin with #
	dollar       bool // $ is a letter
	newlines     bool // the end of a line may end a statement
	multiline    bool // a plain string may go over lines
	prefixes     []string
}

// rulesOf are the rules of a language; those of C when it is not known.
func rulesOf(lang Language) *rules {
	if r, ok := tables[lang]; ok {
		return r
	}
	return tables[C]
}

// IsKeyword tells a keyword of the language, or a name that it gives a meaning of its own
// as keywords have it (true, None, self).
func IsKeyword(lang Language, word string) bool {
	_, ok := rulesOf(lang).keywords[word]
	return ok
}

const (
	commonOperators = "++ -- += -= *= /= %= &= |= ^= == != <= >= && || << >> <<= >>="
	cOperators      = commonOperators + " -> ... ##"
)

// tables are the rules by language.
var tables = map[Language]*rules{
	Python: {
		language: Python, keywords: words(pythonKeywords),
		operators:   operators("** // += -= *= /= %= &= |= ^= @= **= //= == != <= >= << >> <<= >>= -> := ... <>"),
		hashComment: true, newlines: true,
		prefixes: strings.Fields("r b f u t br rb fr rf tr rt"),
	},
	JavaScript: {
		language: JavaScript, keywords: words(javascriptKeywords),
		operators:    operators(commonOperators + " >>> >>>= === !== => ?. ?? ??= &&= ||= ** **= ..."),
		slashComment: true, dollar: true,
	},
	TypeScript: {
		language: TypeScript, keywords: words(javascriptKeywords + " " + typescriptKeywords),
		operators:    operators(commonOperators + " >>> >>>= === !== => ?. ?? ??= &&= ||= ** **= ..."),
		slashComment: true, dollar: true,
	},
	Java: {
		language: Java, keywords: words(javaKeywords),
		operators:    operators(commonOperators + " >>> >>>= -> :: ..."),
		slashComment: true, dollar: true,
	},
	Go: {
		language: Go, keywords: words(goKeywords),
		operators:    operators(commonOperators + " &^ &^= := <- ..."),
		slashComment: true, newlines: true,
	},
	C: {
		language: C, keywords: words(cKeywords),
		operators:    operators(cOperators),
		slashComment: true, directives: true, dollar: true,
		prefixes: strings.Fields("L u U u8"),
	},
	CPP: {
		language: CPP, keywords: words(cKeywords + " " + cppKeywords),
		operators:    operators(cOperators + " :: ->* .* <=>"),
		slashComment: true, directives: true, dollar: true,
		prefixes: strings.Fields("L u U u8 R LR uR UR u8R"),
	},
	CSharp: {
		language: CSharp, keywords: words(csharpKeywords),
		operators:    operators(commonOperators + " >>> >>>= => ?. ?? ??= :: -> .."),
		slashComment: true, directives: true,
	},
	Rust: {
		language: Rust, keywords: words(rustKeywords),
		operators:    operators("+= -= *= /= %= &= |= ^= == != <= >= && || << >> <<= >>= -> => :: .. ... ..="),
		slashComment: true, nested: true, multiline: true,
		prefixes: strings.Fields("b c r br cr"),
	},
	PHP: {
		language: PHP, keywords: words(phpKeywords),
		operators:   operators(commonOperators + " === !== <=> <> -> ?-> => :: ** **= .= ?? ??= ... |> #["),
		hashComment: true, slashComment: true, dollar: true, multiline: true,
	},
	Ruby: {
		language: Ruby, keywords: words(rubyKeywords),
		operators:   operators("+= -= *= /= %= &= |= ^= == != <= >= && || << >> <<= >>= === =~ !~ <=> => -> :: .. ... &. ** **= &&= ||="),
		hashComment: true, newlines: true, multiline: true,
	},
}

// words make a set of the words of a list.
func words(list string) map[string]struct{} {
	set := make(map[string]struct{})
	for w := range strings.FieldsSeq(list) {
		set[w] = struct{}{}
	}
	return set
}

// operators sort the operators of a list by their first byte, longest first.
func operators(list string) (table [128][]string) {
	for op := range strings.FieldsSeq(list) {
		table[op[0]] = append(table[op[0]], op)
	}
	for _, row := range table {
		slices.SortStableFunc(row, func(a, b string) int { return len(b) - len(a) })
	}
	return table
}

// Keywords, from the languages' references. Words that are keywords in one place only
// (get, of, record) are names in most texts and are left out, where no form depends on them.
const (
	pythonKeywords = "False None True and as assert async await break class continue def del elif else except finally for from " +
		"global if import in is lambda nonlocal not or pass raise return try while with yield self cls match case"
	javascriptKeywords = "async await break case catch class const continue debugger default delete do else export extends false finally for " +
		"function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while with yield"
	typescriptKeywords = "abstract any as asserts bigint boolean declare enum implements infer interface is keyof module namespace never number " +
		"object override private protected public readonly satisfies string symbol type unique unknown"
	javaKeywords = "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally " +
		"float for goto if implements import instanceof int interface long native new null package private protected public record return sealed " +
		"permits short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield"
	goKeywords = "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
		"select struct switch type var true false nil iota"
	cKeywords = "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return " +
		"short signed sizeof static struct switch typedef union unsigned void volatile while _Bool bool true false NULL"
	cppKeywords = "alignas alignof and catch class co_await co_return co_yield concept consteval constexpr constinit const_cast decltype delete " +
		"dynamic_cast explicit export final friend mutable namespace new noexcept not nullptr operator or override private protected public " +
		"reinterpret_cast requires static_assert static_cast template this thread_local throw try typeid typename using virtual wchar_t xor"
	csharpKeywords = "abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double " +
		"else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace " +
		"new null object operator out override params private protected public readonly record ref return sbyte sealed short sizeof stackalloc " +
		"static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile when where while yield"
	rustKeywords = "Self as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub " +
		"ref return self static struct super trait true type unsafe use where while"
	phpKeywords = "abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty " +
		"enddeclare endfor endforeach endif endswitch endwhile enum extends false final finally fn for foreach function global goto if implements " +
		"include include_once instanceof insteadof interface isset list match namespace new null or parent print private protected public readonly " +
		"require require_once return self static switch this throw trait true try unset use var while xor yield"
	rubyKeywords = "BEGIN END alias and begin break case class def defined? do else elsif end ensure false for if in module next nil not or " +
		"redo rescue retry return self super then true undef unless until when while yield"
)
