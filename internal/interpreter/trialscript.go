package interpreter

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// scriptTrial is a script that examples use.
type scriptTrial struct {
	entry  string
	source string
	each   time.Duration
}

// prepareScript makes a program ready for the interpreter and finds out whether it loads. Arrow
// functions are written as plain ones: the interpreter loses the arguments of the function around.
func prepareScript(r Request) (trial, error) {
	t := &scriptTrial{entry: r.Program.Entry, source: r.Program.Code, each: r.Each}
	got := api.Transform(t.source, api.TransformOptions{
		Loader: api.LoaderTS, Target: api.ES2017, Supported: map[string]bool{"arrow": false}, Format: api.FormatCommonJS, LogLevel: api.LogLevelSilent,
	})
	if len(got.Errors) > 0 {
		return nil, &Refusal{Syntax, got.Errors[0].Text}
	}
	t.source = string(got.Code)
	if _, _, err := t.world(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *scriptTrial) run(example string) (result Result) {
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{State: Failed, Note: "interpreter failed"}
		}
	}()
	w, entry, err := t.world()
	if err != nil {
		return Result{State: Failed, Note: note(err.Error())}
	}
	return w.try(t.entry, entry, example)
}

// scriptWorld is where a script and one example run: their clock stands still while code runs,
// and jumps to the next timer when all of it waits.
type scriptWorld struct {
	scriptCall

	finding
	now    time.Duration
	timers []scriptTimer
	last   int64 // id of a timer
}

type scriptTimer struct {
	id    int64
	due   time.Duration
	again time.Duration // of one that repeats; 0 of one that does not
	run   func()
}

// mostTimers is how often timers may run in one example: more is a loop.
const mostTimers = 10_000

// world is a new one in which the script has run, and the function of the script.
func (t *scriptTrial) world() (w *scriptWorld, entry goja.Value, err error) {
	w = &scriptWorld{}
	if w.scriptCall, err = newScript(t.each); err != nil {
		return nil, nil, err
	}
	w.vm.SetTimeSource(func() time.Time { return time.UnixMilli(0).UTC().Add(w.now) })
	entry, err = w.load(t)
	return w, entry, err
}

// load runs the script and returns its function.
func (w *scriptWorld) load(t *scriptTrial) (entry goja.Value, err error) {
	module := w.platform()
	w.bounded(func() { _, err = w.vm.RunString(t.source) })
	if err != nil {
		return nil, refusedScript(err)
	}
	if entry, err = w.vm.RunString(t.entry); err == nil && callableValue(entry) {
		return entry, nil
	}
	exports := module.Get("exports")
	if object, ok := exports.(*goja.Object); ok {
		for _, found := range []goja.Value{object.Get(t.entry), object.Get("default"), object} {
			if callableValue(found) {
				return found, nil
			}
		}
	}
	return nil, &Refusal{NoEntry, t.entry}
}

func callableValue(v goja.Value) bool {
	_, ok := goja.AssertFunction(v)
	return ok
}

// foreign are names of browsers and Node that this world lacks: who uses one may be right.
var foreign = regexp.MustCompile(`\b(require|process|Buffer|fetch|AbortController|AbortSignal|document|structuredClone|crypto|Intl|XMLHttpRequest|localStorage|navigator|Deno|Bun|expect|test|it|describe|jest|URL|TextEncoder|TextDecoder|EventTarget|Event|MessageChannel|requestAnimationFrame|cancelAnimationFrame|performance\.\w+) is not (?:defined|a function)`)

// refusedScript is why a script does not load: what it needs may be missing here.
func refusedScript(err error) *Refusal {
	if found := foreign.FindStringSubmatch(err.Error()); found != nil {
		return &Refusal{Impure, found[1]}
	}
	return &Refusal{Syntax, err.Error()}
}

// platform gives the script what browsers and Node have beside the language, as far as it
// only needs the clock. It returns what stands for a module.
func (w *scriptWorld) platform() *goja.Object {
	set := func(on *goja.Object, name string, v any) { _ = on.Set(name, v) } // a new object takes every key
	global := w.vm.GlobalObject()
	set(global, "setTimeout", w.timeout)
	set(global, "setInterval", w.interval)
	set(global, "setImmediate", func(fn goja.Value, further ...goja.Value) (int64, error) { return w.later(fn, 0, 0, further) })
	for _, name := range []string{"clearTimeout", "clearInterval", "clearImmediate"} {
		set(global, name, w.clear)
	}
	set(global, "queueMicrotask", w.soon)
	performance, console, module := w.vm.NewObject(), w.vm.NewObject(), w.vm.NewObject()
	set(performance, "now", w.milliseconds)
	set(global, "performance", performance)
	for _, name := range []string{"log", "info", "warn", "error", "debug", "trace", "time", "timeEnd", "assert", "table"} {
		set(console, name, func() {})
	}
	set(global, "console", console)
	exports := w.vm.NewObject()
	set(module, "exports", exports)
	set(global, "module", module)
	set(global, "exports", exports)
	set(global, "require", w.require)
	for _, name := range []string{"window", "self", "global"} {
		set(global, name, global)
	}
	return module
}

// soon runs a function before any timer: queueMicrotask.
func (w *scriptWorld) soon(fn goja.Value) error {
	run, ok := goja.AssertFunction(fn)
	if !ok {
		return errNoFunction
	}
	promise, resolve, _ := w.vm.NewPromise()
	value := w.vm.ToValue(promise)
	then, _ := goja.AssertFunction(value.ToObject(w.vm).Get("then"))
	if _, err := then(value, w.vm.ToValue(func() error { _, err := run(goja.Undefined()); return err })); err != nil {
		return err
	}
	return resolve(goja.Undefined())
}

