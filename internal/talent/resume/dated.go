package resume

import "kadry/internal/fault"

// dated is the run of months a period stands for once "present" and mid-year are settled.
type dated struct {
	from, to Month // zero when unknown
	current  bool
	fromYear bool // the end is known to the year
	toYear   bool
	warning  *Warning
}

// settle turns a written period into months. What cannot be true is reported and left unknown.
func (p period) settle(asOf Month, quote string) dated {
	last := p.last()
	d := dated{current: p.open, fromYear: p.from.yearOnly, toYear: !p.open && last.yearOnly}
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
	if months := int(d.to-d.from) + 1; p.length >= 0 && !d.fromYear && !d.toYear && (p.length > months+1 || p.length < months-2) {
		d.warning = warn("duration_mismatch",
			"The dates %q make %d months, but %d are stated beside them.",
			"Период «%s» составляет %d мес., а рядом указано %d мес.", quote, months, p.length)
	}
	return d
}

// last is the date that a period ends with, its only one where it has no second.
func (p period) last() date {
	if p.ranged {
		return p.to
	}
	return p.from
}

func (p period) bounds(asOf Month) (from, to Month) {
	last := p.last()
	from, to = p.from.first, last.last
	if p.open {
		to = asOf
	}
	from, to = Settled(from, to, p.from.wholeYear(), !p.open && last.wholeYear())
	return min(from, asOf), min(to, asOf)
}

func warn(code, en, ru string, operands ...any) *Warning {
	return &Warning{Code: code, Text: fault.Say(en, ru, operands...)}
}
