package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/text/language"

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
		caller.Lang = accepted(extra.Header.Get("Accept-Language"))
	}
	return op.WithCaller(ctx, caller), caller.Lang
}

// accepted picks one of the two languages from an Accept-Language header.
func accepted(header string) string {
	if header == "" {
		return "en"
	}
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return "en"
	}
	for _, tag := range wanted {
		switch base, _ := tag.Base(); base.String() {
		case "ru":
			return "ru"
		case "en":
			return "en"
		}
	}
	return "en"
}
