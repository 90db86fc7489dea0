package survey

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2"

	"kadry/internal/evidence/tech"
	"kadry/internal/evidence/usage"
	"kadry/internal/github"
	"kadry/internal/manifest"
)

// What is read of one repository at most. The rest counts by language alone.
const (
	mostScanned   = 32 << 20 // bytes of source searched for imports
	mostManifests = 2_000
	mostMarks     = 60_000
	mostOthers    = 20_000
	symbolsKept   = 12
	longLine      = 80       // bytes of a line of code that count
	classified    = 16 << 10 // bytes that tell languages with one extension apart
)

// Reader reads files as they come. It is not safe for concurrent use.
type Reader struct {
	table *tech.Table
	asked []asked

	files, generated, vendored int
	scanned                    int64
	code                       []source
	manifests                  []manifest.File
	found                      []mention
	published                  map[string]bool   // packages that the repository itself publishes; see moduleOf
	modules                    map[string]bool   // top-level modules that the repository itself holds, by language and name
	top                        map[string]bool   // top-level paths -> is a folder
	others                     []string          // paths of what is no code
	only                       map[string]string // skill -> why it does not count
	heads                      map[string]head   // of code that may be a copy, by path
	notes                      map[string]bool   // words of licences and manifests
	signs                      []sign
	constants                  map[string]map[string]bool // of Ruby files
}

// mention is one place that names a skill, before it is known what the repository publishes.
type mention struct {
	skill  string
	mark   Mark
	module string // language and first part of the import, to compare with Reader.modules
}

// NewReader returns a reader that finds the skills of the table, and the asked ones besides
// under the names that they go by as packages.
func NewReader(table *tech.Table, askedSkills ...string) *Reader {
	r := &Reader{table: table, published: map[string]bool{}, modules: map[string]bool{}, top: map[string]bool{}, only: map[string]string{}, constants: map[string]map[string]bool{}, heads: map[string]head{}, notes: map[string]bool{}}
	for _, name := range askedSkills {
		if _, known := table.Tech(name); !known && !slices.ContainsFunc(r.asked, func(a asked) bool { return a.name == name }) {
			r.asked = append(r.asked, newAsked(name))
		}
	}
	return r
}

// Add reads one file.
func (r *Reader) Add(f github.File) {
	r.files++
	top, below, nested := strings.Cut(f.Path, "/")
	r.top[top] = nested
	if coded := r.take(f, top, below); !coded && len(r.others) < mostOthers {
		r.others = append(r.others, f.Path)
	}
}

// take says whether a file is code that was written here.
func (r *Reader) take(f github.File, top, below string) bool {
	if vendored(f.Path) {
		r.vendored++
		r.aware(f, "vendored")
		return false
	}
	if sample(f.Path) {
		r.aware(f, "sample")
		return false
	}
	if manifest.Known(f.Path) {
		r.manifest(f)
	}
	if f.Body == nil {
		return false
	}
	if generated(f) {
		r.generated++
		r.aware(f, "generated")
		return false
	}
	r.kept(f)
	r.note(f)
	language := languageOf(f)
	r.words(f, language)
	if language == "" {
		return false
	}
	if language == "Ruby" {
		r.constant(f)
	}
	part := partOf(f.Path)
	lines, language := r.source(f, language, part)
	if !written(language) || lines == 0 {
		return false
	}
	if language == "Vue" || language == "Svelte" {
		language = scriptLanguage(f.Body)
	}
	// Padding, data and the outputs of notebooks are no code: lines bound what bytes count.
	r.code = append(r.code, source{path: f.Path, language: language, bytes: min(f.Size, int64(lines)*longLine), part: part})
	if h, ok := headOf(f.Body); ok {
		r.heads[f.Path] = h
	}
	if part == Code {
		r.module(language, top, below)
	}
	if language == "Python" {
		r.modules[fileModule(f.Path)] = true
	}
	if included(f.Path) {
		r.modules[headerModule(f.Path)] = true
	}
	return true
}

// included tells a file that other files of C and its relatives include.
func included(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".h", ".hh", ".hpp", ".hxx", ".inc":
		return true
	}
	return false
}

// headerModule is how a header is known among modules: by its name in whatever folder, since
// folders are given to the compiler.
func headerModule(name string) string { return "header " + strings.ToLower(path.Base(name)) }

// fileModule is how a file of Python is known among modules to the files beside it.
func fileModule(name string) string { return "file " + name }

// module remembers the modules that the repository brings itself, by which an import may mean
// one of them and no foreign package.
func (r *Reader) module(language, top, below string) {
	if language != "Python" && language != "Ruby" && language != "PHP" {
		return // where a bare import never means a folder of the repository
	}
	if below == "" {
		r.modules[language+" "+strings.TrimSuffix(top, path.Ext(top))] = true
		return
	}
	r.modules[language+" "+top] = true
	if first, _, nested := strings.Cut(below, "/"); nested && (top == "src" || top == "lib") {
		r.modules[language+" "+first] = true
	}
}

// aware remembers that a skill shows only in what others wrote.
func (r *Reader) aware(f github.File, why string) {
	language := languageOf(f)
	for _, skill := range r.table.Language(language) {
		r.discount(skill, why)
	}
}

