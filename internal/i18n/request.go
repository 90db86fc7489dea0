package i18n

import (
	"net/http"

	"golang.org/x/text/language"
)

// Cookie keeps the language that a person chose on the pages.
const Cookie = "kadry_lang"

// Requested is "ru" or "en": the language that a person chose on the pages, else the one
// that the request accepts.
func Requested(r *http.Request) string {
	if c, err := r.Cookie(Cookie); err == nil && (c.Value == "ru" || c.Value == "en") {
		return c.Value
	}
	return Accepted(r.Header.Get("Accept-Language"))
}

// Accepted is "ru" or "en": the one of them that an Accept-Language header prefers. A header
// that is missing, unreadable or wants neither gets English.
func Accepted(header string) string {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return "en"
	}
	for _, tag := range wanted {
		if base, _ := tag.Base(); base.String() == "ru" || base.String() == "en" {
			return base.String()
		}
	}
	return "en"
}
