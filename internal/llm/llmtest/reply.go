package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Reply answers a question that the dialect took.
type Reply func(ctx context.Context, w http.ResponseWriter, q Request)

// Says answers with a text.
func Says(text string) Reply { return Answers(func(Request) string { return text }) }

// Answers answers with what think makes of the question.
func Answers(think func(Request) string) Reply {
	return func(_ context.Context, w http.ResponseWriter, q Request) {
		message := map[string]any{"role": "assistant", "content": think(q)}
		completion(w, q, message, "stop")
	}
}

// completion writes a whole answer with a count of tokens.
func completion(w http.ResponseWriter, q Request, message map[string]any, finish string) {
	text, _ := message["content"].(string)
	body, err := json.Marshal(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": q.Model,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": len(text)/4 + 1},
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(body)
}

// CutOff answers with the beginning of a text, as at the limit of the answer's length.
func CutOff(text string) Reply {
	return func(_ context.Context, w http.ResponseWriter, q Request) {
		completion(w, q, map[string]any{"role": "assistant", "content": text}, "length")
	}
}

// Declines answers with a refusal in place of a content.
func Declines(words string) Reply {
	return func(_ context.Context, w http.ResponseWriter, q Request) {
		completion(w, q, map[string]any{"role": "assistant", "content": nil, "refusal": words}, "stop")
	}
}

// Filtered answers with what a content filter left.
func Filtered() Reply {
	return func(_ context.Context, w http.ResponseWriter, q Request) {
		completion(w, q, map[string]any{"role": "assistant", "content": `{"met":`}, "content_filter")
	}
}

// CallsTool answers with a call of a tool nobody offered.
func CallsTool(arguments string) Reply {
	return func(_ context.Context, w http.ResponseWriter, q Request) {
		call := map[string]any{"id": "call_1", "type": "function", "function": map[string]any{"name": "grade", "arguments": arguments}}
		completion(w, q, map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}, "tool_calls")
	}
}

// Fails answers with a status, a body and header fields in pairs.
func Fails(status int, body string, header ...string) Reply {
	return func(_ context.Context, w http.ResponseWriter, _ Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// Raw answers 200 with a body as it is.
func Raw(body string) Reply { return Fails(http.StatusOK, body, "Content-Type", "application/json") }

// Breaks drops the connection in the middle of an answer.
func Breaks() Reply {
	return func(_ context.Context, w http.ResponseWriter, _ Request) {
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":"`)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler) //nolint:forbidigo // it is how a handler drops a connection
	}
}

// Hangs takes the question and says nothing until the client leaves.
func Hangs() Reply {
	return func(ctx context.Context, _ http.ResponseWriter, _ Request) { <-ctx.Done() }
}

// Streams answers with server-sent events though nobody asked for them, a few letters each,
// with a comment to keep the connection alive, and leaves it open behind the end mark.
func Streams(text string) Reply {
	return func(ctx context.Context, w http.ResponseWriter, q Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": processing\n\n")
		runes := []rune(text)
		for len(runes) > 0 {
			n := min(5, len(runes))
			writeDelta(w, q, string(runes[:n]))
			runes = runes[n:]
		}
		_, _ = io.WriteString(w, `data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":9}}`+"\n\ndata: [DONE]\n\n")
		_ = http.NewResponseController(w).Flush()
		<-ctx.Done()
	}
}

// NeverEnds streams the text over and over until the client leaves.
func NeverEnds(text string) Reply {
	return func(ctx context.Context, w http.ResponseWriter, q Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for ctx.Err() == nil {
			if !writeDelta(w, q, text) {
				return
			}
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// Trickles sends one space after another, and an answer never.
func Trickles(tick func(context.Context) bool) Reply {
	return func(ctx context.Context, w http.ResponseWriter, _ Request) {
		for tick(ctx) {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
		}
	}
}

func writeDelta(w io.Writer, q Request, text string) bool {
	delta, err := json.Marshal(text)
	if err != nil {
		return false
	}
	_, err = fmt.Fprintf(w, "data: {\"model\":%q,\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", q.Model, delta)
	return err == nil
}

func says(q Request, word string) bool {
	for _, m := range q.Messages {
		if strings.Contains(m.Content, word) {
			return true
		}
	}
	return false
}
