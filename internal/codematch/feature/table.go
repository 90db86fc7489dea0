package feature

import "strings"

// sense is what a word means in the canonical form.
type sense uint8

const (
	nothing  sense = iota // is left out: modifiers, namespaces, names of types
	control               // a word of the language that every language has in some form
	loop                  // begins a loop with a header
	call                  // a library function or method
	kind                  // a kind of container
	printing              // a stream that is written to: << after it is no shift
	reading               // a stream that is read
)

// meaning is a row of a table.
type meaning struct {
	sense sense
	names []string // of the canonical form; several where one word does several things
	codes []uint32
}

// words are the words whose meaning does not depend on what stands around them; the key is
// in lower case without underscores. They are taken from the references of the eleven
// languages.
var words = table(map[string]string{
	"for": "loop", "foreach": "loop",
	"while": "control:LOOP", "loop": "control:LOOP", "until": "control:LOOP !",
	"if": "control:IF", "elif": "control:IF", "elsif": "control:IF", "elseif": "control:IF",
	"unless": "control:IF !", "case": "control:IF", "when": "control:IF",
	"else": "control:ELSE", "default": "control:ELSE",
	"return": "control:RET", "yield": "control:YIELD",
	"break": "control:BREAK", "continue": "control:NEXT", "next": "control:NEXT",
	"try": "control:TRY", "except": "control:CATCH", "catch": "control:CATCH", "rescue": "control:CATCH",
	"throw": "control:THROW", "raise": "control:THROW", "panic": "control:THROW",
	"and": "control:&&", "or": "control:||", "not": "control:!", "in": "control:HAS",
	"true": "control:TRUE", "false": "control:FALSE",
	"null": "control:NULL", "none": "control:NULL", "nil": "control:NULL", "undefined": "control:NULL", "nullptr": "control:NULL",
	"lambda": "control:FN", "switch": "", "match": "",
	"cout": "printing:PRINT", "cerr": "printing:PRINT", "cin": "reading:READ", "echo": "control:PRINT", "puts": "control:PRINT",

	"public": "", "private": "", "protected": "", "static": "", "final": "", "const": "", "let": "", "var": "", "mut": "",
	"unsigned": "", "signed": "", "inline": "", "auto": "", "void": "", "std": "", "this": "", "self": "", "new": "",
	"def": "", "fn": "", "func": "", "function": "", "class": "", "struct": "", "impl": "", "pub": "", "end": "", "do": "", "then": "",
	"global": "", "nonlocal": "", "pass": "", "override": "", "virtual": "", "readonly": "", "async": "", "await": "", "begin": "",
	"import": "", "from": "", "package": "", "using": "", "namespace": "", "include": "", "use": "", "as": "", "of": "", "is": "",
	"interface": "", "extends": "", "implements": "", "template": "", "typename": "", "typedef": "", "where": "", "dyn": "", "ref": "", "out": "",
	"math": "", "system": "", "console": "", "collections": "", "arrays": "", "process": "", "endl": "", "strings": "", "sort": "call:SORT",
	"fmt": "", "java": "", "util": "", "io": "", "exports": "", "module": "", "unwrap": "", "clone": "", "stream": "", "iter": "", "intoiter": "", "itermut": "",
	"collect": "", "tolist": "", "toarray": "", "cloned": "", "copied": "", "asref": "", "asstr": "", "tovec": "", "boxed": "", "owned": "", "toowned": "",
	"sys": "", "itertools": "", "functools": "", "operator": "", "re": "", "linq": "", "integer": "", "character": "", "convert": "",
})

