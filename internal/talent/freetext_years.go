package talent

import (
	"strconv"
	"strings"
)

// number reads a number of at most two digits, or its word, that ends before a token.
func (f *freeText) number(end int) (value float64, n int) {
	if end <= 0 {
		return 0, 0
	}
	word := f.words[end-1]
	// «3-х», «5-ти» are cut in two.
	if end >= 2 && strings.Trim(f.gap(end-1), "-") == "" && digitsOnly(f.words[end-2]) && len([]rune(word)) <= 2 && word[0] >= 0x80 {
		value, n = f.number(end - 1)
		return value, n + 1
	}
	digits := strings.TrimRight(word, "хxтийм")
	if v, err := strconv.Atoi(digits); err == nil && len(digits) <= 2 {
		return float64(min(v, maxYears)), 1
	}
	if said, n := f.kinds["number"].before(f.words, end); n > 0 {
		v, err := strconv.ParseFloat(said, 64)
		if err == nil {
			return v, n
		}
	}
	return 0, 0
}

// years takes ranges, minimums and maximums of years.
func (f *freeText) years() {
	for y := range f.tokens {
		if _, n := f.is("year", y); n == 0 || f.owner[y] != nil {
			continue
		}
		if c, ok := f.yearsAt(y); ok {
			if f.ofAge(c, y) {
				c.kind = wishClaim
			}
			f.take(c)
		}
	}
}

func (f *freeText) yearsAt(y int) (claim, bool) {
	c := claim{kind: yearsClaim, from: y, to: y + 1}
	value, n := f.number(y)
	if f.closed(y) {
		return c, false
	}
	if after, k := f.numberAfter(y); n == 0 && k > 0 {
		c.to += k // «лет 5» is about five years
		f.bound(&c, after)
		return c, f.free(c.from, c.to)
	}
	if times, _ := f.is("year", y); times != "" {
		value *= decade
	}
	if n == 0 {
		// «больше года» is one year; a year that nothing compares with is a date.
		_, least := f.kinds["atleast"].before(f.words, y)
		_, most := f.kinds["atmost"].before(f.words, y)
		if least+most == 0 {
			return c, false
		}
		value = 1
	}
	c.from = y - n
	low, begins := f.rangeBefore(c.from)
	if begins < c.from {
		c.from, c.least, c.most = begins, low, value
	} else {
		f.bound(&c, value)
	}
	if _, more := f.is("higher", c.to); more > 0 {
		c.to += more
	} else if _, less := f.is("lower", c.to); less > 0 && c.most == 0 && f.parting(c.to) == adjacent && !f.counts(c.to+less) {
		c.least, c.most = 0, value // "6 years tops"
		c.to += less
	}
	return c, f.free(c.from, c.to)
}

// adult is an age from which «до 25 лет» is how old somebody may be, since nobody limits experience so.
const adult = 18

// ofAge reports years that only an age has: «до 35 лет», «25-40 лет», with no word of experience.
func (f *freeText) ofAge(c claim, y int) bool {
	if f.words[y] != "лет" || c.most < adult || c.least > 0 && c.least < adult {
		return false
	}
	for i := range f.tokens {
		if _, n := f.is("experience", i); n > 0 {
			return false
		}
	}
	return true
}

// counts reports that a number follows: "2 years, at most 5".
func (f *freeText) counts(at int) bool {
	if at >= len(f.tokens) {
		return false
	}
	_, n := f.number(at + 1)
	return n > 0
}

// decade is the years of one.
const decade = 10

// closed reports the first year of a range that names years twice: «от 1 года до 3 лет».
func (f *freeText) closed(y int) bool {
	_, upto := f.is("upto", y+1)
	if upto == 0 || y+3 >= len(f.tokens) || f.words[y+1] == "and" || f.words[y+1] == "и" {
		return false
	}
	_, n := f.number(y + 3)
	_, year := f.is("year", y+3)
	return n == 1 && year > 0
}

// numberAfter reads a number after the word for years where none stands before it.
func (f *freeText) numberAfter(y int) (value float64, n int) {
	if y+1 >= len(f.tokens) || f.parting(y+1) != adjacent || !strings.HasPrefix(f.words[y], "лет") && !strings.HasPrefix(f.words[y], "год") {
		return 0, 0
	}
	if _, next := f.is("year", y+2); next > 0 || !digitsOnly(f.words[y+1]) {
		return 0, 0
	}
	return f.number(y + 2)
}

