package competition

import (
	"kadry/internal/fault"
	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

// Band is a band of hh.index, as HeadHunter draws them.
type Band string

// The bands, in resumes for one vacancy.
const (
	AcuteShortage      Band = "acute_shortage"      // below 2
	Shortage           Band = "shortage"            // below 4
	Moderate           Band = "moderate"            // below 8
	HighCompetition    Band = "high_competition"    // below 12
	ExtremeCompetition Band = "extreme_competition" // 12 and over
)

// Supply is how many people there are for the vacancies, as far as anybody counted.
type Supply struct {
	Vacancies    int     `json:"vacancies"` // found by the source, else unique ones read
	Responses    float64 `json:"responses_per_vacancy,omitzero"`
	RespondedN   int     `json:"responses_n,omitzero"`  // vacancies that tell their responses
	Index        float64 `json:"hh_index,omitzero"`     // resumes for one vacancy
	Band         Band    `json:"band,omitzero"`         // of the index
	Employers    int     `json:"employers,omitzero"`    // that are named
	HHI          float64 `json:"employer_hhi,omitzero"` // concentration of unique vacancies, 1 is one employer
	LargestShare float64 `json:"largest_employer_share,omitzero"`
}

// concentrate takes the unique vacancies of each employer.
func (s *Supply) concentrate(counts []int) {
	all, most := 0, 0
	for _, c := range counts {
		all, most = all+c, max(most, c)
	}
	s.Employers, s.HHI, s.LargestShare = len(counts), statistic.Concentration(counts), share(most, all)
}

func (a *analysis) supply() {
	s := &a.answer.Supply
	s.Vacancies = a.Now.Found
	if s.Vacancies == 0 {
		s.Vacancies = len(a.postings)
	}
	responses := 0
	for i := range a.postings {
		if r := a.postings[i].Responses; r != nil {
			responses += max(*r, 0)
			s.RespondedN++
		}
	}
	switch {
	case s.RespondedN == 0:
		a.unknown("demand_supply.responses_per_vacancy", fault.Say("the source tells no numbers of responses", "источник не сообщает число откликов"))
	case s.RespondedN < pay.ForMedian:
		a.unknown("demand_supply.responses_per_vacancy", tooFew(s.RespondedN, pay.ForMedian))
	default:
		s.Responses = float64(responses) / float64(s.RespondedN)
	}
	if a.Resumes <= 0 || s.Vacancies == 0 {
		a.unknown("demand_supply.hh_index", fault.Say("the number of active resumes is not known; give it to have the index", "число активных резюме неизвестно; укажите его, чтобы получить индекс"))
		return
	}
	s.Index = float64(a.Resumes) / float64(s.Vacancies)
	s.Band = band(s.Index)
}

func band(index float64) Band {
	switch {
	case index < 2:
		return AcuteShortage
	case index < 4:
		return Shortage
	case index < 8:
		return Moderate
	case index < 12:
		return HighCompetition
	}
	return ExtremeCompetition
}
