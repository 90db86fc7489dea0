package kit

import (
	"net"
	"net/url"
)

// Address is where the request comes from, without the port. Which proxies are believed about that
// has been decided before a page is asked.
func (s *Screen) Address() string {
	host, _, err := net.SplitHostPort(s.Request.RemoteAddr)
	if err != nil {
		return s.Request.RemoteAddr
	}
	return host
}

// Base is the address this page was asked at.
func (s *Screen) Base() string {
	scheme := "http"
	if s.Secure() {
		scheme = "https"
	}
	return (&url.URL{Scheme: scheme, Host: s.Request.Host}).String()
}
