package kinship

import (
	"math"
	"path"
	"strings"
)

// bag is terms with how much a card has of each, before rarity is counted in.
type bag map[string]float64

// features are a card's terms by field.
type features struct {
	bags  [Fields]bag
	stems stemmer
}

// Weights of the fields within the topic: what is written for people says most in few words.
const (
	topicName   = 3
	topicProse  = 1.5
	topicPlace  = 1
	topicSource = 1
	topicModule = 1
)

// featuresOf turns a card into terms: counts on a logarithmic scale, as the tenth use of a word
// says less than the first.
func featuresOf(c Card, stems stemmer) [Fields]bag {
	f := &features{stems: stems}
	for i := range f.bags {
		f.bags[i] = bag{}
	}
	for word, count := range c.Subtokens {
		if len(word) <= longestModule {
			f.bags[Source].add(stems.stem(strings.ToLower(word)), float64(count))
		}
	}
	f.readme(c.Readme)
	f.places(c.Paths)
	f.modules(c)
	f.named(c.Repository)
	for _, s := range c.Symbols {
		f.words(Surface, s)
	}
	for _, r := range c.Routes {
		f.words(Surface, r)
	}
	for _, b := range f.bags {
		b.dampen()
	}
	f.bags[Topic].join(f.bags[Name], topicName, "#")
	f.bags[Topic].join(f.bags[Prose], topicProse, " ")
	f.bags[Topic].join(f.bags[Place], topicPlace, "")
	f.bags[Topic].join(f.bags[Source], topicSource, "")
	f.bags[Topic].join(f.bags[Module], topicModule, "/")
	return f.bags
}

func (b bag) add(term string, weight float64) {
	if term != "" && weight > 0 {
		b[term] += weight
	}
}

func (f *features) words(field Field, text string) {
	eachWord(text, func(word string) { f.bags[field].add(f.stems.stem(word), 1) })
}

func (b bag) dampen() {
	for term, count := range b {
		b[term] = math.Log1p(count)
	}
}

// join adds another field's terms, those with a mark left out: they are of that field alone.
func (b bag) join(other bag, weight float64, marks string) {
	for term, count := range other {
		if marks == "" || !strings.ContainsAny(term, marks) {
			b[term] += weight * count
		}
	}
}

func (f *features) readme(text string) {
	for _, p := range passages(text) {
		before := ""
		eachWord(p.text, func(word string) {
			now := f.stems.stem(word)
			f.bags[Prose].add(now, p.weight)
			if before != "" && !stopped(before) && !stopped(now) {
				f.bags[Prose].add(before+" "+now, p.weight)
			}
			before = now
		})
	}
}

// stopped says whether a word is so usual in READMEs that a pair with it tells nothing.
func stopped(word string) bool {
	const usual = .4
	return len(word) < 3 || background()[word].prose > usual
}

// places counts each word of a path once a folder: a hundred files of a folder are one hint.
func (f *features) places(paths []string) {
	folders := map[string]bool{}
	for _, p := range paths {
		if idle(p) {
			continue
		}
		dir, file := path.Split(p)
		if !folders[dir] {
			folders[dir] = true
			f.words(Place, dir)
		}
		f.words(Place, strings.TrimSuffix(file, path.Ext(file)))
	}
}

// idle says whether a path is of a kind that every repository has.
func idle(p string) bool {
	lower := strings.ToLower(p)
	if strings.HasPrefix(lower, ".") {
		return true
	}
	base := path.Base(lower)
	for _, start := range []string{"license", "licence", "copying", "readme", "contributing", "changelog", "code_of_conduct", "security.", "notice", "authors"} {
		if strings.HasPrefix(base, start) {
			return true
		}
	}
	return false
}

func (f *features) modules(c Card) {
	_, own, _ := strings.Cut(strings.ToLower(c.Repository), "/")
	count := func(module string, n int) {
		name := family(module)
		if name == "" || name == own || strings.HasSuffix(name, "/"+own) {
			return
		}
		f.bags[Module].add("/"+name, float64(n))
		f.words(Module, name[strings.LastIndexByte(name, '/')+1:])
		f.bags[Capability].add(capabilityOf(module), float64(n))
	}
	for module, n := range c.Imports {
		count(module, n)
	}
	for _, module := range c.Dependencies {
		count(module, 1)
	}
}

// named takes the words of a repository's name and its runs of letters, as names are often
// written together: resumematch, resume-matcher.
func (f *features) named(repository string) {
	name := path.Base(repository)
	f.words(Name, name)
	const run, runWeight = 4, .3
	var letters []rune
	eachWord(name, func(word string) { letters = append(letters, []rune(word)...) })
	for i := 0; i+run <= len(letters) && i < longestModule; i++ {
		f.bags[Name].add("#"+string(letters[i:i+run]), runWeight)
	}
}
