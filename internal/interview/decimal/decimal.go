// Package decimal rounds the shares and scores of the room.
package decimal

import "math"

// Round keeps so many digits, so that sums in another order read the same.
func Round(v float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(v*scale) / scale
}
