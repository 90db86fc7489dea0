package question

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/skill"
)

// Wish asks for questions to be drafted.
type Wish struct {
	Skill skill.ID
	Name  fault.Text // of the skill, as people know it
	Form  Form       // what kind of a skill it is
	Level bank.Level
	Count int
	Known []string // texts of questions on it that are there already
}

// Proposal is what a model proposes.
type Proposal struct {
	Model     string // who proposes, and by which wording it was asked
	Questions []Content
}

// Form is the kind of thing a skill is; what is worth asking differs by it.
type Form string

// The forms.
const (
	Tool      Form = "tool"      // one works with it: Excel, Kafka, a lathe
	Method    Form = "method"    // a body of knowledge: accounting, statistics
	Manual    Form = "manual"    // one does it with one's hands: welding, cooking
	Tongue    Form = "language"  // people speak it
	Behaviour Form = "behaviour" // how one works with others
)

// manualSkills and tongues begin the names, in the taxonomy, of what people do with their hands
// and of what they speak; behaviours are what every job asks for.
var (
	manualSkills = []skill.ID{
		"welding", "cooking", "electrical", "plumbing", "carpentry", "sewing", "painting", "driving", "nursing", "masonry",
		"machining", "cleaning", "hairdressing", "forklift", "assembly", "soldering", "baking", "gardening", "warehouse", "construction",
	}
	tongues = []skill.ID{
		"english", "german", "french", "spanish", "chinese", "russian", "italian", "arabic", "japanese", "korean", "turkish", "portuguese",
	}
	behaviours = []skill.ID{
		"communication", "teamwork", "leadership", "conflict-resolution", "negotiation", "mentoring", "time-management", "problem-solving",
		"customer-service", "presentation", "critical-thinking", "adaptability", "collaboration",
	}
)

// FormOf tells the form of a skill; what it does not know as anything else is a method where
// the taxonomy has it as a category, and a tool where it is a thing.
func FormOf(g *skill.Graph, id skill.ID) Form {
	for _, known := range []struct {
		form Form
		list []skill.ID
	}{{Manual, manualSkills}, {Tongue, tongues}, {Behaviour, behaviours}} {
		if belongs(g, id, known.list) {
			return known.form
		}
	}
	if s, ok := g.Skill(id); ok && s.Concept {
		return Method
	}
	return Tool
}

// NameOf is what people call a skill. A category has a Russian name, the shortest in Russian
// letters; a thing keeps its own.
func NameOf(g *skill.Graph, id skill.ID) fault.Text {
	name := fault.Text{EN: g.Name(id), RU: g.Name(id)}
	if s, ok := g.Skill(id); !ok || !s.Concept {
		return name
	}
	best := 0
	for _, one := range g.Names(id) {
		n := utf8.RuneCountInString(one)
		if russian(one) && (best == 0 || n < best) {
			name.RU, best = one, n
		}
	}
	return name
}

// russian tells a name in Russian letters alone.
func russian(name string) bool {
	for _, r := range name {
		if !unicode.Is(unicode.Cyrillic, r) && r != ' ' && r != '-' {
			return false
		}
	}
	return name != ""
}

// belongs tells a skill that is one of a list, or narrower than one of it.
func belongs(g *skill.Graph, id skill.ID, list []skill.ID) bool {
	for _, one := range list {
		if one == id {
			return true
		}
		for _, e := range g.Satisfying(one) {
			if e.Skill == id && e.How == skill.Narrower {
				return true
			}
		}
	}
	return false
}

// pattern is a question of a form with a gap for the name of the skill.
type pattern struct {
	kind       bank.Kind
	competency bank.Competency
	text       fault.Text // with one %s
	points     []fault.Text
}

// Template returns a draft for a skill, made without a model: what is worth asking of a skill
// of its form, and points to be written out by somebody who knows it. Numbers go round.
func Template(w Wish, number int) Content {
	list := patterns[w.Form]
	p := list[number%len(list)]
	text := fault.Text{EN: fmt.Sprintf(p.text.EN, w.Name.EN), RU: fmt.Sprintf(p.text.RU, w.Name.RU)}
	c := Content{
		Status: Draft, Skill: string(w.Skill), Level: w.Level, Kind: p.kind, Competency: p.competency, Type: bank.TextAnswer,
		Text: Text(text), Tags: []string{"template"},
	}
	for _, point := range p.points {
		c.Points = append(c.Points, Point{Weight: 2, Text: Text(point)})
	}
	c.Probes = []Probe{{When: bank.Thin, Text: Text(fault.Say("Tell of one case from your own work, step by step.", "Расскажите об одном случае из своей работы, по шагам."))}}
	return c
}

