package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/marking"
)

// judgedAnswer is an answer that somebody wrote and judged point by point.
type judgedAnswer struct {
	Question string             `json:"question"`
	Lang     bank.Language      `json:"lang"`
	Kind     string             `json:"kind"`
	Grade    int                `json:"grade"` // 0-4
	Met      map[string]float64 `json:"met"`   // by point: 0, 0.5 or 1
	Text     string             `json:"text"`
}

// claimRow is one answer as the model sees it, with what it is worth.
type claimRow struct {
	question, kind string
	made           bool // by a rule, not by a person
	sample         grade.ClaimSample
	met            []float64 // by point
	score          float64   // 0-1
}

// claimLesson is what learning gives: the model and its figures on questions left out.
type claimLesson struct {
	Model   grade.ClaimModel `json:"-"`
	Answers int              `json:"answers"`
	Made    int              `json:"made"`
	Points  float64          `json:"points_auc"` // of points made against those not made
	Graded  float64          `json:"grade_auc"`  // of answers of grade 2 and more against the rest
	Squared float64          `json:"grade_rmse"` // 0-1
	Kinds   []kindFigure     `json:"kinds"`
}

type kindFigure struct {
	Kind string  `json:"kind"`
	Mean float64 `json:"mean"`
	Held float64 `json:"held"`
	N    int     `json:"n"`
}

// The recipes were chosen by the figures on questions left out.
var (
	pointRecipe  = recipe{trees: 160, depth: 4, leaf: 30, rate: 0.06, ridge: 8, measures: 0.4, runs: 1, logistic: true}
	answerRecipe = recipe{trees: 240, depth: 4, leaf: 12, rate: 0.04, ridge: 8, measures: 0.15, runs: 4}
	agreeRecipe  = recipe{trees: 60, depth: 2, leaf: 60, rate: 0.06, ridge: 20, measures: 0.1, runs: 1, logistic: true}
)

// claimFolds deal the questions, so that no figure is of a question that was learned from.
const claimFolds = 5

// learnClaims fits the model of claims on judged answers and on answers made from the bank.
func learnClaims(ctx context.Context, dir string) (claimLesson, error) {
	b, err := bank.Load()
	if err != nil {
		return claimLesson{}, err
	}
	judged, err := readJudged(dir)
	if err != nil {
		return claimLesson{}, err
	}
	rows, err := claimRows(ctx, b, judged)
	if err != nil {
		return claimLesson{}, err
	}
	learned := claimLesson{}
	for _, r := range rows {
		if r.made {
			learned.Made++
		} else {
			learned.Answers++
		}
	}
	said, points := crossClaims(rows)
	spread := spreadOf(rows, said)
	for i := range said {
		said[i] = spread.of(said[i])
	}
	learned.figures(rows, said, points)
	learned.Model = fitClaims(rows, func(claimRow) bool { return true })
	learned.Model.Score = spread.forest(learned.Model.Score)
	learned.Model.Agreed = fitAgreement(rows, said)
	return learned, ctx.Err()
}

// readJudged reads every judged answer under a directory.
func readJudged(dir string) ([]judgedAnswer, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("learn: no *.jsonl under %q (%w)", dir, err)
	}
	var all []judgedAnswer
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := json.NewDecoder(file)
		for err == nil {
			var a judgedAnswer
			if err = lines.Decode(&a); err == nil {
				all = append(all, a)
			}
		}
		if closing := file.Close(); !errors.Is(err, io.EOF) || closing != nil {
			return nil, fmt.Errorf("learn: %s: %w", name, errors.Join(err, closing))
		}
	}
	return all, nil
}

// claimRows measures the judged answers, and the made ones to the questions that have them.
func claimRows(ctx context.Context, b *bank.Bank, judged []judgedAnswer) ([]claimRow, error) {
	var mu sync.Mutex
	var rows []claimRow
	var work sync.WaitGroup
	for _, lang := range bank.Languages() {
		work.Go(func() {
			found := languageRows(ctx, b, lang, judged)
			mu.Lock()
			defer mu.Unlock()
			rows = append(rows, found...)
		})
	}
	work.Wait()
	slices.SortStableFunc(rows, func(a, b claimRow) int { return strings.Compare(a.question+a.kind, b.question+b.kind) })
	return rows, ctx.Err()
}

