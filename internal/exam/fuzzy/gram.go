package fuzzy

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// gram is three symbols in a row of a word with its blanks. No gram reaches from one word
// into the next, so the order of words does not matter to the first stage.
type gram uint32

// gramSpace bounds grams.
const gramSpace = 1 << (3 * symbolBits)

// postings are the slots of the texts that hold a gram.
type postings struct {
	texts int32  // of them not removed
	last  int32  // slot of the last text
	gaps  []byte // varints, each the distance to the slot before
}

// add appends a slot above all before it.
func (p *postings) add(slot int32) {
	p.gaps = binary.AppendUvarint(p.gaps, uint64(slot-p.last))
	p.last = slot
	p.texts++
}

// weigh adds the weight to every slot of the list.
func (p *postings) weigh(scores []uint32, weight uint32) {
	slot := -1
	for at := 0; at < len(p.gaps); {
		gap := int(p.gaps[at])
		at++
		if gap >= 0x80 {
			rest, n := binary.Uvarint(p.gaps[at:])
			gap, at = gap&0x7f|int(rest)<<7, at+n
		}
		slot += gap
		scores[slot] += weight
	}
}

// directory finds the postings of a gram: two levels, because a course uses a twentieth of
// the grams there are.
type directory struct {
	pages [symbols * symbols]*[symbols]int32 // number of the list + 1
	lists []postings
}

// list returns the postings of a gram, nil when no text ever held it.
func (d *directory) list(g gram) *postings {
	page := d.pages[g>>symbolBits]
	if page == nil || page[g%symbols] == 0 {
		return nil
	}
	return &d.lists[page[g%symbols]-1]
}

// put notes that the text of a slot holds a gram, once.
func (d *directory) put(g gram, slot int32) {
	page := d.pages[g>>symbolBits]
	if page == nil {
		page = new([symbols]int32)
		d.pages[g>>symbolBits] = page
	}
	number := page[g%symbols]
	if number == 0 {
		d.lists = append(d.lists, postings{last: -1})
		number = int32(len(d.lists))
		page[g%symbols] = number
	}
	if p := &d.lists[number-1]; p.last != slot {
		p.add(slot)
	}
}

// texts is how many live texts hold the gram.
func (d *directory) texts(g gram) int {
	if p := d.list(g); p != nil {
		return int(p.texts)
	}
	return 0
}

// gramAt is the gram whose middle symbol stands at the place.
func gramAt(text []symbol, middle int) gram {
	return gram(text[middle-1])<<(2*symbolBits) | gram(text[middle])<<symbolBits | gram(text[middle+1])
}

// gramSet is a set of grams that numbers its members.
type gramSet struct {
	has   [gramSpace / 64]uint64
	below [gramSpace / 64]uint16 // members before the word of bits
}

func (x *gramSet) add(g gram) { x.has[g/64] |= 1 << (g % 64) }

// count numbers the members and yields them in that order.
func (x *gramSet) count() iter.Seq[gram] {
	return func(yield func(gram) bool) {
		n := uint16(0)
		for i, word := range x.has {
			x.below[i] = n
			n += uint16(bits.OnesCount64(word))
			for ; word != 0; word &= word - 1 {
				if !yield(gram(i*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// number is the number of a gram, if it is in the set.
func (x *gramSet) number(g gram) (n uint16, ok bool) {
	word := x.has[g/64]
	if word>>(g%64)&1 == 0 {
		return 0, false
	}
	return x.below[g/64] + uint16(bits.OnesCount64(word&(1<<(g%64)-1))), true
}
