package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// The wire format: the part of OpenAI's embeddings that every endpoint shares. Numbers are
// asked for as text, the default everywhere.

type request struct {
	Model      string   `json:"model"`
	Input      []string `json:"input"`
	Dimensions int      `json:"dimensions,omitempty"`
}

type response struct {
	Data []struct {
		Index     *int     `json:"index"`
		Embedding []number `json:"embedding"`
	} `json:"data"`
}

// number is a number of JSON; null is none, while encoding/json would make it 0.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		return errors.New("a coordinate is no number")
	}
	*n = number(v)
	return nil
}

// mostDimensions bounds a vector; the longest known models have 4,096.
const mostDimensions = 16_384

// read takes n vectors out of an answer, in the order in which they were asked for. The
// dimension is that given, or any where it is 0, and the same for all.
func read(text []byte, n, dimension int) ([][]float32, error) {
	var res response
	if err := json.Unmarshal(text, &res); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, fmt.Errorf("the answer is not JSON at byte %d", syntax.Offset)
		}
		return nil, errors.New("the answer is no list of vectors")
	}
	if len(res.Data) != n {
		return nil, fmt.Errorf("%d vectors for %d texts", len(res.Data), n)
	}
	vectors := make([][]float32, n)
	for i, d := range res.Data {
		at := i // some servers leave the index out and keep the order
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= n || vectors[at] != nil {
			return nil, fmt.Errorf("vector %d of %d comes twice or belongs to nothing", at, n)
		}
		if dimension == 0 {
			dimension = len(d.Embedding)
		}
		if len(d.Embedding) != dimension || dimension == 0 || dimension > mostDimensions {
			return nil, fmt.Errorf("a vector of dimension %d, not %d", len(d.Embedding), dimension)
		}
		var err error
		if vectors[at], err = normalised(d.Embedding); err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

// normalised brings a vector to length 1.
func normalised(v []number) ([]float32, error) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	length := math.Sqrt(sum)
	// Below float32's smallest normal number nothing but rounding is left of a vector.
	if math.IsNaN(length) || math.IsInf(length, 0) || length < 0x1p-126 {
		return nil, errors.New("a vector without a direction")
	}
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(float64(x) / length)
	}
	return out, nil
}

var (
	aboutLength = regexp.MustCompile(`(?i)context[_ ]length|context (?:size|window)|maximum context|too long|too many tokens|less than [0-9]+ tokens`)
	aboutBatch  = regexp.MustCompile(`(?i)batch size|too many inputs|input array|array length`)
	unprintable = regexp.MustCompile(`[^\x20-\x7e\p{L}]+`)
)
