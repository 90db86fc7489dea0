package interviewweb

// examplePayload is a question as a receiver gets it in a shape, cut to what tells the
// shapes apart.
func examplePayload(shape string) string {
	const head = `{
  "session_id": "0198c1a7-4f3e-7cc2-9a51-5d2f6b0e8a11",
  "type": "question",
`
	const tail = `  "id": "0198c1a7-52b0-7d10-8e0f-3b1c2d4e5f60",
  "timestamp": "2026-11-20T09:30:00.000Z",
  "seq": 1,
  "schema_version": 1
}`
	const top = `  "question": "…",
  "question_id": "go-workers",
  "expected_answer_type": "text",
  "context": {"user_id": "user_1"},
`
	const data = `  "data": {
    "question": "…",
    "question_id": "go-workers",
    "expected_answer_type": "text",
    "context": {"user_id": "user_1"}
  },
`
	switch shape {
	case "flat":
		return head + top + tail
	case "envelope":
		return head + data + tail
	}
	return head + top + data + tail
}
