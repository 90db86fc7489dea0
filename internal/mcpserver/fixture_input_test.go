//nolint:staticcheck // the suite still tests what the newest revision deprecates
package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
)

// inputFixtures ask for input by answering instead of calling back. Their state between
// rounds is sealed by the product's own seal.
type inputFixtures struct{ seal *seal }

func (f inputFixtures) add(server *mcp.Server) {
	addFixture(server, "test_input_required_result_elicitation", anyObject, f.elicitation)
	addFixture(server, "test_input_required_result_sampling", anyObject, f.sampling)
	addFixture(server, "test_input_required_result_list_roots", anyObject, f.roots)
	addFixture(server, "test_input_required_result_request_state", anyObject, f.state)
	addFixture(server, "test_input_required_result_tampered_state", anyObject, f.state)
	addFixture(server, "test_input_required_result_multiple_inputs", anyObject, f.several)
	addFixture(server, "test_input_required_result_multi_round", anyObject, f.rounds)
	addFixture(server, "test_input_required_result_capabilities", anyObject, f.declared)
	server.AddPrompt(&mcp.Prompt{
		Name: "test_input_required_result_prompt", Description: "A prompt that asks for its context.",
	}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if answer, ok := accept(req.Params.InputResponses, "user_context"); ok {
			return conversation(&mcp.TextContent{Text: fmt.Sprint("Context: ", answer["context"])}), nil
		}
		return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": form("Please provide context.", "context", "string")}}, nil
	})
}

func form(message, field, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{
		Message:         message,
		RequestedSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{%q:{"type":%q}},"required":[%q]}`, field, kind, field)),
	}
}

func sampling(prompt string) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		MaxTokens: 100,
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: prompt}}},
	}
}

func accept(answers mcp.InputResponseMap, key string) (map[string]any, bool) {
	answer, ok := answers[key].(*mcp.ElicitResult)
	if !ok || answer == nil || answer.Action != "accept" {
		return nil, false
	}
	return answer.Content, true
}

func asking(requests mcp.InputRequestMap) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: requests}
}

func (f inputFixtures) elicitation(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if answer, ok := accept(req.Params.InputResponses, "user_name"); ok && answer["name"] != nil {
		return saying(fmt.Sprintf("Hello, %v!", answer["name"])), nil
	}
	return asking(mcp.InputRequestMap{"user_name": form("What is your name?", "name", "string")}), nil
}

func (f inputFixtures) sampling(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if answer := req.Params.InputResponses["capital_question"]; answer != nil {
		return saying("sampled"), nil
	}
	return asking(mcp.InputRequestMap{"capital_question": sampling("What is the capital of France?")}), nil
}

func (f inputFixtures) roots(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if answer, ok := req.Params.InputResponses["client_roots"].(*mcp.ListRootsResult); ok {
		return saying(fmt.Sprintf("%d roots", len(answer.Roots))), nil
	}
	return asking(mcp.InputRequestMap{"client_roots": &mcp.ListRootsParams{}}), nil
}

func (f inputFixtures) state(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	about := []byte(req.Params.Name)
	if req.Params.RequestState == "" {
		return f.sealed(about, mcp.InputRequestMap{"confirm": form("Please confirm", "ok", "boolean")})
	}
	if err := f.seal.open(req.Params.RequestState, about); err != nil {
		return nil, protocolError(fault.From(err), "en")
	}
	return saying("state-ok"), nil
}

func (f inputFixtures) sealed(about []byte, requests mcp.InputRequestMap) (*mcp.CallToolResult, error) {
	state, err := f.seal.close(about)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{InputRequests: requests, RequestState: state}, nil
}

func (f inputFixtures) several(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.InputResponses) == 3 {
		return saying("all three answered"), nil
	}
	return f.sealed([]byte("several"), mcp.InputRequestMap{
		"user_name":    form("What is your name?", "name", "string"),
		"greeting":     sampling("Generate a greeting"),
		"client_roots": &mcp.ListRootsParams{},
	})
}

func (f inputFixtures) rounds(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	state := req.Params.RequestState
	switch {
	case state == "":
		return f.sealed([]byte("first"), mcp.InputRequestMap{"step1": form("Step 1: What is your name?", "name", "string")})
	case f.seal.open(state, []byte("first")) == nil:
		return f.sealed([]byte("second"), mcp.InputRequestMap{"step2": form("Step 2: What is your favorite color?", "color", "string")})
	case f.seal.open(state, []byte("second")) == nil:
		return saying("Both rounds are complete."), nil
	}
	return nil, protocolError(fault.From(badState(nil)), "en")
}

func (f inputFixtures) declared(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.InputResponses) > 0 {
		return saying("answered"), nil
	}
	requests := mcp.InputRequestMap{}
	if capabilities := req.ClientCapabilities(); capabilities != nil {
		if capabilities.Elicitation != nil {
			requests["user_name"] = form("What is your name?", "name", "string")
		}
		if capabilities.Sampling != nil {
			requests["greeting"] = sampling("Generate a greeting")
		}
	}
	if len(requests) == 0 {
		return saying("The client declares nothing to ask through."), nil
	}
	return asking(requests), nil
}
