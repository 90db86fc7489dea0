package sdamgia

import (
	"bytes"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// page is a page taken apart.
type page struct {
	course subject.Course
	at     *url.URL
	asked  string // the number in the address of a page of one problem, else ""
	raw    []byte // as it came
	root   *html.Node
	shared map[*html.Node]sharedText // texts outside the problems that share them
}

// sharedText is a text read once for all problems under it.
type sharedText struct {
	body         problem.Body
	files, audio []problem.Link
}

// open takes a page apart. The tree is at most 512 elements deep: the parser refuses more.
func open(course subject.Course, at string, raw []byte) (*page, error) {
	if len(raw) > MaxPage {
		return nil, tooLarge(at, len(raw))
	}
	address, err := url.Parse(at)
	if err != nil || address.Host == "" {
		return nil, strange(at)
	}
	p := &page{course: course, at: address, raw: raw, shared: map[*html.Node]sharedText{}}
	if strings.HasSuffix(address.Path, "/problem") {
		p.asked = digits(address.Query().Get("id"))
	}
	text := decode(raw)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, refuse(CodeEmpty, "", at, raw)
	}
	if reopened(text) > mostReopened {
		return nil, refuse(CodeChanged, "", at, raw)
	}
	if p.root, err = parse(text); err != nil {
		return nil, refuse(CodeChanged, "", at, raw)
	}
	return p, nil
}

// decode turns a page into UTF-8 without NUL. What the page declares counts only where its
// bytes are not UTF-8 already: pages saved or proxied by others often declare wrongly. A
// page that is nearly UTF-8 was cut in the middle of a letter, not written in another set.
func decode(raw []byte) []byte {
	text := raw
	if !utf8.Valid(raw) && !nearlyUTF8(raw) {
		encoding, name, _ := charset.DetermineEncoding(raw, "")
		if name == "utf-8" || name == "windows-1252" { // declared wrongly, or a guess for want of a declaration
			encoding = charmap.Windows1251
		}
		if decoded, err := encoding.NewDecoder().Bytes(raw); err == nil {
			text = decoded
		}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return text
}

// nearlyUTF8 reports text in which whole letters of several bytes far outnumber broken
// ones.
func nearlyUTF8(raw []byte) bool {
	letters, broken := 0, 0
	for i := 0; i < len(raw); {
		if raw[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && size == 1 {
			broken++
		} else {
			letters++
		}
		i += size
	}
	return letters > 10*broken
}

// mostReopened bounds how many elements a tree may get that no tag asked for, some 500 MB.
// The list of 90 problems comes to 3,300.
const mostReopened = 4_000_000

// reopened is at most how often styles left open are opened again: HTML says that a style
// not closed goes on in every element that follows, so that a thousand open <b> before a
// thousand paragraphs make a million elements.
func reopened(text []byte) int {
	open, sum := 0, 0
	for i := bytes.IndexByte(text, '<'); i >= 0 && i < len(text); {
		tag := text[i+1:]
		if name, closing := styleTag(tag); name {
			open = max(open+1-2*closing, 0)
		}
		sum += open
		next := bytes.IndexByte(tag, '<')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return sum
}

// styleTag reports a tag that HTML reopens, and whether it closes one, as 1 or 0.
func styleTag(tag []byte) (ok bool, closing int) {
	if len(tag) > 0 && tag[0] == '/' {
		tag, closing = tag[1:], 1
	}
	end := 0
	for end < len(tag) && end < 7 && ('a' <= tag[end]|0x20 && tag[end]|0x20 <= 'z') {
		end++
	}
	switch string(bytes.ToLower(tag[:end])) {
	case "a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u":
		return true, closing
	}
	return false, 0
}

// parse builds the tree. Old lists leave the frame of each problem open, so that a long one
// nests deeper than the parser goes; such a page is parsed problem by problem.
func parse(text []byte) (*html.Node, error) {
	root, err := html.Parse(bytes.NewReader(text))
	if err == nil {
		return root, nil
	}
	whole := &html.Node{Type: html.DocumentNode}
	start := 0
	for _, cut := range append(seams(text), len(text)) {
		piece, err := html.Parse(bytes.NewReader(text[start:cut]))
		if err != nil {
			return nil, err
		}
		frame := &html.Node{Type: html.ElementNode, Data: "div"}
		for c := piece.FirstChild; c != nil; c = piece.FirstChild {
			piece.RemoveChild(c)
			frame.AppendChild(c)
		}
		whole.AppendChild(frame)
		start = cut
	}
	return whole, nil
}

// seams are the offsets at which the problems of a list begin, with what is printed before
// each.
func seams(text []byte) []int {
	var at []int
	z := html.NewTokenizer(bytes.NewReader(text))
	for offset := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return at
		}
		begins := offset
		offset += len(z.Raw())
		if kind == html.StartTagToken && seam.Match(z.Raw()) {
			at = append(at, begins)
		}
	}
}

var seam = regexp.MustCompile(`(?i)^<div\s[^>]*\bclass=["']?(problem_container|prob_num|prob_maindiv)["' >]`)

// absolute resolves an address of the page; "" for what is not of the web.
func (p *page) absolute(ref string) string {
	u, err := url.Parse(strings.TrimSpace(ref))
	if err != nil {
		return ""
	}
	u = p.at.ResolveReference(u)
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}

// problemID is the number in the address of a problem.
func problemID(href string) string {
	_, query, ok := strings.Cut(href, "problem?")
	if !ok {
		return ""
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return ""
	}
	return digits(values.Get("id"))
}

func number(s string) int {
	n, err := strconv.Atoi(digits(s))
	if err != nil {
		return 0
	}
	return n
}
