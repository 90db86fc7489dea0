package kinship

import (
	"maps"
	"path"
	"slices"
	"strings"

	"kadry/internal/codematch/lexer"
	"kadry/internal/manifest"
)

const (
	mostText = 1 << 20 // bytes of a file that are read
	// mostDistinct bounds what a builder holds of one kind before the rarest are dropped.
	mostDistinct = 50_000
)

// Builder makes the card of a repository that is read file by file. It holds a bounded amount,
// however large the repository is, and is for one goroutine.
type Builder struct {
	card         Card
	subtokens    map[string]int
	imports      map[string]int
	dependencies map[string]int
	symbols      map[string]int
	routes       map[string]int
	top          map[string]bool // its name and its folders at the top
	published    map[string]bool // modules that its manifests name
	readmeDepth  int
}

// NewBuilder starts the card of a repository, "owner/name".
func NewBuilder(repository string) *Builder {
	return &Builder{
		card:      Card{Repository: repository, Extensions: map[string]int{}},
		subtokens: map[string]int{}, imports: map[string]int{}, dependencies: map[string]int{},
		symbols: map[string]int{}, routes: map[string]int{}, published: map[string]bool{},
		top: map[string]bool{path.Base(strings.ToLower(repository)): true},
	}
}

// Add reads a file: a README, a manifest, a source when its language is given. Without text the
// path alone counts; what is vendored or generated is not to be given at all.
func (b *Builder) Add(file string, language lexer.Language, text string) {
	b.card.Files++
	b.path(file)
	text = text[:min(len(text), mostText)]
	switch {
	case text == "":
	case strings.HasPrefix(strings.ToLower(path.Base(file)), "readme"):
		b.readme(file, text)
	case manifest.Known(file):
		b.manifest(file, text)
	case language != "":
		b.source(language, text)
	}
}

// path keeps every path up to a bound; of a larger repository every second one and so on, so
// that those kept are of all folders.
func (b *Builder) path(file string) {
	b.card.Extensions[strings.ToLower(path.Ext(file))]++
	trim(b.card.Extensions, "")
	if top, _, below := strings.Cut(file, "/"); below && len(b.top) < mostNames && !strings.HasPrefix(top, ".") {
		b.top[strings.ToLower(top)] = true
	}
	stride := 1 + b.card.Files/mostDistinct
	if len(file) <= longestPath && b.card.Files%stride == 0 {
		b.card.Paths = append(b.card.Paths, file)
	}
	if len(b.card.Paths) > 2*mostDistinct {
		b.card.Paths = spaced(b.card.Paths, mostDistinct, longestPath)
	}
}

// readme keeps the README nearest to the root, in whatever order they come.
func (b *Builder) readme(file, text string) {
	depth := 1 + strings.Count(file, "/")
	if b.readmeDepth == 0 || depth < b.readmeDepth {
		b.card.Readme, b.readmeDepth = cut(text, mostReadme), depth
	}
}

// manifest counts what is declared; a damaged file counts as far as it can be read.
func (b *Builder) manifest(file, text string) {
	read, _ := manifest.Read(file, []byte(text))
	for _, p := range read.Publishes {
		if len(b.published) < mostNames {
			b.published[family(p.Name)] = true
		}
	}
	if read.Lock {
		return // what others depend on
	}
	for _, d := range read.Dependencies {
		count(b.dependencies, d.Name)
	}
}

func (b *Builder) source(language lexer.Language, text string) {
	eachWord(text, func(word string) { count(b.subtokens, word) })
	s := scanner{language: language}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if len(line) > longestLine {
			continue // generated, or data
		}
		for _, module := range s.imports(line) {
			count(b.imports, module)
		}
		if name := declared(line); name != "" {
			count(b.symbols, name)
		}
		if r := route(line); r != "" {
			count(b.routes, r)
		}
	}
}

func count(into map[string]int, name string) {
	into[name]++
	trim(into, name)
}

// trim drops the rarer half of the names when there are too many, but not the last one.
func trim(counts map[string]int, last string) {
	if len(counts) <= mostDistinct {
		return
	}
	sorted := slices.Sorted(maps.Values(counts))
	median := sorted[len(sorted)/2]
	maps.DeleteFunc(counts, func(name string, n int) bool { return n <= median && name != last })
}

// Card is what was read so far, bounded. Modules of the repository itself are left out.
func (b *Builder) Card() Card {
	c := b.card
	c.Extensions = maps.Clone(c.Extensions)
	c.Subtokens = maps.Clone(b.subtokens)
	c.Imports = maps.Clone(b.imports)
	maps.DeleteFunc(c.Imports, func(module string, _ int) bool { return b.itself(module) })
	c.Dependencies = slices.Collect(maps.Keys(b.dependencies))
	c.Symbols = slices.Collect(maps.Keys(b.symbols))
	c.Routes = slices.Collect(maps.Keys(b.routes))
	return c.Bounded()
}

// itself says whether a module is of the repository: published by it, named as it is, or a
// folder at its top, as Python imports its own packages.
func (b *Builder) itself(module string) bool {
	name := family(module)
	if _, _, hosted := cutHost(root(module)); hosted {
		return b.published[name] || name == strings.ToLower(b.card.Repository)
	}
	first, _, _ := strings.Cut(name, ".")
	return name == "" || b.published[name] || b.top[name] || b.top[first]
}
