package marketweb

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/market/competition"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
)

// noBreak keeps an amount and its sign on one line.
const noBreak = "\u00a0"

// signs of currencies; others go by their codes.
var signs = map[string]string{"RUB": "₽", "USD": "$", "EUR": "€", "KZT": "₸", "BYN": "Br", "UAH": "₴", "GEL": "₾", "AZN": "₼"}

// money writes an amount: ₽250,000 or 250 000 ₽.
func (s *screen) money(amount float64, code string) string {
	number := s.Number(int(math.Round(amount)))
	sign, known := signs[code]
	switch {
	case s.Lang == "ru" && known:
		return grouped(number) + noBreak + sign
	case s.Lang == "ru":
		return grouped(number) + noBreak + visible(code)
	case known && len(sign) < 4:
		return sign + number
	}
	return visible(code) + noBreak + number
}

// moneyRange writes two amounts with one sign: ₽250,000–300,000 or 250 000–300 000 ₽.
func (s *screen) moneyRange(from, to float64, code string) string {
	const dash = "–"
	if s.Lang == "ru" {
		return grouped(s.Number(int(math.Round(from)))) + dash + s.money(to, code)
	}
	return s.money(from, code) + dash + s.Number(int(math.Round(to)))
}

// grouped is a Russian number with its thousands apart: amounts stand under each other.
func grouped(number string) string {
	if len(number) == 4 && strings.Trim(number, "0123456789") == "" {
		return number[:1] + noBreak + number[1:]
	}
	return number
}

// about is an estimated amount, no more exactly than three figures.
func (s *screen) about(amount float64, code string) string { return s.money(rounded(amount), code) }

// rounded keeps the first three figures of an amount.
func rounded(amount float64) float64 {
	if amount == 0 || math.IsInf(amount, 0) || math.IsNaN(amount) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(amount)))-2)
	if unit <= 1 {
		return math.Round(amount)
	}
	return math.Round(amount/unit) * unit
}

// axisUnit is what the amounts under a drawing count, and its name.
func (s *screen) axisUnit(c scale, code string) (unit float64, name string) {
	sign, known := signs[code]
	if !known {
		sign = visible(code)
	}
	if c.high < 10_000 {
		return 1, sign
	}
	return 1000, s.T("market.thousands", "Sign", sign)
}

// tick is an amount under a drawing.
func (s *screen) tick(amount, unit float64) string {
	x := amount / unit
	if x == math.Trunc(x) {
		return s.Number(int(x))
	}
	return s.Decimal(x, 1)
}

// size is how many vacancies stand behind a figure.
func (s *screen) size(n int, few bool) string {
	text := s.T("market.n", "N", s.Number(n))
	if few {
		text += ", " + s.T("market.fewShort")
	}
	return text
}

// code is the currency that the answer is in.
func (p report) code() string {
	if p.Salary == nil {
		return p.currency()
	}
	code, _, _ := strings.Cut(p.Salary.Unit, "/")
	return code
}

// interval writes the 95 % interval of an amount; "" where it is not known.
func (s *screen) interval(low, high float64, code string) string {
	if low == 0 && high == 0 {
		return ""
	}
	return s.moneyRange(rounded(low), rounded(high), code)
}

// spread writes the 95 % interval of a mark, nothing where it is not known.
func (s *screen) spread(m mark, code string) string {
	low, high, known := m.interval()
	if !known {
		return ""
	}
	return s.interval(low, high, code)
}

// share writes a share: 46 %.
func (s *screen) share(x float64) string { return s.percent(100 * x) }

func (s *screen) percent(x float64) string {
	if x > 0 && x < 1 {
		return s.T("market.underOne")
	}
	return s.T("market.percent", "N", s.Number(int(math.Round(x))))
}

// shares writes the interval of a share.
func (s *screen) shares(i statistic.Interval) string {
	return s.T("market.shares", "From", s.Number(int(math.Round(100*i[0]))), "To", s.Number(int(math.Round(100*i[1]))))
}

// change writes a difference in percent with its sign.
func (s *screen) change(x float64, key string) string {
	sign := "+"
	if math.Round(x) < 0 {
		sign = "−"
	} else if math.Round(x) == 0 {
		sign = ""
	}
	return s.T(key, "N", sign+s.Number(int(math.Abs(math.Round(x)))))
}

// premium is by how much the pay with a skill differs, with its interval.
func (s *screen) premium(p *competition.Premium) string {
	return s.change(p.Percent, "market.percent")
}

func (s *screen) premiumRange(p *competition.Premium) string {
	return s.T("market.between", "From", s.change(p.CI95[0], "market.percent"), "To", s.change(p.CI95[1], "market.percent"))
}

// proven is the share of false discoveries that is put up with.
const proven = 0.05

// choice is the name of a value that a field can take; values without words stand as they are.
func (s *screen) choice(kind, value string) string {
	key := "market." + kind + "." + value
	if text := s.T(key); text != key {
		return text
	}
	return visible(value)
}

func (s *screen) sourceName(source posting.Source) string { return s.choice("source", string(source)) }

func (s *screen) experienceName(e posting.Experience) string { return s.choice("years", string(e)) }

// offerText writes the offer that was asked about.
func (s *screen) offerText(q question) string {
	bounds, err := q.offer()
	if err != nil {
		return ""
	}
	from, to := bounds[0], bounds[1]
	switch {
	case from == 0 && to == 0:
		return ""
	case from == 0 || to == 0 || from == to:
		return s.money(float64(max(from, to)), q.currency())
	}
	return s.moneyRange(float64(from), float64(to), q.currency())
}

