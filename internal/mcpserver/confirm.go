package mcpserver

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

const (
	confirmField = "confirm" // argument of a destructive operation, and the key of the question
	confirmTime  = 10 * time.Minute
	maxQuoted    = 300 // runes of arguments shown in the question
)

// confirmed asks a person before an operation that destroys. A client that can ask is made
// to ask, whatever the model put into the arguments; any other must send confirm=true.
func (s *Server) confirmed(o *op.Op, call mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		caller := op.CallerFrom(ctx)
		if !asks(req) {
			if !agreed(req.Params.Arguments) {
				return failed(unconfirmed(o), caller.Lang)
			}
			return call(ctx, req)
		}
		subject := subject(caller, o, req.Params.Arguments)
		if req.Params.RequestState == "" {
			state, err := s.seal.close(subject)
			if err != nil {
				return nil, err
			}
			return &mcp.CallToolResult{InputRequests: question(o, req.Params.Arguments, caller.Lang), RequestState: state}, nil
		}
		if err := s.seal.open(req.Params.RequestState, subject); err != nil {
			return nil, protocolError(fault.From(err), caller.Lang)
		}
		answer, _ := req.Params.InputResponses[confirmField].(*mcp.ElicitResult)
		if answer == nil || answer.Action != "accept" || answer.Content[confirmField] != true {
			return failed(fault.E(fault.Canceled, fault.Say("%s was not confirmed, nothing has changed.", "Операция %s не подтверждена, ничего не изменено.", o.Name), nil), caller.Lang)
		}
		return call(ctx, withConsent(req))
	}
}

// asks says whether the client can put a form before a person.
func asks(req *mcp.CallToolRequest) bool {
	capabilities := req.ClientCapabilities()
	if capabilities == nil || capabilities.Elicitation == nil {
		return false
	}
	return capabilities.Elicitation.Form != nil || capabilities.Elicitation.URL == nil
}

func agreed(args json.RawMessage) bool {
	var given map[string]any
	if json.Unmarshal(args, &given) != nil {
		return false
	}
	return given[confirmField] == true || given[confirmField] == "true"
}

func unconfirmed(o *op.Op) *fault.Error {
	return fault.E(fault.Invalid, fault.Say("%s destroys data and needs confirm=true.", "Операция %s удаляет данные и требует confirm=true.", o.Name), nil).
		WithHint(fault.Say("Ask the person first, then call again with confirm set to true.", "Сначала спросите пользователя, затем повторите вызов с confirm=true."))
}

func question(o *op.Op, args json.RawMessage, lang string) mcp.InputRequestMap {
	quoted := []rune(string(args))
	if len(quoted) > maxQuoted {
		quoted = append(quoted[:maxQuoted], '…')
	}
	text := fault.Say("%s: this cannot be undone. Arguments: %s", "%s: отменить это будет нельзя. Аргументы: %s", o.Title, string(quoted))
	title := fault.Say("Yes, go on", "Да, выполнить")
	return mcp.InputRequestMap{confirmField: &mcp.ElicitParams{
		Message: text.In(lang),
		RequestedSchema: &jsonschema.Schema{
			Type:       "object",
			Properties: map[string]*jsonschema.Schema{confirmField: {Type: "boolean", Title: title.In(lang)}},
			Required:   []string{confirmField},
		},
	}}
}

// withConsent adds the person's answer to the arguments, which the operation itself checks.
func withConsent(req *mcp.CallToolRequest) *mcp.CallToolRequest {
	var args map[string]json.RawMessage
	if json.Unmarshal(req.Params.Arguments, &args) != nil {
		return req // the pipeline refuses it in words
	}
	if args == nil {
		args = map[string]json.RawMessage{}
	}
	args[confirmField] = json.RawMessage("true")
	params, agreed := *req.Params, *req
	params.Arguments, _ = json.Marshal(args) // raw values that were decoded encode
	agreed.Params = &params
	return &agreed
}

// subject is what a consent is about: one caller, one operation, one set of arguments,
// however the client spells the same JSON the second time.
func subject(c op.Caller, o *op.Op, args json.RawMessage) []byte {
	var value any
	if json.Unmarshal(args, &value) == nil {
		args, _ = json.Marshal(value) // sorts keys; a decoded value encodes
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{c.Tenant, c.Name, o.Name, string(args)}, "\x00")))
	return sum[:]
}

// seal makes the state a client carries between the question and the answer. The client
// can neither read nor forge it; within its time it can be used again, for the same call
// of the same caller only.
type seal struct {
	box cipher.AEAD
	now func() time.Time
}

func newSeal(key []byte, now func() time.Time) (*seal, error) {
	if key == nil {
		key = make([]byte, 32)
		_, _ = rand.Read(key) // never fails since Go 1.24
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("mcpserver: state key: %w", err)
	}
	box, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("mcpserver: state key: %w", err)
	}
	return &seal{box: box, now: now}, nil
}

func (s *seal) close(subject []byte) (string, error) {
	until, err := s.now().Add(confirmTime).MarshalBinary()
	if err != nil {
		return "", fmt.Errorf("mcpserver: seal state: %w", err)
	}
	sealed := s.box.Seal(nil, nil, until, subject) //nolint:gosec // the box puts a random nonce into what it seals
	return base64.RawURLEncoding.EncodeToString(sealed), nil
}

func (s *seal) open(state string, subject []byte) error {
	sealed, err := base64.RawURLEncoding.DecodeString(state)
	if err != nil {
		return badState(err)
	}
	plain, err := s.box.Open(nil, nil, sealed, subject)
	if err != nil {
		return badState(err)
	}
	var until time.Time
	if err := until.UnmarshalBinary(plain); err != nil {
		return badState(err)
	}
	if s.now().After(until) {
		return badState(fmt.Errorf("mcpserver: state expired at %s", until))
	}
	return nil
}

func badState(cause error) error {
	return fault.E(fault.Invalid, fault.Say("requestState does not belong to this call or has expired.", "requestState не относится к этому вызову или устарел."), cause).
		WithHint(fault.Say("Call again without it to be asked anew.", "Повторите вызов без него, чтобы получить вопрос заново."))
}
