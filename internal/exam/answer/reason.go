package answer

import "kadry/internal/fault"

// What a verdict says beside its outcome. None of it depends on the key but for the number
// of its fields.
var (
	byCriteria = fault.Say("This problem has no short answer: a person marks it by the criteria.",
		"У этой задачи нет краткого ответа: её оценивает человек по критериям.")
	notComparable = fault.Say("The answer is an expression that can be written in many ways: compare it with the solution.",
		"Ответ — выражение, которое записывают по-разному: сверьте его с решением.")
	noAnswer = fault.Say("No answer was given.", "Ответ не дан.")
	tooLong  = fault.Say("A short answer was expected: at most 300 characters.",
		"Ожидался краткий ответ: не больше 300 знаков.")
	otherCount = fault.Say("The answer has several parts: separate them with a semicolon.",
		"Ответ состоит из нескольких частей: разделите их точкой с запятой.")
	notNumber = fault.Say("A number was expected.", "Ожидалось число.")
	notRow    = fault.Say("Only digits or letters in a row were expected: 134.",
		"Ожидались только цифры или буквы подряд: 134.")
	notWords = fault.Say("A word or a few words were expected, without other signs.",
		"Ожидалось слово или несколько слов без других знаков.")
	notSet       = fault.Say("An interval or a set was expected: [−1; 2).", "Ожидался промежуток или множество: [−1; 2).")
	unitUnneeded = fault.Say("The unit is not written in the answer sheet.", "Единицу измерения в бланк не записывают.")
	otherUnit    = fault.Say("The unit is not the one the problem asks for.", "Единица измерения не та, о которой спрашивают.")
	finite       = fault.Say("Right in value; the exam takes a whole number or a finite decimal.",
		"Значение верное, но в ответ пишут целое число или конечную десятичную дробь.")
	numberOnly = fault.Say("Right in value; the exam takes the number alone.",
		"Значение верное, но в ответ пишут только число.")
	otherMarks = fault.Say("The letters are right; the hyphen or apostrophe is not as it must be.",
		"Буквы верные, а дефис или апостроф стоит не так, как нужно.")
)

func someFields(right, of int) fault.Text {
	return fault.Say("%d of %d parts are right.", "Верных частей: %d из %d.", right, of)
}

func someSigns(mistakes int) fault.Text {
	return fault.Say("Mistakes: %d.", "Ошибок: %d.", mistakes)
}
