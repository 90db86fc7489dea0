package dossiere2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/cache/redistest"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// ofTwenty is a request about twenty people: the coders, others with accounts, and CVs as text.
// The number makes the report another one, so that only its sources are warm.
func ofTwenty(n int) string {
	list := []string{}
	for _, name := range []string{"ada-example", "bora-sample", "cyan-demo", "dmitri-fixture", "emi-placeholder", "finn-blank", "grace-mock"} {
		list = append(list, fmt.Sprintf(`{"github_username":%q}`, name))
	}
	for i := range 20 - len(list) {
		list = append(list, fmt.Sprintf(`{"resume_text":%q}`, resume(i)))
	}
	return fmt.Sprintf(`{"role":"Go developer","company_name":"Company %d","skills":["Go","PostgreSQL"],"nice_to_have_skills":["Docker"],"candidates":[%s]}`, n, strings.Join(list, ","))
}

func post(b *testing.B, s *e2etest.Server, body string) {
	b.Helper()
	a := s.REST().Do(b, http.MethodPost, "/api/v1/hr/run", strings.NewReader(body))
	a.Ok(b)
}

// BenchmarkReport_warm makes another report of twenty people whom the sources were asked about
// before, and the same report again, through this process's memory and through Redis.
func BenchmarkReport_warm(b *testing.B) {
	for name, redis := range map[string]bool{"memory": false, "redis": true} {
		o := newOutside(b)
		if redis {
			o.env = append(o.env, "KADRY_REDIS_URL="+redistest.Start(b).URL)
		}
		s := o.serve(b)
		post(b, s, ofTwenty(0))
		b.Run(name+"/another", func(b *testing.B) {
			for n := 1; b.Loop(); n++ {
				post(b, s, ofTwenty(n))
			}
		})
		b.Run(name+"/same", func(b *testing.B) {
			for b.Loop() {
				post(b, s, ofTwenty(0))
			}
		})
	}
}

// BenchmarkReport_cold makes a report of twenty people whom nobody was asked about, while every
// foreign answer takes 100 ms.
func BenchmarkReport_cold(b *testing.B) {
	const latency = 100 * time.Millisecond
	for b.Loop() {
		b.StopTimer()
		o := newOutside(b)
		o.hub.behave(replica.Options{Latency: latency})
		o.hh.Behave(func(h *moods) { h.Latency = latency })
		s := o.serve(b)
		b.StartTimer()
		post(b, s, ofTwenty(0))
		b.StopTimer()
		s.Stop()
		b.StartTimer()
	}
}
