package resume

import (
	"strings"
	"testing"
)

// testTables reads the tables that come with the package.
func testTables(t testing.TB) *tables {
	t.Helper()
	all, err := builtIn()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTables_areRead(t *testing.T) {
	t.Parallel()
	all := testTables(t)
	if len(all.headings) < 400 || len(all.halves) < 10 || len(all.clues) < 40 || len(all.schools.exact) < 50 || len(all.degrees) < 90 || len(all.certificates) < 40 {
		t.Errorf("%d headings, %d halves, %d clues, %d schools, %d degrees, certificates by %d words",
			len(all.headings), len(all.halves), len(all.clues), len(all.schools.exact), len(all.degrees), len(all.certificates))
	}
}

func TestTables_refuseMalformedRows(t *testing.T) {
	t.Parallel()
	empty := func() *tables {
		return &tables{headings: map[string]string{}, squeezed: map[string]string{}, halves: map[string]string{}, degreesBy: map[string][]int{}, certificates: map[string][]known{}}
	}
	for _, row := range []struct {
		text    string
		columns int
		take    func(row []string) error
		says    string
	}{
		{"# remark\nskills\theading\n", 3, empty().takeHeading, "line 2: 2 columns"},
		{"skills\t\tskills\n", 3, empty().takeHeading, "empty"},
		{"skills\theading\tskills \n", 3, empty().takeHeading, "space"},
		{"\n", 1, empty().takeSchool, "line 1"},
		{"talents\theading\tskills\n", 3, empty().takeHeading, `"talents"`},
		{"skills\ttitle\tskills\n", 3, empty().takeHeading, `"title"`},
		{"skills\theading\tjobs\nexperience\theading\tjobs\n", 3, empty().takeHeading, "line 2"},
		{"skills\thalf\tjobs\nexperience\thalf\tjobs\n", 3, empty().takeHeading, "line 2"},
		{"high\tphd\n", 2, empty().takeDegree, `"high"`},
		{"1\tOne\t-\n", 3, empty().takeCertificate, "no word"},
	} {
		if err := eachRow(row.text, row.columns, row.take); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%q: %v, want %q", row.text, err, row.says)
		}
	}
}
