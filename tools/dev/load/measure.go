package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// The bars.
const (
	textBar   = 10 * time.Millisecond
	pdfBar    = 50 * time.Millisecond
	searchBar = 50 * time.Millisecond // p95
	memoryBar = 1 << 20               // kB
)

const filesRead = 200

// reading measures what one CV costs before it is stored.
func (m *measurement) reading(ctx context.Context) error {
	m.say("reading %d files of each kind", filesRead)
	pdfs, err := m.made.twoPages(filesRead)
	if err != nil {
		return err
	}
	genuine, err := realPDFs(ctx, m.data)
	if err != nil {
		return err
	}
	kinds := []struct {
		what  string
		files []file
		bar   time.Duration
	}{
		{"text CV", m.made.texts(filesRead), textBar},
		{"made-up PDF of two pages", pdfs, pdfBar},
		{fmt.Sprintf("%d PDF files of two pages from real tools", len(genuine)), genuine, pdfBar},
	}
	for _, kind := range kinds {
		if len(kind.files) == 0 {
			m.report.note("PDF files of real tools: not measured, the data folder is not there.")
			continue
		}
		l, err := read(ctx, m.graph, kind.files, m.rounds)
		if err != nil {
			return err
		}
		m.report.add("Text and facts on one core: "+kind.what, l.String(),
			fmt.Sprintf("p50 %d ms", kind.bar.Milliseconds()), l.p50 <= kind.bar)
	}
	return nil
}

// firstStart measures a start in an empty folder with the bundled sample.
func (m *measurement) firstStart(ctx context.Context) error {
	m.say("starting with the sample")
	var took []time.Duration
	for i := range m.starts {
		s, err := m.product.serve(ctx, place{folder: m.folder(fmt.Sprintf("fresh-%d", i))}, "--sample")
		if err != nil {
			return err
		}
		took = append(took, s.ready)
		if err := s.stop(); err != nil {
			return err
		}
	}
	m.report.add("First start with the sample, until ready", starts(took), "", true)
	return nil
}

func starts(took []time.Duration) string {
	middle := median(took, func(d time.Duration) float64 { return float64(d) }, time.Duration(0))
	return fmt.Sprintf("%.2f s (median of %d)", middle.Seconds(), len(took))
}

// ingest takes the folder in, is killed a fifth of the way, starts again, and is run once
// more when all is done.
func (m *measurement) ingest(ctx context.Context, at place, cvs string) error {
	m.say("taking in CVs, %s", at.name)
	killed, err := m.product.ingest(ctx, at, cvs, max(1, m.people/5))
	if err != nil {
		return err
	}
	resumed, err := m.product.ingest(ctx, at, cvs, 0)
	if err != nil {
		return err
	}
	again, err := m.product.ingest(ctx, at, cvs, 0)
	if err != nil {
		return err
	}
	if resumed.Added+resumed.Duplicates != m.people || again.Added != 0 || again.Duplicates != m.people {
		return fmt.Errorf("load: %s: after a kill at %d the second run added %d and knew %d, the third added %d and knew %d, of %d",
			at.name, killed.seen, resumed.Added, resumed.Duplicates, again.Added, again.Duplicates, m.people)
	}
	whole := killed.took + resumed.took
	m.report.add(fmt.Sprintf("Taking in %d text CVs, %s", m.people, at.name),
		fmt.Sprintf("%.0f CVs/s, %.0f s with the kill below", float64(m.people)/whole.Seconds(), whole.Seconds()), "", true)
	m.report.add("Killed on the way and run again, "+at.name,
		fmt.Sprintf("killed after %d; the second run goes on and counts %d in all, a third adds none in %.0f s", killed.seen, resumed.Added+resumed.Duplicates, again.took.Seconds()),
		"none lost, none twice", true)
	return nil
}

// serving measures starts over a full base, then queries in interleaved rounds.
func (m *measurement) serving(ctx context.Context, places []place) (err error) {
	queries, err := m.made.queries(m.queries)
	if err != nil {
		return err
	}
	servers := make([]*server, len(places))
	defer func() {
		for _, s := range servers {
			if s != nil {
				err = errors.Join(err, s.stop())
			}
		}
	}()
	for i, at := range places {
		if servers[i], err = m.start(ctx, at); err != nil {
			return err
		}
	}
	runs := []struct {
		name    string
		workers int
	}{{"one after another", 1}, {"4 at once", 4}}
	rounds := map[[2]int][]latency{}
	var mix found
	for n := range m.rounds + 1 {
		m.say("queries, round %d of %d", n, m.rounds)
		for i, s := range servers {
			for j, r := range runs {
				l, f, err := s.search(ctx, queries, r.workers)
				if err != nil {
					return err
				}
				mix = f
				if n > 0 { // round 0 warms up
					rounds[[2]int{i, j}] = append(rounds[[2]int{i, j}], l)
				}
			}
		}
	}
	m.report.note(fmt.Sprintf("Queries: %d different ones a round, %d rounds; %d find somebody, %d nobody (%d of them with relaxations), %d name an unknown skill.",
		len(queries), m.rounds, mix.some, mix.nobody, mix.relaxed, mix.unknown))
	m.report.note(fmt.Sprintf("Load average after: %s.", busy()))
	for i, at := range places {
		for j, r := range runs {
			l := middle(rounds[[2]int{i, j}])
			m.report.add(fmt.Sprintf("search_by_skills over HTTP, %s, %s", at.name, r.name),
				fmt.Sprintf("%s; %.0f/s, %s of processor time each", l, l.perSecond, ms(l.cpu)), fmt.Sprintf("p95 %d ms", searchBar.Milliseconds()), l.p95 <= searchBar)
		}
		if err := m.reportMemory("Memory after the queries, "+at.name, servers[i]); err != nil {
			return err
		}
	}
	return nil
}

// start starts a server over a full base several times and leaves the last one running.
func (m *measurement) start(ctx context.Context, at place) (*server, error) {
	m.say("starting over a full base, %s", at.name)
	var took []time.Duration
	for {
		s, err := m.product.serve(ctx, at)
		if err != nil {
			return nil, err
		}
		if took = append(took, s.ready); len(took) == m.starts {
			m.report.add(fmt.Sprintf("Start over %d CVs until ready, %s", m.people, at.name), starts(took), "", true)
			if err := m.reportMemory("Memory after the start, "+at.name, s); err != nil {
				return nil, errors.Join(err, s.stop())
			}
			return s, nil
		}
		if err := s.stop(); err != nil {
			return nil, err
		}
	}
}

func (m *measurement) reportMemory(what string, s *server) error {
	used, err := s.memory()
	if err != nil {
		return err
	}
	m.report.add(what, used.String(), "1 GB", used.peak <= memoryBar)
	return nil
}
