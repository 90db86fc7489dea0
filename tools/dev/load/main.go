// Command load measures the product under load, through its own program and over HTTP: how
// fast it takes in a folder of CVs, how soon it is ready, how long a search takes and how
// much memory all that needs. It prints the table of docs/performance.md.
//
//	go -C tools/dev run ./load
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"kadry/internal/skill"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// plan is how much is measured.
type plan struct {
	people  int
	queries int
	rounds  int
	starts  int
	program string // already built; empty builds it
	data    string
}

func run(ctx context.Context) (err error) {
	var p plan
	flag.IntVar(&p.people, "people", 10_000, "CVs in the base")
	flag.IntVar(&p.queries, "queries", 500, "different queries a round")
	flag.IntVar(&p.rounds, "rounds", 5, "interleaved rounds of queries")
	flag.IntVar(&p.starts, "starts", 5, "starts of the server")
	flag.StringVar(&p.program, "program", "", "measure this program instead of building one")
	flag.StringVar(&p.data, "data", dataFolder(), "folder of labelled data, for real PDF files")
	flag.Parse()
	graph, err := skill.Load()
	if err != nil {
		return err
	}
	made, err := newGenerator(graph)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "kadry-load-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	m := &measurement{plan: p, made: made, graph: graph, temp: temp, report: newReport()}
	if err := m.all(ctx); err != nil {
		return err
	}
	return m.report.write(os.Stdout)
}

// root is the project, seen from the folder of this module, where the command runs.
var root = filepath.Join("..", "..")

func dataFolder() string {
	if given := os.Getenv("KADRY_DATA_DIR"); given != "" {
		return given
	}
	return filepath.Join(root, "..", "shared", "data")
}

// measurement is one run of the command.
type measurement struct {
	plan
	made    *generator
	graph   *skill.Graph
	product product
	temp    string
	report  *report
}

func (m *measurement) all(ctx context.Context) (err error) {
	if m.product.path, err = filepath.Abs(m.program); m.program == "" {
		m.product, err = buildProduct(ctx, m.temp)
	}
	if err != nil {
		return err
	}
	if err := m.reading(ctx); err != nil {
		return err
	}
	cvs, err := m.writeCVs()
	if err != nil {
		return err
	}
	if err := m.firstStart(ctx); err != nil {
		return err
	}
	places := []place{{name: "SQLite", folder: m.folder("sqlite")}}
	database, err := rent(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, database.back(context.WithoutCancel(ctx))) }()
	if database.url == "" {
		m.report.note("PostgreSQL: not measured, no server was found.")
	} else {
		places = append(places, place{name: "PostgreSQL", folder: m.folder("postgres"), url: database.url})
	}
	for _, at := range places {
		if err := m.ingest(ctx, at, cvs); err != nil {
			return err
		}
	}
	return m.serving(ctx, places)
}

// folder is a new one for a place; the product creates it.
func (m *measurement) folder(name string) string {
	path := filepath.Join(m.temp, name)
	if err := os.MkdirAll(path, 0o700); err != nil {
		return m.temp // what comes next says what is wrong with it
	}
	return path
}

func (m *measurement) writeCVs() (string, error) {
	m.say("writing %d CVs", m.people)
	dir := m.folder("cv")
	var characters, bytes int
	for i := range m.people {
		text := m.made.cv(i)
		characters, bytes = characters+len([]rune(text)), bytes+len(text)
		name := filepath.Join(dir, fmt.Sprintf("%03d", i/100), fmt.Sprintf("cv-%05d.txt", i))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				return "", err
			}
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	m.report.note(fmt.Sprintf("Base: %d made-up CVs, half English and half Russian, %d characters and %.1f kB each on average.",
		m.people, characters/m.people, float64(bytes)/float64(m.people)/1000))
	return dir, nil
}

func (m *measurement) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "load: "+format+" (load %s)\n", append(args, busy())...)
}

func newReport() *report {
	r := &report{}
	r.note(fmt.Sprintf("Measured %s with %s on %s/%s, %d cores, load average before: %s.",
		time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), busy()))
	return r
}
