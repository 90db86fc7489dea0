package codematchroom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/room"
)

// indexAll is the indexing for a terminal: several places at once.
func indexAll(console room.Console) *cobra.Command {
	var branch string
	cmd := &cobra.Command{
		Use:     "index DIR|ARCHIVE|URL...",
		Short:   "Make repositories searchable: folders, archives, addresses",
		Example: "  kadry code index . ../other owner/name https://gitlab.com/group/project",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, place := range args {
				var r struct {
					URL     string `json:"repository_url"`
					Commit  string `json:"commit"`
					Files   int    `json:"files"`
					Units   int    `json:"units"`
					Changed bool   `json:"changed"`
				}
				in := map[string]string{"repository_url": absolute(place), "branch": branch}
				if err := console.Follow(cmd.Context(), "index_repository", in, &r); err != nil {
					return fmt.Errorf("%s: %w", place, err)
				}
				state := fault.Say("indexed", "проиндексирован")
				if !r.Changed {
					state = fault.Say("unchanged", "без изменений")
				}
				lang := console.Lang()
				counts := fault.Say("%d files\t%d units", "файлов: %d\tфрагментов: %d", r.Files, r.Units)
				fmt.Fprintf(console.Out, "%s\t%s\t%s\t%s\n", r.URL, state.In(lang), short(r.Commit), counts.In(lang))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&branch, "branch", "", "branch, tag or commit; the default branch when empty")
	return cmd
}

// absolute is a place of this machine as every process understands it; an address stays.
func absolute(place string) string {
	if _, err := os.Stat(place); err != nil {
		return place
	}
	path, err := filepath.Abs(place)
	if err != nil {
		return place
	}
	return path
}

func short(commit string) string { return commit[:min(len(commit), 12)] }

func evaluation() room.Evaluation {
	return room.Evaluation{
		Name:  "code",
		Short: "Functionally similar code: retrieval by set, clone pairs, repositories",
		Long: `Measures what it finds in the directory: sets of documents (id, group, lang, code, masked) by
MAP@R, MRR@10, recall@10 and milliseconds a query, each document asked for the others of its
group, in other languages alone where a set has several; typed pairs of clones by AUC; cards of
repositories. verify ranks once more by what a level of verification says.`,
		Flags: []room.Flag{
			{Name: "set", Doc: "One set alone, by its name."},
			{Name: "field", Default: "masked", Doc: "masked or code."},
			{Name: "verify", Default: "none", Doc: "none, static or behaviour."},
			{Name: "from", Doc: "Language of the queries."},
			{Name: "to", Doc: "Language of the candidates."},
		},
		Run: func(ctx context.Context, dir string, flags map[string]string, notes io.Writer) (_ any, err error) {
			o := evaluate.Options{
				Set: flags["set"], Field: flags["field"], Verify: match.Level(flags["verify"]),
				From: lexer.Language(flags["from"]), To: lexer.Language(flags["to"]),
			}
			if o.Verify == match.Behaviour {
				self, err := os.Executable()
				if err != nil {
					return nil, fmt.Errorf("codematchroom: %w", err)
				}
				if o.Runner, err = behaviour.New([]string{self, runCode}, runsAtOnce); err != nil {
					return nil, err
				}
				defer func() { err = errors.Join(err, o.Runner.Close()) }()
			}
			return evaluate.Run(ctx, dir, o, notes)
		},
	}
}
