package linkedin

import "kadry/internal/fault"

// Field is a field of the answer, by the name it has there.
type Field string

// The fields. Those that no source can know are named too, so that an answer can say why.
const (
	FullName        Field = "full_name"
	Headline        Field = "headline"
	Location        Field = "location"
	Summary         Field = "summary"
	Skills          Field = "skills"
	Endorsements    Field = "skills.endorsement_count"
	Experience      Field = "experience"
	SkillsUsed      Field = "experience.skills_used"
	TotalExperience Field = "total_experience_years"
	Schools         Field = "education"
	Certificates    Field = "certifications"
	Languages       Field = "languages"
	Recommendations Field = "recommendations_count"
	Connections     Field = "connections"
	ProfileStrength Field = "profile_strength"
	Posts           Field = "posts_last_90_days"
	Engagement      Field = "engagement_score"
)

// known is a field with what to say when it is unknown.
type known struct {
	Field
	missing fault.Text            // no such part in this file
	never   map[Source]fault.Text // the source never has it
}

func (k known) reason(from Source) fault.Text {
	if text, ok := k.never[from]; ok {
		return text
	}
	return k.missing
}

// everywhere says the same of every source.
func everywhere(en, ru string) map[Source]fault.Text {
	text := fault.Text{EN: en, RU: ru}
	return map[Source]fault.Text{Export: text, PDF: text, Snapshot: text}
}

// onPDF says something of the PDF alone.
func onPDF(en, ru string) map[Source]fault.Text {
	return map[Source]fault.Text{PDF: {EN: en, RU: ru}}
}

func absent(en, ru string) fault.Text {
	return fault.Text{EN: "The file given has no part with the " + en + ".", RU: "В переданном файле нет раздела: " + ru + "."}
}

// fields are in the order of the answer.
var fields = []known{
	{Field: FullName, missing: absent("name", "имя")},
	{Field: Headline, missing: absent("headline", "заголовок профиля")},
	{Field: Location, missing: absent("location", "местоположение")},
	{Field: Summary, missing: absent("summary", "общие сведения")},
	{Field: Skills, missing: absent("skills", "навыки"), never: onPDF(
		"The PDF shows the top skills only, not all of them.", "В PDF только основные навыки, а не все.")},
	{Field: Endorsements, missing: absent("endorsements", "подтверждения навыков"), never: onPDF(
		"The PDF does not show how often a skill was endorsed.", "В PDF не показано, сколько раз навык подтвердили.")},
	{Field: Experience, missing: absent("positions", "опыт работы")},
	{Field: SkillsUsed, never: everywhere(
		"LinkedIn does not say in its files which skill belongs to which position.",
		"В файлах LinkedIn не сказано, какой навык относится к какой работе.")},
	{Field: TotalExperience, missing: fault.Say("No position has dates that can be counted.", "Ни у одной работы нет дат, которые можно посчитать.")},
	{Field: Schools, missing: absent("education", "образование")},
	{Field: Certificates, missing: absent("certifications", "сертификаты")},
	{Field: Languages, missing: absent("languages", "языки")},
	{Field: Recommendations, missing: absent("recommendations", "рекомендации"), never: onPDF(
		"The PDF does not show recommendations.", "В PDF нет рекомендаций.")},
	{Field: Connections, never: everywhere(
		"Connections are data of other people, so that part is never opened.",
		"Контакты — данные других людей, этот раздел никогда не открывается.")},
	{Field: ProfileStrength, never: everywhere(
		"LinkedIn gives this number in none of its files, and a made-up one would say nothing.",
		"LinkedIn не сообщает это число ни в одном файле, а выдуманное ничего не скажет.")},
	{Field: Posts, never: everywhere(
		"Posts are not read: they say nothing of the work and much of other people.",
		"Публикации не читаются: о работе они не говорят, а о других людях — многое.")},
	{Field: Engagement, never: everywhere(
		"LinkedIn gives no measure of engagement to anyone.", "LinkedIn никому не сообщает меру вовлечённости.")},
}
