package pdf

import (
	"strings"

	pdflib "github.com/ledongthuc/pdf"
)

// face is how the letters of a font look.
type face struct{ bold, italic bool }

// Flags of a font descriptor (ISO 32000-1, table 123) and the weight from which letters
// look bold.
const (
	italicFlag    = 1 << 6
	forceBoldFlag = 1 << 18
	boldWeight    = 600
)

// boldNames and italicNames are parts of font names, in lower case: words all foundries
// use, and the short forms of the TeX fonts.
var (
	boldNames   = []string{"bold", "black", "heavy", "semibd", "demi", "cmbx", "sfbx", "ectb", "lmbx"}
	italicNames = []string{"italic", "oblique", "kursiv", "cmti", "sfti", "lmri", "slanted"}
)

// faceOf tells the face by the descriptor and by the name, as few producers fill in both.
func faceOf(v pdflib.Value) face {
	descriptor := v.Key("FontDescriptor")
	if descriptor.IsNull() {
		descriptor = v.Key("DescendantFonts").Index(0).Key("FontDescriptor")
	}
	name := strings.ToLower(v.Key("BaseFont").Name())
	if _, rest, subset := strings.Cut(name, "+"); subset {
		name = rest
	}
	flags := descriptor.Key("Flags").Int64()
	return face{
		bold:   containsAny(name, boldNames) || flags&forceBoldFlag != 0 || descriptor.Key("FontWeight").Float64() >= boldWeight,
		italic: containsAny(name, italicNames) || flags&italicFlag != 0 || descriptor.Key("ItalicAngle").Float64() != 0,
	}
}

func containsAny(name string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(name, p) {
			return true
		}
	}
	return false
}
