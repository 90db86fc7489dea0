package kinship

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"kadry/internal/retrieve"
)

// backgroundText is made by the command in the folder background.
//
//go:embed background.txt
var backgroundText string

//go:embed syntax.txt
var syntaxText string

// usage is the share of unrelated projects in which a word is frequent, 0..1.
type usage struct{ source, prose float64 }

// background is usage by stem; a word that is not in it is rare.
var background = sync.OnceValue(func() map[string]usage {
	const permille = 1000
	table := map[string]usage{}
	for line := range strings.Lines(backgroundText) {
		parts := strings.Fields(line)
		if len(parts) != 3 || parts[0] == "#" {
			continue
		}
		source, _ := strconv.ParseFloat(parts[1], 64)
		prose, _ := strconv.ParseFloat(parts[2], 64)
		table[parts[0]] = usage{source / permille, prose / permille}
	}
	for line := range strings.Lines(syntaxText) {
		if _, words, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(line, "#") {
			for word := range strings.FieldsSeq(words) {
				stem := retrieve.Stem(word)
				table[stem] = usage{max(table[stem].source, ofSyntax), table[stem].prose}
			}
		}
	}
	return table
})

// ofSyntax is the share of a language's projects that a word of its syntax counts for.
const ofSyntax = .5
