package place

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/skill"
)

// Bounds of a question and of its answer.
const (
	askedRunes     = 120 // no area has a longer name
	askedWords     = 12
	candidatesKept = 8
)

// commonName is from how many bearers on a name is so common that a town of that name is not
// what most people mean: Первомайское, Октябрьский.
const commonName = 5

// Resolve says what an asked place means. A name of several places means the one that is
// far ahead of the others (see rank), else all of them are listed; an unknown name comes
// with the nearest ones.
func (t *Tree) Resolve(asked string) Resolution {
	res := Resolution{Asked: asked, How: Unresolved}
	short := strings.TrimSpace(clip(strings.ToValidUTF8(asked, " ")))
	if a, ok := t.Area(short); ok {
		res.How, res.Area, res.Path = ByID, a, t.Path(a.ID)
		return res
	}
	rest, remote := withoutRemote(short)
	res.Remote = remote
	if remote && keyOf(rest) == "" {
		res.How = Anywhere
		return res
	}
	x := t.index()
	if found := t.abbreviated(x, rest); len(found) > 0 {
		return t.choose(res, found, Alias)
	}
	for _, read := range []func(*index, string) ([]entry, How){t.lookup, t.compound, t.mistyped} {
		if found, how := read(x, rest); len(found) > 0 {
			return t.choose(res, found, how)
		}
	}
	res.Candidates, res.Others = t.nearest(x, rest)
	return res
}

func clip(s string) string {
	n := 0
	for i := range s {
		if n == askedRunes {
			return s[:i]
		}
		n++
	}
	return s
}

// choose settles which of the bearers of a name is meant.
func (t *Tree) choose(res Resolution, found []entry, how How) Resolution {
	slices.SortStableFunc(found, func(a, b entry) int { return cmp.Compare(t.weight(a), t.weight(b)) })
	found = slices.CompactFunc(found, func(a, b entry) bool { return a.area == b.area })
	first := found[0]
	if len(found) == 1 || t.weight(first) < t.weight(found[1]) && (t.weight(first) < 2 || len(found) <= commonName) {
		if how == Case && first.how == Alias {
			how = Alias
		}
		res.Area, res.Wider = t.areas[first.area], first.wider
		if how == Case && res.Area.Name == strings.TrimSpace(res.Asked) {
			how = Exact
		}
		res.How, res.Path = how, t.Path(res.Area.ID)
		found = found[1:]
	} else {
		res.How = Ambiguous
	}
	res.Candidates, res.Others = t.list(found), len(found)
	return res
}

// weight orders bearers: the rank of the area, and a former name as a town at most, so that
// it beats villages and yields nothing to towns.
func (t *Tree) weight(e entry) int {
	r := t.rank(t.areas[e.area])
	if e.old {
		return max(r, 2)
	}
	return r
}

func (t *Tree) list(found []entry) []Candidate {
	var out []Candidate
	for _, e := range found[:min(len(found), candidatesKept)] {
		a := t.areas[e.area]
		out = append(out, Candidate{a, t.Path(a.ID)})
	}
	return out
}

// lookup reads a name that is spelled right, in any case, alphabet and layout.
func (t *Tree) lookup(x *index, asked string) ([]entry, How) {
	key := keyOf(asked)
	for _, k := range []string{key, plain(key)} {
		if found := x.keys[k]; len(found) > 0 {
			return slices.Clone(found), Case
		}
	}
	bare := plain(key) == key
	key = plain(key)
	if found := t.region(x, key); len(found) > 0 {
		return found, Alias
	}
	if found := t.spelled(x, key, x.stems[stemKey(key)]); len(found) > 0 {
		if cities := t.cities(x, key, found); bare && len(cities) > 0 {
			return append(cities, found...), Typo
		}
		return found, Inflected
	}
	if found := t.romanised(x, key); len(found) > 0 {
		return found, Translit
	}
	other := plain(keyOf(swapped(asked)))
	if found := x.keys[other]; len(found) > 0 && utf8.RuneCountInString(other) > 2 {
		return slices.Clone(found), Layout
	}
	if found := t.romanised(x, other); len(found) > 0 {
		return found, Layout
	}
	return nil, Unresolved
}

// romanised finds names by their sounds; three letters sound like too much.
func (t *Tree) romanised(x *index, key string) []entry {
	if !isLatin(key) || len(key) < 4 {
		return nil
	}
	return t.spelled(x, key, x.sounds[soundKey(key)])
}

// cities lists the large ones that are as near to a key as the villages that it was taken for:
// "Красноярк" is a slip in Красноярск rather than a case of Красноярка.
func (t *Tree) cities(x *index, key string, villages []entry) []entry {
	if slices.ContainsFunc(villages, func(e entry) bool { return t.weight(e) < village }) {
		return nil
	}
	var found []entry
	for _, s := range near(x.slips, key, min(1, slips(utf8.RuneCountInString(key)))) {
		for _, e := range x.keys[s.key] {
			if t.weight(e) <= 1 {
				found = append(found, e)
			}
		}
	}
	return found
}

