package examroom

import (
	"cmp"
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/room"
)

// sync is the operation for a terminal, course by course.
func (w *wiring) sync(console room.Console) *cobra.Command {
	var asked syncInput
	var subjects []string
	cmd := &cobra.Command{
		Use:   "sync [COURSE...]",
		Short: "Copy courses of the exam site into the bank, politely; a run that was broken off goes on where it stopped",
		Example: `  kadry sdamgia sync --subject math
  kadry sdamgia sync ege/math vpr/math8
  kadry sdamgia sync --exam oge --subject русский --subject физика
  kadry sdamgia sync --exam vpr --subject math --grade 8 --category 14`,
		RunE: func(cmd *cobra.Command, args []string) error {
			subjects = append(subjects, args...)
			if len(subjects) == 0 {
				return fault.E(fault.Invalid, fault.Say("Say which course to copy: --subject math.", "Укажите, какой курс копировать: --subject математика."), nil)
			}
			// All are read before the first is copied, which takes hours.
			courses := make([]subject.Course, len(subjects))
			for i, name := range subjects {
				var err error
				if courses[i], err = subject.Parse(name, subject.Course{Exam: subject.Exam(asked.Exam), Grade: asked.Grade}); err != nil {
					return err
				}
			}
			var failed error
			for i, course := range courses {
				asked.Subject = subjects[i]
				again, err := w.copyCourse(cmd.Context(), console, course, asked)
				if err != nil {
					return err
				}
				failed = cmp.Or(again, failed)
			}
			return failed
		},
	}
	cmd.Flags().StringVar(&asked.Exam, "exam", string(subject.EGE), "ege, oge, vpr or ct")
	cmd.Flags().StringSliceVar(&subjects, "subject", nil, "subject by code or name; several by commas or by repeating")
	cmd.Flags().IntVar(&asked.Grade, "grade", 0, "grade of a ВПР")
	cmd.Flags().StringSliceVar(&asked.Categories, "category", nil, "only these categories, by number")
	cmd.Flags().BoolVar(&asked.Again, "again", false, "also what was copied lately")
	return cmd
}

// copyCourse copies one course and tells of it. failed is why a category of it was left out.
func (w *wiring) copyCourse(ctx context.Context, console room.Console, course subject.Course, asked syncInput) (failed, err error) {
	ctx = op.WithProgress(ctx, func(s op.Stage) {
		line := fault.Say("%s  %d/%d categories  ", "%s  категорий %d/%d  ", course, s.Done, s.Total)
		fmt.Fprintln(console.Err, line.In(console.Lang())+s.Text.In(console.Lang()))
	})
	var r synced
	if err := console.Call(ctx, "", "sdamgia_sync", asked, &r); err != nil {
		return nil, err
	}
	fmt.Fprintln(console.Out, fault.Say("%s: %d categories, %d copied, %d fresh already, %d failed; %d problems, %d requests",
		"%s: категорий %d, скопировано %d, свежих было %d, не удалось %d; заданий %d, запросов %d",
		r.Course, r.Total, r.Copied, r.Fresh, len(r.Failed), r.Problems, r.Requests).In(console.Lang()))
	if r.Stopped != nil {
		return nil, r.Stopped.fault()
	}
	if len(r.Failed) > 0 {
		return r.Failed[0].fault(), nil
	}
	return nil, nil
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
