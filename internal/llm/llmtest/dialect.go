package llmtest

import "fmt"

// Dialect says what a server refuses: a status and a body, or 0 for a request it takes. The
// bodies are those of the servers named, as their users reported them.
type Dialect func(Request) (status int, body string)

// Easygoing takes everything and understands what it was sent: OpenAI's own, current vLLM,
// current llama.cpp.
func Easygoing(Request) (int, string) { return 0, "" }

// Reasoning is OpenAI's reasoning models: the older name of the limit and any temperature
// are refused.
func Reasoning(q Request) (int, string) {
	switch {
	case q.MaxTokens != 0:
		return 400, openai("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens", "unsupported_parameter")
	case q.Temperature != nil:
		return 400, openai("Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.", "temperature", "unsupported_value")
	}
	return 0, ""
}

func openai(message, param, code string) string {
	return fmt.Sprintf(`{"error":{"message":%q,"type":"invalid_request_error","param":%q,"code":%q}}`, message, param, code)
}

// OldVLLM is vLLM to 0.6.3, which knows only the older name of the limit.
func OldVLLM(q Request) (int, string) {
	if q.MaxCompletionTokens != 0 {
		return 400, fmt.Sprintf(`{"object":"error","message":"[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': %d}]","type":"BadRequestError","param":null,"code":400}`, q.MaxCompletionTokens)
	}
	return 0, ""
}

// OldLlamaCpp is llama.cpp's server about build 4689, which took its own grammar for JSON
// and a schema for two wishes.
func OldLlamaCpp(q Request) (int, string) {
	if q.Format == "json_schema" {
		return 400, `{"error":{"code":400,"message":"Either \"json_schema\" or \"grammar\" can be specified, but not both","type":"invalid_request_error"}}`
	}
	return 0, ""
}

// BrokenGrammar is llama.cpp with a schema its grammar cannot express, answered as a failure
// of the server.
func BrokenGrammar(q Request) (int, string) {
	if q.Format == "json_schema" {
		return 500, `{"error":{"code":500,"message":"failed to parse grammar","type":"server_error"}}`
	}
	return 0, ""
}

// OldOllama is Ollama 0.5.2, which took every format for one of its own.
func OldOllama(q Request) (int, string) {
	if q.Format != "" {
		return 400, `{"error":{"message":"invalid format: expected \"json\" or a JSON schema","type":"invalid_request_error","param":null,"code":null}}`
	}
	return 0, ""
}

// LMStudio takes a schema or text, and no plain JSON object; its error is a bare string.
func LMStudio(q Request) (int, string) {
	if q.Format == "json_object" {
		return 400, `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`
	}
	return 0, ""
}

// DeepSeek takes a JSON object, which must be asked for in words too, and no schema.
func DeepSeek(q Request) (int, string) {
	switch q.Format {
	case "json_schema":
		return 400, `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`
	case "json_object":
		if !says(q, "JSON") {
			return 400, `{"error":{"message":"Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`
		}
	}
	return 0, ""
}

// Gemma is a chat template without a system message.
func Gemma(q Request) (int, string) {
	if q.System() != "" {
		return 400, `{"object":"error","message":"System role not supported","type":"BadRequestError","param":null,"code":400}`
	}
	return 0, ""
}

// Bare takes a model, messages and the older limit, and refuses all else without a word that
// helps: the least that calls itself compatible.
func Bare(q Request) (int, string) {
	if q.Seed != nil || q.MaxCompletionTokens != 0 || q.Format != "" || q.Temperature != nil {
		field := map[bool]string{true: "seed"}[q.Seed != nil]
		switch {
		case q.Format != "":
			return 422, `{"detail":"Unprocessable Entity"}`
		case q.MaxCompletionTokens != 0:
			field = "max_completion_tokens"
		case q.Temperature != nil:
			field = "temperature"
		}
		return 422, fmt.Sprintf(`{"detail":[{"type":"extra_forbidden","loc":["body",%q],"msg":"Extra inputs are not permitted"}]}`, field)
	}
	return 0, ""
}

// SmallContext is a model that every question is too long for.
func SmallContext(Request) (int, string) {
	return 400, openai("This model's maximum context length is 4096 tokens. However, your messages resulted in 9131 tokens. Please reduce the length of the messages.", "messages", "context_length_exceeded")
}
