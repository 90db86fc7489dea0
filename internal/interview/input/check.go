package input

import (
	"slices"
	"strings"

	"kadry/internal/fault"
)

// OneOf reports a value that is neither empty nor valid.
func OneOf[T ~string](c *fault.Check, path string, got T, valid []T) {
	if got == "" || slices.Contains(valid, got) {
		return
	}
	names := make([]string, len(valid))
	for i, v := range valid {
		names[i] = string(v)
	}
	c.Wrong(path, fault.Say("must be one of %s; got %q", "допустимые значения: %s; передано %q", strings.Join(names, ", "), fault.Clip(string(got))))
}

// Between reports a number that is not from 0 to most.
func Between(c *fault.Check, path string, n, most int) {
	if n < 0 || n > most {
		c.Wrong(path, fault.Say("must be 0-%d, got %d", "должно быть от 0 до %d, передано %d", most, n))
	}
}
