package resume

import "strings"

// titleWords end or begin a job title in English.
var titleWords = words(`engineer developer programmer architect manager director analyst consultant administrator
	designer specialist coordinator assistant associate accountant auditor teacher instructor professor lecturer tutor
	nurse physician doctor surgeon therapist technician technologist operator supervisor superintendent foreman
	representative rep agent broker advisor adviser officer president vp ceo cto cfo coo cio founder cofounder owner partner
	principal lead leader head chief executive chef cook waiter waitress bartender cashier clerk teller receptionist
	secretary recruiter generalist intern trainee apprentice volunteer fellow researcher scientist biologist chemist physicist
	economist statistician writer editor journalist reporter copywriter photographer artist illustrator animator producer
	attorney lawyer paralegal counsel judge banker trader underwriter planner scheduler buyer merchandiser salesperson
	salesman salesmen driver pilot mechanic electrician plumber carpenter welder machinist inspector tester sdet qa sre devops dba
	webmaster freelancer contractor master sergeant captain lieutenant commander major counselor counsellor coach trainer
	mentor librarian curator translator interpreter pharmacist dentist hygienist caregiver aide attendant server host hostess
	stylist barber guard dispatcher strategist evangelist advocate ambassador marketer programme expert handyman laborer
	worker member chairman chairperson dean superintendent investigator detective firefighter paramedic emt student
	educator facilitator liaison controller comptroller treasurer bookkeeper estimator appraiser surveyor drafter
	draftsman modeler webdesigner barista housekeeper janitor custodian nanny babysitter packer picker
	stocker loader assembler fabricator installer technicians scrum staff practitioner
	superuser professional pastor minister chaplain veterinarian scribe phlebotomist model actor dancer musician`)

// titleStems begin the words of Russian job titles.
var titleStems = []string{
	"разработчи", "инженер", "программист", "аналитик", "менеджер", "руководител", "директор", "специалист",
	"администратор", "дизайнер", "тестировщик", "бухгалтер", "консультант", "архитектор", "продавец", "водител",
	"оператор", "техник", "врач", "учител", "преподавател", "юрист", "экономист", "маркетолог", "редактор",
	"журналист", "повар", "секретар", "ассистент", "стажер", "стажёр", "начальник", "заведующ", "лаборант", "методист",
	"переводчи", "кассир", "логист", "диспетчер", "механик", "электрик", "слесар", "монтажник", "тимлид", "техлид",
	"девопс", "лид", "рекрутер", "супервайзер", "мастер", "главный", "главная", "ведущий", "ведущая", "старший", "старшая",
	"младший", "младшая", "фрилансер", "основател", "сооснователь", "сотрудник", "исследовател", "верстальщи",
	"копирайтер", "контролер", "кладовщик", "охранник", "товаровед", "закупщик", "эксперт", "наставник", "координатор",
	"представител", "агент", "риелтор", "сайентист", "сисадмин", "интегратор", "методолог", "заместител", "помощник",
	"продакт", "проджект", "хирург", "медсестр", "медицинск", "фельдшер", "психолог", "воспитател", "тренер", "инструктор",
	"сварщик", "токар", "электромонт", "прораб", "бригадир", "грузчик", "курьер", "официант", "бармен", "парикмахер",
	"фотограф", "художник", "иллюстратор", "аудитор", "финансист", "банкир", "адвокат", "нотариус", "ученый", "научный",
	"фронтендер", "бэкендер", "бекендер", "девелопер", "скрам", "модератор", "интервьюер", "социолог", "технолог", "конструктор",
	"пентестер", "автоматизатор", "химик", "биолог", "физик", "математик", "геолог", "геодезист", "агроном", "ветеринар", "провизор", "фармацевт",
}

