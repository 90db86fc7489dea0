package exam

// What tests need to see from outside: some read the practice problems, which import this
// package.
var (
	TaskOf        = task
	CheckFound    = check
	ComposeOf     = compose
	Hints         = hints
	WithoutAnswer = withoutAnswer
)
