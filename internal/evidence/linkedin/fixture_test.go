package linkedin_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

var today = time.Date(2026, time.November, 22, 9, 0, 0, 0, time.UTC)

// zipOf packs entries given as name, content, name, content ...
func zipOf(t testing.TB, entries ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(entries); i += 2 {
		f, err := w.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(entries[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Files of an archive, of a person who does not exist.
const (
	profileCSV = "\xEF\xBB\xBFFirst Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers\r\n" +
		"Ann,Example,Sample,\"1 Sample Street, Oslo\",Jan 1,Backend engineer at Example Bank,\"Ten years of payments.\r\nWrite to ann@mail.example or +47 22 33 44 55 66.\",Banking,0150,\"Oslo, Norway\",[annexample],[PORTFOLIO:https://ann.example],\r\n"
	positionsCSV = "Company Name,Title,Description,Location,Started On,Finished On\n" +
		"Example Bank,Backend engineer,\"Payments, in Go.\nAnd \"\"more\"\".\",\"Oslo, Norway\",Jan 2020,\n" +
		"Sample Telecom,Engineer,,,Mar 2016,Feb 2020\n" +
		"Mock Retail,Intern,,,2015,2016\n"
	educationCSV      = "School Name,Start Date,End Date,Notes,Degree Name,Activities\nExample University,2010,2015,,\"MSc, Statistics\",\n"
	skillsCSV         = "Name\nGo\nPostgreSQL\n\nKafka\n"
	languagesCSV      = "Name,Proficiency\nEnglish,Full professional proficiency\nНорвежский,\n"
	licencesCSV       = "Name,Url,Authority,Started On,Finished On,License Number\nCertified Sampler,https://certificates.example/1,Example Board,Jun 2021,,A-17\n"
	recommendationCSV = "First Name,Last Name,Company,Job Title,Text,Creation Date,Status\n" +
		"Bob,Secretname,Sample Telecom,Lead,\"Ann is good, says Bob.\",\"01/19/13, 12:10 AM\",VISIBLE\n" +
		"Eve,Hiddenname,Sample Telecom,Lead,No.,\"02/20/14, 01:10 PM\",HIDDEN\n"
	endorsementCSV = "Endorsement Date,Skill Name,Endorser First Name,Endorser Last Name,Endorser Public Url,Endorsement Status\n" +
		"2026/07/28 13:20:47 UTC,Go,Bob,Secretname,www.linkedin.com/in/secretname,ACCEPTED\n" +
		"2026/07/29 13:20:47 UTC,go,Eve,Hiddenname,www.linkedin.com/in/hiddenname,ACCEPTED\n" +
		"2026/07/30 13:20:47 UTC,Kafka,Eve,Hiddenname,www.linkedin.com/in/hiddenname,REJECTED\n"
	connectionsCSV = "Notes:\n\"When exporting your connection data, you may notice that ...\"\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nBob,Secretname,https://www.linkedin.com/in/secretname,bob@mail.example,Sample Telecom,Lead,01 Jan 2020\n"
)

func fullExport(t testing.TB) []byte {
	t.Helper()
	return zipOf(t,
		"Profile.csv", profileCSV, "Positions.csv", positionsCSV, "Education.csv", educationCSV, "Skills.csv", skillsCSV,
		"Languages.csv", languagesCSV, "Certifications.csv", licencesCSV, "Recommendations_Received.csv", recommendationCSV,
		"Endorsement_Received_Info.csv", endorsementCSV, "Connections.csv", connectionsCSV, "messages.csv", connectionsCSV,
		"Invitations.csv", connectionsCSV, "Email Addresses.csv", "Email Address,Confirmed\nann@mail.example,Yes\n")
}

// sheet builds a PDF as LinkedIn's own writer lays it out: Letter pages, every piece of
// text placed by itself, in a composite font that only its ToUnicode map explains.
type sheet struct{ pages []*strings.Builder }

const (
	sidebarAt = 21.6
	mainAt    = 223.6
)

// page starts a new page.
func (s *sheet) page() { s.pages = append(s.pages, &strings.Builder{}) }

// at sets a text.
func (s *sheet) at(x, y, size float64, text string) {
	var hex strings.Builder
	for _, r := range text {
		fmt.Fprintf(&hex, "%04X", r)
	}
	fmt.Fprintf(s.pages[len(s.pages)-1], "BT /F1 %g Tf 1 0 0 1 %g %g Tm [<%s>] TJ ET\n", size, x, y, hex.String())
}

// set is a line of a column: its size and what it says.
type set struct {
	size float64
	text string
}

// column sets lines under each other, at a step a little wider than the font.
func (s *sheet) column(x, y float64, lines ...set) {
	for i, l := range lines {
		if i > 0 {
			y -= 1.4 * l.size
		}
		s.at(x, y, l.size, l.text)
	}
}

// bytes writes the file, with the number of each page at its foot.
func (s *sheet) bytes() []byte {
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", ""}
	add := func(object string) int {
		objects = append(objects, object)
		return len(objects)
	}
	stream := func(body string) int {
		return add(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(body), body))
	}
	cmap := stream("begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap")
	under := add("<</Type/Font/Subtype/CIDFontType2/BaseFont/AAAAAA+Sample/DW 500>>")
	font := add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Sample/Encoding/Identity-H/ToUnicode %d 0 R/DescendantFonts[%d 0 R]>>", cmap, under))
	var kids strings.Builder
	for i, p := range s.pages {
		last := &sheet{pages: []*strings.Builder{{}}}
		last.at(350, 30, 9, fmt.Sprintf("Page %d of %d", i+1, len(s.pages)))
		content := stream(p.String() + last.pages[0].String())
		fmt.Fprintf(&kids, "%d 0 R ", add(fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 %d 0 R>>>>/Contents %d 0 R>>", font, content)))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(s.pages))
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes()
}

// englishPage is a profile of two pages with several jobs at one company.
func englishPage() []byte {
	s := &sheet{}
	s.page()
	s.column(sidebarAt, 740,
		set{13, "Contact"}, set{10.5, "+47 22 33 44 55 66 (Mobile)"}, set{10.5, "ann@mail.example"},
		set{10.5, "www.linkedin.com/in/ann-"}, set{10.5, "example-17 (LinkedIn)"},
		set{13, "Top Skills"}, set{10.5, "Go (Programming"}, set{10.5, "Language)"}, set{10.5, "PostgreSQL"}, set{10.5, "Kafka"},
		set{13, "Languages"}, set{10.5, "English (Native or"}, set{10.5, "Bilingual)"}, set{10.5, "Norwegian"},
		set{13, "Certifications"}, set{10.5, "Certified Sampler"},
		set{13, "Honors-Awards"}, set{10.5, "Best Sample"})
	s.column(mainAt, 738.5,
		set{26, "Ann Example"}, set{12, "Backend engineer at Example Bank | payments"}, set{12, "and more"}, set{12, "Oslo, Norway"},
		set{15.75, "Summary"}, set{12, "Ten years of payments. Write to ann@mail.example"}, set{12, "or call."},
		set{15.75, "Experience"},
		set{12, "Example Bank"}, set{10.5, "6 years 7 months"},
		set{11.5, "Lead backend engineer"}, set{10.5, "May 2022 - Present (4 years 3 months)"}, set{10.5, "Oslo, Norway"},
		set{10.5, "Payments in Go."}, set{10.5, "- Cut the cost"},
		set{11.5, "Backend engineer"}, set{10.5, "January 2020 - May 2022 (2 years 5 months)"})
	s.page()
	s.column(mainAt, 740,
		set{10.5, "Wrote ledgers for the bank, one after the other, in 2021."},
		set{12, "Sample Telecom"}, set{11.5, "Engineer"}, set{10.5, "2016 - 2019 (3 years)"}, set{10.5, "Greater Bergen Area"},
		set{15.75, "Education"}, set{12, "Example University"}, set{10.5, "Master of Science - MS, Statistics · (2010 - 2015)"},
		set{12, "Sample School"}, set{10.5, "(2010)"})
	return s.bytes()
}

// russianPage is a profile saved from a Russian page.
func russianPage() []byte {
	s := &sheet{}
	s.page()
	s.column(sidebarAt, 740,
		set{13, "Способы связаться"}, set{10.5, "www.linkedin.com/in/анна-"}, set{10.5, "примерова (LinkedIn)"},
		set{13, "Основные навыки"}, set{10.5, "Go"}, set{10.5, "Нагрузочное тестирование"},
		set{13, "Languages"}, set{10.5, "Русский (Native or Bilingual)"})
	s.column(mainAt, 740,
		set{26, "Анна Примерова"}, set{12, "Инженер в ООО «Пример»"}, set{12, "Казань, Татарстан, Россия"},
		set{15.75, "Общие сведения"}, set{12, "Пишу серверы."},
		set{15.75, "Опыт работы"},
		set{12, "ООО «Пример»"}, set{11.5, "Ведущий инженер"}, set{10.5, "октябрь 2024 г. – настоящее время (1 год 10 месяцев)"}, set{10.5, "Казань"},
		set{12, "АО «Образец»"}, set{11.5, "Инженер"}, set{10.5, "март 2019 г. – сентябрь 2024 г. (5 лет 7 месяцев)"},
		set{10.5, "Поддерживала базы данных."},
		set{15.75, "Образование"}, set{12, "Университет примеров"}, set{10.5, "Магистр, Прикладная математика · (2012 - 2018)"})
	return s.bytes()
}
