package marketweb

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/webui/kit"
)

// Names of the fields of a question: its whole state, so that its address is all it takes to
// ask it again.
const (
	fieldRole       = "role"
	fieldWords      = "q"
	fieldPlace      = "place"
	fieldSkills     = "skills"
	fieldFrom       = "from"
	fieldTo         = "to"
	fieldBasis      = "basis"
	fieldCurrency   = "currency"
	fieldExperience = "experience"
	fieldFormat     = "format"
	fieldSource     = "source"
	fieldPeriod     = "period"
	fieldResumes    = "resumes"
	fieldSnapshot   = "snapshot"
	fieldPage       = "page"
)

// What the fields hold where an address is silent; it is left out of addresses.
const (
	usualBasis    = string(posting.Net)
	usualCurrency = "RUB"
	usualPeriod   = "30"
)

// What the forms offer to choose from; the operations know more.
var (
	currencies  = []string{"RUB", "USD", "EUR", "KZT", "BYN"}
	periods     = []string{"7", "14", usualPeriod, "90"}
	experiences = []posting.Experience{posting.None, posting.OneToThree, posting.ThreeToSix, posting.OverSix}
	formats     = []posting.Format{posting.OnSite, posting.Hybrid, posting.Remote, posting.Field}
	sources     = []posting.Source{posting.HH, posting.Trudvsem, kept}
)

// kept is the source of what was asked before or imported.
const kept = posting.Source("snapshot")

// question is what a page asks, as it was typed.
type question struct {
	path   string     // of the page
	values url.Values // without fields that are empty or as usual
}

// newQuestion reads the question of a page from an address.
func newQuestion(path string, v url.Values) question {
	q := question{path: path, values: url.Values{}}
	usual := map[string]string{fieldBasis: usualBasis, fieldCurrency: usualCurrency, fieldPeriod: usualPeriod}
	for _, field := range []string{
		fieldRole, fieldWords, fieldPlace, fieldSkills, fieldFrom, fieldTo, fieldBasis, fieldCurrency,
		fieldExperience, fieldFormat, fieldSource, fieldPeriod, fieldResumes, fieldSnapshot,
	} {
		if text := strings.Join(strings.Fields(v.Get(field)), " "); text != "" && text != usual[field] {
			q.values.Set(field, text)
		}
	}
	return q
}

func (q question) get(field string) string { return q.values.Get(field) }

// or is the value of a field, or what it is as usual.
func (q question) or(field, usual string) string {
	if v := q.get(field); v != "" {
		return v
	}
	return usual
}

func (q question) basis() posting.Basis { return posting.Basis(q.or(fieldBasis, usualBasis)) }

func (q question) currency() string { return strings.ToUpper(q.or(fieldCurrency, usualCurrency)) }

// address is the page of the question.
func (q question) address() templ.SafeURL { return kit.Href(q.path, q.values) }

// with is the question with a field changed; an empty value takes it away.
func (q question) with(field, value string) question {
	v := url.Values{}
	for k, list := range q.values {
		v[k] = slices.Clone(list)
	}
	v.Set(field, value)
	return newQuestion(q.path, v)
}

// less is the question without one of its skills.
func (q question) less(skill string) question {
	list := slices.DeleteFunc(items(q.get(fieldSkills)), func(s string) bool { return s == skill })
	return q.with(fieldSkills, strings.Join(list, ", "))
}

// rare reports that a field of the part that is folded away is used.
func (q question) rare() bool {
	return slices.ContainsFunc([]string{fieldExperience, fieldFormat, fieldSource, fieldPeriod, fieldResumes, fieldSnapshot},
		func(field string) bool { return q.get(field) != "" })
}

// choices are what a field offers, the chosen value among them.
func (q question) choices(list []string, chosen string) []string {
	if chosen == "" || slices.Contains(list, chosen) {
		return list
	}
	return append(slices.Clone(list), chosen)
}

// items takes apart what a person typed, by commas, semicolons and lines.
func items(text string) []string {
	var list []string
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }) {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// one is a list of a single choice, nil without one.
func one(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// mostMoney is the largest amount a form takes; the operations have a limit of their own.
const mostMoney = 1_000_000_000

// amount reads money as people type it: 250000, 250 000 ₽, 250k, 250 тыс. Empty is 0.
func amount(text string) (n int, ok bool) {
	text = strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\'' || unicode.Is(unicode.Sc, r) {
			return -1
		}
		return r
	}, text))
	if text == "" {
		return 0, true
	}
	unit := 1
	for _, suffix := range []string{"тыс.", "тыс", "т.", "к", "k"} {
		if rest, found := strings.CutSuffix(text, suffix); found {
			text, unit = rest, 1000
			break
		}
	}
	if unit == 1 {
		text = strings.ReplaceAll(text, ",", "") // of thousands
	}
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || !(x >= 0 && x*float64(unit) <= mostMoney) {
		return 0, false
	}
	return int(x*float64(unit) + .5), true
}

// offer reads the bounds of pay; a bound of 0 was not given.
func (q question) offer() (bounds [2]int, err error) {
	for i, field := range []string{fieldFrom, fieldTo} {
		n, ok := amount(q.get(field))
		if !ok {
			name := [...]string{"salary_from", "salary_to"}[i]
			return bounds, fault.Wrong(name, fault.Say("is no amount of money: %q", "не похоже на сумму: «%s»", fault.Clip(q.get(field))))
		}
		bounds[i] = n
	}
	return bounds, nil
}

// number reads a whole number of a field; 0 is none.
func (q question) number(field, name string) (int, error) {
	text := q.get(field)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.ReplaceAll(text, " ", ""))
	if err != nil || n < 0 {
		return 0, fault.Wrong(name, fault.Say("is no whole number: %q", "не целое число: «%s»", fault.Clip(text)))
	}
	return n, nil
}

// visible is text of others as it can be shown: characters that cannot be seen, which could
// turn its order around or hide a part, stand as a mark.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// outside is an address that a link may lead to; empty when it is no web page.
func outside(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}
