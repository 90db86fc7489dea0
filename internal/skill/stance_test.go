package skill

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStance reads every mention with its stance: a affirmed, n negated, p planned, w weak.
func TestStance(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct{ text, want string }{
		{"No experience with Kubernetes or Helm.", "n:Kubernetes n:Helm"},
		{"Have no production experience with Kubernetes yet.", "n:Kubernetes"},
		{"I have not used Terraform in production.", "n:Terraform"},
		{"I haven't worked with Java, Scala, or Kotlin.", "n:Java n:Scala n:Kotlin"},
		{"Never touched Angular", "n:Angular"},
		{"Python, but no Java", "a:Python n:Java"},
		{"No Java experience, strong Python", "n:Java a:Python"},
		{"No Kubernetes, Helm or Istio experience.", "n:Kubernetes n:Helm n:Istio"},
		{"Without prior experience, built Python services.", "a:Python"},
		{"Not only Python but also Terraform.", "a:Python a:Terraform"},
		{"Including but not limited to Python and Docker.", "a:Python a:Docker"},
		{"Deployed without downtime on Kubernetes.", "a:Kubernetes"},
		{"Neither Java nor Scala.", "n:Java n:Scala"},
		{"Lack of experience in Docker; use Python daily.", "n:Docker a:Python"},
		{"Docker - 3 years, Kubernetes - no experience, Python - 5 years", "a:Docker n:Kubernetes a:Python"},
		{"Kubernetes: none, Docker: expert", "n:Kubernetes a:Docker"},
		{"Docker, Kubernetes (no production experience), Helm", "a:Docker n:Kubernetes a:Helm"},
		{"I don't know PHP and use Python.", "n:PHP a:Python"},
		{"Unfamiliar with Docker.", "n:Docker"},
		{"Not familiar with Docker.", "n:Docker"},
		{"Have yet to use Terraform.", "n:Terraform"},
		{"Plan to learn Rust next year.", "p:Rust"},
		{"Want to learn Kubernetes and Terraform", "p:Kubernetes p:Terraform"},
		{"I would like to work with Kotlin.", "p:Kotlin"},
		{"Interested in learning Docker.", "p:Docker"},
		{"Planned and led the migration to Kubernetes.", "a:Kubernetes"},
		{"Basic understanding of Docker.", "w:Docker"},
		{"Basic knowledge of Docker, Kubernetes", "w:Docker w:Kubernetes"},
		{"Familiar with Docker and Kubernetes", "w:Docker w:Kubernetes"},
		{"Python (basic), Java (5 years)", "w:Python a:Java"},
		{"Currently learning Kotlin.", "p:Kotlin"},
		{"Visual Basic and Java", "a:Visual Basic a:Java"},
		{"Опыта с Kubernetes нет.", "n:Kubernetes"},
		{"Опыта с Kubernetes пока нет.", "n:Kubernetes"},
		{"Опыта работы с Docker и Kubernetes не имею.", "n:Docker n:Kubernetes"},
		{"Нет опыта с Kubernetes, знаю Docker.", "n:Kubernetes a:Docker"},
		{"Без опыта Kubernetes.", "n:Kubernetes"},
		{"Не работал с Java, пишу на Python.", "n:Java a:Python"},
		{"С Kubernetes не работала, но знаю Docker.", "n:Kubernetes a:Docker"},
		{"Kubernetes, Helm не использовал", "n:Kubernetes n:Helm"},
		{"Писал на Python, а с Java не сталкивался.", "a:Python n:Java"},
		{"Не знаком с Terraform", "n:Terraform"},
		{"Kubernetes — нет опыта, Docker — 3 года", "n:Kubernetes a:Docker"},
		{"Не только Python, но и Java.", "a:Python a:Java"},
		{"Ни Java, ни Scala не знаю", "n:Java n:Scala"},
		{"Планирую изучить Rust.", "p:Rust"},
		{"Хочу освоить Kubernetes и Terraform", "p:Kubernetes p:Terraform"},
		{"В планах — изучение Kotlin", "p:Kotlin"},
		{"Собираюсь перейти на Kotlin", "p:Kotlin"},
		{"Изучаю Kotlin.", "p:Kotlin"},
		{"Базовые знания Docker и Kubernetes.", "w:Docker w:Kubernetes"},
		{"Знаком с Docker.", "w:Docker"},
		{"Docker на базовом уровне", "w:Docker"},
		{"Python — начальный уровень, Java — 5 лет", "w:Python a:Java"},
		{"Хорошо знаком с Docker", "a:Docker"},
		{"Developed Python services and led Java teams.", "a:Python a:Java"},
		{"My experience with AWS is limited.", "w:AWS"},
		{"Kubernetes is not something I have used.", "n:Kubernetes"},
		{"Kubernetes experience: none.", "n:Kubernetes"},
		{"Haven't had a chance to work with Kafka yet.", "n:Apache Kafka"},
		{"Next on my list: Rust and Zig.", "p:Rust p:Zig"},
		{"Taking a course on PyTorch.", "p:PyTorch"},
		{"Moved off Jenkins to GitLab CI without any downtime.", "a:Jenkins a:GitLab CI"},
		{"No problem deploying Docker at scale.", "a:Docker"},
		{"Работал с Docker, но не с Kubernetes.", "a:Docker n:Kubernetes"},
		{"Владею Python, Java не владею.", "a:Python n:Java"},
		{"Опыт работы с Python 3 года, с Java опыта нет.", "a:Python n:Java"},
		{"Rust только планирую изучать.", "p:Rust"},
		{"Прохожу курсы по Kubernetes.", "p:Kubernetes"},
		{"Python (5 лет), Go (начальный уровень), Rust (изучаю)", "a:Python w:Go p:Rust"},
		{"Нет проблем с Docker и Kubernetes.", "a:Docker a:Kubernetes"},
		{"Использую Python вместо Java.", "a:Python n:Java"},
		{"No knowledge of Go, Rust, or Zig; solid C++.", "n:Go n:Rust n:Zig a:C++"},
		{"Didn't use Docker, used Podman.", "n:Docker a:Podman"},
		{"Не использовал Docker, использовал Podman.", "n:Docker a:Podman"},
		{"Опыт работы с AWS, GCP; с Azure не работал.", "a:AWS a:Google Cloud n:Microsoft Azure"},
		{"Want to learn:\n- Rust\n- Scala\n\nSkills:\n- Python", "p:Rust p:Scala a:Python"},
		{"Хочу изучить:\nRust\nScala\nПишу на Python каждый день.", "p:Rust p:Scala a:Python"},
		{"Skills:\nRust\nScala", "a:Rust a:Scala"},
		{"No production experience\nwith Kubernetes.", "n:Kubernetes"},
	}
	for _, row := range rows {
		var got []string
		for _, m := range g.Find(row.text, Prose) {
			got = append(got, fmt.Sprintf("%c:%s", m.Stance[0], g.Name(m.Skill)))
		}
		if diff := cmp.Diff(row.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("stance of %q (-want +got):\n%s", row.text, diff)
		}
	}
}
