package index

// Damping is Saturated taken apart for those who score many units of one field by the same
// mean length: Saturated(c, L, mean) is c·Top / (c + Base + Slope·L).
type Damping struct{ Top, Base, Slope float32 }

// DampingOf is that of a field of such a mean length.
func DampingOf(mean float64) Damping {
	if mean <= 0 {
		mean = 1
	}
	return Damping{
		Top:   saturation + 1,
		Base:  saturation * (1 - lengthShare),
		Slope: float32(saturation * lengthShare / mean),
	}
}
