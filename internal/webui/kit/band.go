package kit

// Where the bands of a score of 100 begin. Matches, interviews and reports are shown on this
// one scale, so that a word means the same wherever it stands; what a room advises has bounds
// of its own.
const (
	strongFrom  = 75
	goodFrom    = 50
	partialFrom = 25
)

// Band is the key of the word for a score of 100.
func Band(score int) string {
	switch {
	case score >= strongFrom:
		return "band.strong"
	case score >= goodFrom:
		return "band.good"
	case score >= partialFrom:
		return "band.partial"
	}
	return "band.weak"
}
