package resume

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPositions shows each job as "from..to title @ company / place".
func TestPositions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{
			"dates first, company and title below", "Experience\nMay 2024 to Current\nFoobar Logistics, Backend Developer\nBuilt services with Go.\n\nNovember 2020 to November 2023\nMock Retail Group, Developer\nBuilt.",
			[]string{"2024-05..2026-11 Backend Developer @ Foobar Logistics", "2020-11..2023-11 Developer @ Mock Retail Group"},
		},
		{
			"one after the other in a line", "Работа\n\n• ОКБ «Пример», инженер 2 категории, 2015--2018; инженер 1 категории, 2018--2021; ведущий инженер, с 2021 г. и далее",
			[]string{"2015-07..2018-06 инженер 2 категории @ ОКБ «Пример»", "2018-07..2021-06 инженер 1 категории @ ОКБ «Пример»", "2021-07..2026-11 ведущий инженер @ ОКБ «Пример»"},
		},
		{
			"years in short and school years in a margin", "Work history\n\n2021 – present  Head Gardener, Mock Hall\n2018 – 21  Gardener, Foobar Park\n2016/17 – 2017/18  Groundsman, Sample School",
			[]string{"2021-07..2026-11 Head Gardener @ Mock Hall", "2018-07..2021-06 Gardener @ Foobar Park", "2016-07..2018-06 Groundsman @ Sample School"},
		},
		{
			"the end of the newest left out behind a hyphen", "EXPERIENCE\n\nMock Systems, Leeds            Mar'23 -\n  Platform Engineer\n  * Terraform modules\n\nFoobar Data Ltd                Jan'20 - Feb'23\n  Systems Engineer\n  * Ansible",
			[]string{"2023-03..2026-11 Platform Engineer @ Mock Systems / Leeds", "2020-01..2023-02 Systems Engineer @ Foobar Data Ltd"},
		},
		{
			"told in one sentence", "Work\nI have been Delivery Manager at Sample Insurance since March 2021. Before that I was a Scrum Master at Mock Rail (June 2017 to February 2021) and, from October 2015 until May 2017, Project Manager at Foobar Shipping.",
			[]string{"2021-03..2026-11 Delivery Manager @ Sample Insurance", "2017-06..2021-02 Scrum Master @ Mock Rail", "2015-10..2017-05 Project Manager @ Foobar Shipping"},
		},
		{
			"employer with the length of all its posts", "Experience\nFoobar Systems\n3 years\nSales Director\nApril 2022 - March 2024 (2 years)\nTeam of 11 reps, big territory\nAccount Manager\nApril 2021 - March 2022 (1 year)\nMock Works\nClerk\nMay 2018 - June 2020",
			[]string{"2022-04..2024-03 Sales Director @ Foobar Systems", "2021-04..2022-03 Account Manager @ Foobar Systems", "2018-05..2020-06 Clerk @ Mock Works"},
		},
		{
			"post in a list under its employer", "Experience\nMock Bakery, Porto (2015 – 2016)\n• Waiter\n\nFoobar Hotel, Porto (2013 – 2014)\n• Cook",
			[]string{"2015-07..2016-06 Waiter @ Mock Bakery / Porto", "2013-07..2014-06 Cook @ Foobar Hotel / Porto"},
		},
		{
			"a table under a head with dates of its own words", "Опыт\nДолжность\tМесто работы\tЗадачи\tКогда именно\nЗаведующий аптекой\tООО «Пример»\tТоварный запас, порядок, внутренний контроль, семь человек, маркировка, ведение учёта и всех журналов аптеки, заказ\t10.2022 – по н.в.\n" +
				"Провизор\tООО «Проба» (с 01.2020 — центральная)\tОтпуск. Больше в продажи не хочу. Презентации рисовал маркетолог\t05.2018 – 09.2022",
			[]string{"2022-10..2026-11 Заведующий аптекой @ ООО «Пример»", "2018-05..2022-09 Провизор @ ООО «Проба» (с 01.2020 — центральная)"},
		},
		{
			"dates in a sentence behind a title", "Kitchens\nSous Chef, Mock Bistro. 2016 to 2019.\nDishwasher, Foobar Oyster Shack. 2010 to 2012. Every chef should.",
			[]string{"2016-07..2019-06 Sous Chef @ Mock Bistro", "2010-07..2012-06 Dishwasher @ Foobar Oyster Shack"},
		},
		{
			"a length of all posts that is shorter than the first", "Experience\nFoobar Systems\n1 year\nEngineer\nMay 2015 - June 2020\nBuilt things.",
			[]string{"2015-05..2020-06 Engineer @ Foobar Systems"},
		},
		{
			"a row of the employer with its length over rows of posts", "Work\nPeriod\tPosition\nMock Ticketing Oy 4 yrs 2 mos\tHelsinki\n10/2024 – today\tSenior Frontend Developer\n10/2022 – 09/2024\tFrontend Developer\nFoobar Digital 3 yrs 3 mos\tTampere\n07/2019 – 09/2022\tWeb Developer",
			[]string{"2024-10..2026-11 Senior Frontend Developer @ Mock Ticketing Oy", "2022-10..2024-09 Frontend Developer @ Mock Ticketing Oy", "2019-07..2022-09 Web Developer @ Foobar Digital"},
		},
		{
			"a month whose number is that of the next point of a form", "АНКЕТА\n1. Трудовой стаж\n05.2017 | по н/вр\nмашинист экскаватора\nООО «Пример»\n02.2001 | 06.2009\nтракторист\nсовхоз «Проба»\n2. Образование\n1998 | СПТУ",
			[]string{"2017-05..2026-11 машинист экскаватора @ ООО «Пример»", "2001-02..2009-06 тракторист @ совхоз «Проба»"},
		},
		{
			"clients and projects within a job", "Employment\n\nFoobar Platforms Ltd – Director / Contract DevOps Engineer – Feb 2019 to date\nClient: Mock Mutual (insurance) – Jan 2022 to date\nMoved services.\nClient: Sample Brewing – Feb 2019 to Dec 2021\nMoved tills.\n\nMock Lane – Systems Administrator – Jun 2011 to Jul 2014\nKept servers.",
			[]string{"2019-02..2026-11 Director / Contract DevOps Engineer @ Foobar Platforms Ltd", "2011-06..2014-07 Systems Administrator @ Mock Lane"},
		},
		{
			"a former name of the firm", "Где работала\nБухгалтер-расчётчик (участок «Заработная плата»)\nООО «Пример» (до 2022 г. — ЗАО «Проба № 9»)\nсентябрь 2021 — по н. в.\nНачисляю зарплату.",
			[]string{"2021-09..2026-11 Бухгалтер-расчётчик (участок «Заработная плата») @ ООО «Пример» (до 2022 г. — ЗАО «Проба № 9»)"},
		},
		{
			"a legal form behind the name, seasons and words of now", "Опыт работы\n10.2020 – работает сейчас\nВедущий специалист / таможенный представитель\nТранс Пример, ООО, г. Новосибирск\n\nс весны 2017 до осени 2019\nДекларант\nПроба, АО",
			[]string{"2020-10..2026-11 Ведущий специалист / таможенный представитель @ Транс Пример, ООО / г. Новосибирск", "2017-03..2019-11 Декларант @ Проба, АО"},
		},
		{
			"titles in small letters behind a firm, a comma in its name, a well-known firm", "Опыт работы\nдек. 2019 – наст. время | Пробная обувная фабрика главный бухгалтер\nиюль 2012 – нояб. 2019 | Бюро «Пример, Проба и партнёры», юрист\n2009 – 2011 | Сбербанк, кассир",
			[]string{"2019-12..2026-11 главный бухгалтер @ Пробная обувная фабрика", "2012-07..2019-11 юрист @ Бюро «Пример, Проба и партнёры»", "2009-07..2011-06 кассир @ Сбербанк"},
		},
		{
			"Roman months behind a full stop, dates parted by two stops", "Опыт\nСтарший аналитик, «Пример»\nXI.2023 — н/в\nАналитик, «Проба»\nIV.2022 — X.2023\nDeveloper\nFoobar Labs [09.2017 .. 04.2020]",
			[]string{"2023-11..2026-11 Старший аналитик @ «Пример»", "2022-04..2023-10 Аналитик @ «Проба»", "2017-09..2020-04 Developer @ Foobar Labs"},
		},
		{
			"firms called after places", "WORK HISTORY\nNight Shift Supervisor | Carolina Pines Distribution, Hope Mills, NC | 2021–Present\nSupply Specialist | United States Army, various | 2006–2010",
			[]string{"2021-07..2026-11 Night Shift Supervisor @ Carolina Pines Distribution / Hope Mills, NC", "2006-07..2010-06 Supply Specialist @ United States Army"},
		},
		{
			"a point of a form that says how far it goes back", "10. Образование\nПробный институт, 2007\n\n11. Трудовая деятельность за последние 15 лет (начиная с последнего места)\nПериод | Организация | Должность\n05.2020 – по наст.вр. | ООО «Пример» | Мастер\n09.2016 – 04.2020 | АО «Проба» | Электромонтажник",
			[]string{"2020-05..2026-11 Мастер @ ООО «Пример»", "2016-09..2020-04 Электромонтажник @ АО «Проба»"},
		},
		{
			"dates in square brackets on a line of their own", "WORK EXPERIENCE\n[ 02/05/2019 – Current ]\nMaintenance Technician\nFoobar Mar S.A.\nRepaired lines.\n[ 12/09/2013 – 30/04/2019 ]\nMechanical Fitter\nMock Moldes Lda\nMade jigs.",
			[]string{"2019-05..2026-11 Maintenance Technician @ Foobar Mar S.A.", "2013-09..2019-04 Mechanical Fitter @ Mock Moldes Lda"},
		},
		{
			"the same employer by words", "Опыт работы\n2018 – н. в. инженер, Институт примеров\n2013 – 2018 техник, там же",
			[]string{"2018-07..2026-11 инженер @ Институт примеров", "2013-07..2018-06 техник @ Институт примеров"},
		},
		{
			"the same employer in a form", "Опыт работы\nКомпания: ООО «Пример»\nДаты: 03/2021 - наст.вр.\nДолжность: Инженер\n\nКомпания: та же\nДаты: 08/2018 - 02/2021\nДолжность: Техник",
			[]string{"2021-03..2026-11 Инженер @ ООО «Пример»", "2018-08..2021-02 Техник @ ООО «Пример»"},
		},
		{
			"a form with labels of its own", "Опыт работы\nКомпания: Группа «Пример»\nОборот: 5 млрд, 2400 чел.\nДаты: 03/2021 - наст.вр.\nДолжность: Инженер\nУспехи: внедрил учёт\n\nКомпания: та же\nДаты: 08/2018 - 02/2021\nДолжность: Техник",
			[]string{"2021-03..2026-11 Инженер @ Группа «Пример»", "2018-08..2021-02 Техник @ Группа «Пример»"},
		},
		{
			"an employer twice that ends like a title", "Employment\nSept 2023 - now, Lead Analyst, Foobar Cyber\nWrote queries.\n\nMay 2021 - Aug 2023, Office Manager, Foobar Cyber\nServed customers.",
			[]string{"2023-09..2026-11 Lead Analyst @ Foobar Cyber", "2021-05..2023-08 Office Manager @ Foobar Cyber"},
		},
		{
			"hh.ru, the end of the time below the employer", "Пример Мария\nЖелаемая должность и зарплата\nИнженер\nЗанятость: полная занятость\n\nОпыт работы — 8 лет 2 месяца\n\nИюнь 2021 —\nнастоящее время\n5 лет 5 месяцев\nАО «Пример»\nТула\nГлавный энергетик\n\nСети.\n\nФевраль 2017 — МУП «Образец»\nМай 2021\n4 года 4 месяца\nТула\nИнженер ПТО\n\nКарты.",
			[]string{"2021-06..2026-11 Главный энергетик @ АО «Пример» / Тула", "2017-02..2021-05 Инженер ПТО @ МУП «Образец» / Тула"},
		},
		{
			"a leave with its reason is no job", "Опыт работы\nинженер, ООО «Пример», 03.2021 - 05.2024\nотпуск по уходу за детьми, 01.2019 - 02.2021\nтехник, ООО «Пример», 08.2016 - 12.2018",
			[]string{"2021-03..2024-05 инженер @ ООО «Пример»", "2016-08..2018-12 техник @ ООО «Пример»"},
		},
		{
			"a leave is no job", "Experience\nTest Engineer, Mock Ledger Ltd, Apr 2024 - Till Date\nCareer break for family reasons, Jan 2022 - Mar 2024\nClerk, Foobar Ltd, Aug 2020 - Dec 2021",
			[]string{"2024-04..2026-11 Test Engineer @ Mock Ledger Ltd", "2020-08..2021-12 Clerk @ Foobar Ltd"},
		},
		{
			"russian, organisation first", "Опыт работы\nс марта 2019 г. по наст. время\nООО «Пример», Бэкенд-разработчик\nРазработка.",
			[]string{"2019-03..2026-11 Бэкенд-разработчик @ ООО «Пример»"},
		},
		{
			"all on one line, dates between", "Experience\nCompany Name July 2011 to November 2012 Accountant\nCity , State\nDid the books.",
			[]string{"2011-07..2012-11 Accountant @ Company Name / City, State"},
		},
		{
			"title, dates, company on one line", "Experience\nAccountant , 10/2014 Current Company Name City , State\nDid the books.",
			[]string{"2014-10..2026-11 Accountant @ Company Name / City, State"},
		},
		{
			"title above company above dates", "Work History\nSenior Engineer\nAcme GmbH\nJan 2020 – Present\n• Built\n\nEngineer\nBeta Inc.\nJan 2018 – Dec 2019\n• Built",
			[]string{"2020-01..2026-11 Senior Engineer @ Acme GmbH", "2018-01..2019-12 Engineer @ Beta Inc."},
		},
		{
			"no empty lines between jobs", "Employment\nAcme Labs\nEngineer, Mar 2019 - Apr 2020\n- Built one\nBeta Labs\nAnalyst, Mar 2017 - Apr 2018\n- Built two",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs", "2017-03..2018-04 Analyst @ Beta Labs"},
		},
		{
			"title dash company", "Опыт\n2018–2021 гг. — ООО «Ромашка», ведущий инженер\nЧертил.\nс 2021 года — АО «Лютик», главный инженер\nЧертил.",
			[]string{"2018-07..2021-06 ведущий инженер @ ООО «Ромашка»", "2021-07..2026-11 главный инженер @ АО «Лютик»"},
		},
		{
			"dates at the end of the line", "Experience\n\nData Analyst, Bank of Tests, Toronto      Jan 2021 – Nov 2022\n• Reports\n\nIntern — Bar Inc. — Summer 2016\n• Notes",
			[]string{"2021-01..2022-11 Data Analyst @ Bank of Tests / Toronto", "2016-06..2016-08 Intern @ Bar Inc."},
		},
		{
			"title with a comma", "Experience\nDirector, Internal Control 10/2006 to 05/2011 Company Name City , State\nAudited.",
			[]string{"2006-10..2011-05 Director, Internal Control @ Company Name / City, State"},
		},
		{
			"one after the other in a paragraph", "Experience\nI started as a Farrier at Tallow Lane (2013 – 2015). From March 2015 to May 2019 I worked as a Milliner at Kestrel & Moore, where I cut hats. Since then, June 2019 – present, I have been a Sommelier with Maison Verrault.",
			[]string{"2013-07..2015-06 Farrier @ Tallow Lane", "2015-03..2019-05 Milliner @ Kestrel & Moore", "2019-06..2026-11 Sommelier @ Maison Verrault"},
		},
		{
			"в одном абзаце", "Опыт работы\nС 2009 по 2014 работал в компании Норд-Сталь, должность — стропальщик. Вязал грузы. Затем, с 2014 по 2018, — каменщик в СМУ-7.",
			[]string{"2009-07..2014-06 стропальщик @ Норд-Сталь", "2014-07..2018-06 каменщик @ СМУ-7"},
		},
		{
			"posts under the line of their employer", "Work Experience\n\nLumen Pay, Accra   01/2018 - present\nLead Developer  03/2021 - present\n- Wrote services\nDeveloper  01/2018 - 02/2021\n- Built the app\n\nQuayle Works, Kumasi\nTechnician  01/2017 - 12/2017\n- Kept the queue short",
			[]string{"2021-03..2026-11 Lead Developer @ Lumen Pay / Accra", "2018-01..2021-02 Developer @ Lumen Pay / Accra", "2017-01..2017-12 Technician @ Quayle Works"},
		},
		{
			"a line each, duties behind", "Experience\nFeb 2021 – Oct 2024 - Shift Boss, Brightwater, Doha, ran a crew of eighteen on the north drive, signed off segments\nMay 2017 – Dec 2020 - Ring Builder, Al Noor Contracting, Sharjah, erected concrete segments\nJan 2013 – Mar 2017 - Miner, Dhanraj Infra, Nagpur, drilled, charged and mucked headings",
			[]string{"2021-02..2024-10 Shift Boss @ Brightwater / Doha", "2017-05..2020-12 Ring Builder @ Al Noor Contracting / Sharjah", "2013-01..2017-03 Miner @ Dhanraj Infra / Nagpur"},
		},
		{
			"a line each, a year and a colon", "Опыт работы\nКаменщик 5 разряда, СМУ-7, 2015 по н.в.: кладка наружных стен и перегородок, кладка печей, подача раствора.\nКаменщик, Монолит Плюс, 2011 – 2015: кладка фундаментных блоков.",
			[]string{"2015-07..2026-11 Каменщик 5 разряда @ СМУ-7", "2011-07..2015-06 Каменщик @ Монолит Плюс"},
		},
		{
			"title at company", "Experience\nEngineer at Acme (Jan 2019 - Feb 2020)\nBuilt.",
			[]string{"2019-01..2020-02 Engineer @ Acme"},
		},
		{
			"markdown", "## Work Experience\n\n### Acme GmbH — Berlin\n*Senior Engineer*\nJan 2020 – Present · 6 yrs 11 mos\n- Built",
			[]string{"2020-01..2026-11 Senior Engineer @ Acme GmbH / Berlin"},
		},
		{
			"dates inside duties are no jobs", "Experience\nMar 2019 - Apr 2020\nAcme, Engineer\nLed the migration from May 2019 to June 2019.\n- From July 2019 to August 2019 wrote tests\nВнедрение с марта 2020 по апрель 2020 года.",
			[]string{"2019-03..2020-04 Engineer @ Acme"},
		},
		{
			"no heading at all", "Ann Example\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
		{
			"dates in brackets are no phone", "Experience\nEngineer (2024.09 – 2025.04)\nAcme Labs\nBuilt.\n\n(2022-09 - 2024-08)\nAcme Labs\nAnalyst\nBuilt.",
			[]string{"2024-09..2025-04 Engineer @ Acme Labs", "2022-09..2024-08 Analyst @ Acme Labs"},
		},
		{
			"open end after a word at the start of the line", "Опыт работы\nС августа 2020 года ООО «Пример» — Разработчик C#\nРазработка.",
			[]string{"2020-08..2026-11 Разработчик C# @ ООО «Пример»"},
		},
		{
			"company and title parted by a colon", "Experience\nAcme Labs: Engineer (Jan 2020 – Mar 2021)\nBuilt.",
			[]string{"2020-01..2021-03 Engineer @ Acme Labs"},
		},
		{
			"columns of plain text", "Experience\nEngineer          Jan 2020 – Mar 2021\nAcme Labs\nBuilt.",
			[]string{"2020-01..2021-03 Engineer @ Acme Labs"},
		},
		{
			"duties without bullets are no company", "Experience\nEngineer at Quux Health (Jan 2020 – Mar 2021)\nTechnologies: Go\nDesigned and maintained solutions based on Go",
			[]string{"2020-01..2021-03 Engineer @ Quux Health"},
		},
		{
			"unlisted heading after education", "Education\nExample University, 2010 - 2014\n\nProfessional journey\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
		{
			"posts under one employer", "Experience\nHexley Robotics\nLead Developer\nJun 2023 – Present\n• Built\n\nDeveloper\nAug 2021 – Jun 2023\n• Built\n\nOpenTide Labs\nTester\nFeb 2020 – Jul 2021\n• Tested",
			[]string{"2023-06..2026-11 Lead Developer @ Hexley Robotics", "2021-08..2023-06 Developer @ Hexley Robotics", "2020-02..2021-07 Tester @ OpenTide Labs"},
		},
		{
			"told in sentences", "Work Experience:\n• Presently working as Finance Manager in Al Noor Materials LLC in Leeds since April 2022\n• Worked as a Nurse at Mission Hospital, Lokoja from MAY 2019 to\nMARCH 2022.",
			[]string{"2022-04..2026-11 Finance Manager @ Al Noor Materials LLC / Leeds", "2019-05..2022-03 Nurse @ Mission Hospital"},
		},
		{
			"told in Russian", "Трудовая деятельность:\nС мая 2021 года по настоящее время работаю в ООО «Ромашка» (Казань) в должности «Начальник смены».\nС июня 2018 года по май 2021 года – АО «Лютик», г. Пермь, Охранник. Занимался следующим: обходы.",
			[]string{"2021-05..2026-11 Начальник смены @ ООО «Ромашка» / Казань", "2018-06..2021-05 Охранник @ АО «Лютик» / г. Пермь"},
		},
		{
			"fields with labels", "Working Experience\nOrganization : Ocean Bay Shipyard\nDesignation : Welding Inspector\nDuration : 10th July 2023 to till now\nProject : Shutdown\nOrganization : Petroline Ltd.\nDesignation : Pipe Welder\nDuration : 4th May 2020 to 27th June 2023\nProject : Expansion",
			[]string{"2023-07..2026-11 Welding Inspector @ Ocean Bay Shipyard", "2020-05..2023-06 Pipe Welder @ Petroline Ltd."},
		},
		{
			"a column of labels", "Опыт работы\nПериод работы\nКомпания\nДолжность\nГород\n\nФевраль 2023 г. – наст. время\nЧОП «Кольчуга»\nОхранник\nВоронеж\n• Обходы",
			[]string{"2023-02..2026-11 Охранник @ ЧОП «Кольчуга» / Воронеж"},
		},
		{
			"rows of a table", "Sea service (starting from the last)\nRank | Vessel | Company | Sign on | Sign off\nChief Officer | M/V Lark, bulk | Pearl Carriers | 14.09.2025 | on board\nDeck Cadet | M/V Wind, bulk | Nordsund Shipping | 04.10.2023 | 28.08.2025",
			[]string{"2025-09..2026-11 Chief Officer @ Pearl Carriers", "2023-10..2025-08 Deck Cadet @ Nordsund Shipping"},
		},
		{
			"the end left out, the order changing", "Workplace:\n2024 – Project Manager, Safa Contracting Co.\n2022 – 2024 Delta Harbours Ltd., Site Engineer",
			[]string{"2024-07..2026-11 Project Manager @ Safa Contracting Co.", "2022-07..2024-06 Site Engineer @ Delta Harbours Ltd."},
		},
		{
			"dates read apart from the text", "Опыт работы\nЯнварь 2024 —\nнастоящее время\n2 года 11 месяцев\nМарт 2020 —\nНоябрь 2023\n\nОтель «Парк»\nШеф-повар\nМеню\n\nРесторан «Тёрн»\nПовар\nКухня",
			[]string{"2024-01..2026-11 Шеф-повар @ Отель «Парк»", "2020-03..2023-11 Повар @ Ресторан «Тёрн»"},
		},
		{
			"dates broken by a margin", "Experience\nJul 2023 – Pharmacy Manager, Hollins Drug Mart\nPresent Maintained stock.\nSep 2021 – Pharmacist, Greencross Pharmacy\nJul 2023 Advised customers.",
			[]string{"2023-07..2026-11 Pharmacy Manager @ Hollins Drug Mart", "2021-09..2023-07 Pharmacist @ Greencross Pharmacy"},
		},
		{
			"slips and short forms of months", "Experience\nAcme Labs\nEngineer (Novemeber 2023 to till date)\n- Built\nBeta Labs\nEngineer (Jan'21 - Oct' 23)\n- Built",
			[]string{"2023-11..2026-11 Engineer @ Acme Labs", "2021-01..2023-10 Engineer @ Beta Labs"},
		},
		{
			"talks are no jobs", "Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\n\nPresentations\nHand Hygiene\nWard Day\nMay 2021",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
		{
			"no dates at all", "Опыт\n• Руководитель отдела продаж — ООО «Кровля» (2 года)\n• Менеджер — ГК «Редукс» (2 года)",
			[]string{".. Руководитель отдела продаж @ ООО «Кровля»", ".. Менеджер @ ГК «Редукс»"},
		},
		{
			"the month of update ends open jobs", "Experience\nMar 2019 - present\nAcme Labs, Engineer\n\nLast updated: March 2026",
			[]string{"2019-03..2026-03 Engineer @ Acme Labs"},
		},
		{
			"days before months throughout", "Experience\n01/03/2024 – 27/05/2025 Engineer\nAcme Labs, Doha",
			[]string{"2024-03..2025-05 Engineer @ Acme Labs / Doha"},
		},
		{
			"reversed dates stay unknown", "Experience\nMar 2020 - Apr 2019\nAcme Labs, Engineer\nBuilt.",
			[]string{".. Engineer @ Acme Labs"},
		},
		{
			"education is no work", "Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nEducation\nExample University, 2010 - 2015",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range extract(tt.text).Positions {
				s := fmt.Sprintf("%s..%s %s @ %s", p.From, p.To, p.Title, p.Company)
				if p.Location != "" {
					s += " / " + p.Location
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("positions (-want +got):\n%s", diff)
			}
		})
	}
}

const headHunter = `Образцова Анна Тестовна
Женщина, 34 года, родилась 12 марта 1992
+7 (912) 345-67-89
obraztsova@example.ru
Проживает: Санкт-Петербург
Гражданство: Россия, есть разрешение на работу: Россия
Готова к переезду, готова к командировкам

Желаемая должность и зарплата
Ведущий Python-разработчик
350 000 руб. на руки

Опыт работы — 7 лет 8 месяцев
Март 2021 —
настоящее время
5 лет 9 месяцев
ООО «Тестовые системы»
Санкт-Петербург, www.test-systems.example
Информационные технологии, системная интеграция
• Разработка программного обеспечения
Ведущий разработчик
Микросервисы на Python. Внедрение Docker с марта 2022 по июнь 2022 года.
Апрель 2019 — Февраль 2021
1 год 11 месяцев
АО «Образец»
Москва
Разработчик
Поддержка сервисов на Go.

Образование
Высшее
2014
Тестовый политехнический университет
Прикладная математика, магистр

Ключевые навыки
Знание языков
Русский — Родной
Английский — B2 — Средне-продвинутый
Навыки
Python Docker SQL

Дополнительная информация
Обо мне
Замужем, двое детей. Люблю порядок.
`

func TestHeadHunterLayout(t *testing.T) {
	t.Parallel()
	rec := extract(headHunter)
	got := []string{rec.Name, rec.Title, rec.Location, rec.SalaryWish, rec.Relocation, string(rec.Level), fmt.Sprint(rec.TotalMonths, rec.StatedMonths)}
	for _, p := range rec.Positions {
		got = append(got, fmt.Sprintf("%s..%s %s @ %s / %s: %s", p.From, p.To, p.Title, p.Company, p.Location, p.Text))
	}
	for _, e := range rec.Education {
		got = append(got, e.Institution+" "+e.Level+" "+e.To.String())
	}
	for _, l := range rec.Languages {
		got = append(got, l.Code+" "+l.CEFR)
	}
	want := []string{
		"Образцова Анна Тестовна", "Ведущий Python-разработчик", "Санкт-Петербург", "350 000 руб. на руки", "Готова к переезду", "senior", "92 92",
		"2021-03..2026-11 Ведущий разработчик @ ООО «Тестовые системы» / Санкт-Петербург: Микросервисы на Python. Внедрение Docker с марта 2022 по июнь 2022 года.",
		"2019-04..2021-02 Разработчик @ АО «Образец» / Москва: Поддержка сервисов на Go.",
		"Тестовый политехнический университет master 2014-12", "ru native", "en B2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	if len(rec.Warnings) > 0 {
		t.Errorf("warnings %+v, want none: the printed lengths agree", rec.Warnings)
	}
}

func TestLevel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		total, stated int
		title         string
		want          Level
	}{
		{35, 0, "", Junior},
		{36, 0, "", Mid},
		{95, 0, "", Mid},
		{96, 0, "", Senior},
		{12, 0, "Head of Everything", Junior},
		{60, 0, "Старшая медсестра", Mid},
		{60, 0, "Staff Nurse", Mid},
		{60, 0, "Head Chef", Mid},
		{12, 0, "CTO", Mid},
		{60, 0, "Lead Developer", Senior},
		{60, 0, "Ведущий инженер", Senior},
		{120, 0, "Junior Tester", Mid},
		{60, 0, "Lead Generation Specialist", Mid},
		{60, 0, "Младший аналитик", Junior},
		{60, 0, "Middle Developer", Mid},
		{60, 0, "Стажёр-программист", Junior},
		{0, 100, "", ""},
		{0, 0, "Senior Developer", ""},
		{0, 0, "Chef", ""},
		{0, 40, "Тимлид", ""},
	}
	for _, tt := range tests {
		word, claimed := seniorityWord(tt.title)
		if !graded(tt.title) {
			claimed = ""
		}
		got, basis := settleLevel(tt.total, tt.stated, word, claimed)
		if got != tt.want || basis == "" {
			t.Errorf("%d months, %d stated, %q: %s (%s), want %s", tt.total, tt.stated, tt.title, got, basis, tt.want)
		}
	}
}

