package embed

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

const (
	// largest is how many texts one exchange carries. An endpoint that takes fewer, as TEI's 32,
	// says so and gets half of it from then on.
	largest = 64
	// shortest is the text, in bytes, below which one that is too long is not cut further.
	shortest = 256
	// hopeless is how many texts of a batch are refused one after the other, none taken, before
	// it is not the texts that are wrong.
	hopeless = 3
)

// all are the vectors of texts in one role.
func (c *Client) all(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			return nil, fmt.Errorf("embed: text %d of %d is empty", i, len(texts))
		}
	}
	vectors := make([][]float32, 0, len(texts))
	for dimension := 0; len(vectors) < len(texts); {
		rest := texts[len(vectors):]
		part, err := c.batch(ctx, prefix, rest[:min(len(rest), int(c.largest.Load()))])
		if err != nil {
			return nil, err
		}
		for _, v := range part {
			if v != nil && dimension > 0 && len(v) != dimension {
				return nil, c.failed(Unusable, fmt.Errorf("a vector of dimension %d after one of %d", len(v), dimension))
			}
			dimension = max(dimension, len(v))
		}
		vectors = append(vectors, part...)
	}
	return vectors, nil
}

// batch are the vectors of texts, or of the first of them where the endpoint takes fewer at
// once. Where it refuses them together they are asked for one by one: a text that it cannot
// read must not keep the others from theirs.
func (c *Client) batch(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	vectors, err := c.fitting(ctx, prefix, texts)
	r, refused := errors.AsType[*refusal](err)
	if refused && r.tooMany && len(texts) > 1 {
		c.largest.Store(int64(len(texts) / 2))
		return c.batch(ctx, prefix, texts[:len(texts)/2])
	}
	if len(texts) == 1 || !aboutTexts(err) {
		return vectors, err
	}
	return c.apart(ctx, prefix, texts, err)
}

// apart asks for each text by itself, after they failed together.
func (c *Client) apart(ctx context.Context, prefix string, texts []string, together error) ([][]float32, error) {
	vectors, taken := make([][]float32, len(texts)), 0
	for i := range texts {
		one, err := c.fitting(ctx, prefix, texts[i:i+1])
		switch {
		case err == nil:
			vectors[i] = one[0]
			taken++
		case !aboutTexts(err):
			return nil, err
		case taken == 0 && i+1 >= min(hopeless, len(texts)):
			return nil, together
		}
	}
	return vectors, nil
}

// aboutTexts reports a failure that other texts, or fewer of them, may not meet.
func aboutTexts(err error) bool {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.why == TooLong || r.status == http.StatusBadRequest || r.status == http.StatusUnprocessableEntity
	}
	f, ok := errors.AsType[*Failure](err)
	return ok && f.Why == Unusable
}

// fitting are the vectors of one batch. How long a text may be is told by no endpoint
// beforehand and counted in tokens: what is refused as too long is cut in halves until it fits.
func (c *Client) fitting(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	longest := 0
	for _, text := range texts {
		longest = max(longest, len(text))
	}
	for limit := min(longest, c.longestText); ; limit /= 2 {
		sent := make([]string, len(texts))
		for i, text := range texts {
			sent[i] = prefix + cut(text, limit)
		}
		vectors, err := c.guarded(ctx, sent)
		f, failed := errors.AsType[*Failure](err)
		if !failed || f.Why != TooLong || limit/2 < shortest {
			return vectors, err
		}
	}
}

// cut is at most limit bytes of a text, in whole characters.
func cut(text string, limit int) string {
	if len(text) > limit {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
