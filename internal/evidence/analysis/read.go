package analysis

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/evidence/score"
	"kadry/internal/evidence/survey"
	"kadry/internal/fault"
	"kadry/internal/github"
)

// atOnce is how many repositories of one person are loaded at one time.
const atOnce = 5

// read surveys the repositories. One that cannot be read is told among the failed; a defect of
// ours is the error of the analysis.
func (a *Analyst) read(ctx context.Context, hub Hub, chosen []score.Share, terms []term, out *Analysis) error {
	errs := make([]error, len(chosen))
	var g errgroup.Group
	g.SetLimit(atOnce)
	reading, cancel := Reading(ctx)
	defer cancel()
	for i := range chosen {
		g.Go(func() error {
			chosen[i].Survey, errs[i] = a.survey(reading, hub, chosen[i].Repository, terms)
			return nil
		})
	}
	_ = g.Wait() // the errors are gathered by repository
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("analysis: %w", err)
	}
	for i, err := range errs {
		switch {
		case err == nil:
			out.Shares = append(out.Shares, chosen[i])
			if chosen[i].Survey.Cut != (fault.Text{}) {
				out.Cut = append(out.Cut, Failure{Repository: chosen[i].FullName, Why: chosen[i].Survey.Cut})
			}
		case fault.KindOf(err) == fault.Timeout:
			out.Failed = append(out.Failed, Failure{Repository: chosen[i].FullName, Why: Late})
		case partial(err):
			out.Failed = append(out.Failed, failure(chosen[i].FullName, err))
		default:
			return err
		}
	}
	return nil
}

// Late is why a repository was not read for which there was no time.
var Late = fault.Say("it could not be read in time", "его не успели прочитать")

// forReading is the share of the time left that reading may take. The rest is for histories and
// the answer, so that one slow repository costs itself and not the answer.
const forReading = 0.8

// Reading bounds a context to the time that reading repositories may take.
func Reading(ctx context.Context) (context.Context, context.CancelFunc) {
	end, bounded := ctx.Deadline()
	if !bounded {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(float64(time.Until(end))*forReading))
}

func (a *Analyst) survey(ctx context.Context, hub Hub, r github.Repository, terms []term) (survey.Survey, error) {
	if r.SizeKB > largestSizeKB {
		return survey.Survey{}, fault.E(fault.TooLarge, fault.Say("it is over %d GB and is not loaded", "он больше %d ГБ и не загружается", largestSizeKB>>20), nil)
	}
	reader := survey.NewReader(a.Table, askedNames(terms)...)
	contents, err := hub.Archive(ctx, r, func(f github.File) error {
		reader.Add(f)
		return nil
	})
	if err != nil {
		return survey.Survey{}, err
	}
	return reader.Survey(r, contents), nil
}