func TestStatedTotal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want int
	}{
		{"Summary\nEngineer with 10+ years of experience.", 120},
		{"Summary\nOver 8 years' experience in banking", 96},
		{"О себе\nОпыт работы более 7 лет в торговле.", 84},
		{"О себе\nИнженер со стажем 15 лет.", 180},
		{"Summary\nThe project ran for 3 years.", 0},
		{"О себе\nМне 34 года.", 0},
		{"Summary\nBuilt 10 sites.", 0},
	}
	for _, tt := range tests {
		if got := extract(tt.text).StatedMonths; got != tt.want {
			t.Errorf("%q: stated %d, want %d", tt.text, got, tt.want)
		}
	}
	conflict := extract("Summary\nEngineer with 20 years of experience.\n\nExperience\nMar 2024 - Apr 2025\nAcme Labs, Engineer\nBuilt.")
	if !hasWarning(conflict, "experience_conflict") {
		t.Errorf("20 stated years against 14 dated months gave %+v", conflict.Warnings)
	}
}

func hasWarning(rec Record, code string) bool {
	for _, w := range rec.Warnings {
		if w.Code == code && w.Text.EN != "" && w.Text.RU != "" {
			return true
		}
	}
	return false
}

func TestVolunteeringIsNotWork(t *testing.T) {
	t.Parallel()
	rec := extract("Experience\nMar 2024 - Apr 2024\nAcme Labs, Engineer\n\nVolunteer Experience\nJan 2010 - Dec 2019\nCode Club, Mentor\nTaught.")
	if len(rec.Positions) != 2 || rec.Positions[1].Work || rec.TotalMonths != 2 {
		t.Errorf("total %d of %+v", rec.TotalMonths, rec.Positions)
	}
}

