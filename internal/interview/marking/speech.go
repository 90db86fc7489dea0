package marking

import "unicode/utf8"

// speech is several messages read as one text, with the way back from a place in it to a
// place in a message.
type speech struct {
	text   string
	heard  string // the text with blanks in place of what speaks to the marker; it alone is marked
	left   []span // what is blank in it
	veiled bool   // a part came with signs that show a reader another text
	parts  []Turn
	begins []int // of the parts, in bytes

	sentences []span
}

const partBreak = "\n\n"

func hear(turns []Turn) speech {
	var s speech
	for i, t := range turns {
		if i > 0 {
			s.text += partBreak
		}
		s.begins = append(s.begins, len(s.text))
		for _, l := range t.left {
			s.left = append(s.left, span{len(s.text) + l.start, len(s.text) + l.end})
		}
		s.parts = append(s.parts, t)
		s.veiled = s.veiled || veiled(t.Raw)
		s.text += t.Text
	}
	s.heard, s.sentences = blanked(s.text, s.left), sentences(s.text)
	return s
}

// quote cuts a place out of the message that holds most of it, so that it is verbatim.
func (s speech) quote(start, end int) Quote {
	var best Quote
	for i, m := range s.parts {
		from, to := max(start, s.begins[i])-s.begins[i], min(end, s.begins[i]+len(m.Text))-s.begins[i]
		if to-from > best.End-best.Start {
			best = Quote{Text: m.Text[from:to], Message: m.Seq, Start: from, End: to, Offset: utf8.RuneCountInString(m.Text[:from])}
		}
	}
	return best
}

// Turn is an answer with the words that called for it.
type Turn struct {
	Asked string
	Text  string // of the answer, safe to show
	Raw   string // as it came, when cleaning changed it
	Seq   int    // of the message that is the answer
	Ran   *Ran   // what the code did that was sent up to here; nil where nothing was run

	left []span // of the text: what speaks to the marker
}

// NewTurn returns a turn: the words that called for an answer, the answer safe to show and
// as it came, and the sequence number of its message.
func NewTurn(asked, text, raw string, seq int) Turn {
	return Turn{Asked: asked, Text: text, Raw: raw, Seq: seq, left: joined(append(addressed(text), overridden(text, raw)...))}
}
