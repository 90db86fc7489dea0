package marking

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestStop is more characters than any stop command has.
const longestStop = 40

// stops are the messages that end an interview, when they are the whole message.
var stops = func() map[string]bool {
	set := map[string]bool{}
	for _, command := range []string{
		"стоп", "стоп интервью", "остановить интервью", "остановите интервью", "завершить интервью", "завершите интервью",
		"закончить интервью", "закончите интервью", "прекратить интервью", "прекратите интервью", "я хочу завершить интервью",
		"хочу завершить интервью", "хочу закончить интервью", "выйти из интервью",
		"stop", "stop interview", "stop the interview", "end interview", "end the interview", "finish interview",
		"finish the interview", "quit interview", "quit the interview", "i want to stop the interview", "please stop the interview",
		"/stop", "/стоп",
	} {
		set[command] = true
	}
	return set
}()

// IsStop tells a stop command: the whole message, whatever its case and closing marks.
func IsStop(text string) bool {
	if utf8.RuneCountInString(text) > longestStop {
		return false
	}
	text = strings.ReplaceAll(strings.ToLower(text), "ё", "е")
	text = strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(".!«»\"'", r) })
	return stops[strings.Join(strings.Fields(text), " ")]
}
