package kinship

import (
	"encoding/json"
	"errors"
	"fmt"
)

const (
	// storedVersion is of the stored form; cards of another are made again.
	storedVersion = 1
	mostStored    = 1 << 20 // bytes
)

// ErrStored says that a stored card cannot be read and has to be made again.
var ErrStored = errors.New("kinship: not a stored card")

type stored struct {
	Version int  `json:"v"`
	Card    Card `json:"card"`
}

// Encode is the stored form of a card, bounded: JSON of at most 1 MB, as a rule 10 KB.
func Encode(c Card) ([]byte, error) {
	text, err := json.Marshal(stored{storedVersion, c.Bounded()})
	if err != nil {
		return nil, fmt.Errorf("kinship: encode: %w", err)
	}
	return text, nil
}

// Decode reads the stored form. What it returns is bounded, whatever was stored.
func Decode(text []byte) (Card, error) {
	if len(text) > mostStored {
		return Card{}, fmt.Errorf("%w: %d bytes", ErrStored, len(text))
	}
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return Card{}, fmt.Errorf("%w: %w", ErrStored, err)
	}
	if s.Version != storedVersion {
		return Card{}, fmt.Errorf("%w: version %d", ErrStored, s.Version)
	}
	return s.Card.Bounded(), nil
}
