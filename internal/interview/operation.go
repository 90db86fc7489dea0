package interview

import (
	"kadry/internal/op"
)

// Operations declares the operations of the room. Over a nil room they can be described
// and not called.
func Operations(room *Room) []*op.Op {
	c := &handlers{room: room}
	return []*op.Op{
		c.saveVacancy(), c.listVacancies(),
		c.startInterview(), c.continueInterview(), c.getInterview(), c.listInterviews(),

		c.saveQuestion(), c.listQuestions(), c.deleteQuestion(), c.draftQuestions(), c.tryQuestion(),
		c.exportQuestions(), c.importQuestions(),

		c.submitInterview(), c.submitAnswer(), c.getInterviewStatus(),
		c.inviteCandidate(), c.listInvitations(), c.getInvitation(), c.reissueInvitation(), c.revokeInvitation(),
		c.listSessions(), c.getSession(), c.deleteInterview(), c.cancelInterview(), c.pauseInterview(), c.resumeInterview(),
		c.extendInterview(), c.overruleMark(), c.decideInterview(), c.recomputeInterview(),
		c.pullEvents(), c.listDeliveries(), c.browseDeliveries(), c.redeliverEvent(), c.redeliverDead(),
		c.exportPerson(), c.erasePerson(), c.saveSurvey(), c.biasReport(),
		c.browseVacancies(), c.submitVacancy(), c.getVacancy(), c.replaceVacancy(), c.deleteVacancy(), c.previewPlan(),
		c.importVacancies(), c.exportVacancies(),
		c.getWebhook(), c.saveWebhook(), c.rotateWebhookSecret(), c.testWebhook(),
		c.makeReceiver(), c.getReceiver(), c.setReply(), c.dropReceiver(),
	}
}
