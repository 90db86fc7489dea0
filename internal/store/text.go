package store

import (
	"reflect"
	"strings"
	"unicode/utf8"
)

// Clean makes s storable on both engines: PostgreSQL takes neither NUL nor bytes that are
// no UTF-8. Every such byte becomes one other byte, so that offsets into s stay right.
func Clean(s string) string {
	if IsStorable(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			b.WriteByte('?')
		case r == 0:
			b.WriteByte(' ')
		default:
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// IsStorable says that both engines take s as it is.
func IsStorable(s string) bool {
	return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0
}

// IsKey says that s can name something stored. Keys are never cleaned: two different ones
// must not become equal.
func IsKey(s string) bool { return s != "" && IsStorable(s) }

// Cleaned returns a copy of v, all the way down, in which every text is Clean. Maps stay as
// they are.
func Cleaned[T any](v T) T {
	out := v
	clean(reflect.ValueOf(&out).Elem())
	return out
}

// clean replaces what v refers to by clean copies of it.
func clean(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(Clean(v.String()))
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(own, v)
		for i := range own.Len() {
			clean(own.Index(i))
		}
		v.Set(own)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		own := reflect.New(v.Type().Elem())
		own.Elem().Set(v.Elem())
		clean(own.Elem())
		v.Set(own)
	case reflect.Struct:
		for _, field := range v.Fields() {
			if field.CanSet() {
				clean(field)
			}
		}
	}
}
