package grade

import (
	"math"
	"slices"
)

func (c *comparison) polarity(f *features) {
	clash, agree := 0.0, 0.0
	for i, at := range c.hitAt {
		if at < 0 || c.rw[i] == 0 || c.hit[i] < likeForm {
			continue
		}
		if c.r.words[i].negated != c.a.words[at].negated {
			clash += c.rw[i]
		} else {
			agree += c.rw[i]
		}
	}
	f.add("clash", clash/(clash+agree+0.5))
	contrasts := 0.0
	for i := range c.r.words {
		if c.rw[i] == 0 || c.hit[i] == 1 {
			continue
		}
		for j := range c.a.words {
			if c.back[j] < 1 && opposed(&c.r.words[i], &c.a.words[j]) {
				contrasts++
				break
			}
		}
	}
	f.add("contrasts", contrasts)
	f.add("contrast_alone", contrasts*(1-weighted(c.rNew, c.hit, soft)))
	f.add("verdict", verdict(c.r)*verdict(c.a))
	f.add("nots_r", nots(c.r))
	f.add("nots_a", nots(c.a))
	f.add("nots_gap", math.Abs(math.Min(nots(c.a), 2)-math.Min(nots(c.r), 2)))
	have, wrong := 0.0, 0.0
	for i, w := range c.r.words {
		if w.numeric && c.hit[i] < likeSame {
			have++
		}
	}
	for j, w := range c.a.words {
		if w.numeric && c.back[j] < likeSame && c.aNew[j] > 0 {
			wrong++
		}
	}
	f.add("numbers_missed", have)
	f.add("numbers_extra", min(wrong, 4))
}

// verdict is the yes (1) or no (-1) that a passage opens with, zero when it does neither.
func verdict(p passage) float64 {
	if len(p.words) == 0 {
		return 0
	}
	switch p.words[0].text {
	case "yes", "да", "agree", "true", "верно":
		return 1
	case "no", "нет", "disagree", "false", "неверно":
		return -1
	}
	return 0
}

func nots(p passage) float64 {
	n := 0.0
	for _, w := range p.words {
		if w.negates {
			n++
		}
	}
	return n
}

func (c *comparison) shape(f *features) {
	f.add("log_a", math.Log1p(float64(len(c.a.words))))
	f.add("log_r", math.Log1p(float64(len(c.r.words))))
	f.add("log_q", math.Log1p(float64(len(c.q.words))))
	f.add("new_r", total(c.rNew))
	f.add("new_a", total(c.aNew))
	f.add("new_share_r", total(c.rNew)/(total(c.rw)+0.5))
	f.add("new_share_a", total(c.aNew)/(total(c.aw)+0.5))
	letters, known, n := 0.0, 0.0, 0.0
	for _, w := range c.a.words {
		if w.weight > 0 {
			n++
			letters += float64(len([]rune(w.text)))
			if len(w.senses) > 0 {
				known++
			}
		}
	}
	f.add("word_length", letters/max(n, 1))
	f.add("known", known/max(n, 1))
	f.add("sentences", float64(sentences(c.a)))
}

func sentences(p passage) int {
	if len(p.words) == 0 {
		return 0
	}
	return p.words[len(p.words)-1].sentence + 1
}

// kind tells what the question asks for, by its own words in either language.
func (c *comparison) kind(f *features) {
	for _, k := range kinds {
		v := 0.0
		if slices.ContainsFunc(c.q.words, func(w word) bool { return slices.Contains(k.words, w.text) }) {
			v = 1
		}
		f.add("asks_"+k.name, v)
	}
}

var kinds = []struct {
	name  string
	words []string
}{
	{"why", []string{"why", "explain", "почему", "зачем", "объясните"}},
	{"how", []string{"how", "describe", "как", "опишите"}},
	{"what", []string{"what", "что"}},
	{"difference", []string{"difference", "different", "advantage", "advantages", "compared", "отличие", "разница", "преимущество"}},
	{"count", []string{"many", "number", "сколько"}},
}