var errNoFunction = errors.New("a function is wanted")

// require is the function of Node, for the modules that only need the clock.
func (w *scriptWorld) require(name string) (*goja.Object, error) {
	module := w.vm.NewObject()
	switch strings.TrimPrefix(name, "node:") {
	case "timers/promises":
		return module, module.Set("setTimeout", w.sleep)
	case "timers":
		for _, name := range []string{"setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"} {
			if err := module.Set(name, w.vm.Get(name)); err != nil {
				return nil, err
			}
		}
		return module, nil
	}
	return nil, errors.New("require is not defined")
}

// sleep is a promise of a value after so many milliseconds.
func (w *scriptWorld) sleep(ms float64, v goja.Value) *goja.Promise {
	p, resolve, _ := w.vm.NewPromise()
	w.after(waiting(ms), 0, func() { _ = resolve(v) })
	return p
}

// milliseconds are those that have passed in this world.
func (w *scriptWorld) milliseconds() float64 { return float64(w.now) / float64(time.Millisecond) }

// waiting is how long a timer waits for so many milliseconds.
func waiting(ms float64) time.Duration {
	return time.Duration(max(0, min(ms, maxWait)) * float64(time.Millisecond))
}

func (w *scriptWorld) timeout(fn, ms goja.Value, further ...goja.Value) (int64, error) {
	return w.later(fn, waitOf(ms), 0, further)
}

func (w *scriptWorld) interval(fn, ms goja.Value, further ...goja.Value) (int64, error) {
	wait := waitOf(ms)
	return w.later(fn, wait, max(wait, time.Millisecond), further)
}

// waitOf is how long a timer waits that may be given no time at all.
func waitOf(ms goja.Value) time.Duration {
	if ms == nil {
		return 0
	}
	return waiting(ms.ToFloat())
}

// later sets a timer and returns its id.
func (w *scriptWorld) later(fn goja.Value, due, again time.Duration, further []goja.Value) (int64, error) {
	run, ok := goja.AssertFunction(fn)
	if !ok {
		return 0, errNoFunction
	}
	return w.after(due, again, func() {
		if _, err := run(goja.Undefined(), further...); err != nil {
			w.threw(err)
		}
	}), nil
}

// maxWait is the longest wait of a timer, in milliseconds: 2^31-1, as in browsers.
const maxWait = 1<<31 - 1

func (w *scriptWorld) after(wait, again time.Duration, run func()) int64 {
	w.last++
	w.timers = append(w.timers, scriptTimer{w.last, w.now + wait, again, run})
	return w.last
}

func (w *scriptWorld) clear(call goja.FunctionCall) goja.Value {
	if id, ok := call.Argument(0).Export().(int64); ok {
		w.timers = slices.DeleteFunc(w.timers, func(t scriptTimer) bool { return t.id == id })
	}
	return goja.Undefined()
}

// threw notes what a callback threw that nobody can catch.
func (w *scriptWorld) threw(err error) { w.fail(w.failed(err.Error())) }

// next runs the timer that is due first, and says whether there was one.
func (w *scriptWorld) next() bool {
	if len(w.timers) == 0 {
		return false
	}
	first := 0
	for i, t := range w.timers {
		if t.due < w.timers[first].due {
			first = i
		}
	}
	t := w.timers[first]
	w.timers = slices.Delete(w.timers, first, first+1)
	w.now = max(w.now, t.due)
	if t.again > 0 {
		t.due = w.now + t.again
		w.timers = append(w.timers, t)
	}
	t.run()
	return true
}

// try runs an example: the body of an async function that is handed what it may use. So a
// script cannot put something of its own in the place of what compares.
func (w *scriptWorld) try(name string, entry goja.Value, example string) (result Result) {
	w.bounded(func() { result = w.example(name, entry, example) })
	return result
}

func (w *scriptWorld) example(name string, entry goja.Value, example string) Result {
	body, err := w.vm.RunString("(async (equal, wait, now, " + name + ") => {\n" + example + "\n})")
	if err != nil {
		return Result{State: Unfit, Note: note(err.Error())}
	}
	call, _ := goja.AssertFunction(body)
	equal := func(c goja.FunctionCall) goja.Value {
		got, fits := w.fromScript(c.Argument(0), newBudget(), 0)
		want, _ := w.fromScript(c.Argument(1), newBudget(), 0)
		w.compare(got, want, fits)
		return goja.Undefined()
	}
	got, err := call(goja.Undefined(), w.vm.ToValue(equal), w.vm.ToValue(w.sleep), w.vm.ToValue(w.milliseconds), entry)
	if err != nil {
		return w.failed(err.Error())
	}
	end, ok := got.Export().(*goja.Promise)
	if !ok {
		return Result{State: Unfit, Note: "the example is no function"}
	}
	for n := 0; end.State() == goja.PromiseStatePending && w.wrong == nil; n++ {
		if n == mostTimers || !w.next() {
			return Result{State: Slow} // a loop of timers, or it waits for what never comes
		}
	}
	if end.State() == goja.PromiseStateRejected {
		return w.failed(end.Result().String())
	}
	return w.result()
}

// failed is the result of an example that threw, or was stopped, or met what is missing here.
func (w *scriptWorld) failed(cause string) Result {
	if strings.Contains(cause, tooSlow) {
		return Result{State: Slow}
	}
	if found := foreign.FindStringSubmatch(cause); found != nil {
		return Result{State: Unfit, Note: found[1]}
	}
	return Result{State: Failed, Note: note(cause)}
}
