package kinship

import (
	"regexp"
	"strings"

	"kadry/internal/codematch/lexer"
)

// longestLine is the longest line in bytes in which declarations are looked for.
const longestLine = 1000

// scanner finds the imports of a file line by line, by the form that they have in its language:
// text that looks so within a comment or a string counts too.
type scanner struct {
	language lexer.Language
	block    bool // within import ( ) of Go
}

// importForms have one group, what is imported; a word that starts the line is looked for
// before a form is tried, as few lines import.
var importForms = map[lexer.Language]struct {
	starts []string
	form   *regexp.Regexp
}{
	lexer.Python:     {[]string{"import ", "from "}, regexp.MustCompile(`^(?:from|import)\s+([\w.]+(?:\s*,\s*[\w.]+)*)`)},
	lexer.JavaScript: {[]string{"import", "const ", "var ", "let ", "export ", "}", "require"}, scriptImport},
	lexer.TypeScript: {[]string{"import", "const ", "var ", "let ", "export ", "}", "require"}, scriptImport},
	lexer.Java:       {[]string{"import "}, regexp.MustCompile(`^import\s+(?:static\s+)?([\w.]+)`)},
	lexer.C:          {[]string{"#"}, included},
	lexer.CPP:        {[]string{"#"}, included},
	lexer.CSharp:     {[]string{"using ", "global "}, regexp.MustCompile(`^(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;`)},
	lexer.Rust:       {[]string{"use ", "pub use ", "extern "}, regexp.MustCompile(`^(?:pub\s+)?(?:use|extern\s+crate)\s+(?:::)?(\w+(?:::\w+)*)`)},
	lexer.PHP:        {[]string{"use "}, regexp.MustCompile(`^use\s+(?:function\s+|const\s+)?\\?([\w\\]+)`)},
	lexer.Ruby:       {[]string{"require"}, regexp.MustCompile(`^require\s*\(?\s*['"]([^'"]+)['"]`)},
}

var (
	scriptImport = regexp.MustCompile(`(?:\bfrom\s*|^import\s*|\brequire\s*\(\s*|\bimport\s*\(\s*)['"]([^'"]+)['"]`)
	included     = regexp.MustCompile(`^#\s*include\s*(?:<([^>]+)>|"[^"]+")`)
	goImport     = regexp.MustCompile(`^(?:import\s+)?(?:[\w.]+\s+)?"([^"]+)"`)
)

// imports are the modules that a line names, those of the repository by their path left out.
func (s *scanner) imports(line string) []string {
	if s.language == lexer.Go {
		return s.goImports(line)
	}
	form, known := importForms[s.language]
	if !known || !startsWith(line, form.starts) {
		return nil
	}
	match := form.form.FindStringSubmatch(line)
	if match == nil {
		return nil
	}
	var modules []string
	for module := range strings.SplitSeq(match[1], ",") {
		module = strings.TrimSpace(module)
		if module = s.crate(module); root(module) != "" {
			modules = append(modules, module)
		}
	}
	return modules
}

func startsWith(line string, starts []string) bool {
	for _, start := range starts {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// crate is the crate of a path of Rust, two parts of its standard library; none for paths of
// the crate itself. Modules of other languages stay.
func (s *scanner) crate(module string) string {
	if s.language != lexer.Rust {
		return module
	}
	parts := strings.SplitN(module, "::", 3)
	switch parts[0] {
	case "crate", "self", "super":
		return ""
	case "std":
		return strings.Join(parts[:min(2, len(parts))], "::")
	}
	return parts[0]
}

func (s *scanner) goImports(line string) []string {
	switch {
	case strings.HasPrefix(line, "import ("):
		s.block = true
		return nil
	case s.block && strings.HasPrefix(line, ")"):
		s.block = false
		return nil
	case !s.block && !strings.HasPrefix(line, "import "):
		return nil
	}
	if match := goImport.FindStringSubmatch(line); match != nil && root(match[1]) != "" {
		return []string{match[1]}
	}
	return nil
}

// declarers are the words before the name of what is declared.
var declarers = map[string]bool{
	"class": true, "interface": true, "struct": true, "enum": true, "trait": true, "record": true, "module": true,
	"fn": true, "func": true, "function": true, "def": true, "type": true,
}

// declared is the name that a line declares, "" for none. Names of tests and short ones say
// nothing.
func declared(line string) string {
	const words, shortest = 6, 4
	rest := line
	for range words {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		if !declarers[word] {
			if rest == "" || word == "" || !letterFirst(word) && word[0] != '@' {
				return ""
			}
			continue
		}
		rest = strings.TrimLeft(rest, " *")
		if word == "func" && strings.HasPrefix(rest, "(") { // a method of Go
			_, rest, _ = strings.Cut(rest, ") ")
		}
		name := identifier(rest)
		if len(name) < shortest || strings.HasPrefix(strings.ToLower(name), "test") {
			return ""
		}
		return name
	}
	return ""
}

func letterFirst(word string) bool {
	return word[0] >= 'a' && word[0] <= 'z' || word[0] >= 'A' && word[0] <= 'Z'
}

// identifier is the name that a text starts with.
func identifier(text string) string {
	end := 0
	for end < len(text) && end < longestModule {
		b := text[end]
		if b != '_' && !letterFirst(text[end:]) && (b < '0' || b > '9') {
			break
		}
		end++
	}
	return text[:end]
}

var routed = regexp.MustCompile(`(?i)(?:get|post|put|patch|delete|head|route|handle|handlefunc|mapping|url|path)\w{0,8}\s*\(\s*(?:value\s*=\s*|path\s*=\s*)?["'` + "`" + `](?:[A-Z]+ )?(/[^\s"'` + "`" + `]{1,80})["'` + "`" + `]`)

// route is the path that a line serves or asks for, "" for none.
func route(line string) string {
	if !strings.Contains(line, `"/`) && !strings.Contains(line, `'/`) && !strings.Contains(line, "`/") && !strings.Contains(line, ` /`) {
		return ""
	}
	if match := routed.FindStringSubmatch(line); match != nil {
		return match[1]
	}
	return ""
}
