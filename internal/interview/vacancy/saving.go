package vacancy

import (
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
	"kadry/internal/skill"
)

// Saving asks to keep a vacancy.
type Saving struct {
	ID         string // empty: the vacancy with the external id, else a new one
	ExternalID string
	Draft      Draft
	Version    int // the version the draft was made from; 0 replaces whatever is there
}

// Completed returns the saving with its draft completed, or what is wrong with it.
func (s Saving) Completed(g *skill.Graph) (Saving, error) {
	var err error
	if s.Draft, err = s.Draft.Completed(g); err != nil {
		return Saving{}, err
	}
	if n := utf8.RuneCountInString(s.ExternalID); n > maxExternal || s.ExternalID != input.Clean(s.ExternalID) {
		return Saving{}, fault.Wrong("external_id", fault.Say("must have at most %d characters, none of them invisible", "не длиннее %d символов и без невидимых знаков", maxExternal))
	}
	return s, nil
}