// patterns are what is worth asking by form. The points are of the kind that a good answer
// has for any skill of the form; whoever knows the skill makes them its own.
var patterns = map[Form][]pattern{
	Tool: {
		{
			bank.Past, bank.Delivery,
			fault.Text{EN: "Tell of the last task that you solved with %s. What did you do yourself, and what came of it?", RU: "Расскажите о последней задаче, которую вы решили с помощью %s. Что сделали вы сами и что получилось?"},
			[]fault.Text{
				fault.Say("I name the task and why this tool was chosen for it.", "Называю задачу и объясняю, почему для неё выбрали этот инструмент."),
				fault.Say("I describe my own steps, not only those of the team.", "Описываю свои действия, а не только работу команды."),
				fault.Say("I name the result in figures or in what changed for people.", "Называю результат в цифрах или в том, что изменилось для людей."),
			},
		},
		{
			bank.Situational, bank.ProblemSolving,
			fault.Text{EN: "Something that you made with %s yesterday no longer works today. How do you find the cause?", RU: "То, что вы сделали в %s вчера, сегодня не работает. Как вы найдёте причину?"},
			[]fault.Text{
				fault.Say("First I repeat the failure and read the whole message.", "Сначала воспроизвожу сбой и читаю сообщение целиком."),
				fault.Say("I find out what has changed since it worked last.", "Выясняю, что изменилось с тех пор, как всё работало."),
				fault.Say("I check one guess at a time and keep what I have found.", "Проверяю по одному предположению и записываю, что выяснил."),
			},
		},
	},
	Method: {
		{
			bank.Explain, bank.Knowledge,
			fault.Text{EN: "How do you check that your work in %s is right before others rely on it?", RU: "Как вы проверяете свою работу (%s), прежде чем на неё положатся другие?"},
			[]fault.Text{
				fault.Say("I check the result against an independent source.", "Сверяю результат с независимым источником."),
				fault.Say("I look for the mistakes that are made most often here.", "Ищу ошибки, которые здесь делают чаще всего."),
				fault.Say("I have a colleague look over what is risky.", "Рискованные места отдаю на проверку коллеге."),
			},
		},
		{
			bank.Past, bank.Quality,
			fault.Text{EN: "Tell of a mistake in %s that you found, your own or another's. What did you do about it?", RU: "Расскажите об ошибке в этой области (%s), которую вы нашли: своей или чужой. Что вы сделали?"},
			[]fault.Text{
				fault.Say("I say how the mistake came to light.", "Говорю, как ошибка обнаружилась."),
				fault.Say("I put its consequences right, not only the mistake.", "Исправляю последствия, а не только саму ошибку."),
				fault.Say("I changed the order of work so that it does not come again.", "Меняю порядок работы, чтобы она не повторилась."),
			},
		},
	},
	Manual: {
		{
			bank.Situational, bank.Quality,
			fault.Text{EN: "You begin a job (%s). What do you check before you start, and why?", RU: "Вы приступаете к работе (%s). Что вы проверите до начала и зачем?"},
			[]fault.Text{
				fault.Say("I check my protective gear and the safety of the place.", "Проверяю средства защиты и безопасность рабочего места."),
				fault.Say("I check that the tool and the equipment are sound.", "Проверяю исправность инструмента и оборудования."),
				fault.Say("I check the material and the task against the drawing or the order.", "Сверяю материал и задание с чертежом или нарядом."),
			},
		},
		{
			bank.Situational, bank.ProblemSolving,
			fault.Text{EN: "You notice a defect in your own work (%s) when it is nearly done. What do you do?", RU: "Работа (%s) почти закончена, и вы замечаете свой брак. Что вы сделаете?"},
			[]fault.Text{
				fault.Say("I stop and do not hide the defect.", "Останавливаюсь и не скрываю брак."),
				fault.Say("I find its cause before I do it again.", "Выясняю причину, прежде чем переделывать."),
				fault.Say("I tell the foreman, and we agree on how it is put right.", "Сообщаю мастеру и согласую, как исправлять."),
			},
		},
	},
	Tongue: {
		{
			bank.Past, bank.Communication,
			fault.Text{EN: "Where did you use this language (%s) at work last? Tell what was hard and how you coped.", RU: "Где вы в последний раз пользовались этим языком (%s) в работе? Что было трудно и как вы справились?"},
			[]fault.Text{
				fault.Say("I name the occasion: a talk, letters, documents.", "Называю ситуацию: переговоры, переписка, документы."),
				fault.Say("I say what was hard: terms, accents, haste.", "Говорю, что было трудно: термины, произношение, спешка."),
				fault.Say("I make sure that both sides understood the same.", "Убеждаюсь, что обе стороны поняли одно и то же."),
			},
		},
	},
	Behaviour: {
		{
			bank.Past, bank.Collaboration,
			fault.Text{EN: "Tell of a time when %s mattered most in your work. What did you do?", RU: "Расскажите о случае, когда в вашей работе было важнее всего: %s. Что вы сделали?"},
			[]fault.Text{
				fault.Say("I tell of one real case with people and a time.", "Рассказываю об одном реальном случае: кто участвовал и когда."),
				fault.Say("I say what I did myself, and why so.", "Говорю, что сделал сам и почему именно так."),
				fault.Say("I say what came of it and what I would do differently.", "Говорю, чем всё закончилось и что сделал бы иначе."),
			},
		},
	},
}