// offerEnds are the ends of the offer on the scale of the chart.
func (p report) offerEnds() []float64 {
	bounds, err := p.question.offer()
	if err != nil || p.Offer == nil || bounds == [2]int{} {
		return nil
	}
	from, to := bounds[0], bounds[1]
	if from == 0 || to == 0 {
		from, to = from+to, from+to
	}
	return []float64{float64(from), float64(to)}
}

// finding is the answer in a sentence.
func (s *screen) finding(p report) string {
	if p.Salary == nil || p.Salary.P50 == nil {
		return s.T("market.noPay")
	}
	m := p.Salary.P50
	text := s.T("market.median", "Pay", s.about(m.Value, p.code()), "Basis", s.T("market.basisIs."+string(p.Salary.Basis)))
	if i := s.spread(mark{Estimate: *m}, p.code()); i != "" {
		text += s.T("market.medianRange", "Range", i)
	}
	return text + "."
}

// stated says how the vacancies state pay.
func (s *screen) stated(a answer) string {
	return s.T("market.stated", "Both", s.Number(a.Salary.Both), "From", s.Number(a.Salary.FromOnly), "To", s.Number(a.Salary.ToOnly))
}

// verdict is what an offer is like.
func (s *screen) verdict(o *pay.Standing) string {
	text := s.choice("verdict", string(o.Verdict))
	if !o.Certain {
		text += s.T("market.uncertain")
	}
	return text
}

func (s *screen) standing(o *pay.Standing) string {
	if math.Round(o.From.Value) == math.Round(o.To.Value) {
		return s.T("market.standingOne", "P", s.percent(o.To.Value), "Higher", s.percent(o.Higher.Value))
	}
	return s.T("market.standing", "From", s.percent(o.From.Value), "To", s.percent(o.To.Value), "Higher", s.percent(o.Higher.Value))
}

// source says where a figure comes from: source, day, age, and of how many vacancies.
func (s *screen) source(a answer, n int) string {
	parts := []string{s.sourceName(a.Sample.Source)}
	if live := a.Sample.Source == posting.HH || a.Sample.Source == posting.Trudvsem; live && a.fromKept() {
		parts[0] = s.T("market.keptFrom", "Source", parts[0])
	}
	if !a.Sample.Taken.IsZero() {
		parts = append(parts, s.dated(a.Sample.Taken))
	}
	if a.Sample.Coverage > 0 {
		parts = append(parts, s.T("market.coverage", "Share", s.share(a.Sample.Coverage)))
	}
	parts = append(parts, s.size(n, false))
	return strings.Join(parts, " · ")
}

// dated is a day and how long ago it was.
func (s *screen) dated(t time.Time) string {
	return s.T("market.dated", "Date", s.Date(t), "Age", s.age(t))
}

// manyDays is from where on an age is told in months.
const manyDays = 90

// age says how long ago a day was.
func (s *screen) age(t time.Time) string {
	const day = 24 * time.Hour
	switch days := int(s.now().UTC().Truncate(day).Sub(t.UTC().Truncate(day)) / day); {
	case days <= 0:
		return s.T("market.today")
	case days == 1:
		return s.T("market.yesterday")
	case days < manyDays:
		return s.N("market.daysAgo", days)
	default:
		return s.T("market.ago", "Time", s.Duration(days*12/365))
	}
}

// parsed is a moment that an operation wrote; zero where it wrote none.
func parsed(text string) time.Time {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// fieldName is what an unknown field is called on the page; a skill goes by its own name.
func (s *screen) fieldName(field string) string {
	if name, is := strings.CutPrefix(field, "by_skill."); is && name != "share" && name != "premium" {
		return visible(name)
	}
	return s.choice("field", strings.ReplaceAll(field, ", ", "_"))
}

// skillName is what an asked skill was taken for.
func skillName(one inquiry.Skill) string {
	if one.Canonical != "" {
		return visible(one.Canonical)
	}
	return visible(one.Input)
}

// topic is what a question was about, in few words.
func (s *screen) topic(r resolved) string {
	parts := []string{roleNames(r.Roles), visible(r.Text), s.spanNames(r.Spans)}
	if r.Area != nil {
		parts = append(parts, s.placeName(*r.Area))
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " · ")
}

// roleNames are the roles of the dictionary that were found.
func roleNames(list []posting.Named) string {
	var names []string
	for _, one := range list {
		names = append(names, visible(one.Name))
	}
	return strings.Join(names, "; ")
}

// spanNames are spans of experience in words.
func (s *screen) spanNames(list []string) string {
	var names []string
	for _, one := range list {
		names = append(names, s.experienceName(posting.Experience(one)))
	}
	return strings.Join(names, ", ")
}

// band says what the hh index means.
func (s *screen) band(b competition.Band) string { return s.choice("band", string(b)) }

// decimal writes a figure with one decimal.
func (s *screen) decimal(x float64) string { return s.Decimal(x, 1) }

func digits(n int) string { return strconv.Itoa(n) }

// markName is what a percentile is called.
func (s *screen) markName(percent int) string {
	if percent == 50 {
		return s.T("market.middle")
	}
	return s.T("market.percentile", "P", digits(percent))
}

// estimate is a figure of a table.
func (s *screen) estimate(e *pay.Estimate, code string) string {
	if e == nil {
		return s.T("market.notKnown")
	}
	return s.about(e.Value, code)
}

func (s *screen) orUnknown(text string) string {
	if text == "" {
		return s.T("market.notKnown")
	}
	return text
}

// skillShare is the share of a skill; out of what searches show it is at the least so much.
func (s *screen) skillShare(one competition.Skill) string {
	if one.Share > 0 {
		return s.share(one.Share)
	}
	return s.T("market.atLeast", "Share", s.share(one.AtLeast))
}
