package assertion

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"
)

// Model is the weights of the judge.
type Model struct {
	base    float64
	scale   float64 // of one step of a weight
	weights []int8  // by feature
}

//go:embed weights.bin
var embedded []byte

var load = sync.OnceValues(func() (*Model, error) { return ReadModel(embedded) })

// Load returns the model that was learned for CVs.
func Load() (*Model, error) { return load() }

// header is the bytes before the weights: base and scale, 32 bits each.
const header = 8

// ReadModel reads what Bytes wrote.
func ReadModel(b []byte) (*Model, error) {
	if len(b) != header+Features {
		return nil, fmt.Errorf("assertion: a model of %d bytes, want %d", len(b), header+Features)
	}
	m := &Model{
		base:    float64(math.Float32frombits(binary.LittleEndian.Uint32(b))),
		scale:   float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4:]))),
		weights: make([]int8, Features),
	}
	if math.IsNaN(m.base) || math.IsNaN(m.scale) || math.IsInf(m.base, 0) || math.IsInf(m.scale, 0) {
		return nil, errors.New("assertion: a model whose base or scale is no number")
	}
	for i, w := range b[header:] {
		m.weights[i] = int8(w)
	}
	return m, nil
}

// NewModel rounds weights to the steps a model keeps.
func NewModel(base float64, weights []float64) *Model {
	m := &Model{base: float64(float32(base)), weights: make([]int8, Features)}
	for _, w := range weights {
		m.scale = max(m.scale, math.Abs(w)/math.MaxInt8)
	}
	m.scale = float64(float32(m.scale))
	if m.scale == 0 {
		return m
	}
	for i, w := range weights {
		m.weights[i] = int8(max(-math.MaxInt8, min(math.MaxInt8, math.Round(w/m.scale))))
	}
	return m
}

// Bytes is the model as ReadModel reads it.
func (m *Model) Bytes() []byte {
	b := make([]byte, header, header+Features)
	binary.LittleEndian.PutUint32(b, math.Float32bits(float32(m.base)))
	binary.LittleEndian.PutUint32(b[4:], math.Float32bits(float32(m.scale)))
	for _, w := range m.weights {
		b = append(b, byte(w))
	}
	return b
}

// Padding is added to the number of features of a place: few features say little.
const Padding = 200

// judge is the chance that the tokens [from, to) are not the writer's. The sum is divided by the
// root of the number of features, so that long sentences are not surer than short ones.
func (m *Model) judge(t *Text, from, to int) float64 {
	sum, n := 0, 0
	t.features(from, to, func(feature uint32) {
		sum += int(m.weights[feature])
		n++
	})
	z := m.base + m.scale*float64(sum)/math.Sqrt(float64(n+Padding))
	return 1 / (1 + math.Exp(-z))
}
