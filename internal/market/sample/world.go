package sample

import "kadry/internal/market/posting"

// city is a city with how its pay compares to Moscow's.
type city struct {
	posting.Named
	factor float64
}

// The cities, the largest market first, with their ids in HeadHunter's tree.
var cityList = []city{
	{posting.Named{ID: "1", Name: "Москва"}, 1},
	{posting.Named{ID: "2", Name: "Санкт-Петербург"}, 0.9},
	{posting.Named{ID: "88", Name: "Казань"}, 0.72},
	{posting.Named{ID: "3", Name: "Екатеринбург"}, 0.74},
	{posting.Named{ID: "4", Name: "Новосибирск"}, 0.73},
	{posting.Named{ID: "66", Name: "Нижний Новгород"}, 0.7},
	{posting.Named{ID: "90", Name: "Томск"}, 0.62},
}

// level is an experience asked for, with its pay beside the middle one.
type level struct {
	span   posting.Experience
	prefix string
	factor float64
}

var levels = []level{
	{posting.None, "Стажёр: ", 0.45}, {posting.OneToThree, "", 0.75}, {posting.ThreeToSix, "", 1.15}, {posting.OverSix, "Ведущий ", 1.5},
}

// trade is what people are hired for.
type trade struct {
	role   posting.Named // of HeadHunter's dictionary
	titles []string
	skills []string // the usual ones first
	prized string   // raises the pay
	duties []string
	pay    float64 // roubles a month in hand, in Moscow at the middle experience
	remote int     // percent
}

