package interpreter

import (
	_ "embed" // the prelude
	"fmt"
	"maps"
	stdmath "math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.starlark.net/lib/math"
	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"kadry/internal/interpreter/value"
)

//go:embed prelude.star
var prelude string

// pyMethods are the methods that method__ of the prelude knows.
var pyMethods = map[string]bool{
	"sort": true, "reverse": true, "copy": true, "count": true, "extend": true, "swapcase": true, "zfill": true, "ljust": true,
	"rjust": true, "isnumeric": true, "isdecimal": true, "join": true, "format": true,
}

// Fields of a text to be filled, and how a value is shown in one.
var (
	anyField   = regexp.MustCompile(`\{\d*(?::[^{}]*)?\}`)
	formatSpec = regexp.MustCompile(`^[<>]?(0?)(\d*)(?:\.(\d+))?([bdfosx]?)$`)
)

// compiledPrelude is the prelude, compiled once a process.
var compiledPrelude = sync.OnceValues(func() (*starlark.Program, error) {
	_, program, err := starlark.SourceProgramOptions(pyOptions, "prelude", prelude, ownFunctions().Has)
	return program, err
})

// ownFunctions are those that Starlark cannot write.
func ownFunctions() starlark.StringDict {
	out := starlark.StringDict{
		"format__": starlark.NewBuiltin("format", pyFormat),
		"float_pow__": starlark.NewBuiltin("pow", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			x, y := starlark.Float(0), starlark.Float(0)
			if err := starlark.UnpackPositionalArgs("pow", args, nil, 2, &x, &y); err != nil {
				return nil, err
			}
			return starlark.Float(stdmath.Pow(float64(x), float64(y))), nil
		}),
		"inf": starlark.Float(stdmath.Inf(1)), "nan": starlark.Float(stdmath.NaN()),
		"ascii_lowercase": starlark.String(lowercase), "ascii_uppercase": starlark.String(strings.ToUpper(lowercase)),
		"ascii_letters": starlark.String(lowercase + strings.ToUpper(lowercase)), "digits": starlark.String("0123456789"),
	}
	maps.Copy(out, math.Module.Members)
	return out
}

const lowercase = "abcdefghijklmnopqrstuvwxyz"

// pyLibrary is what a program of Python's finds declared.
func pyLibrary() (starlark.StringDict, error) {
	out := ownFunctions()
	program, err := compiledPrelude()
	if err != nil {
		return nil, fmt.Errorf("interpreter: prelude: %w", err)
	}
	written, err := program.Init(&starlark.Thread{}, out)
	if err != nil {
		return nil, fmt.Errorf("interpreter: prelude: %w", err)
	}
	for name, v := range written {
		plain, overrides := strings.CutPrefix(name, "py_")
		if overrides {
			name = plain
		}
		out[name] = v
	}
	members := maps.Clone(out)
	// A module has every name: which of them it has in Python does not matter to a program
	// that runs there.
	for _, name := range []string{"math", "functools", "collections", "string", "copy"} {
		out[name] = &starlarkstruct.Module{Name: name, Members: members}
	}
	out["copy"] = &starlarkstruct.Module{Name: "copy", Members: starlark.StringDict{"copy": out["deepcopy"], "deepcopy": out["deepcopy"]}}
	return out, nil
}

// pyFormat fills the fields of a text: format__(text, values...).
func pyFormat(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	text, ok := starlark.AsString(args[0])
	if !ok {
		return nil, fmt.Errorf("format: %s is no text", args[0].Type())
	}
	var failed error
	next := 0
	filled := anyField.ReplaceAllStringFunc(text, func(found string) string {
		place, spec, _ := strings.Cut(found[1:len(found)-1], ":")
		at := next
		if n, err := strconv.Atoi(place); err == nil {
			at = n
		} else {
			next++
		}
		if at+1 >= len(args) {
			failed = fmt.Errorf("format: no value %d", at)
			return ""
		}
		shown, err := pyShow(args[at+1], spec)
		if err != nil {
			failed = err
		}
		return shown
	})
	return starlark.String(filled), failed
}