// What a student is paid for and a practice of one's own are work; placements, and leaves however long
// their lines, are none.
func TestTrainingAndLeaves(t *testing.T) {
	t.Parallel()
	for text, months := range map[string]int{
		"Experience\n\nWorking Student, Web Development\nFoobar Digital\nMay 2017 - Oct 2018":                                                                              18,
		"Experience\n\nStudent Assistant\nSample College\nSep 2024 - Jan 2025":                                                                                             5,
		"Experience\n\nStudent\nSample College\nSep 2024 - Jan 2025":                                                                                                       0,
		"Работа\nПрограммист 1С — частная практика (самозанятый), 01.2020 – 12.2020":                                                                                       12,
		"Работа\nПрактикант, ООО «Пример», 01.2020 – 12.2020":                                                                                                              0,
		"Experience\n\nTeacher\nSample School\nJan 2012 - Dec 2012\n\nMay 2013 – May 2015: maternity and child care":                                                       12,
		"Experience\n\nTeacher, maternity cover\nSample School\nJan 2012 - Dec 2012":                                                                                       12,
		"Опыт\n\n11/2017 — 06/2018 Инспектор\nАО «Проба»\n• Учёт\n• Архив: опись и передача дел 1998–2012 гг.\n• Справки":                                                  8,
		"Experience\n\nTeacher\nSample School\nJan 2012 - Dec 2012\nParental leave and full-time care of two children\nMay 2013 - May 2015":                                12,
		"Опыт\n\n2018, сентябрь — 2019, август\nУчитель, школа «Проба»\n\n2012, ноябрь — 2018, август\nОтпуск по уходу за детьми; курсы":                                   12,
		"Работа\nВодитель, ООО «Пример», 01.2020 – 12.2020\nВодительское удостоверение C, стаж с 1990 г.":                                                                  12,
		"Работа\nИнженер, ООО «Пример», 01.2020 – 12.2020\nАрмия: 1996-1998, автобат, водитель":                                                                            12,
		"Work experience\n\nDates\t02/2026 →\nOccupation or position held\tNurse\nName and address of employer\tSample Hospital":                                           10,
		"Career\n\n04/2012 – 03/2014\tSoftware Architect, Sample Systems Ltd\n\nSelected client projects\n\nFreight engine, Mock Lines\n03/2013 – 02/2014, lead developer": 24,
		"Experience\n\nCarpenter\nSample Timber Ltd\n08/2013 – 07/2014\n\n02/2013 – 07/2013\tLooking for work, family move to Norway":                                      12,
		"Стажировки и работа\n\nЛаборант, Институт «Проба»\nянварь 2025 – июнь 2025":                                                                                       6,
		"Experience\n\nTeacher\nSample School\nJan 2012 - Dec 2012\n\nMay 2013 – May 2015\tTravelled in South America (career break)":                                      12,
		"Experience\n\nNurse\nSample Hospital\nJanuary 11, 2026 up to present":                                                                                             11,
		"Опыт работы\n\nИнженер (стажёр, с 2015 — инженер)\nЗавод «Проба»\nсентябрь 2014 — август 2016":                                                                    24,
		"Experience\n\nDesigner, on my own\nJan 2021 - Dec 2023\nClients include:\nMock Dairy, labels, 2021 – 2022\nSample Press, covers, 2022":                            36,
	} {
		rec := extract(text)
		if n := len(rec.Positions); n > 1 && rec.TotalMonths == 36 {
			t.Errorf("%q: %d positions", text, n)
		}
		if got := rec.TotalMonths; got != months {
			t.Errorf("%q: %d months, want %d", text, got, months)
		}
	}
}

