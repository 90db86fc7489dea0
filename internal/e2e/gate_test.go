package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// A toolset must leave room in a model's context for the work itself.
const (
	mostTokens  = 4000
	mostOfAll   = 8000 // of the list a server shows when nothing is chosen
	bytesAToken = 4
	longestName = 40 // clients join server and tool names and drop what is over 60
	mostTools   = 9  // in one toolset
)

// The list of a toolset's tools costs few tokens, and every tool says what it may do.
func TestGate_toolLists(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	for _, toolset := range []string{"talent", "hr", "interview", "sdamgia", "github", "market"} {
		t.Run(toolset, func(t *testing.T) {
			l := s.MCP("/" + toolset).List(t)
			tokens := l.Bytes / bytesAToken
			t.Logf("%s: %d tools, %d bytes, about %d tokens", toolset, len(l.Tools), l.Bytes, tokens)
			if tokens > mostTokens {
				t.Errorf("the list costs %d tokens, more than %d", tokens, mostTokens)
			}
			if len(l.Tools) > mostTools {
				t.Errorf("%d tools, a model chooses well among %d", len(l.Tools), mostTools)
			}
			for _, tool := range l.Tools {
				if len(tool.Name) > longestName || tool.Title == "" || tool.Description == "" {
					t.Errorf("%s: name, title or description", tool.Name)
				}
				for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint", "title"} {
					if tool.Annotations[hint] == nil {
						t.Errorf("%s has no %s", tool.Name, hint)
					}
				}
				plainSchema(t, tool.Name+" input", tool.Input)
				plainSchema(t, tool.Name+" output", tool.Output)
			}
		})
	}
}

// The list that a server shows when nothing is chosen has room beside the work too, and a
// model is told of every field what it is.
func TestGate_wholeToolList(t *testing.T) {
	t.Parallel()
	l := e2etest.Serve(t, e2etest.Options{}).MCP("").List(t)
	tokens := l.Bytes / bytesAToken
	t.Logf("%d tools, %d bytes, about %d tokens", len(l.Tools), l.Bytes, tokens)
	if tokens > mostOfAll {
		t.Errorf("the list costs %d tokens, more than %d", tokens, mostOfAll)
	}
	for _, tool := range l.Tools {
		described(t, tool.Name+" input", tool.Input)
		described(t, tool.Name+" output", tool.Output)
	}
	for tool, others := range map[string][]string{
		"search_by_skills":  {"search_candidates", "search_by_profile"},
		"search_candidates": {"search_by_skills", "search_by_profile"},
		"search_by_profile": {"search_by_skills", "search_candidates"},

		"sdamgia_search_problems": {"sdamgia_search_by_text"},
		"sdamgia_search_by_text":  {"sdamgia_search_problems"},
	} {
		for _, listed := range l.Tools {
			for _, other := range others {
				if listed.Name == tool && !strings.Contains(listed.Description, other) {
					t.Errorf("%s does not say when to prefer %s", tool, other)
				}
			}
		}
	}
}

// described walks a schema and refuses a field that nothing is said of.
func described(t *testing.T, where string, text json.RawMessage) {
	t.Helper()
	var node struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Items      json.RawMessage            `json:"items"`
	}
	if err := json.Unmarshal(text, &node); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	for name, property := range node.Properties {
		var field struct {
			Description string `json:"description"`
		}
		if json.Unmarshal(property, &field) != nil || field.Description == "" {
			t.Errorf("%s.%s is not described", where, name)
		}
		described(t, where+"."+name, property)
	}
	if node.Items != nil {
		described(t, where+"[]", node.Items)
	}
}

// plainSchema walks a schema and refuses what known clients choke on: references, unions
// and schemas that allow anything.
func plainSchema(t *testing.T, where string, text json.RawMessage) {
	t.Helper()
	var node map[string]json.RawMessage
	if json.Unmarshal(text, &node) != nil || len(node) == 0 {
		t.Errorf("%s allows anything: %s", where, text)
		return
	}
	for _, banned := range []string{"$ref", "$defs", "oneOf", "anyOf", "allOf"} {
		if node[banned] != nil {
			t.Errorf("%s has %s", where, banned)
		}
	}
	var kind string
	if json.Unmarshal(node["type"], &kind) != nil {
		t.Errorf("%s has no single type: %s", where, node["type"])
	}
	var properties map[string]json.RawMessage
	if node["properties"] != nil && json.Unmarshal(node["properties"], &properties) != nil {
		t.Errorf("%s: properties are %s", where, node["properties"])
	}
	for name, property := range properties {
		plainSchema(t, fmt.Sprintf("%s.%s", where, name), property)
	}
	if kind == "array" {
		plainSchema(t, where+"[]", node["items"])
	}
	if rest := string(node["additionalProperties"]); rest != "" && rest != "false" {
		plainSchema(t, where+".*", node["additionalProperties"])
	}
}
