package report

import (
	"cmp"
	"slices"
	"strings"

	"kadry/internal/dossier/number"
	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
)

const (
	mostSkills = 15
	mostNamed  = 5
	// offerSample is how many postings an offer range takes.
	offerSample = 15
)

func (m maker) summarised() MarketSummary {
	if !m.Market.Known() {
		return MarketSummary{Reason: m.whyNoMarket()}
	}
	s := MarketSummary{
		Known: true, Source: m.Market.Source, At: m.Market.At, Found: m.Market.Found, Pay: m.Market.Pay, Responses: m.Market.Responses,
		Employers: largest(m.Market.Employers, mostNamed), Places: largest(m.Market.Places, mostNamed), BySkill: m.Market.BySkill,
	}
	var skills []Count
	for _, d := range m.Market.Demand.Skills {
		skills = append(skills, Count{Name: d.Name, N: d.N})
	}
	s.Skills = largest(skills, mostSkills)
	return s
}

func (m maker) whyNoMarket() string {
	if why := m.Market.Failed.In(m.lang); why != "" {
		return quote.Clean(why, longestReason)
	}
	return m.say("The market was not asked.", "Рынок не изучался.")
}

// largest are the largest counts, names of others made plain.
func largest(list []Count, most int) []Count {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Count) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })
	list = list[:min(len(list), most)]
	for i := range list {
		list[i].Name = quote.Clean(list[i].Name, longestTitle)
	}
	return list
}

// offer is the middle half of the pay, and why there is none.
func (m maker) offer() (*Offer, string) {
	p := m.Market.Pay
	switch {
	case !m.Market.Known():
		return nil, m.whyNoMarket()
	case p == nil:
		return nil, m.say("No pay could be read in the postings.", "В вакансиях не удалось прочитать зарплаты.")
	case p.N < offerSample || p.P25 == nil || p.P75 == nil:
		return nil, m.say("%[1]d postings tell their pay; a range takes %[2]d.", "Вакансий с зарплатой: %[1]d; для вилки нужно %[2]d.", p.N, offerSample)
	}
	return &Offer{From: *p.P25, To: *p.P75, Currency: p.Currency, Basis: p.Basis, N: p.N}, ""
}

// unknown is what the report leaves out.
func (m maker) unknown() []Unknown {
	var list []Unknown
	add := func(field, reason string) { list = append(list, Unknown{Field: field, Reason: reason}) }
	if !m.Market.Known() {
		add("market", m.whyNoMarket())
	} else if m.Market.Responses == nil {
		add("market.responses_per_vacancy", m.say("The source does not count responses for us.", "Источник не сообщает нам число откликов."))
	}
	for _, s := range m.asked.All() {
		if !s.Known {
			add("requirement."+s.Name, m.say("The taxonomy does not have it: sources know it only under this very name, and postings are not counted.",
				"В справочнике его нет: источники узнают его только под этим названием, а вакансии по нему не подсчитаны."))
		}
	}
	if p := m.Market.Pay; m.Market.Known() && p != nil && p.Median == nil {
		add("market.salary.median", m.say("%d postings tell their pay: too few.", "Вакансий с зарплатой: %d, этого мало.", p.N))
	}
	if offer, why := m.offer(); offer == nil {
		add("recommendations.competitive_offer_range", why)
	}
	return list
}

// summary is the report in one line.
func (m maker) summary(r Report) string {
	goes, holds := 0, 0
	for _, c := range r.Candidates {
		switch c.Decision {
		case verdict.Go:
			goes++
		case verdict.Hold:
			holds++
		case verdict.No:
		}
	}
	market := m.say("unknown", "неизвестен")
	if m.Market.Known() {
		market = m.say("%d vacancies", "%d вакансий", m.Market.Found) + m.median()
	}
	return m.say("Market: %[1]s | Candidates: %[2]d GO, %[3]d HOLD of %[4]d | Risks: %[5]d", "Рынок: %[1]s | Кандидаты: %[2]d GO, %[3]d HOLD из %[4]d | Риски: %[5]d",
		market, goes, holds, len(r.Candidates), len(r.Recommendations.Risks))
}

func (m maker) median() string {
	p := m.Market.Pay
	if p == nil || p.Median == nil {
		return m.say(", median unknown", ", медиана неизвестна")
	}
	return m.say(", median ~%[1]s %[2]s", ", медиана ~%[1]s %[2]s", number.Amount(*p.Median, m.lang), p.Currency)
}

// named lists names of weighed skills.
func named(list []requirement.Weighed) string {
	var names []string
	for _, w := range list {
		names = append(names, w.Skill)
	}
	return strings.Join(names, ", ")
}