// companyWords mark an organisation.
var companyWords = words(`company inc llc llp ltd limited gmbh ag corp corporation co plc sa srl bv oy ab pvt bank group holding
	holdings labs lab systems solutions technologies technology tech services service logistics telecom retail industries
	enterprises enterprise partners associates agency studio studios hospital clinic school university college institute
	center centre academy foundation ministry department club hotel restaurant store stores international consulting
	software digital media networks network ventures capital insurance airlines motors pharma energy bureau council
	church army navy force guard district county laboratories clinicals healthcare
	ооо оао зао ао пао ип гк нко фгуп муп гбоу мбоу фгбу гбуз нпо нпп пк тд банк компания группа холдинг завод институт
	университет академия школа больница поликлиника центр агентство студия фабрика комбинат корпорация министерство
	департамент управление администрация фонд бюро лаборатория технологии системы решения сервис логистика ритейл
	телеком консалтинг софт медиа клиника колледж служба магазин сеть предприятие объединение кооператив фирма тоо`)

// orgForms name a legal person; whatever stands before one on a line is not its name.
var orgForms = words("ооо оао зао ао пао ип гк фгуп муп гбоу мбоу фгбу гбуз нпо нпп тоо llc inc ltd gmbh corp llp plc")

// placeWords mark a location.
var placeWords = words(`remote city state usa uk uae russia germany france spain italy india china canada poland serbia georgia
	armenia kazakhstan belarus ukraine israel cyprus turkey portugal netherlands london berlin moscow paris york francisco
	chicago boston seattle austin dubai toronto amsterdam warsaw prague vienna belgrade tbilisi yerevan almaty minsk kyiv
	petersburg novosibirsk kazan yekaterinburg remotely worldwide europe bangalore mumbai pune delhi hyderabad chennai
	удаленно удаленка дистанционно россия москва петербург новосибирск екатеринбург казань нижний
	новгород самара омск челябинск ростов уфа красноярск воронеж пермь волгоград краснодар саратов тюмень тольятти
	ижевск барнаул ульяновск иркутск хабаровск ярославль владивосток махачкала томск оренбург кемерово рязань астрахань
	пенза липецк тула калининград сочи минск алматы астана киев ереван тбилиси белград ташкент область край республика
	обл г город спб мск беларусь казахстан украина германия сербия грузия армения польша кипр турция израиль`)

func isTitleWord(word string) bool {
	if titleWords[word] {
		return true
	}
	if word == "" || word[0] < 0x80 {
		return false
	}
	for _, stem := range titleStems {
		if strings.HasPrefix(word, stem) {
			return stem != "лид" || len(word) <= len("лида")
		}
	}
	return false
}

// headerKind is what a piece of a job header most likely is.
type headerKind int

const (
	unknownPiece headerKind = iota
	titlePiece
	companyPiece
	placePiece
)

// classify judges a piece of a job header by its words. English titles and companies end
// in the telling word ("Bank Teller", "Teller Bank"), Russian ones begin with it.
func classify(words []token, text string) headerKind {
	title, company, place, orgForm, headOf := -1, -1, 0, false, false
	count := 0
	for i, t := range words {
		if t.kind != wordToken {
			if t.mark == '«' || t.mark == '"' || t.mark == '“' {
				company = max(company, i)
				if count == 0 {
					orgForm = true
				}
			}
			continue
		}
		count++
		orgForm = orgForm || orgForms[t.word]
		headOf = headOf || t.word == "of" && title >= 0 && company < 0
		if isTitleWord(t.word) {
			title = i
		}
		if companyWords[t.word] {
			company = i
		}
		if placeWords[t.word] || isStateCode(text[t.start:t.end]) {
			place++
		}
	}
	switch {
	case orgForm && count > 0:
		return companyPiece
	case title >= 0 && (company < 0 || headOf):
		return titlePiece
	case title >= 0 && (title > company || text[words[0].start] >= 0x80 && isTitleWord(words[0].word)):
		return titlePiece
	case company >= 0:
		return companyPiece
	case place > 0 && count <= 4:
		return placePiece
	}
	return unknownPiece
}

const stateCodes = " AL AK AZ AR CA CO CT DE FL GA HI ID IL IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC "

func isStateCode(s string) bool { return len(s) == 2 && strings.Contains(stateCodes, " "+s+" ") }