// reasons why what shows a skill does not count, the most telling first. Of several the first
// is told, in whatever order the files came.
var reasons = []string{"sample", "own module", "unused", "vendored", "generated", "managed", "transitive"}

func (r *Reader) discount(skill, why string) {
	if had := r.only[skill]; had == "" || slices.Index(reasons, why) < slices.Index(reasons, had) {
		r.only[skill] = why
	}
}

// source searches code for imports and says how many lines of code it has, and in which language:
// a notebook is in its kernel's, where that is not the Python of most.
func (r *Reader) source(f github.File, language string, part Part) (lines int, in string) {
	if len(bytes.TrimSpace(f.Body[:min(len(f.Body), classified)])) == 0 {
		return 0, language
	}
	if !usage.Known(usage.Language(language)) || r.scanned > mostScanned {
		return strings.Count(string(f.Body[:min(len(f.Body), classified)]), "\n") + 1, language
	}
	r.scanned += f.Size
	got := usage.Scan(usage.Language(language), f.Body)
	if got.Kernel != "" && got.Kernel != usage.Python {
		language = string(got.Kernel)
	}
	symbols := map[string][]string{}
	for _, s := range got.Symbols {
		symbols[s.Import] = append(symbols[s.Import], s.Name)
		if s.Import == "" {
			r.commands(f, s, part)
		}
	}
	r.free(f, language, got.Free, part)
	for _, i := range got.Imports {
		module := language + " " + firstOf(i.Path)
		if i.Local {
			if !included(i.Path) {
				continue
			}
			module = headerModule(i.Path) // in quotes, as a library's often are
		}
		r.brought(f, language, i, symbols[i.Path], part)
		skills := slices.Clone(r.table.Import(language, i.Path)) // the table's list is shared by all readers
		for _, a := range r.asked {
			if a.imported(language, i.Path) {
				skills = append(skills, a.name)
			}
		}
		for _, skill := range skills {
			switch {
			case i.Dead || !i.Used:
				r.discount(skill, "unused")
				continue
			case len(r.found) == mostMarks:
				continue
			}
			r.found = append(r.found, mention{skill: skill, module: module, mark: Mark{
				Path: f.Path, Line: i.Line, Kind: Used, Part: r.partFor(skill, part), Name: i.Path, Symbols: symbols[i.Path], Bytes: f.Size,
			}})
		}
	}
	return got.CodeLines, language
}

// partFor is what a file is for as seen by a skill: to one that is about testing, tests are the code.
func (r *Reader) partFor(skill string, part Part) Part {
	if t, ok := r.table.Tech(skill); ok && t.Category == "test" && part == Test {
		return Code
	}
	return part
}

// firstOf is the first part of an import, which for most languages names the module.
func firstOf(imported string) string {
	if i := strings.IndexAny(imported, "./:\\"); i > 0 {
		return imported[:i]
	}
	return imported
}

// constant remembers the constants of a Ruby file: gems are loaded by the Gemfile, and no line of
// the file names them otherwise.
func (r *Reader) constant(f github.File) {
	if len(r.constants) == mostRuby {
		return
	}
	names := map[string]bool{}
	for _, name := range rubyConstant.FindAllString(string(f.Body), mostConstants) {
		names[name] = true
	}
	r.constants[f.Path] = names
}