// A table of clients within a job is no table of jobs, and a form that asks for the employer after the duties
// gets its own.
func TestPositions_ofTablesAndForms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"Опыт\n\nпрограммист 1С, ООО «Проба», 01.2018 – 12.2022\n\nПериод\tКлиент\tЧто сделал\n03.2019 – 09.2020\tПтицефабрика «Пример»\tсклад, учёт\n2021–2022\tЛицей № 8\tобучение": {"программист 1С @ ООО «Проба»"},
		"Work experience\n\nDates\t02/2021 – 05/2024\nOccupation or position held\tNurse\nMain activities\tCare of patients\nHandover and audits\nName and address of employer\tSample Hospital\n" +
			"Dates\t01/2018 – 01/2021\nOccupation or position held\tCarer\nMain activities\tCare at home\nName and address of employer\tMock House": {"Nurse @ Sample Hospital", "Carer @ Mock House"},
		"Surname: Example\n\nDocument\tNumber\tIssued\tValid until\nSeaman's book\tMC 17\t12.04.2022\t12.04.2027\nBasic Safety Training\tB 40\t11.05.2022\t11.05.2027\n" +
			"SEA SERVICE Rank\tVessel\tShipowner / Crewing\tSign on\tSign off\nChief mate\tTest Star\tMock Lines Ltd\t11.09.2025\t20.03.2026\nMate\tTest Sun\tSample Ships Ltd\t04.11.2024\t09.05.2025": {"Chief mate @ Mock Lines Ltd", "Mate @ Sample Ships Ltd"},
	} {
		rec := extract(text)
		var got []string
		for _, p := range rec.Positions {
			got = append(got, p.Title+" @ "+p.Company)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
		if strings.Contains(text, "Basic Safety") && len(rec.Certificates) != 2 {
			t.Errorf("certificates %+v", rec.Certificates)
		}
	}
}

