package input

import (
	"fmt"
	"strconv"
	"time"

	"kadry/internal/fault"
)

// units in which people are told of times, the longest first; the Russian ones in the
// genitive, which "от ... до ..." wants.
var units = []struct {
	length        time.Duration
	one, more     string
	oneRU, moreRU string
}{
	{24 * time.Hour, "day", "days", "дня", "дней"},
	{time.Hour, "hour", "hours", "часа", "часов"},
	{time.Minute, "minute", "minutes", "минуты", "минут"},
	{time.Second, "second", "seconds", "секунды", "секунд"},
}

// Within says between which whole times a value must lie.
func Within(least, most time.Duration) fault.Text {
	from, to := inUnits(least), inUnits(most)
	return fault.Text{
		EN: fmt.Sprintf("must be between %s and %s", from.EN, to.EN),
		RU: fmt.Sprintf("должно быть от %s до %s", from.RU, to.RU),
	}
}

// inUnits writes a time in the longest unit that it is a multiple of.
func inUnits(d time.Duration) fault.Text {
	for _, u := range units {
		if d == 0 || d%u.length != 0 {
			continue
		}
		n := int64(d / u.length)
		en, ru := u.more, u.moreRU
		if n == 1 {
			en = u.one
		}
		if n%10 == 1 && n%100 != 11 {
			ru = u.oneRU
		}
		return fault.Text{EN: fmt.Sprintf("%d %s", n, en), RU: fmt.Sprintf("%d %s", n, ru)}
	}
	n := strconv.FormatInt(int64(d/time.Second), 10)
	return fault.Text{EN: n, RU: n}
}
