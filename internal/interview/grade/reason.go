package grade

import (
	"slices"

	"kadry/internal/fault"
)

var flagReasons = map[FlagKind]fault.Text{
	Empty:     fault.Say("There is no answer.", "Ответа нет."),
	Unknown:   fault.Say("The person says that they do not know.", "Человек говорит, что не знает."),
	Echo:      fault.Say("The answer repeats the question and adds nothing.", "Ответ повторяет вопрос и ничего не добавляет."),
	OffTopic:  fault.Say("The answer is about something else.", "Ответ о другом."),
	Negated:   fault.Say("The answer denies what it says.", "Ответ отрицает то, что в нём сказано."),
	Dump:      fault.Say("The answer piles up much that was not asked; credit is limited.", "В ответе много лишнего; балл ограничен."),
	Injection: fault.Say("A part of the answer speaks to the grader; it was left out.", "Часть ответа обращена к проверяющему; она не учтена."),
	Repeated:  fault.Say("The answer says the same again and again; credit is limited.", "Ответ повторяет одно и то же; балл ограничен."),
	Listed:    fault.Say("The answer lists names and claims nothing of them; credit is limited.", "В ответе перечислены слова, но ничего о них не сказано; балл ограничен."),
	Copied:    fault.Say("The answer is nearly word for word the published reference; a person should ask about it.", "Ответ почти дословно повторяет опубликованный эталон; о нём стоит переспросить."),
	Shuffled:  fault.Say("The words are there, but they make no sentence.", "Слова есть, но они не складываются в предложение."),
}

// summary says in one line how the score came about.
func summary(m Mark) fault.Text {
	met := 0
	for _, p := range m.Points {
		if p.Met > 0 {
			met++
		}
	}
	if met == 0 && m.Score > 0 {
		return fault.Say("Nothing of the reference was found word for word; a person should read this answer.", "Слов эталона в ответе не нашлось; ответ стоит прочитать человеку.")
	}
	return fault.Say("Points told: %d of %d.", "Раскрыто тезисов: %d из %d.", met, len(m.Points))
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}
