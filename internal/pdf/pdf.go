// Package pdf reads the text layer of PDF files: which characters stand where on each
// page. A third-party parser supplies objects and streams; repairing the file before it,
// the content programs, fonts and encodings are here. Reading order is package layout's
// affair, the size of a file and the time it gets are of those who read one.
package pdf

import (
	"bytes"
	"context"
	"fmt"
	"math"

	pdflib "github.com/ledongthuc/pdf"

	"kadry/internal/pdf/layout"
)

// Page is the text layer of one page.
type Page struct {
	Glyphs  []layout.Glyph // origin at the lower left corner of the page as it is shown
	Width   float64        // in points, zero when the file does not say
	Height  float64
	Hidden  int  // characters left out because nobody would see them
	Rotated int  // characters left out because they do not run left to right
	Unnamed int  // characters whose font does not say what they stand for
	Damaged bool // the page or a font of it could not be read in full
}

// Bounds limit what one file may cost.
type Bounds struct {
	Pages    int
	Unpacked int64 // bytes of all streams
}

// Read returns the pages of a file. The error is a *SizeError, ErrEncrypted, ErrEmpty, the
// context's own, or says that the file is damaged beyond reading.
func Read(ctx context.Context, data []byte, within Bounds) (pages []Page, err error) {
	defer recoverTo(&err)
	mended, err := mend(ctx, data, within.Unpacked)
	if err != nil {
		return nil, err
	}
	file, err := pdflib.NewReader(bytes.NewReader(mended), int64(len(mended)))
	if err != nil {
		return nil, fmt.Errorf("pdf: open: %w", err)
	}
	tree := walker{limit: within.Pages}
	tree.walk(file.Trailer().Key("Root").Key("Pages"), inherited{}, 0)
	if len(tree.sheets) > within.Pages {
		return nil, &SizeError{What: Pages, Got: int64(len(tree.sheets)), Max: int64(within.Pages)}
	}
	if len(tree.sheets) == 0 {
		return nil, ErrEmpty
	}
	r := reader{budget: newBudget(ctx, within.Unpacked), fonts: map[string]*font{}}
	for _, s := range tree.sheets {
		page, err := r.page(s)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// recoverTo turns a panic of the parser, its way of reporting damage, into an error.
func recoverTo(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("pdf: damaged file: %v", r)
	}
}

// inherited are page attributes that may stand on any ancestor in the page tree.
type inherited struct {
	resources pdflib.Value
	box       pdflib.Value
	rotate    pdflib.Value
}

func (i inherited) with(node pdflib.Value) inherited {
	if v := node.Key("Resources"); !v.IsNull() {
		i.resources = v
	}
	if v := node.Key("MediaBox"); !v.IsNull() {
		i.box = v
	}
	if v := node.Key("Rotate"); !v.IsNull() {
		i.rotate = v
	}
	return i
}

// sheet is a page as the page tree describes it.
type sheet struct {
	page pdflib.Value
	from inherited
}

// maxVisits bounds the page tree: a node may name itself or an ancestor as its kid.
const maxVisits = 10_000

// walker collects the pages of the tree in order.
type walker struct {
	sheets []sheet
	visits int
	limit  int
}

// walk stops one page over the limit for real, but goes on counting up to maxVisits so
// that the answer can say how many pages there are.
func (w *walker) walk(node pdflib.Value, from inherited, depth int) {
	if w.visits++; w.visits > maxVisits || depth > maxDepth {
		return
	}
	from = from.with(node)
	kids := node.Key("Kids")
	if kids.Kind() != pdflib.Array {
		if node.Kind() == pdflib.Dict {
			w.sheets = append(w.sheets, sheet{page: node, from: from})
		}
		return
	}
	for i := range kids.Len() {
		if kid, ok := element(kids, i); ok {
			w.walk(kid, from, depth+1)
		}
	}
}

// element reads one item of an array whose items may be damaged one by one.
func element(list pdflib.Value, i int) (v pdflib.Value, ok bool) {
	defer func() {
		if recover() != nil {
			v, ok = pdflib.Value{}, false
		}
	}()
	v = list.Index(i)
	return v, !v.IsNull()
}

// reader reads the pages of one file and shares its fonts among them.
type reader struct {
	budget *budget
	fonts  map[string]*font
}

// page runs the content of one page. Damage costs the rest of this page only.
func (r *reader) page(s sheet) (Page, error) {
	turn, box := upright(s.from.rotate, boxOf(s.from.box))
	c := &canvas{reader: r, sheet: box, path: nowhere}
	if !math.IsInf(box.right, 1) {
		c.page.Width, c.page.Height = box.right, box.top
	}
	c.state.matrix = turn
	c.state.scale = 1
	content, err := r.content(s.page)
	if err != nil {
		return Page{}, err
	}
	if err := c.run(content, s.from.resources, 0); err != nil {
		return Page{}, err
	}
	return c.finish(), nil
}

// content joins the streams of a page, which may be split between any two tokens.
func (r *reader) content(page pdflib.Value) (joined []byte, err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	contents := page.Key("Contents")
	if contents.Kind() != pdflib.Array {
		return r.budget.read(contents)
	}
	for i := range contents.Len() {
		part, ok := element(contents, i)
		if !ok {
			continue
		}
		bytes, err := r.budget.read(part)
		if err != nil {
			return nil, err
		}
		joined = append(append(joined, bytes...), '\n')
	}
	return joined, nil
}

// font returns a font of the resources. Pages share fonts but not always a resource
// dictionary, so the font's own text, references included, is the key.
// A damaged font is remembered as none.
func (r *reader) font(resources pdflib.Value, label string) (f *font, err error) {
	key := ""
	defer func() {
		if recover() != nil {
			f, r.fonts[key] = nil, nil
		}
	}()
	v := resources.Key("Font").Key(label)
	if v.Kind() != pdflib.Dict {
		return nil, nil
	}
	key = v.String()
	if known, ok := r.fonts[key]; ok {
		return known, nil
	}
	f, err = newFont(v, r.budget)
	if err != nil {
		return nil, err
	}
	r.fonts[key] = f
	return f, nil
}
