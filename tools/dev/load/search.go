package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// found counts what the answers held, to show that the mix is what it is said to be.
type found struct{ some, nobody, relaxed, unknown int }

// latency is the spread of one round.
type latency struct {
	p50, p95, p99, most time.Duration
	perSecond           float64
	cpu                 time.Duration // of the server for one query; only of searches
}

func spread(took []time.Duration, whole time.Duration) latency {
	slices.Sort(took)
	at := func(percent int) time.Duration { return took[min(len(took)*percent/100, len(took)-1)] }
	return latency{p50: at(50), p95: at(95), p99: at(99), most: took[len(took)-1], perSecond: float64(len(took)) / whole.Seconds()}
}

// middle takes the median of every figure over rounds, and the worst of all for the most.
func middle(rounds []latency) latency {
	pick := func(of func(latency) time.Duration) time.Duration {
		return median(rounds, func(l latency) float64 { return float64(of(l)) }, time.Duration(0))
	}
	worst := slices.MaxFunc(rounds, func(a, b latency) int { return int(a.most - b.most) })
	return latency{
		p50:       pick(func(l latency) time.Duration { return l.p50 }),
		p95:       pick(func(l latency) time.Duration { return l.p95 }),
		p99:       pick(func(l latency) time.Duration { return l.p99 }),
		cpu:       pick(func(l latency) time.Duration { return l.cpu }),
		most:      worst.most,
		perSecond: median(rounds, func(l latency) float64 { return l.perSecond }, 0.0),
	}
}

// median of a figure, in the type of the last argument.
func median[T any, N time.Duration | float64](items []T, of func(T) float64, _ N) N {
	values := make([]float64, len(items))
	for i, item := range items {
		values[i] = of(item)
	}
	slices.Sort(values)
	return N(values[len(values)/2])
}

// search asks every query once, from so many workers with a kept connection each.
func (s *server) search(ctx context.Context, queries [][]byte, workers int) (latency, found, error) {
	took := make([]time.Duration, len(queries))
	tallies := make([]found, workers)
	failures := make([]error, workers)
	var next atomic.Int64
	var group sync.WaitGroup
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: workers}}
	defer client.CloseIdleConnections()
	before, err := s.cpu()
	if err != nil {
		return latency{}, found{}, err
	}
	start := time.Now()
	for w := range workers {
		group.Go(func() {
			for failures[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(queries) {
					return
				}
				began := time.Now()
				answer, err := s.ask(ctx, client, queries[i])
				took[i] = time.Since(began)
				if err == nil {
					err = tallies[w].count(answer)
				}
				if err != nil {
					failures[w] = fmt.Errorf("load: query %s: %w", queries[i], err)
				}
			}
		})
	}
	group.Wait()
	whole := time.Since(start)
	var sum found
	for _, t := range tallies {
		sum = found{sum.some + t.some, sum.nobody + t.nobody, sum.relaxed + t.relaxed, sum.unknown + t.unknown}
	}
	after, err := s.cpu()
	l := spread(took, whole)
	l.cpu = (after - before) / time.Duration(len(queries))
	return l, sum, errors.Join(append(failures, err)...)
}

// ask sends one query and reads the whole answer.
func (s *server) ask(ctx context.Context, client *http.Client, body []byte) (answer []byte, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/v1/tools/search_by_skills", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	answer, err = io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, answer)
	}
	return answer, err
}

func (f *found) count(answer []byte) error {
	var a struct {
		Total       int   `json:"total"`
		Candidates  []any `json:"candidates"`
		Relaxations []any `json:"relaxations"`
		Understood  struct {
			Unknown []any `json:"unknown"`
		} `json:"query_understood"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	if a.Total > 0 != (len(a.Candidates) > 0) {
		return fmt.Errorf("%d candidates of %d", len(a.Candidates), a.Total)
	}
	if a.Total > 0 {
		f.some++
	} else {
		f.nobody++
	}
	if len(a.Relaxations) > 0 {
		f.relaxed++
	}
	if len(a.Understood.Unknown) > 0 {
		f.unknown++
	}
	return nil
}
