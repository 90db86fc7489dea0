package marking

import (
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
)

// Ran is what the code of an answer did on the examples of its question.
type Ran struct {
	Examples []ExampleRun `json:"examples,omitzero"` // those that could be run, in the order of the question
	Trouble  Trouble      `json:"trouble,omitzero"`  // why one or all were not run
	Detail   string       `json:"detail,omitzero"`   // what the trouble is about; words of the code may be in it
}

// Trouble is why code was not run.
type Trouble string

// The troubles.
const (
	NotLoaded Trouble = "not_loaded" // it has errors, or uses what the interpreter lacks
	NoEntry   Trouble = "no_entry"   // the function that was asked for is not in it
	Lacking   Trouble = "lacking"    // it needs a package or an object that is not here
	NoProcess Trouble = "no_process"
	// Crashed is the end of the process by itself in one or all examples. Its interpreter may be at
	// fault as well as the code, so these say nothing of it, and a person has to look.
	Crashed Trouble = "crashed"
)

func (r *Ran) trouble() fault.Text {
	detail := fault.Clip(r.Detail)
	switch r.Trouble {
	case NoEntry:
		return fault.Say("there is no function %s in it", "в нём нет функции %s", detail)
	case Lacking:
		return fault.Say("it needs what is not here: %s", "ему нужно то, чего здесь нет: %s", detail)
	case Crashed:
		return fault.Say("its process broke off", "процесс оборвался")
	case NoProcess:
		return fault.Say("no process for it could be started", "не удалось запустить процесс")
	case NotLoaded:
	}
	return fault.Say("it does not load: %s", "он не загружается: %s", detail)
}

// ExampleRun is what the code did on one example. What it gave, and how it failed, are words
// that the code can choose.
type ExampleRun struct {
	ID   string `json:"id"` // in the question
	End  End    `json:"end"`
	Got  string `json:"got,omitzero"`  // of Differed: a value as JSON, cut
	Want string `json:"want,omitzero"` // of Differed
	Note string `json:"note,omitzero"` // of Failed: the error
}

// End is how the run of an example ended.
type End string

// The ends.
const (
	Passed   End = "passed"
	Differed End = "differed" // gave something else
	Failed   End = "failed"   // threw or panicked
	Endless  End = "endless"  // did not come to an end in time
	Broke    End = "broke"    // wanted more memory than there is
)

// does says what the code does of one point.
type does int

const (
	untried does = iota // no example of the point was run
	works
	fails // in one example at least
)

// tried says whether any example was run.
func (r *Ran) tried() bool { return r != nil && len(r.Examples) > 0 }

// shows says whether the code does what the examples of a point look for.
func (r *Ran) shows(q bank.Question, point string) does {
	if !r.tried() {
		return untried
	}
	found := untried
	for _, run := range r.Examples {
		e, _ := q.Example(run.ID)
		switch {
		case !slices.Contains(e.Shows, point):
		case run.End != Passed:
			return fails
		default:
			found = works
		}
	}
	return found
}

// passed is how many examples the code passed.
func (r *Ran) passed() int {
	n := 0
	for _, run := range r.Examples {
		if run.End == Passed {
			n++
		}
	}
	return n
}

// whole says that the code did what every example of the question wants.
func (r *Ran) whole() bool {
	return r.tried() && r.passed() == len(r.Examples) && !r.crashed()
}

func (r *Ran) crashed() bool { return r != nil && r.Trouble == Crashed }

// mostSaid is how many examples that did not pass are told one by one.
const mostSaid = 3

// reasons say what was run, and what the code did not do.
func (r *Ran) reasons(q bank.Question) Reasons {
	switch {
	case r == nil:
		return nil
	case !r.tried():
		why := r.trouble()
		return Reasons{fault.Say("The code was not run, %[1]s. It is judged by its form.", "Код не запускался: %[2]s. Он оценён по форме.", why.EN, why.RU)}
	}
	reasons := Reasons{fault.Say("The code was run on examples: %d of %d went well.", "Код запущен на примерах: удались %d из %d.", r.passed(), len(r.Examples))}
	if r.crashed() {
		reasons = append(reasons, fault.Say("In %d more its process broke off; a person has to read the code.", "Ещё в %d процесс оборвался; код должен прочитать человек.", len(q.Examples)-len(r.Examples)))
	}
	said := 0
	for _, run := range r.Examples {
		if e, ok := q.Example(run.ID); ok && run.End != Passed && said < mostSaid {
			said++
			how := run.how()
			reasons = append(reasons, fault.Text{EN: "Not so: " + e.Text.EN + " " + how.EN, RU: "Не так: " + e.Text.RU + " " + how.RU})
		}
	}
	if more := len(r.Examples) - r.passed() - said; more > 0 {
		reasons = append(reasons, fault.Say("And in %d more.", "И ещё в %d.", more))
	}
	return reasons
}

// Passes says whether the code passed an example, and if not how it ended.
func (r *Ran) Passes(example string) (how fault.Text, ok bool) {
	for _, run := range r.Examples {
		if run.ID == example {
			return run.how(), run.End == Passed
		}
	}
	why := r.trouble()
	return fault.Say("It was not run, %[1]s.", "Он не запускался: %[2]s.", why.EN, why.RU), false
}

// how says how an example that did not pass ended.
func (e ExampleRun) how() fault.Text {
	switch e.End {
	case Passed:
	case Differed:
		return fault.Say("Expected %s, got %s.", "Ожидалось %s, получено %s.", e.Want, e.Got)
	case Failed:
		return fault.Say("It failed: “%s”.", "Ошибка: «%s».", fault.Clip(e.Note))
	case Endless:
		return fault.Say("It did not come to an end.", "Выполнение не закончилось.")
	case Broke:
		return fault.Say("It broke off.", "Выполнение оборвалось.")
	}
	return fault.Text{}
}
