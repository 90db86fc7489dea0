// Package interpreter runs functions of other people's in this process: JavaScript, Go and a part
// of Python by interpreters that have no way to files, processes or the network. Interpreters
// have defects and a program may eat all memory, so only a child process that package sandbox
// confines may use it: Serve is the body of that process. The way through: Serve reads a
// Request, describe finds the function and what it takes, load readies it, and every input
// gives a Result. A program that is tried is not given inputs: each example, a piece of code
// that uses it, is run beside it in a world of its own (trial.go).
package interpreter

import (
	"time"

	"kadry/internal/interpreter/value"
)

// Language is what a program is written in.
type Language string

// The languages that are run. TypeScript is run without its types.
const (
	Go         Language = "go"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	Python     Language = "python" // a part of it
)

// Program is a function with what it needs.
type Program struct {
	Language Language
	Code     string
	Entry    string // name of the function; empty is the one that no other calls, the last of such
	Given    string // of a program that is tried: declarations of types that it may use and need not repeat
}

// Param is what a function takes at one place.
type Param struct {
	Name   string
	Type   value.Type // declared, or Unknown
	Likely []value.Type
	// Likely are types that the use of an undeclared parameter speaks for, best first.
	Rest bool // takes all further arguments as a list
}

// Signature is how a function is called.
type Signature struct {
	Name    string
	Params  []Param
	Results []value.Type // declared ones, without an error at the end
	// InPlace says that the function returns nothing: what it makes of its first argument is
	// its answer.
	InPlace bool
}

// State is how the run of one input ended.
type State string

// The states.
const (
	Answered State = "answered"
	Failed   State = "failed"    // raised, threw, panicked or returned an error
	Slow     State = "slow"      // took longer than it may
	Huge     State = "huge"      // the answer is larger than it may be
	Differs  State = "differs"   // an example found another value than it wants
	Unfit    State = "unfit"     // the input cannot be given to this function, or the example not be run here
	Died     State = "died"      // it ended its process: memory, stack, processor time
	Unsteady State = "unsteady"  // another answer when asked again
	NotRun   State = "not asked" // the run ended before
)

// Result is what a program made of one input.
type Result struct {
	State State
	Value any    `json:",omitempty"` // see package value
	Note  string `json:",omitempty"` // what failed, in the program's words, cut
	Want  string `json:",omitempty"` // of an example that Differs: what should have come instead of Note, as JSON
}

// Request asks for one program: to describe it, or to run it on inputs too; or, with examples,
// to try it.
type Request struct {
	Program  Program
	Inputs   [][]any // arguments by input
	Examples []string
	Each     time.Duration // of an input or an example
}

// From is the request without its first inputs or examples.
func (r Request) From(n int) Request {
	if len(r.Examples) > 0 {
		r.Examples = r.Examples[n:]
		return r
	}
	r.Inputs = r.Inputs[n:]
	return r
}

// Reason is why a program cannot be run.
type Reason string

// The reasons.
const (
	OtherLanguage Reason = "language" // none that can be run here
	Syntax        Reason = "syntax"   // does not load, or uses what the interpreter lacks
	NoEntry       Reason = "entry"    // there is no function, or not the one asked for
	Impure        Reason = "impure"   // uses files, network, time, chance or a foreign package
	OddTypes      Reason = "types"    // takes what cannot be made up: functions, channels, structures
)

// Refusal says why a program cannot be run.
type Refusal struct {
	Reason Reason
	Detail string
}

func (r *Refusal) Error() string { return "interpreter: " + string(r.Reason) + ": " + r.Detail }

// Bounds of what goes back: a longer answer is Huge.
const (
	maxNodes = 10_000
	maxBytes = 32 << 10
	maxDepth = 40
	maxNote  = 200
)

// callable is a loaded program.
type callable interface {
	// call runs it on one input, which it may change.
	call(args []any) Result
}

// describe finds the function of a program. Its error is a *Refusal.
func describe(p Program) (Signature, error) {
	switch p.Language {
	case Go:
		return describeGo(p)
	case JavaScript, TypeScript:
		return describeScript(p)
	case Python:
		return describePython(p)
	}
	return Signature{}, &Refusal{OtherLanguage, string(p.Language)}
}

// load readies a program to be called. Its error is a *Refusal.
func load(r Request) (callable, error) {
	switch r.Program.Language {
	case Go:
		return loadGo(r.Program)
	case JavaScript, TypeScript:
		return loadScript(r)
	case Python:
		return loadPython(r)
	}
	return nil, &Refusal{OtherLanguage, string(r.Program.Language)}
}

// note cuts what a program says about its failure.
func note(text string) string {
	if len(text) > maxNote {
		return text[:maxNote]
	}
	return text
}

// budget counts what an answer may still hold.
type budget struct{ nodes, bytes int }

func newBudget() *budget { return &budget{nodes: maxNodes, bytes: maxBytes} }

// take says whether one more node with so many bytes fits at the depth.
func (b *budget) take(depth, size int) bool {
	b.nodes--
	b.bytes -= size
	return b.nodes >= 0 && b.bytes >= 0 && depth <= maxDepth
}
