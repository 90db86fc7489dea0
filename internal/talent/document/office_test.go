package document_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/talent/document"
)

func p(text string) string { return "<w:p><w:r><w:t>" + text + "</w:t></w:r></w:p>" }

func TestReadDOCX(t *testing.T) {
	t.Parallel()
	const links = `<Relationships><Relationship Id="r1" TargetMode="External" Target="https://example.com/ann"/></Relationships>`
	for name, c := range map[string]struct {
		body     string
		more     []string
		want     string
		warnings []string
	}{
		"runs, tabs and breaks": {
			body: `<w:p><w:r><w:t>Go</w:t><w:tab/><w:t xml:space="preserve">and </w:t></w:r><w:r><w:t>SQL</w:t><w:br/><w:t>full</w:t><w:noBreakHyphen/><w:t>stack</w:t></w:r></w:p>`,
			want: "Go and SQL\nfull-stack",
		},
		"lists": {
			body: `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>` +
				`<w:p><w:pPr><w:pStyle w:val="ListBullet2"/></w:pPr><w:r><w:t>two</w:t></w:r></w:p>` +
				`<w:p><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>three</w:t></w:r></w:p>`,
			want: "• one\n• two\nthree",
		},
		"controls, changes and fields": {
			body: `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>` + p("kept") + `</w:sdtContent></w:sdt>` +
				`<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>` +
				`<w:r><w:instrText> PAGE </w:instrText></w:r></w:p>`,
			want: "kept\nnew",
		},
		"text box and its fallback": {
			body: `<w:p><w:r><w:t>body</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx><w:txbxContent>` + p("box") +
				`</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><w:pict><w:txbxContent>` + p("box") +
				`</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
			want: "body\nbox",
		},
		"link": {
			body: `<w:p><w:hyperlink r:id="r1"><w:r><w:t>My site</w:t></w:r></w:hyperlink></w:p>` +
				`<w:p><w:hyperlink r:id="r1"><w:r><w:t>example.com/ann</w:t></w:r></w:hyperlink></w:p>`,
			more: []string{"word/_rels/document.xml.rels", links},
			want: "My site (https://example.com/ann)\nexample.com/ann",
		},
		"listing table": {
			body: `<w:tbl><w:tr><w:tc>` + p("Go") + `</w:tc><w:tc>` + p("5 years") + `</w:tc></w:tr><w:tr><w:tc>` + p("SQL") + `</w:tc><w:tc>` + p("3 years") + `</w:tc></w:tr></w:tbl>`,
			want: "Go | 5 years\nSQL | 3 years",
		},
		"layout table": {
			body: `<w:tbl><w:tr><w:tc>` + p("Ann Example") + `</w:tc></w:tr><w:tr><w:tc>` + p("Skills") + p("Go") + p("SQL") + `</w:tc><w:tc>` + p("Experience") + p("Example Bank") + `</w:tc></w:tr></w:tbl>`,
			want: "Ann Example\nSkills\nGo\nSQL\n\nExperience\nExample Bank",
		},
		"rows of jobs with cells of several paragraphs": {
			body: `<w:tbl><w:tr><w:tc>` + p("Time") + `</w:tc><w:tc>` + p("Firm") + `</w:tc><w:tc>` + p("Duties") + `</w:tc></w:tr>` +
				`<w:tr><w:tc>` + p("Oct 2022 –") + p("now") + `</w:tc><w:tc>` + p("Example") + p("Works Ltd.") + `</w:tc><w:tc>` + p("Built") + p("Mended") + p("Sold") + p("Wrote letters") + `</w:tc></w:tr>` +
				`<w:tr><w:tc>` + p("2019 – 2022") + `</w:tc><w:tc>` + p("Sample Mills") + `</w:tc><w:tc>` + p("Ground") + `</w:tc></w:tr></w:tbl>`,
			want: "Time | Firm | Duties\nOct 2022 – now | Example Works Ltd. | Built\nMended\nSold\nWrote letters\n2019 – 2022 | Sample Mills | Ground",
		},
		"two columns of jobs, row by row": {
			body: `<w:tbl><w:tr><w:tc>` + p("Example Works") + p("2019 – now") + `</w:tc><w:tc>` + p("Fitter") + p("Built") + p("Mended") + `</w:tc></w:tr>` +
				`<w:tr><w:tc>` + p("Sample Mills") + p("2015 – 2019") + `</w:tc><w:tc>` + p("Miller") + p("Ground") + p("Sold") + `</w:tc></w:tr></w:tbl>`,
			want: "Example Works\n2019 – now\nFitter\nBuilt\nMended\nSample Mills\n2015 – 2019\nMiller\nGround\nSold",
		},
		"tables within tables": {
			body: strings.Repeat(`<w:tbl><w:tr><w:tc>`+p("2019 – now")+`</w:tc><w:tc>`, 3) + p("Fitter") + strings.Repeat(`</w:tc></w:tr></w:tbl>`, 3),
			want: "2019 – now | 2019 – now | 2019 – now | Fitter",
		},
		"headers, notes and footers": {
			body: p("body"),
			more: []string{
				"word/header1.xml", "<w:hdr " + wordSpace + ">" + p("Ann Example") + "</w:hdr>",
				"word/footnotes.xml", "<w:footnotes " + wordSpace + "><w:footnote>" + p("note") + "</w:footnote></w:footnotes>",
				"word/footer1.xml", "<w:ftr " + wordSpace + ">" + p("ann@example.com") + "</w:ftr>",
				"word/footer2.xml", "<w:ftr " + wordSpace + ">" + p("Confidential") + "</w:ftr>",
			},
			want: "Ann Example\nbody\nnote\nann@example.com", warnings: []string{"page_footer"},
		},
		"hidden text": {
			body: `<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Kubernetes</w:t></w:r>` +
				`<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Kafka</w:t></w:r><w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:t>Spark</w:t></w:r>` +
				`<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> too</w:t></w:r></w:p>`,
			want: "seen too", warnings: []string{"hidden_text"},
		},
		"white on a bar": {
			body: `<w:p><w:pPr><w:shd w:fill="203040"/></w:pPr><w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>Ann Example</w:t></w:r></w:p>`,
			want: "Ann Example",
		},
		"spaces and marks": {
			body: p("C\u00a0\u00a0and\u200b \ufb01ne \uf0b7 e\u0301 cod\u00ading"), want: "C and fine • é coding",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := readingOf(t, "cv.docx", docxFile(t, c.body, c.more...))
			want := reading{Format: document.DOCX, Charset: "utf-8", Text: c.want, Warnings: c.warnings}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadODT(t *testing.T) {
	t.Parallel()
	body := `<text:h>Навыки</text:h><text:list><text:list-item><text:p>Go<text:s text:c="3"/>и<text:tab/>SQL</text:p></text:list-item></text:list>` +
		`<text:p>a<text:line-break/>b <text:span>c</text:span><office:annotation><text:p>remark</text:p></office:annotation></text:p>` +
		`<text:p><text:a xlink:href="https://example.com/ann">My site</text:a></text:p>` +
		`<table:table><table:table-column/><table:table-row><table:table-cell><text:p>Go</text:p></table:table-cell><table:table-cell><text:p>5 years</text:p></table:table-cell></table:table-row></table:table>`
	styles := `<o xmlns:o="o" xmlns:text="t" xmlns:s="s"><s:styles><text:p>not text</text:p></s:styles><o:master-styles><s:header><text:p>Ann Example</text:p></s:header><s:footer><text:p><text:page-number>1</text:page-number></text:p></s:footer></o:master-styles></o>`
	want := reading{
		Format: document.ODT, Charset: "utf-8",
		Text: "Ann Example\n\nНавыки\n• Go и SQL\na\nb c\nMy site (https://example.com/ann)\nGo | 5 years",
	}
	if diff := cmp.Diff(want, readingOf(t, "cv.odt", odtFile(t, body, "styles.xml", styles))); diff != "" {
		t.Error(diff)
	}
}

func TestReadRTF(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, charset, want string }{
		"code page":    {`{\rtf1\ansi\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2, Go\par}`, "windows-1251", "Привет, Go"},
		"font charset": {`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}}{\f0 caf\'e9 }{\f1 \'ea\'ee\'e4}}`, "windows-1252", "café код"},
		"unicode":      {`{\rtf1\ansi\uc1 \u1055?\u1088?{\uc2\u1080??}{\uc0\u1074}\u-3913?\u55357?\u56832? x}`, "windows-1252", "Прив•😀 x"},
		"destinations": {`{\rtf1{\info{\title Secret}}{\*\generator Word;}{\stylesheet{\s0 Normal;}}{\pict 89504e47}text{\footnote note}}`, "windows-1252", "textnote"},
		"signs":        {`{\rtf1 a\tab b\line c\par d\~e\_f\emdash g\{h\}\\ \bullet i}`, "windows-1252", "a b\nc\nd e-f—g{h}\\ •i"},
		"list":         {`{\rtf1{\listtext\'b7\tab}one\par{\pntext 2.\tab}two\par}`, "windows-1252", "• one\n• two"},
		"table":        {`{\rtf1\trowd Go\cell 5 years\cell\row}`, "windows-1252", "Go | 5 years"},
		"link":         {`{\rtf1{\field{\*\fldinst HYPERLINK "https://example.com/a"}{\fldrslt My site}}}`, "windows-1252", "https://example.com/a My site"},
		"binary data":  {`{\rtf1 a{\pict\bin5 }}}}}}b}`, "windows-1252", "ab"},
		"unbalanced":   {`{\rtf1 a}}}} b\'`, "windows-1252", "a b"},
	} {
		want := reading{Format: document.RTF, Charset: c.charset, Text: c.want}
		if diff := cmp.Diff(want, readingOf(t, "cv.rtf", []byte(c.file))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	hidden := reading{Format: document.RTF, Charset: "windows-1252", Text: "seen", Warnings: []string{"hidden_text"}}
	if diff := cmp.Diff(hidden, readingOf(t, "cv.rtf", []byte(`{\rtf1 seen{\v secret}}`))); diff != "" {
		t.Error(diff)
	}
}

// TestRead_manyTablesWithinTables would not end if the cells of a table were written each time one looks at it.
func TestRead_manyTablesWithinTables(t *testing.T) {
	t.Parallel()
	const depth = 120
	word := strings.Repeat(`<w:tbl><w:tr><w:tc>`+p("2019 – now")+`</w:tc><w:tc>`, depth) + p("Fitter") + strings.Repeat(`</w:tc></w:tr></w:tbl>`, depth)
	if got := readingOf(t, "cv.docx", docxFile(t, word)); strings.Count(got.Text, "2019") != depth || !strings.Contains(got.Text, "Fitter") {
		t.Errorf("%d of %d tables are read", strings.Count(got.Text, "2019"), depth)
	}
}
