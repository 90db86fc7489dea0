package skill

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func names(s string) []string {
	out := []string{}
	for n := range strings.SplitSeq(s, "; ") {
		if n != "" {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out
}

// TestFindGuards holds one row for every trap. The want column lists all skills found.
func TestFindGuards(t *testing.T) {
	t.Parallel()
	g := load(t)
	rows := []struct {
		text  string
		where Where
		want  string
	}{
		{"Wrote JS for the shop front, HTML and CSS", Prose, "JavaScript; HTML; CSS"},
		{"Java services on Tomcat", Prose, "Java; Apache Tomcat"},
		{"JavaScript only", Prose, "JavaScript"},
		{"C, C++, C#, Objective-C", List, "C; C++; C#; Objective-C"},
		{"Languages: C, C++, C# and Objective-C.", Prose, "C; C++; C#; Objective-C"},
		{"С++ и С# на работе", Prose, "C++; C#"},
		{"Программист 1С, конфигурации 1С:Бухгалтерия", Prose, "1C:Enterprise; 1C:Accounting"},
		{"Models in R and Python", Prose, "R; Python"},
		{"statistics in R", Prose, "R; statistics"},
		{"R", List, "R"},
		{"R&D budgeting", Prose, "budgeting"},
		{"R&D", List, ""},
		{"Участвовал в R&D проекте, готовил отчёты для C-level.", Prose, ""},
		{"Mr R Smith, J. R. Smith and R. Jones attended", Prose, ""},
		{"presented to C-level managers", Prose, ""},
		{"sold vitamin C and graded papers with grade C", Prose, ""},
		{"витамин C, класс C", Prose, ""},
		{"Embedded code in C for STM32", Prose, "C; embedded systems; STM32"},
		{"прошивки на C под STM32", Prose, "C; embedded systems; STM32"},
		{"Built services with Go, Terraform, Docker.", Prose, "Go; Terraform; Docker"},
		{"Wrote the billing core in Go for two years", Prose, "Go; billing"},
		{"go", List, "Go"},
		{"services with go, terraform, docker", Prose, "Go; Terraform; Docker"},
		{"Helped the team go to market in three regions.", Prose, ""},
		{"Go to market strategy", List, "go-to-market"},
		{"Go the extra mile", Prose, ""},
		{"We go live every Friday", Prose, ""},
		{"Integrated SWIFT payment messages for a bank.", Prose, ""},
		{"Интеграция платежей SWIFT для банка.", Prose, ""},
		{"iOS apps in Swift and Objective-C", Prose, "iOS; Swift; Objective-C"},
		{"Swift 5.9, UIKit", Prose, "Swift; UIKit"},
		{"Office located near the Java Street cafe.", Prose, ""},
		{"Spring 2019 semester abroad", Prose, ""},
		{"in the spring we moved", Prose, ""},
		{"Java, Spring, Kafka", Prose, "Java; Spring; Apache Kafka"},
		{"Spring Boot and Hibernate", Prose, "Spring Boot; Hibernate"},
		{"Ideas that spark joy", Prose, ""},
		{"ETL pipelines on Spark", Prose, "ETL; Apache Spark"},
		{"Removed rust and repainted metal", Prose, ""},
		{"Rust removal, sanding", Prose, ""},
		{"Systems programming in Rust", Prose, "Rust"},
		{"Organised the office dart league", Prose, ""},
		{"Dart and Flutter", Prose, "Dart; Flutter"},
		{"I excel at writing.", Prose, ""},
		{"Excel at multitasking under pressure", Prose, "time management"},
		{"Reports in Excel and Word", Prose, "Microsoft Excel; Microsoft Word"},
		{"excel, word, outlook", List, "Microsoft Excel; Microsoft Word; Microsoft Outlook"},
		{"Gave access to the building, spread the word", Prose, ""},
		{"Had access to SQL reports", Prose, "SQL"},
		{"Excel, Word, Access", Prose, "Microsoft Excel; Microsoft Word; Microsoft Access"},
		{"Handled American Express disputes", Prose, ""},
		{"Node.js, Express, MongoDB", Prose, "Node.js; Express; MongoDB"},
		{"Designed REST APIs", Prose, "REST"},
		{"took the rest of the day", Prose, ""},
		{"THE REST OF THE TEAM WAS TRAINED", Prose, ""},
		{"Ten years at the helm of a sales team", Prose, "sales"},
		{"Deployed with Helm to Kubernetes", Prose, "Helm; Kubernetes"},
		{"Holds an active TS/SCI clearance", Prose, ""},
		{"React, TS, Redux", Prose, "React; TypeScript; Redux"},
		{"Живу в МО, готов к переезду.", Prose, ""},
		{"Применял МО и нейросети на Python", Prose, "Machine Learning; Deep Learning; Python"},
		{"Served 50 ml of saline, 5 ML doses", Prose, ""},
		{"ML models in production", Prose, "Machine Learning"},
		{"Stack: .NET, ASP.NET Core, C#.NET", Prose, ".NET; ASP.NET Core; C#"},
		{".NET 6", List, ".NET"},
		{"see pg 12 and pg. 14", Prose, ""},
		{"redis, pg, kafka", List, "Redis; PostgreSQL; Apache Kafka"},
		{"Держу дома: кролик и кот", Prose, ""},
		{"Очереди сообщений: кролик и кафка", Prose, "message brokers; RabbitMQ; Apache Kafka"},
		{"Специалист по растениеводству, растить урожай", Prose, "agriculture"},
		{"Писал на раст и плюсах", Prose, "Rust; C++"},
		{"Python 3.11, Java 17, ES6, postgres 14, C++17, C# 10", List, "Python; Java; JavaScript; PostgreSQL; C++; C#"},
		{"разворачивал на питоне с докером и кубернетесом", Prose, "Python; Docker; Kubernetes"},
		{"node js, nodejs, node.js, Node-JS", List, "Node.js"},
		{"Ku\u00adber\u00adnetes, Spring\u00a0Boot, Dock\u200ber", Prose, "Kubernetes; Spring Boot; Docker"},
		{"ivan.java@mail.example, github.com/ivan/docker", Prose, ""},
		{"монга, кубер, мускул, RMQ, DRF, GCP, gitlab-ci", List, "MongoDB; Kubernetes; MySQL; RabbitMQ; Django REST Framework; Google Cloud; GitLab CI"},
		{"ANSI C, C (embedded), R (tidyverse), язык C, docker-compose", List, "C; R; Docker; embedded systems"},
		{"Opérated an orchestrated container platform", Prose, "container orchestration"},
		{"плюсы и минусы проекта", Prose, ""},
		{"Плюсом будет Redis", List, "Redis"},
		{"Разработка на Go. Плюсом будет Redis, большим плюсом будет Kafka.", Prose, "Go; Redis; Apache Kafka"},
		{"Плюсами будут Docker и Linux", Prose, "Docker; Linux"},
		{"Плюс: Redis, Kafka", List, "Redis; Apache Kafka"},
		{"программирование на плюсах, код на плюсах под Linux", Prose, "programming; C++; Linux"},
		{"Языки: С, Java, Python", Prose, "C; Java; Python"},
		{"С Java и Python на ты", Prose, "Java; Python"},
		{"Foobar Logistics, Backend Developer", Prose, "backend development"},
		{"orchestrating over 200 containers in production", Prose, "container orchestration"},
		{"Оркестрировал более двухсот контейнеров", Prose, "container orchestration"},
		{"Опыт с кафкой, реббитом и эластиком", Prose, "Apache Kafka; RabbitMQ; Elasticsearch"},
		{"писал на си, на плюсах и на питоне", Prose, "C; C++; Python"},
		{"C/C++ developer", Prose, "C; C++"},
		{"Go-разработчик, Senior Go Developer", Prose, "Go"},
		{"Sales of Dart boards and Swift cars", Prose, "sales"},
		{"The CAN DO attitude: we can", Prose, ""},
		{"интегрировал RabbitMQ'а и кафку", Prose, "RabbitMQ; Apache Kafka"},
		{"Группа крови: C, рост 180", Prose, ""},
		{"the Oracle of Omaha; Rust belt; C-suite; go-getter", Prose, ""},
		{"Attended the Spring festival on Python Road.", Prose, ""},
		{"Работал официантом в кафе «Кролик»", Prose, ""},
		{"базы — mongo, pg, redis", Prose, "MongoDB; PostgreSQL; Redis"},
		{"React 18 / Redux / TypeScript", List, "React; Redux; TypeScript"},
		// Slashes part names, except within one.
		{"DRF/Django", Prose, "Django REST Framework; Django"},
		{"React/Redux/TS, HTML/CSS/JS", Prose, "React; Redux; TypeScript; HTML; CSS; JavaScript"},
		{"Go/Python/SQL, Docker/K8s, CI/CD, TCP/IP", Prose, "Go; Python; SQL; Docker; Kubernetes; CI/CD; TCP/IP"},
		{"Mongo DB/Redis 7/Node 20/AWS", Prose, "MongoDB; Redis; Node.js; AWS"},
		{"1) Java 2) Spring 3) SQL", List, "Java; Spring; SQL"},
		{"Java 8/11, Spring 6 + Kafka", Prose, "Java; Spring; Apache Kafka"},
		{"Airflow 2 · ML · pg", List, "Apache Airflow; Machine Learning; PostgreSQL"},
		// The ends of a list run into the sentence.
		{"Used GraphQL, Nest to automate reports", Prose, "GraphQL; NestJS"},
		{"Внедрял ява, Selenium", Prose, "Java; Selenium"},
		{"Поддерживал С, Linux и Git", Prose, "C; Linux; Git"},
		{"Решал задачи на C и Docker", Prose, "C; Docker"},
		// Case forms that the stemmer of dictionary words misses.
		{"Работал с гитом, башем, растом и графаной", Prose, "Git; Bash; Rust; Grafana"},
		{"Проекты на графане, гите и баше", Prose, "Grafana; Git; Bash"},
		// A name after the word that only it follows, beside a trade, at the end of a move.
		{"Rewrote the payment screen in Swift", Prose, "Swift"},
		{"Payments in SWIFT format", Prose, ""},
		{"Rust Engineer", Prose, "Rust"},
		{"Moved the core from PHP to Go", Prose, "PHP; Go"},
		// Ordinary words and people.
		{"React quickly to changes", Prose, ""},
		{"Любимый писатель — Кафка", Prose, ""},
		{"Посадил редис и укроп на даче", Prose, ""},
		{"Travelled to Java and Sumatra, lived on Python Alley", Prose, ""},
		{"Есть права категории B и C", Prose, "Driving licence B"},
		{"Готов к командировкам по МО", Prose, ""},
	}
	for _, row := range rows {
		found := []string{}
		for _, m := range g.Find(row.text, row.where) {
			found = append(found, g.Name(m.Skill))
		}
		slices.Sort(found)
		if diff := cmp.Diff(names(row.want), slices.Compact(found)); diff != "" {
			t.Errorf("Find(%q) (-want +got):\n%s", row.text, diff)
		}
	}
}
