package session

// Status is where a session stands, in the four words of the contract.
type Status string

// The statuses. A session is Waiting exactly while a question is open. Completed has an
// analysis, Failed has a failure, and neither changes into anything else.
const (
	Active    Status = "active"
	Waiting   Status = "waiting_for_answer"
	Completed Status = "completed"
	Failed    Status = "failed"
)

// Stage says more finely what is due.
type Stage string

// The stages. Queued and Matching follow the start: in the first the vacancy is known, in
// the second it is to be found by the resume.
const (
	StageQueued    Stage = "queued"
	StageMatching  Stage = "matching"
	StageAsking    Stage = "asking"
	StageWaiting   Stage = "waiting"
	StageGrading   Stage = "grading"
	StageFinishing Stage = "finishing"
	StageDone      Stage = "done"
)

// EndReason says why a session ended, or is about to.
type EndReason string

// The reasons. A session ends for no other: no word inside an answer ends it.
const (
	EndAnswered  EndReason = "answered"             // everything planned was asked
	EndStopped   EndReason = "stopped_by_candidate" // a stop command as a whole message
	EndTimedOut  EndReason = "timed_out"
	EndCancelled EndReason = "cancelled"
	EndError     EndReason = "error"
)
