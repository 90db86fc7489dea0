package room_test

import (
	"context"
	"strings"
	"testing"

	"kadry/internal/op"
	"kadry/internal/room"
)

type nothing struct{}

func operation(name string, aliases ...string) *op.Op {
	spec := op.Spec{Name: name, Toolset: "test", Title: "Test", Doc: "Does nothing.", Effect: op.Reads, Aliases: aliases}
	return op.New(spec, func(context.Context, nothing) (nothing, error) { return nothing{}, nil })
}

func TestValidate(t *testing.T) {
	t.Parallel()
	open := func(context.Context, room.House) (room.Opened, error) { return room.Opened{}, nil }
	kitchen := room.Room{
		Name: "kitchen", Open: open,
		Shapes: room.Offer{
			Operations: []*op.Op{operation("cook", "boil")},
			Resources:  []op.Resource{{URI: "kadry://menu"}},
			Prompts:    []op.Prompt{{Name: "recipe"}},
		},
		Children: []room.Child{{Name: "oven"}}, Evaluations: []room.Evaluation{{Name: "taste"}},
	}
	cellar := room.Room{Name: "cellar", Open: open, Shapes: room.Offer{Operations: []*op.Op{operation("store")}}}
	if err := room.Validate(kitchen, cellar); err != nil {
		t.Fatal(err)
	}
	for thing, change := range map[string]func(*room.Room){
		"operation cook":        func(r *room.Room) { r.Shapes.Operations = []*op.Op{operation("cook")} },
		"operation boil":        func(r *room.Room) { r.Shapes.Operations = []*op.Op{operation("steam", "boil")} },
		"resource kadry://menu": func(r *room.Room) { r.Shapes.Resources = kitchen.Shapes.Resources },
		"prompt recipe":         func(r *room.Room) { r.Shapes.Prompts = kitchen.Shapes.Prompts },
		"child oven":            func(r *room.Room) { r.Children = kitchen.Children },
		"evaluation taste":      func(r *room.Room) { r.Evaluations = kitchen.Evaluations },
	} {
		other := cellar
		change(&other)
		err := room.Validate(kitchen, other)
		for _, want := range []string{"kitchen", "cellar", thing} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want something about %q", thing, err, want)
			}
		}
	}
	for name, bad := range map[string]room.Room{"no name": {Open: open}, "no way to open": {Name: "attic"}} {
		if room.Validate(bad) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if err := room.Validate(kitchen, kitchen); err == nil || !strings.Contains(err.Error(), "room kitchen") {
		t.Errorf("the same room twice: %v", err)
	}
}
