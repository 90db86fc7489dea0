package llm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// The wire format: the part of OpenAI's chat completions that every endpoint shares.

type chatRequest struct {
	Model               string          `json:"model"`
	Messages            []message       `json:"messages"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Seed                *int            `json:"seed,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	Stream              bool            `json:"stream"` // said, because some proxies stream unless told not to
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type   string      `json:"type"`
	Schema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// chatResponse is a whole answer or one piece of a streamed one.
type chatResponse struct {
	Model   string `json:"model"`
	Choices []struct {
		Message      said   `json:"message"`
		Delta        said   `json:"delta"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	} `json:"usage"`
	Error json.RawMessage `json:"error"` // some proxies send a failure with status 200
}

type said struct {
	Content content `json:"content"`
	Refusal string  `json:"refusal"`
}

// content is a text, or a list of parts of which those of type text count.
type content string

// UnmarshalJSON takes any JSON: what is no text is an empty one, and so no answer.
func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = content(text)
		return nil
	}
	var parts []struct{ Type, Text string }
	_ = json.Unmarshal(raw, &parts) // what is neither holds no parts
	for _, p := range parts {
		if p.Type == "text" {
			*c += content(p.Text)
		}
	}
	return nil
}

// reply is what one exchange brought.
type reply struct {
	text     string
	model    string
	declined string // the refusal, when there was one
	cutOff   bool   // by the limit on its length
	question int    // tokens, 0 when not told
	answer   int    // tokens, 0 when not told
}

var (
	errNoChoice = errors.New("no choice in the answer")
	errStream   = errors.New("a line of the stream is too long")
)

// add takes a whole answer, or the next piece of a streamed one.
func (r *reply) add(raw []byte) error {
	var res chatResponse
	if err := json.Unmarshal(raw, &res); err != nil {
		return err
	}
	if len(res.Choices) == 0 && len(res.Error) > 0 && string(res.Error) != "null" {
		return errNoChoice
	}
	r.model = or(res.Model, r.model)
	r.question, r.answer = or(res.Usage.PromptTokens, r.question), or(res.Usage.CompletionTokens, r.answer)
	if len(res.Choices) == 0 {
		return nil // the last piece of a stream may hold the usage alone
	}
	first := res.Choices[0]
	r.text += string(first.Message.Content) + string(first.Delta.Content)
	r.declined += first.Message.Refusal + first.Delta.Refusal
	switch first.FinishReason {
	case "length":
		r.cutOff = true
	case "content_filter":
		r.declined = or(r.declined, "content filter")
	}
	return nil
}

// readReply reads an answer, streamed or whole; whether it is one or the other shows in its
// first bytes, since not every server that streams says so in a header.
func readReply(body io.Reader) (reply, error) {
	var r reply
	in := bufio.NewReader(body)
	head, _ := in.Peek(len("data:"))
	if bytes.HasPrefix(head, []byte("data:")) || bytes.HasPrefix(head, []byte(":")) || bytes.HasPrefix(head, []byte("event")) {
		return r, readStream(in, &r)
	}
	whole, err := io.ReadAll(in)
	if err != nil {
		return r, err
	}
	err = r.add(whole)
	return r, err
}

// readStream reads server-sent events to the end mark, which some servers leave the
// connection open behind.
func readStream(in io.Reader, r *reply) error {
	const longestLine = 1 << 20
	var text strings.Builder // pieces are added up once, not over and over
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		piece, isData := strings.CutPrefix(lines.Text(), "data:")
		if piece = strings.TrimSpace(piece); !isData || piece == "" {
			continue
		}
		if piece == "[DONE]" {
			break
		}
		if err := r.add([]byte(piece)); err != nil {
			return err
		}
		text.WriteString(r.text)
		r.text = ""
	}
	r.text = text.String()
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return errStream
	}
	return lines.Err()
}

// explanation is the body of an error answer in the forms that are about:
// {"error":{"message","type","param","code"}}, {"error":"message"}, and vLLM's bare
// {"object":"error","message",...}; {"detail":...} is FastAPI's.
type explanation struct{ message, kind, param, code string }

func explain(body []byte) explanation {
	var bare struct {
		Error   json.RawMessage
		Detail  json.RawMessage
		Message string
		Type    string
		Param   any
		Code    any
	}
	if json.Unmarshal(body, &bare) != nil {
		return explanation{message: string(body)}
	}
	if strings.HasPrefix(string(bare.Error), "{") {
		return explain(bare.Error)
	}
	e := explanation{message: bare.Message, kind: bare.Type, param: word(bare.Param), code: word(bare.Code)}
	if e.message == "" {
		e.message = strings.Trim(string(bare.Error)+string(bare.Detail), `"`)
	}
	return e
}

func word(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// all is what the reasons for a refusal are looked for in.
func (e explanation) all() string {
	return strings.ToLower(strings.Join([]string{e.param, e.code, e.message}, " "))
}

var unprintable = regexp.MustCompile(`[^\x20-\x7e\p{L}]+`)

// shown is what a log may hold: clipped, without the key, and without the message if that
// quotes the prompt, which is about a person.
func (e explanation) shown(key string, sent []message) string {
	text := e.message
	if quotes(text, sent) {
		text = "(the message quotes the prompt)"
	}
	text = strings.Join([]string{e.kind, e.code, e.param, text}, " ")
	if key != "" {
		text = strings.ReplaceAll(text, key, hidden)
	}
	const longest = 200
	runes := []rune(strings.TrimSpace(unprintable.ReplaceAllString(text, " ")))
	return string(runes[:min(len(runes), longest)])
}

// quotes reports whether text holds a passage of what was sent, of 24 bytes or more.
func quotes(text string, sent []message) bool {
	const window, step = 16, 8
	for i := 0; i+window <= min(len(text), longestExplanation); i += step {
		for _, m := range sent {
			if strings.Contains(m.Content, text[i:i+window]) {
				return true
			}
		}
	}
	return false
}
