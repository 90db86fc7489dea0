package marketroom

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"kadry/internal/market/evaluate"
	"kadry/internal/room"
)

// importFiles is the import for a terminal: several files at once.
func importFiles(console room.Console) *cobra.Command {
	return &cobra.Command{
		Use:     "import FILE...",
		Short:   "Keep saved postings: answers or pages of HeadHunter, tables, snapshots",
		Example: "  kadry market import vacancies.json page-1.json salaries.csv",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				path, err := filepath.Abs(name)
				if err != nil {
					return fmt.Errorf("marketroom: import: %w", err)
				}
				var kept struct {
					ID       string `json:"snapshot_id"`
					Postings int    `json:"postings"`
					Report   struct {
						Format     string `json:"format"`
						WrongRows  int    `json:"wrong_rows"`
						Duplicates int    `json:"duplicates"`
						Wrong      []struct {
							Line   int    `json:"line"`
							Reason string `json:"reason"`
						} `json:"wrong"`
					} `json:"report"`
				}
				if err := console.Call(cmd.Context(), "", "import_market_snapshot", map[string]string{"path": path}, &kept); err != nil {
					return err
				}
				fmt.Fprintf(console.Out, "%s\t%s\t%s\t%d\n", name, kept.ID, kept.Report.Format, kept.Postings)
				for _, w := range kept.Report.Wrong {
					fmt.Fprintf(console.Err, "%s:%d: %s\n", name, w.Line, w.Reason)
				}
			}
			return nil
		},
	}
}

func evaluation() room.Evaluation {
	return room.Evaluation{
		Name:  toolset,
		Short: "Labour market: pay, intervals, skills and places",
		Long: `Measures what it finds in the directory: the fit of pay on salary_2026_05.csv against
the agreed figures, with timings; made-up markets of salary/NN.csv against salary/truth.tsv;
places.tsv; postings.jsonl with skills.tsv. The coverage of the 95 % interval is simulated, which
takes minutes.`,
		Run: func(ctx context.Context, dir string, _ map[string]string, notes io.Writer) (any, error) {
			return evaluate.Run(ctx, dir, notes)
		},
	}
}
