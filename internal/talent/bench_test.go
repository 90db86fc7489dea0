package talent_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/talent"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

const crowd = 10_000

var trades = []string{"Backend Developer", "Data Engineer", "DevOps Engineer", "Frontend Developer", "QA Engineer", "Аналитик данных", "Системный администратор"}

// crowded is a base of ten thousand fictional CVs, shared by the benchmarks.
var crowded = sync.OnceValue(func() *talent.Base {
	b := &testing.B{}
	base, stored := newBase(b)
	pool := []string{
		"Python", "Docker", "Kubernetes", "AWS", "Terraform", "Java", "PostgreSQL", "Kafka", "Redis", "React", "Go", "C++", "C#", ".NET", "TypeScript",
		"Linux", "Django", "FastAPI", "Spring Boot", "MongoDB", "RabbitMQ", "PyTorch", "Machine Learning", "GitLab CI", "Node.js",
	}
	random := rand.New(rand.NewPCG(11, 20))
	parts, err := knowledge()
	if err != nil {
		panic(err)
	}
	for i := range crowd {
		random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		title, year := trades[i%len(trades)], 2005+random.IntN(20)
		text := cv(fmt.Sprintf("Sample Person%d", i), title, fmt.Sprintf("01/%d - Present", year), pool[:5+random.IntN(6)]...) +
			strings.Repeat(fmt.Sprintf("Reduced cost of project %d by careful planning and review with colleagues.\n", random.IntN(3000)), 20)
		c := talent.Candidate{ID: fmt.Sprintf("cv_%05d", i), Text: text, Record: parts.Extract(layout.Page{Text: text}, resume.Month(2026*12+10)), Source: talent.Source{SHA256: fmt.Sprint(i)}}
		if _, _, err := stored.Add(context.Background(), team, c); err != nil {
			panic(err)
		}
	}
	return base
})

// BenchmarkSearch reports the 95th percentile of searches over ten thousand CVs.
func BenchmarkSearch(b *testing.B) {
	base := crowded()
	ctx := context.Background()
	if err := base.Load(ctx, nil); err != nil {
		b.Fatal(err)
	}
	for name, run := range map[string]func() error{
		"one skill": func() error {
			_, err := base.Search(ctx, team, talent.Query{Required: []string{"Python"}, TopK: 5})
			return err
		},
		"many conditions": func() error {
			_, err := base.Search(ctx, team, talent.Query{
				Required: []string{"Python", "k8s", "PostgreSQL"}, Preferred: []string{"AWS", "Terraform"},
				Excluded: []string{"Java"}, Level: resume.Senior, MinYears: 8, TopK: 20,
			})
			return err
		},
		"nobody": func() error {
			_, err := base.Search(ctx, team, talent.Query{Required: []string{"Python", "NonexistentSkill123"}, TopK: 5})
			return err
		},
		"free text": func() error {
			_, err := base.Find(ctx, team, talent.FreeQuery{Text: "senior Python developer, желательно Docker, careful planning", TopK: 5})
			return err
		},
		"role": func() error {
			_, err := base.SearchRole(ctx, team, talent.RoleQuery{Role: "DevOps engineer", TopK: 5})
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				if err := run(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}

// BenchmarkLoad reports how long ten thousand CVs take to be taken in from the feed, and
// how much memory the search structures hold afterwards.
func BenchmarkLoad(b *testing.B) {
	source := crowded()
	for b.Loop() {
		parts := source.Parts
		base := talent.New(parts)
		before := heap()
		if err := base.Load(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
		runtime.KeepAlive(base)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
