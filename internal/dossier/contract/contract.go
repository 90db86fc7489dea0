// Package contract is the report as the REST paths of the system that this one replaces
// answer it: the same fields under the same names, null where that contract has null. The
// report itself has no null; it is turned into this form here and nowhere else.
package contract

import (
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
)

// Response is the answer to a run.
type Response struct {
	Market     Market      `json:"market"`
	Candidates []Candidate `json:"candidates"`
	Report     Report      `json:"report"`
	Run
}

// Run is what is known of the run besides its report.
type Run struct {
	Milliseconds int64    `json:"processing_time_ms"`
	Cache        Cache    `json:"cache_stats"`
	Ignored      []string `json:"ignored_fields"` // of the request: they arrived and changed nothing
}

// Market is what was read of the market, or why nothing was.
type Market struct {
	Data  *report.MarketSummary `json:"data"`
	Error *string               `json:"error"`
}

// Candidate is what was read of a person, or why nothing was.
type Candidate struct {
	Username string  `json:"github_username"` // any id of the person where there is no GitHub name
	Data     *Data   `json:"data"`
	Error    *string `json:"error"`
}

// Data are the facts about a person.
type Data struct {
	Skills   []SkillScore `json:"skill_scores"`
	Top      []string     `json:"top_languages"`
	Read     int          `json:"repos_analyzed"`
	Flags    []string     `json:"risk_flags"`
	Activity *Activity    `json:"activity_metrics"`
}

// SkillScore is the best proof of a skill.
type SkillScore struct {
	Skill    string  `json:"skill"`
	Score    float64 `json:"score"`
	Evidence string  `json:"evidence"`
}

// Activity are counts of public activity.
type Activity struct {
	Days      *int `json:"days_since_last_push"`
	Frequency int  `json:"commit_frequency_score"`
	Stars     int  `json:"total_stars"`
	Forks     int  `json:"total_forks"`
	Diversity int  `json:"repo_diversity_score"`
	OneCommit int  `json:"one_commit_repos_count"`
}

// Cache counts what was answered from the cache.
type Cache struct {
	Hits   int `json:"hits"`
	Misses int `json:"misses"`
	Total  int `json:"total"`
}

// Report is the judged part of the answer.
type Report struct {
	Role            string          `json:"role"`
	Skills          []string        `json:"skills"`
	Summary         string          `json:"summary"`
	MarketSummary   MarketSummary   `json:"market_summary"`
	MarketInsights  MarketInsights  `json:"market_insights"`
	Scores          []Score         `json:"candidate_scores"`
	Recommendations Recommendations `json:"recommendations"`
	Classification  Classification  `json:"skill_classification_report"`
}

// MarketSummary is the market in figures.
type MarketSummary struct {
	Found  int          `json:"total_found"`
	Source string       `json:"source"`
	Skills []SkillCount `json:"top_skills"`
	Pay    *SalaryStats `json:"salary_stats"`
}

// SkillCount is how many postings ask for a skill.
type SkillCount struct {
	Skill string `json:"skill"`
	Count int    `json:"count"`
}

// SalaryStats are in roubles a month, as this contract has it.
type SalaryStats struct {
	Count    int      `json:"count"`
	Minimum  float64  `json:"minimum"`
	Maximum  float64  `json:"maximum"`
	Median   *float64 `json:"median"`
	P25      *float64 `json:"p25"`
	P75      *float64 `json:"p75"`
	Currency string   `json:"currency"`
}

// MarketInsights are employers, places, demand and pay by skill.
type MarketInsights struct {
	Companies []Company             `json:"top_companies"`
	Locations []Location            `json:"top_locations"`
	Supply    SupplyDemand          `json:"supply_demand"`
	Ranges    map[string]SkillRange `json:"salary_ranges_by_skill"`
}

// Company is an employer with its postings.
type Company struct {
	Company string `json:"company"`
	Count   int    `json:"vacancy_count"`
}

// Location is a place with its postings.
type Location struct {
	Location string `json:"location"`
	Count    int    `json:"vacancy_count"`
}

