package upstream

import (
	"context"
	"net"
	"net/http"
	"syscall"
	"time"
)

// NewOn is New with connections opened by dial, guard and all left out.
func NewOn(cfg Config, dial func(ctx context.Context, network, address string) (net.Conn, error)) (*Client, error) {
	return open(cfg, network{dial: dial})
}

// NewWatched is New with names resolved by resolver and every dial the guard lets through
// put to dialled before it is made.
func NewWatched(cfg Config, resolver *net.Resolver, dialled func(network, address string, c syscall.RawConn) error) (*Client, error) {
	return open(cfg, network{resolver: resolver, dialled: dialled})
}

// Address is how an address is spelled when it is read.
func Address(raw string) (string, error) {
	u, err := address(raw)
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

// RetryAfter reads the header of that name.
func RetryAfter(value string, now time.Time) (time.Duration, bool) { return retryAfter(value, now) }

// LongestPause bounds RetryAfter.
const LongestPause = longestPause

// EncodeCopy returns the file of a copy.
func EncodeCopy(name string, header http.Header, body []byte, at time.Time) ([]byte, error) {
	return entry{Name: name, URL: "https://a.test/", Kind: "page", Status: 200, Header: header, FetchedAt: at, body: body}.encode()
}

// DecodeCopy returns name, body and encoding again of a copy's file.
func DecodeCopy(file []byte) (name string, body, again []byte, err error) {
	k, err := decode(file)
	if err != nil {
		return "", nil, nil, err
	}
	again, err = k.encode()
	return k.Name, k.body, again, err
}

// Sealed gives any content the right digest.
func Sealed(content []byte) []byte { return sealed(content) }

// RobotsAllow reads a robots.txt and tells what it says of one path, with the gap it asks for.
func RobotsAllow(body []byte, agent, path string) (bool, time.Duration) {
	data := parseRobots(body)
	return data.TestAgent(path, agent), crawlDelay(data, agent)
}

// CopyFile returns where the copy of a request lies.
func (c *Client) CopyFile(r Request) string {
	u, s, err := c.route(r.URL)
	if err != nil {
		return ""
	}
	return c.cache.path(want{site: s, url: u, kind: r.Kind}.name())
}
