package marking

// Turn is an answer with the words that called for it.
type Turn struct {
	Asked string
	Text  string // of the answer, safe to show
	Raw   string // as it came, when cleaning changed it
	Seq   int    // of the message that is the answer

	left []span // of the text: what speaks to the marker
}

// NewTurn returns a turn: the words that called for an answer, the answer safe to show and
// as it came, and the sequence number of its message.
func NewTurn(asked, text, raw string, seq int) Turn {
	return Turn{Asked: asked, Text: text, Raw: raw, Seq: seq, left: addressed(text)}
}
