package resume

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCertificates_toldInSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Ann Example\n\nEducation and Training\nSample College, 1994\nI passed Foobar Typewriting Stage III in 1994 and took the Introduction to Mock Administration (2020).": {"Foobar Typewriting Stage III", "Introduction to Mock Administration"},
		"Анна Пример\n\nОбразование\nПробный институт, 2007\nВ 2023 году прошла курс «Проба. Начала», 40 часов.":                                                              {"Проба. Начала"},
		"Ann Example\n\nWork experience\nExample Ltd, engineer, 2019 – 2022\nPassed Foobar Audits of the plant and attended Mock Meetings.":                                   nil,
		"Ann Example\n\nEducation\nSample College, 1994\nreceived nothing. attended":                                                                                          nil,
		"Ann Example\n\nCertificates\nFork lift truck licence, 2019\nSTCW Basic Safety, 2020":                                                                                 {"Fork lift truck licence", "STCW Basic Safety"},
	} {
		var got []string
		for _, c := range extract(text).Certificates {
			got = append(got, c.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
