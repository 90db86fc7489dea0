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

	"kadry/internal/growth"
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

// poisoned is a feed in which some records, spread evenly, cost all that a record may, or more.
type poisoned struct {
	feed
	every int64
	spans int // over the whole of a long text: each is looked at
}

type feed interface {
	Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error)
	Tenants(ctx context.Context) ([]string, error)
}

func (p poisoned) Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error) {
	changes, err := p.feed.Changes(ctx, tenant, after, limit)
	for i, c := range changes {
		if c.Seq%p.every != 0 || c.Candidate == nil {
			continue
		}
		costly := *c.Candidate
		costly.Text = strings.Repeat("Python developer since 2019, Docker and Go\n", 200_000/43)
		costly.Record.Contacts.Spans = slices.Repeat([]resume.Span{{Start: 0, End: len(costly.Text)}}, p.spans)
		changes[i].Candidate = &costly
	}
	return changes, err
}

// BenchmarkLoad_poison compares a start over ten thousand CVs with one where twenty of them
// are as expensive as can be: set aside for their cost, or just below that. The two are
// measured in turn, by processor time; slower-% is the ratio of their medians.
func BenchmarkLoad_poison(b *testing.B) {
	source := crowded()
	load := func(from feed) time.Duration {
		parts := source.Parts
		parts.Feed = from
		base := talent.New(parts)
		runtime.GC()
		before := growth.Processor()
		if err := base.Load(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		return growth.Processor() - before
	}
	for name, spans := range map[string]int{"set aside": 1000, "just below": 75} {
		b.Run(name, func(b *testing.B) {
			bad := poisoned{source.Feed, crowd / 20, spans}
			var clean, poison []time.Duration
			for b.Loop() {
				clean, poison = append(clean, load(source.Feed)), append(poison, load(bad))
			}
			slices.Sort(clean)
			slices.Sort(poison)
			middle := len(clean) / 2
			b.ReportMetric(clean[middle].Seconds(), "clean-s")
			b.ReportMetric(100*(float64(poison[middle])/float64(clean[middle])-1), "slower-%")
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