// types name kinds of values; as a call they convert.
var types = table(map[string]string{
	"int": "call:INT", "long": "call:INT", "short": "call:INT", "byte": "", "char": "call:CHAR", "bool": "call:BOOL", "boolean": "call:BOOL",
	"float": "call:FLOAT", "double": "call:FLOAT", "string": "call:STR", "str": "call:STR", "bigint": "call:INT", "decimal": "call:FLOAT",
	"integer": "call:INT", "object": "", "any": "",
	"i8": "call:INT", "i16": "call:INT", "i32": "call:INT", "i64": "call:INT", "i128": "call:INT", "u8": "call:INT", "u16": "call:INT", "u32": "call:INT", "u64": "call:INT",
	"usize": "call:INT", "isize": "call:INT", "f32": "call:FLOAT", "f64": "call:FLOAT", "int8": "call:INT", "int16": "call:INT", "int32": "call:INT", "int64": "call:INT",
	"uint": "call:INT", "uint8": "call:INT", "uint32": "call:INT", "uint64": "call:INT", "float32": "call:FLOAT", "float64": "call:FLOAT", "rune": "call:CHAR", "sizet": "call:INT",
	"optional": "", "option": "", "result": "", "ok": "", "some": "", "err": "", "error": "", "complex": "", "bytes": "", "uintptr": "",
	"list": "kind:ARR", "array": "kind:ARR", "arraylist": "kind:ARR", "vector": "kind:ARR", "vec": "kind:ARR", "tuple": "kind:ARR", "linkedlist": "kind:ARR", "slice": "kind:ARR",
	"map": "kind:DICT", "hashmap": "kind:DICT", "dict": "kind:DICT", "unorderedmap": "kind:DICT", "dictionary": "kind:DICT", "treemap": "kind:DICT", "btreemap": "kind:DICT",
	"hash": "kind:DICT", "defaultdict": "kind:DICT", "linkedhashmap": "kind:DICT", "sorteddictionary": "kind:DICT", "ordereddict": "kind:DICT", "multimap": "kind:DICT",
	"counter": "kind:DICT COUNT", "set": "kind:SET", "hashset": "kind:SET", "unorderedset": "kind:SET", "treeset": "kind:SET", "btreeset": "kind:SET", "frozenset": "kind:SET", "multiset": "kind:SET",
	"sortedset": "kind:SET", "linkedhashset": "kind:SET",
	"deque": "kind:QUEUE", "queue": "kind:QUEUE", "arraydeque": "kind:QUEUE", "vecdeque": "kind:QUEUE", "stack": "kind:STACK", "priorityqueue": "kind:HEAP", "binaryheap": "kind:HEAP", "heapq": "kind:HEAP",
	"pair": "", "stringbuilder": "", "stringbuffer": "", "stringstream": "",
})

