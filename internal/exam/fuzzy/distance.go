package fuzzy

import "math/bits"

// pattern is a query prepared for the bit-parallel edit distance of Myers (1999) in the
// block form of Hyyrö (2003). The first block is filled up in front with rows that match
// everything for nothing, so that every block ends at its last bit.
type pattern struct {
	length int
	filled int      // rows in front of the query
	equal  []uint64 // by symbol, then block: the rows it matches
	column []block
}

// block is 64 rows of a column of the table of distances: which rows are one more, and
// which one less, than the row above.
type block struct{ more, less uint64 }

const blockRows = 64

// prepare takes in the query, of one symbol at least.
func (p *pattern) prepare(query []symbol) {
	blocks := (len(query) + blockRows - 1) / blockRows
	p.length = len(query)
	p.filled = blocks*blockRows - len(query)
	p.equal = zeroed(p.equal, symbols*blocks)
	p.column = zeroed(p.column, blocks)
	for i, s := range query {
		row := i + p.filled
		p.equal[int(s)*blocks+row/blockRows] |= 1 << (row % blockRows)
	}
	for s := range symbols {
		p.equal[s*blocks] |= 1<<p.filled - 1
	}
}

// distance is the least number of insertions, deletions and replacements that turn the
// query into any piece of the text, or more than the limit when there is none within it.
// steps is how many blocks were worked on, the measure of what it cost. Only blocks that
// can still stay within the limit are worked on (Ukkonen, 1985).
func (p *pattern) distance(text []symbol, limit int) (distance, steps int) {
	best := min(limit+1, p.length) // the empty piece is always there
	blocks := len(p.column)
	last := min((p.filled+limit)/blockRows, blocks-1)
	for i := range last + 1 {
		p.reset(i)
	}
	score := (last+1)*blockRows - p.filled // of the last row worked on
	for _, s := range text {
		equal := p.equal[int(s)*blocks:][:blocks]
		more, less := advance(p.column[:last+1], equal, 0, 0)
		score += int(more) - int(less)
		steps += last + 1
		above := score - int(more) + int(less)
		switch {
		case last+1 < blocks && above < best && (equal[last+1]&1 != 0 || less != 0):
			last++
			p.reset(last)
			more, less = advance(p.column[last:last+1], equal[last:], more, less)
			score = above + blockRows + int(more) - int(less)
			steps++
		default:
			for last > 0 && score >= best+blockRows {
				score += bits.OnesCount64(p.column[last].less) - bits.OnesCount64(p.column[last].more)
				last--
			}
		}
		if last == blocks-1 {
			best = min(best, score)
		}
	}
	return best, steps
}

// reset gives a block its distances before the text, where each row costs one more.
func (p *pattern) reset(i int) {
	p.column[i] = block{more: ^uint64(0)}
	if i == 0 {
		p.column[i].more <<= p.filled
	}
}

// advance moves blocks one symbol of the text on. more and less are the differences, +1 or
// -1, between this symbol and the last in the row above the blocks, and below them when
// they come back.
func advance(column []block, equal []uint64, more, less uint64) (moreOut, lessOut uint64) {
	for i := range column {
		b := column[i]
		match := equal[i]
		vertical := match | b.less
		match |= less
		horizontal := (((match & b.more) + b.more) ^ b.more) | match
		up := b.less | ^(horizontal | b.more)
		down := b.more & horizontal
		upIn, downIn := up<<1|more, down<<1|less
		more, less = up>>(blockRows-1), down>>(blockRows-1)
		column[i] = block{more: downIn | ^(vertical | upIn), less: upIn & vertical}
	}
	return more, less
}

// zeroed returns n zero values in the room of the slice where it suffices.
func zeroed[T any](room []T, n int) []T {
	if cap(room) < n {
		return make([]T, n)
	}
	room = room[:n]
	clear(room)
	return room
}
