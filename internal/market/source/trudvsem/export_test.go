package trudvsem

import "kadry/internal/market/posting"

// Decode reads a page.
func Decode(body []byte) (posting.Page, error) { return decode(body) }

// Regions are the codes by the ids of areas.
func Regions() map[string]string { return regions }

// CodeOf and AreaOf turn an area into a code and back.
func CodeOf(area string) string { return codeOf(area) }

// AreaOf is the area of a code.
func AreaOf(code string) string { return areaOf(code) }
