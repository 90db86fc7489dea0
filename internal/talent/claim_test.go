package talent_test

import (
	"fmt"
	"strings"
	"testing"

	"kadry/internal/talent"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

// claimForms are CVs around a line that says something of the word asked for.
var claimForms = map[string]string{
	"en prose":  "Nora Sample\nSystems administrator\nnora@example.com\n\nSummary\nTen years with servers. %s\n\nExperience\nMarch 2018 - Present\nSample Works, Systems administrator\nKept Debian servers running.\n\nEducation\nSample College, 2014\n",
	"en duties": "Nora Sample\nSystems administrator\nnora@example.com\n\nExperience\nMarch 2018 - Present\nSample Works, Systems administrator\n- Kept Debian servers running.\n- %s\n\nEducation\nSample College, 2014\n",
	"ru prose":  "Нора Примерова\nСистемный администратор\nnora@example.com\n\nО себе\nДесять лет с серверами. %s\n\nОпыт работы\nМарт 2018 — настоящее время\nООО «Пример», системный администратор\nОбслуживание серверов Debian.\n\nОбразование\nКолледж связи, 2014\n",
	"ru skills": "Нора Примерова\nСистемный администратор\nnora@example.com\n\nОпыт работы\nМарт 2018 — настоящее время\nООО «Пример», системный администратор\nОбслуживание серверов Debian.\n\nНавыки\nDebian, Bash\n%s\n",
}

// A word that the text denies, wishes for or has from hearsay is no evidence, whether the
// taxonomy has it or not; a word that it claims is.
func TestCovers_stance(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	rows := []struct {
		forms, line string
		claimed     string // parted by "|"
		not         string
	}{
		{"ru", "С Wazuh не работал.", "", "Wazuh"},
		{"ru", "С Zorvex и Quillbat не работала, знакома с Трельвисом.", "", "Zorvex|Quillbat"},
		{"ru", "Zorvex не использовал, зато каждый день работаю с Quillbat.", "Quillbat", "Zorvex"},
		{"ru", "Опыта с Zorvex нет.", "", "Zorvex"},
		{"ru", "Опыта работы с аэрогельвингом нет.", "", "аэрогельвинг"},
		{"ru", "Kubernetes пока нет, в работе Nomad.", "Nomad", "Kubernetes"},
		{"ru", "Zorvex: нет опыта", "", "Zorvex"},
		{"ru", "Хочу изучить: Zorvex, Quillbat", "", "Zorvex|Quillbat"},
		{"ru", "Хочу освоить Zorvex и Quillbat.", "", "Zorvex|Quillbat"},
		{"ru", "В планах Zorvex.", "", "Zorvex"},
		{"ru", "О Zorvex знаю только понаслышке.", "", "Zorvex"},
		{"ru", "Про Kubernetes слышал, сам не трогал.", "", "Kubernetes"},
		{"ru", "Не использую: Zorvex, Quillbat.", "", "Zorvex|Quillbat"},
		{"ru", "Не владею: Terraform, Zorvex.", "", "Terraform|Zorvex"},
		{"ru", "Без Zorvex, только Quillbat.", "Quillbat", "Zorvex"},
		{"ru", "Перевёл мониторинг на Zorvex.", "Zorvex", ""},
		{"ru", "Настраивал Zorvex и Quillbat без простоев.", "Zorvex|Quillbat", ""},
		{"ru", "Не только Zorvex, но и Quillbat.", "Zorvex|Quillbat", ""},
		{"en", "No Kubernetes yet.", "", "Kubernetes"},
		{"en", "No Zorvex yet, but plenty of Quillbat.", "Quillbat", "Zorvex"},
		{"en", "Never worked with Zorvex or Quillbat.", "", "Zorvex|Quillbat"},
		{"en", "Would like to learn Zorvex.", "", "Zorvex"},
		{"en", "Familiar with Zorvex only by hearsay.", "", "Zorvex"},
		{"en", "Know Kubernetes by hearsay only.", "", "Kubernetes"},
		{"en", "Zorvex: none", "", "Zorvex"},
		{"en", "Have not touched Zorvex since training.", "", "Zorvex"},
		{"en", "Want to learn: Zorvex, Quillbat.", "", "Zorvex|Quillbat"},
		{"en", "Not used: Terraform, Zorvex.", "", "Terraform|Zorvex"},
		{"en", "Colleagues run Kubernetes, I do not.", "", "Kubernetes"},
		{"en", "Kubernetes was handled by another team.", "", "Kubernetes"},
		{"en", "No experience in accounts payable.", "", "accounts payable"},
		{"en", "Rolled out Zorvex without downtime.", "Zorvex", ""},
		{"en", "Want to learn\nRust\nZorvex\nQuillbat", "", "Rust|Zorvex|Quillbat"},
		{"en", "Learning next:\n- Rust\n- Zorvex", "", "Rust|Zorvex"},
		{"en", "Clients: Oracle, Redux, Zorvex.", "", "Redux|Zorvex"},
		{"en", "References: Java Peters, Zorvex Ltd.", "", "Zorvex"},
		{"en", "Heard of Kubernetes and Zorvex, used neither.", "", "Kubernetes|Zorvex"},
		{"en", "My brother writes Rust, I do not.", "", "Rust"},
		{"en", "Kubernetes is on my list for next year.", "", "Kubernetes"},
		{"en", "Skipped Zorvex on purpose.", "", "Zorvex"},
		{"en", "In my free time I play with Rust.", "", "Rust"},
		{"ru", "Хочу изучить\nRust\nZorvex\nQuillbat", "", "Rust|Zorvex|Quillbat"},
		{"ru", "Не использую\nRust\nZorvex", "", "Rust|Zorvex"},
		{"ru", "Клиенты: Redux, Zorvex.", "", "Redux|Zorvex"},
		{"ru", "Kubernetes настраивали коллеги.", "", "Kubernetes"},
		{"ru", "Rust — только интерес, без практики.", "", "Rust"},
		{"ru", "Из Kubernetes видел только дашборд у коллег.", "", "Kubernetes"},
		{"ru", "Docker знаю, Kubernetes — нет.", "Docker", "Kubernetes"},
		{"ru", "Мечтаю попробовать Rust.", "", "Rust"},
		{"ru", "Увлекаюсь Rust в свободное время.", "", "Rust"},
		{"ru", "Администрировал Zorvex, опыт 3 года.", "Zorvex", ""},
		{"ru", "Отвечал за Kubernetes и Zorvex.", "Kubernetes|Zorvex", ""},
		{"en", "Managed Zorvex with colleagues.", "Zorvex", ""},
		{"en", "Not only Zorvex but also Quillbat.", "Zorvex|Quillbat", ""},
		{"en", "Kept Zorvex and Quillbat patched; no incidents in 2025.", "Zorvex|Quillbat", ""},
	}
	for _, row := range rows {
		for form, text := range claimForms {
			if !strings.HasPrefix(form, row.forms) {
				continue
			}
			page := fmt.Sprintf(text, row.line)
			c := talent.Candidate{Text: page, Record: b.Extract(layout.Page{Text: page}, resume.Month(2026*12+10))}
			for asked := range strings.SplitSeq(row.claimed, "|") {
				if asked != "" && !b.Covers(c, asked) {
					t.Errorf("%s: %q does not cover %s", form, row.line, asked)
				}
			}
			for asked := range strings.SplitSeq(row.not, "|") {
				if asked != "" && b.Covers(c, asked) {
					t.Errorf("%s: %q covers %s", form, row.line, asked)
				}
			}
		}
	}
}
