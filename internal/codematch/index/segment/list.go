package segment

import (
	"encoding/binary"
	"iter"
)

// A list is varints: how many units, then how many bytes the units take, then for each unit
// twice the distance from the one before it less one, plus 1 when a count follows; no count is
// 1. A list of one unit, as most are, has neither of the two numbers before it but the unit
// four times with 2 added, plus 1 when a count follows.

// Block is how many units Read gives at a time.
const Block = 128

// List is the units that have a term, ascending.
type List struct {
	units int
	next  uint32 // the lowest unit that may come
	rest  []byte
	one   uint32 // of a list of one unit: its count; 0 is any other list
}

// Units is how many units have the term.
func (l *List) Units() int { return l.units }

// Read gives the next units and how often each has the term, and how many they are; 0 is the
// end. Bytes that make no sense end the list too.
func (l *List) Read(units, counts *[Block]uint32) int {
	if l.one > 0 {
		units[0], counts[0] = l.next, l.one
		l.one = 0
		return 1
	}
	next, rest, n := l.next, l.rest, 0
	for n < Block && len(rest) > 0 {
		var gap uint32
		if b := rest[0]; b < 0x80 {
			gap, rest = uint32(b), rest[1:]
		} else if gap, rest = number(rest); rest == nil {
			break
		}
		count := uint32(1)
		if gap&1 != 0 {
			if len(rest) == 0 {
				break
			}
			if b := rest[0]; b < 0x80 {
				count, rest = uint32(b), rest[1:]
			} else if count, rest = number(rest); rest == nil {
				break
			}
		}
		next += gap >> 1
		units[n], counts[n] = next, count
		next++
		n++
	}
	l.next, l.rest = next, rest
	return n
}

// number takes a varint off data; the rest is nil where there is none.
func number(data []byte) (uint32, []byte) {
	v, n := binary.Uvarint(data)
	if n <= 0 || v > 1<<32-1 {
		return 0, nil
	}
	return uint32(v), data[n:]
}

// cut takes the list off data that stands at its beginning; ok is false where none does.
func cut(data []byte) (l List, rest []byte, ok bool) {
	first, rest := number(data)
	if rest == nil {
		return List{}, nil, false
	}
	if first&2 == 0 {
		size, rest := number(rest)
		if rest == nil || uint64(size) > uint64(len(rest)) {
			return List{}, nil, false
		}
		return List{units: int(first >> 2), rest: rest[:size]}, rest[size:], true
	}
	l = List{units: 1, next: first >> 2, one: 1}
	if first&1 != 0 {
		if l.one, rest = number(rest); rest == nil || l.one == 0 {
			return List{}, nil, false
		}
	}
	return l, rest, true
}

// appendList adds the list of units, which are packed as key says.
func appendList(out, scratch []byte, keys []uint64) (_, _ []byte) {
	if len(keys) == 1 {
		u, count := unpackKey(keys[0])
		if count == 1 {
			return binary.AppendUvarint(out, uint64(u)<<2|2), scratch
		}
		out = binary.AppendUvarint(out, uint64(u)<<2|3)
		return binary.AppendUvarint(out, uint64(count)), scratch
	}
	scratch = scratch[:0]
	next := uint32(0)
	for _, key := range keys {
		u, count := unpackKey(key)
		if count == 1 {
			scratch = binary.AppendUvarint(scratch, uint64(u-next)<<1)
		} else {
			scratch = binary.AppendUvarint(scratch, uint64(u-next)<<1|1)
			scratch = binary.AppendUvarint(scratch, uint64(count))
		}
		next = u + 1
	}
	out = binary.AppendUvarint(out, uint64(len(keys))<<2)
	out = binary.AppendUvarint(out, uint64(len(scratch)))
	return append(out, scratch...), scratch
}

// dictionary is the terms of a field.
type dictionary struct{ hashes, strides, lists numbers }

// find looks a hash up. Hashes are spread evenly over their range, so its place is about as
// far into them as it is into the range; the search widens from there.
func (d *dictionary) find(hash uint32) (List, bool) {
	i := d.first(hash)
	if i == d.hashes.len() || d.hashes.at(i) != hash {
		return List{}, false
	}
	return d.list(i)
}

// first is the place of the first hash that is not below hash.
func (d *dictionary) first(hash uint32) int {
	n := d.hashes.len()
	if n == 0 {
		return 0
	}
	guess := int(uint64(hash) * uint64(n) >> 32)
	low, high := guess, guess // all before low are below hash, none from high on is
	for step := 16; low > 0 && d.hashes.at(low-1) >= hash; step *= 4 {
		high, low = low, max(low-step, 0)
	}
	for step := 16; high < n && d.hashes.at(high) < hash; step *= 4 {
		low, high = high+1, min(high+step, n)
	}
	for low < high {
		if middle := (low + high) / 2; d.hashes.at(middle) < hash {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// list is that of the term at a place.
func (d *dictionary) list(i int) (List, bool) {
	start := d.strides.at(i / stride)
	if uint64(start) > uint64(len(d.lists)) {
		return List{}, false
	}
	rest := []byte(d.lists[start:])
	var l List
	for range i%stride + 1 {
		var ok bool
		if l, rest, ok = cut(rest); !ok {
			return List{}, false
		}
	}
	return l, true
}

// between goes over the terms from one hash to another, both included.
func (d *dictionary) between(from, to uint32) iter.Seq2[uint32, List] {
	return func(yield func(uint32, List) bool) {
		i, n := d.first(from), d.hashes.len()
		if i == n {
			return
		}
		start := d.strides.at(i / stride)
		if uint64(start) > uint64(len(d.lists)) {
			return
		}
		rest := []byte(d.lists[start:])
		for at := i - i%stride; at < n; at++ {
			l, after, ok := cut(rest)
			rest = after
			switch {
			case !ok || d.hashes.at(at) > to:
				return
			case at >= i && !yield(d.hashes.at(at), l):
				return
			}
		}
	}
}
