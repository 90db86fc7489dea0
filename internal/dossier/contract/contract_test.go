package contract_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/dossier/contract"
	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

// answer is the response as a client reads it.
func answer(t *testing.T, c report.Case, lang string) map[string]any {
	t.Helper()
	text, err := json.Marshal(contract.Of(report.Make(dossiertest.Graph(t), c, lang), contract.Run{Milliseconds: 42, Cache: contract.Cache{Hits: 3, Misses: 4, Total: 7}}))
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// at follows a path like report.candidate_scores.0.score.
func at(t *testing.T, v any, path string) any {
	t.Helper()
	for step := range strings.SplitSeq(path, ".") {
		switch inner := v.(type) {
		case map[string]any:
			next, ok := inner[step]
			if !ok {
				t.Fatalf("%s: there is no %s", path, step)
			}
			v = next
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(inner) {
				t.Fatalf("%s: there is no %s", path, step)
			}
			v = inner[i]
		default:
			t.Fatalf("%s: %v has no %s", path, v, step)
		}
	}
	return v
}

func TestOf_keepsTheAcceptancePaths(t *testing.T) {
	t.Parallel()
	v := answer(t, dossiertest.Case(), "ru")
	for path, want := range map[string]any{
		"processing_time_ms":                                              42.0,
		"cache_stats.hits":                                                3.0,
		"ignored_fields":                                                  []any{},
		"report.market_summary.total_found":                               812.0,
		"report.market_insights.top_companies.0.company":                  "Пример",
		"report.recommendations.shortlist.0.github_username":              "nina-example",
		"report.recommendations.interview_next":                           []any{"nina-example", "cv_oleg"},
		"report.candidate_scores.0.activity_metrics.days_since_last_push": 12.0,
		"report.candidate_scores.0.decision":                              "go",
		"report.candidate_scores.0.requirement_match.mandatory_coverage":  100.0,
		"report.candidate_scores.0.requirement_match.preferred_missing":   []any{"Docker", "Наша система"},
		"report.candidate_scores.0.requirement_match.overall_coverage":    70.0,
		"report.candidate_scores.0.resume_match_score":                    40.0, // Go and PostgreSQL of five
		"report.candidate_scores.0.activity_score":                        100.0,
		"report.candidate_scores.0.linkedin_data":                         nil,
		"report.candidate_scores.1.github_username":                       "cv_oleg",
		"report.candidate_scores.1.activity_metrics":                      nil,
		"report.candidate_scores.1.resume_match_score":                    60.0,
		"report.candidate_scores.2.resume_match_score":                    nil,
		"report.candidate_scores.4.risk_penalty":                          0.0, // of 5, where nothing was gained
		"report.candidate_scores.4.risk_flags":                            []any{"overfull_skill_list"},
		"report.market_summary.salary_stats.median":                       300_000.0,
		"report.market_insights.supply_demand.ratio":                      nil,
		"report.recommendations.competitive_offer_range.max":              360_000.0,
		"report.skill_classification_report.summary.vacancies_analyzed":   120.0,
		"report.skill_classification_report.mandatory_skills.0.skill":     "Go",
		"report.skill_classification_report.market_suggested.0.skill":     "Apache Kafka",
		"report.skill_classification_report.rare_in_market.0.skill":       "Kubernetes",
		"market.error":  nil,
		"report.skills": []any{"Go", "PostgreSQL", "Kubernetes", "Docker", "Наша система"},
	} {
		if diff := cmp.Diff(want, at(t, v, path)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	if first, _ := at(t, v, "report.candidate_scores.0.decision_reasons.0").(string); !strings.HasPrefix(first, "Совет: пригласить.") {
		t.Errorf("the first reason is %q", first)
	}
}

// Bug 4, in this form: what failed has an error and no data.
func TestBug04_anErrorIsNoData(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Market = report.Market{Failed: fault.Say("hh.ru asks for a token.", "hh.ru просит токен.")}
	v := answer(t, c, "en")
	if at(t, v, "market.data") != nil || at(t, v, "market.error") != "hh.ru asks for a token." || at(t, v, "report.market_summary.salary_stats") != nil {
		t.Errorf("got %v", v["market"])
	}
}

// Bug 9, in this form: every candidate is there, with data or with the reason.
func TestBug09_failedCandidatesStay(t *testing.T) {
	t.Parallel()
	v := answer(t, dossiertest.Case(), "en")
	candidates, _ := v["candidates"].([]any)
	if len(candidates) != 6 || at(t, candidates, "5.data") != nil || at(t, candidates, "5.error") != "GitHub: No such user." || at(t, candidates, "0.error") != nil {
		t.Errorf("got %v", candidates)
	}
	if scores, _ := at(t, v, "report.candidate_scores").([]any); len(scores) != 5 {
		t.Errorf("%d scores", len(scores))
	}
}

// Bug 3, in this form: its figures are roubles, so others are not told.
func TestBug03_otherCurrenciesAreNotRoubles(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Market.Pay.Currency, c.Market.BySkill[0].Currency = "KGS", "KGS"
	v := answer(t, c, "ru")
	if at(t, v, "report.market_summary.salary_stats") != nil || len(at(t, v, "report.market_insights.salary_ranges_by_skill").(map[string]any)) != 0 {
		t.Error("som are told as roubles")
	}
}

// Nulls stand only where the contract has them, whatever is missing.
func TestOf_listsAreNeverNull(t *testing.T) {
	t.Parallel()
	nullable := []string{
		"data", "error", "salary_stats", "ratio", "median", "p25", "p75", "importance_score", "activity_score", "activity_metrics", "days_since_last_push",
		"resume_match_score", "linkedin_data", "competitive_offer_range", "score",
	}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				walk(k, v[k])
			}
		case []any:
			for _, inner := range v {
				walk(key, inner)
			}
		case nil:
			if !slices.Contains(nullable, key) {
				t.Errorf("%s is null", key)
			}
		}
	}
	empty := dossiertest.Case()
	empty.Mandatory, empty.Preferred, empty.Market = nil, nil, report.Market{Source: "hh", Found: 0}
	for _, c := range []report.Case{{}, dossiertest.Case(), empty} {
		walk("", answer(t, c, "ru"))
	}
	r := report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru")
	for ok := true; ok; r, ok = r.Condense() {
		contract.Of(r, contract.Run{})
	}
}
