package app

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kadry/internal/cli"
	"kadry/internal/config"
	"kadry/internal/restapi"
)

// docs writes what is derived from the declarations: schemas, the OpenAPI document, the
// reference page and the settings table. It is for people who work on kadry.
func (c *commands) docs() *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:    "docs",
		Short:  "Write the generated reference into a checkout",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, err := c.generated(folder)
			if err != nil {
				return err
			}
			for _, name := range slices.Sorted(maps.Keys(files)) {
				if err := writeChanged(filepath.Join(folder, filepath.FromSlash(name)), files[name]); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&folder, "write", ".", "the checkout")
	return cmd
}

// generated returns every generated file of a checkout by its path.
func (c *commands) generated(checkout string) (map[string][]byte, error) {
	files, err := restapi.Generated(c.registry, Version, cli.Line)
	if err != nil {
		return nil, err
	}
	readme, err := os.ReadFile(filepath.Join(checkout, "README.md"))
	if err != nil {
		return nil, fmt.Errorf("app: README: %w", err)
	}
	files["README.md"], err = c.withSettings(readme)
	return files, err
}

const (
	settingsOpen  = "<!-- settings: made by `make gen` -->\n"
	settingsClose = "<!-- /settings -->"
)

// withSettings puts the table of settings between its marks.
func (c *commands) withSettings(readme []byte) ([]byte, error) {
	before, rest, ok := bytes.Cut(readme, []byte(settingsOpen))
	_, after, closed := bytes.Cut(rest, []byte(settingsClose))
	if !ok || !closed {
		return nil, fmt.Errorf("app: README has no marks %q and %q", settingsOpen, settingsClose)
	}
	settings, err := config.Defaults(c.sections()...)
	if err != nil {
		return nil, err
	}
	var table strings.Builder
	table.WriteString("| key | variable | default | what it is |\n|---|---|---|---|\n")
	for _, s := range settings {
		fmt.Fprintf(&table, "| `%s` | `%s` | %s | %s |\n", s.Key, s.Env, s.Value, s.Doc)
	}
	return slices.Concat(before, []byte(settingsOpen), []byte(table.String()), []byte(settingsClose), after), nil
}

// writeChanged writes a file unless it says the same already.
func writeChanged(path string, content []byte) error {
	if current, err := os.ReadFile(path); err == nil && bytes.Equal(current, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // generated docs are meant to be read by all
		return fmt.Errorf("app: docs: %w", err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil { //nolint:gosec // generated docs are meant to be read by all
		return fmt.Errorf("app: docs: %w", err)
	}
	return nil
}
