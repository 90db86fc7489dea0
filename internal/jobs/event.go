package jobs

// What happened.
type What string

// The events of a process, in the order of a job's life.
const (
	Claimed  What = "claimed"
	Finished What = "finished" // done, effect included
	Retried  What = "retried"  // failed and waits for its next attempt
	Repeated What = "repeated" // made way for somebody who was faster, and is begun again at once
	Snoozed  What = "snoozed"
	Buried   What = "buried"   // dead
	Released What = "released" // given back unfinished, by Run's end
	Lost     What = "lost"     // the outcome was not committed: lease lost, cancelled or erased
	Requeued What = "requeued" // a lease that ran out, or one of this process's own past, was made ready
	Fired    What = "fired"    // a periodic job was inserted; Err and ID tell of nothing else
	Idle     What = "idle"     // a look at the queue found nothing to claim; it names no job
)

// Event is one thing that this process did to a job.
type Event struct {
	What    What
	ID      int64
	Kind    string
	Attempt int
	Err     error // of Retried, Repeated and Buried
}

// tell counts an event, logs what an operator should know, and passes it to Watch. It is
// called after the commit.
func (q *Queue) tell(e Event) {
	if k := q.kinds[e.Kind]; k != nil {
		k.count(e.What)
	}
	log := q.config.Log.With("job", e.ID, "kind", e.Kind, "attempt", e.Attempt)
	switch e.What {
	case Retried:
		log.Warn("job failed and will be tried again", "error", e.Err)
	case Buried:
		log.Error("job is dead", "error", e.Err)
	case Lost:
		log.Warn("job was lost while it was worked on; nothing of it is kept")
	case Requeued:
		log.Warn("job was left by a process that is gone; it is ready again")
	}
	if q.config.Watch != nil {
		q.config.Watch(e)
	}
}

func (k *kind) count(what What) {
	switch what {
	case Finished:
		k.done.Add(1)
	case Retried:
		k.failed.Add(1)
		k.retried.Add(1)
	case Buried:
		k.failed.Add(1)
	}
}
