package evidenceroom

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/evaluate"
	"kadry/internal/evidence/tech"
	"kadry/internal/fault"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
	"kadry/internal/room"
	"kadry/internal/skill"
	"kadry/internal/upstream"
)

// evaluatedLimit is how many repositories of a profile the evaluation reads.
const evaluatedLimit = 10

// replicaToken is the token that the copy of GitHub takes.
const replicaToken = "replica"

func evaluation() room.Evaluation {
	return room.Evaluation{
		Name:  "evidence",
		Short: "Evidence: scores of skills from public code",
		Long: `Serves the world in the directory (users.jsonl, repos.jsonl, commits, tarballs,
truth.tsv) as GitHub would, analyses every login of truth.tsv with its skills, and judges
each score by the bounds of its row. Rows that miss them are named on stderr.`,
		Flags: []room.Flag{{Name: "latency", Default: "0", Doc: "Milliseconds before each answer of the served world."}},
		Run: func(ctx context.Context, dir string, flags map[string]string, notes io.Writer) (any, error) {
			latency, err := strconv.Atoi(flags["latency"])
			if err != nil {
				return nil, fmt.Errorf("evidenceroom: latency: %w", err)
			}
			if _, err := os.Stat(dir); err != nil {
				return nil, fmt.Errorf("evidenceroom: %w", err)
			}
			if _, err := os.Stat(filepath.Join(dir, "truth.tsv")); errors.Is(err, fs.ErrNotExist) {
				fmt.Fprintln(notes, "no truth.tsv: there is no world to judge by")
				return struct{}{}, nil
			}
			return evaluateWorld(ctx, dir, time.Duration(latency)*time.Millisecond, notes)
		},
	}
}

func evaluateWorld(ctx context.Context, dir string, latency time.Duration, notes io.Writer) (_ evaluate.Report, err error) {
	world, err := replica.Load(dir)
	if err != nil {
		return evaluate.Report{}, err
	}
	served, err := serve(ctx, replica.New(world, replica.Options{Tokens: []string{replicaToken}, Latency: latency, Limits: replica.Limits{Points: 1 << 30, Core: 1 << 30, Search: 1 << 20}}))
	if err != nil {
		return evaluate.Report{}, err
	}
	defer func() { err = errors.Join(err, served.Close()) }()
	folder, err := os.MkdirTemp("", "kadry-evidence")
	if err != nil {
		return evaluate.Report{}, fmt.Errorf("evidenceroom: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	up, err := upstream.New(upstream.Config{Policies: api.Policies(served.api, served.archives)})
	if err != nil {
		return evaluate.Report{}, err
	}
	defer func() { err = errors.Join(err, up.Close()) }()
	client, err := api.New(api.Config{
		Upstream: up, API: served.api, Archives: served.archives, Folder: folder, Now: time.Now,
		Token: func() (string, error) { return replicaToken, nil },
	})
	if err != nil {
		return evaluate.Report{}, err
	}
	graph, err := skill.Load()
	if err != nil {
		return evaluate.Report{}, err
	}
	analyst, err := newAnalyst(graph, time.Now)
	if err != nil {
		return evaluate.Report{}, err
	}
	return evaluate.Run(ctx, dir, scores(client, analyst, served), notes)
}

func newAnalyst(skills *skill.Graph, now func() time.Time) (*analysis.Analyst, error) {
	table, err := tech.Load()
	return &analysis.Analyst{Skills: skills, Table: table, Now: now}, err
}

func scores(client *api.Client, analyst *analysis.Analyst, served *servedWorld) evaluate.Scores {
	return func(ctx context.Context, login string, skills []string) (map[string]float64, evaluate.Cost, error) {
		session, err := client.Session(ctx)
		if err != nil {
			return nil, evaluate.Cost{}, err
		}
		began, before := time.Now(), served.server.Counts().Bytes
		got, err := analyst.Analyze(ctx, session, analysis.Question{Login: login, Skills: skills, Most: evaluatedLimit}, func(int, int, fault.Text) {})
		cost := evaluate.Cost{
			Requests: session.Budget().Requests, Bytes: served.server.Counts().Bytes - before,
			Millis: float64(time.Since(began).Microseconds()) / 1000,
		}
		found := map[string]float64{}
		for _, s := range got.Skills {
			found[s.Asked] = s.Score
		}
		return found, cost, err
	}
}

// servedWorld is a copy of GitHub on two addresses of this machine, as GitHub has two hosts.
type servedWorld struct {
	api, archives string
	server        *replica.Server
	closers       []io.Closer
}

func serve(ctx context.Context, server *replica.Server) (*servedWorld, error) {
	s := &servedWorld{server: server}
	var err error
	if s.api, err = s.listen(ctx, server); err == nil {
		s.archives, err = s.listen(ctx, server)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.api, s.archives = server.APIBase(s.api), server.CodeloadBase(s.archives)
	return s, nil
}

func (s *servedWorld) listen(ctx context.Context, h http.Handler) (string, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("evidenceroom: %w", err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(l) // ends when it is closed
	}()
	s.closers = append(s.closers, closer(func() error {
		err := server.Close()
		<-done
		return err
	}))
	return "http://" + l.Addr().String(), nil
}

// Close implements io.Closer.
func (s *servedWorld) Close() (err error) {
	for _, c := range s.closers {
		err = errors.Join(err, c.Close())
	}
	return err
}

type closer func() error

// Close implements io.Closer.
func (c closer) Close() error { return c() }
