package hhjson

import (
	"bytes"

	"kadry/internal/market/posting"
)

// Lines reads vacancies written one a line, and calls each with the number of the line, from 1,
// and what is wrong with it. Empty lines are none. It stops when each returns false.
func Lines(body []byte, each func(line int, p posting.Posting, wrong error) bool) {
	number := 0
	for line := range bytes.Lines(body) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		p, err := Vacancy(line)
		if !each(number, p, err) {
			return
		}
	}
}
