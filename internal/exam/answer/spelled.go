package answer

import (
	"strconv"
	"strings"
)

// spelled are whole numbers as words, in the forms that texts of problems have; "семью" is
// rather a family.
var spelled = numerals(`0 ноль нуль ноля нуля нулю нулем zero
1 один одна одно одну одного одной одному одним одном one
2 два две двух двум двумя two
3 три трех трем тремя three
4 четыре четырех четырем четырьмя four
5 пять пяти пятью five
6 шесть шести шестью six
7 семь семи seven
8 восемь восьми восемью восьмью eight
9 девять девяти девятью nine
10 десять десяти десятью ten
11 одиннадцать одиннадцати eleven
12 двенадцать двенадцати twelve
13 тринадцать тринадцати thirteen
14 четырнадцать четырнадцати fourteen
15 пятнадцать пятнадцати fifteen
16 шестнадцать шестнадцати sixteen
17 семнадцать семнадцати seventeen
18 восемнадцать восемнадцати eighteen
19 девятнадцать девятнадцати nineteen
20 двадцать двадцати двадцатью twenty
30 тридцать тридцати тридцатью thirty
40 сорок сорока forty
50 пятьдесят пятидесяти fifty
60 шестьдесят шестидесяти sixty
70 семьдесят семидесяти seventy
80 восемьдесят восьмидесяти eighty
90 девяносто девяноста ninety
100 сто ста hundred
200 двести двухсот
300 триста трехсот
400 четыреста четырехсот
500 пятьсот пятисот
600 шестьсот шестисот
700 семьсот семисот
800 восемьсот восьмисот
900 девятьсот девятисот
1000 тысяча тысячи тысяч тысячу thousand`)

func numerals(table string) map[string]int {
	values := map[string]int{}
	for line := range strings.SplitSeq(table, "\n") {
		words := strings.Fields(line)
		n, err := strconv.Atoi(words[0])
		if err != nil {
			continue // the table above has none
		}
		for _, word := range words[1:] {
			values[word] = n
		}
	}
	return values
}

// magnitude orders the parts of a number in words: "сто двадцать пять" falls and is one number,
// "два три" are two.
func magnitude(n int) int {
	switch {
	case n >= 1000:
		return 4
	case n >= 100:
		return 3
	case n >= 20:
		return 2
	}
	return 1
}

// spelledIn finds whole numbers in words of the same value.
func (s secret) spelledIn(text string) []Span {
	if len(s.values) == 0 {
		return nil
	}
	var spans []Span
	places := tokens.FindAllStringIndex(text, -1)
	for i := 0; i < len(places); {
		sum, j := 0, i
		for least := 5; j < len(places); j++ {
			n, ok := spelled[foldNumeral(text[places[j][0]:places[j][1]])]
			if !ok || magnitude(n) >= least {
				break
			}
			sum, least = sum+n, magnitude(n)
		}
		if j > i && s.isValue(strconv.Itoa(sum)) {
			spans = append(spans, Span{places[i][0], places[j-1][1]})
		}
		i = max(j, i+1)
	}
	return spans
}

func foldNumeral(word string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(word), "\u00ad", ""), "ё", "е")
}
