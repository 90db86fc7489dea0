package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"

	pdflib "github.com/ledongthuc/pdf"
)

// ErrEncrypted means that the file cannot be read without its password.
var ErrEncrypted = errors.New("pdf: the file is encrypted")

// ErrEmpty means that the file has no page.
var ErrEmpty = errors.New("pdf: the file has no pages")

// Quantity is something a file may have too much of.
type Quantity string

// The quantities that are limited.
const (
	Objects    Quantity = "objects"
	Pages      Quantity = "pages"
	Unpacked   Quantity = "unpacked bytes"
	Operations Quantity = "drawing operations"
)

// SizeError says which limit a file is over.
type SizeError struct {
	What     Quantity
	Got, Max int64
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("pdf: %d %s, the limit is %d", e.Got, e.What, e.Max)
}

// maxSteps bounds the operators of all pages: forms that draw forms multiply. A dense
// page has about ten thousand.
const maxSteps = 5_000_000

// budget is what reading one file may still cost. It lives as long as one Read call and
// carries the caller's cancellation into loops that have no other way to see it.
type budget struct {
	done     <-chan struct{}
	cause    func() error
	steps    int64
	unpacked int64
	limit    int64
}

func newBudget(ctx context.Context, unpacked int64) *budget {
	return &budget{done: ctx.Done(), cause: ctx.Err, limit: unpacked}
}

// step counts one operator and looks at the cancellation now and then.
func (b *budget) step() error {
	b.steps++
	if b.steps > maxSteps {
		return &SizeError{What: Operations, Got: b.steps, Max: maxSteps}
	}
	if b.steps%512 != 0 {
		return nil
	}
	select {
	case <-b.done:
		return b.cause()
	default:
		return nil
	}
}

// read unpacks a stream. Damage inside it ends it early: what stands before is still text.
func (b *budget) read(stream pdflib.Value) (content []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			content, err = nil, nil
		}
	}()
	if !hasSaneColumns(stream) {
		return nil, nil
	}
	body := stream.Reader()
	defer body.Close()
	content, _ = io.ReadAll(io.LimitReader(body, b.limit-b.unpacked+1))
	b.unpacked += int64(len(content))
	if b.unpacked > b.limit {
		return nil, &SizeError{What: Unpacked, Got: b.unpacked, Max: b.limit}
	}
	return content, nil
}

// maxColumns bounds the row length of a predictor, which the parser allocates as declared.
const maxColumns = 1 << 20

// hasSaneColumns checks the predictors of a stream before it is opened.
func hasSaneColumns(stream pdflib.Value) bool {
	parameters := stream.Key("DecodeParms")
	for i := range max(parameters.Len(), 1) {
		one := parameters
		if parameters.Kind() == pdflib.Array {
			one = parameters.Index(i)
		}
		if columns := one.Key("Columns").Int64(); columns < 0 || columns > maxColumns {
			return false
		}
	}
	return true
}