func languageRows(ctx context.Context, b *bank.Bank, lang bank.Language, judged []judgedAnswer) []claimRow {
	marker := marking.NewMarker(b)
	var asked []bank.Question
	for q := range b.All() {
		if q.Answer != bank.CodeAnswer && q.Points[0].Contrast != nil {
			asked = append(asked, q)
		}
	}
	var rows []claimRow
	for _, q := range asked {
		measure := func(r claimRow, text string, without []string) {
			var ok bool
			turn := marking.NewTurn(lang.Of(q.Text), text, text, 1)
			if r.sample, ok = marker.Measure(q, lang, turn, func(s string) bool { return slices.Contains(without, s) }); ok {
				r.question = q.ID
				rows = append(rows, r)
			}
		}
		for _, a := range judged {
			if a.Question != q.ID || a.Lang != lang || ctx.Err() != nil {
				continue
			}
			r := claimRow{kind: a.Kind, score: float64(a.Grade) / (bank.Grades - 1)}
			for _, p := range q.Points {
				r.met = append(r.met, a.Met[p.ID])
			}
			measure(r, a.Text, nil)
			r.kind, r.made = decorated, true
			measure(r, speeches[lang].decorate(a.Text, rand.New(rand.NewSource(seedOf(a.Text)))), nil)
		}
		m := &maker{q: q, lang: lang, chance: rand.New(rand.NewSource(seedOf(q.ID))), speech: speeches[lang]}
		for _, a := range judged {
			switch {
			case a.Lang != lang || a.Grade < 3:
			case a.Question == q.ID:
				m.good = append(m.good, a.Text)
			default:
				m.others = append(m.others, a.Text)
			}
		}
		for _, a := range m.answers() {
			r := claimRow{kind: "made " + a.rule, made: true, met: a.met}
			for i, met := range a.met {
				r.score += met * float64(q.Points[i].Weight) / float64(q.Weight())
			}
			measure(r, a.text, a.used)
		}
	}
	return rows
}

func seedOf(id string) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // a hash never fails
	return int64(h.Sum32())
}

// decorated are the answers of people with words put in that say nothing: the mark stays.
const decorated = "made decorated"

// lifeless are the rules whose answers read as nobody would write them, but to cheat.
var lifeless = []string{"made list", "made shuffled", "made glued", "made defined", "made elsewhere", "made asked", "made taken back", "made repeated", "made hearsay", "made names"}

// teaches tells a row that the score is learned from: those of people, and cheats.
func (r claimRow) teaches() bool {
	return !r.made || r.kind == decorated || slices.Contains(lifeless, r.kind)
}

// fitClaims grows the forests of points and of scores from the rows for which use holds.
func fitClaims(rows []claimRow, use func(claimRow) bool) grade.ClaimModel {
	m := grade.ClaimModel{PointNames: rows[0].sample.PointNames, Names: rows[0].sample.Names}
	var px, ax [][]float64
	var py, ay []float64
	for _, r := range rows {
		if !use(r) {
			continue
		}
		for p, values := range r.sample.Points {
			px, py = append(px, values), append(py, r.met[p])
		}
		if r.teaches() {
			ax, ay = append(ax, r.sample.Values), append(ay, r.score)
		}
	}
	m.Agreed.Trees = []grade.Tree{}
	points, answers := pointRecipe, answerRecipe
	points.rising, answers.rising = claimShape(m.PointNames), claimShape(m.Names)
	m.Point, m.Score = points.grow(px, py), answers.grow(ax, ay)
	return m
}

// crossClaims returns for every row the score, and the chance of every point, by a model that
// has not seen its question.
func crossClaims(rows []claimRow) (said []float64, points [][]float64) {
	said, points = make([]float64, len(rows)), make([][]float64, len(rows))
	part := func(r claimRow) int { return int(seedOf(r.question) % claimFolds) }
	var work sync.WaitGroup
	for f := range claimFolds {
		work.Go(func() {
			m := fitClaims(rows, func(r claimRow) bool { return part(r) != f })
			for i, r := range rows {
				if part(r) != f {
					continue
				}
				said[i] = m.Score.At(r.sample.Values)
				for _, values := range r.sample.Points {
					points[i] = append(points[i], m.Point.At(values))
				}
			}
		})
	}
	work.Wait()
	return said, points
}

// spread widens scores to the spread of the grades: what is learned from few measures keeps
// to the middle, and nobody would be told apart by it.
type spread struct{ scale, shift float64 }

func spreadOf(rows []claimRow, said []float64) spread {
	var x, y []float64
	for i, r := range rows {
		if !r.made {
			x, y = append(x, said[i]), append(y, r.score)
		}
	}
	xm, xd := moments(x)
	ym, yd := moments(y)
	return spread{scale: yd / xd, shift: ym - yd/xd*xm}
}

