package outbox

import (
	"kadry/internal/fault"
	"kadry/internal/webhook"
)

// sealed is a tenant's secret as it is stored. The owner in the seal is the tenant, so that a
// row copied to another tenant does not open.
func (o *Outbox) sealed(tenant string, s webhook.Secret) []byte {
	return o.config.Seal.Seal(tenant, []byte(s.Reveal()))
}

// unsealed returns the zero Secret where none is stored.
func (o *Outbox) unsealed(tenant string, sealed []byte) (webhook.Secret, error) {
	if len(sealed) == 0 {
		return webhook.Secret{}, nil
	}
	text, err := o.config.Seal.Open(tenant, sealed)
	if err != nil {
		return webhook.Secret{}, unreadable(err)
	}
	return webhook.ParseSecret(string(text))
}

func unreadable(cause error) error {
	return fault.E(fault.Unavailable, fault.Say(
		"The secret that signs webhooks cannot be read: it was sealed with another key than this server has, or was altered.",
		"Секрет, которым подписываются вебхуки, не читается: он запечатан другим ключом, не тем, что у этого сервера, или изменён."), cause).
		WithHint(fault.Say(
			"Start the server with the key the secret was sealed with, or make a new secret without overlap: `kadry webhook secret`.",
			"Запустите сервер с ключом, которым секрет запечатан, или создайте новый секрет без перехода: `kadry webhook secret`."))
}
