package match

// Item is a Match as a caller reads it, in one language.
type Item struct {
	ID            string           `json:"id,omitempty"`
	RepositoryURL string           `json:"repository_url"`
	Branch        string           `json:"branch"`
	Commit        string           `json:"commit"`
	FilePath      string           `json:"file_path"`
	StartLine     int              `json:"start_line"`
	EndLine       int              `json:"end_line"`
	Permalink     string           `json:"permalink"`
	Name          string           `json:"name,omitempty"`
	Language      string           `json:"language"`
	Code          string           `json:"code"`
	Cut           bool             `json:"cut,omitempty"`
	Score         float64          `json:"score"`
	Signals       Signals          `json:"rank_signals"`
	Clone         Clone            `json:"clone_type"`
	Verdict       Verdict          `json:"verdict"`
	Confidence    float64          `json:"confidence"`
	Reasons       []SaidReason     `json:"reasons"`
	Alignment     []Alignment      `json:"alignment"`
	Differences   []SaidDifference `json:"differences"`
	Tests         Tests            `json:"tests"`
	Licence       SaidLicence      `json:"license"`
	VerifiedBy    string           `json:"verified_by"`      // a Level; of a model "llm(its name)"
	CommitAge     int64            `json:"index_commit_age"` // seconds
}

// SaidReason is a Reason in one language.
type SaidReason struct {
	Text string `json:"text"`
	A    Range  `json:"a"`
	B    Range  `json:"b"`
}

// SaidDifference is a Difference in one language.
type SaidDifference struct {
	Nature   Nature `json:"kind"`
	Text     string `json:"text"`
	A        Range  `json:"a"`
	B        Range  `json:"b"`
	Material bool   `json:"material"`
}

// SaidLicence is a Licence in one language.
type SaidLicence struct {
	SPDX   string `json:"spdx"`
	Source string `json:"source"`
	Note   string `json:"note"`
}

// In is the match in a language, "ru" or any other for English. Lists are empty, never null.
func (m Match) In(lang string) Item {
	tests := m.Tests
	tests.Inputs = append([]Test{}, tests.Inputs...)
	return Item{
		ID: m.ID, RepositoryURL: m.RepositoryURL, Branch: m.Branch, Commit: m.Commit, FilePath: m.FilePath,
		StartLine: m.StartLine, EndLine: m.EndLine, Permalink: m.Permalink, Name: m.Name, Language: m.Language,
		Code: m.Code, Cut: m.Cut, Score: m.Score, Signals: m.Signals, Clone: m.Clone, Verdict: m.Verdict,
		Confidence: m.Confidence, Reasons: ReasonsIn(lang, m.Reasons), Alignment: append([]Alignment{}, m.Alignment...),
		Differences: DifferencesIn(lang, m.Differences), Tests: tests,
		Licence:    SaidLicence{SPDX: m.Licence.SPDX, Source: m.Licence.Source, Note: m.Licence.Note.In(lang)},
		VerifiedBy: m.verifiedBy(), CommitAge: int64(m.CommitAge.Seconds()),
	}
}

func (m Match) verifiedBy() string {
	if m.VerifiedBy == LLM && m.Model != "" {
		return string(LLM) + "(" + m.Model + ")"
	}
	return string(m.VerifiedBy)
}

// ReasonsIn are the reasons in a language.
func ReasonsIn(lang string, all []Reason) []SaidReason {
	said := make([]SaidReason, 0, len(all))
	for _, r := range all {
		said = append(said, SaidReason{Text: r.Text.In(lang), A: r.A, B: r.B})
	}
	return said
}

// DifferencesIn are the differences in a language.
func DifferencesIn(lang string, all []Difference) []SaidDifference {
	said := make([]SaidDifference, 0, len(all))
	for _, d := range all {
		said = append(said, SaidDifference{Nature: d.Nature, Text: d.Text.In(lang), A: d.A, B: d.B, Material: d.Material})
	}
	return said
}