func moments(v []float64) (mean, deviation float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		deviation += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(deviation)
}

func (s spread) of(score float64) float64 {
	return math.Max(0, math.Min(1, s.scale*score+s.shift))
}

// forest is the forest whose values are spread.
func (s spread) forest(f grade.Forest) grade.Forest {
	f.Base = s.scale*f.Base + s.shift
	for _, t := range f.Trees {
		for i := range t {
			if t[i][0] < 0 {
				t[i][1] = round6(s.scale * t[i][1])
			}
		}
	}
	return f
}

// fitAgreement learns when a score of a question left out is within one grade of a person's.
func fitAgreement(rows []claimRow, said []float64) grade.Forest {
	var x [][]float64
	var y []float64
	for i, r := range rows {
		if r.made {
			continue
		}
		x = append(x, append(slices.Clone(r.sample.Values), said[i]))
		steps := math.Abs(math.Round(said[i]*(bank.Grades-1)) - r.score*(bank.Grades-1))
		y = append(y, float64(boolInt(steps <= 1)))
	}
	r := agreeRecipe
	r.rising = make([]int, len(x[0]))
	return r.grow(x, y)
}

func (l *claimLesson) figures(rows []claimRow, said []float64, points [][]float64) {
	var made, not, good, bad []float64
	kinds := map[string]*kindFigure{}
	for i, r := range rows {
		k := kinds[r.kind]
		if k == nil {
			k = &kindFigure{Kind: r.kind}
			kinds[r.kind] = k
		}
		k.Mean, k.Held, k.N = k.Mean+said[i], k.Held+r.score, k.N+1
		if r.made {
			continue
		}
		l.Squared += (said[i] - r.score) * (said[i] - r.score)
		if r.score >= 0.5 {
			good = append(good, said[i])
		} else {
			bad = append(bad, said[i])
		}
		for p, met := range r.met {
			if met >= 0.5 {
				made = append(made, points[i][p])
			} else {
				not = append(not, points[i][p])
			}
		}
	}
	l.Points, l.Graded = round(areaOf(made, not)), round(areaOf(good, bad))
	l.Squared = round(math.Sqrt(l.Squared / float64(max(1, l.Answers))))
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		k := *kinds[name]
		k.Mean, k.Held = round(k.Mean/float64(k.N)), round(k.Held/float64(k.N))
		l.Kinds = append(l.Kinds, k)
	}
}

func areaOf(high, low []float64) float64 {
	won := 0.0
	slices.Sort(low)
	for _, v := range high {
		below, _ := slices.BinarySearch(low, v)
		won += float64(below)
	}
	return won / math.Max(1, float64(len(high))*float64(len(low)))
}

// claimShape says which measures may only raise what is learned, and which only lower it.
func claimShape(names []string) []int {
	rising := []string{"right_1", "right_2", "right_3", "ahead", "ahead_share", "told", "order", "odds", "pair_odds", "other", "all_own", "all_apart", "all_lead", "all_mean", "all_flow", "flow", "shared", "hits_new", "log_a"}
	falling := []string{"wrong_1", "wrong_2", "clash", "missed", "wrong_elsewhere", "wrong_best", "asks", "all_asks", "all_worst", "all_lost", "hearsay", "all_hearsay", "next_turns", "all_turns", "empty", "all_empty"}
	shape := make([]int, len(names))
	for i, name := range names {
		for _, end := range []string{"_mean", "_high", "_low"} {
			name = strings.TrimSuffix(name, end)
		}
		switch {
		case slices.Contains(rising, name):
			shape[i] = 1
		case slices.Contains(falling, name):
			shape[i] = -1
		}
	}
	return shape
}

// claimWeights writes the model as the file that the grader embeds, one tree a line.
func claimWeights(m grade.ClaimModel) ([]byte, error) {
	names, err := json.Marshal(m.Names)
	if err != nil {
		return nil, err
	}
	pointNames, err := json.Marshal(m.PointNames)
	if err != nil {
		return nil, err
	}
	out := fmt.Appendf(nil, "{\"point_names\":%s,\n\"names\":%s", pointNames, names)
	for _, part := range []struct {
		name   string
		forest grade.Forest
	}{{"point", m.Point}, {"score", m.Score}, {"agreed", m.Agreed}} {
		if out, err = appendForest(out, part.name, part.forest); err != nil {
			return nil, err
		}
	}
	return append(out, "}\n"...), nil
}