var trades = []trade{
	{
		role:   posting.Named{ID: "96", Name: "Программист, разработчик"},
		titles: []string{"Go-разработчик", "Backend-разработчик (Go)", "Golang developer"},
		skills: []string{"Go", "PostgreSQL", "Docker", "Linux", "Git", "Kafka", "Kubernetes", "gRPC", "Redis", "Clickhouse", "Prometheus", "CI/CD"}, prized: "Kubernetes",
		duties: []string{"Разработка сервисов приёма заказов.", "Развитие платформы расчётов.", "Поддержка шлюза сообщений."}, pay: 230_000, remote: 45,
	},
	{
		role:   posting.Named{ID: "96", Name: "Программист, разработчик"},
		titles: []string{"Python-разработчик", "Backend-разработчик (Python)", "Python developer"},
		skills: []string{"Python", "SQL", "Django", "PostgreSQL", "Git", "FastAPI", "Docker", "Celery", "Redis", "asyncio", "Linux", "RabbitMQ"}, prized: "asyncio",
		duties: []string{"Разработка внутренних сервисов.", "Интеграция с партнёрами.", "Автоматизация отчётов."}, pay: 200_000, remote: 45,
	},
	{
		role:   posting.Named{ID: "96", Name: "Программист, разработчик"},
		titles: []string{"Frontend-разработчик", "Frontend developer (React)", "Веб-разработчик"},
		skills: []string{"JavaScript", "TypeScript", "React", "HTML", "CSS", "Git", "Redux", "Webpack", "Next.js", "Jest"}, prized: "Next.js",
		duties: []string{"Разработка личного кабинета.", "Вёрстка и развитие дизайн-системы."}, pay: 185_000, remote: 50,
	},
	{
		role:   posting.Named{ID: "96", Name: "Программист, разработчик"},
		titles: []string{"Программист 1С", "Разработчик 1С"},
		skills: []string{"1С: Предприятие 8", "1С: Бухгалтерия", "SQL", "1С: Зарплата и управление персоналом", "СКД", "Управляемые формы"}, prized: "СКД",
		duties: []string{"Доработка учётных систем.", "Обмен данными между базами."}, pay: 170_000, remote: 35,
	},
	{
		role:   posting.Named{ID: "124", Name: "Тестировщик"},
		titles: []string{"Тестировщик", "QA engineer", "Инженер по тестированию"},
		skills: []string{"Функциональное тестирование", "SQL", "Postman", "Регрессионное тестирование", "Git", "Python", "Selenium", "Jira", "Linux"}, prized: "Selenium",
		duties: []string{"Проверка веб-приложений.", "Написание автотестов."}, pay: 140_000, remote: 35,
	},
	{
		role:   posting.Named{ID: "160", Name: "DevOps-инженер"},
		titles: []string{"DevOps-инженер", "SRE", "Инженер инфраструктуры"},
		skills: []string{"Linux", "Docker", "Kubernetes", "Ansible", "CI/CD", "Git", "Terraform", "Prometheus", "Grafana", "Python", "Bash", "PostgreSQL"}, prized: "Terraform",
		duties: []string{"Поддержка кластеров.", "Построение конвейеров сборки."}, pay: 240_000, remote: 50,
	},
	{
		role:   posting.Named{ID: "156", Name: "BI-аналитик, аналитик данных"},
		titles: []string{"Аналитик данных", "BI-аналитик", "Data analyst"},
		skills: []string{"SQL", "Python", "Excel", "Power BI", "A/B тестирование", "pandas", "Clickhouse", "Математическая статистика", "Airflow"}, prized: "Airflow",
		duties: []string{"Построение отчётов и витрин.", "Проверка гипотез продукта."}, pay: 165_000, remote: 35,
	},
	{
		role:   posting.Named{ID: "148", Name: "Системный аналитик"},
		titles: []string{"Системный аналитик", "Бизнес- и системный аналитик"},
		skills: []string{"UML", "BPMN", "SQL", "REST API", "Разработка технических заданий", "Postman", "Kafka", "Confluence"}, prized: "Kafka",
		duties: []string{"Сбор и описание требований.", "Проектирование интеграций."}, pay: 180_000, remote: 40,
	},
	{
		role:   posting.Named{ID: "70", Name: "Менеджер по продажам, менеджер по работе с клиентами"},
		titles: []string{"Менеджер по продажам", "Менеджер по работе с клиентами"},
		skills: []string{"Активные продажи", "Ведение переговоров", "CRM", "Холодные звонки", "Работа с возражениями", "Excel", "B2B"}, prized: "B2B",
		duties: []string{"Поиск новых клиентов.", "Сопровождение сделок."}, pay: 120_000, remote: 12,
	},
	{
		role:   posting.Named{ID: "18", Name: "Бухгалтер"},
		titles: []string{"Бухгалтер", "Бухгалтер по заработной плате"},
		skills: []string{"1С: Бухгалтерия", "Первичная документация", "Налоговая отчётность", "Excel", "Расчёт заработной платы", "ЭДО"}, prized: "Налоговая отчётность",
		duties: []string{"Ведение участка учёта.", "Подготовка отчётности."}, pay: 95_000, remote: 10,
	},
}

// Names of employers are put together of two parts and are nobody's.
var (
	firstParts    = []string{"Верес", "Лазур", "Полян", "Кедр", "Янтар", "Ладож", "Звон", "Берег", "Снеж", "Крон", "Вымпел-", "Ореол-", "Лукомор", "Стриж"}
	lastParts     = []string{"софт", "торг", "дата", "строй", "лаб", "сервис", "тех", "банк-тест", "логист", "медиа", "пром", "инвест-тест"}
	needWords     = []string{"Уверенное знание:", "Опыт работы с", "Необходимы", "Ждём, что вы знаете"}
	dutyWords     = []string{"Участие в планировании.", "Работа в команде из шести человек.", "Ведение документации.", "Наставничество."}
	introductions = []string{"Вымышленная компания ищет человека в команду.", "Команда растёт, и нам нужна помощь.", "Открыта новая позиция."}
	conditions    = []string{"Оформление по ТК, график 5/2.", "Гибкое начало дня, ДМС.", "Оплата обучения, спокойный режим.", "Премия по итогам квартала."}
)
