// Package sample makes a fictional labour market: postings of employers that do not exist, with
// the habits of real ones - one bound of a pay or none, pay before tax and after it, the same
// vacancy in several cities, published anew, skills in the employer's words or in the text alone.
// The same seed makes the same market. It is for demonstrations and tests; no figure of it says
// anything of a real market.
package sample

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/market/posting"
)

// day is a day of publication.
const day = 24 * time.Hour

// spread is how far back postings reach: HeadHunter archives after 30 days.
const spread = 30 * day

// market is a market in the making.
type market struct {
	chance    *rand.Rand
	employers []posting.Employer
	now       time.Time
	made      []posting.Posting
}

// Postings makes n postings as a source tells them in full, published in the 30 days before now,
// the newest first.
func Postings(seed uint64, n int, now time.Time) []posting.Posting {
	m := &market{chance: rand.New(rand.NewPCG(seed, 0x6b61647279)), now: now.UTC().Truncate(time.Second)}
	m.employers = m.firms(max(3, n/6))
	for len(m.made) < n {
		m.post()
	}
	all := m.made[:n]
	slices.SortStableFunc(all, func(a, b posting.Posting) int { return b.Published.Compare(a.Published) })
	return all
}

// firms are the employers: a few agencies and accredited companies among them.
func (m *market) firms(n int) []posting.Employer {
	var all []posting.Employer
	for i := range n {
		name := pick(m.chance, firstParts) + pick(m.chance, lastParts)
		if i >= len(firstParts)*len(lastParts)/2 {
			name += " " + strconv.Itoa(i) // else too many share a name
		}
		all = append(all, posting.Employer{
			ID: strconv.Itoa(900_000 + i), Name: name, Agency: m.chance.IntN(12) == 0, AccreditedIT: m.chance.IntN(3) == 0,
		})
	}
	return all
}

// post adds a vacancy, and now and then its copies in other cities.
func (m *market) post() {
	p := m.vacancy()
	cities := 1
	if m.chance.IntN(14) == 0 {
		cities = 2 + m.chance.IntN(3)
	}
	for range cities {
		p.ID = strconv.Itoa(80_000_000 + len(m.made))
		p.URL = "https://hh.ru/vacancy/" + p.ID
		m.made = append(m.made, p)
		p.Area = pick(m.chance, cityList).Named
	}
}

// vacancy makes a posting of a trade. Big employers post more: the square of a chance prefers
// the beginning of the list.
func (m *market) vacancy() posting.Posting {
	c := m.chance
	of := pick(c, trades)
	town := cityList[int(float64(len(cityList))*c.Float64()*c.Float64())]
	level := levels[pickWeighted(c, []int{12, 38, 38, 12})]
	title := level.prefix + pick(c, of.titles)
	p := posting.Posting{
		Source: posting.HH, Title: strings.TrimSpace(title), Area: town.Named, Roles: []posting.Named{of.role}, Experience: level.span,
		Employer:   m.employers[int(float64(len(m.employers))*c.Float64()*c.Float64())],
		Employment: posting.Full, Formats: someFormats(c, of.remote),
	}
	m.date(&p)
	if c.IntN(100) < 3 {
		p.Employment = posting.Part
	}
	asked, optional := m.skills(of)
	p.Pay = m.pay(of, town, level, asked)
	write(&p, of, asked, optional, c)
	if c.IntN(100) < 71 { // as often as employers fill them in
		p.KeySkills = asked
	}
	responses := int(c.ExpFloat64() * 25)
	p.Responses = &responses
	return p
}

// date says when the posting was published, and when for the first time.
func (m *market) date(p *posting.Posting) {
	p.Published = m.now.Add(-time.Duration(m.chance.Float64() * float64(spread))).Truncate(time.Second)
	p.Created = p.Published
	if m.chance.IntN(4) == 0 {
		p.Created = p.Published.Add(-time.Duration(1+m.chance.IntN(60)) * day)
	}
}

// skills are the ones asked for and those that would be nice, the usual ones of a trade first.
func (m *market) skills(of trade) (asked, optional []string) {
	for i, s := range of.skills {
		usual := 85 - 60*i/len(of.skills) // percent
		switch roll := m.chance.IntN(100); {
		case roll < usual:
			asked = append(asked, s)
		case roll < usual+8:
			optional = append(optional, s)
		}
	}
	if len(asked) == 0 {
		asked = of.skills[:1]
	}
	return asked, optional
}

// pay makes an offer or none: 14 % state none, 46 % both bounds, 34 % the lower alone.
func (m *market) pay(of trade, town city, level level, asked []string) *posting.Pay {
	c := m.chance
	monthly := of.pay * town.factor * level.factor * math.Exp(c.NormFloat64()*0.22)
	for _, s := range asked {
		if s == of.prized {
			monthly *= 1.15
		}
	}
	low := roundTo(monthly, 5000)
	high := roundTo(monthly*(1.1+c.Float64()*0.7), 5000)
	p := &posting.Pay{Currency: "RUB", Per: posting.Month, Basis: posting.Net}
	switch roll := c.IntN(100); {
	case roll < 14:
		return nil
	case roll < 60:
		p.From, p.To = low, high
	case roll < 94:
		p.From = low
	default:
		p.To = high
	}
	switch roll := c.IntN(100); {
	case roll < 25:
		p.Basis = posting.Gross
		p.From, p.To = roundTo(p.From*1.15, 5000), roundTo(p.To*1.15, 5000)
	case roll < 30:
		p.Basis = ""
	case roll < 33:
		p.Currency, p.From, p.To = "USD", roundTo(p.From/90, 100), roundTo(p.To/90, 100)
	case roll < 35:
		p.Per, p.From, p.To = posting.Hour, roundTo(p.From/164, 10), roundTo(p.To/164, 10)
	}
	return p
}

func roundTo(v, step float64) float64 { return math.Round(v/step) * step }

// write fills the texts: what a search shows is the beginning of what a detail tells.
func write(p *posting.Posting, of trade, asked, optional []string, c *rand.Rand) {
	need := fmt.Sprintf("%s %s.", pick(c, needWords), strings.Join(asked, ", "))
	duties := of.duties[c.IntN(len(of.duties))] + " " + pick(c, dutyWords)
	lines := []string{pick(c, introductions), "Обязанности:", duties, "Требования:", need}
	if len(optional) > 0 {
		lines = append(lines, "Будет плюсом:", strings.Join(optional, ", ")+".")
	}
	if c.IntN(5) == 0 {
		lines = append(lines, "Высшее образование.")
		p.Education = "higher"
	}
	lines = append(lines, "Условия:", pick(c, conditions))
	p.Requirement, p.Duty, p.Description = cut(need), cut(duties), strings.Join(lines, "\n")
}

// cut shortens as a search does.
func cut(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}

func someFormats(c *rand.Rand, remote int) []posting.Format {
	switch roll := c.IntN(100); {
	case roll < remote:
		return []posting.Format{posting.Remote}
	case roll < remote+20:
		return []posting.Format{posting.OnSite, posting.Hybrid}
	case roll < remote+30:
		return []posting.Format{posting.Hybrid}
	}
	return []posting.Format{posting.OnSite}
}

func pick[T any](c *rand.Rand, from []T) T { return from[c.IntN(len(from))] }

// pickWeighted returns an index as often as its share of the weights.
func pickWeighted(c *rand.Rand, weights []int) int {
	all := 0
	for _, w := range weights {
		all += w
	}
	roll := c.IntN(all)
	for i, w := range weights {
		if roll -= w; roll < 0 {
			return i
		}
	}
	return len(weights) - 1
}
