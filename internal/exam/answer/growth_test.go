package answer_test

import (
	"strings"
	"testing"

	"kadry/internal/exam/answer"
	"kadry/internal/growth"
)

// Answers come from pupils, keys and the texts that they are hidden in from pages of others.
func TestGrowth(t *testing.T) {
	tasks := []answer.Task{
		{Key: "0,5"},
		{Key: "не смотря на|несмотря на"},
		{Key: "245", AnyOrder: true},
		{Key: "31524", Row: true},
		{Key: "1,5&-2"},
		{Key: "(-2;3]∪{7}"},
		{Key: "сравнение; эпитет", AnyOrder: true},
	}
	t.Run("answer", func(t *testing.T) {
		growth.Check(t, 32<<10, func(text string) {
			for _, task := range tasks {
				answer.Check(task, text)
			}
		})
	})
	t.Run("text", func(t *testing.T) {
		growth.Check(t, 32<<10, func(text string) {
			for _, task := range tasks {
				answer.Reveal(task, text)
			}
		})
	})
	t.Run("one number of many groups", func(t *testing.T) {
		growth.Linear(t, 32<<10, func(n int) func() {
			text := strings.Repeat("000 ", n/4)
			return func() { answer.Reveal(tasks[0], text) }
		})
	})
	t.Run("key", func(t *testing.T) {
		growth.Check(t, 32<<10, func(text string) {
			for _, task := range []answer.Task{{Key: text}, {Key: text, AnyOrder: true}, {Key: text, Row: true}} {
				answer.Check(task, "1; 2")
				answer.KindsOf(task)
				answer.Reveal(task, "Ответ: 12; сравнение.")
			}
		})
	})
}
