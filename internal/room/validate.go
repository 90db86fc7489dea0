package room

import (
	"fmt"
)

// Validate refuses rooms that bring the same thing under one name, and names both: whichever
// of them won, the other would be there and not work. Settings, migrations and pages are
// checked where they are collected.
func Validate(rooms ...Room) error {
	owners := map[string]string{}
	for _, r := range rooms {
		if r.Name == "" || r.Open == nil {
			return fmt.Errorf("room: %q needs a name and a way to open", r.Name)
		}
		for _, thing := range r.brings() {
			if other, taken := owners[thing]; taken {
				return fmt.Errorf("room: both %s and %s bring the %s", other, r.Name, thing)
			}
			owners[thing] = r.Name
		}
	}
	return nil
}

// brings lists what no two rooms may have in common.
func (r Room) brings() []string {
	things := []string{"room " + r.Name}
	for _, o := range r.Shapes.Operations {
		things = append(things, "operation "+o.Name)
		for _, alias := range o.Aliases {
			things = append(things, "operation "+alias)
		}
	}
	for _, resource := range r.Shapes.Resources {
		things = append(things, "resource "+resource.URI)
	}
	for _, p := range r.Shapes.Prompts {
		things = append(things, "prompt "+p.Name)
	}
	for _, c := range r.Children {
		things = append(things, "child "+c.Name)
	}
	for _, e := range r.Evaluations {
		things = append(things, "evaluation "+e.Name)
	}
	return things
}
