package verdict

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
)

// Override is a person's decision beside the advice. It replaces no figure and no reason.
type Override struct {
	Decision Decision  `json:"decision"`
	Reason   string    `json:"reason"`
	Author   string    `json:"author"`
	At       time.Time `json:"at"`
}

// longestReason is of a person's reason, in characters.
const longestReason = 2000

// Check refuses a decision without a reason or an author: who reads it later must know why
// and whom to ask.
func (o Override) Check() error {
	var check fault.Check
	if !slices.Contains(o.Decision.Enum(), string(o.Decision)) {
		check.Wrong("decision", fault.Say("must be go, hold or no", "ожидается go, hold или no"))
	}
	if n := utf8.RuneCountInString(o.Reason); strings.TrimSpace(o.Reason) == "" || n > longestReason {
		check.Wrong("reason", fault.Say("a reason has 1 to %d characters", "в причине от 1 до %d знаков", longestReason))
	}
	if strings.TrimSpace(o.Author) == "" {
		check.Wrong("author", fault.Say("who decides must be named", "нужно указать, кто решает"))
	}
	return check.Err()
}
