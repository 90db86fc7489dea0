package interview

import "kadry/internal/interview/analysis"

// Shown is the analysis that people have the last word in: the reviewed one where there is
// one, else the engine's; nil before the end.
func (s Session) Shown() *analysis.Analysis {
	if s.Reviewed != nil {
		return s.Reviewed
	}
	return s.Analysis
}
