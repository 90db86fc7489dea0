package formula_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/exam/formula"
	"kadry/internal/growth"
)

// golden is the reviewed readings: alt text, LaTeX, whether it is understood.
type golden struct {
	alt, latex string
	ok         bool
}

func goldens(t testing.TB) []golden {
	t.Helper()
	file, err := os.Open("testdata/golden.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var rows []golden
	scan := bufio.NewScanner(file)
	for scan.Scan() {
		line := scan.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		alt, latex, found := strings.Cut(line, "\t")
		if !found {
			t.Fatalf("no tab in %q", line)
		}
		row := golden{alt: alt, latex: latex, ok: latex != "—"}
		if !row.ok {
			row.latex = ""
		}
		rows = append(rows, row)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestConvert_golden(t *testing.T) {
	t.Parallel()
	rows := goldens(t)
	understood := 0
	for _, row := range rows {
		got := formula.Convert(row.alt)
		if got.OK != row.ok || got.LaTeX != row.latex {
			t.Errorf("%q\n got %v %s\nwant %v %s", row.alt, got.OK, got.LaTeX, row.ok, row.latex)
		}
		if got.OK {
			understood++
			checkLaTeX(t, row.alt, got.LaTeX)
			checkMathML(t, row.alt, got.MathML)
		} else if got.MathML != "" {
			t.Errorf("%q: not understood, yet MathML %s", row.alt, got.MathML)
		}
	}
	if understood < 300 || len(rows)-understood < 40 {
		t.Errorf("%d understood and %d not: the golden set has lost lines", understood, len(rows)-understood)
	}
}

func TestConvert_mathML(t *testing.T) {
	t.Parallel()
	for alt, want := range map[string]string{
		"x плюс 0,5":            `<mrow><mi>x</mi><mo form="infix">+</mo><mn>0,5</mn></mrow>`,
		"минус x":               `<mrow><mo form="prefix" lspace="0" rspace="0">−</mo><mi>x</mi></mrow>`,
		"корень из 2":           `<msqrt><mn>2</mn></msqrt>`,
		"корень 3 степени из 8": `<mroot><mn>8</mn><mn>3</mn></mroot>`,
		"x_1 в квадрате":        `<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>`,
		"дробь: числитель: a, знаменатель: b конец дроби": `<mfrac><mi>a</mi><mi>b</mi></mfrac>`,
		"2 синус x":           "<mrow><mn>2</mn><mspace width=\"0.1667em\"></mspace><mi>sin</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace><mi>x</mi></mrow>",
		"косинус (x)":         "<mrow><mi>cos</mi><mo>\u2061</mo><mrow><mo form=\"prefix\" stretchy=\"false\">(</mo><mi>x</mi><mo form=\"postfix\" stretchy=\"false\">)</mo></mrow></mrow>",
		"60 градусов":         `<mrow><mn>60</mn><mo lspace="0" rspace="0">°</mo></mrow>`,
		"x меньше 10 000":     "<mrow><mi>x</mi><mo stretchy=\"false\">&lt;</mo><mn>10\u202f000</mn></mrow>",
		`\mathcal{E}`:         `<mi>ℰ</mi>`,
		"5 кг":                `<mrow><mn>5</mn><mspace width="0.1667em"></mspace><mtext>кг</mtext></mrow>`,
		"вектор AB":           `<mover accent="true"><mrow><mi>A</mi><mi>B</mi></mrow><mo stretchy="true">→</mo></mover>`,
		"сумма от k=1 до n k": `<mrow><munderover><mo movablelimits="true">∑</mo><mrow><mi>k</mi><mo stretchy="false">=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>k</mi></mrow>`,
		"система выражений x=1, новая строка y=2 конец системы": `<mrow><mo form="prefix" stretchy="true">{</mo><mtable columnalign="left">` +
			`<mtr><mtd><mrow><mi>x</mi><mo stretchy="false">=</mo><mn>1</mn><mo separator="true">,</mo></mrow></mtd></mtr>` +
			`<mtr><mtd><mrow><mi>y</mi><mo stretchy="false">=</mo><mn>2</mn></mrow></mtd></mtr></mtable></mrow>`,
	} {
		got := formula.Convert(alt).MathML
		head := `<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline" alttext="` + alt + `">`
		if got != head+want+"</math>" {
			t.Errorf("%q\n got %s\nwant %s", alt, got, head+want+"</math>")
		}
	}
}

func TestConvert_escapesTheReading(t *testing.T) {
	t.Parallel()
	got := formula.Convert(`x<y" & z`)
	if got.OK {
		t.Fatalf("a quotation mark was understood: %+v", got)
	}
	got = formula.Convert(`x<y, y>z'`)
	if !got.OK {
		t.Fatal("comparisons and a prime were not understood")
	}
	checkMathML(t, `x<y, y>z'`, got.MathML)
}

func TestReading(t *testing.T) {
	t.Parallel()
	for alt, want := range map[string]string{
		" ко\u00adси\u00adнус\u00a0 A. ":  "косинус A.",
		"x\u200b\u2060\ufeff плюс\r\n\ty": "x плюс y",
		"x\x00\x01\ufffe\xff":             "x",
		"и\u0306":                         "й",
		"\u202f1\u2009000":                "1 000",
		"":                                "",
	} {
		got := formula.Reading(alt)
		if got != want {
			t.Errorf("Reading(%q) = %q, want %q", alt, got, want)
		}
		if again := formula.Reading(got); again != got {
			t.Errorf("Reading(%q) = %q, not itself", got, again)
		}
	}
}

// TestConvert_hostileInput gives readings made to overflow the stack or to take for ever. It
// measures work, so it does not run beside other tests.
func TestConvert_hostileInput(t *testing.T) {
	const kilobytes32 = 32 << 10
	fill := func(piece string, size int) func(int) string {
		return func(share int) string { return strings.Repeat(piece, size/share/len(piece)) }
	}
	nested := func(open, inside, close string, levels int) func(int) string {
		return func(share int) string {
			return strings.Repeat(open, levels/share) + inside + strings.Repeat(close, levels/share)
		}
	}
	around := func(first string, inside func(int) string, last string) func(int) string {
		return func(share int) string { return first + inside(share) + last }
	}
	inputs := map[string]func(share int) string{
		"ten thousand open fractions": fill("дробь: числитель: ", 10_000*len("дробь: числитель: ")),
		"a megabyte":                  fill("плюс x ", 1<<20),
		"a megabyte of one word":      fill("пи", 1<<20),
		"fractions past the depth":    nested("дробь: числитель: 1, знаменатель: ", "2", " конец дроби", 300),
		"brackets past the depth":     nested("(", "x", ")", 10_000),
		"braces past the depth":       nested("{", "x", "}", 10_000),
		"bars":                        fill("|", kilobytes32),
		"open brackets":               fill("(", kilobytes32),
		"roots of roots":              around("", fill("корень из ", kilobytes32), "2"),
		"powers of powers":            around("x", fill(" в степени x", kilobytes32-8), ""),
		"square of square":            around("x", fill(" в квадрате", kilobytes32-8), ""),
		"indices":                     around("x", fill("_1", kilobytes32-8), ""),
		"limits":                      fill("предел при x ", kilobytes32),
		"sums":                        fill("сумма от ", kilobytes32),
		"glued words":                 fill("минуспи", kilobytes32),
		"glued words and a stranger":  around("", fill("минуспи", kilobytes32-8), "щ"),
		"systems":                     nested("система ", "x", " конец системы", 500),
		"commands":                    fill(`\vecvec`, kilobytes32),
		"unclosed text":               fill(`\text{`, kilobytes32),
		"functions":                   fill("синус ", kilobytes32),
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			const whole = 4 // quarters
			growth.Linear(t, whole, func(quarters int) func() {
				text := input(whole / quarters)
				return func() { formula.Convert(text) }
			})
		})
		got := formula.Convert(input(1))
		if got.OK {
			checkLaTeX(t, name, got.LaTeX)
			checkMathML(t, input(1), got.MathML)
		}
		switch name {
		case "ten thousand open fractions", "a megabyte", "fractions past the depth", "brackets past the depth", "roots of roots", "powers of powers", "systems", "limits", "sums":
			if got.OK {
				t.Errorf("%s was understood", name)
			}
		}
	}
}

func TestConvert_understandsDeepNestingOfRealFormulas(t *testing.T) {
	t.Parallel()
	alt := strings.Repeat("дробь: числитель: 1, знаменатель: ", 30) + "x" + strings.Repeat(" конец дроби", 30)
	got := formula.Convert(alt)
	if want := strings.Repeat(`\frac{1}{`, 30) + "x" + strings.Repeat("}", 30); got.LaTeX != want {
		t.Errorf("got %s", got.LaTeX)
	}
}

// genuineUnread is the genuine readings that are not understood, by the first digits of
// their SHA-256, with the reason.
var genuineUnread = map[string]string{}

var formulaPicture = regexp.MustCompile(`<img\b[^>]*/formula/[^>]*>`)

// TestConvert_genuineReadings reads every formula picture of the licensed pages.
func TestConvert_genuineReadings(t *testing.T) {
	t.Parallel()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	root = filepath.Join(root, "sdamgia")
	if _, err := os.Stat(root); err != nil {
		t.Skip("SKIP: needs sdamgia under KADRY_DATA_DIR")
	}
	readings := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		source := strings.ReplaceAll(string(text), `\"`, `"`) // pages inside JSON lines
		for _, picture := range formulaPicture.FindAllString(source, -1) {
			if _, alt, found := strings.Cut(picture, `alt="`); found {
				alt, _, _ = strings.Cut(alt, `"`)
				readings[html.UnescapeString(alt)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(readings) == 0 {
		t.Fatal("no formula pictures on the pages")
	}
	for alt := range readings {
		sum := sha256.Sum256([]byte(alt))
		digest := hex.EncodeToString(sum[:6])
		got := formula.Convert(alt)
		_, excused := genuineUnread[digest]
		if got.OK == excused {
			t.Errorf("reading %s of %d bytes: OK %v, listed as not understood %v", digest, len(alt), got.OK, excused)
		}
		if got.OK {
			checkLaTeX(t, digest, got.LaTeX)
			checkMathML(t, alt, got.MathML)
		}
	}
	t.Logf("%d distinct readings, %d not understood", len(readings), len(genuineUnread))
}
