package sdamgia

import (
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

// Code says why a page could not be read.
type Code = string

// The codes.
const (
	CodeChanged  Code = "page_structure_changed" // a required place is missing from a page of the site
	CodeCaptcha  Code = "captcha"                // the site wants to see a person
	CodeShell    Code = "react_shell"            // a page that only a browser fills
	CodeEmpty    Code = "empty"                  // nothing at all
	CodeNotFound Code = "not_found"              // a page of the site that says there is nothing under the number
	CodeBlocked  Code = "blocked"                // turned away by the protection before the site
)

// sampleBytes bounds the sample of an error: all of a genuine page of one problem, the
// beginning of a list.
const sampleBytes = 256 << 10

// PageError is the cause inside the fault of a page that could not be read.
type PageError struct {
	Code     Code
	Selector string // what was looked for; empty where nothing was
	URL      string // where the page came from
	Sample   []byte // the beginning of the page as it came, at most 256 KiB
}

func (e *PageError) Error() string {
	if e.Selector == "" {
		return "sdamgia: " + e.Code + " at " + e.URL
	}
	return "sdamgia: " + e.Code + " at " + e.URL + ": no " + e.Selector + " (selectors of " + selectorVersion + ")"
}

var askLess = fault.Say("Ask less often, and try again in an hour.", "Обращайтесь реже и повторите через час.")

// refuse makes the fault of a page for a code.
func refuse(code Code, place string, at string, raw []byte) error {
	cause := &PageError{Code: code, Selector: place, URL: at, Sample: bytes.Clone(raw[:min(len(raw), sampleBytes)])}
	switch code {
	case CodeCaptcha:
		return fault.E(fault.Upstream, fault.Say("The exam site asks for a captcha instead of showing the page.",
			"Вместо страницы сайт экзаменов просит ввести капчу."), cause).
			WithHint(askLess)
	case CodeBlocked:
		return fault.E(fault.Upstream, fault.Say("The protection of the exam site turned the request away.",
			"Защита сайта экзаменов отклонила запрос."), cause).
			WithHint(askLess)
	case CodeShell:
		return fault.E(fault.Upstream, fault.Say("The exam site sent an empty frame that only a browser fills.",
			"Сайт экзаменов прислал пустую заготовку, которую заполняет только браузер."), cause).
			WithHint(fault.Say("The address no longer gives a readable page; run the doctor command.",
				"По этому адресу больше нет читаемой страницы; запустите команду doctor."))
	case CodeEmpty:
		return fault.E(fault.Upstream, fault.Say("The exam site sent a page with nothing on it.",
			"Сайт экзаменов прислал пустую страницу."), cause).
			WithHint(fault.Say("Try again in a few minutes.", "Повторите через несколько минут."))
	case CodeNotFound:
		return fault.E(fault.NotFound, fault.Say("The exam site has nothing under this number.",
			"На сайте экзаменов по этому номеру ничего нет."), cause).
			WithHint(fault.Say("Check the number and the subject.", "Проверьте номер и предмет."))
	}
	return fault.E(fault.Upstream, fault.Say("The exam site changed its page: %s is not where it was.",
		"Сайт экзаменов изменил страницу: %s больше нет на прежнем месте.", place), cause).
		WithHint(fault.Say("Reading the page must be brought up to date; run the doctor command.",
			"Разбор страницы нужно обновить; запустите команду doctor."))
}

func tooLarge(at string, size int) error {
	return fault.E(fault.TooLarge, fault.Say("The page %s has %d bytes; pages up to %d are read.",
		"Страница %s занимает %d байт; читаются страницы до %d байт.", at, size, MaxPage), nil)
}

func strange(at string) error {
	return fault.E(fault.Invalid, fault.Say("%q is not an address of a page.", "%q — не адрес страницы.", at), nil)
}

// changed is the error of a page on which a required place is missing although it is a
// page of the site with something to read.
func (p *page) changed(place selector) error {
	return refuse(CodeChanged, place.css, p.at.String(), p.raw)
}

// missing is the error of a page without the place it must have: what the page is instead.
func (p *page) missing(place selector) error {
	return refuse(p.instead(), place.css, p.at.String(), p.raw)
}

// instead says what a page is that lacks what was looked for. The order matters: a captcha
// of the protection stands on an error page of the protection, and both are nearly empty.
// The protection's own script stands on good pages too and is no sign.
func (p *page) instead() Code {
	raw := bytes.ToLower(p.raw[:min(len(p.raw), sampleBytes)])
	text := strings.ToLower(textOf(p.root))
	switch {
	case anyIn(raw, blockSigns):
		return CodeBlocked
	case p.looksForSome() && p.ours() && anyIn([]byte(text), absentWords) && !p.traced():
		return CodeNotFound // the site's own word, whatever forms stand around it
	case anyIn(raw, captchaSigns) || anyIn([]byte(text), captchaWords):
		return CodeCaptcha
	case p.traced():
		return CodeChanged
	case len(text) < shellText && shellSign.Match(raw):
		return CodeShell
	case text == "":
		return CodeEmpty
	case p.looksForSome() && p.ours():
		return CodeNotFound
	}
	return CodeChanged
}

// looksForSome reports an address that asks for something the site may not have.
func (p *page) looksForSome() bool {
	q := p.at.Query()
	for _, name := range []string{"id", "theme", "category_id", "likes", "search"} {
		if q.Get(name) != "" {
			return true
		}
	}
	return false
}

// shellText is how many bytes of text an application shell shows at most ("You need to
// enable JavaScript to run this app.").
const shellText = 400

var (
	blockSigns = []string{
		"cf-error-details", "cf-browser-verification", "cf-chl-", "/orchestrate/chl_", "attention required! | cloudflare",
		"<title>just a moment...", "ddos-guard", "<title>403 forbidden", "<title>access denied",
	}
	captchaSigns = []string{"smartcaptcha", "smart-captcha", "g-recaptcha", "h-captcha", "showcaptcha", `name="captcha`, `id="captcha`, "captcha.php", "captcha_image"}
	captchaWords = []string{"капч", "captcha", "я не робот", "вы не робот", "символы с картинки", "подозрительная активность", "not a robot"}
	absentWords  = []string{"не найден", "не существует", "нет такого"}
	ourSigns     = []string{"sdamgia.ru", "reshuct.by", "решу егэ", "решу огэ", "решу впр", "решу цт", "сдам гиа"}

	shellSign = regexp.MustCompile(`<div[^>]*\bid=["']?(root|app|__next|react-root)["' >]|enable javascript`)
	traceID   = regexp.MustCompile(`^(maindiv|body|sol|soltb|problem_|text|likes_)\d`)
)

func anyIn(text []byte, signs []string) bool {
	for _, sign := range signs {
		if bytes.Contains(text, []byte(sign)) {
			return true
		}
	}
	return false
}

// ours reports a page of the site.
func (p *page) ours() bool { return anyIn(bytes.ToLower(p.raw), ourSigns) }

// traced reports that problems are on the page although their places are not found: their
// inner numbers, or the number sign before a link to a problem.
func (p *page) traced() bool {
	found := false
	walk(p.root, func(n *html.Node) bool {
		switch {
		case traceID.MatchString(attr(n, "id")):
			found = true
		case n.PrevSibling != nil && strings.Contains(n.PrevSibling.Data, "№") && selectors.problemLink.match(n):
			found = true
		}
		return !found
	})
	return found
}

// walk visits elements in the order of the page; visit says whether to go on.
func walk(n *html.Node, visit func(*html.Node) bool) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if !visit(c) || !walk(c, visit) {
			return false
		}
	}
	return true
}

// name gives a problem its number and address.
func (p *page) name(to *problem.Problem, id string) {
	to.Ref = problem.Ref{Course: p.course, ID: id}
	if id != "" {
		to.URL = p.absolute("/problem?id=" + id)
	}
}
