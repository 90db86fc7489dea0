package replica

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// mostFirst is GitHub's limit of first.
const mostFirst = 100

// queryError is an error of a query with GitHub's type of it, which Exec carries as an
// extension and send moves to where GitHub has it.
type queryError struct{ kind, message string }

func (e *queryError) Error() string { return e.message }

func (e *queryError) Extensions() map[string]any { return map[string]any{"type": e.kind} }

func unresolved(format string, args ...any) error {
	return &queryError{"NOT_FOUND", fmt.Sprintf(format, args...)}
}

// window is the arguments every connection takes.
type window struct {
	First *int32
	After *string
}

// connection is one page of a list with what GitHub tells of the whole.
type connection[T any] struct {
	list  []T // the page
	from  int
	all   int // in the list
	total int // said to be there; more than the list when the world holds a part only
	name  string
	asked bool
}

// connect cuts out a page. A connection asked for nothing but its total needs no first.
func connect[T any](name string, list []T, w window) (connection[T], error) {
	c := connection[T]{all: len(list), total: len(list), name: name}
	if w.After != nil {
		from, err := uncursor(*w.After)
		if err != nil {
			return c, &queryError{"INVALID_CURSOR_ARGUMENTS", fmt.Sprintf("`%s` does not appear to be a valid cursor.", *w.After)}
		}
		c.from = min(from, len(list))
	}
	if w.First == nil {
		return c, nil
	}
	c.asked = true
	switch n := *w.First; {
	case n < 0:
		return c, &queryError{"INVALID_PAGINATION", fmt.Sprintf("`first` on the `%s` connection cannot be less than zero.", name)}
	case n > mostFirst:
		return c, &queryError{"EXCESSIVE_PAGINATION", fmt.Sprintf("Requesting %d records on the `%s` connection exceeds the `first` limit of 100 records.", n, name)}
	default:
		c.list = list[c.from:min(len(list), c.from+int(n))]
	}
	return c, nil
}

func (c connection[T]) bounded() error {
	if c.asked {
		return nil
	}
	return &queryError{"MISSING_PAGINATION_BOUNDARIES", fmt.Sprintf("You must provide a `first` or `last` value to properly paginate the `%s` connection.", c.name)}
}

// TotalCount is the figure for the whole list.
func (c connection[T]) TotalCount() int32 { return int32(c.total) }

// PageInfo says where the page lies.
func (c connection[T]) PageInfo() *pageInfo {
	p := &pageInfo{HasNextPage: c.asked && c.from+len(c.list) < c.all, HasPreviousPage: c.from > 0}
	if len(c.list) > 0 {
		first, last := cursor(c.from), cursor(c.from+len(c.list)-1)
		p.StartCursor, p.EndCursor = &first, &last
	}
	return p
}

type pageInfo struct {
	EndCursor       *string
	HasNextPage     bool
	HasPreviousPage bool
	StartCursor     *string
}

func cursor(at int) string {
	return base64.StdEncoding.EncodeToString([]byte("cursor:" + strconv.Itoa(at+1)))
}

// uncursor returns the place after the cursor's.
func uncursor(s string) (int, error) {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return 0, err
	}
	n, ok := strings.CutPrefix(string(b), "cursor:")
	if !ok {
		return 0, fmt.Errorf("cursor %q", b)
	}
	at, err := strconv.Atoi(n)
	if err != nil || at < 0 {
		return 0, fmt.Errorf("cursor %q", b)
	}
	return at, nil
}

// shown makes the nodes of a page: what the world holds becomes what the schema shows.
func shown[T, R any](c connection[T], show func(T) *R) (*[]*R, error) {
	if err := c.bounded(); err != nil {
		return nil, err
	}
	out := make([]*R, 0, len(c.list))
	for _, v := range c.list {
		out = append(out, show(v))
	}
	return &out, nil
}
