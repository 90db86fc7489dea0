package feature

import (
	"strconv"

	"kadry/internal/codematch/lexer"
)

// number reads a number, and the sum and power that write a large one: 1e9 + 7, 10 ** 9 + 7.
func (f *former) number(i, to int) int {
	value, ok := numberOf(f.text(i))
	at := i
	if ok && value == 10 && f.is(i+1, "**") && i+2 < to {
		if power, ok := numberOf(f.text(i + 2)); ok && power < 19 && power == float64(int(power)) {
			value, i = 1, i+2
			for range int(power) {
				value *= 10
			}
		}
	}
	if ok && value >= 1e6 && f.is(i+1, "+") && i+2 < to && f.tok[i+2].Kind == lexer.Number {
		if more, ok := numberOf(f.text(i + 2)); ok {
			value, i = value+more, i+2
		}
	}
	if !ok {
		f.emit(Number, hash(f.text(i)), at)
		return i + 1
	}
	f.emit(Number, numberCode(value), at)
	return i + 1
}

func numberCode(v float64) uint32 {
	var buffer [32]byte
	return hash(strconv.AppendFloat(buffer[:0], v, 'g', -1, 64))
}

// numberOf is the value of a number of any of the languages.
func numberOf(t []byte) (float64, bool) {
	var buffer [40]byte
	digits := folded(buffer[:0], t)
	if len(digits) > 32 || len(digits) == 0 {
		return 0, false
	}
	if len(digits) > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'b' || digits[1] == 'o') {
		v, err := strconv.ParseUint(string(digits), 0, 64)
		return float64(v), err == nil
	}
	end := 0
	for end < len(digits) && (digits[end] >= '0' && digits[end] <= '9' || digits[end] == '.' ||
		digits[end] == 'e' && end+1 < len(digits) || (digits[end] == '-' || digits[end] == '+') && digits[end-1] == 'e') {
		end++
	}
	v, err := strconv.ParseFloat(string(digits[:end]), 64)
	return v, err == nil
}
