package resume

import (
	"slices"
	"strings"
)

// tellsOfOthers reports a place that names other people: referees, relatives, editors.
func (r *reading) tellsOfOthers(at int) bool {
	heading := fold(r.partAt(at).heading)
	return slices.ContainsFunc(otherPeople, func(word string) bool { return strings.Contains(heading, word) })
}

// namesKin reports "Rosa Sample (mother)": a relative in a form.
func (r *reading) namesKin(l line) bool {
	for i := l.first; i < l.last-1; i++ {
		if r.tokens[i].mark == '(' && kin[r.tokens[i+1].word] {
			return true
		}
	}
	return false
}

var kin = words("mother father parent wife husband spouse partner brother sister son daughter мать мама отец папа жена муж супруга супруг брат сестра сын дочь")

// otherPeople stand in headings over people who are not the one the CV is of.
var otherPeople = []string{"referee", "reference", "рекоменд", "поручител", "emergency", "next of kin", "родственник", "семьи", "семья", "family", "similar", "похожие"}

// labelledNames are the values of labels for names: whole names, and those of forms that
// ask for the surname and the given name apart.
func (r *reading) labelledNames() []nameCandidate {
	var found []nameCandidate
	parts := nameCandidate{labelled: true}
	for k, v := range r.formValues {
		if r.tellsOfOthers(r.tokens[v.label].start) || v.first >= v.last {
			continue
		}
		switch v.kind {
		case nameLabel:
			if c, ok := r.labelledName(v); ok {
				found = append(found, c)
			}
		case givenLabel, surnameLabel, patronymicLabel:
			if k > 0 && len(parts.words) > 0 && v.line > parts.line+6 {
				break
			}
			c, ok := r.labelledName(v)
			if !ok {
				continue
			}
			if len(parts.words) == 0 {
				parts.line, parts.first = c.line, c.first
			}
			parts.words = append(parts.words, c.words...)
			parts.last = c.last
		}
	}
	if n := len(parts.words); n >= 2 && n <= nameWordsMost {
		found = append(found, parts)
	}
	return found
}

// labelledName takes up to five words of a value.
func (r *reading) labelledName(v labelledValue) (nameCandidate, bool) {
	end, last := v.first, min(v.last, v.first+nameTokens)
	for end < last && !r.endsName(end, v.first, last) {
		end++
	}
	line := r.lineOf(r.tokens[v.first].start)
	for _, c := range r.nameRuns(line, v.first, end) {
		c.labelled = true
		return c, true
	}
	return nameCandidate{}, false
}
