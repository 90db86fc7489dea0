package trudvsem

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
)

// asked is a query in the register's terms, with what is left to be checked here.
type asked struct {
	path   string // of the region
	values url.Values
	left   []string // fields that cannot be asked or checked
	query  posting.Query
	words  [][]string // stems: all of one of the lists must occur
}

// question makes the register's terms of a query.
func (c *Client) question(q posting.Query) (asked, error) {
	a := asked{values: url.Values{}, query: q}
	var check fault.Check
	if utf8.RuneCountInString(q.Text) > longestText {
		check.Wrong("text", fault.Say("must be at most %d characters", "не длиннее %d знаков", longestText))
	}
	if !q.After.IsZero() && !q.Before.IsZero() && q.After.After(q.Before) {
		check.Wrong("after", fault.Say("must not be later than before", "не позже, чем before"))
	}
	c.region(&check, &a)
	if text := plain(q.Text); text != "" {
		a.values.Set("text", text)
	}
	if slices.Contains(strings.Fields(q.Text), "NOT") {
		a.left = append(a.left, "text") // in part
	}
	for part := range strings.SplitSeq(q.Text, " OR ") {
		if stems := stemsOf(plain(part)); len(stems) > 0 {
			a.words = append(a.words, stems)
		}
	}
	if !q.After.IsZero() {
		a.values.Set("modifiedFrom", q.After.UTC().Format(time.RFC3339))
	}
	if !q.Before.IsZero() {
		a.values.Set("modifiedTo", q.Before.UTC().Format(time.RFC3339))
	}
	if len(q.Roles) > 0 {
		a.left = append(a.left, "roles") // the register has trades of its own
	}
	if q.PayFrom > 0 && q.Currency != "" && q.Currency != "RUB" {
		a.left = append(a.left, "pay_from") // it pays in roubles
	}
	return a, check.Err()
}

// region narrows to the region of an area. The register answers for one at a time, and knows
// towns as words of an address alone.
func (c *Client) region(check *fault.Check, a *asked) {
	areas := slices.DeleteFunc(slices.Clone(a.query.Areas), func(id string) bool { return id == russia })
	if len(areas) < len(a.query.Areas) || len(areas) == 0 {
		return
	}
	var codes []string
	for _, id := range areas {
		code := ""
		for i, above := range c.Above(id) {
			if code = codeOf(above.ID); code != "" {
				if i > 0 && !slices.Contains(a.left, "areas") {
					a.left = append(a.left, "areas") // a town: its region is asked for
				}
				break
			}
		}
		if code == "" {
			check.Wrong("areas", fault.Say("Работа России knows regions of Russia only; %q is in none", "«Работа России» знает только регионы России, а %q ни в одном из них", fault.Clip(id)))
			return
		}
		if !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	if len(codes) > 1 {
		check.Wrong("areas", fault.Say("Работа России answers for one region at a time", "«Работа России» отвечает по одному региону за раз"))
		return
	}
	a.path = "/region/" + codes[0]
}

// plain are the words of a text without the operators of an expression, and without what the
// expression does not want.
func plain(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#./-", r)
	})
	var kept []string
	for i, w := range words {
		if w != "AND" && w != "OR" && w != "NOT" && (i == 0 || words[i-1] != "NOT") {
			kept = append(kept, w)
		}
	}
	return strings.Join(kept, " ")
}

// stemsOf are the beginnings by which words are found in another form: the endings of Russian
// nouns are short.
func stemsOf(text string) []string {
	const shortest, ending = 6, 2 // letters
	var all []string
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		runes := []rune(word)
		if len(runes) >= shortest && unicode.Is(unicode.Cyrillic, runes[len(runes)-1]) {
			runes = runes[:len(runes)-ending]
		}
		all = append(all, string(runes))
	}
	return all
}

// wanted leaves the postings that the query asks for: the search of the register is loose.
func (a *asked) wanted(all []posting.Posting) []posting.Posting {
	var kept []posting.Posting
	for _, p := range all {
		if a.wants(&p) {
			kept = append(kept, p)
		}
	}
	return kept
}

func (a *asked) wants(p *posting.Posting) bool {
	q := &a.query
	switch {
	case q.PaidOnly && p.Pay == nil,
		len(q.Experience) > 0 && p.Experience != "" && !slices.Contains(q.Experience, p.Experience),
		len(q.Formats) > 0 && !a.inFormat(p),
		!q.After.IsZero() && p.Published.Before(q.After.Truncate(24*time.Hour)), // the register tells days
		!q.Before.IsZero() && p.Published.After(q.Before):
		return false
	}
	if q.PayFrom > 0 && p.Pay != nil && p.Pay.To > 0 && p.Pay.To < float64(q.PayFrom) && !slices.Contains(a.left, "pay_from") {
		return false
	}
	return a.says(p)
}

// inFormat reports whether the work is done where asked. The register tells remote work alone.
func (a *asked) inFormat(p *posting.Posting) bool {
	if p.IsRemote() {
		return slices.Contains(a.query.Formats, posting.Remote)
	}
	return len(a.query.Formats) > 1 || a.query.Formats[0] != posting.Remote
}

// says reports whether the words occur.
func (a *asked) says(p *posting.Posting) bool {
	if len(a.words) == 0 {
		return true
	}
	text := p.Title
	if !a.query.TitleOnly {
		text += "\n" + p.Description + "\n" + strings.Join(p.KeySkills, "\n")
	}
	text = strings.ToLower(text)
	return slices.ContainsFunc(a.words, func(stems []string) bool {
		return !slices.ContainsFunc(stems, func(stem string) bool { return !strings.Contains(text, stem) })
	})
}