// SupplyDemand has a ratio only where responses were counted: responses a vacancy.
type SupplyDemand struct {
	Ratio          *float64 `json:"ratio"`
	Interpretation string   `json:"interpretation"`
	Vacancies      int      `json:"vacancies"`
	Candidates     int      `json:"candidates"`
}

// SkillRange is the pay of postings that ask for a skill.
type SkillRange struct {
	Min     float64  `json:"min"`
	Max     float64  `json:"max"`
	Median  *float64 `json:"median"`
	Samples int      `json:"samples"`
}

// Score is the verdict on a person.
type Score struct {
	Username     string            `json:"github_username"`
	Score        int               `json:"score"`
	Decision     verdict.Decision  `json:"decision"`
	Reasons      []string          `json:"decision_reasons"`
	Match        int               `json:"match_score"`    // mean strength over all asked skills, of 100
	Activity     *int              `json:"activity_score"` // share of the activity points, of 100; null where not known
	Risk         int               `json:"risk_penalty"`   // points taken away
	Gaps         []string          `json:"skill_gaps"`
	Matched      []string          `json:"matched_skills"`
	Flags        []string          `json:"risk_flags"`
	Read         int               `json:"repos_analyzed"`
	Top          []string          `json:"top_languages"`
	Evidence     map[string]string `json:"evidence"`
	Metrics      *Activity         `json:"activity_metrics"`
	Resume       *int              `json:"resume_match_score"` // percent of asked skills that the CV proves; null without a CV
	LinkedIn     map[string]string `json:"linkedin_data"`      // skill -> what the export says; null without one
	Requirements RequirementMatch  `json:"requirement_match"`
}

// RequirementMatch is coverage in percent; nothing asked is covered.
type RequirementMatch struct {
	Mandatory        float64  `json:"mandatory_coverage"`
	Preferred        float64  `json:"preferred_coverage"`
	Overall          float64  `json:"overall_coverage"` // 0.7 mandatory + 0.3 preferred
	MandatoryMatched []string `json:"mandatory_matched"`
	MandatoryMissing []string `json:"mandatory_missing"`
	PreferredMatched []string `json:"preferred_matched"`
	PreferredMissing []string `json:"preferred_missing"`
}

// Recommendations are what follows.
type Recommendations struct {
	Shortlist []Pick   `json:"shortlist"`
	Interview []string `json:"interview_next"`
	Train     []string `json:"skills_to_train"`
	Risks     []string `json:"risks"`
	Offer     *Offer   `json:"competitive_offer_range"`
}

// Pick is a candidate of the shortlist.
type Pick struct {
	Username string           `json:"github_username"`
	Score    *int             `json:"score"`
	Decision verdict.Decision `json:"decision"`
	Reasons  []string         `json:"top_reasons"`
}

// Offer is the middle half of what postings offer.
type Offer struct {
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Currency string  `json:"currency"`
	Samples  int     `json:"samples"`
}

// Classification holds the asked skills against the market.
type Classification struct {
	Mandatory   []Weighed   `json:"mandatory_skills"`
	Preferred   []Weighed   `json:"preferred_skills"`
	Suggested   []Weighed   `json:"market_suggested"`
	Rare        []Weighed   `json:"rare_in_market"`
	Summary     Counts      `json:"summary"`
	Methodology Methodology `json:"methodology"`
}

// Weighed is a skill with its importance, null where the market says nothing.
type Weighed struct {
	Skill       string   `json:"skill"`
	Importance  *float64 `json:"importance_score"`
	Explanation string   `json:"explanation"`
}

// Counts are the sizes of the lists.
type Counts struct {
	Mandatory int `json:"mandatory_count"`
	Preferred int `json:"preferred_count"`
	Optional  int `json:"optional_count"`
	Analyzed  int `json:"vacancies_analyzed"`
}

// Methodology says how importance came about.
type Methodology struct {
	Description string   `json:"description"`
	Mandatory   float64  `json:"mandatory_threshold"`
	Preferred   float64  `json:"preferred_threshold"`
	Factors     []string `json:"factors"`
}
