package source

import (
	"net/netip"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"kadry/internal/fault"
)

// longestAddress is over what any site accepts (8 kB is the usual limit of a request line).
const longestAddress = 8 << 10

// Parse reads an address: of a repository, a file in one or an archive as browsers and git
// have it, owner/name of GitHub, a path or file:// of this machine. What it refuses is Invalid.
// Nothing is asked: whether the place exists and may be read is the Fetcher's.
func Parse(given string) (Address, error) {
	text := strings.TrimSpace(given)
	switch {
	case text == "":
		return Address{}, notAddress(fault.Say("The address is empty.", "Адрес пуст."))
	case len(text) > longestAddress || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl):
		return Address{}, notAddress(fault.Say("This is not an address.", "Это не адрес."))
	case isPath(text):
		return local(text)
	}
	if scp, ok := secureCopy(text); ok {
		text = scp
	}
	scheme, rest, hasScheme := strings.Cut(text, "://")
	if !hasScheme {
		return bare(text)
	}
	switch strings.ToLower(scheme) {
	case "file":
		return fileURL(text)
	case "http", "https", "git+https", "git+http":
		return web("https://" + rest)
	case "ssh", "git+ssh":
		return web("https://" + withoutPort(rest))
	}
	return Address{}, notAddress(fault.Say("Addresses that begin with %[1]s:// are not read.", "Адреса вида %[1]s:// не читаются.", fault.Clip(scheme)))
}

func notAddress(text fault.Text) error {
	return fault.E(fault.Invalid, text, nil).
		WithHint(fault.Say("Write https://github.com/owner/name, a link to a file there, owner/name or a path like /home/me/project.",
			"Укажите https://github.com/owner/name, ссылку на файл там, owner/name или путь вида /home/me/project."))
}

// isPath reports whether an address is a place of this machine.
func isPath(text string) bool {
	return strings.HasPrefix(text, "/") || text == "." || text == ".." || strings.HasPrefix(text, "./") || strings.HasPrefix(text, "../") ||
		strings.HasPrefix(text, "~") || filepath.IsAbs(text)
}

func local(place string) (Address, error) {
	if strings.HasPrefix(place, "~") {
		return Address{}, notAddress(fault.Say("Write the path from its beginning instead of ~.", "Вместо ~ укажите путь с начала."))
	}
	a := Address{Kind: Local, Forge: Plain}
	if at := strings.LastIndex(place, "#L"); at > 0 {
		if a.First, a.Last = lined(place[at+1:]); a.First > 0 {
			place = place[:at]
		}
		if more := strings.LastIndex(place, "#L"); more > 0 {
			if first, _ := lined(place[more+1:]); first > 0 {
				return Address{}, notAddress(fault.Say("The path points at lines twice.", "Путь дважды указывает на строки."))
			}
		}
	}
	whole, err := filepath.Abs(place)
	if err != nil {
		return Address{}, fault.E(fault.Invalid, fault.Say("The path has no beginning on this machine.", "У пути нет начала на этой машине."), err)
	}
	if a.Path = whole; strings.TrimSpace(whole) != whole {
		return Address{}, notAddress(fault.Say("The path ends in a space.", "Путь оканчивается пробелом."))
	}
	return a, nil
}

// fileURL is file:///path, on this machine.
func fileURL(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Host != "" && u.Host != "localhost") || !strings.HasPrefix(u.Path, "/") || strings.ContainsFunc(u.Path, unicode.IsControl) {
		return Address{}, notAddress(fault.Say("A file:// address has three slashes and a path of this machine.",
			"В адресе file:// три косые черты и путь на этой машине."))
	}
	a, err := local(u.Path)
	if first, last := lined(u.Fragment); err == nil && first > 0 {
		a.First, a.Last = first, last
	}
	return a, err
}

// scp is the short form in which git takes SSH addresses: user@host:owner/name.
var scp = regexp.MustCompile(`^[A-Za-z0-9._-]+@([A-Za-z0-9.-]+):([^/].*)$`)

func secureCopy(text string) (string, bool) {
	parts := scp.FindStringSubmatch(text)
	if parts == nil || strings.Contains(text, "://") {
		return "", false
	}
	return "https://" + parts[1] + "/" + parts[2], true
}

// withoutPort takes the port of SSH away, behind which no pages are.
func withoutPort(rest string) string {
	host, below, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, '@') {
		host = host[:at]
	}
	return host + "/" + below
}

// ownerName is GitHub's own short form. An owner has no dot, which a host has.
var ownerName = regexp.MustCompile(`^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}-?/[A-Za-z0-9._-]{1,100}$`)

// bare reads an address without scheme: owner/name, or host/owner/name.
func bare(text string) (Address, error) {
	if ownerName.MatchString(text) && !strings.HasPrefix(text, "localhost/") {
		return web("https://github.com/" + text)
	}
	host, _, below := strings.Cut(text, "/")
	if !below || !strings.ContainsAny(host, ".:") && host != "localhost" {
		return Address{}, notAddress(fault.Say("%[1]q is not an address of code.", "«%[1]s» — не адрес кода.", fault.Clip(text)))
	}
	return web("https://" + text)
}

