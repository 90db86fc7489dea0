package app

import (
	"kadry/internal/admin"
	"kadry/internal/codematch/codematchroom"
	"kadry/internal/config"
	"kadry/internal/dossier/dossierroom"
	"kadry/internal/evidence/evidenceroom"
	"kadry/internal/exam/examroom"
	"kadry/internal/interview/interviewroom"
	"kadry/internal/market/marketroom"
	"kadry/internal/op"
	"kadry/internal/pipeline/pipelineroom"
	"kadry/internal/room"
	"kadry/internal/store"
	"kadry/internal/talent/talentroom"
	"kadry/internal/task"
)

// rooms are the fields of work of this program. Each call brings them anew, with settings
// and state of their own.
func rooms() []room.Room {
	return []room.Room{
		talentroom.Room(),
		interviewroom.Room(),
		examroom.Room(),
		evidenceroom.Room(),
		marketroom.Room(),
		dossierroom.Room(),
		pipelineroom.Room(),
		codematchroom.Room(),
	}
}

// program is the rooms with what they bring before anything is opened.
type program struct {
	rooms    []room.Room
	registry *op.Registry // of the operations' shapes: they can be listed, not called
}

func newProgram(rooms []room.Room) (*program, error) {
	if err := room.Validate(rooms...); err != nil {
		return nil, err
	}
	shapes := append(task.Operations(nil), admin.Operations(admin.Config{})...)
	for _, r := range rooms {
		shapes = append(shapes, r.Shapes.Operations...)
	}
	registry, err := op.NewRegistry(shapes...)
	return &program{rooms: rooms, registry: registry}, err
}

// sections are the settings of the rooms.
func (p *program) sections() []config.Section {
	var list []config.Section
	for _, r := range p.rooms {
		if r.Settings != nil {
			list = append(list, config.Section{Name: r.Name, Into: r.Settings})
		}
	}
	return list
}

// Evaluations are the evaluations of all rooms.
func Evaluations() []room.Evaluation {
	var list []room.Evaluation
	for _, r := range rooms() {
		list = append(list, r.Evaluations...)
	}
	return list
}

// Operations is every operation as declared: it can be listed and documented, not called.
func Operations() (*op.Registry, error) {
	p, err := newProgram(rooms())
	if err != nil {
		return nil, err
	}
	return p.registry, nil
}

// Schemas are the tables of the whole program.
func Schemas() []store.Schema { return schemas(rooms()) }

// OwnPaths are the toolsets and operations of the rooms that stand on paths of their own.
func OwnPaths() []string {
	var list []string
	for _, r := range rooms() {
		list = append(list, r.OwnPaths...)
	}
	return list
}
