package mcpserver

import (
	"context"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const anyObject = `{"type":"object","properties":{}}`

func addFixture(server *mcp.Server, name, schema string, call mcp.ToolHandler) {
	server.AddTool(&mcp.Tool{
		Name: name, Title: name, Description: "Fixture " + name + ".", InputSchema: json.RawMessage(schema),
	}, call)
}

func saying(words string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: words}}}
}

func fixed(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

// onePixel is a transparent GIF of one pixel and noSound a WAV header without samples.
const (
	onePixel = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"
	noSound  = "RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00D\xac\x00\x00\x88X\x01\x00\x02\x00\x10\x00data\x00\x00\x00\x00"
)

// wideSchema uses the vocabulary of JSON Schema 2020-12 that must survive a listing.
const wideSchema = `{
	"$schema": "https://json-schema.org/draft/2020-12/schema",
	"type": "object",
	"$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
	"properties": {
		"name": {"type": "string"},
		"address": {"$ref": "#/$defs/address"},
		"contactMethod": {"type": "string", "enum": ["phone", "email"]},
		"phone": {"type": "string"},
		"email": {"type": "string"}
	},
	"allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
	"if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
	"then": {"required": ["phone"]},
	"else": {"required": ["email"]},
	"additionalProperties": false
}`

func addContentFixtures(server *mcp.Server) {
	text := &mcp.TextContent{Text: "This is a simple text response for testing."}
	image := &mcp.ImageContent{Data: []byte(onePixel), MIMEType: "image/gif"}
	embedded := &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
		URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource.",
	}}
	addFixture(server, "test_simple_text", anyObject, fixed(text))
	addFixture(server, "test_image_content", anyObject, fixed(image))
	addFixture(server, "test_audio_content", anyObject, fixed(&mcp.AudioContent{Data: []byte(noSound), MIMEType: "audio/wav"}))
	addFixture(server, "test_embedded_resource", anyObject, fixed(embedded))
	addFixture(server, "test_multiple_content_types", anyObject, fixed(text, image, embedded))
	addFixture(server, "json_schema_2020_12_tool", wideSchema, fixed(text))
	addFixture(server, "test_x_mcp_header", `{"type":"object","properties":{
		"region":{"type":"string","description":"Mirrored into a header.","x-mcp-header":"Region"},
		"level":{"type":"integer","description":"Not mirrored."}}}`, fixed(text))
	addFixture(server, "test_reconnection", anyObject, reconnect)

	server.AddResource(&mcp.Resource{
		URI: "test://static-binary", Name: "static-binary", Description: "An image.", MIMEType: "image/gif",
	}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{
			{URI: req.Params.URI, MIMEType: "image/gif", Blob: []byte(onePixel)},
		}}, nil
	})
	addPromptFixtures(server, image)
}

func addPromptFixtures(server *mcp.Server, image mcp.Content) {
	server.AddPrompt(&mcp.Prompt{
		Name: "test_prompt_with_embedded_resource", Description: "A prompt that embeds a resource.",
		Arguments: []*mcp.PromptArgument{{Name: "resourceUri", Description: "Its address.", Required: true}},
	}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return conversation(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
			URI: req.Params.Arguments["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content.",
		}}), nil
	})
	server.AddPrompt(&mcp.Prompt{
		Name: "test_prompt_with_image", Description: "A prompt with an image.",
	}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return conversation(image), nil
	})
}

func conversation(first mcp.Content) *mcp.GetPromptResult {
	return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{
		{Role: "user", Content: first},
		{Role: "user", Content: &mcp.TextContent{Text: "Please look at the above."}},
	}}
}

// reconnect drops its own stream and answers after the client had the time to come back.
func reconnect(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Extra != nil && req.Extra.CloseSSEStream != nil {
		req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(100 * time.Millisecond):
		return saying("The client came back for this."), nil
	}
}
