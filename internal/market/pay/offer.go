package pay

// Offer is what one posting offers a month, in one currency and on one basis. A bound of 0 was not
// stated; one of the two always is.
type Offer struct{ From, To float64 }

// widest is the largest to/from that is believed; beyond it the upper bound says nothing.
const widest = 5

// IsBoth reports whether both bounds are stated.
func (o Offer) IsBoth() bool { return o.From > 0 && o.To > 0 }

// mended returns the offer with swapped bounds put right and a meaningless upper one dropped.
func (o Offer) mended() Offer {
	if !o.IsBoth() {
		return o
	}
	if o.From > o.To {
		o.From, o.To = o.To, o.From
	}
	if o.To > widest*o.From {
		o.To = 0
	}
	return o
}

// bounds are where the pay lies that an offer means, given how wide the offers are that do not
// state both.
func (o Offer) bounds(span float64) (low, high float64) {
	switch {
	case o.IsBoth():
		return o.From, o.To
	case o.From > 0:
		return o.From, o.From * span
	}
	return o.To / span, o.To
}