// calls are library functions and methods: what stands before "(" or behind ".".
var calls = table(map[string]string{
	"len": "LEN", "length": "LEN", "size": "LEN", "strlen": "LEN", "sizeof": "LEN", "capacity": "LEN",
	"count": "COUNT", "countvalues": "COUNT", "arraycountvalues": "COUNT", "tally": "COUNT", "substrcount": "COUNT", "groupby": "COUNT",
	"push": "APP", "append": "APP", "add": "APP", "pushback": "APP", "arraypush": "APP", "extend": "APP", "addall": "APP", "concat": "APP", "insert": "APP", "emplaceback": "APP",
	"offer": "APP", "addlast": "APP", "enqueue": "APP", "pushstr": "APP", "unshift": "APP", "addfirst": "APP", "appendleft": "APP", "arraymerge": "APP", "addrange": "APP", "emplace": "APP", "heappush": "APP", "pushfront": "APP", "arrayunshift": "APP",
	"pop": "POP", "popback": "POP", "removelast": "POP", "poll": "POP", "popleft": "POP", "shift": "POP", "dequeue": "POP", "popfront": "POP", "arraypop": "POP", "arrayshift": "POP", "heappop": "POP", "pollfirst": "POP", "polllast": "POP", "removefirst": "POP",
	"remove": "DEL", "delete": "DEL", "erase": "DEL", "discard": "DEL", "unset": "DEL", "removeat": "DEL", "splice": "DEL", "del": "DEL", "deleteat": "DEL", "retain": "IF",
	"peek": "LAST", "top": "LAST", "back": "LAST", "last": "LAST", "front": "FIRST", "first": "FIRST", "end": "", "begin": "", "rbegin": "",
	"sort": "SORT", "sorted": "SORT", "qsort": "SORT", "sortby": "SORT", "orderby": "SORT", "usort": "SORT", "ints": "SORT", "sortunstable": "SORT", "ksort": "SORT", "asort": "SORT", "rsort": "SORT REV", "sortunstableby": "SORT", "sortslice": "SORT", "orderbydescending": "SORT REV", "arsort": "SORT REV", "sortstrings": "SORT", "sortints": "SORT", "stablesort": "SORT", "sortbykey": "SORT", "nsmallest": "SORT", "nlargest": "SORT REV",
	"reverse": "REV", "reversed": "REV", "rev": "REV", "strrev": "REV", "arrayreverse": "REV", "reverseorder": "REV",
	"max": "MAX", "maximum": "MAX", "fmax": "MAX", "maxelement": "MAX", "min": "MIN", "minimum": "MIN", "fmin": "MIN", "minelement": "MIN", "maxby": "MAX", "minby": "MIN",
	"sum": "SUM", "accumulate": "SUM", "arraysum": "SUM", "reduce": "FOLD", "fold": "FOLD", "inject": "FOLD", "aggregate": "FOLD", "arrayreduce": "FOLD", "prod": "FOLD *", "product": "FOLD *", "arrayproduct": "FOLD *",
	"abs": "ABS", "fabs": "ABS", "labs": "ABS", "pow": "POW", "powi": "POW", "powf": "POW", "sqrt": "SQRT", "isqrt": "SQRT", "cbrt": "POW",
	"floor": "INT", "trunc": "INT", "ceil": "CEIL", "ceiling": "CEIL", "round": "ROUND", "parseint": "INT", "tointeger": "INT", "toi": "INT", "atoi": "INT", "intval": "INT", "stoi": "INT", "toint": "INT", "toint32": "INT", "parse": "INT", "valueof": "STR", "intdiv": "/", "intvalue": "INT", "divmod": "/ %", "div": "/", "mod": "%", "fmod": "%", "modulo": "%", "stol": "INT", "parselong": "INT", "toint64": "INT", "atol": "INT", "fdiv": "/", "remeuclid": "%",
	"number": "INT", "parsefloat": "FLOAT", "tof": "FLOAT", "parsedouble": "FLOAT", "todouble": "FLOAT", "atof": "FLOAT", "floatval": "FLOAT",
	"gcd": "GCD", "lcm": "LCM", "log": "LOG", "log10": "LOG", "log2": "LOG", "ln": "LOG", "exp": "EXP", "sin": "SIN", "cos": "COS", "tan": "TAN", "atan2": "ATAN", "atan": "ATAN", "pi": "PI", "radians": "RADIANS", "hypot": "SQRT", "acos": "ACOS", "factorial": "FACTORIAL",
	"random": "RAND", "rand": "RAND", "randint": "RAND", "nextint": "RAND", "randrange": "RAND", "mtrand": "RAND", "shuffle": "RAND", "intn": "RAND", "randrandom": "RAND",
	"print": "PRINT", "println": "PRINT", "printf": "PRINT", "putchar": "PRINT", "puts": "PRINT", "writeline": "PRINT", "write": "PRINT", "log_": "PRINT", "printline": "PRINT", "fprintf": "PRINT", "fprintln": "PRINT",
	"input": "READ", "readline": "READ", "scanf": "READ", "nextline": "READ", "getline": "READ", "gets": "READ", "getchar": "READ", "hasnext": "READ", "stdin": "READ", "scan": "READ", "scanln": "READ", "fgets": "READ", "read": "READ", "readlines": "READ", "nextlong": "READ", "nextdouble": "READ", "readint": "READ", "hasnextline": "READ", "hasnextint": "READ",
	"split": "SPLIT", "explode": "SPLIT", "fields": "SPLIT", "splitwhitespace": "SPLIT", "tokenize": "SPLIT", "strtok": "SPLIT", "strsplit": "CHARS", "pregsplit": "SPLIT", "stringtokenizer": "SPLIT", "nexttoken": "SPLIT",
	"join": "JOIN", "implode": "JOIN", "tochararray": "CHARS", "chars": "CHARS", "bytes": "CHARS", "eachchar": "CHARS", "scan_": "CHARS",
	"charat": "[", "at": "[", "charcodeat": "[ ORD", "nth": "[", "ord": "ORD", "codepointat": "ORD", "chr": "CHAR", "fromcharcode": "CHAR", "fromcodepoint": "CHAR", "itoa": "STR", "tostring": "STR", "tos": "STR", "strval": "STR", "repr": "STR", "format": "FORMAT", "sprintf": "FORMAT", "tofixed": "FORMAT ROUND", "numberformat": "FORMAT", "stringformat": "FORMAT", "formatint": "STR",
	"substring": "SLICE", "substr": "SLICE", "slice": "SLICE", "arrayslice": "SLICE", "sublist": "SLICE", "copyofrange": "SLICE", "take": "SLICE", "drop": "SLICE", "skip": "SLICE", "islice": "SLICE", "eachslice": "SLICE", "chunks": "SLICE", "eachcons": "SLICE", "windows": "SLICE", "arraychunk": "SLICE",
	"indexof": "FIND", "find": "FIND", "index": "FIND", "strpos": "FIND", "findindex": "FIND", "search": "FIND", "lastindexof": "FIND REV", "rfind": "FIND REV", "rindex": "FIND REV", "arraysearch": "FIND", "strstr": "FIND", "position": "FIND", "lowerbound": "BISECT", "upperbound": "BISECT", "bisect": "BISECT", "bisectleft": "BISECT", "bisectright": "BISECT", "binarysearch": "BISECT",
	"contains": "HAS", "includes": "HAS", "include": "HAS", "inarray": "HAS", "has": "HAS", "containskey": "HAS", "keyexists": "HAS", "arraykeyexists": "HAS", "isset": "HAS", "issubset": "HAS ALL", "strcontains": "HAS", "hasownproperty": "HAS", "haskey": "HAS", "member": "HAS", "strchr": "HAS", "containsvalue": "HAS",
	"get": "[", "getordefault": "[ DEFAULT", "fetch": "[", "setdefault": "[ DEFAULT", "put": "[ =", "set": "[ =", "unwrapor": "DEFAULT", "entry": "", "orinsert": "DEFAULT", "trygetvalue": "[ HAS", "orelse": "DEFAULT", "computeifabsent": "[ DEFAULT",
	"keys": "KEYS", "keyset": "KEYS", "arraykeys": "KEYS", "values": "VALUES", "arrayvalues": "VALUES", "items": "ITEMS", "entries": "ITEMS", "entryset": "ITEMS", "getkey": "KEYS", "getvalue": "VALUES", "fromentries": "DICT", "todictionary": "DICT", "toh": "DICT",
	"replace": "REPLACE", "replaceall": "REPLACE", "sub": "REPLACE", "gsub": "REPLACE", "strreplace": "REPLACE", "pregreplace": "REPLACE", "translate": "REPLACE", "tr": "REPLACE", "subn": "REPLACE",
	"trim": "TRIM", "strip": "TRIM", "rstrip": "TRIM", "lstrip": "TRIM", "chomp": "TRIM", "trimspace": "TRIM", "rtrim": "TRIM", "ltrim": "TRIM", "trimend": "TRIM", "trimstart": "TRIM",
	"upper": "UPPER", "touppercase": "UPPER", "upcase": "UPPER", "toupper": "UPPER", "strtoupper": "UPPER", "toasciiuppercase": "UPPER", "capitalize": "UPPER FIRST", "ucfirst": "UPPER FIRST", "ucwords": "UPPER FIRST", "title": "UPPER FIRST", "swapcase": "UPPER LOWER",
	"lower": "LOWER", "tolowercase": "LOWER", "downcase": "LOWER", "tolower": "LOWER", "strtolower": "LOWER", "toasciilowercase": "LOWER", "casefold": "LOWER",
	"isupper": "UPPER IF", "islower": "LOWER IF", "isdigit": "DIGIT", "isnumeric": "DIGIT", "isalpha": "ALPHA", "isletter": "ALPHA", "isalnum": "ALPHA DIGIT", "isletterordigit": "ALPHA DIGIT", "isspace": "SPACE", "isuppercase": "UPPER IF", "islowercase": "LOWER IF", "isalphabetic": "ALPHA", "isasciidigit": "DIGIT", "isalphanumeric": "ALPHA DIGIT", "isdecimal": "DIGIT", "ctypedigit": "DIGIT", "isasciiuppercase": "UPPER IF", "isasciilowercase": "LOWER IF", "iswhitespace": "SPACE", "ctypeupper": "UPPER IF", "todigit": "INT", "digit": "INT",
	"startswith": "PREFIX", "hasprefix": "PREFIX", "startwith": "PREFIX", "strstartswith": "PREFIX", "endswith": "SUFFIX", "hassuffix": "SUFFIX", "endwith": "SUFFIX",
	"match": "REGEX", "findall": "REGEX LOOP", "finditer": "REGEX LOOP", "fullmatch": "REGEX", "pregmatch": "REGEX", "pregmatchall": "REGEX LOOP", "test": "REGEX", "regexp": "REGEX", "matches": "REGEX", "matchall": "REGEX LOOP", "ismatch": "REGEX", "regex": "REGEX", "compile": "REGEX", "matcher": "REGEX", "group": "REGEX",
	"equals": "==", "strcmp": "== CMP", "compareto": "CMP", "compare": "CMP", "cmp": "CMP", "eql": "==", "equal": "==", "isequal": "==", "equalsignorecase": "== LOWER", "deepequal": "==", "sequenceequal": "==", "partialcmp": "CMP", "localecompare": "CMP",
	"isempty": "LEN 0 ==", "empty": "LEN 0 ==", "isnull": "NULL ==", "isnil": "NULL ==", "clear": "CLEAR", "fill": "FILL", "repeat": "REPEAT", "strrepeat": "REPEAT", "memset": "FILL", "arrayfill": "FILL", "ljust": "PAD", "zfill": "PAD", "padstart": "PAD", "rjust": "PAD", "strpad": "PAD", "padleft": "PAD",
	"swap": "SWAP", "zip": "ZIP", "arraycombine": "ZIP DICT", "enumerate": "ENUM", "eachwithindex": "LOOP ENUM", "withindex": "ENUM", "range": "RANGE", "xrange": "RANGE", "arange": "RANGE", "iota": "RANGE", "rangeclosed": "RANGE", "upto": "LOOP RANGE", "downto": "LOOP DOWN", "times": "LOOP RANGE 0", "step": "LOOP RANGE", "stepby": "RANGE",
	"map": "LOOP EACH", "arraymap": "LOOP EACH", "select": "LOOP EACH", "filter": "LOOP EACH IF", "arrayfilter": "LOOP EACH IF", "where": "LOOP EACH IF", "reject": "LOOP EACH IF !", "each": "LOOP EACH", "foreach": "LOOP EACH", "flatmap": "LOOP EACH APP", "filtermap": "LOOP EACH IF", "maptoobj": "LOOP EACH", "maptoint": "LOOP EACH", "collectconcat": "LOOP EACH APP", "eachpair": "LOOP EACH", "eachkey": "LOOP EACH",
	"any": "ANY", "some": "ANY", "anymatch": "ANY", "all": "ALL", "every": "ALL", "allmatch": "ALL", "nonematch": "ANY !", "anyof": "ANY", "allof": "ALL",
	"flatten": "FLAT", "flat": "FLAT", "chain": "FLAT", "uniq": "SET", "unique": "SET", "arrayunique": "SET", "distinct": "SET", "toset": "SET", "dedup": "SET",
	"intersection": "INTERSECT", "intersect": "INTERSECT", "arrayintersect": "INTERSECT", "retainall": "INTERSECT", "union": "UNION", "difference": "DIFF", "arraydiff": "DIFF", "removeall": "DIFF", "symmetricdifference": "DIFF", "setdiff": "DIFF", "isdisjoint": "INTERSECT",
	"permutations": "PERMUTE", "permutation": "PERMUTE", "combinations": "COMBINE", "combination": "COMBINE", "nextpermutation": "PERMUTE",
	"bin": "BIN", "tobinarystring": "BIN", "decbin": "BIN", "bindec": "BIN INT", "bitcount": "BIN COUNT", "hex": "HEX", "tohexstring": "HEX", "dechex": "HEX", "oct": "OCT", "md5": "MD5", "hexdigest": "HEX", "countones": "BIN COUNT", "popcount": "BIN COUNT", "onescount": "BIN COUNT", "builtinpopcount": "BIN COUNT", "xor": "^",
	"make": "ARR", "aslist": "ARR", "withcapacity": "ARR", "arraycopy": "COPY", "copy": "COPY", "copyof": "COPY", "deepcopy": "COPY", "dup": "COPY", "clonearray": "COPY", "resize": "ARR", "malloc": "ARR", "calloc": "ARR",
	"exit": "EXIT", "assert": "ASSERT", "isinstance": "TYPE", "typeof": "TYPE", "type": "TYPE", "gettype": "TYPE", "isa": "TYPE", "kindof": "TYPE", "instanceof": "TYPE", "isinteger": "TYPE INT", "isint": "TYPE INT", "isnan": "NAN", "isstring": "TYPE STR", "isarray": "TYPE ARR", "iseven": "% 2 == 0", "even": "% 2 == 0", "odd": "% 2 == 1", "isodd": "% 2 == 1", "zero": "== 0", "positive": "> 0", "negative": "< 0", "succ": "+ 1", "pred": "- 1",
})

