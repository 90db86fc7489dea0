package lexer

import (
	"regexp"
	"sync"
)

// guessed is how much of a text a guess reads, in bytes, and mostCounted how often one form
// counts in it: a long text is not more of a language than a short one.
const (
	guessed     = 16 << 10
	mostCounted = 4
	least       = 2 // points below which nothing speaks for a language
)

// form is a way of writing that some languages have and the others have not.
type form struct {
	pattern string
	points  map[Language]int
}

// forms are what a guess looks for. They are written for single lines: a pasted piece may
// begin and end anywhere.
var forms = []form{
	{`(?m)^\s*(async )?def \w+\(.*\)\s*(->.*)?:\s*(#.*)?$`, map[Language]int{Python: 8}},
	{`(?m)^\s*(if|elif|for|while|else|try|except|with|class)\b[^{}]*:\s*(#.*)?$`, map[Language]int{Python: 3}},
	{`(?m)^\s*(from [\w.]+ import \w|import \w+( as \w+)?\s*$)`, map[Language]int{Python: 4}},
	{`\b(self\.\w|elif |None\b|True\b|False\b|not in\b|__\w+__|lambda \w)`, map[Language]int{Python: 2}},
	{`\b(print|len|range|str|int)\(`, map[Language]int{Python: 1}},

	{`(?m)^\s*def (self\.)?\w+[?!]?(\s*\(.*\)|\s+\w.*)?\s*$`, map[Language]int{Ruby: 6}},
	{`(?m)^\s*end\b`, map[Language]int{Ruby: 3}},
	{`(\bdo \|[\w, ]+\||\{ ?\|[\w, ]+\|)`, map[Language]int{Ruby: 6}},
	{`\b(elsif|unless|puts|attr_\w+|require_relative|nil\?|\.each|module [A-Z]\w*\s*$)\b`, map[Language]int{Ruby: 3}},
	{`(?m)(^|\s)@\w+ (\|\|)?= `, map[Language]int{Ruby: 2}},

	{`<\?php|<\?=`, map[Language]int{PHP: 20}},
	{`\$\w+\s*(=|->|\[|\.=)`, map[Language]int{PHP: 4}},
	{`\bfunction \w*\s*\(\s*((\??\w+ )?&?\$\w+|\))`, map[Language]int{PHP: 2}},
	{`\b(function|fn)\s*\w*\s*\(\s*(\??\w+ )?&?\$\w+`, map[Language]int{PHP: 8}},
	{`\becho\b|\$this->|\barray\(|\bforeach\s*\(\$`, map[Language]int{PHP: 3}},

	{`(?m)^\s*func (\(\w* ?\*?[\w\[\], ]+\) )?\w+(\[[^\]]*\])?\(`, map[Language]int{Go: 8}},
	{`:= |\bchan \w|\bdefer \w|<-\w|\bfunc\(|\binterface ?\{\}|\[\]\w+\{`, map[Language]int{Go: 3}},
	{`(?m)^package \w+\s*$`, map[Language]int{Go: 10}},
	{`(?m)^\s*(for|if|switch) [^(){}]+ \{\s*$`, map[Language]int{Go: 2, Rust: 2}},
	{`(?m)^\s*\}? ?else if [^(].* \{\s*$`, map[Language]int{Go: 2, Rust: 2}},

	{`\bfn \w+\s*(<[^>]*>)?\s*\(`, map[Language]int{Rust: 8}},
	{`\blet mut\b|&mut\b|\bimpl\b(<.*>)? \w|\bpub (fn|struct|enum|mod)\b|#\[\w+|\b(println|vec|panic|assert_eq|format)!`, map[Language]int{Rust: 4}},
	{`&str\b|\bOption<|\bVec<|\b[iu](8|16|32|64|size)\b|&self\b|\.unwrap\(\)|\.iter\(\)|\blet \w+: `, map[Language]int{Rust: 3}},
	{`\bmatch [\w.&()]+ \{`, map[Language]int{Rust: 4}},

	{`(?m)^\s*#\s*include\s*[<"]\w+\.h[>"]`, map[Language]int{C: 4, CPP: 3}},
	{`(?m)^\s*#\s*(include|define|ifdef|ifndef|endif|pragma)\b`, map[Language]int{C: 4, CPP: 4}},
	{`(?m)^\s*#\s*include\s*<\w+>|\bstd::|\busing namespace\b|\btemplate\s*<|\bnullptr\b|\bcout\b|\bcin\b|\b\w+::\w+\(`, map[Language]int{CPP: 6}},
	{`\b(vector|map|set|pair|unordered_map|queue|stack)\s*<|\.push_back\(|\.size\(\)|\bconst \w+ ?&`, map[Language]int{CPP: 3}},
	{`\b(printf|scanf|malloc|free|sizeof|strlen|memset|memcpy)\s*\(|\bstruct \w+ \*|\bNULL\b`, map[Language]int{C: 3, CPP: 2}},
	{`(?m)^\s*(static |inline |const |unsigned )*(int|void|char|long|double|float|bool|size_t) \**\w+\s*\(`, map[Language]int{C: 3, CPP: 3, Java: 1, CSharp: 1}},
	{`\b(int|char|double|float|long) \*?\w+\[\w*\]`, map[Language]int{C: 3, CPP: 3}},
	{`\w->\w`, map[Language]int{C: 2, CPP: 2}},

	{`\b(int|long|double|float|char|boolean|bool|string|String|byte)\s*(\[\s*\])* \w+\s*(=|;|,|\)|\()`, map[Language]int{C: 1, CPP: 1, Java: 1, CSharp: 1}},
	{`\b(int|long|double|char|string|String|boolean|bool|byte)\s*(\[,?\])+ \w+|\bnew (int|long|double|char|bool|string|String)\s*\[`, map[Language]int{Java: 3, CSharp: 3}},
	{`\b(public|private|protected) (static |final |override |virtual |abstract |async |readonly )*[\w<>\[\], ?]+ \w+\s*(\(|=|;|\{)`, map[Language]int{Java: 3, CSharp: 3}},
	{`\b(String|Integer|boolean|HashMap|ArrayList|Math\.(max|min|abs|pow|sqrt)|List<Integer>)\b`, map[Language]int{Java: 2}},
	{`\bSystem\.out\.|\bimport java|\.length\(\)|\.charAt\(|\bthrows \w|@Override|\bfinal \w+ \w|\bextends \w+ implements\b|\.equals\(`, map[Language]int{Java: 5}},
	{`\bConsole\.\w|\busing System|\bnamespace \w[\w.]*\s*(;|\{|$)|\{ get;|\bforeach\s*\(\w+ \w+ in\b|\.(Length|Count|Add|ToString|Substring|Max|Min|ContainsKey)\b|\bMath\.[A-Z]`, map[Language]int{CSharp: 5}},
	{`\b(string|bool|decimal|object)\b \w+|\bvar \w+ = new\b|\bstring\[\]|\bout \w|=> \w+\.\w+\(`, map[Language]int{CSharp: 2}},
	{`\bMath\.(max|min|abs|pow|sqrt|floor|ceil|round)\(`, map[Language]int{Java: 2, JavaScript: 2}},

	{`\b(const|let) [\w{\[][\w, {}\[\]]* = `, map[Language]int{JavaScript: 4, TypeScript: 3}},
	{`\bvar \w+ = `, map[Language]int{JavaScript: 2, CSharp: 2, Go: 1}},
	{`\bfunction\s*\w*\s*\(\s*[\w,. {}=]*\)\s*\{`, map[Language]int{JavaScript: 6, PHP: 1}},
	{`===|!==|=> \{|\) =>|\bconsole\.log\(|\bundefined\b|\brequire\(['"]|\bmodule\.exports\b|\bJSON\.|\bdocument\.|\.length\b`, map[Language]int{JavaScript: 3, TypeScript: 3}},
	{`\.(push|forEach|map|filter|reduce|join|split|slice)\(`, map[Language]int{JavaScript: 1, TypeScript: 1}},
	{"`[^`\n]*\\$\\{", map[Language]int{JavaScript: 3, TypeScript: 3}},
	{`\b(for|while|if) ?\((let|var|const) `, map[Language]int{JavaScript: 4, TypeScript: 4}},
	{`\bimport .* from ['"]|\bexport (default|const|function|class)\b`, map[Language]int{JavaScript: 5, TypeScript: 5}},
	{`[\w)\]]\??: (string|number|boolean|any|void|unknown|never|Promise<|Array<|Record<)`, map[Language]int{TypeScript: 9}},
	{`\b(interface \w+( extends \w+)? \{|type \w+(<\w+>)? = |as (const|string|number|any)\b|export (interface|type|enum)\b)`, map[Language]int{TypeScript: 4}},
	{`\b(private|public|readonly) (readonly )?\w+\??: `, map[Language]int{TypeScript: 6}},
}

// compiled are the patterns, which only a pasted text needs.
var compiled = sync.OnceValue(func() []*regexp.Regexp {
	out := make([]*regexp.Regexp, len(forms))
	for i, f := range forms {
		out[i] = regexp.MustCompile(f.pattern)
	}
	return out
})

// Guess tells the language of a text without a name, from its first 16 KB; "" when nothing
// speaks for one.
func Guess(src []byte) Language {
	src = src[:min(len(src), guessed)]
	points := map[Language]int{}
	for i, pattern := range compiled() {
		n := len(pattern.FindAllIndex(src, mostCounted))
		for lang, p := range forms[i].points {
			points[lang] += n * p
		}
	}
	best := Language("")
	for _, lang := range Languages() { // equal points: the first by name, the same each time
		if p := points[lang]; p >= least && p > points[best] {
			best = lang
		}
	}
	return best
}
