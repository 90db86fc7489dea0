package align

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
)

// commonText is in how many of a hundred functions a feature stands, of those that stand in
// 0.8 or more; TestCommon_table wrote it from data sets whose licence allows it.
//
//go:embed common.txt
var commonText string

// rarities are the weights of common features.
var rarities = func() map[uint32]float64 {
	all := map[uint32]float64{}
	for line := range strings.Lines(commonText) {
		hash, share, _ := strings.Cut(strings.TrimSpace(line), " ")
		h, err := strconv.ParseUint(hash, 16, 32)
		percent, wrong := strconv.ParseFloat(share, 64)
		if err != nil || wrong != nil {
			continue
		}
		all[uint32(h)] = max(0.03, math.Log(100/percent)/math.Log(125))
	}
	return all
}()

// rarity is how much a feature says, 0..1: 1 for one that stands in under 0.8 of a hundred
// functions, and the less the more common it is.
func rarity(feature uint32) float64 {
	if r, ok := rarities[feature]; ok {
		return r
	}
	return 1
}
