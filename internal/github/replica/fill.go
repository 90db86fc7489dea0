package replica

import (
	"crypto/sha1" //nolint:gosec // names of commits, as git has them
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"slices"
	"strconv"
	"time"
)

// fill brings a sample of a login's commits, in time order, to the numbers the yearly lines
// tell. Each missing commit repeats the files of the one before it, under a name and a time
// of its own. So totals, years, paths and pages agree with each other as they do on GitHub,
// and a path's share of the commits is its share of the sample.
func fill(sample []*commit, years []year, total int) []*commit {
	if len(sample) == 0 || len(sample) >= total {
		return sample
	}
	byYear := map[int][]*commit{}
	for _, c := range sample {
		byYear[c.at.UTC().Year()] = append(byYear[c.at.UTC().Year()], c)
	}
	out := make([]*commit, 0, total)
	for _, y := range years {
		have := byYear[y.year]
		delete(byYear, y.year)
		if len(have) == 0 {
			have = []*commit{nearest(sample, y)}
		}
		out = append(out, spread(have, y)...)
	}
	for _, rest := range byYear { // a year no line tells of
		out = append(out, rest...)
	}
	slices.SortStableFunc(out, func(a, b *commit) int {
		if d := a.at.Compare(b.at); d != 0 {
			return d
		}
		return compareText(a.sha, b.sha)
	})
	return out
}

func nearest(sample []*commit, y year) *commit {
	for _, c := range slices.Backward(sample) {
		if c.at.Before(y.first) {
			return c
		}
	}
	return sample[0]
}

// spread repeats commits evenly until there are as many as the year had.
func spread(have []*commit, y year) []*commit {
	if len(have) >= y.commits {
		return have
	}
	out := make([]*commit, 0, y.commits)
	per := make([]int, len(have))
	for i := range y.commits {
		per[i*len(have)/y.commits]++
	}
	for k, c := range have {
		until := y.last
		if k+1 < len(have) {
			until = have[k+1].at
		}
		from := c.at
		own := from.UTC().Year() == y.year
		if !own {
			from = y.first
		}
		step := max(0, until.Sub(from)) / time.Duration(per[k]+1)
		for i := range per[k] {
			if i == 0 && own {
				out = append(out, c)
				continue
			}
			digest := sha1.Sum([]byte(c.sha + "/" + strconv.Itoa(y.year) + "/" + strconv.Itoa(i))) //nolint:gosec // a name, not a secret
			out = append(out, &commit{
				sha: hex.EncodeToString(digest[:]), at: from.Add(step * time.Duration(i)).Truncate(time.Second),
				work: c.work, files: c.files, total: c.total,
			})
		}
	}
	return out
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// number invents a stable one for what the world gives none.
func number(kind, name string, n int) int64 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(kind + "\x00" + name + "\x00" + strconv.Itoa(n)))
	return int64(h.Sum32()>>1) + 1
}

func nodeID(prefix string, id int64) string {
	return prefix + "kgD" + hex.EncodeToString(binary.BigEndian.AppendUint64(nil, uint64(id)))
}
