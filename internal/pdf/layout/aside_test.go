package layout

import "testing"

func TestHasYear(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Mar’18 – Jul’20": true, "6/22 - now": true, "13/22": false, "a/22": false, "/22": false, "Sep '07": true, "2019": true, "05.2019 –": true, "19-21": false, "12345": false, "O’Brien 18": false, "’123": false, "’": false, "1899": false, "": false,
	} {
		if got := hasYear(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