var rubyConstant = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b`)

const (
	mostRuby      = 4_000 // files
	mostConstants = 400   // of a file
)

// commands takes what a script calls.
func (r *Reader) commands(f github.File, s usage.Symbol, part Part) {
	for _, skill := range r.table.Command(s.Name) {
		r.mark(skill, Mark{Path: f.Path, Line: s.Line, Kind: Invoked, Part: part, Name: s.Name, Bytes: f.Size})
	}
}

func (r *Reader) mark(skill string, m Mark) {
	if len(r.found) < mostMarks {
		r.found = append(r.found, mention{skill: skill, mark: m})
	}
}

// kept takes files that are themselves the thing.
func (r *Reader) kept(f github.File) {
	if len(strings.TrimSpace(string(f.Body[:min(len(f.Body), 4096)]))) == 0 {
		return
	}
	for _, skill := range r.table.File(f.Path) {
		r.mark(skill, Mark{Path: f.Path, Kind: Kept, Part: Code, Name: path.Base(f.Path), Bytes: f.Size})
	}
}

// manifest reads what is declared and published. A damaged file says what it can.
func (r *Reader) manifest(f github.File) {
	if f.Body == nil || len(r.manifests) == mostManifests {
		return
	}
	if got, err := manifest.Read(f.Path, f.Body); err == nil || len(got.Dependencies) > 0 {
		r.manifests = append(r.manifests, got)
	}
}

// vendored reports whether a path is that of code which others wrote. Linguist's rule takes
// the folders of workflows for such, which are kept by hand, and "deps", into which the tools of
// Erlang and Elixir put what is not committed: what is there belongs to the repository.
func vendored(p string) bool {
	if strings.HasPrefix(p, ".github/") || strings.HasPrefix(p, ".circleci/") || strings.HasPrefix(p, ".gitlab") {
		return false
	}
	if strings.HasPrefix(p, "deps/") && slices.Contains([]string{".erl", ".hrl", ".ex", ".exs"}, path.Ext(p)) {
		return false
	}
	return enry.IsVendor(p) && !manifest.Known(path.Base(p)) || within(p, "node_modules", "vendor", "third_party", "bower_components", "site-packages", "Pods", "dist")
}

// sample reports whether a file is data of tests: it may look like code of any kind.
func sample(p string) bool {
	return within(p, "fixtures", "fixture", "__fixtures__", "testdata", "__snapshots__", "snapshots", "test-data", "test_data") ||
		within(p, "test", "tests", "__tests__", "spec") && within(p, "samples", "sample", "inputs", "golden", "corpus")
}

func within(p string, folders ...string) bool {
	for _, f := range folders {
		if strings.HasPrefix(p, f+"/") || strings.Contains(p, "/"+f+"/") {
			return true
		}
	}
	return false
}

const (
	longestLine = 2_000 // bytes; over what people write and below what minifiers do
	leastSpaces = 8     // of a hundred bytes, likewise
)

// generated reports whether a program wrote the file: by Linguist's rules, by the mark at its
// head, or by lines nobody types.
func generated(f github.File) bool {
	if enry.IsGenerated(f.Path, f.Body) {
		return true
	}
	head := strings.ToLower(string(f.Body[:min(len(f.Body), 1500)]))
	if strings.Contains(head, "do not edit") && strings.Contains(head, "generated") || generatedMark.MatchString(head) {
		return true
	}
	lines := 1 + strings.Count(string(f.Body), "\n")
	ext := path.Ext(f.Path)
	if ext == ".sql" && slices.ContainsFunc(toolsSQL, func(mark string) bool { return strings.Contains(head, mark) }) {
		return true
	}
	if ext != ".js" && ext != ".css" && ext != ".mjs" {
		return false
	}
	return len(f.Body) > 4*longestLine && len(f.Body)/lines > longestLine/4 || len(f.Body) > longestLine && dense(f.Body)
}

// dense reports text without the spaces that people put into it: of what they write an eighth
// and more are spaces, whatever the length of the lines that a minifier leaves.
func dense(body []byte) bool {
	spaces := 0
	for _, c := range body {
		if c == ' ' || c == '\t' {
			spaces++
		}
	}
	return spaces < len(body)*leastSpaces/100
}

// generatedMark is the mark by agreement of tools; the annotation @GeneratedValue is none.
var generatedMark = regexp.MustCompile(`@generated\b`)

// toolsSQL are what tools leave at the head of SQL that they write, in lower case: dumps of a
// database, and migrations derived from a schema that is kept elsewhere (Prisma, Drizzle, Entity
// Framework).
var toolsSQL = []string{
	"-- postgresql database dump", "-- mysql dump", "-- mariadb dump", "-- phpmyadmin sql dump", "pragma foreign_keys=off;\nbegin transaction;",
	"-- createtable\n", "-- altertable\n", "-- createindex\n", "-- createenum\n", "-- addforeignkey\n", "-- droptable\n", "--> statement-breakpoint", "__efmigrationshistory",
}

// partOf says what a file is for by its path.
func partOf(p string) Part {
	switch {
	case enry.IsTest(p) || within(p, "test", "tests", "__tests__", "spec", "src/test", "e2e"):
		return Test
	case enry.IsDocumentation(p) || within(p, "docs", "docs_src", "doc", "examples", "example", "samples"):
		return Docs
	}
	return Code
}

// languageOf is Linguist's name of a file's language: by name and extension where they settle
// it, by content where they do not.
func languageOf(f github.File) string {
	base := path.Base(f.Path)
	if language, safe := enry.GetLanguageByFilename(base); safe && language != "" {
		return language
	}
	if language, safe := enry.GetLanguageByExtension(base); safe && language != "" {
		return language
	}
	begin := f.Body[:min(len(f.Body), classified)]
	language := enry.GetLanguage(base, begin)
	if language == "Perl" && !perl.Match(begin) {
		return "" // every file of tests that ends in .t is called Perl
	}
	return language
}

var perl = regexp.MustCompile(`(?m)^#!.*perl|^\s*(use|package|require)\s+[\w:.]+[^;\n]*;|^\s*(my|our)\s*[$@%(]`)

// scriptLanguage is what the script of a component is written in.
func scriptLanguage(component []byte) string {
	if tag := scriptTag.Find(component); strings.Contains(string(tag), "ts") {
		return "TypeScript"
	}
	return "JavaScript"
}

var scriptTag = regexp.MustCompile(`<script[^>]{0,200}\blang=["']?tsx?\b`)

// written reports whether a language is one that people program in.
func written(language string) bool {
	switch enry.GetLanguageType(language) {
	case enry.Programming:
		return true
	case enry.Markup:
		return slices.Contains([]string{"Vue", "Svelte", "HTML", "CSS", "SCSS", "Sass", "Less", "Stylus", "Jupyter Notebook"}, language)
	}
	return language == "SQL" || language == "GraphQL"
}
