// Package linkedin reads what a member of LinkedIn gives of their own profile: the archive
// of their data, the page they saved as PDF, or a snapshot of the data portability API.
//
// It holds the forms of these files and what each of them can and cannot know. It never
// asks LinkedIn for anything, never fills in what a file does not say, and keeps no e-mail,
// phone, address, date of birth and no name of anybody but the member. What a profile is
// worth for a vacancy is not its affair.
package linkedin

import (
	"context"
	"slices"
	"time"

	"kadry/internal/fault"
)

// Source is the form in which a profile was given.
type Source string

// The sources read.
const (
	Export   Source = "export"   // the archive of a member's data
	PDF      Source = "pdf"      // "Save to PDF" on the member's page
	Snapshot Source = "snapshot" // an answer of the member data portability API
)

// Profile is what a member says of themselves. Whatever the source does not say is empty.
type Profile struct {
	Username            string // the last part of the profile's address
	FullName            string
	Headline            string
	Location            string
	Summary             string
	Skills              []Skill
	Experience          []Position // as the source orders them
	TotalMonths         int        // months with at least one position
	Education           []Education
	Certifications      []Certification
	Languages           []Language
	RecommendationCount *int // shown ones; nil where the source does not say
}

// Skill is a skill the member lists.
type Skill struct {
	Name         string
	Endorsements *int // accepted ones; nil where the source does not say
}

// Position is one job. Months are as fine as the source states them.
type Position struct {
	Company        string
	Title          string
	Description    string
	Location       string
	Start, End     Month // End is zero when Current, or when it is not stated
	Current        bool
	DurationMonths int // both ends counted, as LinkedIn does; zero when it cannot be told
}

// Education is one school.
type Education struct {
	School, Degree, Field string
	StartYear, EndYear    int
}

// Certification is a certificate or licence.
type Certification struct {
	Name, Organization string
	Issued             Month
	CredentialID, URL  string
}

// Language is a language and how well it is spoken, in the words of the source.
type Language struct{ Name, Proficiency string }

// Reading says on what each field rests and what could not be read.
type Reading struct {
	Source   Source
	AsOf     Month // the month in which an open job still ran
	Origins  []Origin
	Unknown  []Unknown
	Warnings []Warning
}

// Origin is where a field was found: names of files in an archive, of domains in a
// snapshot, or "page 2" of a PDF.
type Origin struct {
	Field  Field
	Places []string
}

// Unknown is a field the source cannot answer in full, and why.
type Unknown struct {
	Field  Field
	Reason fault.Text
}

// Warning is a part of the source that could not be read.
type Warning struct {
	Place string
	Text  fault.Text
}

// Limits of what is read, far above what one person's career needs.
const (
	maxBody     = 64 << 20 // bytes of the whole file
	maxItems    = 1000     // positions, skills, ... of each kind
	maxText     = 20_000   // characters of one field
	maxWarnings = 50
)

// Read reads a profile from a file and tells its form by its content; the name serves
// messages only. Open jobs last until today unless the file itself says of which month it
// is.
//
// Every size is bounded, but a file is hostile input and parsers have defects: a server
// reads in another process, see Serve.
func Read(name string, body []byte, today time.Time) (Profile, Reading, error) {
	return read(context.Background(), name, body, today)
}

func read(ctx context.Context, name string, body []byte, today time.Time) (Profile, Reading, error) {
	if len(body) > maxBody {
		return Profile{}, Reading{}, fault.E(fault.TooLarge, fault.Say(
			"The file %q has %d bytes; the limit is %d.", "Файл «%s»: %d байт; допустимо не более %d.", fault.Clip(name), len(body), maxBody), nil)
	}
	d := newDraft(today)
	var err error
	switch form(body) {
	case Export:
		err = d.readExport(body)
	case PDF:
		err = d.readPDF(ctx, body)
	case Snapshot:
		err = d.readSnapshot(body)
	default:
		err = fault.E(fault.Invalid, fault.Say(
			"The file %q is neither an archive of LinkedIn data (ZIP), nor a profile saved as PDF, nor a snapshot (JSON).",
			"Файл «%s» — не архив данных LinkedIn (ZIP), не профиль в PDF и не снимок данных (JSON).", fault.Clip(name)), nil).WithHint(howToGet)
	}
	if err != nil {
		return Profile{}, Reading{}, err
	}
	return d.finish()
}

// howToGet is the next step after a file that is none of the forms.
var howToGet = fault.Say(
	"On LinkedIn: More > Save to PDF on your own profile, or Settings > Data privacy > Get a copy of your data.",
	"В LinkedIn: «Ещё» > «Сохранить в PDF» в своём профиле или «Настройки» > «Конфиденциальность данных» > «Получить копию данных».")

// newMonth is the month of a moment.
func newMonth(t time.Time) Month { return Month{Year: t.Year(), Month: int(t.Month())} }

// draft is a profile being read.
type draft struct {
	Profile
	reading Reading
	today   Month
	origins map[Field][]string
	partial map[Field]bool // found, but the source does not show all of it
}

func newDraft(today time.Time) *draft {
	month := newMonth(today)
	return &draft{today: month, reading: Reading{AsOf: month}, origins: map[Field][]string{}, partial: map[Field]bool{}}
}

// found notes that a field rests on a place.
func (d *draft) found(place string, fields ...Field) {
	for _, field := range fields {
		if !slices.Contains(d.origins[field], place) {
			d.origins[field] = append(d.origins[field], place)
		}
	}
}

// warn notes a part that could not be read.
func (d *draft) warn(place string, text fault.Text) {
	if len(d.reading.Warnings) < maxWarnings {
		d.reading.Warnings = append(d.reading.Warnings, Warning{Place: place, Text: text})
	}
}

// finish counts the months, and says where each field comes from and which are unknown.
func (d *draft) finish() (Profile, Reading, error) {
	if d.empty() {
		return Profile{}, Reading{}, fault.E(fault.Invalid, fault.Say(
			"The file has the form of LinkedIn data, but says nothing of the member: no name, no job, no skill.",
			"Файл похож на данные LinkedIn, но о человеке в нём ничего нет: ни имени, ни работы, ни навыков."), nil).WithHint(howToGet)
	}
	for i := range d.Experience {
		p := &d.Experience[i]
		p.DurationMonths = p.span(d.reading.AsOf).months()
	}
	d.TotalMonths = union(d.Experience, d.reading.AsOf)
	for _, f := range fields {
		if places := d.origins[f.Field]; places != nil {
			d.reading.Origins = append(d.reading.Origins, Origin{Field: f.Field, Places: places})
		}
		if d.origins[f.Field] == nil || d.partial[f.Field] {
			d.reading.Unknown = append(d.reading.Unknown, Unknown{Field: f.Field, Reason: f.reason(d.reading.Source)})
		}
	}
	return d.Profile, d.reading, nil
}

func (d *draft) empty() bool {
	return d.FullName == "" && d.Headline == "" && len(d.Experience)+len(d.Skills)+len(d.Education)+
		len(d.Certifications)+len(d.Languages) == 0
}
