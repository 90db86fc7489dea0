package exam

// What tests need to see from outside: some read the practice problems, which import this
// package.
var (
	TaskOf        = task
	CheckFound    = check
	ComposeOf     = compose
	Hints         = hints
	WithoutAnswer = withoutAnswer
	LookupSubject = lookupSubject
)

// Spellings lists what may stand for each subject.
func Spellings() map[Subject][]string {
	all := map[Subject][]string{}
	for _, s := range subjects {
		all[s.code] = s.names()
	}
	return all
}
