package linkedin

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kadry/internal/fault"
)

const (
	maxAddress = 2000 // characters of an address
	maxSlug    = 100  // LinkedIn allows 3 to 100 characters in an address
	minSlug    = 3
)

var (
	// profileHost is the site itself, a country's ("ru."), or the mobile one.
	profileHost = regexp.MustCompile(`^(?:(?:www|m|touch|[a-z]{2})\.)?linkedin\.com$`)
	// oldTail is what followed the name in addresses of the form /pub/ann-example/1/2a/3b4;
	// LinkedIn now writes it behind the name in reverse order.
	oldTail = regexp.MustCompile(`^[0-9a-f]{1,3}$`)
	// bareSlug is a name given without an address.
	bareSlug = regexp.MustCompile(`^[\p{L}\p{M}\p{N}_%-]+$`)
)

// Slug returns the name of a profile in its address, in the one form all spellings of it
// share: lower case, percent signs decoded, without country and parameters. Everything that
// is no address of a person's profile is refused.
func Slug(address string) (string, error) {
	given := strings.Trim(strings.TrimSpace(address), "<>«»\"'()")
	if given == "" || len(given) > maxAddress {
		return "", slugFault(address)
	}
	if !strings.ContainsAny(given, "/.:") {
		return slug(strings.TrimPrefix(given, "@"), address)
	}
	if !strings.Contains(given, "://") {
		given = "https://" + strings.TrimLeft(given, "/")
	}
	at, err := url.Parse(given)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.User != nil || at.Port() != "" {
		return "", slugFault(address)
	}
	if !profileHost.MatchString(strings.ToLower(strings.TrimSuffix(at.Hostname(), "."))) {
		return "", slugFault(address)
	}
	parts := strings.Split(strings.Trim(at.EscapedPath(), "/"), "/")
	switch {
	case len(parts) >= 2 && strings.EqualFold(parts[0], "in"):
		// Behind the name stands nothing, or a language ("/in/ann-example/ru"), or a tab.
		return slug(parts[1], address)
	case len(parts) == 2 && strings.EqualFold(parts[0], "pub"):
		return slug(parts[1], address)
	case len(parts) == 5 && strings.EqualFold(parts[0], "pub"):
		return oldSlug(parts[1:], address)
	}
	return "", slugFault(address)
}

// oldSlug is today's name of an old address: name, then the tail backwards, each piece
// padded to three.
func oldSlug(parts []string, address string) (string, error) {
	tail := ""
	for i, part := range parts[1:] {
		if !oldTail.MatchString(strings.ToLower(part)) {
			return "", slugFault(address)
		}
		if i > 0 { // the first piece is the highest and has no zeros before it
			part = strings.Repeat("0", 3-len(part)) + part
		}
		tail = part + tail
	}
	return slug(parts[0]+"-"+tail, address)
}

func slug(escaped, address string) (string, error) {
	name, err := url.PathUnescape(escaped)
	if err != nil || !bareSlug.MatchString(name) || strings.ContainsRune(name, '%') {
		return "", slugFault(address)
	}
	name = norm.NFC.String(strings.Map(unicode.ToLower, name))
	if n := len([]rune(name)); n < minSlug || n > maxSlug {
		return "", slugFault(address)
	}
	return name, nil
}

func slugFault(address string) error {
	return fault.E(fault.Invalid, fault.Say(
		"%q is no address of a LinkedIn profile.", "«%s» — не адрес профиля LinkedIn.", fault.Clip(address)), nil).
		WithHint(fault.Say("Give an address such as https://www.linkedin.com/in/ann-example.",
			"Укажите адрес вида https://www.linkedin.com/in/ann-example."))
}
