package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/i18n"
	"kadry/internal/op"
)

// identify completes the caller of ctx with a language: the caller's own, else the one
// the request asks for, else English.
func identify(ctx context.Context, req mcp.Request) (context.Context, string) {
	caller := op.CallerFrom(ctx)
	if caller.Lang != "" {
		return ctx, caller.Lang
	}
	caller.Lang = "en"
	if extra := req.GetExtra(); extra != nil {
		caller.Lang = i18n.Accepted(extra.Header.Get("Accept-Language"))
	}
	return op.WithCaller(ctx, caller), caller.Lang
}
