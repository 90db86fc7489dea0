package resume

import "kadry/internal/fault"

// dated is the run of months a period stands for once "present" and mid-year are settled.
type dated struct {
	from, to  Month // zero when unknown
	current   bool
	precision string
	warning   *Warning
}

// settle turns a written period into months. A year stands for its middle: 2018–2020 is
// July 2018 to June 2020, twenty-four months, which is right on average and wrong by at
// most a year. What cannot be true is reported and left unknown.
func (p period) settle(asOf Month, quote string) dated {
	d := dated{precision: "month", current: p.open}
	if p.from.yearOnly || p.ranged && !p.open && p.to.yearOnly {
		d.precision = "year"
	}
	if p.from.first > asOf {
		d.warning = warn("future_dates",
			"The dates %q start after the reference month %s, so they were not counted.",
			"Период «%s» начинается позже расчётного месяца %s, поэтому он не учтён.", quote, asOf)
		return d
	}
	if p.ranged && !p.open && p.to.last < p.from.first {
		d.warning = warn("reversed_dates",
			"The dates %q end before they start, so they were not counted.",
			"В периоде «%s» конец раньше начала, поэтому он не учтён.", quote)
		return d
	}
	d.from, d.to = p.bounds(asOf)
	if p.ranged && !p.open && p.to.first > asOf {
		d.to = 0
		d.warning = warn("future_dates",
			"The dates %q end after the reference month %s, so they were not counted.",
			"Период «%s» заканчивается позже расчётного месяца %s, поэтому он не учтён.", quote, asOf)
		return d
	}
	if months := int(d.to-d.from) + 1; p.length >= 0 && d.precision == "month" && (p.length > months+1 || p.length < months-2) {
		d.warning = warn("duration_mismatch",
			"The dates %q make %d months, but %d are stated beside them.",
			"Период «%s» составляет %d мес., а рядом указано %d мес.", quote, months, p.length)
	}
	return d
}

func (p period) bounds(asOf Month) (from, to Month) {
	last := p.to
	if !p.ranged {
		last = p.from
	}
	from, to = p.from.first, last.last
	if p.open {
		to = asOf
	}
	whole := p.from.last-p.from.first == 11 && last.last-last.first == 11
	sameYear := !p.open && whole && p.from.first.Year() == last.last.Year()
	switch {
	case sameYear:
		from, to = monthAt(from.Year(), 4), monthAt(from.Year(), 9)
	default:
		if p.from.yearOnly && p.from.last-p.from.first == 11 {
			from = monthAt(from.Year(), 7)
		}
		if !p.open && last.yearOnly && last.last-last.first == 11 {
			to = monthAt(to.Year(), 6)
		}
	}
	to = min(to, asOf)
	if from > to {
		// Mid-year overshoots the other, better known end of the same year.
		if p.from.yearOnly {
			from = max(p.from.first, monthAt(to.Year(), 1))
		} else {
			to = from
		}
	}
	return from, to
}

func warn(code, en, ru string, operands ...any) *Warning {
	return &Warning{Code: code, Text: fault.Say(en, ru, operands...)}
}
