package interviewjobs

import (
	"context"
	"fmt"
	"testing"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// BenchmarkHooks measures what a start costs from the acceptance to the delivered first
// question, and an answer from its acceptance to the delivered next event, with 32 at once.
func BenchmarkHooks(b *testing.B) {
	for name, bench := range map[string]func(testing.TB, ...store.Schema) storetest.Bench{"sqlite": storetest.SQLite, "postgres": storetest.PostgreSQL} {
		b.Run("start/"+name, func(b *testing.B) {
			h := benchHouse(b, bench(b, tables()...).Open(b))
			waiting := 0
			for b.Loop() {
				h.start(b)
				if waiting++; waiting == 32 {
					h.site.next(b)
					waiting--
				}
			}
			for range waiting {
				h.site.next(b)
			}
		})
		b.Run("answer/"+name, func(b *testing.B) {
			h := benchHouse(b, bench(b, tables()...).Open(b))
			const together = 32
			for range together {
				h.start(b, func(in *interview.Start) { in.Limits.MaxQuestions = 10 })
			}
			n := 0
			for b.Loop() {
				content := h.site.next(b)
				if content["type"] != "question" {
					h.start(b, func(in *interview.Start) { in.Limits.MaxQuestions = 10 })
					continue
				}
				n++
				text := fmt.Sprintf("Ответ %d: сначала снимаю профиль под нагрузкой, читаю план запроса, добавляю индекс и измеряю ещё раз.", n)
				reply := session.Reply{AskedID: content["question_id"].(string), Text: text}
				if _, err := h.room.Answer(context.Background(), team, content["session_id"].(string), reply); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchHouse(b *testing.B, db *store.DB) *house {
	b.Helper()
	h := newHouse(b, db, change{})
	h.vacancy(b)
	h.run(b)
	return h
}
