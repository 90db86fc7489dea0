package examweb

// The operations the pages stand for. A page whose operation is not served, or not covered
// by the caller's access, is refused, and actions that need one are not offered.
const (
	opFind      = "sdamgia_search_by_text"
	opProblem   = "sdamgia_get_problem"
	opCatalogue = "sdamgia_get_catalog"
	opCategory  = "sdamgia_get_category_problems"
	opVariant   = "sdamgia_get_test"
	opCheck     = "sdamgia_check_answer"
	opCompose   = "sdamgia_compose_test"
	opSync      = "sdamgia_sync"

	opAssign       = "create_assignments"
	opRepeat       = "repeat_assignment"
	opAssignments  = "list_assignments"
	opPapers       = "get_papers"
	opExportPapers = "export_papers"
	opWithdrawLink = "withdraw_assignment"
	opDeleteLink   = "delete_assignment"
	opDeletePaper  = "delete_paper"
)
