package llm

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cleaned is foreign text as a model may see it, with the way back to the original: a quote
// that a model takes from it is told to people in the writer's own words.
//
// Gone are control characters (line ends become \n), everything of zero width or without a
// look (joiners, bidirectional marks, tags, variation selectors, private use), and the role
// markers of chat templates: special tokens become one space, and a line that begins like a
// turn ("System:") loses its colon. Broken UTF-8 becomes U+FFFD. Cleaning a cleaned text
// changes nothing.
type Cleaned struct {
	Original string
	Text     string
	// The bytes of Text came from Original[from[i]:to[i]].
	from, to []int
}

// markers are what chat templates and tokenizers take for the structure of a conversation.
// None contains white space, so putting a space in place of one never makes another.
var markers = regexp.MustCompile(`(?i)<\|[^<>|\s]{1,64}\|>` + // ChatML, Llama 3, Phi, Qwen, Harmony
	`|<｜[^<>｜\s]{1,64}｜>` + // DeepSeek
	`|</?s>|<(?:bos|eos|pad|unk|mask|start_of_turn|end_of_turn|start_of_image)>` + // SentencePiece, Gemma
	`|<</?sys>>|\[/?(?:inst|system_prompt|available_tools|tool_calls|tool_results|tool_content|args|think)\]` + // Llama 2, Mistral
	`|</?(?:think|system|assistant|tool_call|tool_response|function_calls)>`)

// turns are line beginnings that read as another speaker's turn.
var turns = regexp.MustCompile(`(?im)^[ \t>*_#-]*(?:system|developer|assistant|user|human|ai|tool|instructions?|` +
	`система|системное сообщение|ассистент|помощник|пользователь|человек|инструкци[яи])[ \t*_]*([:：])`)

// Clean makes foreign text fit for a model's eyes.
func Clean(text string) Cleaned {
	c := Cleaned{Original: text, Text: text, from: make([]int, len(text)), to: make([]int, len(text))}
	for i := range len(text) {
		c.from[i], c.to[i] = i, i+1
	}
	c = c.visible()
	c = c.rewritten(markers.FindAllStringIndex(c.Text, -1), " ")
	var colons [][]int
	for _, m := range turns.FindAllStringSubmatchIndex(c.Text, -1) {
		colons = append(colons, m[2:4])
	}
	return c.rewritten(colons, ",")
}

// Find returns where in Original a passage of Text comes from, in bytes.
func (c Cleaned) Find(passage string) (from, to int, ok bool) {
	at := strings.Index(c.Text, passage)
	if at < 0 || passage == "" {
		return 0, 0, false
	}
	return c.from[at], c.to[at+len(passage)-1], true
}

// visible keeps what has a look, one way of ending lines, and no fence of ours.
func (c Cleaned) visible() Cleaned {
	next := c.begun()
	for i := 0; i < len(c.Text); {
		r, size := utf8.DecodeRuneInString(c.Text[i:])
		switch {
		case r == '\r' && strings.HasPrefix(c.Text[i+size:], "\n"):
		case r == '\r', r == '\v', r == '\f', r == '\u0085', r == '\u2028', r == '\u2029':
			next.put(c, i, i+size, "\n")
		case r == utf8.RuneError && size == 1:
			next.put(c, i, i+size, "\uFFFD")
		case r == fenceOpen:
			next.put(c, i, i+size, "[")
		case r == fenceClose:
			next.put(c, i, i+size, "]")
		case r == '\n', r == '\t', !sightless(r):
			next.put(c, i, i+size, c.Text[i:i+size])
		}
		i += size
	}
	next.Text = string(next.text)
	return next.Cleaned
}

func sightless(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs,
		unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// rewritten puts with in place of every span of Text.
func (c Cleaned) rewritten(spans [][]int, with string) Cleaned {
	if len(spans) == 0 {
		return c
	}
	next, done := c.begun(), 0
	for _, span := range spans {
		next.copy(c, done, span[0])
		next.put(c, span[0], span[1], with)
		done = span[1]
	}
	next.copy(c, done, len(c.Text))
	next.Text = string(next.text)
	return next.Cleaned
}

// cleaning is a Cleaned in the making.
type cleaning struct {
	Cleaned
	text []byte
}

func (c Cleaned) begun() cleaning {
	return cleaning{
		Cleaned: Cleaned{Original: c.Original, from: make([]int, 0, len(c.Text)), to: make([]int, 0, len(c.Text))},
		text:    make([]byte, 0, len(c.Text)),
	}
}

// put writes with for Text[i:j] of the text before.
func (next *cleaning) put(before Cleaned, i, j int, with string) {
	next.text = append(next.text, with...)
	for range len(with) {
		next.from = append(next.from, before.from[i])
		next.to = append(next.to, before.to[j-1])
	}
}

// copy keeps Text[i:j] of the text before.
func (next *cleaning) copy(before Cleaned, i, j int) {
	next.text = append(next.text, before.Text[i:j]...)
	next.from = append(next.from, before.from[i:j]...)
	next.to = append(next.to, before.to[i:j]...)
}
