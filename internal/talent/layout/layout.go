// Package layout is what the eye sees of a CV beside its words: where each line stands,
// how large and heavy it is set, and which words the file itself names as a name, a title
// or a date. Readers of files fill it in and the rules of extraction look at it; it holds
// no rule of its own.
package layout

// Page is the text of a document with its look. The zero values of Lines and Fields say
// that the source has none, as plain text pasted into a form.
type Page struct {
	Text   string
	Lines  []Line  // in text order; a line of the text without an entry has no known look
	Fields []Field // in text order, not overlapping
}

// Line is how one line of the text looks. Lengths are shares of the page, so that files of
// all formats and paper sizes compare; zero means unknown.
type Line struct {
	Start   int     `json:"s"`           // byte offset in the text where the line begins
	Page    int     `json:"p,omitempty"` // from 1
	Column  int     `json:"c,omitempty"` // lines read as one column, cell or text box share it
	Left    float32 `json:"x,omitempty"` // of the width of the page: where the line begins
	Right   float32 `json:"r,omitempty"` // and where it ends
	Top     float32 `json:"y,omitempty"` // of the height of the page, from above
	Size    float32 `json:"z,omitempty"` // of the font, where 1 is the size most of the text is set in
	Bold    bool    `json:"b,omitempty"`
	Italic  bool    `json:"i,omitempty"`
	Heading int     `json:"h,omitempty"` // 1..6 where the file says that the line is a heading
	Margin  Margin  `json:"m,omitempty"`
	Joined  int     `json:"n,omitempty"` // lines of the page that were put together for it, when it is more than one
	Cells   []int   `json:"t,omitempty"` // byte offsets from Start where further cells of a row begin: after a wide gap, a tab or a table border
}

// sameSize is the share that sizes of one face are apart at most: readers round them.
const sameSize = 0.05

// SameSize reports lines set in letters of one size.
func (l Line) SameSize(o Line) bool {
	return l.Size-o.Size < sameSize*o.Size && o.Size-l.Size < sameSize*l.Size
}

// Margin says that a line is repeated by the page and not part of its flow.
type Margin string

// The margins.
const (
	Header Margin = "header"
	Footer Margin = "footer"
)

// Field is a stretch of the text whose meaning the file states itself, as JSON Resume does.
type Field struct {
	Role  Role `json:"role"`
	Entry int  `json:"entry"` // fields of one job, school, language ... share it
	Start int  `json:"start"`
	End   int  `json:"end"` // byte offsets in the text
}

// Role is what a field says.
type Role string

// The roles. Roles of an entry begin with the name of its kind.
const (
	Name              Role = "name"
	Headline          Role = "headline"
	Email             Role = "email"
	Phone             Role = "phone"
	Location          Role = "location"
	Summary           Role = "summary"
	JobTitle          Role = "job.title"
	JobEmployer       Role = "job.employer"
	JobLocation       Role = "job.location"
	JobStart          Role = "job.start"
	JobEnd            Role = "job.end"
	JobText           Role = "job.text"
	SchoolInstitution Role = "school.institution"
	SchoolDegree      Role = "school.degree"
	SchoolField       Role = "school.field"
	SchoolStart       Role = "school.start"
	SchoolEnd         Role = "school.end"
	LanguageName      Role = "language.name"
	LanguageLevel     Role = "language.level"
	CertificateName   Role = "certificate.name"
	CertificateIssuer Role = "certificate.issuer"
	CertificateDate   Role = "certificate.date"
	SkillName         Role = "skill.name"
)