// pyShow shows a value by a format specification: [0][width][.digits][type].
func pyShow(v starlark.Value, spec string) (string, error) {
	parts := formatSpec.FindStringSubmatch(spec)
	if parts == nil {
		return "", fmt.Errorf("format: %q is not known here", spec)
	}
	zero, width, digits, kind := parts[1] != "", parts[2], parts[3], parts[4]
	var shown string
	number, isNumber := starlark.AsFloat(v)
	switch {
	case kind == "b" || kind == "x" || kind == "o":
		base := map[string]int{"b": 2, "x": 16, "o": 8}[kind]
		i, ok := v.(starlark.Int)
		if !ok {
			return "", fmt.Errorf("format: %s is no whole number", v.Type())
		}
		shown = i.BigInt().Text(base)
	case isNumber && (kind == "f" || digits != ""):
		n := 6
		if digits != "" {
			n, _ = strconv.Atoi(digits)
		}
		shown = strconv.FormatFloat(number, 'f', min(n, 30), 64)
	default:
		shown = v.String()
		if s, ok := starlark.AsString(v); ok {
			shown = s
		}
	}
	if n, err := strconv.Atoi(width); err == nil && n < maxNote {
		pad := strings.Repeat(map[bool]string{true: "0", false: " "}[zero], max(0, n-len(shown)))
		if _, isText := v.(starlark.String); isText {
			return shown + pad, nil
		}
		return pad + shown, nil
	}
	return shown, nil
}

// toPython is a value as Starlark has it: whole numbers as int.
func toPython(v any) starlark.Value {
	switch v := v.(type) {
	case bool:
		return starlark.Bool(v)
	case string:
		return starlark.String(v)
	case float64:
		if v == stdmath.Trunc(v) && stdmath.Abs(v) < 1<<53 {
			return starlark.MakeInt64(int64(v))
		}
		return starlark.Float(v)
	case []any:
		out := make([]starlark.Value, len(v))
		for i, e := range v {
			out[i] = toPython(e)
		}
		return starlark.NewList(out)
	case map[string]any:
		out := starlark.NewDict(len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			_ = out.SetKey(toPythonKey(k), toPython(v[k])) // a new dict takes every text and number
		}
		return out
	}
	return starlark.None
}

// toPythonKey is a number where the key of a map is written as one.
func toPythonKey(k string) starlark.Value {
	if n, err := strconv.ParseInt(k, 10, 64); err == nil {
		return starlark.MakeInt64(n)
	}
	return starlark.String(k)
}

// fromPython is the value of what Starlark has, and whether it fits.
func fromPython(v starlark.Value, b *budget, depth int) (any, bool) {
	if !b.take(depth, 8) {
		return nil, false
	}
	switch v := v.(type) {
	case starlark.NoneType:
		return nil, true
	case starlark.Bool:
		return bool(v), true
	case starlark.String:
		return string(v), b.take(depth, len(v))
	case starlark.Int:
		return value.Number(float64(v.Float())), true
	case starlark.Float:
		return value.Number(float64(v)), true
	case *starlark.Dict:
		return dictFromPython(v, b, depth)
	case starlark.Iterable:
		out := []any{}
		for e := range starlark.Elements(v) {
			x, fits := fromPython(e, b, depth+1)
			if !fits {
				return nil, false
			}
			out = append(out, x)
		}
		if _, isSet := v.(*starlark.Set); isSet {
			slices.SortFunc(out, order)
		}
		return out, true
	}
	return "a " + v.Type(), true
}

func dictFromPython(d *starlark.Dict, b *budget, depth int) (any, bool) {
	out := map[string]any{}
	for _, item := range d.Items() {
		key, ok := starlark.AsString(item[0])
		if !ok {
			key = item[0].String()
		}
		fits := b.take(depth, len(key))
		if fits {
			out[key], fits = fromPython(item[1], b, depth+1)
		}
		if !fits {
			return nil, false
		}
	}
	return out, true
}
