package main

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/BurntSushi/toml"

	"kadry/internal/skill"
)

//go:embed words/en.toml words/ru.toml words/trades.toml
var wordFiles embed.FS

// words are the parts that the CVs of one language are put together from.
type words struct {
	First          []string `toml:"first"`
	SurnameEndings []string `toml:"surname_endings"`
	Company        []string `toml:"company"`
	Cities         []string `toml:"cities"`
	Schools        []string `toml:"schools"`
	Degrees        []string `toml:"degrees"`
	Months         []string `toml:"months"`
	Did            []string `toml:"did"`
	Thing          []string `toml:"thing"`
	Of             []string `toml:"of"`
	With           []string `toml:"with"` // "using %s": a skill
	So             []string `toml:"so"`   // "which cut cost by %d": a number
	Aside          []string `toml:"aside"`
	About          []string `toml:"about"`
	Levels         []string `toml:"levels"` // by rising years of work
	Languages      []string `toml:"languages"`
	Negated        string   `toml:"negated"`
	Headings       headings `toml:"headings"`

	syllables []string
}

type headings struct {
	About     string `toml:"about"`
	Skills    string `toml:"skills"`
	Work      string `toml:"work"`
	School    string `toml:"school"`
	Languages string `toml:"languages"`
	Present   string `toml:"present"`
}

// trade is what a person does for a living.
type trade struct {
	EN   string   `toml:"en"`
	RU   string   `toml:"ru"`
	Core []string `toml:"core"`
	Some []string `toml:"some"`
}

// generator makes CVs. The same number is the same CV, on any machine.
type generator struct {
	english, russian words
	trades           []trade
	tail             []string // every skill of the taxonomy that no trade names
}

func newGenerator(g *skill.Graph) (*generator, error) {
	var made generator
	var list struct {
		Trade []trade `toml:"trade"`
	}
	for name, into := range map[string]any{"en": &made.english, "ru": &made.russian, "trades": &list} {
		if _, err := toml.DecodeFS(wordFiles, "words/"+name+".toml", into); err != nil {
			return nil, fmt.Errorf("load: words %q: %w", name, err)
		}
	}
	made.english.syllables = strings.Fields("ba be bri cor da del dra el fa fen gar hal hol is jo ka kel la lin lo mar mel mo na nor o pal per qui ra ri ro sal sha sol ta ter tor u val ven wa win yor za zen")
	made.russian.syllables = strings.Fields("ба бе бор ва вел га го гра да дол дра жа же за зор ил ка кар ко кра ла лес ли лу ма мел мир на нев ни о па пол ра рус са сев ско та тер то у фе хол ца ча ша эл юн яр")
	made.trades = list.Trade
	used := map[skill.ID]bool{}
	for _, t := range made.trades {
		for _, name := range append(t.Core, t.Some...) {
			used[g.Resolve(name).Skill] = true
		}
	}
	for s := range g.All() {
		if !s.Concept && !used[s.ID] {
			made.tail = append(made.tail, s.Name)
		}
	}
	return &made, nil
}

// draw makes the random numbers of one CV or query: seeded by its number, so that none
// depends on those before it.
type draw struct{ *rand.Rand }

func drawOf(kind, n uint64) draw { return draw{rand.New(rand.NewPCG(kind, n))} }

func (d draw) of(list []string) string { return list[d.IntN(len(list))] }

// head takes from the front of a list far more often than from its end.
func (d draw) head(list []string) string {
	share := d.Float64()
	return list[int(share*share*share*float64(len(list)))]
}

// name puts a name together that nobody has.
func (d draw) name(w *words) string {
	var b strings.Builder
	for range 2 + d.IntN(3) {
		b.WriteString(d.of(w.syllables))
	}
	return capital(b.String())
}

func capital(word string) string {
	first := []rune(word)
	return strings.ToUpper(string(first[:1])) + string(first[1:])
}
