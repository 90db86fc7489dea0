package interpreter

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"

	"kadry/internal/interpreter/value"
)

// toGo makes a value of a Go type, and says whether it can be one.
func toGo(v any, t reflect.Type) (reflect.Value, bool) {
	out := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Interface:
		if t.NumMethod() > 0 {
			return out, false
		}
		return dynamic(v, out)
	case reflect.Pointer:
		inner, ok := toGo(v, t.Elem())
		if ok {
			out.Set(reflect.New(t.Elem()))
			out.Elem().Set(inner)
		}
		return out, ok
	case reflect.Slice, reflect.Array:
		list, ok := v.([]any)
		return out, ok && setList(out, list)
	case reflect.Map:
		entries, ok := v.(map[string]any)
		return out, ok && setMap(out, entries)
	}
	return out, setScalar(out, v)
}

// dynamic gives an empty interface what a Go literal would: whole numbers as int.
func dynamic(v any, out reflect.Value) (reflect.Value, bool) {
	switch v := v.(type) {
	case nil:
		return out, true
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			out.Set(reflect.ValueOf(int(v)))
			return out, true
		}
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			elem, ok := dynamic(e, reflect.New(reflect.TypeFor[any]()).Elem())
			if !ok {
				return out, false
			}
			list[i] = elem.Interface()
		}
		out.Set(reflect.ValueOf(list))
		return out, true
	}
	out.Set(reflect.ValueOf(v))
	return out, true
}

func setScalar(out reflect.Value, v any) bool {
	switch v := v.(type) {
	case bool:
		if out.Kind() != reflect.Bool {
			return false
		}
		out.SetBool(v)
		return true
	case string:
		r, size := utf8.DecodeRuneInString(v)
		switch {
		case out.Kind() == reflect.String:
			out.SetString(v)
		case size != len(v) || size == 0:
			return false
		case out.CanInt():
			out.SetInt(int64(r))
			return out.Int() == int64(r)
		case out.CanUint():
			out.SetUint(uint64(r))
			return out.Uint() == uint64(r)
		default:
			return false
		}
		return true
	case float64:
		return setNumber(out, v)
	}
	return false
}

func setNumber(out reflect.Value, v float64) bool {
	switch {
	case out.CanFloat():
		out.SetFloat(v)
		return true
	case v != math.Trunc(v) || math.Abs(v) >= 1<<62:
		return false
	case out.CanInt():
		out.SetInt(int64(v))
		return out.Int() == int64(v)
	case out.CanUint() && v >= 0:
		out.SetUint(uint64(v))
		return out.Uint() == uint64(v)
	}
	return false
}

func setList(out reflect.Value, list []any) bool {
	if out.Kind() == reflect.Slice {
		out.Set(reflect.MakeSlice(out.Type(), len(list), len(list)))
	} else if out.Len() != len(list) {
		return false
	}
	for i, e := range list {
		elem, ok := toGo(e, out.Type().Elem())
		if !ok {
			return false
		}
		out.Index(i).Set(elem)
	}
	return true
}

func setMap(out reflect.Value, entries map[string]any) bool {
	out.Set(reflect.MakeMapWithSize(out.Type(), len(entries)))
	for k, e := range entries {
		var key any = k
		if out.Type().Key().Kind() != reflect.String {
			n, err := strconv.ParseFloat(k, 64)
			if err != nil {
				return false
			}
			key = n
		}
		to, ok := toGo(key, out.Type().Key())
		if !ok {
			return false
		}
		elem, ok := toGo(e, out.Type().Elem())
		if !ok {
			return false
		}
		out.SetMapIndex(to, elem)
	}
	return true
}

// fromGo is the value of a Go value, declared as t where that is known, and whether it fits.
func fromGo(v reflect.Value, t value.Type, b *budget, depth int) (any, bool) {
	if !b.take(depth, 8) {
		return nil, false
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return nil, true
		}
		return fromGo(v.Elem(), t, b, depth+1)
	case reflect.Bool:
		return v.Bool(), true
	case reflect.String:
		return v.String(), b.take(depth, v.Len())
	case reflect.Float32, reflect.Float64:
		return value.Number(v.Float()), true
	case reflect.Slice, reflect.Array:
		return listFromGo(v, t, b, depth)
	case reflect.Map:
		return mapFromGo(v, t, b, depth)
	case reflect.Struct:
		return structFromGo(v, b, depth)
	}
	switch {
	case t == value.Char && v.CanInt():
		return string(rune(v.Int())), true
	case t == value.Char && v.CanUint():
		return string(rune(v.Uint())), true
	case v.CanInt():
		return value.Number(float64(v.Int())), true
	case v.CanUint():
		return value.Number(float64(v.Uint())), true
	}
	return fmt.Sprintf("a %s", v.Kind()), true
}

func listFromGo(v reflect.Value, t value.Type, b *budget, depth int) (any, bool) {
	elem, _ := t.Elem()
	if elem == value.Unknown && v.Type().Elem().Kind() == reflect.Uint8 {
		elem = value.Char
	}
	out := make([]any, v.Len())
	for i := range out {
		x, fits := fromGo(v.Index(i), elem, b, depth+1)
		if !fits {
			return nil, false
		}
		out[i] = x
	}
	return out, true
}

// mapFromGo is an object, or for a set of Go's, whose elements say nothing, the sorted keys.
func mapFromGo(v reflect.Value, t value.Type, b *budget, depth int) (any, bool) {
	_, elem, _ := t.Entry()
	entries := map[string]any{}
	keys := []any{}
	for key, e := range v.Seq2() {
		k, fits := fromGo(key, value.Unknown, b, depth+1)
		if !fits {
			return nil, false
		}
		keys = append(keys, k)
		if entries[fmt.Sprint(k)], fits = fromGo(e, elem, b, depth+1); !fits {
			return nil, false
		}
	}
	if e := v.Type().Elem(); e.Kind() == reflect.Struct && e.NumField() == 0 {
		slices.SortFunc(keys, order)
		return keys, true
	}
	return entries, true
}

func structFromGo(v reflect.Value, b *budget, depth int) (any, bool) {
	out := map[string]any{}
	for i := range v.NumField() {
		x, fits := fromGo(v.Field(i), value.Unknown, b, depth+1)
		if !fits {
			return nil, false
		}
		out[v.Type().Field(i).Name] = x
	}
	return out, true
}

// order sorts the elements of a set: numbers before all else, that as printed.
func order(a, b any) int {
	x, numberX := a.(float64)
	y, numberY := b.(float64)
	switch {
	case numberX && numberY && x < y, numberX && !numberY:
		return -1
	case numberX && numberY && x > y, numberY && !numberX:
		return 1
	case numberX:
		return 0
	}
	s, t := fmt.Sprint(a), fmt.Sprint(b)
	switch {
	case s < t:
		return -1
	case s > t:
		return 1
	}
	return 0
}
