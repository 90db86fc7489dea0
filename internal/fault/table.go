package fault

// Answer is what each front says for a kind.
type Answer struct {
	Status   int  // HTTP status
	Exit     int  // process exit code of the CLI
	Protocol bool // MCP: a JSON-RPC error instead of a tool result with isError
	Log      bool // worth an error line in the server's log
}

var answers = map[Kind]Answer{
	Invalid:         {Status: 400, Exit: 2},
	Unauthenticated: {Status: 401, Exit: 3, Protocol: true},
	Denied:          {Status: 403, Exit: 3},
	NotFound:        {Status: 404, Exit: 4},
	Conflict:        {Status: 409, Exit: 5},
	TooLarge:        {Status: 413, Exit: 2},
	Limited:         {Status: 429, Exit: 6},
	Timeout:         {Status: 504, Exit: 7, Log: true},
	Canceled:        {Status: 499, Exit: 130},
	Upstream:        {Status: 502, Exit: 8, Log: true},
	Unavailable:     {Status: 503, Exit: 8, Log: true},
	Internal:        {Status: 500, Exit: 1, Protocol: true, Log: true},
}

// AnswerTo returns the row of the one table kind -> HTTP status, exit code, MCP result.
// An unknown kind is answered as Internal.
func AnswerTo(kind Kind) Answer {
	if a, ok := answers[kind]; ok {
		return a
	}
	return answers[Internal]
}
