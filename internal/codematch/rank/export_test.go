package rank

// Share is how much two sequences have in common, over the mean of their lengths and over the
// shorter.
func Share(a, b []uint32) (mean, shorter float32) { return sequenceOf(a).share(b) }

// Longest is how many symbols a sequence is cut to.
const Longest = longest

// Spread is what candidates get of each other.
var Spread = spread
