package upstream

import (
	"bytes"
	"context"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/temoto/robotstxt"

	"kadry/internal/fault"
)

// The rules are those of RFC 9309: no file allows everything, a file that cannot be had
// forbids everything for now.
const (
	robotsKind   Kind = "robots.txt"
	robotsPath        = "/robots.txt"
	robotsLife        = 24 * time.Hour
	robotsBytes       = 512 << 10   // what is beyond is not read, as the RFC permits
	robotsAgain       = time.Minute // until a file that could not be had is asked for again
	longestCrawl      = time.Minute // a Crawl-delay beyond this is taken for this
)

// robots remembers what the robots.txt of each host said.
type robots struct {
	mu    sync.Mutex
	rules map[string]rules // by scheme and host
}

// rules are what one host's robots.txt says to us.
type rules struct {
	data     *robotstxt.RobotsData // nil while the file cannot be had
	until    time.Time
	trouble  error // why not
	answered bool  // the host did answer, with something else
}

func newRobots() *robots { return &robots{rules: map[string]rules{}} }

// allowed asks the robots.txt of a host whether a page may be fetched: nil, a fault, or the
// error of ctx. The file itself always may, and where it redirects to.
func (c *Client) allowed(ctx context.Context, w want, u *url.URL) error {
	s := w.site
	if !s.Robots || w.robots || u.Path == robotsPath {
		return nil
	}
	r, err := c.rules(ctx, s, u)
	switch {
	case err != nil:
		return err
	case r.data == nil:
		return s.robotsUnknown(u.Host, r.until.Sub(c.now()), r)
	case !r.data.TestAgent(u.RequestURI(), s.agent()):
		return s.robotsForbid(u.Host)
	}
	return nil
}

// agent is the word robots.txt would name us by.
func (s *site) agent() string {
	word, _, _ := strings.Cut(s.UserAgent, " ")
	word, _, _ = strings.Cut(word, "/")
	return word
}

// rules returns what is known of a host's robots.txt, asking for the file if need be.
func (c *Client) rules(ctx context.Context, s *site, u *url.URL) (rules, error) {
	origin := u.Scheme + "://" + u.Host
	c.robots.mu.Lock()
	r, ok := c.robots.rules[origin]
	c.robots.mu.Unlock()
	if ok && c.now().Before(r.until) {
		return r, nil
	}
	w := want{site: s, robots: true, kind: robotsKind, url: &url.URL{Scheme: u.Scheme, Host: u.Host, Path: robotsPath}}
	res, err := c.flights.join(ctx, w.flight(), func(ctx context.Context) (Response, error) { return c.ask(ctx, w) })
	if err != nil && (ctx.Err() != nil || fault.KindOf(err) == fault.Limited && res.Status == 0) {
		return rules{}, err // says nothing of the file: the caller left, or our own limits held
	}
	r = c.interpret(res, err)
	c.robots.mu.Lock()
	c.robots.rules[origin] = r
	c.robots.mu.Unlock()
	if r.data != nil {
		s.queue.crawlDelay(origin, crawlDelay(r.data, s.agent()))
	}
	return r, nil
}

// interpret makes rules of the answer to a request for robots.txt.
func (c *Client) interpret(res Response, err error) rules {
	now := c.now()
	switch {
	case err == nil && res.Stale:
		return rules{data: parseRobots(res.Body), until: now.Add(robotsAgain)}
	case err == nil:
		return rules{data: parseRobots(res.Body), until: res.FetchedAt.Add(robotsLife)}
	case res.Status >= 200 && res.Status < 300: // too large: its beginning counts
		return rules{data: parseRobots(res.Body), until: res.FetchedAt.Add(robotsLife)}
	case res.Status >= 300 && res.Status < 500 && res.Status != http.StatusTooManyRequests:
		return rules{data: parseRobots(nil), until: res.FetchedAt.Add(robotsLife)}
	}
	return rules{until: now.Add(robotsAgain), trouble: err, answered: res.Status > 0}
}

// crawlDelay is the gap a file asks us for, within reason.
func crawlDelay(data *robotstxt.RobotsData, agent string) time.Duration {
	d := data.FindGroup(agent).CrawlDelay
	if d < 0 || d > longestCrawl { // below zero is above what a Duration holds
		return longestCrawl
	}
	return d
}

// parseRobots reads a robots.txt. One without a rule that can be read allows everything.
func parseRobots(body []byte) *robotstxt.RobotsData {
	data, err := robotstxt.FromBytes(tidy(body[:min(len(body), robotsBytes)]))
	if err != nil {
		data, _ = robotstxt.FromBytes(nil)
	}
	return data
}

// tidy keeps the lines of a robots.txt that are rules: the parser gives up on a file for
// one line it cannot read, and real files, or the pages sent in their place, have many.
func tidy(body []byte) []byte {
	var kept bytes.Buffer
	grouped := false
	for line := range bytes.SplitSeq(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), []byte("\n")) {
		text, _, _ := strings.Cut(strings.TrimSpace(string(line)), "#")
		field, value, ok := strings.Cut(text, ":")
		field, value = strings.ToLower(strings.TrimSpace(field)), strings.TrimSpace(value)
		if !ok || value == "" && field != "disallow" || !utf8.ValidString(value) {
			continue
		}
		switch field {
		case "user-agent":
			grouped = true
		case "allow", "disallow":
			if !grouped {
				continue
			}
		case "crawl-delay":
			if !grouped || !seconds(value) {
				continue
			}
		default:
			continue
		}
		kept.WriteString(field + ": " + value + "\n")
	}
	return kept.Bytes()
}

func seconds(value string) bool {
	f, err := strconv.ParseFloat(value, 64)
	return err == nil && f >= 0 && !math.IsInf(f, 0)
}
