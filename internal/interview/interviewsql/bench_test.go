package interviewsql

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// interviewEngines runs a benchmark on each engine with a number of interviews, each at its
// fifth question, and what is answered to it.
func interviewEngines(b *testing.B, count int, fn func(b *testing.B, h *house, open []session.State, answer session.Change)) {
	b.Helper()
	for _, engine := range []struct {
		name string
		open func(testing.TB, ...store.Schema) storetest.Bench
	}{{"sqlite", storetest.SQLite}, {"postgres", storetest.PostgreSQL}} {
		b.Run(engine.name, func(b *testing.B) {
			h := newHouse(b, engine.open(b, Schema()).Open(b), &tasks{})
			h.vacancy(b)
			s := h.begin(b, interview.Start{Resume: aResume + strings.Repeat("\nВёл проекты на Go и PostgreSQL.", 100)})
			for range 4 {
				q, _ := h.Bank.Question(s.Current.Question)
				if _, err := h.Answer(b.Context(), acme, s.ID, session.Reply{Text: q.Model.RU}); err != nil {
					b.Fatal(err)
				}
				s = h.next(b, s.ID)
			}
			all := make([]session.State, count)
			for i := range all {
				all[i] = copyOf(b, h, s)
			}
			q, _ := h.Bank.Question(s.Current.Question)
			c, err := session.Apply(s, session.Reply{Text: q.Model.RU}, h.clock.Now())
			if err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			fn(b, h, all, c)
		})
	}
}

// copyOf keeps another interview that stands where s does.
func copyOf(b *testing.B, h *house, s session.State) session.State {
	b.Helper()
	s.ID, _ = h.clock.NewID()
	s.SurveyKey, _ = h.clock.NewID()
	s.Version--
	if _, err := h.keep.Create(b.Context(), interview.Opening{Session: s.Session}); err != nil {
		b.Fatal(err)
	}
	s.Version++
	if err := h.keep.Commit(b.Context(), session.Change{Session: s.Session, Messages: s.Messages, Marks: s.Marks}); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkInterview_commit commits answers, each to the next of 500 interviews.
func BenchmarkInterview_commit(b *testing.B) {
	interviewEngines(b, 500, func(b *testing.B, h *house, open []session.State, c session.Change) {
		for n := 0; b.Loop(); n++ {
			at := &open[n%len(open)]
			at.Version++
			at.MessageCount++
			c.Session.ID, c.Session.Version = at.ID, at.Version
			c.Messages[0].Seq = at.MessageCount
			if err := h.keep.Commit(b.Context(), c); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
	})
}

// BenchmarkInterview_load loads interviews at their fifth question.
func BenchmarkInterview_load(b *testing.B) {
	interviewEngines(b, 100, func(b *testing.B, h *house, open []session.State, _ session.Change) {
		for n := 0; b.Loop(); n++ {
			if _, err := h.keep.Load(b.Context(), acme, open[n%len(open)].ID); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "loads/s")
	})
}

// BenchmarkInterview_answer takes answers through the room from eight callers: load, decide,
// commit.
func BenchmarkInterview_answer(b *testing.B) {
	interviewEngines(b, 1, func(b *testing.B, h *house, open []session.State, _ session.Change) {
		b.StopTimer()
		all := make([]string, b.N)
		for i := range all {
			all[i] = copyOf(b, h, open[0]).ID
		}
		b.StartTimer()
		var next atomic.Int64
		b.SetParallelism(max(1, 8/runtime.GOMAXPROCS(0)))
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				id := all[next.Add(1)-1]
				if _, err := h.Answer(b.Context(), acme, id, session.Reply{AskedID: open[0].Current.ID, Text: "Каналы и горутины, а ошибка отменяет контекст."}); err != nil {
					b.Error(err)
					return
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
	})
}

// BenchmarkInterview_list lists a page of 50 of 2,000 interviews.
func BenchmarkInterview_list(b *testing.B) {
	interviewEngines(b, 2000, func(b *testing.B, h *house, open []session.State, _ session.Change) {
		for b.Loop() {
			list, err := h.keep.Sessions(b.Context(), acme, interview.Filter{Status: session.Waiting, Limit: 50, Before: open[1500].ID})
			if err != nil || len(list) != 50 {
				b.Fatal(len(list), err)
			}
		}
	})
}
