package resume

// claim is a stated length of experience: "Python - 24 months", "10+ years of experience".
type claim struct {
	months     int
	first      int // token index of the number
	next       int // token index after the unit
	start, end int
	experience bool // the words around say experience, not age or project length
}

// claims finds every stated duration that is not the printed length of a dated job.
func (s dates) claims() []claim {
	var found []claim
	for i := 0; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if t.kind != numberToken && t.word != "less" && t.word != "менее" && t.word != "меньше" {
			continue
		}
		months, next, ok := s.durationAt(i)
		if !ok || s.numberPart(i) {
			continue
		}
		c := claim{months: months, first: i, next: next, start: t.start, end: s.tokenAt(next - 1).end}
		c.experience = s.saysExperience(i, next)
		found = append(found, c)
		i = next - 1
	}
	return found
}

func (s dates) numberPart(i int) bool {
	before := s.tokenAt(i - 1)
	return s.touches(i-1) && (before.kind == numberToken || before.mark == '.' || before.mark == ',' || before.mark == '$')
}

// claimReach is how many tokens from the number the word "experience" may stand.
const claimReach = 9

func (s dates) saysExperience(first, next int) bool {
	for i := first - 1; i >= first-claimReach; i-- {
		t := s.tokenAt(i)
		if t.kind == breakToken || t.mark == '.' || t.mark == ';' {
			break
		}
		if isExperienceWord(t.word) {
			return true
		}
	}
	for i := next; i < next+claimReach; i++ {
		t := s.tokenAt(i)
		if t.kind == breakToken && s.tokenAt(i+1).kind == breakToken || t.mark == '.' || t.mark == ';' {
			break
		}
		if isExperienceWord(t.word) {
			return true
		}
	}
	return false
}

func isExperienceWord(word string) bool {
	switch word {
	case "experience", "exprience", "experienced", "expertise", "exp", "опыт", "опыта", "опытом", "опыте", "стаж", "стажем", "стажа":
		return true
	}
	return false
}

// bridges reports that the tokens [from, to) merely connect a skill with its duration:
// signs, "experience", "over", "опыт", "более".
func (p *page) bridges(from, to int) bool {
	if to-from > 8 {
		return false
	}
	for i := from; i < to; i++ {
		t := p.tokens[i]
		switch t.kind {
		case breakToken, numberToken:
			return false
		case markToken:
			if t.mark == '.' || t.mark == ';' || t.mark == ',' && i > from {
				return false
			}
		case wordToken:
			if !bridgeWords[t.word] && !isExperienceWord(t.word) {
				return false
			}
		}
	}
	return true
}

var bridgeWords = words(`over more than about around approx approximately nearly almost with of in using for working work
	hands on years production commercial professional development around at least
	более больше около почти свыше порядка примерно с со на в работы разработки коммерческого коммерческий использования программирования`)
