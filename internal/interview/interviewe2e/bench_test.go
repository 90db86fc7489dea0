package interviewe2e_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
)

// interviewServer is a server with a vacancy and a receiver, on an engine.
func interviewServer(b *testing.B, engine string) (*e2etest.Server, api, *receiver) {
	b.Helper()
	site := newReceiver(b)
	env := append(e2etest.BenchEnv(b, engine), site.env()...)
	env = append(env, "KADRY_RATE_PER_MINUTE=0")
	site.trust(b, env)
	e2etest.Succeed(b, env, "call", "save_vacancy", vacancyText)
	s := e2etest.Serve(b, e2etest.Options{Env: env})
	return s, api{base: s.URL}, site
}

// pace calls do n times, so many a second whatever a call takes, and returns how long each took.
func pace(n, perSecond int, do func(i int)) []time.Duration {
	took := make([]time.Duration, n)
	var calls sync.WaitGroup
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	for i := range n {
		<-tick.C
		calls.Go(func() {
			begun := time.Now()
			do(i)
			took[i] = time.Since(begun)
		})
	}
	calls.Wait()
	return took
}

func quantile(took []time.Duration, q float64) float64 {
	slices.Sort(took)
	return float64(took[min(len(took)-1, int(q*float64(len(took))))].Microseconds()) / 1000
}

// BenchmarkInterview_start measures how long a start takes to be accepted at 100 a second,
// while the queue finds vacancies and sends first questions beside it.
func BenchmarkInterview_start(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			_, a, site := interviewServer(b, engine)
			const n = 1500
			for b.Loop() {
				var refused sync.Map
				took := pace(n, 100, func(i int) {
					status, text := a.call(context.Background(), http.MethodPost, "/api/v1/mcp/start_interview",
						map[string]any{"resume_text": resumeText, "webhook_url": site.url, "user_id": fmt.Sprint("u", i)})
					if status != http.StatusAccepted {
						refused.Store(i, string(text))
					}
				})
				refused.Range(func(_, text any) bool { b.Error(text); return false })
				for range n {
					site.next(b)
				}
				b.ReportMetric(quantile(took, .5), "p50-ms")
				b.ReportMetric(quantile(took, .99), "p99-ms")
			}
			site.wantNothingWrong(b)
		})
	}
}

// BenchmarkInterview_answer measures the time from sending an answer to the arrival of the
// next event, with 500 interviews in progress that answer 100 times a second together.
func BenchmarkInterview_answer(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			_, a, site := interviewServer(b, engine)
			const sessions, answers = 500, 1500
			open := map[string]hook{}
			for i := range sessions {
				a.start(b, site.url, fmt.Sprint("u", i))
			}
			for range sessions {
				h := site.next(b)
				open[h.Session] = h
			}
			order := make([]string, 0, sessions)
			for s := range open {
				order = append(order, s)
			}
			slices.Sort(order)
			for b.Loop() {
				sent := map[string]time.Time{}
				var mu sync.Mutex
				pace(answers/3, 100, func(i int) {
					h := open[order[i%sessions]]
					mu.Lock()
					sent[h.Session] = time.Now()
					mu.Unlock()
					a.reply(b, h, "Сначала снимаю профиль под нагрузкой, читаю план запроса, добавляю индекс и измеряю ещё раз; ответ "+fmt.Sprint(i))
				})
				var waited []time.Duration
				for range answers / 3 {
					h := site.next(b)
					mu.Lock()
					waited = append(waited, h.at.Sub(sent[h.Session]))
					mu.Unlock()
					open[h.Session] = h
				}
				b.ReportMetric(quantile(waited, .5), "p50-ms")
				b.ReportMetric(quantile(waited, .99), "p99-ms")
			}
			site.wantNothingWrong(b)
		})
	}
}
