//nolint:staticcheck // the suite still tests what the newest revision deprecates
package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Fixtures that talk back to the client: logging, sampling and elicitation of the older
// revisions, and lists that change. The product does none of this.

func addClientFixtures(server *mcp.Server) {
	addFixture(server, "test_tool_with_logging", anyObject, logging("started", "working", "completed"))
	addFixture(server, "test_logging_tool", anyObject, logging("executed"))
	addFixture(server, "test_missing_capability", anyObject, needsSampling)
	addFixture(server, "test_sampling", `{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}`, sample)
	addFixture(server, "test_elicitation", `{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}`, eliciting(
		`{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`))
	addFixture(server, "test_elicitation_sep1034_defaults", anyObject, eliciting(`{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},
		"age":{"type":"integer","default":30},
		"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","default":true}}}`))
	addFixture(server, "test_elicitation_sep1330_enums", anyObject, eliciting(`{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`))
}

func logging(lines ...string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for _, line := range lines {
			if err := req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: line}); err != nil {
				return nil, err
			}
		}
		return saying("logged"), nil
	}
}

func needsSampling(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if capabilities := req.ClientCapabilities(); capabilities != nil && capabilities.Sampling != nil {
		return saying("sampling is there"), nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{
		RequiredCapabilities: &mcp.ClientCapabilities{Sampling: &mcp.SamplingCapabilities{}},
	})
	if err != nil {
		return nil, err
	}
	return nil, &jsonrpc.Error{Code: mcp.CodeMissingRequiredClientCapabilities, Message: "sampling is required", Data: data}
}

func sample(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var args struct {
		Prompt string `json:"prompt"`
	}
	if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
		return nil, err
	}
	answer, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
		MaxTokens: 100,
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: args.Prompt}}},
	})
	if err != nil {
		return nil, err
	}
	text, _ := answer.Content.(*mcp.TextContent)
	return saying(fmt.Sprintf("LLM response: %v", text)), nil
}

func eliciting(schema string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var wanted map[string]any
		if err := json.Unmarshal([]byte(schema), &wanted); err != nil {
			return nil, err
		}
		answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Please answer.", RequestedSchema: wanted})
		if err != nil {
			return nil, err
		}
		return saying(fmt.Sprintf("Elicitation result: action=%s, content=%v", answer.Action, answer.Content)), nil
	}
}

// addChangeFixtures adds tools that change a list, which is how the suite sees a
// subscription deliver.
func addChangeFixtures(server *mcp.Server) {
	addFixture(server, "test_trigger_tool_change", anyObject, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		addFixture(server, "test_transient", anyObject, fixed())
		return saying("changed"), nil
	})
	addFixture(server, "test_trigger_prompt_change", anyObject, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		server.AddPrompt(&mcp.Prompt{Name: "test_transient", Description: "Comes and goes."},
			func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				return conversation(&mcp.TextContent{Text: "transient"}), nil
			})
		return saying("changed"), nil
	})
}
