package upstream

import (
	"context"
	"net/http"
	"net/url"
)

// Submit posts a form, for what must not happen twice: asking for a token that ends the one
// before it. No copy answers and none is kept, nobody shares the answer, nothing is tried again
// and no redirect is followed. The errors and the Response are those of Get besides.
func (c *Client) Submit(ctx context.Context, address string, form url.Values) (Response, error) {
	u, s, err := c.route(address)
	if err != nil {
		return Response{}, err
	}
	w := want{
		site: s, url: u, query: []byte(form.Encode()), once: true,
		header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}},
	}
	if c.offline {
		return Response{}, w.failed(s.offline())
	}
	return c.flights.alone(ctx, func(ctx context.Context) (Response, error) {
		got, err := c.try(ctx, w, entry{})
		if err != nil {
			err = w.failed(err)
		}
		return got.response(c.now()), err
	})
}