// abbreviated reads names of several words with some cut short: "Н.Тагил", "Комсомольск-на-А.".
// So few letters never mean a village.
func (t *Tree) abbreviated(x *index, asked string) []entry {
	if !strings.ContainsAny(asked, ".") {
		return nil
	}
	parts := strings.Fields(strings.NewReplacer(".", ". ", "-", " ").Replace(skill.Fold(asked)))
	if len(parts) < 2 || len(parts) > askedWords || len(x.keys[keyOf(asked)]) > 0 {
		return nil
	}
	var found []entry
	for _, s := range x.slips {
		if !shortens(parts, s.key) {
			continue
		}
		for _, e := range x.keys[s.key] {
			if e.how == Case && t.weight(e) < village {
				found = append(found, e)
			}
		}
	}
	return found
}

// shortens reports the words of a key, in their order, with at least one cut at a dot.
func shortens(parts []string, key string) bool {
	for _, p := range parts {
		word, rest, _ := strings.Cut(key, " ")
		head, dotted := strings.CutSuffix(p, ".")
		if head == "" || word != head && (!dotted || !strings.HasPrefix(word, head)) {
			return false
		}
		key = rest
	}
	return key == ""
}

// spelled returns the bearers of those keys that are nearest to what was asked: "Волжске" is
// Волжск before it is Волжский.
func (t *Tree) spelled(x *index, asked string, keys []string) []entry {
	var found []entry
	best := 2 * askedRunes
	for _, k := range keys {
		cost := 2 * distance([]rune(asked), []rune(k), askedRunes)
		if x.keys[k][0].how != Case { // "Омска" is Омск before it is Омская
			cost++
		}
		if !slices.ContainsFunc(x.keys[k], func(e entry) bool { return t.weight(e) < village }) {
			cost += villageCost // "в Шахтах" is Шахты before it is Шахта
		}
		if cost < best {
			best, found = cost, nil
		}
		if cost == best {
			found = append(found, x.keys[k]...)
		}
	}
	return found
}

// village is the weight of a place that few mean, and villageCost how much nearer than a town it
// must be to what was asked, in halves of an edit.
const (
	village     = 3
	villageCost = 3
)

// around are words before a name that say nothing of it.
var around = []string{
	"в", "во", "из", "по", "для", "г", "гор", "город", "города", "городе", "пос", "поселок", "пгт", "село", "деревня",
	"вся", "всей", "всю", "только", "in", "city", "of", "the", "all", "whole",
	"на", "под", "около", "возле", "рядом", "с", "со", "у", "недалеко", "от", "район", "района", "районе", "окрестности", "окрестностях", "пригород", "пригороде",
	"ближнее", "ближнем", "ближний", "ближайшее", "дальнее", "дальнем", "центр", "центре", "ищу", "ищем", "работа", "работу", "работы", "вакансия", "вакансии",
	"near", "around", "at", "jobs", "job", "work", "vacancies", "greater", "area", "downtown",
}

// plain drops the words around a name.
func plain(key string) string {
	words := strings.Fields(key)
	for len(words) > 1 && slices.Contains(around, words[0]) {
		words = words[1:]
	}
	if last := len(words) - 1; last > 0 && (words[last] == "city" || words[last] == "г" || words[last] == "город") {
		words = words[:last]
	}
	return strings.Join(words, " ")
}

// mistyped reads a name with a slip of the fingers. A village is meant only by a long name
// with one slip: there are too many of them.
func (t *Tree) mistyped(x *index, asked string) ([]entry, How) {
	key := plain(keyOf(asked))
	limit := slips(utf8.RuneCountInString(key))
	for _, kin := range [][]slipped{
		near(x.slips, key, limit), x.spokenNear(key, limit), near(x.slips, plain(keyOf(swapped(asked))), limit),
	} {
		for edits := 1; edits <= limit; edits++ {
			var found []entry
			for _, s := range kin {
				if s.edits != edits {
					continue
				}
				for _, e := range x.keys[s.key] {
					if t.weight(e) <= 2 || edits == 1 && utf8.RuneCountInString(key) >= sureLength {
						found = append(found, e)
					}
				}
			}
			if len(found) > 0 {
				return found, Typo
			}
		}
	}
	return nil, Unresolved
}

// spokenNear lists the names that a Latin key romanises but for some slips: "Novosibrsk".
func (x *index) spokenNear(key string, limit int) []slipped {
	if !isLatin(key) {
		return nil
	}
	var found []slipped
	for _, s := range near(x.spoken, soundKey(key), limit) {
		for _, k := range x.sounds[s.key] {
			found = append(found, slipped{k, s.edits})
		}
	}
	return found
}

// sureLength is the length from which a name has few neighbours.
const sureLength = 8

// slips is how many edits a name may need, by its length.
func slips(runes int) int {
	switch {
	case runes < 5:
		return 0
	case runes < sureLength:
		return 1
	}
	return 2
}

// nearest lists the areas whose names are most like an unknown one.
func (t *Tree) nearest(x *index, asked string) ([]Candidate, int) {
	key := plain(keyOf(asked))
	if utf8.RuneCountInString(key) < 3 {
		return nil, 0
	}
	like := near(x.slips, key, slips(utf8.RuneCountInString(key))+1)
	slices.SortStableFunc(like, func(a, b slipped) int { return cmp.Compare(a.edits, b.edits) })
	var found []entry
	for _, s := range like {
		for _, e := range x.keys[s.key] {
			if !slices.ContainsFunc(found, func(f entry) bool { return f.area == e.area }) {
				found = append(found, e)
			}
		}
	}
	return t.list(found), len(found)
}