func TestSections(t *testing.T) {
	t.Parallel()
	text := "Ann Example\n\nPROFILE\nx\n\nS K I L L S\nx\n\nПрофессиональный опыт:\nx\n\n— Education & Training —\nx\n\n## Проекты\nx\n\nСертификаты и лицензии\nx\n\nLanguages: English\n\nКонтакты\nx\n\nHobbies and Interests\nx"
	var got []string
	for _, s := range extract(text).Sections {
		got = append(got, s.Kind)
		if s.Start < 0 || s.End > len(text) || s.Start > s.End {
			t.Errorf("section %+v is out of the text", s)
		}
	}
	want := strings.Fields("contacts summary skills experience education projects certificates languages contacts other")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	for _, prose := range []string{"Experience with Docker is a plus for this team", "skills that matter.", "Worked on education", "I have experience.", "Project management", "Опыт с Docker"} {
		if s := extract("Ann\n" + prose).Sections; len(s) != 1 {
			t.Errorf("%q opened a section: %+v", prose, s)
		}
	}
}

func TestHeadingsMeanOneThing(t *testing.T) {
	t.Parallel()
	all := testTables(t)
	if kinds := len(all.headings); kinds < 300 {
		t.Fatalf("only %d headings", kinds)
	}
	for heading := range all.headings {
		if got := (dates{page: newPage(heading), tables: all}).kindOfTokens(0, len(newPage(heading).tokens)); got != all.headings[heading] {
			t.Errorf("heading %q read as %q, listed as %q", heading, got, all.headings[heading])
		}
	}
}