// bound reads what stands before a single number: at least or at most.
func (f *freeText) bound(c *claim, value float64) {
	_, least := f.kinds["atleast"].before(f.words, c.from)
	_, most := f.kinds["atmost"].before(f.words, c.from)
	if most > least {
		c.most = value
		c.from -= most
		return
	}
	c.least = value
	c.from -= least
}

// rangeBefore reads the lower end of a range whose upper end begins at a token: "2-4",
// «от 2 до 4», "between 2 and 4".
func (f *freeText) rangeBefore(at int) (low float64, from int) {
	end := at
	if at <= 0 || at >= len(f.tokens) {
		return 0, at
	}
	if !strings.ContainsAny(f.gap(at), "-–—") {
		if _, n := f.is("upto", at-1); n == 0 {
			return 0, at
		}
		end--
	}
	if _, n := f.is("year", end-1); n > 0 && f.closed(end-1) {
		end--
	}
	low, n := f.number(end)
	if n == 0 || end-n < 0 {
		return 0, at
	}
	from = end - n
	if _, k := f.kinds["from"].before(f.words, from); k > 0 {
		return low, from - k
	}
	if end < at && f.words[end] == "and" {
		return 0, at // "Go 3 and 5 years" are two numbers
	}
	return low, from
}

// ages takes the years that are an age: nobody is searched by it.
func (f *freeText) ages() {
	for i := range f.tokens {
		_, n := f.is("age", i)
		if n == 0 {
			continue
		}
		to := i + n
		for to < len(f.tokens) && f.parting(to) == adjacent {
			_, year := f.is("year", to)
			_, upto := f.is("upto", to)
			_, from := f.is("from", to)
			if !digitsOnly(f.words[to]) && year+upto+from == 0 {
				break
			}
			to++
		}
		if to > i+n || n > 1 {
			f.take(claim{kind: wishClaim, from: i, to: to})
		}
	}
}

// skillOfYears finds the skill that years belong to: "5 years of Go", "Go 5+ years". Years
// beside a word for the person are years of work in all.
func (f *freeText) skillOfYears(c *claim) *claim {
	if c.most > 0 {
		return nil
	}
	if s, linked := f.skillAfter(c.to); s != nil && linked {
		return s
	}
	if s := f.skillBefore(c.from); s != nil {
		if f.lasts(s) {
			return nil
		}
		return s
	}
	s, _ := f.skillAfter(c.to)
	return s
}

// lasts reports a skill that stands last in a run of words with nothing or "or" between them: "java
// developer spring postgres 3 years" speaks of all work.
func (f *freeText) lasts(s *claim) bool {
	if s.from == 0 || f.parting(s.from) != adjacent {
		return false
	}
	before := f.owner[s.from-1]
	if before != nil && before.kind == cueClaim && before.value == "or" && before.from > 0 {
		before = f.owner[before.from-1]
	}
	return before != nil && (before.kind == skillClaim || before.kind == occupationClaim)
}

// skillAfter looks for a skill right after years, and whether words link the two.
func (f *freeText) skillAfter(at int) (s *claim, linked bool) {
	for i := at; i < len(f.tokens) && f.parting(i) == adjacent; i++ {
		if s := f.owner[i]; s != nil && s.kind == skillClaim {
			if s.person {
				return nil, false
			}
			return s, linked
		}
		_, experience := f.is("experience", i)
		if f.owner[i] != nil && f.owner[i].value != "with" && experience == 0 || !f.filler(i) {
			return nil, false
		}
		linked = true
	}
	return nil, false
}

// skillBefore looks for a skill right before years; "Go experience, at least 3 years" may
// have a comma.
func (f *freeText) skillBefore(at int) *claim {
	i, experience := at-1, 0
	for i >= 0 {
		if _, n := f.is("experience", i); n == 0 || f.owner[i] != nil {
			break
		}
		experience++
		i--
	}
	if i < 0 || f.owner[i] == nil || f.owner[i].kind != skillClaim || f.owner[i].person {
		return nil
	}
	for k := i + 1; k <= at; k++ {
		// "Go, experience 5 years" speaks of all work.
		if f.parting(k) == sentence || f.parting(k) == comma && (experience == 0 || k == i+1) && !strings.ContainsAny(f.gap(k), "(—–-") {
			return nil
		}
	}
	return f.owner[i]
}
