package admin

import (
	"context"
	"time"

	"kadry/internal/audit"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// sampleTime is how long the sample may take: every CV of it is read, every interview of it held.
const sampleTime = 5 * time.Minute

// Loaded says that the sample is there.
type Loaded struct {
	Loaded bool `json:"loaded"`
}

func (h handlers) loadSample() *op.Op {
	return declared(op.Spec{
		Name: "load_sample", Title: "Load the sample", Effect: op.Creates, Timeout: sampleTime,
		Doc: "Fills an empty base with made-up people, vacancies, interviews, problems and code, to look around. It is refused where the base holds anything.",
	}, func(ctx context.Context, _ none) (Loaded, error) {
		caller := op.CallerFrom(ctx)
		empty, err := h.Empty(ctx, caller.Tenant)
		if err != nil {
			return Loaded{}, err
		}
		if !empty {
			return Loaded{}, fault.E(fault.Conflict, fault.Say("The base is not empty, and the sample would mix with what it holds.", "База не пуста: образец смешался бы с тем, что в ней есть."), nil).
				WithHint(fault.Say("Start another server with an empty data folder.", "Запустите другой сервер с пустой папкой данных."))
		}
		if err := h.Sample(ctx, caller.Tenant); err != nil {
			return Loaded{}, err
		}
		return Loaded{Loaded: true}, h.log(ctx, audit.Entry{Tenant: caller.Tenant, Action: "sample.loaded", Subject: caller.Tenant})
	})
}
