package talentweb

// The operations the pages stand for. A page whose operation is not served, or not covered
// by the caller's access, is refused, and actions that need one are not offered.
const (
	opSearch  = "search_by_skills"
	opDetails = "get_candidate_details"
	opCompare = "compare_candidates"
	opIngest  = "ingest_cv"
	opUpload  = "ingest_upload"
	opDelete  = "delete_candidate"
	opReveal  = "reveal_candidate"
	opCorrect = "correct_candidate"
	opHistory = "get_candidate_history"
	opLink    = "link_candidates"
	opReread  = "reextract_candidates"
	opSave    = "save_search"
	opSaved   = "list_saved_searches"
	opOpen    = "open_saved_search"
	opDrop    = "delete_saved_search"
)