// operators are operators by their common form; what is not here is left out.
var operators = map[string]string{
	"+": "+", "-": "-", "*": "*", "/": "/", "//": "/", "%": "%", "**": "POW", "&": "&", "|": "|", "^": "^", "~": "~",
	"<<": "<<", ">>": ">>", ">>>": ">>", "&&": "&&", "||": "||", "!": "!", "??": "DEFAULT",
	"==": "==", "===": "==", "!=": "!=", "!==": "!=", "<>": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "<=>": "CMP",
	"=": "=", ":=": "=", "+=": "+=", "-=": "-=", "*=": "*=", "/=": "/=", "//=": "/=", "%=": "%=", "&=": "&=", "|=": "|=", "^=": "^=",
	"<<=": "<<=", ">>=": ">>=", "**=": "POW", "||=": "DEFAULT", "??=": "DEFAULT", "[": "[", "?": "IF", "=>": "FN", "..": "RANGE", "...": "RANGE", "..=": "RANGE", ".=": "+=",
}

// table reads a table: "sense:names" or, of calls, the names alone.
func table(rows map[string]string) map[string]meaning {
	senses := map[string]sense{"control": control, "loop": loop, "call": call, "kind": kind, "printing": printing, "reading": reading}
	read := make(map[string]meaning, len(rows))
	for word, row := range rows {
		m := meaning{sense: call}
		name, names, found := strings.Cut(row, ":")
		switch {
		case found:
			m.sense = senses[name]
		case row == "loop":
			m.sense, names = loop, ""
		case row == "":
			m.sense = nothing
		default:
			names = row
		}
		m.names = strings.Fields(names)
		for _, n := range m.names {
			m.codes = append(m.codes, hash(n))
		}
		read[word] = m
	}
	return read
}

// operatorCodes are the codes of the common forms.
var operatorCodes = func() map[string]uint32 {
	codes := map[string]uint32{}
	for op, name := range operators {
		codes[op] = hash(name)
	}
	return codes
}()

// libraryCodes are what calls of the table do, less what operators do too.
var libraryCodes = func() map[uint32]bool {
	codes := map[uint32]bool{}
	for _, m := range calls {
		for _, c := range m.codes {
			codes[c] = true
		}
	}
	for _, c := range operatorCodes {
		delete(codes, c)
	}
	return codes
}()

// library says that a code stands for a library call.
func library(code uint32) bool { return libraryCodes[code] }
