package align

import (
	"slices"
	"strings"
)

// synonyms are names of the standard libraries of several languages for one thing. They count
// between languages only: within one each name is a thing of its own.
var synonyms = table(
	"append push push_back add Add emplace_back array_push Append",
	"print println printf Println Printf puts log echo WriteLine Write write cout console fmt",
	"lower toLowerCase to_lowercase ToLower tolower strtolower downcase toLower",
	"upper toUpperCase to_uppercase ToUpper toupper strtoupper upcase toUpper",
	"str toString to_string String Itoa valueOf ToString to_s strval FormatInt",
	"int parseInt Atoi stoi atoi intval to_i Parse",
	"float parseFloat stod atof floatval to_f ParseFloat parseDouble ParseDouble",
	"abs Abs fabs labs",
	"max Max fmax math_max",
	"min Min fmin math_min",
	"sqrt Sqrt isqrt",
	"pow Pow powi powf",
	"floor Floor", "ceil Ceil Ceiling", "round Round",
	"sort sorted Sort usort sort_by Ints Slice sort_unstable",
	"reverse reversed Reverse rev strrev array_reverse",
	"join Join implode concat",
	"split Split explode split_whitespace Fields preg_split",
	"strip trim Trim TrimSpace", "replace Replace replaceAll ReplaceAll str_replace gsub replace_all",
	"startswith startsWith starts_with HasPrefix StartsWith start_with? str_starts_with",
	"endswith endsWith ends_with HasSuffix EndsWith end_with? str_ends_with",
	"contains includes Contains in_array include? has containsKey has_key ContainsKey contains_key indexOf count find array_key_exists key?",
	"isdigit isDigit IsDigit is_numeric is_digit ctype_digit is_ascii_digit",
	"isalpha isLetter IsLetter is_alphabetic ctype_alpha isAlphabetic",
	"substring substr Substring slice", "charAt at charCodeAt", "map Map Select array_map collect", "filter Where array_filter select",
	"reduce fold Aggregate array_reduce inject", "sum Sum array_sum", "keys Keys array_keys keySet", "values Values array_values",
	"pop pop_back Pop array_pop", "shift popleft pop_front array_shift poll Dequeue", "insert unshift", "remove Remove erase delete",
	"list vec Vec vector ArrayList List Array array make",
	"dict map Map HashMap Dictionary unordered_map Hash BTreeMap TreeMap",
	"set Set HashSet unordered_set TreeSet", "ord charCodeAt codePointAt", "chr fromCharCode", "get Get", "put set insert",
	"Exception Error ValueError RuntimeException IllegalArgumentException ArgumentError InvalidArgumentException runtime_error invalid_argument ArgumentException",
)

// table maps each word to the first of its line.
func table(lines ...string) map[string][]int {
	all := map[string][]int{}
	for i, line := range lines {
		for word := range strings.FieldsSeq(line) {
			all[word] = append(all[word], i)
		}
	}
	return all
}

// sameCall tells whether two names stand for one thing in their languages.
func sameCall(a, b string) bool {
	if a == b {
		return true
	}
	a, b = strings.TrimSuffix(strings.TrimPrefix(a, "new "), "!"), strings.TrimSuffix(strings.TrimPrefix(b, "new "), "!")
	if a == b {
		return true
	}
	for _, i := range synonyms[a] {
		if slices.Contains(synonyms[b], i) {
			return true
		}
	}
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

// group is the number of the first group of a name; -1 is none.
func group(name string) int {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "new "), "!")
	if g := synonyms[name]; len(g) > 0 {
		return g[0]
	}
	return -1
}
