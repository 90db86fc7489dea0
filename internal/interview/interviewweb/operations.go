package interviewweb

// The operations the pages stand for, one for each thing a person can do. A page whose
// operation is not served, or not covered by the caller's access, is refused, and actions
// that need one are not offered.
const (
	opListVacancies   = "list_vacancies"
	opGetVacancy      = "list_vacancies"
	opSaveVacancy     = "save_vacancy"
	opDeleteVacancy   = "save_vacancy"
	opImportVacancies = "save_vacancy"
	opExportVacancies = "list_vacancies"

	opStart  = "start_interview"    // a try-out
	opAnswer = "continue_interview" // in a try-out

	opList           = "list_interviews"
	opGet            = "get_interview"
	opExport         = "get_interview"
	opListDeliveries = "get_interview"
	opBias           = "list_interviews"

	opPause         = "continue_interview"
	opResume        = "continue_interview"
	opExtend        = "continue_interview"
	opCancel        = "continue_interview"
	opDelete        = "continue_interview"
	opDecide        = "continue_interview"
	opOverrule      = "continue_interview"
	opRedeliver     = "continue_interview"
	opRedeliverDead = "continue_interview"

	opGetWebhook   = "start_interview"
	opSaveWebhook  = "start_interview"
	opRotateSecret = "start_interview" // shows the new secret, this once
	opTestWebhook  = "start_interview"
)
