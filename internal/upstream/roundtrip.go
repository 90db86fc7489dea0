package upstream

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// RoundTripper is Send in the form in which clients of libraries and of models take a way
// out: one request of a tenant by the Open of a name ("" is the first), which must keep
// answers whole. What an answer is lies in its status and its body: of its header, only
// Retry-After comes along, in seconds. Errors are those of Send.
func (c *Client) RoundTripper(policy, tenant string) http.RoundTripper {
	return roundTripper{client: c, policy: policy, tenant: tenant}
}

type roundTripper struct {
	client         *Client
	policy, tenant string
}

// RoundTrip implements http.RoundTripper.
func (t roundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := content(req)
	if err != nil {
		return nil, err
	}
	o, err := t.client.outboxOf(t.policy)
	if err != nil {
		return nil, err
	}
	if o.Answer == 0 {
		return nil, fmt.Errorf("upstream: %s keeps no answers", o.Name)
	}
	r, err := t.client.Send(req.Context(), Delivery{
		Policy: t.policy, Tenant: t.tenant, Method: cmp.Or(req.Method, http.MethodGet), URL: req.URL.String(), Header: req.Header, Body: body,
	})
	if err != nil {
		return nil, err
	}
	return r.response(req), nil
}

// content reads the body of a request and closes it, as a RoundTripper must.
func content(req *http.Request) ([]byte, error) {
	if req.URL == nil {
		return nil, errors.New("upstream: a request without an address")
	}
	if req.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(req.Body)
	if err = errors.Join(err, req.Body.Close()); err != nil {
		return nil, fmt.Errorf("upstream: body of the request: %w", err)
	}
	return body, nil
}

func (r Receipt) response(req *http.Request) *http.Response {
	header := http.Header{}
	if r.RetryAfter > 0 {
		whole := (r.RetryAfter + time.Second - 1) / time.Second // an earlier try would come too soon
		header.Set("Retry-After", strconv.FormatInt(int64(whole), 10))
	}
	return &http.Response{
		Status: strconv.Itoa(r.Status) + " " + http.StatusText(r.Status), StatusCode: r.Status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: header, Request: req,
		Body: io.NopCloser(bytes.NewReader(r.Body)), ContentLength: int64(len(r.Body)),
	}
}
