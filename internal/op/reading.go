package op

import "context"

// Resource is something a client reads by address rather than by calling.
type Resource struct {
	Toolset  string
	URI      string // fixed, or an RFC 6570 template with simple {variables}
	Name     string
	Title    string
	Doc      string
	MIME     string
	Read     func(ctx context.Context, vars map[string]string) (string, error)
	Complete map[string]Completer // by template variable
}

// Prompt is a conversation starter a client offers its user.
type Prompt struct {
	Toolset   string
	Name      string
	Title     string
	Doc       string
	Arguments []Argument
	Render    func(ctx context.Context, args map[string]string) (string, error)
}

// Argument is one argument of a prompt.
type Argument struct {
	Name     string
	Doc      string
	Required bool
	Complete Completer
}

// Completer proposes values that start with prefix, best first.
type Completer func(ctx context.Context, prefix string) ([]string, error)
