package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/skill"
)

// longestName is the length, in words, above which a label describes a task.
const longestName = 4

// commonTag is how many questions make a short name well enough known.
const commonTag = 2000

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// ordinaryWords collects the words that the sources use in running text in lower case: a
// bare product name among them ("make", "notion", "factor") would be found everywhere.
func ordinaryWords(s *sources) map[string]bool {
	words := map[string]bool{}
	for _, text := range s.prose {
		fields := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		for _, w := range fields {
			if w == strings.ToLower(w) {
				words[w] = true
				words[strings.TrimSuffix(w, "s")] = true
			}
		}
	}
	return words
}

// admitted decides whether an entry is worth having: two independent sources know it, or
// one that vouches for it.
func admitted(e entry, s *sources, words map[string]bool) bool {
	key := tight(e.name)
	known := len(s.voices[key])
	if s.asked[key] > 0 {
		known++
	}
	if !e.trusted && (known < 2 || e.source == "esco") {
		return false
	}
	return safe(e.name, s, words)
}

// safe reports a spelling that cannot be an ordinary word, letter or long description.
func safe(name string, s *sources, words map[string]bool) bool {
	folded := skill.Fold(name)
	parts := strings.Fields(folded)
	if len(parts) == 0 || len(parts) > longestName || strings.ContainsAny(name, ",;:()\"!?") || strings.ContainsRune(name, '\t') {
		return false
	}
	if strings.Trim(folded, "0123456789 .") == "" || !latinOnly(folded) {
		return false
	}
	if len(parts) > 1 {
		return !slices.ContainsFunc(unwanted, func(w string) bool { return slices.Contains(parts, w) })
	}
	bare := strings.ReplaceAll(folded, "-", " ")
	if slices.ContainsFunc(strings.Fields(bare), func(w string) bool { return slices.Contains(unwanted, w) }) {
		return false
	}
	if words[folded] || words[strings.TrimSuffix(folded, "s")] {
		return false
	}
	switch n := utf8.RuneCountInString(folded); {
	case n < 3:
		return false
	case n == 3 || n == 4 && !mixedCase(name):
		return s.asked[tight(name)] >= commonTag
	}
	return true
}

// unwanted are words of topics and labels that name no skill of a person.
var unwanted = []string{
	"game", "games", "hackathon", "homebrew", "plugin", "plugins", "wallet", "tutorial", "tutorials", "example",
	"examples", "project", "solutions", "2015", "2016", "2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026", "university", "wars", "the",
}

func latinOnly(s string) bool {
	for _, r := range s {
		if r > unicode.MaxLatin1 {
			return false
		}
	}
	return true
}

// mixedCase reports a spelling no ordinary word has: "PyTorch", "gRPC", "HTML5".
func mixedCase(name string) bool {
	for i, r := range name {
		if i > 0 && (unicode.IsUpper(r) || unicode.IsDigit(r)) {
			return true
		}
	}
	return false
}

// heads are the nouns that end the label of a field of knowledge. ESCO labels tasks
// ("manage budgets") and fields ("budgetary principles") alike; only fields are names.
var heads = []string{
	"management", "engineering", "law", "analysis", "accounting", "marketing", "planning", "technology",
	"science", "sciences", "medicine", "nursing", "therapy", "administration", "economics", "mathematics", "physics", "chemistry",
	"biology", "psychology", "education", "pedagogy", "architecture", "programming", "modelling", "manufacturing", "logistics",
	"finance", "procurement", "surgery", "diagnostics", "electronics", "mechanics", "robotics",
}

// tasks are the verbs and adjectives that begin a task rather than a field.
var tasks = []string{
	"manage", "use", "apply", "perform", "operate", "maintain", "develop", "prepare", "implement", "monitor", "provide", "conduct", "design",
	"assess", "ensure", "analyse", "advise", "create", "check", "carry", "coordinate", "plan", "oversee", "evaluate", "supervise", "test", "handle", "define",
	"set", "assist", "teach", "promote", "support", "follow", "comply", "identify", "inspect", "keep", "lead", "direct", "make", "write", "utilise", "execute",
	"improve", "review", "study", "work", "have", "deal", "adapt", "install", "select", "train", "understand", "demonstrate", "contribute", "encourage",
	"establish", "facilitate", "build", "collect", "communicate", "explain", "organise", "participate", "present", "report", "respond", "show", "think", "types", "tend", "exercise", "educate", "describe", "determine", "draft", "enforce", "estimate", "examine", "foster", "inform", "instruct", "integrate", "interpret", "investigate", "liaise", "negotiate", "obtain", "optimise", "order", "outline", "produce", "program", "protect", "recommend", "record", "replace", "resolve", "revise", "stimulate", "suggest", "undertake", "update", "other", "apply", "adjust", "administer", "address", "acquire", "accommodate", "act", "arrange", "attend", "balance", "calculate", "clean", "complete", "configure", "consider", "consult", "control", "convince", "cope", "cultivate", "debug", "deliver", "diagnose", "display", "distribute", "employ", "engage", "evaluate", "formulate", "gather", "give", "guide", "help", "influence", "introduce", "join", "learn", "maximise", "measure", "mentor", "migrate", "model", "motivate", "name", "observe", "offer", "pass", "practice", "process", "prevent", "provide", "publish", "reflect", "research", "restore", "schedule", "secure", "solve", "speak", "specify", "store", "strive", "structure", "synthesise", "tackle", "track", "transfer", "translate", "troubleshoot", "validate", "verify", "visualise", "meet", "search", "sell", "assemble", "alter", "solder", "own", "document", "personal", "computer", "information",
}

// nounPhrase reports an ESCO label of two or three words that names a field.
func nounPhrase(label string) bool {
	parts := strings.Fields(label)
	if len(parts) < 2 || len(parts) > 3 || label != strings.ToLower(label) {
		return false
	}
	return slices.Contains(heads, parts[len(parts)-1]) && !slices.Contains(tasks, parts[0])
}
