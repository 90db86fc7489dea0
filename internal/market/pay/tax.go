package pay

// bracket is a rate of income tax that holds from an income on, in roubles a year.
type bracket struct{ from, rate float64 }

// brackets are those of residents of Russia since 2025 (article 224 of the tax code, as amended by
// federal law 176-FZ of 12 July 2024). Non-residents, and the parts of pay that northern
// coefficients add, are taxed otherwise and are not told apart here.
var brackets = [...]bracket{{0, 0.13}, {2_400_000, 0.15}, {5_000_000, 0.18}, {20_000_000, 0.20}, {50_000_000, 0.22}}

// months of a year, in which a pay is taken to stay what it is.
const months = 12

// Net is what is left of a gross pay, both in roubles a month.
func Net(gross float64) float64 {
	net := 0.0
	for i, b := range brackets {
		from := b.from / months
		if gross <= from {
			break
		}
		part := gross - from
		if i+1 < len(brackets) {
			part = min(part, (brackets[i+1].from-b.from)/months)
		}
		net += part * (1 - b.rate)
	}
	return net
}

// Gross is the pay of which Net leaves net, both in roubles a month.
func Gross(net float64) float64 {
	gross := 0.0
	for i, b := range brackets {
		part := net / (1 - b.rate)
		if i+1 < len(brackets) {
			part = min(part, (brackets[i+1].from-b.from)/months)
		}
		gross += part
		net -= part * (1 - b.rate)
		if net <= 0 {
			break
		}
	}
	return gross
}
