package dense

import (
	"bytes"
	"context"

	"github.com/viterin/vek/vek32"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
)

// corpus is all units of a tenant with the vectors of one space. It does not change.
type corpus struct {
	space  string
	seen   int64 // change of the last vector
	matrix matrix
	parts  []*part // by repository
	rows   []int32 // of the matrix by unit, through all parts; -1 where there is no vector
}

// has says whether the corpus is of just these generations, which are in order.
func (c *corpus) has(wanted []mirror.Generation) bool {
	if len(wanted) != len(c.parts) {
		return false
	}
	for i, p := range c.parts {
		if p.generation != wanted[i] {
			return false
		}
	}
	return true
}

// part is the units of a generation.
type part struct {
	generation mirror.Generation
	files      []file
	units      []held // by file and unit
}

type file struct {
	path     string
	language lexer.Language
}

type held struct {
	file, unit int32
	kind       unit.Kind
	digest     digest
}

func (p *part) place(u held) index.Place {
	return index.Place{Repository: p.generation.Repository, File: u.file, Unit: u.unit}
}

// filesAtATime is how many files are read from the mirror together.
const filesAtATime = 64

// readPart reads the units of a generation. A unit whose text is gone, or is nothing but white
// space, has no vector and is left out.
func readPart(ctx context.Context, source Source, tenant string, g mirror.Generation) (*part, error) {
	p := &part{generation: g}
	for {
		files, err := source.Files(ctx, tenant, g, len(p.files)-1, filesAtATime)
		if err != nil {
			return nil, err
		}
		texts, err := source.Texts(ctx, tenant, digests(files))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			for i := range f.Units {
				if code := codeOf(f, i, texts); len(bytes.TrimSpace(code)) > 0 {
					p.units = append(p.units, held{file: int32(len(p.files)), unit: int32(i), kind: f.Units[i].Kind, digest: digestOf(code)})
				}
			}
			p.files = append(p.files, file{path: f.Path, language: f.Language})
		}
		if len(files) < filesAtATime {
			return p, ctx.Err()
		}
	}
}

// digests are the texts that are needed to read the units of files.
func digests(files []mirror.File) (list []string) {
	for _, f := range files {
		if len(f.Units) > 0 {
			list = append(list, f.Digest)
		}
	}
	return list
}

// codeOf is the text of a unit, nil where it is gone.
func codeOf(f mirror.File, u int, texts map[string][]byte) []byte {
	text := texts[f.Digest]
	if u >= len(f.Units) || f.Units[u].Start > f.Units[u].End || f.Units[u].End > len(text) {
		return nil
	}
	return text[f.Units[u].Start:f.Units[u].End]
}

// blockRows is how many vectors stand in memory together: large enough to be read in one go,
// small enough that a matrix which grows is not copied.
const blockRows = 1024

// matrix is vectors of length 1 by row. Rows are only added, by whoever has the tenant's turn:
// a copy of a matrix does not change.
type matrix struct {
	dimension int
	rows      int
	blocks    [][]float32
}

// add adds a row. What has another dimension, or is not of length 1, is damaged and refused.
func (m *matrix) add(v []float32) bool {
	if len(v) != m.dimension || m.dimension == 0 {
		return false
	}
	if length := vek32.Dot(v, v); !(length > 0.99 && length < 1.01) { // NaN is not either
		return false
	}
	if m.rows == len(m.blocks)*blockRows {
		m.blocks = append(m.blocks, make([]float32, blockRows*m.dimension))
	}
	copy(m.row(m.rows), v)
	m.rows++
	return true
}

func (m *matrix) row(r int) []float32 {
	from := r % blockRows * m.dimension
	return m.blocks[r/blockRows][from : from+m.dimension : from+m.dimension]
}
