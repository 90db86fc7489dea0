package prose_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"kadry/internal/market/prose"
)

func TestMarkup_becomesLines(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"<p>One</p> <p>Two<br>Three</p>":                           "One\nTwo\nThree",
		"<strong>Ждём:</strong><ul><li>Go;</li> <li>SQL</li></ul>": "Ждём:\nGo;\nSQL",
		"a &amp; b &lt;c&gt; &nbsp; d":                             "a & b <c> d",
		"<script>var x = '<p>'</script>seen<style>p{}</style>":     "seen",
		"<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>":    "a b\nc",
		"no <em>markup":           "no markup",
		"":                        "",
		"</script></script>still": "still",
	} {
		if got := prose.Markup(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestText_losesContactsAlone(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Пишите: hr.team@firma.example.ru!":               "Пишите: [e-mail]!",
		"hr (at) firma.ru, иван@почта.рф":                 "[e-mail], [e-mail]",
		"Звоните +7 (900) 000-00-00 или 8 900 000 00 00.": "Звоните [phone] или [phone].",
		"тел.89000000000, (495) 000-00-00, 000-00-00":     "тел.[phone], [phone], [phone]",
		"+375 29 000 00 00": "[phone]",
		"телеграм @some_person, t.me/some_person": "телеграм [handle], [link]",
		"HTTPS://T.ME/Person, VK.com/person":      "[link], [link]",
		"Skype: live:some.person_1":               "Skype: [handle]",
		"от 100 000 до 150 000 руб.":              "от 100 000 до 150 000 руб.",
		"100000-150000 ₽, 2024-2025, 9:00-18:00":  "100000-150000 ₽, 2024-2025, 9:00-18:00",
		"5 000 000 000 записей, IP 10.10.10.10":   "5 000 000 000 записей, IP 10.10.10.10",
		"@angular/core, C#, .NET, C++, 1С 8.3":    "@angular/core, C#, .NET, C++, 1С 8.3",
		"Telegram: бот на aiogram":                "Telegram: бот на aiogram",
		"график 5/2, с 09-00 до 18-00":            "график 5/2, с 09-00 до 18-00",
		"a\u202eb\x00c\xffd":                      "ab cd",
	} {
		got := prose.Text(in)
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if again := prose.Text(got); again != got {
			t.Errorf("%q is changed again to %q", got, again)
		}
	}
}

func TestLine_isOneAndShort(t *testing.T) {
	t.Parallel()
	if got := prose.Line(" a\n\tb\u00a0 c "); got != "a b c" {
		t.Errorf("%q", got)
	}
	if got := prose.Line(strings.Repeat("я", 10_000)); utf8.RuneCountInString(got) != 500 {
		t.Errorf("%d runes", utf8.RuneCountInString(got))
	}
}

func FuzzMarkup(f *testing.F) {
	f.Add("<p>x</p>")
	f.Add("<a href='mailto:a@b.ru'>a@b.ru</a> +7 900 000 00 00")
	f.Add("<template><p>")
	f.Fuzz(func(t *testing.T, in string) {
		for _, out := range []string{prose.Markup(in), prose.Text(in), prose.Line(in)} {
			if !utf8.ValidString(out) || strings.ContainsAny(out, "\x00\r\u202e") || out != strings.TrimSpace(out) {
				t.Errorf("%q", out)
			}
		}
	})
}
