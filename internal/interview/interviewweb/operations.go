package interviewweb

// The operations the pages stand for, one for each thing a person can do. A page whose
// operation is not served, or not covered by the caller's access, is refused, and actions
// that need one are not offered.
const (
	opListVacancies   = "list_vacancies"
	opGetVacancy      = "get_vacancy"
	opSaveVacancy     = "save_vacancy"
	opDeleteVacancy   = "delete_vacancy"
	opImportVacancies = "import_vacancies"
	opExportVacancies = "export_vacancies"

	opListQuestions   = "list_questions"
	opSaveQuestion    = "save_question"
	opDeleteQuestion  = "delete_question"
	opDraftQuestions  = "draft_questions"
	opTryQuestion     = "try_question"
	opImportQuestions = "import_questions"
	opExportQuestions = "export_questions"

	opStart  = "start_interview"    // a try-out
	opAnswer = "continue_interview" // in a try-out

	opInvite          = "invite_candidate"
	opListInvitations = "list_invitations"
	opReissue         = "reissue_invitation"
	opRevoke          = "revoke_invitation"

	opList           = "list_interviews"
	opGet            = "get_interview"
	opExport         = "get_interview"
	opListDeliveries = "list_deliveries"
	opBias           = "bias_report"

	opBrowseDeliveries = "browse_deliveries"

	opPause         = "pause_interview"
	opResume        = "resume_interview"
	opExtend        = "extend_interview"
	opCancel        = "cancel_interview"
	opDelete        = "delete_interview"
	opDecide        = "decide_interview"
	opOverrule      = "overrule_mark"
	opRedeliver     = "redeliver_event"
	opRedeliverDead = "redeliver_dead"

	opGetWebhook   = "get_webhook"
	opSaveWebhook  = "save_webhook"
	opRotateSecret = "rotate_webhook_secret" //nolint:gosec // the name of an operation, no credential; it shows the new secret, this once
	opTestWebhook  = "test_webhook"

	opMakeReceiver = "make_test_receiver"
	opGetReceiver  = "get_test_receiver"
	opSetReceiver  = "set_test_receiver"
	opDropReceiver = "delete_test_receiver"

	// opPeople is of another room: where it is served, a vacancy has a page of people beside it.
	opPeople = "list_applications"
)
