package skill

import "testing"

func TestLevelOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"junior": "junior", "\tJunior\n": "junior", "джуниор": "junior", "mid": "mid", "middle": "mid", "Middle": "mid", "Мидл": "mid",
		"Senior": "senior", "сеньор": "senior", "СЕНЬОР": "senior", "": "", "god": "god",
	} {
		if got := LevelOf(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
