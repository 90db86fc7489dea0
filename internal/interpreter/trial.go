package interpreter

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kadry/internal/interpreter/value"
)

// trial is a program that is ready to be used by examples.
type trial interface {
	// run runs the program and an example in a new world.
	run(example string) Result
}

// try runs the examples of a request, one after the other. After one that was too slow the
// others are left: what waits for ever in one waits in the next.
func try(r Request, answers *json.Encoder, watchdog *time.Timer) error {
	watchdog.Reset(loadTime + r.Each)
	program, err := prepare(r)
	refused := refusal(err)
	if err := answers.Encode(Reply{Refusal: refused}); err != nil || refused != nil {
		return err
	}
	left := false
	for i, example := range r.Examples {
		watchdog.Reset(r.Each + r.Each/2)
		got := Result{State: NotRun}
		if !left {
			got = program.run(example)
		}
		if err := answers.Encode(got); err != nil {
			return fmt.Errorf("example %d: %w", i, err)
		}
		left = left || got.State == Slow
	}
	return nil
}

// prepare readies a program to be tried. Its error is a *Refusal.
func prepare(r Request) (trial, error) {
	switch r.Program.Language {
	case Go:
		return prepareGo(r.Program)
	case JavaScript, TypeScript:
		return prepareScript(r)
	case Python:
	}
	return nil, &Refusal{OtherLanguage, string(r.Program.Language)}
}

// finding is what an example found: how often it compared, and what went wrong first.
type finding struct {
	checks int
	wrong  *Result
}

// compare notes one comparison. What does not fit is too large to be right.
func (f *finding) compare(got, want any, fits bool) {
	f.checks++
	if !fits {
		got = "..."
	}
	if !fits || !value.Equal(got, want) {
		f.fail(Result{State: Differs, Note: shown(got), Want: shown(want)})
	}
}

func (f *finding) fail(r Result) {
	if f.wrong == nil {
		f.wrong = &r
	}
}

// mostShown bounds one value in a difference, in bytes.
const mostShown = 90

func shown(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	if len(text) > mostShown {
		return strings.ToValidUTF8(string(text[:mostShown]), "") + "..."
	}
	return string(text)
}

// result is that of an example that ran to its end: one that compared nothing shows nothing.
func (f *finding) result() Result {
	switch {
	case f.wrong != nil:
		return *f.wrong
	case f.checks == 0:
		return Result{State: Unfit, Note: "the example compares nothing"}
	}
	return Result{State: Answered}
}
