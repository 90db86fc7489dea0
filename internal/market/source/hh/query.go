package hh

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

const (
	mostPerPage = 100
	longestText = 500 // runes of a query
	mostValues  = 50  // of one parameter
	largestPay  = 1_000_000_000
	stamp       = "2006-01-02T15:04:05-0700"
)

// The values HeadHunter knows: it ignores others without a word.
var (
	experiences = map[posting.Experience]string{
		posting.None: "noExperience", posting.OneToThree: "between1And3", posting.ThreeToSix: "between3And6", posting.OverSix: "moreThan6",
	}
	formats = map[posting.Format]string{
		posting.OnSite: "ON_SITE", posting.Remote: "REMOTE", posting.Hybrid: "HYBRID", posting.Field: "FIELD_WORK",
	}
	currencies = []string{"AZN", "BYN", "EUR", "GEL", "KGS", "KZT", "RUB", "UAH", "USD", "UZS"}
)

// code is what HeadHunter calls a currency.
func code(currency string) string {
	switch currency {
	case "", "RUB":
		return "RUR"
	case "BYN":
		return "BYR"
	}
	return currency
}

// parameters makes the parameters of a search of a query, or says everything that is wrong with it.
func parameters(q posting.Query) (url.Values, error) {
	var check fault.Check
	v := url.Values{"no_magic": {"true"}} // else a city or a number in the text becomes a filter
	if text := expression(q.Text); text != "" {
		v.Set("text", text)
	}
	if utf8.RuneCountInString(q.Text) > longestText {
		check.Wrong("text", fault.Say("must be at most %d characters", "не длиннее %d знаков", longestText))
	}
	if q.TitleOnly {
		v.Set("search_field", "name")
	}
	numbers(&check, v, "areas", "area", q.Areas)
	numbers(&check, v, "roles", "professional_role", q.Roles)
	for _, e := range q.Experience {
		known(&check, v, "experience", "experience", experiences[e], string(e))
	}
	for _, f := range q.Formats {
		known(&check, v, "formats", "work_format", formats[f], string(f))
	}
	pay(&check, v, q)
	if !q.After.IsZero() {
		v.Set("date_from", q.After.Format(stamp))
	}
	if !q.Before.IsZero() {
		v.Set("date_to", q.Before.Format(stamp))
	}
	if !q.After.IsZero() && !q.Before.IsZero() && q.After.After(q.Before) {
		check.Wrong("after", fault.Say("must not be later than before", "не позже, чем before"))
	}
	return v, check.Err()
}

func pay(check *fault.Check, v url.Values, q posting.Query) {
	if q.Currency != "" && !slices.Contains(currencies, q.Currency) {
		check.Wrong("currency", fault.Say("must be one of %[1]s, got %[2]q", "допустимы %[1]s, а не %[2]q", strings.Join(currencies, ", "), fault.Clip(q.Currency)))
	}
	switch {
	case q.PayFrom < 0 || q.PayFrom > largestPay:
		check.Wrong("pay_from", fault.Say("must be 0-%d", "от 0 до %d", largestPay))
	case q.PayFrom > 0:
		v.Set("salary", strconv.Itoa(q.PayFrom))
		v.Set("currency", code(q.Currency))
	}
	if q.PaidOnly {
		v.Set("only_with_salary", "true") // old name
		v.Add("label", "with_salary")     // new name
	}
}

// numbers adds ids of a dictionary, which are numbers.
func numbers(check *fault.Check, v url.Values, field, name string, ids []string) {
	if len(ids) > mostValues {
		check.Wrong(field, fault.Say("must be at most %d", "не больше %d", mostValues))
		return
	}
	for _, id := range ids {
		if !isID(id) {
			check.Wrong(field, fault.Say("must be ids of HeadHunter's dictionary, got %q", "нужны номера из справочника HeadHunter, а не %q", fault.Clip(id)))
			continue
		}
		v.Add(name, id)
	}
}

func isID(id string) bool {
	return id != "" && len(id) <= 12 && strings.Trim(id, "0123456789") == ""
}

// known adds a value of a closed list; "" is one that is not on it.
func known(check *fault.Check, v url.Values, field, name, value, given string) {
	if value == "" {
		check.Wrong(field, fault.Say("%q is not known to HeadHunter", "HeadHunter не знает значения %q", fault.Clip(given)))
		return
	}
	if !slices.Contains(v[name], value) {
		v.Add(name, value)
	}
}

// expression makes of what a person typed an expression that HeadHunter can read: its operators
// (AND, OR, NOT, quotes, brackets) stay theirs, quotes and brackets without a fellow go, and so
// does what has no meaning there.
func expression(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '“' || r == '”' || r == '«' || r == '»' || r == '„':
			return '"'
		case r == '\\' || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError:
			return ' '
		}
		return r
	}, text)
	if strings.Count(text, `"`)%2 != 0 {
		last := strings.LastIndexByte(text, '"')
		text = text[:last] + " " + text[last+1:]
	}
	return strings.Join(strings.Fields(balanced(text)), " ")
}

// balanced drops brackets without a fellow. Those within quotes are words.
func balanced(text string) string {
	runes := []rune(text)
	var open []int
	quoted := false
	for i, r := range runes {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			open = append(open, i)
		case r == ')' && len(open) > 0:
			open = open[:len(open)-1]
		case r == ')':
			runes[i] = ' '
		}
	}
	for _, i := range open {
		runes[i] = ' '
	}
	return string(runes)
}

// place is where in a search a page lies. It refuses what is deeper than HeadHunter shows.
func place(v url.Values, page, perPage int) error {
	var check fault.Check
	if perPage < 1 || perPage > mostPerPage {
		check.Wrong("per_page", fault.Say("must be 1-%[1]d, got %[2]d", "от 1 до %[1]d, а не %[2]d", mostPerPage, perPage))
	}
	if page < 0 || page >= hhjson.Depth || (page+1)*perPage > hhjson.Depth {
		check.Wrong("page", fault.Say("HeadHunter shows the first %d vacancies of a search only; narrow the query or crawl it",
			"HeadHunter показывает только первые %d вакансий поиска; сузьте запрос", hhjson.Depth))
	}
	v.Set("page", strconv.Itoa(page))
	v.Set("per_page", strconv.Itoa(perPage))
	return check.Err()
}

// window is the time that a query covers, on the marks of five minutes which HeadHunter rounds to.
func window(q posting.Query, now time.Time) (after, before time.Time) {
	after, before = q.After, q.Before
	if before.IsZero() {
		before = now.Add(rounding)
	}
	if after.IsZero() {
		after = before.Add(-oldest)
	}
	return after.Truncate(rounding), before.Add(rounding - 1).Truncate(rounding)
}
