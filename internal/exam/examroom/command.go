package examroom

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kadry/internal/exam"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/room"
)

// copying is what `kadry sdamgia sync` was asked for.
type copying struct {
	exam     string
	subjects []string
	grade    int
	options  exam.SyncOptions
}

func (w *wiring) sync(console room.Console) *cobra.Command {
	var asked copying
	cmd := &cobra.Command{
		Use:   "sync [COURSE...]",
		Short: "Copy courses of the exam site into the bank, politely; a run that was broken off goes on where it stopped",
		Example: `  kadry sdamgia sync --subject math
  kadry sdamgia sync ege/math vpr/math8
  kadry sdamgia sync --exam oge --subject русский --subject физика
  kadry sdamgia sync --exam vpr --subject math --grade 8 --category 14`,
		RunE: func(cmd *cobra.Command, args []string) error {
			asked.subjects = append(asked.subjects, args...)
			courses, err := asked.courses()
			if err != nil {
				return err
			}
			ctx, err := console.Open(cmd)
			if err != nil {
				return err
			}
			return w.copyCourses(ctx, console, courses, asked.options)
		},
	}
	cmd.Flags().StringVar(&asked.exam, "exam", string(subject.EGE), "ege, oge, vpr or ct")
	cmd.Flags().StringSliceVar(&asked.subjects, "subject", nil, "subject by code or name; several by commas or by repeating")
	cmd.Flags().IntVar(&asked.grade, "grade", 0, "grade of a ВПР")
	cmd.Flags().StringSliceVar(&asked.options.Categories, "category", nil, "only these categories, by number")
	cmd.Flags().BoolVar(&asked.options.Again, "again", false, "also what was copied lately")
	return cmd
}

// courses reads what was asked for before anything is opened.
func (a copying) courses() ([]subject.Course, error) {
	if len(a.subjects) == 0 {
		return nil, fault.E(fault.Invalid, fault.Say("Say which course to copy: --subject math.", "Укажите, какой курс копировать: --subject математика."), nil)
	}
	var list []subject.Course
	for _, name := range a.subjects {
		course, err := subject.Parse(name, subject.Course{Exam: subject.Exam(a.exam), Grade: a.grade})
		if err != nil {
			return nil, err
		}
		list = append(list, course)
	}
	return list, nil
}

func (w *wiring) copyCourses(ctx context.Context, console room.Console, courses []subject.Course, options exam.SyncOptions) error {
	lang := console.Lang()
	var failed error
	for _, course := range courses {
		report, err := w.bank.Sync(ctx, course, options, func(s exam.SyncStage) {
			fmt.Fprintln(console.Err, stageLine(s).In(lang))
		})
		if report.Total > 0 {
			fmt.Fprintln(console.Out, reportLine(report).In(lang))
		}
		if err != nil {
			return err
		}
		if len(report.Failed) > 0 {
			failed = report.Failed[0].Err
		}
	}
	return failed
}

func stageLine(s exam.SyncStage) fault.Text {
	line := fault.Say("%s  %d/%d categories  %d problems  %s", "%s  категорий %d/%d  заданий %d  %s", s.Course, s.Done, s.Total, s.Problems, s.Category)
	if s.Failed != nil {
		line.EN += ": " + s.Failed.Text.EN
		line.RU += ": " + s.Failed.Text.RU
	}
	return line
}

func reportLine(r exam.SyncReport) fault.Text {
	return fault.Say("%s: %d categories, %d copied, %d fresh already, %d failed; %d problems, %d requests",
		"%s: категорий %d, скопировано %d, свежих было %d, не удалось %d; заданий %d, запросов %d",
		r.Course, r.Total, r.Copied, r.Skipped, len(r.Failed), r.Problems, r.Requests)
}

// doctor checks that the pages of the exam site are still read right.
func (w *wiring) doctor(console room.Console) *cobra.Command {
	var live bool
	var subject string
	cmd := &cobra.Command{
		Use:   toolset,
		Short: "Check the reading of the exam site: kept pages, and with --live four pages of the site",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			findings := sdamgia.Replay()
			if live {
				probed, err := w.probe(cmd, console, subject)
				if err != nil {
					return err
				}
				findings = append(findings, probed...)
			}
			return show(findings, console)
		},
	}
	cmd.Flags().BoolVar(&live, "live", false, "also read live pages: four requests")
	cmd.Flags().StringVar(&subject, "subject", "math", "whose live pages to read")
	return cmd
}

func (w *wiring) probe(cmd *cobra.Command, console room.Console, name string) ([]sdamgia.Finding, error) {
	course, err := subject.Parse(name, subject.Course{Exam: subject.EGE})
	if err != nil {
		return nil, err
	}
	ctx, err := console.Open(cmd)
	if err != nil {
		return nil, err
	}
	return sdamgia.Probe(ctx, w.site, course), nil
}

// show prints findings; the first that is not well is the error of the command.
func show(findings []sdamgia.Finding, console room.Console) error {
	lang := console.Lang()
	table := tabwriter.NewWriter(console.Out, 0, 4, 2, ' ', 0)
	var failed error
	for _, f := range findings {
		state := f.State.In(lang)
		if f.Err != nil {
			state = fmt.Sprintf("FAILED %s: %s", f.Code, fault.From(f.Err).Text.In(lang))
			if failed == nil {
				failed = f.Err
			}
		}
		fmt.Fprintf(table, "%s\t%s\n", f.What.In(lang), state)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return failed
}
