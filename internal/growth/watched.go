//go:build race

package growth

const watched = true