// web reads an https address of a host.
func web(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Address{}, notAddress(fault.Say("This is not an address.", "Это не адрес.")) // the cause would show what is in it
	}
	if _, secret := u.User.Password(); secret {
		return Address{}, fault.E(fault.Invalid, fault.Say("The address holds a password. Give it without.", "В адресе есть пароль. Укажите адрес без него."), nil).
			WithHint(fault.Say("The operator gives tokens to hosts in the settings.", "Токены узлов администратор указывает в настройках."))
	}
	host, err := hostOf(u)
	if err != nil {
		return Address{}, notAddress(fault.Say("The address has no host.", "В адресе нет узла."))
	}
	a := Address{Kind: Repository, Host: host, Forge: Plain}
	if forge, ok := known[host]; ok {
		a.Forge = forge
	}
	parts, ok := partsOf(u.Path)
	if !ok {
		return Address{}, notAddress(fault.Say("The address names no repository.", "В адресе нет репозитория."))
	}
	a.First, a.Last = lined(u.Fragment)
	if given := u.Query().Get("ref"); isRef(given) {
		a.Ref = given
	}
	return a.read(parts, u)
}

// hostOf spells a host one way: lower-case ASCII, no usual port.
func hostOf(u *url.URL) (string, error) {
	host := strings.TrimSuffix(u.Hostname(), ".")
	if ip, err := netip.ParseAddr(host); err == nil && ip.Zone() == "" {
		host = ip.String()
	} else if host, err = ascii(host); err != nil || host == "" || strings.Contains(host, "..") || strings.HasPrefix(host, ".") || strings.HasSuffix(host, ".") {
		return "", notAddress(fault.Text{})
	}
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != "443" && port != "80" {
		host += ":" + port
	}
	return host, nil
}

// ascii is a host in ASCII. Bytes that are no text pass once, and are no host.
func ascii(host string) (string, error) {
	once, err := idna.Lookup.ToASCII(host)
	if err != nil {
		return "", err //nolint:wrapcheck // hostOf says what it means
	}
	return idna.Lookup.ToASCII(once)
}

// partsOf cuts the path of an address. What leads upwards is none.
func partsOf(below string) ([]string, bool) {
	parts := slices.DeleteFunc(strings.Split(below, "/"), func(p string) bool { return p == "" })
	for _, p := range parts {
		if p == "." || p == ".." || strings.ContainsFunc(p, unicode.IsControl) || strings.Contains(p, `\`) {
			return nil, false
		}
	}
	return parts, len(parts) > 0
}

// archiveEnds are how files of archives end.
var archiveEnds = []string{".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst"}

func archiveEnd(name string) (string, bool) {
	for _, end := range archiveEnds {
		if strings.HasSuffix(strings.ToLower(name), end) {
			return end, true
		}
	}
	return "", false
}

// read finds out what the path of an address names.
func (a Address) read(parts []string, u *url.URL) (Address, error) {
	if a.Host == "raw.githubusercontent.com" || a.Host == "codeload.github.com" {
		return a.beside(parts)
	}
	for _, at := range marks {
		if found, ok := at(a, parts); ok {
			return found.checked()
		}
	}
	if _, ok := archiveEnd(parts[len(parts)-1]); ok {
		a.Kind, a.Path, a.query, a.Ref = Archive, path.Join(parts...), u.RawQuery, ""
		return a, nil
	}
	if a.Forge == GitHub || a.Forge == Bitbucket || a.Forge == Gitea {
		parts = parts[:min(len(parts), 2)] // below that are pages of issues, requests and the like
	}
	a.Name = strings.Join(parts, "/")
	return a.checked()
}

// notInNames are characters that mean something else in an address, and stand in no repository's
// name on any forge.
const notInNames = "#?%@:\"<>\\^`{|}*[]"

// checked cuts ".git" off and refuses what cannot be a repository.
func (a Address) checked() (Address, error) {
	a.Name = strings.TrimSuffix(a.Name, ".git")
	owned := strings.Contains(a.Name, "/")
	if a.Name == "" || strings.HasSuffix(a.Name, "/") || !owned && a.Forge != Plain || strings.ContainsAny(a.Name, notInNames) || strings.ContainsFunc(a.Name, unicode.IsSpace) {
		return Address{}, notAddress(fault.Say("The address names no repository of %[1]s.", "В адресе нет репозитория %[1]s.", a.Host))
	}
	if a.Ref != "" && !isRef(a.Ref) {
		return Address{}, notAddress(fault.Say("%[1]q is not a branch, tag or commit.", "«%[1]s» — не ветка, не тег и не коммит.", fault.Clip(a.Ref)))
	}
	return a, nil
}

// badRef is what git takes in no name (git-check-ref-format).
var badRef = regexp.MustCompile(`[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|\.lock(?:/|$)|^/|/$|\.$|^-|^@$`)

// isRef reports whether a text can be a branch, tag or commit.
func isRef(text string) bool { return text != "" && len(text) <= 255 && !badRef.MatchString(text) }
