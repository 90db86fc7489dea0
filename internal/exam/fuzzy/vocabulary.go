package fuzzy

import "kadry/internal/retrieve"

// word is what the vocabulary knows of a form: the number of its stem, and how many
// symbols of the form the stem covers.
type word struct {
	stem    int32
	symbols int32
}

// vocabulary counts in how many texts each word stands, whatever its ending.
type vocabulary struct {
	forms map[uint64]word  // by the letters of the form
	stems map[uint64]int32 // by the letters of the stem
	texts []int32          // by stem: live texts that hold it
}

func newVocabulary() vocabulary {
	return vocabulary{forms: map[uint64]word{}, stems: map[uint64]int32{}}
}

// learn returns a word of a text, new or known.
func (v *vocabulary) learn(form uint64, letters []rune) word {
	if w, known := v.forms[form]; known {
		return w
	}
	key, covered := stem(letters)
	number, known := v.stems[key]
	if !known {
		number = int32(len(v.texts))
		v.stems[key] = number
		v.texts = append(v.texts, 0)
	}
	w := word{stem: number, symbols: int32(covered)}
	v.forms[form] = w
	return w
}

// stem returns the hash of the Snowball stem and how many symbols of the word it covers.
func stem(letters []rune) (key uint64, covered int) {
	cut := []rune(retrieve.Stem(string(letters)))
	var room [64]symbol // for words of usual length
	return hash(cut), min(len(appendWord(room[:0], cut)), len(appendWord(room[:0], letters)))
}
