package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// Codes of this server in the range JSON-RPC leaves to implementations.
const (
	codeFailed          = -32000 // a reading or a prompt failed; data says why
	codeUnauthenticated = -32001
	codeCancelled       = -32800 // marks the answer that nobody gets, see unanswered
)

// failure is a fault as clients read it.
type failure struct {
	Code       fault.Kind `json:"code"`
	Reason     string     `json:"reason,omitempty"` // closer than the code, see op.Refusal
	Message    string     `json:"message"`
	Hint       string     `json:"hint,omitempty"`
	RetryAfter int        `json:"retry_after_s,omitempty"`
	Candidates []string   `json:"candidates,omitempty"`
}

func encodeFailure(f *fault.Error, lang string) json.RawMessage {
	// Strings and integers always encode.
	text, _ := json.Marshal(failure{
		Code:       f.Kind,
		Reason:     op.ReasonOf(f),
		Message:    f.Text.In(lang),
		Hint:       f.Hint.In(lang),
		RetryAfter: int(math.Ceil(f.RetryAfter.Seconds())),
		Candidates: f.Candidates,
	})
	return text
}

// protocolError answers a fault where the protocol has no other place for it.
func protocolError(f *fault.Error, lang string) *jsonrpc.Error {
	e := &jsonrpc.Error{Code: codeFailed, Message: f.Text.In(lang), Data: encodeFailure(f, lang)}
	switch f.Kind {
	case fault.Invalid, fault.NotFound, fault.TooLarge, fault.Denied:
		e.Code = jsonrpc.CodeInvalidParams
	case fault.Unauthenticated:
		e.Code = codeUnauthenticated
	case fault.Internal:
		e.Code = jsonrpc.CodeInternalError
	default: // the request is fine, the world is not: codeFailed
	}
	return e
}

// guard is the outermost middleware of every method. The SDK runs handlers in goroutines
// without a recover and answers unknown errors with code 0 and their whole text; here a
// panic ends only its request and says nothing of its cause.
func (s *Server) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		ctx, lang := identify(ctx, req)
		asked := ctx
		ctx, cancel := context.WithCancel(ctx)
		forget := s.whenHalted(cancel)
		defer func() {
			forget()
			cancel()
			if thrown := recover(); thrown != nil {
				err = fmt.Errorf("mcpserver: panic in %s: %v\n%s", method, thrown, debug.Stack())
			}
			if err != nil {
				result, err = nil, s.coded(ctx, method, lang, err)
			}
			if asked.Err() != nil && isCall(method) {
				result, err = nil, unanswered(req)
			}
		}()
		return next(ctx, method, req)
	}
}

// coded returns err as a JSON-RPC error. What is one already passes.
func (s *Server) coded(ctx context.Context, method, lang string, err error) error {
	var known *jsonrpc.Error
	if errors.As(err, &known) && known.Code != 0 {
		return err
	}
	if method == "initialize" { // the SDK refuses a second one without a code
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "this session is initialized already"}
	}
	f := fault.From(err)
	if fault.AnswerTo(f.Kind).Log {
		s.log.ErrorContext(ctx, "mcp request failed", "method", method, "error", err)
	}
	return protocolError(f, lang)
}

// isCall says whether a method is answered when its work ends: notifications are not, and a
// subscription ends by being cancelled.
func isCall(method string) bool {
	return !strings.HasPrefix(method, "notifications/") && method != "subscriptions/listen"
}

// unanswered ends a call that its client cancelled: the protocol wants no answer, and the
// SDK always writes one. The stream of the call closes before it, and the transports drop
// what bears the mark.
func unanswered(req mcp.Request) error {
	if extra := req.GetExtra(); extra != nil && extra.CloseSSEStream != nil {
		extra.CloseSSEStream(mcp.CloseSSEStreamArgs{})
	}
	return &jsonrpc.Error{Code: codeCancelled, Message: "cancelled"}
}

// isUnanswered recognises the answer to a cancelled call in its encoded form. Inside of a
// string its quotes would be escaped.
func isUnanswered(data []byte) bool {
	return bytes.Contains(data[:min(len(data), maxMark)], fmt.Appendf(nil, `"error":{"code":%d`, codeCancelled))
}

// maxMark is where the mark ends at the latest: an id of a client is in front of it.
const maxMark = 4096
