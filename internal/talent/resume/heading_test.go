package resume

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnlistedHeadings reads headings by a telling word, and leaves firms and posts alone.
func TestUnlistedHeadings(t *testing.T) {
	t.Parallel()
	rows := []struct{ text, want string }{
		{"Ann Example\n\nMy career so far\n\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.", "contacts experience"},
		{"Ann Example\n\nРассказ о себе\nЛюблю порядок.\n\nМой трудовой путь\nМарт 2019 - май 2020\nООО «Пример», инженер", "contacts summary experience"},
		{"Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.\n\nTechnologies I work with\nGo, SQL", "experience skills"},
		{"Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.\n\nГде я учился\nУниверситет «Пример», 2010 - 2014", "experience education"},
		{"Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.\n\nCareer Lighthouse\nAnalyst\nMar 2017 - Apr 2018\nBuilt.", "experience"},
		{"Experience\n\nUser Experience Designer\nAcme Labs\nMar 2019 - Apr 2020\nDrew.", "experience"},
		{"Ann Example\n\nWork record – please start with the most recent\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.", "contacts experience"},
		{"Education\nSample College, 1994\n\nCertificate in Sample Management\nMock College, 2020", "education"},
		{"Skills\n\nLanguages: Go, SQL\nAdditional: Git", "skills"},
		{"Skills\nGo\n\nLanguages: English, German", "skills languages"},
	}
	for _, row := range rows {
		var kinds []string
		for _, s := range extract(row.text).Sections {
			kinds = append(kinds, s.Kind)
		}
		if diff := cmp.Diff(row.want, strings.Join(kinds, " ")); diff != "" {
			t.Errorf("sections of %q (-want +got):\n%s", row.text, diff)
		}
	}
}
